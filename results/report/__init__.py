"""What does a run look like to people who would rather look than read?"""

from .page import Link, build_report, faulty_games
from .plots import Plot, make_plots
from .style import write_figures

__all__ = ["Link", "Plot", "build_report", "faulty_games", "make_plots", "write_figures"]
