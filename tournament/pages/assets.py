"""Where are the parts of a page that are no Python?"""

from importlib.resources import files

__all__ = ["read_assets"]


def read_assets(*names: str) -> str:
    """Files of this folder, one after another."""
    return "".join(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in names)
