"""How is a comparison handed to other programs?"""

import csv
import io
from dataclasses import fields

from .comparison import Comparison, ComparisonRow
from .fairness import spread_of_seats
from .tables_data import plain, table_values, to_json


def format_comparison_json(comparison: Comparison) -> str:
    """A comparison as JSON, with the table of each variant; what the games do not tell is null."""
    variants = [
        {"name": name, "seat_spread": plain(spread_of_seats(table.seats)), "table": table_values(table)}
        for name, table in zip(comparison.variants, comparison.tables, strict=True)
    ]
    return to_json({"variants": variants, "rows": plain(comparison.rows), "control": plain(comparison.control)})


def format_comparison_csv(comparison: Comparison) -> str:
    """A comparison as CSV, one row for each measure and pair of variants, those of the noise floor last."""
    table = comparison.tables[0]
    run = {
        "variant_games": table.games,
        "players": "+".join(map(str, table.players)),
        "rules_version": table.rules_version,
        "faults": sum(n for one in comparison.tables for _, n in one.faults),
    }
    file = io.StringIO()
    writer = csv.DictWriter(file, [*(field.name for field in fields(ComparisonRow)), *run], lineterminator="\n")
    writer.writeheader()
    writer.writerows(plain(row) | run for row in (*comparison.rows, *comparison.control))
    return file.getvalue()
