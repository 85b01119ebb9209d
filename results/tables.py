"""What does the Elo table of a run say?"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from .arrays import Ints
from .by_seat import rate_by_seat
from .confidence import MIN_BLOCKS
from .errors import ResultsError
from .faultless import faultless_games, faultless_rows
from .games import EMPTY_SEAT, GameBatch, Termination
from .numbers import known
from .pair_residuals import residuals
from .ranges import rank_ranges
from .rating import Rating, rate
from .seats import SeatEffects
from .separation import Separation
from .table_rows import BotRow, DifferenceRow, EloTable, ResidualRow, SeatRow, SeatTest
from .wins import WinElo, win_elo

__all__ = ["REFERENCE", "BotRow", "DifferenceRow", "EloTable", "SeatRow", "bot_labels", "elo_table"]

REFERENCE = "mean of the bots without a bound"


def elo_table(
    games: GameBatch,
    config: Mapping[str, object],
    *,
    anchors: Mapping[str, float] | None = None,
    win_only: bool = False,
    by_seat: bool = False,
    without_faults: bool = False,
    repeated: int = 0,
) -> EloTable:
    """Rate a run's games; `config` is the run's configuration.

    `anchors` gives bots, by label, their Elo or their mean Elo. With `win_only` only who won counts; `by_seat` rates
    every bot on every seat as well; `without_faults` leaves games out in which a bot faulted. `repeated` is told on.
    No games, or an anchor that cannot be one, raise `ResultsError`.
    """
    names = bot_labels(config)
    if not len(games):
        raise ResultsError("the run holds no finished game yet: there is nothing to rate")
    n_before = len(games)
    if without_faults:
        games = faultless_games(games)
        if not len(games):
            raise ResultsError(f"all {n_before} games of the run have faults: nothing is left to rate")
    fixed = {_place(names, label): elo for label, elo in (anchors or {}).items()}
    rating = rate(games.bots, games.ranks, games.blocks, names=names, win_only=win_only, anchors=fixed)
    wins = None
    if games.seats > 2 and not win_only:
        wins = win_elo(games.bots, games.ranks, games.blocks, rating)
    order, ranges, scores = _order(rating), rank_ranges(rating), games.scores
    return EloTable(
        bots=tuple(_bot_row(bot, rating, wins, ranges, games, scores) for bot in order),
        differences=tuple(_difference_row(a, b, rating) for place, a in enumerate(order) for b in order[place + 1 :]),
        seats=tuple(_seat_row(number, group, games) for group in rating.seats for number in range(len(group.seats))),
        seat_tests=tuple(SeatTest(g.players, known(g.statistic), known(g.p)) for g in rating.seats),
        residuals=() if win_only or not rating.has_elo else tuple(_residual_rows(games, rating)),
        by_seat=tuple(rate_by_seat(games, rating.names, win_only=win_only)) if by_seat else (),
        faultless=tuple(faultless_rows(games, rating, order, win_only=win_only, anchors=fixed)),
        has_elo=rating.has_elo,
        games=len(games),
        blocks=rating.n_blocks,
        distinct_games=len(np.unique(games.moves_hash)),
        design_effect=known(rating.design_effect),
        tie_rate=_tie_rate(games),
        shared_win_rate=float(((games.ranks == 1).sum(axis=1) > 1).mean()),
        win_only=win_only,
        reference=_reference(anchors),
        has_anchors=bool(anchors),
        prior_elo=rating.prior_elo,
        players=tuple(group.players for group in rating.seats),
        rules=str(config.get("rules", "unknown")),
        rules_version=str(config.get("rules_version", "unknown")),
        faults=_faults(games),
        faulty_games=len(games) - len(faultless_games(games)),
        precision=_precision(config),
        left_out=n_before - len(games),
        repeated=repeated,
        outdated=tuple(_outdated(config)),
        note=_note(rating),
    )


def bot_labels(config: Mapping[str, object]) -> list[str]:
    """The labels of a run's bots, in the order of their indexes."""
    bots = config.get("bots")
    if not isinstance(bots, list | tuple):
        raise ResultsError('a run\'s configuration needs "bots", a list of {"label": …, …} for its bots')
    return [str(bot["label"]) for bot in bots]


def _outdated(config: Mapping[str, object]) -> Iterator[str]:
    """The bots that have learned by another version of the rules than the run's."""
    bots, version = config.get("bots"), config.get("rules_version")
    for bot in bots if isinstance(bots, list | tuple) else ():
        if (learned := bot.get("rules_learned")) is not None and learned != version:
            yield f"{bot['label']} ({learned})"


def _place(names: Sequence[str], label: str) -> int:
    """The index of an anchor."""
    if label not in names:
        raise ResultsError(f"no bot {label!r} in the run that could be an anchor: there are {', '.join(names)}")
    return names.index(label)


def _reference(anchors: Mapping[str, float] | None) -> str:
    """What the table's Elo is relative to."""
    if not anchors:
        return REFERENCE
    if len(anchors) == 1:
        return "".join(f"{label} = {elo:g}" for label, elo in anchors.items())
    return f"mean of {', '.join(anchors)} = {np.mean(list(anchors.values())):g}"


