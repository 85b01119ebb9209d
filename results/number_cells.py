"""How are numbers written into the cells of a table, where they may be of any size or missing?"""

__all__ = ["NOTHING", "chance_cell", "fixed_cell", "measure_cell"]

NOTHING = "–"
"""Stands where the games tell no number."""


def measure_cell(value: float | None, *, signed: bool = True) -> str:
    """A number of any size with about three digits that count."""
    if value is None:
        return NOTHING
    if value == 0:
        return "0"
    size = abs(value)
    digits = 1 if size >= 100 else 2 if size >= 1 else 3 if size >= 0.01 else 5
    return format(value, f"{'+' if signed else ''}.{digits}f")


def fixed_cell(value: float | None, form: str) -> str:
    """A number in this form; 0 without a sign."""
    if value is None:
        return NOTHING
    text = format(value, form)
    return text.lstrip("+-") if float(text) == 0 else text


def chance_cell(p: float | None) -> str:
    """A p value in a cell."""
    if p is None:
        return NOTHING
    return f"{p:.3f}" if p >= 0.0005 else "<.001"
