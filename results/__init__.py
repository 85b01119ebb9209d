"""What happened in a run, and what does it mean?"""

from .errors import ResultsError
from .export import export_csv
from .faults import Fault
from .games import SOURCES, GameBatch, Termination, format_id, game_ids, parse_id, split_ids
from .rating import PRIOR_ELO, Rating, rate
from .separation import Separation
from .sequential import Verdict, block_means, gsprt_bounds, gsprt_llr, gsprt_verdict
from .store import RunStore
from .tables import EloTable, elo_table
from .tables_data import format_csv, format_json
from .tables_text import format_markdown, format_text

__all__ = [
    "PRIOR_ELO",
    "SOURCES",
    "EloTable",
    "Fault",
    "GameBatch",
    "Rating",
    "ResultsError",
    "RunStore",
    "Separation",
    "Termination",
    "Verdict",
    "block_means",
    "elo_table",
    "export_csv",
    "format_csv",
    "format_id",
    "format_json",
    "format_markdown",
    "format_text",
    "game_ids",
    "gsprt_bounds",
    "gsprt_llr",
    "gsprt_verdict",
    "parse_id",
    "rate",
    "split_ids",
]

if __name__ != "medina_arena.results":
    raise ImportError("import medina_arena.results: the folder results/ is not a package of its own")
