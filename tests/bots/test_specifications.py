"""What does the text that names a bot mean, and does every mistake get a sentence that says what is allowed?"""

import pickle
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from medina_arena.bots import BotError, BotSpec, Budget, CompiledBot, parse_bot, parse_bots

TYPED = "odd_bots.typed:Typed"
PLAIN = "odd_bots.typed:Plain"


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("n=-3", "n", -3),
        ("greed=1", "greed", 1.0),
        ("greed=1e-3", "greed", 0.001),
        ("bold=yes", "bold", True),
        ("bold=True", "bold", True),
        ("bold=no", "bold", False),
        ("bold=FALSE", "bold", False),
        ("style=wild", "style", "wild"),
        ("depth=4", "depth", 4),
        ("limit=3", "limit", 3),
        ("limit=none", "limit", None),
        ("factor=0.25", "factor", 0.25),
        ("factor=None", "factor", None),
        ("mood=bad", "mood", "bad"),
        ("mood=none", "mood", None),
        ("name=a=b", "name", "a=b"),
    ],
)
def test_parameters_have_the_type_of_their_field(text: str, name: str, value: Any) -> None:
    params = parse_bot(f"{TYPED}:{text}").params
    assert getattr(params, name) == value
    assert type(getattr(params, name)) is type(value)
    others = {field: given for field, given in asdict(params).items() if field != name}
    assert others.items() <= asdict(parse_bot(TYPED).params).items()


def test_several_parameters_in_any_order() -> None:
    one = parse_bot(f"{TYPED}:n=2:style=wild:simulations=7:label=me")
    other = parse_bot(f"{TYPED}:label=me:simulations=7:style=wild:n=2")
    assert one == other
    assert (one.params.n, one.params.style, one.budget, one.label) == (2, "wild", Budget(7), "me")


@pytest.mark.parametrize(
    ("options", "budget"),
    [
        ("", Budget(simulations=100)),
        (":simulations=7", Budget(simulations=7)),
        (":time_ms=2.5", Budget(time_ms=2.5)),
        (":time_ms=2.5:simulations=7", Budget(simulations=7, time_ms=2.5)),
    ],
)
def test_budget(options: str, budget: Budget) -> None:
    """A time takes the place of the default number of simulations."""
    assert parse_bot(TYPED + options).budget == budget
    assert parse_bot(TYPED + options).create(0, 1).budget == budget


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no bot in '': write names with commas between them, such as mcts,greedy"),
        (":n=1", "no bot in ':n=1': write names with commas between them, such as mcts,greedy"),
        (f"{TYPED}:n", f"'n' in '{TYPED}:n' is no parameter: write name=value"),
        (f"{TYPED}:n=", f"'n=' in '{TYPED}:n=' is no parameter: write name=value"),
        (f"{TYPED}:=3", f"'=3' in '{TYPED}:=3' is no parameter: write name=value"),
        (f"{TYPED}:", f"'' in '{TYPED}:' is no parameter: write name=value"),
        (f"{TYPED}:n=1:n=1", f"n is given twice in '{TYPED}:n=1:n=1'"),
        (f"{TYPED}:n=1.5", f"bot '{TYPED}': n=1.5 must be a whole number"),
        (f"{TYPED}:greed=much", f"bot '{TYPED}': greed=much must be a number"),
        (f"{TYPED}:bold=1", f"bot '{TYPED}': bold=1 must be yes or no"),
        (f"{TYPED}:style=mild", f"bot '{TYPED}': style=mild must be calm or wild"),
        (f"{TYPED}:depth=3", f"bot '{TYPED}': depth=3 must be 1 or 2 or 4"),
        (f"{TYPED}:limit=few", f"bot '{TYPED}': limit=few must be a whole number"),
        (f"{TYPED}:n=none", f"bot '{TYPED}': n=none must be a whole number"),
        (f"{TYPED}:mood=fair", f"bot '{TYPED}': mood=fair must be good or bad"),
        (f"{TYPED}:n=13", f"bot '{TYPED}': n=13 brings bad luck: take any other number"),
        (f"{TYPED}:n=14", f"bot '{TYPED}': AssertionError"),
        (f"{TYPED}:n=15", f"bot '{TYPED}': 'n'"),
        (
            f"{TYPED}:gread=1",
            f"bot '{TYPED}' has no parameter 'gread' (did you mean 'greed'?): it takes n, greed, bold, style, depth, "
            "limit, factor, mood, name, simulations, time_ms, label",
        ),
        (f"{PLAIN}:greed=1", f"bot '{PLAIN}' has no parameter 'greed': it takes simulations, time_ms, label"),
        (f"{TYPED}:simulations=0", f"bot '{TYPED}': simulations=0 must be from 1 to 1000000"),
        (f"{TYPED}:simulations=1000001", f"bot '{TYPED}': simulations=1000001 must be from 1 to 1000000"),
        (f"{TYPED}:simulations=-5", f"bot '{TYPED}': simulations=-5 must be from 1 to 1000000"),
        (f"{TYPED}:simulations=1e3", f"bot '{TYPED}': simulations=1e3 must be a whole number"),
        (f"{TYPED}:time_ms=0", f"bot '{TYPED}': time_ms=0 must be above 0"),
        (f"{TYPED}:time_ms=nan", f"bot '{TYPED}': time_ms=nan must be above 0"),
        (f"{TYPED}:time_ms=inf", f"bot '{TYPED}': time_ms=inf must be above 0"),
        (f"{TYPED}:time_ms=soon", f"bot '{TYPED}': time_ms=soon must be a number"),
        (f"{TYPED}:label=a\tb", r"the label 'a\tb' has characters that cannot be printed"),
        ("mcts:c=-1", "bot 'mcts': c=-1 must be from 0 to 100"),
    ],
)
def test_mistake_is_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BotError) as caught:
        parse_bot(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("texts", "parsed"),
    [
        ("random", ["random"]),
        ("random,greedy", ["random", "greedy"]),
        (" random , greedy ", ["random", "greedy"]),
        (["random,greedy", "mcts"], ["random", "greedy", "mcts"]),
        (["mcts:c=1:simulations=5"], ["mcts:c=1:simulations=5"]),
        (f"{TYPED}:n=2,{TYPED}:n=3", [f"{TYPED}:n=2", f"{TYPED}:n=3"]),
    ],
)
def test_lists(texts: str | list[str], parsed: list[str]) -> None:
    assert [spec.text for spec in parse_bots(texts)] == parsed


