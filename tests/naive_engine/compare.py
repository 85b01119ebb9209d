"""Do two engines agree? Random games in lockstep with the naive engine, every public value compared."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from .board import format_square
from .game import NaiveGame
from .palaces import find_palaces, is_open
from .rules import COLOURS


class Playable(Protocol):
    """What the compared game must offer: the public interface that other programs may rely on."""

    @property
    def setup(self) -> Mapping[str, str]:
        """What chance decided, as in a record."""

    @property
    def to_move(self) -> int | None:
        """The seat that decides now."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def palace_tiles(self) -> Iterable[int | None]:
        """The holders of the four palace tiles."""

    @property
    def tower_tiles(self) -> Iterable[int | None]:
        """The holders of the four tower tiles."""

    def legal_moves(self) -> Iterable[object]:
        """The legal moves, whose str() is their text."""

    def play(self, move: str, /) -> object:
        """Play a move given as text."""

    def scores(self) -> Iterable[int]:
        """The points of all seats."""

    def winners(self) -> Iterable[int]:
        """The winning seats."""

    def record(self) -> Mapping[str, Any]:
        """The game as a record."""


MakeGame = Callable[[str, int, Mapping[str, Any], int], Playable]


def compare_games(
    make_game: MakeGame,
    rules_name: str,
    players: int,
    n_games: int,
    seed: int,
    biased: bool = False,
    overrides: Mapping[str, Any] | None = None,
) -> int:
    """Play random games on both engines and return the plies compared.

    make_game(rules_name, players, overrides, seed) makes the game to compare; its set-up is taken over.
    The first difference raises AssertionError with all that is needed to reproduce it. biased=True extends
    open palaces and claims the larger ones more often.
    """
    plies = 0
    for game_seed in range(seed, seed + n_games):
        rng = random.Random(f"{rules_name} {players} {game_seed} {biased}")
        appetite = rng.choice((1.0, 2.0, 3.0))
        compared = make_game(rules_name, players, dict(overrides or {}), game_seed)
        naive = NaiveGame(rules_name, players, overrides, dict(compared.setup))
        where = f"rules={rules_name!r} players={players} overrides={dict(overrides or {})} seed={game_seed}"
        while True:
            moves = naive.legal_moves()
            _assert_same(compared, naive, moves, where)
            plies += 1
            if naive.is_over:
                break
            move = choose(naive, moves, rng, appetite if biased else 0.0)
            try:
                compared.play(move)
            except Exception as error:
                raise AssertionError(_report(where, naive, f"play({move!r})", repr(error), "legal")) from error
            naive.play(move)
    return plies


def _assert_same(compared: Playable, naive: NaiveGame, moves: list[str], where: str) -> None:
    record = compared.record()
    pairs: list[tuple[str, object, object]] = [
        ("to_move", compared.to_move, naive.to_move),
        ("is_over", compared.is_over, naive.is_over),
        ("legal_moves", sorted(map(str, compared.legal_moves())), moves),
        ("scores", list(compared.scores()), naive.scores()),
        ("score_sources", [dict(source) for source in record["score_sources"]], naive.score_sources()),
        ("palace_tiles", list(compared.palace_tiles), naive.palace_tiles),
        ("tower_tiles", list(compared.tower_tiles), naive.tower_tiles),
    ]
    if naive.is_over:
        pairs.append(("winners", list(compared.winners()), naive.winners()))
        pairs.append(("ranks", list(record["ranks"]), naive.ranks()))
    for name, got, expected in pairs:
        if got != expected:
            raise AssertionError(_report(where, naive, name, got, expected))


def _report(where: str, naive: NaiveGame, name: str, got: object, expected: object) -> str:
    lines = [
        f"{name} differs: {where} setup={naive.setup} ply={len(naive.moves)}",
        f"moves: {' '.join(naive.moves)}",
        f"compared engine: {got}",
        f"naive engine:    {expected}",
    ]
    if isinstance(got, list) and isinstance(expected, list) and name == "legal_moves":
        twice = sorted({move for move in got if got.count(move) > 1})
        lines.append(f"only compared: {sorted(set(got) - set(expected))}, twice: {twice}")
        lines.append(f"only naive: {sorted(set(expected) - set(got))}")
    return "\n".join(lines)


def choose(game: NaiveGame, moves: list[str], rng: random.Random, appetite: float) -> str:
    """A random move; with an appetite, open palaces are extended and larger ones claimed more often."""
    if appetite == 0.0:
        return rng.choice(moves)
    palaces = find_palaces(game.state.board)
    weights = {"S": 1.0, "I": 0.7, "W": 0.5, "T": 2.0} | dict.fromkeys(COLOURS, 0.3)
    weights |= {palace.colour: 4.0 * appetite for palace in palaces if is_open(game.state.board, palace)}
    for palace in palaces:
        liking = (palace.size / 4) ** appetite
        weights |= {"D" + format_square(palace.first): liking, "N" + format_square(palace.first): 0.3 * liking}
    return rng.choices(moves, [weights.get(move, weights.get(move[0], 1.0)) for move in moves])[0]
