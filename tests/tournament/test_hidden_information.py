"""What can a bot find out that it should not know? Hidden picks, and the seeds of a run."""

import pickle
from typing import Any

import numpy as np
import pytest
from odd_bots.spies import NOTES, Note
from scheduled_games import make_config, one_block_each, schedule

from medina_arena.engine import STATE, Game, Move
from medina_arena.engine.state import HIDDEN, NO_PICK
from medina_arena.results import Termination
from medina_arena.tournament import play
from medina_arena.tournament.play import play_games

RUN_SEED = 2**52 + 123_456_789_012_345


@pytest.fixture
def notes() -> list[Note]:
    """What spies see in the test."""
    NOTES.clear()
    return NOTES


def _hidden(game: Game) -> list[int]:
    """The places of hidden picks in the list of moves."""
    return [place for place, move in enumerate(game.moves) if str(move) == "??"]


def _others(game: Game, place: int) -> list[Move]:
    """Every pick that could stand at that place."""
    before = Game(game.rules, game.players, game.seed, moves=game.moves[:place])
    return before.legal_moves()


def test_picks_are_hidden_from_python_bots(notes: list[Note]) -> None:
    """Games that differ in what is hidden look the same to a bot, byte for byte."""
    config = make_config(["odd_bots.spies:Spy", "random", "greedy"], "gift", 3)
    play_games(config, one_block_each(config))
    whole = {note.game.seed: note.game for note in notes if note.when == "finish"}
    assert not any(_hidden(game) for game in whole.values())
    n_hidden = n_changed = 0
    finished: Game | None = None
    for note in reversed(notes):  # a game's end comes first
        if note.when == "finish":
            finished = note.game
        assert finished is not None
        hidden = _hidden(note.game)
        n_hidden += len(hidden)
        if not hidden or n_changed > 60:
            continue
        assert note.when == "choose"
        shown = [note.game.moves, note.game.record()["moves"].split(), repr(note.game).split("'")[-2].split()]
        assert all([str(shown_list[place]) for place in hidden] == ["??"] * len(hidden) for shown_list in shown)
        states = np.zeros(1, STATE)
        note.game.write_state(states, note.seat)
        picks = states[0]["pick"].tolist()
        assert all(pick in (NO_PICK, HIDDEN) for seat, pick in enumerate(picks) if seat != note.seat)
        moves = finished.moves[: note.game.ply]
        views = set()
        for pick in _others(finished, hidden[0])[::3]:
            moves[hidden[0]] = pick
            game = Game(config.rules, 3, note.game.seed, moves=moves)
            views.add(_bytes(game.view(note.seat)))
        assert views == {_bytes(note.game)}
        n_changed += 1
    assert n_hidden > 150
    assert n_changed > 60


def _bytes(game: Game) -> bytes:
    """A game as bytes that do not depend on how it came about."""
    return pickle.dumps(pickle.loads(pickle.dumps(game)))


@pytest.mark.parametrize("way", ["compiled", "move by move"])
@pytest.mark.parametrize("players", [3, 4])
def test_picks_are_hidden_from_kernels(way: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe faults when it sees a pick, or memory that is not new."""
    if way == "move by move":
        monkeypatch.setattr(play, "_has_kernel", lambda spec: False)
    config = make_config(["odd_bots.kernels:Probe", "greedy"], "gift", players, games=60)
    batch = play_games(config, schedule(config))
    assert (batch.terminations == Termination.NORMAL).all()


def test_probe_would_see_a_pick() -> None:
    config = make_config(["odd_bots.kernels:Probe"], "gift", 3)
    game = Game("gift", 3, moves="Ih6 ?W ?S")
    for viewer, answer in ((0, -3), (2, None)):  # seat 2 picks; seat 0's own pick is not for it
        states = np.zeros(4, STATE)
        game.write_state(states, viewer)
        bot: Any = config.bots[0].create(2, 5)
        buffers = (states, *bot._buffers[1:])
        chosen = type(bot).kernel(*buffers)
        assert chosen == answer if answer is not None else game.is_legal(Move(chosen))


@pytest.mark.parametrize(("rules", "players"), [("rulebook", 4), ("gift", 3), ("second-edition", 2)])
def test_nothing_shows_the_seed_of_the_run(rules: str, players: int, notes: list[Note]) -> None:
    config = make_config(["odd_bots.spies:Spy", "random"], rules, players, seed=RUN_SEED, random_plies=3)
    games = one_block_each(config)
    play_games(config, games)
    streams = {int(seed) for column in (games.opening_seeds, games.stand_in_seeds) for seed in column.ravel()}
    rows = {int(seed) for seed in games.bot_seeds.ravel()}
    assert len(notes) > 100
    for note in notes:
        text = f"{note.game!r} {note.game.record()} {note.own} {note.pickled!r}"
        own = int(note.own.partition("'seed': ")[2].partition("}")[0].partition(",")[0])
        assert own in rows
        for secret in (RUN_SEED, *streams, *(rows - {own})):
            assert str(secret) not in text
            assert (secret % 2**64).to_bytes(8, "little") not in note.pickled
    assert {note.game.seed for note in notes} == set(games.seeds.tolist())
