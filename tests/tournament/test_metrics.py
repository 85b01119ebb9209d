"""Do the measures of a game say what the game itself says, ply by ply?"""

import math
from pathlib import Path

import numpy as np
import pytest
from scheduled_games import TABLES

from medina_arena.engine import Game, parse_rules
from medina_arena.tournament.errors import RunError
from medina_arena.tournament.metric_loading import known_metrics, load_metric, measure_game
from medina_arena.tournament.metrics import BUILT_IN
from medina_arena.tournament.trace import NOBODY, trace_game


def random_game(rules: str, players: int, seed: int) -> Game:
    game, rng = Game(rules, players, seed), np.random.default_rng(seed)
    while moves := game.legal_moves():
        game.play(moves[rng.integers(len(moves))])
    return game


def values_of(game: Game) -> dict[str, float]:
    return dict(zip(BUILT_IN, measure_game(game, list(BUILT_IN.values())).tolist(), strict=True))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_trace_is_what_the_game_says_at_every_ply(rules: str, players: int) -> None:
    game = random_game(rules, players, 3)
    trace = trace_game(game)
    again = Game(rules, players, 3, setup=game.setup)
    for ply, move in enumerate(game.moves):
        assert trace.seats[ply] == again.to_move
        assert trace.choices[ply] == len(again.legal_moves())
        assert trace.scores[ply].tolist() == again.scores()
        holders = [NOBODY if seat is None else seat for seat in (*again.palace_tiles, *again.tower_tiles)]
        assert trace.tiles[ply].tolist() == holders
        again.play(move)
    assert trace.scores[-1].tolist() == game.scores()
    assert (np.diff(trace.turns) >= 0).all()
    if parse_rules(rules).placements == 2 and not parse_rules(rules).gifts:
        assert np.bincount(trace.turns).max() <= 2


def test_a_trace_begins_where_the_game_began() -> None:
    whole = random_game("rulebook", 4, 5)
    start = Game("rulebook", 4, 5, moves=whole.moves[:60]).position()
    part = Game.from_position(start, moves=whole.moves[60:])
    assert trace_game(part).scores.tolist() == trace_game(whole).scores[60:].tolist()


def test_measures_are_those_of_the_game() -> None:
    game = random_game("rulebook", 4, 7)
    values, trace = values_of(game), trace_game(game)
    assert values["placements"] == game.ply
    assert values["forced"] == sum(trace.choices == 1)
    assert values["free_choice"] == pytest.approx(1 - values["forced"] / game.ply)
    assert values["choice_bits"] == pytest.approx(np.mean([math.log2(n) for n in trace.choices]))
    palaces = game.palaces()
    assert values["palaces"] == len(palaces)
    assert values["palace_size"] == pytest.approx(np.mean([len(palace.squares) for palace in palaces]))
    assert values["palaces_unclaimed"] == sum(palace.owner is None for palace in palaces)
    assert values["palaces_blocked"] <= values["palaces_unclaimed"]
    assert values["palace_tiles_held"] == 4 - game.palace_tiles.count(None)
    assert values["tower_tiles_held"] == 4 - game.tower_tiles.count(None)
    best, second = sorted(game.scores(), reverse=True)[:2]
    assert values["win_margin"] == best - second
    assert values["shared_win"] == (best == second)
    points = sum(value for name, value in values.items() if name.startswith("points_"))
    assert points == sum(game.scores())
    (winner,) = game.winners()
    behind = [max(row) - row[winner] for row in trace.scores.tolist()]
    assert values["drama"] == pytest.approx(np.mean(behind))
    deviation = np.array(game.scores()) - np.mean(game.scores())
    wanted = sum(deviation[seat] * deviation[seat - 1] for seat in range(4)) / sum(deviation**2)
    assert values["neighbour_effect"] == pytest.approx(wanted)
    assert math.isnan(values_of(random_game("rulebook", 3, 7))["neighbour_effect"])


def test_leads_and_tiles_are_followed() -> None:
    game = random_game("bsw", 4, 11)
    values, again = values_of(game), Game("bsw", 4, 11)
    leader: int | None = None
    leads = changes = 0
    first: dict[int, int] = {}
    holders: list[int | None] = [None] * 8
    for move in game.moves:
        again.play(move)
        scores = again.scores()
        ahead = [seat for seat in range(4) if scores[seat] == max(scores)]
        if len(ahead) == 1:
            leads += leader is not None and ahead[0] != leader
            leader = ahead[0]
        now = [*again.palace_tiles, *again.tower_tiles]
        changes += sum(a is not None and b is not None and a != b for a, b in zip(holders, now, strict=True))
        for tile, seat in enumerate(now):
            if seat is not None:
                first.setdefault(tile, seat)
        holders = now
    assert values["lead_changes"] == leads
    assert values["tile_changes"] == changes
    assert values["tiles_kept"] == pytest.approx(np.mean([holders[tile] == seat for tile, seat in first.items()]))


def test_a_function_of_a_file_is_a_measure(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from medina_arena.tournament.metrics import Metric\n"
        "def stables(game):\n    '''Stables on the board.'''\n    return len(game.stables())\n"
        "def gain(game, trace):\n    return trace.scores[-1].sum() - trace.scores[60].sum()\n"
        "late = Metric('late_points', gain, 'points', 2.0)\n"
        "def broken(game):\n    return game.nothing\n"
        "def endless(game):\n    return float('inf')\n"
        "number = 3\n"
    )
    game = random_game("rulebook", 4, 1)
    stables, late = load_metric(f"{file}:stables"), load_metric(f"{file}:late")
    assert (stables.name, stables.about, stables.margin) == ("stables", "Stables on the board.", None)
    assert (late.name, late.margin) == ("late_points", 2.0)
    assert measure_game(game, [stables])[0] == len(game.stables())
    for name, message in (
        ("broken", "metric 'broken' failed with AttributeError: .* on Game"),
        ("endless", "metric 'endless' must be a finite number, or nan for none, not inf on Game"),
    ):
        with pytest.raises(RunError, match=message):
            measure_game(game, [load_metric(f"{file}:{name}")])
    with pytest.raises(RunError, match="must be a function of a finished game, not 3"):
        load_metric(f"{file}:number")
    with pytest.raises(RunError, match="there is no function 'gone'"):
        load_metric(f"{file}:gone")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("placement", r"no metric 'placement' \(did you mean 'placements'\?\): known are placements, "),
        ("gone.py:f", r"'gone.py:f' cannot be loaded: FileNotFoundError: there is no file 'gone.py'"),
        ("no_such_module:f", "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_unknown_measures_are_named(source: str, message: str) -> None:
    with pytest.raises(RunError, match=message):
        load_metric(source)
    assert "win_margin" in known_metrics()
