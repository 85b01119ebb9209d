"""Which errors does the project raise for input that it cannot take?"""

__all__ = ["IllegalMoveError", "MedinaError", "NotationError", "RecordError", "RulesError"]


class MedinaError(ValueError):
    """Input that the project cannot take; the message is one sentence that says what came and what is allowed."""


class RulesError(MedinaError):
    """An unknown rule set, switch or value, or a combination that makes no game."""


class NotationError(MedinaError):
    """Text that is no move, square, record or position, or a position that cannot be."""


class IllegalMoveError(MedinaError):
    """A move that the rules forbid here; the message names the move, the seat and the position."""


class RecordError(MedinaError):
    """A record that its own moves contradict; the message names the ply, what was expected and what was found."""