def _tie_rate(games: GameBatch) -> float:
    """The share of the pairs of occupied seats that are tied."""
    tied = met = 0
    for a, b in combinations(range(games.seats), 2):
        both = (games.bots[:, a] != EMPTY_SEAT) & (games.bots[:, b] != EMPTY_SEAT)
        met += int(both.sum())
        tied += int((games.ranks[both, a] == games.ranks[both, b]).sum())
    return tied / met


def _precision(config: Mapping[str, object]) -> float | None:
    """The half-width that the run was asked for."""
    asked = config.get("precision")
    return float(asked["half_width"]) if isinstance(asked, Mapping) else None


def _order(rating: Rating) -> list[int]:
    """The bots that played, island by island (the largest first), the strongest first."""
    played = [int(bot) for bot in np.flatnonzero(rating.counts.games)]
    sizes = np.bincount(rating.island)

    def key(bot: int) -> tuple[float, int, float, int]:
        island = int(rating.island[bot])
        return (-float(sizes[island]), island, -float(np.nan_to_num(rating.elo[bot])), bot)

    return sorted(played, key=key)


def _bot_row(bot: int, rating: Rating, wins: WinElo | None, ranges: Ints, games: GameBatch, scores: Ints) -> BotRow:
    """One bot's part of a rating."""
    sits = games.bots == bot
    half_width = float(rating.half_width[bot])
    return BotRow(
        bot=rating.names[bot],
        elo=known(rating.elo[bot]),
        se=known(rating.se[bot]) if np.isfinite(half_width) else None,
        half_width=known(half_width) if rating.separated[bot] is Separation.NONE else None,
        separated=rating.separated[bot],
        bound=known(rating.bound[bot]),
        win_elo=known(wins.elo[bot]) if wins is not None else None,
        win_elo_differs=wins is not None and bool(wins.differs[bot]),
        best_place=int(ranges[bot, 0]) if rating.n_blocks >= MIN_BLOCKS else None,
        worst_place=int(ranges[bot, 1]) if rating.n_blocks >= MIN_BLOCKS else None,
        island=int(rating.island[bot]),
        games=int(rating.counts.games[bot]),
        blocks=int(rating.counts.blocks[bot]),
        mean_rank=known(rating.counts.mean_rank[bot]),
        win_share=known(rating.counts.win_share[bot]),
        mean_score=known(scores[sits].mean()),
        faults=int((games.terminations[sits] != Termination.NORMAL).sum()),
    )


def _difference_row(a: int, b: int, rating: Rating) -> DifferenceRow:
    """Two bots' part of a rating."""
    met = rating.island[a] == rating.island[b]
    se, critical = rating.difference_se(a, b), rating.critical(a, b)
    side = rating.difference_side(a, b)
    return DifferenceRow(
        a=rating.names[a],
        b=rating.names[b],
        elo=known(rating.elo[a] - rating.elo[b]) if met else None,
        se=known(se) if np.isfinite(critical) else None,
        half_width=known(se * critical) if side is Separation.NONE else None,
        separated=side,
        bound=known(rating.difference_bound(a, b)),
        los=known(rating.los(a, b)),
    )


def _seat_row(number: int, effects: SeatEffects, games: GameBatch) -> SeatRow:
    """One seat's part of a rating."""
    seat = effects.seats[number]
    games = games.take((games.bots != EMPTY_SEAT).sum(axis=1) == effects.players)
    half_width = float(effects.half_width[number])
    won = games.ranks == 1
    return SeatRow(
        players=effects.players,
        seat=seat,
        elo=float(effects.elo[number]),
        se=known(effects.se[number]) if np.isfinite(half_width) else None,
        half_width=known(half_width),
        win_share=float((won[:, seat] / won.sum(axis=1)).mean()),
        mean_score=float(games.scores[:, seat].mean()),
    )


def _residual_rows(games: GameBatch, rating: Rating) -> Iterator[ResidualRow]:
    """What pairs did beyond their Elos, the most surprising first."""
    found = residuals(games.bots, games.ranks, games.blocks, rating)
    for pair in np.argsort(found.p, kind="stable").tolist():
        yield ResidualRow(
            a=rating.names[found.a[pair]],
            b=rating.names[found.b[pair]],
            meetings=int(found.meetings[pair]),
            observed=float(found.observed[pair]),
            expected=float(found.expected[pair]),
            se=known(found.se[pair]),
            elo=known(found.elo[pair]),
            p=known(found.p[pair]),
        )


def _faults(games: GameBatch) -> tuple[tuple[str, int], ...]:
    """How many seats ended in which way other than normally."""
    numbers = np.bincount(games.terminations.ravel(), minlength=len(Termination))
    found = [(kind.name.lower(), int(numbers[kind])) for kind in Termination if kind is not Termination.NORMAL]
    return tuple(sorted(((kind, n) for kind, n in found if n), key=lambda fault: -fault[1]))


def _note(rating: Rating) -> str | None:
    """How many games would give error bars, in one sentence; None where there are enough."""
    if rating.n_blocks >= MIN_BLOCKS:
        return None
    games = MIN_BLOCKS * -(-rating.n_games // rating.n_blocks)
    return f"Error bars need at least {MIN_BLOCKS} blocks and this run has {rating.n_blocks}: {games} games would do."
