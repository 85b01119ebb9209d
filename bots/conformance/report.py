"""What did the checks of a bot find?"""

import textwrap
from dataclasses import asdict, dataclass
from typing import Any, Literal

__all__ = ["Finding", "Outcome", "Report"]

Outcome = Literal["passed", "failed", "skipped"]

_WIDTH = 96
_MARKS: dict[Outcome, str] = {"passed": "ok", "failed": "FAILED", "skipped": "skipped"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found."""

    check: str
    """The name of the check, one of `CHECKS`."""
    outcome: Outcome
    detail: str
    """What was tried, or what is wrong and how to mend it."""
    seconds: float

    def __str__(self) -> str:
        """The finding for a terminal."""
        lines = textwrap.wrap(self.detail, _WIDTH - 38)
        first = f"{_MARKS[self.outcome]:8}{self.check:28}  "
        return "\n".join([first + lines[0], *(" " * len(first) + line for line in lines[1:])]) if lines else first


@dataclass(frozen=True, slots=True)
class Report:
    """All findings on one bot."""

    bot: str
    """Its specification text."""
    findings: tuple[Finding, ...]

    @property
    def is_passed(self) -> bool:
        """Whether no check failed."""
        return not self.failed

    @property
    def failed(self) -> list[str]:
        """The names of the checks that failed."""
        return [finding.check for finding in self.findings if finding.outcome == "failed"]

    @property
    def verdict(self) -> str:
        """The result in one line."""
        if self.is_passed:
            return f"{self.bot} keeps to the rules of bots"
        return f"{self.bot} fails {len(self.failed)} of {len(self.findings)} checks: {', '.join(self.failed)}"

    def as_dict(self) -> dict[str, Any]:
        """The report as plain values."""
        findings = [asdict(finding) | {"seconds": round(finding.seconds, 3)} for finding in self.findings]
        return {"bot": self.bot, "is_passed": self.is_passed, "findings": findings}

    def __str__(self) -> str:
        """The report for a terminal."""
        return "\n".join([*map(str, self.findings), self.verdict])
