"""What is common to all pages: their frame and their look."""

from .frame import build_page, escape

__all__ = ["build_page", "escape"]
