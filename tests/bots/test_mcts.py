"""Does the search do what it says? As many simulations as asked for, on a tree of its own for each decision."""

from typing import Any

import numpy as np
import pytest
from scheduled_games import TABLES

from medina_arena.bots import CompiledBot, parse_bot
from medina_arena.bots.mcts import MctsBot, nodes
from medina_arena.bots.mcts.search import choose_by_plain_search
from medina_arena.bots.mcts.tree import NO_NODE, ROOT, first_child, move_of, next_sibling, visits_of
from medina_arena.engine import N_ACTIONS, Game, Move, compiled


@compiled
def _read_plain(memory: Any, moves: Any, visits: Any) -> tuple[int, int]:
    """Write moves and visits of the root's children; their number, and the root's visits."""
    n = 0
    child = first_child(memory, ROOT)
    while child != NO_NODE:
        moves[n], visits[n] = move_of(memory, child), visits_of(memory, child)
        n += 1
        child = next_sibling(memory, child)
    return n, visits_of(memory, ROOT)


def _search(game: Game, style: str, options: str, seed: int = 1) -> tuple[Move, int, dict[Move, int]]:
    """The move, the root's visits, and the visits of each move."""
    assert game.to_move is not None
    bot = parse_bot(f"mcts:style={style}:{options}").create(game.to_move, seed)
    assert isinstance(bot, CompiledBot)
    chosen = bot.choose(game.view(game.to_move), game.legal_moves())
    n_root, visits = _read(bot, style)
    return chosen, n_root, visits


def _read(bot: CompiledBot, style: str) -> tuple[int, dict[Move, int]]:
    """The root's visits, and the visits of each of its children's moves."""
    memory = bot._buffers[3]
    if style == "informed":
        rows = nodes.node_rows(memory)
        children = rows[rows[0, nodes.FIRST] :][: rows[0, nodes.COUNT]]
        return int(rows[0, nodes.VISITS]), {Move(int(row[nodes.MOVE])): int(row[nodes.VISITS]) for row in children}
    moves, visits = np.zeros((2, N_ACTIONS), np.int64)
    n, n_root = _read_plain(memory, moves, visits)
    return n_root, {Move(move): count for move, count in zip(moves[:n].tolist(), visits[:n].tolist(), strict=True)}


def _random_position(rules: str, players: int, n_moves: int) -> Game:
    game = Game(rules, players, seed=3)
    rng = np.random.default_rng(2)
    for _ in range(n_moves):
        game.play(game.legal_moves()[rng.integers(len(game.legal_moves()))])
    return game


def test_each_style_has_a_kernel_of_its_own() -> None:
    kernels = [MctsBot.kernel_for(parse_bot(f"mcts:style={style}").params) for style in ("informed", "plain")]
    assert kernels == [MctsBot.kernel, choose_by_plain_search]


@pytest.mark.parametrize(("rules", "players"), TABLES)
@pytest.mark.parametrize("simulations", [1, 2, 50, 700])
@pytest.mark.parametrize("style", ["plain", "informed"])
def test_simulations_are_exact(rules: str, players: int, simulations: int, style: str) -> None:
    """The root sees them all, its children share them, and the move is one of those that got most."""
    game = _random_position(rules, players, 12)
    chosen, n_root, visits = _search(game, style, f"simulations={simulations}")
    assert n_root == sum(visits.values()) == simulations
    assert set(visits) <= set(game.legal_moves())
    assert visits[chosen] == max(visits.values())
    if style == "plain":  # it tries every move before it tries one again
        assert len(visits) == min(simulations, len(game.legal_moves()))
        assert min(visits.values()) >= 1


@pytest.mark.parametrize("style", ["plain", "informed"])
def test_single_move_is_not_searched(style: str) -> None:
    """Nothing has to be decided."""
    game = Game("rulebook:supply_palace=1:supply_stables=0:supply_inhabitants=0:supply_walls=1", 3, moves="Ih6")
    while len(game.legal_moves()) > 1:
        game.play(game.legal_moves()[-1])
        assert not game.is_over
    bot = parse_bot(f"mcts:style={style}:simulations=50").create(0, 1)
    assert isinstance(bot, CompiledBot)
    assert [bot.choose(game, game.legal_moves())] == game.legal_moves()
    assert not bot._buffers[3].any()


def test_plain_search_begins_anew_for_each_decision() -> None:
    game = Game("bsw", 3, moves="Ih6 Gc3 W1h")
    bot = parse_bot("mcts:style=plain:simulations=40").create(2, 1)
    assert isinstance(bot, CompiledBot)
    for _ in range(3):
        bot.choose(game, game.legal_moves())
        n_root, visits = _read(bot, "plain")
        assert (n_root, sum(visits.values())) == (40, 40)


@pytest.mark.parametrize(("style", "flat"), [("plain", ""), ("informed", ":temperature=1000")])
def test_exploration_spreads_the_simulations(style: str, flat: str) -> None:
    """Of an informed search by its prior, which is flat here."""
    game = _random_position("second-edition", 2, 60)
    n = 3 * len(game.legal_moves())
    narrow, wide = (max(_search(game, style, f"simulations={n}:c={c}{flat}")[2].values()) for c in (0.01, 50))
    assert narrow > 2 * wide


@pytest.mark.parametrize("style", ["plain", "informed"])
@pytest.mark.parametrize("budget", ["simulations=20", "time_ms=1"])
def test_forced_move_takes_no_simulations(style: str, budget: str) -> None:
    """Whatever the decision before it took."""
    bot = parse_bot(f"mcts:style={style}:{budget}").create(0, 1)
    free = Game("rulebook", 4, moves="Ih6 Gc3 W1h")
    bot.choose(free, free.legal_moves())
    assert bot.simulations_done
    game = Game("rulebook:supply_palace=1:supply_stables=0:supply_inhabitants=0:supply_walls=1", 3, moves="Ih6")
    while len(game.legal_moves()) > 1:
        game.play(game.legal_moves()[-1])
    assert [bot.choose(game, game.legal_moves())] == game.legal_moves()
    assert bot.simulations_done == 0
