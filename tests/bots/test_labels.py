"""What are bots called? The shortest text that tells them apart."""

from pathlib import Path

import pytest

from medina_arena.bots import BotError, parse_bots, spec_labels

TYPED = "odd_bots.typed:Typed"


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        ("mcts,greedy", ["mcts", "greedy"]),
        ("mcts:simulations=5,greedy", ["mcts", "greedy"]),
        ("mcts:simulations=5,mcts:simulations=7", ["mcts:simulations=5", "mcts:simulations=7"]),
        ("mcts:simulations=5,mcts", ["mcts:simulations=5", "mcts"]),
        ("mcts:c=1:simulations=5,mcts:c=1:simulations=7", ["mcts:simulations=5", "mcts:simulations=7"]),
        ("mcts:c=1:simulations=5,mcts:c=2:simulations=5,greedy", ["mcts:c=1", "mcts:c=2", "greedy"]),
        (
            "mcts:c=1:simulations=5,mcts:c=1:simulations=7,mcts:c=2:simulations=7",
            ["mcts:c=1:simulations=5", "mcts:c=1:simulations=7", "mcts:c=2:simulations=7"],
        ),
        ("mcts:simulations=5:label=fast,mcts", ["fast", "mcts"]),
        ("mcts:simulations=5:label=fast,mcts:simulations=5:label=twin", ["fast", "twin"]),
        (f"{TYPED}:n=2", ["Typed"]),
        (f"{TYPED}:n=2,odd_bots.typed:Plain", ["Typed", "Plain"]),
        ("random,random:label=b,random:label=c", ["random", "b", "c"]),
        ("random:label=greedy,random", ["greedy", "random"]),
    ],
)
def test_label_is_the_shortest_telling_text(texts: str, labels: list[str]) -> None:
    assert spec_labels(parse_bots(texts)) == labels


@pytest.mark.parametrize(
    ("texts", "label"),
    [
        ("random,random", "random"),
        ("mcts:simulations=5,greedy,mcts:simulations=5", "mcts"),
        ("random:label=me,greedy:label=me", "me"),
        ("random:label=greedy,greedy", "greedy"),
        (f"{TYPED}:n=2,{TYPED}:n=3,{TYPED}:n=2", "Typed:n=2"),
    ],
)
def test_bots_of_one_name_need_a_label(texts: str, label: str) -> None:
    with pytest.raises(BotError) as caught:
        parse_bots(texts)
    assert str(caught.value) == f"two bots are called {label!r}: give one of them another label="


def test_classes_of_one_name_are_told_apart_by_their_files(tmp_path: Path) -> None:
    source = (
        "from medina_arena.bots import Bot\nclass Mine(Bot):\n    def choose(self, game, moves):\n        return '-'\n"
    )
    texts = []
    for name in ("old.py", "new.py"):
        (tmp_path / name).write_text(source)
        texts.append(f"{tmp_path / name}:Mine")
    assert spec_labels(parse_bots(texts)) == texts
    assert spec_labels(parse_bots([texts[0], f"{texts[1]}:label=new"])) == ["Mine", "new"]
    assert spec_labels(parse_bots([*texts, "random"])) == [*texts, "random"]
    assert spec_labels(parse_bots([texts[0], f"{texts[0]}:simulations=3", texts[1]])) == [
        texts[0],
        f"{texts[0]}:simulations=3",
        texts[1],
    ]
