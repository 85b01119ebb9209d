"""How is a run played, apart from what decides its games? With or without isolation, in whole or in part."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from .errors import RunError
from .limits import Limits

__all__ = ["OnFault", "Settings", "parse_part", "settings_from_json", "settings_to_json"]

OnFault = Literal["record", "stop"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What may differ between runs that merge. Making one raises `RunError`."""

    limits: Limits | None = None
    """What a bot may use in a process of its own; None = bots share the worker's process."""
    on_fault: OnFault = "record"
    """Whether a bot's fault is only recorded or ends the run."""
    part: tuple[int, int] = (1, 1)
    """Which part of the plan is played, and of how many."""

    def __post_init__(self) -> None:
        """Check every value."""
        if self.on_fault not in get_args(OnFault):
            raise RunError(f"on_fault is {' or '.join(get_args(OnFault))}, not {self.on_fault!r}")
        number, of = self.part
        if not 1 <= number <= of:
            raise RunError(f"a part is one such as 1/3 to 3/3, not {number}/{of}")


def parse_part(text: str) -> tuple[int, int]:
    """The part that a text such as ``2/3`` names; raises `RunError`."""
    number, _, of = text.partition("/")
    if not (
        number.isascii() and number.isdecimal() and of.isascii() and of.isdecimal() and 1 <= int(number) <= int(of)
    ):
        raise RunError(f"a part of a run is written K/N with K from 1 to N, such as 1/3, not {text!r}")
    return int(number), int(of)


def settings_to_json(settings: Settings) -> dict[str, Any]:
    """The settings as plain values."""
    limits = settings.limits
    return {
        "isolate": limits is not None,
        "move_timeout": None if limits is None else limits.move_seconds,
        "memory": None if limits is None else limits.memory_mb,
        "on_fault": settings.on_fault,
        "part": "{}/{}".format(*settings.part),
    }


def settings_from_json(data: Mapping[str, Any]) -> Settings:
    """The settings that `settings_to_json` wrote; what is missing is as usual."""
    limits = Limits(data.get("move_timeout"), data.get("memory")) if data.get("isolate") else None
    return Settings(limits, data.get("on_fault", "record"), parse_part(data.get("part", "1/1")))
