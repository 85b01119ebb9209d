"""What happened in a run, and what does it mean?

The public names are imported when they are first used: who plays or stores games needs none of what rates them.
"""

from typing import TYPE_CHECKING

from medina_arena.lazy import lazy_names

if __name__ != "medina_arena.results":
    raise ImportError("import medina_arena.results: the folder results/ is not a package of its own")

if TYPE_CHECKING:
    from .betting import confidence_sequence
    from .bootstrap import bootstrap_elo
    from .by_seat import BotSeatRow, rate_by_seat
    from .comparison import Comparison, ComparisonRow, Finding, Measure, Variant, compare_variants
    from .comparison_data import format_comparison_csv, format_comparison_json
    from .comparison_text import format_comparison, format_comparison_markdown
    from .errors import ResultsError
    from .export import export_csv
    from .faults import Fault
    from .games import SOURCES, GameBatch, Termination, format_id, game_ids, parse_id, split_ids
    from .merging import MergedRuns, counted_games, merge_runs
    from .multiplicity import holm
    from .pair_residuals import Residuals, residuals
    from .power import blocks_for_effect, effect_of_blocks, expected_half_width, games_for_half_width
    from .ranges import rank_ranges
    from .rating import PRIOR_ELO, Rating, rate
    from .separation import Separation
    from .sequential import (
        FIRST_LOOK,
        Verdict,
        block_means,
        elo_of_result,
        gsprt_bounds,
        gsprt_llr,
        gsprt_path,
        gsprt_stop,
        gsprt_verdict,
    )
    from .store import RunStore
    from .table_rows import DifferenceRow, EloTable
    from .tables import elo_table
    from .tables_data import format_csv, format_json
    from .tables_text import format_markdown, format_text

_HOME = {
    "FIRST_LOOK": "sequential",
    "PRIOR_ELO": "rating",
    "SOURCES": "games",
    "BotSeatRow": "by_seat",
    "Comparison": "comparison",
    "ComparisonRow": "comparison",
    "DifferenceRow": "table_rows",
    "EloTable": "table_rows",
    "Fault": "faults",
    "Finding": "comparison",
    "GameBatch": "games",
    "Measure": "comparison",
    "MergedRuns": "merging",
    "Rating": "rating",
    "Residuals": "pair_residuals",
    "ResultsError": "errors",
    "RunStore": "store",
    "Separation": "separation",
    "Termination": "games",
    "Variant": "comparison",
    "Verdict": "sequential",
    "block_means": "sequential",
    "blocks_for_effect": "power",
    "bootstrap_elo": "bootstrap",
    "compare_variants": "comparison",
    "confidence_sequence": "betting",
    "counted_games": "merging",
    "effect_of_blocks": "power",
    "elo_of_result": "sequential",
    "elo_table": "tables",
    "expected_half_width": "power",
    "export_csv": "export",
    "format_comparison": "comparison_text",
    "format_comparison_csv": "comparison_data",
    "format_comparison_json": "comparison_data",
    "format_comparison_markdown": "comparison_text",
    "format_csv": "tables_data",
    "format_id": "games",
    "format_json": "tables_data",
    "format_markdown": "tables_text",
    "format_text": "tables_text",
    "game_ids": "games",
    "games_for_half_width": "power",
    "gsprt_bounds": "sequential",
    "gsprt_llr": "sequential",
    "gsprt_path": "sequential",
    "gsprt_stop": "sequential",
    "gsprt_verdict": "sequential",
    "holm": "multiplicity",
    "merge_runs": "merging",
    "parse_id": "games",
    "rank_ranges": "ranges",
    "rate": "rating",
    "rate_by_seat": "by_seat",
    "residuals": "pair_residuals",
    "split_ids": "games",
}

__all__ = [
    "FIRST_LOOK",
    "PRIOR_ELO",
    "SOURCES",
    "BotSeatRow",
    "Comparison",
    "ComparisonRow",
    "DifferenceRow",
    "EloTable",
    "Fault",
    "Finding",
    "GameBatch",
    "Measure",
    "MergedRuns",
    "Rating",
    "Residuals",
    "ResultsError",
    "RunStore",
    "Separation",
    "Termination",
    "Variant",
    "Verdict",
    "block_means",
    "blocks_for_effect",
    "bootstrap_elo",
    "compare_variants",
    "confidence_sequence",
    "counted_games",
    "effect_of_blocks",
    "elo_of_result",
    "elo_table",
    "expected_half_width",
    "export_csv",
    "format_comparison",
    "format_comparison_csv",
    "format_comparison_json",
    "format_comparison_markdown",
    "format_csv",
    "format_id",
    "format_json",
    "format_markdown",
    "format_text",
    "game_ids",
    "games_for_half_width",
    "gsprt_bounds",
    "gsprt_llr",
    "gsprt_path",
    "gsprt_stop",
    "gsprt_verdict",
    "holm",
    "merge_runs",
    "parse_id",
    "rank_ranges",
    "rate",
    "rate_by_seat",
    "residuals",
    "split_ids",
]

__getattr__, __dir__ = lazy_names(__name__, _HOME)
