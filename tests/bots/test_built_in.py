"""Does every built-in bot play as well in tournaments as alone? Whoever is registered is tested here.

The rules of bots themselves are checked by the battery, see test_conformance.
"""

import pickle
from dataclasses import FrozenInstanceError, asdict, replace

import pytest
from scheduled_games import assert_same, built_in, make_config, one_block_each, take

from medina_arena.bots import CHECKS, Bot, BotSpec, check_bot, parse_bot
from medina_arena.engine import Game, Move
from medina_arena.results import Termination
from medina_arena.tournament import play
from medina_arena.tournament.play import play_games

BOTS = built_in(simulations=5)


def _spec(bot: str) -> BotSpec:
    return parse_bot(bot)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("rules", ["bsw:tower_connection=tower", "rulebook:supply_palace=1:supply_walls=0"])
def test_plays_with_changed_switches(bot: str, rules: str) -> None:
    report = check_bot(bot, rules=[rules], skip=set(CHECKS) - {"legal moves"})
    assert report.is_passed, f"\n{report}"


@pytest.mark.parametrize("bot", BOTS)
def test_decides_by_its_seed_and_the_game_it_is_shown(bot: str) -> None:
    """Neither its seat's number nor how often others were asked matters."""
    spec = _spec(bot)
    game = Game("bsw", 4, moves="Ih6 Gc3 W1h Kd8")
    moves = game.legal_moves()
    others = [spec.create(0, seed) for seed in range(3)]
    first = [_first_choice(spec.create(0, 7), game), _first_choice(spec.create(0, 8), game)]
    for other in others:
        other.choose(game, moves)
    assert [_first_choice(spec.create(0, 7), game), _first_choice(spec.create(0, 8), game)] == first


def _first_choice(bot: Bot, game: Game) -> Move | str:
    return bot.choose(game.copy(), game.legal_moves())


@pytest.mark.parametrize("way", ["compiled", "move by move"])
@pytest.mark.parametrize("bot", BOTS)
def test_keeps_nothing_between_games(bot: str, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games A B and B A are the same games."""
    if way == "move by move":
        monkeypatch.setattr(play, "_has_kernel", lambda spec: False)
    config = make_config([bot, f"{bot}:label=twin"], "gift", 3)
    games = one_block_each(config)
    n = len(games)
    forwards = play_games(config, games)
    backwards = play_games(config, take(games, slice(None, None, -1)))
    assert_same(backwards.take(slice(None, None, -1)), forwards)
    alone = [play_games(config, take(games, slice(row, row + 1))) for row in (n - 1, 0)]
    assert_same(alone[0], forwards.take(slice(n - 1, n)))
    assert_same(alone[1], forwards.take(slice(0, 1)))


@pytest.mark.parametrize("bot", BOTS)
def test_seats_have_streams_of_their_own(bot: str) -> None:
    """Another seed at one seat changes the game; the same seeds do not."""
    config = make_config([bot, f"{bot}:label=twin"], players=3)
    games = one_block_each(config)
    batch = play_games(config, games)
    for seat in range(3):
        seeds = games.bot_seeds.copy()
        seeds[:, seat] += 1
        other = play_games(config, replace(games, bot_seeds=seeds))
        assert (other.moves_hash != batch.moves_hash).all()
    assert_same(play_games(config, replace(games, bot_seeds=games.bot_seeds.copy())), batch)


@pytest.mark.parametrize("bot", BOTS)
def test_hidden_picks_do_not_matter(bot: str) -> None:
    """What others have picked in this turn changes no decision, though the bot may ask the game anything."""
    spec = _spec(bot)
    for seed in range(5):
        chosen = set()
        for first in ("?W", "?G", "?I"):
            for second in ("?S", "?O", "?W"):
                game = Game("gift", 4, moves=["Ih6", first, second]).view(2)
                chosen.add(str(spec.create(2, seed).choose(game, game.legal_moves())))
        assert len(chosen) == 1


@pytest.mark.parametrize("bot", BOTS)
def test_plays_after_any_moves(bot: str) -> None:
    """Bots must cope with positions that they would not reach themselves."""
    config = make_config([bot, f"{bot}:label=twin"], players=4, opening="bot", random_plies=100)
    batch = play_games(config, one_block_each(config))
    assert (batch.terminations == Termination.NORMAL).all()


@pytest.mark.parametrize("bot", BOTS)
def test_specification_travels(bot: str) -> None:
    spec = _spec(bot)
    twin = pickle.loads(pickle.dumps(spec))
    assert (twin, twin.text, twin.key) == (spec, spec.text, spec.key)
    assert twin.bot_class is spec.bot_class
    assert parse_bot(spec.text) == spec


@pytest.mark.parametrize("bot", BOTS)
def test_parameters_are_typed_and_frozen(bot: str) -> None:
    params, twin = _spec(bot).params, _spec(bot).params
    assert params is not twin
    assert (params, hash(params)) == (twin, hash(twin))
    for name in asdict(params):
        with pytest.raises(FrozenInstanceError):
            setattr(params, name, None)
