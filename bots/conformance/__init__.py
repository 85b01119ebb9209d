"""Does a bot keep to the rules of bots? `check_bot` plays with it and reports."""

from .battery import CHECKS, check_bot
from .report import Finding, Outcome, Report

__all__ = ["CHECKS", "Finding", "Outcome", "Report", "check_bot"]
