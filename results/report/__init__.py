"""What does a run look like to people who would rather look than read?"""

from .comparison import COMPARISON_FILE, build_comparison, read_comparison
from .page import Link, build_report, faulty_games
from .plot import Plot
from .plots import make_plots
from .style import write_figures

__all__ = [
    "COMPARISON_FILE",
    "Link",
    "Plot",
    "build_comparison",
    "build_report",
    "faulty_games",
    "make_plots",
    "read_comparison",
    "write_figures",
]
