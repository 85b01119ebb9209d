"""How is a comparison handed to other programs?"""

import csv
import io

from .comparison import CONTROL, Comparison
from .fairness import spread_of_seats
from .tables_data import plain, run_values, table_values, to_json


def format_comparison_json(comparison: Comparison) -> str:
    """A comparison as JSON, with the table of each variant; what the games do not tell is null."""
    variants = [
        {"name": name, "seat_spread": plain(spread_of_seats(table.seats)), "table": table_values(table)}
        for name, table in zip(comparison.variants, comparison.tables, strict=True)
    ]
    control_table = None if comparison.control_table is None else table_values(comparison.control_table)
    return to_json(
        {
            "variants": variants,
            "rows": plain(comparison.rows),
            "control": plain(comparison.control),
            "control_table": control_table,
        }
    )


def format_comparison_csv(comparison: Comparison) -> str:
    """A comparison as CSV, one row for each measure and pair of variants, those of the noise floor last.

    Each row ends with what was played under a and under b.
    """
    tables = dict(zip(comparison.variants, comparison.tables, strict=True))
    if comparison.control_table is not None:
        tables[CONTROL] = comparison.control_table
    played = {side: {name: run_values(table, f"{side}_") for name, table in tables.items()} for side in ("a", "b")}
    lines = [plain(row) | played["a"][row.a] | played["b"][row.b] for row in (*comparison.rows, *comparison.control)]
    file = io.StringIO()
    writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return file.getvalue()
