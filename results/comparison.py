"""What does a rule change? Paired blocks of the same line-ups, seeds and seatings under several variants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import Any

import numpy as np

from .arrays import Floats
from .block_values import block_averages, first_seat_values, skill_values
from .confidence import MIN_BLOCKS
from .effects import Effects, paired_effects
from .errors import ResultsError
from .games import GameBatch
from .multiplicity import holm
from .numbers import known
from .rating import rate
from .resampling import Resampled, resample_means
from .table_rows import EloTable
from .tables import bot_labels, elo_table

_RISK = 0.05
_SKILL_MARGIN = 20.0
_SEAT_MARGIN = 10.0
CONTROL = "other seeds"
"""What the first variant is called where it is held against itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """The games of one variant, and what was measured of them."""

    name: str
    config: Mapping[str, Any]  # of its run
    games: GameBatch
    values: Floats  # [games, measures]  nan where a game has none


@dataclass(frozen=True, slots=True)
class Measure:
    """What a column of values is."""

    name: str
    about: str
    margin: float | None  # a difference too small to matter


class Finding(Enum):
    """What the numbers say of a difference."""

    DIFFERS = "differs"
    DIFFERS_LITTLE = "differs, but by less than the margin"
    SAME = "the same within the margin"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One measure under two variants. None where there is no such number, as errors with too few blocks."""

    metric: str
    about: str
    a: str
    b: str
    blocks: int  # with a value under both
    mean_a: float | None
    mean_b: float | None
    difference: float | None  # of b minus a, in the measure's own unit
    low: float | None  # 95 % interval of the difference, BCa
    high: float | None
    d_z: float | None
    cliffs_delta: float | None
    p: float | None  # sign flips of blocks
    p_holm: float | None  # over all measures and pairs of variants
    margin: float | None
    equivalence_p: float | None  # for "at least the margin apart", Holm's over the same family
    finding: Finding
    correlation: float | None
    detectable: float | None  # with a probability of 80 %, at a risk of 5 % for this measure alone


@dataclass(frozen=True, slots=True)
class Comparison:
    """All measures under all pairs of variants, and the noise floor."""

    rows: tuple[ComparisonRow, ...]
    control: tuple[ComparisonRow, ...]  # the first variant against itself under other seeds
    variants: tuple[str, ...]
    tables: tuple[EloTable, ...]  # of each variant
    control_table: EloTable | None  # of the games under other seeds


def compare_variants(
    variants: Sequence[Variant], measures: Sequence[Measure], control: Variant | None = None, *, seed: int = 0
) -> Comparison:
    """Compare all pairs of variants by their blocks; `control` is the first variant under other seeds.

    Strength counts as a measure too: the Elo of the first bot minus the last one's, and that of the first seat minus
    the others'. Variants whose games are not the same blocks raise `ResultsError`.
    """
    _check(variants, measures, control)
    everything = [*variants, *([control] if control is not None else [])]
    strengths = [_strengths(variant) for variant in everything]
    columns = [*measures, *_strength_measures(variants[0])]
    blocks = [
        np.column_stack([block_averages(v.values, v.games.blocks), *found])
        for v, found in zip(everything, strengths, strict=True)
    ]
    pairs = list(combinations(range(len(variants)), 2))
    names = [variant.name for variant in variants]
    rows = _rows([(names[a], names[b], blocks[a], blocks[b]) for a, b in pairs], columns, seed)
    floor = [] if control is None else _rows([(names[0], CONTROL, blocks[0], blocks[-1])], columns, seed)
    tables = [elo_table(variant.games, variant.config) for variant in everything]
    control_table = None if control is None else tables.pop()
    return Comparison(tuple(rows), tuple(floor), tuple(names), tuple(tables), control_table)


def _check(variants: Sequence[Variant], measures: Sequence[Measure], control: Variant | None) -> None:
    """Raise `ResultsError` for games that cannot be paired."""
    if len(variants) < 2:
        raise ResultsError(f"a comparison needs at least two variants, not {len(variants)}")
    for variant in [*variants, *([control] if control is not None else [])]:
        if variant.values.shape != (len(variant.games), len(measures)):
            wanted = (len(variant.games), len(measures))
            raise ResultsError(f"the values of {variant.name} must have the shape {wanted}, not {variant.values.shape}")
        if not np.array_equal(np.sort(variant.games.ids), np.sort(variants[0].games.ids)):
            raise ResultsError(f"{variant.name} was not played in the same blocks as {variants[0].name}")


def _strength_measures(variant: Variant) -> list[Measure]:
    """The measures that are fitted to all games."""
    seat = Measure("first_seat", "Elo of the first seat minus the others", _SEAT_MARGIN)
    labels = bot_labels(variant.config)
    if len(labels) == 1:
        return [seat]
    return [Measure("skill_gradient", f"Elo of {labels[0]} minus {labels[-1]}", _SKILL_MARGIN), seat]


def _strengths(variant: Variant) -> list[Floats]:
    """[measures][blocks] The values of the fitted measures, nan where the games set no limit to one."""
    games = variant.games
    rating = rate(games.bots, games.ranks, games.blocks, names=bot_labels(variant.config))
    seat = first_seat_values(rating)
    if len(rating.names) == 1:
        return [seat]
    gradient = skill_values(rating, 0, len(rating.names) - 1)
    return [np.full(rating.n_blocks, np.nan) if gradient is None else gradient, seat]


def _rows(
    pairs: Sequence[tuple[str, str, Floats, Floats]], measures: Sequence[Measure], seed: int
) -> list[ComparisonRow]:
    """The rows of pairs of variants, which are one family of questions."""
    margins = np.array([np.nan if m.margin is None else m.margin for m in measures])
    effects = [paired_effects(a, b, margins) for _, _, a, b in pairs]
    chance = resample_means(np.hstack([b - a for _, _, a, b in pairs]), seed=seed)
    blocks = np.concatenate([effect.blocks for effect in effects])
    is_judged = blocks >= MIN_BLOCKS
    p_holm = holm(np.where(is_judged, chance.p, np.nan))
    same_p = holm(np.where(is_judged, np.concatenate([effect.equivalence_p for effect in effects]), np.nan))
    rows = []
    for number, (a, b, _, _) in enumerate(pairs):
        for place, measure in enumerate(measures):
            column = number * len(measures) + place
            rows.append(
                _row(
                    measure, a, b, effects[number], place, chance, column, float(p_holm[column]), float(same_p[column])
                )
            )
    return rows


def _row(
    measure: Measure,
    a: str,
    b: str,
    effect: Effects,
    place: int,
    chance: Resampled,
    column: int,
    p_holm: float,
    same_p: float,
) -> ComparisonRow:
    """One row of the table."""
    is_judged = effect.blocks[place] >= MIN_BLOCKS
    return ComparisonRow(
        metric=measure.name,
        about=measure.about,
        a=a,
        b=b,
        blocks=int(effect.blocks[place]),
        mean_a=known(effect.mean_a[place]),
        mean_b=known(effect.mean_b[place]),
        difference=known(effect.difference[place]),
        low=known(chance.low[column]) if is_judged else None,
        high=known(chance.high[column]) if is_judged else None,
        d_z=known(effect.d_z[place]),
        cliffs_delta=known(effect.delta[place]),
        p=known(chance.p[column]) if is_judged else None,
        p_holm=known(p_holm),
        margin=measure.margin,
        equivalence_p=known(same_p),
        finding=_finding(p_holm < _RISK, same_p < _RISK),
        correlation=known(effect.correlation[place]),
        detectable=known(effect.detectable[place]) if is_judged else None,
    )


def _finding(differs: bool, is_small: bool) -> Finding:
    """Both questions together."""
    if differs:
        return Finding.DIFFERS_LITTLE if is_small else Finding.DIFFERS
    return Finding.SAME if is_small else Finding.OPEN