@pytest.mark.parametrize("text", ["random,", ",random", "random,,greedy", "", " "])
def test_empty_entry_of_a_list(text: str) -> None:
    with pytest.raises(BotError, match="no bot in ''"):
        parse_bots(text)


@pytest.mark.parametrize("text", ["random", f"{TYPED}:greed=0.70:n=2", f"{TYPED}:n=1:label=my own", "mcts:time_ms=5"])
def test_text_is_read_back(text: str) -> None:
    spec = parse_bot(text)
    assert parse_bot(spec.text) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert isinstance(hash(spec), int)


def test_windows_path_is_no_class() -> None:
    with pytest.raises(BotError, match=r"there is no file 'C:\\\\bots\\\\mine\.py'"):
        parse_bot("C:\\bots\\mine.py:Mine:n=1")


def test_key_holds_every_parameter_and_no_label() -> None:
    key = parse_bot(TYPED).key
    assert key == (
        f"{TYPED}:n=1:greed=0.5:bold=False:style='calm':depth=1:limit=None:factor=2.0:mood=None:name='x'"
        ":simulations=100:time_ms=None"
    )
    same = ["label=me", "greed=.50", "greed=5e-1", "bold=no", "bold=false", "limit=none", "simulations=100", "n=+1"]
    assert {parse_bot(f"{TYPED}:{text}").key for text in same} == {key}
    different = ["n=2", "greed=0.51", "bold=yes", "limit=0", "simulations=99", "time_ms=100", "name=y"]
    assert len({parse_bot(f"{TYPED}:{text}").key for text in different} | {key}) == len(different) + 1


def test_key_is_the_same_in_another_folder(tmp_path: Path) -> None:
    source = (
        "from medina_arena.bots import Bot\nclass Mine(Bot):\n    def choose(self, game, moves):\n        return '-'\n"
    )
    keys = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.py").write_text(source)
        keys.add(parse_bot(f"{tmp_path / name}/mine.py:Mine").key)
    assert keys == {"mine.py:Mine:simulations=None:time_ms=None"}


def test_new_instance_for_each_game() -> None:
    spec = parse_bot(f"{TYPED}:n=4")
    one, other = spec.create(0, 5), spec.create(1, 6)
    assert one is not other
    assert (one.seat, one.seed, one.params.n) == (0, 5, 4)
    assert (other.seat, other.seed, other.params.n) == (1, 6, 4)
    assert isinstance(spec, BotSpec)


def test_default_that_is_spelled_out_makes_no_other_bot() -> None:
    with pytest.raises(BotError) as caught:
        parse_bots(f"{TYPED}:bold=yes,{TYPED}:n=1,random,{TYPED}")
    assert str(caught.value) == f"'{TYPED}:n=1' and '{TYPED}' are the same bot: give one of them a label="
    assert len(parse_bots(f"{TYPED}:n=1,{TYPED}:label=b,{TYPED}:n=2")) == 3


def test_kernel_takes_numbers() -> None:
    with pytest.raises(BotError, match="a kernel takes numbers, and style='calm' is none: write kernel_parameters"):
        CompiledBot.kernel_parameters(parse_bot(TYPED).params, Budget())
