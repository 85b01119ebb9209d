"""What does the progress of a run look like?"""

import io

from medina_arena.tournament.progress import PlainProgress, TerminalProgress, show_progress


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_lines_come_every_minute_and_at_the_end() -> None:
    stream, now = io.StringIO(), 100.0
    with PlainProgress(5000, 1000, stream, clock=lambda: now) as progress:
        for _ in range(40):
            now += 4.0
            progress.advance(100, 2 if now > 200 else 0)
    assert stream.getvalue().splitlines() == [
        "2,500 of 5,000 games, 25 games/s, 1:40 left",
        "4,000 of 5,000 games, 25 games/s, 40s left, 10 faults",
        "5,000 of 5,000 games, 25 games/s, 30 faults",
    ]


def test_long_and_slow_runs() -> None:
    stream, now = io.StringIO(), 0.0
    with PlainProgress(1001, 0, stream, clock=lambda: now) as progress:
        now = 80.0
        progress.advance(1)
    assert stream.getvalue().splitlines() == ["1 of 1,001 games, 0.013 games/s, 22:13:20 left"] * 2


def test_nothing_played() -> None:
    stream = io.StringIO()
    with show_progress(10, 0, stream) as progress:
        assert isinstance(progress, PlainProgress)
    assert stream.getvalue() == "0 of 10 games\n"


def test_terminal_gets_a_bar_that_counts_from_what_was_there() -> None:
    stream = _Terminal()
    with show_progress(10, 4, stream) as progress:
        assert isinstance(progress, TerminalProgress)
        progress.advance(6, 3)
    last = stream.getvalue().split("\r")[-1]
    assert "100%" in last
    assert "10/10" in last
    assert "games/s" in last
    assert "3 faults" in last
