"""Does the informed search keep its promises? Its tree, its candidates, its time."""

from time import thread_time

import numpy as np
import pytest
from scheduled_games import TABLES

from medina_arena.bots import BotError, CompiledBot, parse_bot
from medina_arena.bots.mcts.nodes import COUNT, FIRST, MOVE, NO_NODE, VISITS, node_rows
from medina_arena.engine import Game

_FREE, _ROOT = 0, 2  # the words of the memory that say how many nodes there are, and where the root is


def _bot(game: Game, options: str) -> CompiledBot:
    assert game.to_move is not None
    bot = parse_bot(f"mcts:{options}").create(game.to_move, 1)
    assert isinstance(bot, CompiledBot)
    return bot


def _rows(bot: CompiledBot) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    memory = bot._buffers[3]
    rows: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = node_rows(memory)[: memory[_FREE]]
    return rows


def _root_visits(bot: CompiledBot) -> int:
    return int(_rows(bot)[bot._buffers[3][_ROOT], VISITS])


def test_tree_is_used_on_within_a_turn() -> None:
    """The second placement finds the simulations that went through the first one."""
    game = Game("rulebook", 4, moves="Ih6 Gc3 W1h")
    bot = _bot(game, "simulations=300")
    game.play(bot.choose(game, game.legal_moves()))
    assert _root_visits(bot) == 300
    assert game.to_move == bot.seat
    bot.choose(game, game.legal_moves())
    assert _root_visits(bot) > 310


def test_other_seats_moves_begin_a_new_tree() -> None:
    game = Game("rulebook", 4, moves="Ih6 Gc3 W1h")
    bot = _bot(game, "simulations=100")
    bot.choose(game, game.legal_moves())
    other = Game("rulebook", 4, moves="Ih6 Gc3 W2h")
    bot.choose(other, other.legal_moves())
    assert _root_visits(bot) == 100


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_moves_of_the_tree_are_different(rules: str, players: int) -> None:
    """Also after the list of candidates was widened."""
    game = Game(rules, players, seed=5)
    bot = _bot(game, "simulations=2000")
    bot.choose(game, game.legal_moves())
    rows = _rows(bot)
    n_seen = 0
    for row in rows[rows[:, COUNT] > 0]:
        moves = [move for move in rows[row[FIRST] : row[FIRST] + row[COUNT], MOVE].tolist() if move != NO_NODE]
        assert len(set(moves)) == len(moves)
        n_seen += 1
    assert n_seen > 20


def test_playouts_go_on_for_so_many_turns_or_to_the_end() -> None:
    game = Game("gift", 4, seed=5)  # where the position at the end of a simulation stays in the second state
    while game.ply < 40:
        game.play(game.legal_moves()[0])
    assert game.to_move == 3  # it picks for seat 0, whose turn it is
    active = []
    for playout_turns in (0, 1, 2, 3, 1000):
        bot = _bot(game, f"simulations=1:playout_turns={playout_turns}")
        bot.choose(game, game.legal_moves())
        end = bot._buffers[0][1]
        active.append(int(end["active"]))
    assert active[:4] == [1, 2, 3, 0]
    assert end["n_legal"] == 0


@pytest.mark.parametrize("style", ["informed", "plain"])
def test_time_is_kept(style: str) -> None:
    game = Game("rulebook", 4, moves="Ih6 Gc3 W1h")
    bot = _bot(game, f"style={style}:time_ms=1")
    bot.choose(game, game.legal_moves())
    assert any(0.05 < _seconds(game, f"style={style}:time_ms=100") < 0.13 for _ in range(4))  # others may disturb one


def _seconds(game: Game, options: str) -> float:
    """The processor time of a decision."""
    bot = _bot(game, options)
    assert bot._buffers  # made before the clock runs
    moves = game.legal_moves()
    start = thread_time()
    move = bot.choose(game, moves)
    seconds = thread_time() - start
    assert game.is_legal(move)
    return seconds


@pytest.mark.parametrize("option", ["style=clever", "c=-1", "temperature=0", "temperature=nan", "playout_turns=-1"])
def test_impossible_parameters_are_refused(option: str) -> None:
    with pytest.raises(BotError, match=option.partition("=")[0]):
        parse_bot(f"mcts:{option}")
