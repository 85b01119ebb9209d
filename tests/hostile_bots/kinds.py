"""What is to come of each of them?"""

from dataclasses import dataclass

from medina_arena.results import Termination

NORMAL, ILLEGAL, EXCEPTION = Termination.NORMAL, Termination.ILLEGAL_MOVE, Termination.EXCEPTION
TIMEOUT, MEMORY, CRASH = Termination.TIMEOUT, Termination.MEMORY, Termination.CRASH


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to misbehave."""

    bot: str
    """The name of its class."""
    isolated: Termination
    """How its part in a game ends when it plays in a process of its own."""
    beside: Termination | None = None
    """How it ends in the worker's process; None where nothing can be done about it there."""

    @property
    def spec(self) -> str:
        """The bot's specification."""
        return f"hostile_bots.bots:{self.bot}"


KINDS = [
    Kind("SpinsInC", TIMEOUT),
    Kind("SwallowsMemory", MEMORY),
    Kind("Forks", NORMAL, NORMAL),
    Kind("ForksAndReturns", NORMAL, NORMAL),
    Kind("Daemonizes", NORMAL, NORMAL),
    Kind("ClosesFiles", CRASH, CRASH),
    Kind("Exits", CRASH, CRASH),
    Kind("Interrupts", EXCEPTION, EXCEPTION),
    Kind("ExitsByException", EXCEPTION, EXCEPTION),
    Kind("Prints", NORMAL, NORMAL),
    Kind("Alters", NORMAL, NORMAL),
    Kind("Sleeps", TIMEOUT),
    Kind("SleepsAtStart", TIMEOUT),
    Kind("Recurses", EXCEPTION, EXCEPTION),
    Kind("OverflowsStack", CRASH, CRASH),
    Kind("Threads", NORMAL, NORMAL),
    Kind("Crashes", CRASH, CRASH),
    Kind("FailsInInit", EXCEPTION, EXCEPTION),
    Kind("FailsAtEnd", EXCEPTION, EXCEPTION),
    Kind("AnswersRubbish", ILLEGAL, ILLEGAL),
    Kind("KillsItself", CRASH, CRASH),
    Kind("LeavesAChild", CRASH, CRASH),
    Kind("LeavesAProgram", CRASH, CRASH),
    Kind("SignalsItsGroup", CRASH, CRASH),
    Kind("EndsInRealTime", CRASH, CRASH),
    Kind("SpeaksNoUnicode", EXCEPTION, EXCEPTION),
    Kind("SetsTraps", NORMAL, NORMAL),
    Kind("DiesInMidSentence", NORMAL, NORMAL),
    Kind("StopsItself", TIMEOUT),
    Kind("KillsItsParent", CRASH),
    Kind("ChangesItsWorld", NORMAL, NORMAL),
    Kind("SpeaksForItself", CRASH),
    Kind("Tampers", CRASH, CRASH),
]
