"""Does the battery pass every built-in bot, and does it see every broken rule?"""

import random
from pathlib import Path

import pytest
from odd_bots import hostile, lawless
from scheduled_games import TABLES, built_in

from medina_arena.bots import CHECKS, Bot, BotError, Finding, Report, check_bot, parse_bot
from medina_arena.engine import RulesError, rule_set
from medina_arena.tournament import RunConfig

SLOW = "travels to processes"
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


@pytest.fixture(autouse=True)
def _clean_memory() -> None:
    lawless.Remembering.n_games = 0
    hostile.ASKED.clear()


@pytest.mark.parametrize("bot", [*built_in(simulations=5), f"{EXAMPLES / 'hoarder.py'}:Hoarder"])
def test_every_bot_of_the_project_passes(bot: str) -> None:
    report = check_bot(bot)
    assert report.is_passed, f"\n{report}"
    assert [finding.check for finding in report.findings] == list(CHECKS)
    assert f"in {len(TABLES)} games" in report.findings[0].detail


@pytest.mark.parametrize("bot", built_in(simulations=5))
def test_simulations_of_searching_bots_are_counted(bot: str) -> None:
    searches = parse_bot(bot).bot_class.default_budget.simulations is not None
    report = check_bot(bot, rules=["gift"], skip=set(CHECKS) - {"simulations exact"})
    assert [finding.outcome for finding in report.findings] == ["passed" if searches else "skipped"]


@pytest.mark.parametrize(
    ("bot", "failed", "words"),
    [
        (lawless.Altering, ["game left alone"], "changed the game that it was shown in a game of ditt with 2"),
        (lawless.Emptying, ["game left alone"], "changed the list of moves"),
        (lawless.Printing, ["prints nothing"], "finish printed 'good game\\n'"),
        (lawless.Unseeded, ["same seed same moves", "nothing kept between games"], "the same seed gave another game"),
        (lawless.Remembering, ["same seed same moves", "nothing kept between games"], "game A is another one"),
        (lawless.Colluding, ["nothing kept between games"], "seat 1 decides otherwise"),
        (lawless.Slow, ["time budget kept"], "time_ms=10, and a move takes 30"),
        (lawless.Idle, ["time budget kept"], "a search may use its time"),
        (lawless.Miscounting, ["simulations exact"], "simulations=1, and 2 were made"),
        (lawless.Counting, [], "simulations=1, 7, 60 are exact"),
        (lawless.Clocked, [], "the bot does not search by simulations"),
        (lawless.Specialist, [], "decisions in 1 games of ditt"),
        (hostile.Cheats, ["legal moves"], "is not legal, in a game of ditt with 2 players, ply"),
        (hostile.Answers, ["legal moves"], "choose answered what is no move"),
        (hostile.Raises, ["legal moves"], "choose raised ValueError: out of ideas"),
    ],
)
def test_broken_rule_is_seen_and_no_other(bot: type[Bot], failed: list[str], words: str) -> None:
    report = check_bot(bot, rules=["ditt"], skip=[SLOW])
    assert report.failed == failed, f"\n{report}"
    assert words in " ".join(finding.detail for finding in report.findings)
    assert report.is_passed == (not failed)


def test_common_generator_is_not_to_be_used() -> None:
    state = random.getstate()
    report = check_bot(lawless.UsingCommonRandom, rules=["ditt"], skip=[SLOW])
    assert "own random numbers" in report.failed
    assert "choose drew from the common generator of random: draw from self.rng" in str(report.findings[3].detail)
    assert random.getstate() != state


def test_bot_that_plays_otherwise_elsewhere() -> None:
    report = check_bot(lawless.Homebound, rules=["ditt"])
    assert report.failed == [SLOW]
    assert "a process started by fork plays it otherwise" in str(report)


def test_time_budget_makes_moves_depend_on_the_machine() -> None:
    report = check_bot("mcts:time_ms=1", rules=["ditt"], skip=[SLOW])
    outcomes = {finding.check: finding.outcome for finding in report.findings}
    assert (outcomes["same seed same moves"], outcomes["nothing kept between games"]) == ("skipped", "skipped")


def test_bot_plays_the_rule_sets_that_it_names() -> None:
    with pytest.raises(BotError, match=r"bot 'odd_bots\.lawless:Specialist' plays ditt only, not bsw"):
        check_bot(lawless.Specialist, rules=["bsw"])
    spec = parse_bot("odd_bots.lawless:Specialist")
    with pytest.raises(BotError, match="plays ditt only, not gift"):
        RunConfig((spec,), rule_set("gift"), 3)
    assert RunConfig((spec,), rule_set("ditt"), 2).labels == ["Specialist"]


def test_findings_are_told_as_they_come() -> None:
    told: list[Finding] = []
    report = check_bot("random", rules=["ditt"], skip=[SLOW, "time budget kept"], on_finding=told.append)
    assert tuple(told) == report.findings
    assert isinstance(report, Report)
    assert str(report).splitlines()[-1] == "random keeps to the rules of bots"
    assert max(map(len, str(report).splitlines())) <= 96
    assert report.as_dict()["is_passed"] is True


def test_class_is_found_by_name_or_refused() -> None:
    class Local(Bot):
        def choose(self, game, moves):  # type: ignore[no-untyped-def]
            return moves[0]

    with pytest.raises(BotError, match="Local cannot be found by name: put the class at the top level"):
        check_bot(Local)
    found = parse_bot(f"{EXAMPLES / 'hoarder.py'}:Hoarder").bot_class
    assert check_bot(found, rules=["ditt"], skip=set(CHECKS) - {"legal moves"}).bot.endswith("hoarder.py:Hoarder")


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"bot": "ranodm"}, BotError, "did you mean 'random'"),
        ({"bot": 5}, BotError, "a bot is a specification text, a BotSpec or a class of bots, not 5"),
        ({"bot": "random", "skip": ["speed"]}, BotError, "no check 'speed': there are legal moves, "),
        ({"bot": "random", "rules": []}, BotError, "at least one rule set"),
        ({"bot": "random", "rules": ["chess"]}, RulesError, "chess"),
    ],
)
def test_what_cannot_be_checked_is_said(arguments: dict[str, object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        check_bot(**arguments)  # type: ignore[arg-type]
