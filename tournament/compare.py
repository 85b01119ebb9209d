"""How are the games of a comparison played and measured? The same blocks under every variant, in parts."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from medina_arena.bots import BotSpec
from medina_arena.engine import Game, RuleSet
from medina_arena.results import Comparison, GameBatch, Measure, Variant, compare_variants

from .config import RunConfig, config_to_json
from .errors import RunError
from .interrupt import stop_on_signals
from .lineups import n_block_games, n_lineups
from .metric_loading import load_metric, measure_game
from .metrics import BUILT_IN
from .pool import WorkerPool, available_cpus
from .progress import Progress
from .schedule import make_plan, schedule_games

__all__ = ["CompareConfig", "compare_rules", "n_played", "play_comparison", "variant_names"]

_PART_GAMES = 60
"""About so many games are played and kept together."""
_POLL_SECONDS = 0.5
_OTHER_SEEDS = 1 << 52
"""Turns the seed of a comparison into that of its noise floor."""


@dataclass(frozen=True, slots=True)
class CompareConfig:
    """Everything that a comparison's games and measures depend on."""

    bots: tuple[BotSpec, ...]
    variants: tuple[RuleSet, ...]
    names: tuple[str, ...]
    """What each variant is called; all different."""
    players: int
    games: int
    """Of each variant, as asked for."""
    seed: int = 0
    metrics: tuple[str, ...] = tuple(BUILT_IN)
    """The names of the measures, as `load_metric` takes them."""
    margins: tuple[tuple[str, float], ...] = ()
    """Other margins than the measures' own, by name."""

    def __post_init__(self) -> None:
        """Check what a `RunConfig` does not, and what it does for every variant."""
        if len(self.variants) < 2:
            raise RunError(f"a comparison needs at least two rule sets, not {len(self.variants)}")
        if len(set(self.metrics)) < len(self.metrics):
            raise RunError(f"every metric is measured once, not as in {', '.join(self.metrics)}")
        names = [measure.name for measure in self.measures]
        for name, _ in self.margins:
            if name not in names:
                raise RunError(f"no measure {name!r} that could have a margin: there are {', '.join(names)}")
        list(self.runs())

    @property
    def measures(self) -> list[Measure]:
        """What is measured, with the margins that hold."""
        metrics, margins = map(load_metric, self.metrics), dict(self.margins)
        return [Measure(metric.name, metric.about, margins.get(metric.name, metric.margin)) for metric in metrics]

    @property
    def round_games(self) -> int:
        """The games of one round over all line-ups."""
        return n_block_games(len(self.bots), self.players) * n_lineups(len(self.bots), self.players)

    def runs(self) -> Iterator[RunConfig]:
        """The run of each variant in whole rounds, and last that of the first variant under other seeds."""
        games = -(-self.games // self.round_games) * self.round_games
        for rules in self.variants:
            yield RunConfig(self.bots, rules, self.players, games, self.seed)
        yield RunConfig(self.bots, self.variants[0], self.players, games, self.seed ^ _OTHER_SEEDS)


def variant_names(texts: Sequence[str]) -> tuple[str, ...]:
    """What variants are called that were typed like this: the text, numbered where it stands twice."""
    nth = [texts[: place + 1].count(text) for place, text in enumerate(texts)]
    return tuple(text if n == 1 else f"{text} ({n})" for text, n in zip(texts, nth, strict=True))


def play_comparison(
    config: CompareConfig, folder: Path, *, workers: int | None = None, progress: Progress | None = None
) -> bool:
    """Play what is missing and keep it in `folder`; whether all is there: False if Ctrl-C or SIGTERM came first."""
    runs = list(config.runs())
    todo = [part for part in _parts(config, runs) if not _part_file(folder, part).exists()]
    if not todo:
        return True
    folder.mkdir(parents=True, exist_ok=True)
    workers = min(workers or available_cpus(), len(todo))
    _compile_face(runs[0])
    pool = WorkerPool(partial(_measure, runs=runs, names=config.metrics), workers)
    waiting, running = iter(todo), dict[Future[tuple[GameBatch, npt.NDArray[np.float64]]], _Part]()
    with stop_on_signals() as stop, pool:
        try:
            while not stop.is_asked:
                while len(running) < 2 * workers and (part := next(waiting, None)) is not None:
                    running[pool.submit(part)] = part
                if not running:
                    return True
                for future in pool.wait(running, _POLL_SECONDS):
                    part = running.pop(future)
                    _write_part(_part_file(folder, part), *future.result())
                    if progress is not None:
                        progress.advance(part.last - part.first)
        except BrokenProcessPool:
            raise RunError("a worker died: what was finished is kept, go on with --resume") from None
    return False


def compare_rules(config: CompareConfig, folder: Path) -> tuple[Comparison, list[Variant]]:
    """Compare what `play_comparison` has left in `folder`; also the games of each variant, the noise floor last."""
    runs = list(config.runs())
    found: dict[int, list[tuple[GameBatch, npt.NDArray[np.float64]]]] = {number: [] for number in range(len(runs))}
    for part in _parts(config, runs):
        found[part.run].append(_read_part(_part_file(folder, part)))
    names = [*config.names, f"{config.names[0]}, other seeds"]
    variants = [
        Variant(
            name,
            config_to_json(run),
            GameBatch.concatenate([batch for batch, _ in found[number]]),
            np.concatenate([values for _, values in found[number]]),
        )
        for number, (name, run) in enumerate(zip(names, runs, strict=True))
    ]
    return compare_variants(variants[:-1], config.measures, variants[-1], seed=config.seed), variants


def n_played(config: CompareConfig, folder: Path) -> int:
    """The games that `play_comparison` has left in `folder`."""
    parts = _parts(config, list(config.runs()))
    return sum(part.last - part.first for part in parts if _part_file(folder, part).exists())


@dataclass(frozen=True, slots=True)
class _Part:
    """Games `first` to `last` - 1 of one of the runs."""

    run: int
    first: int
    last: int


def _parts(config: CompareConfig, runs: Sequence[RunConfig]) -> Iterator[_Part]:
    """All games of all runs, in parts of whole blocks; the runs take turns."""
    n_games = make_plan(runs[0]).n_games
    block = n_block_games(len(config.bots), config.players)
    size = max(_PART_GAMES // block, 1) * block
    for first in range(0, n_games, size):
        for run in range(len(runs)):
            yield _Part(run, first, min(first + size, n_games))


def _compile_face(run: RunConfig) -> None:
    """Compile in this process what watching and measuring games needs, so that forked workers find it ready."""
    game = Game(run.rules, run.players)
    while moves := game.legal_moves():
        game.play(moves[0])
    measure_game(game.view(0), list(BUILT_IN.values()))


def _measure(part: _Part, runs: Sequence[RunConfig], names: Sequence[str]) -> tuple[GameBatch, npt.NDArray[np.float64]]:
    """Play a part and measure each game when it is over."""
    from .play import play_games

    metrics = [load_metric(name) for name in names]
    values = np.full((part.last - part.first, len(metrics)), np.nan)

    def watch(row: int, game: Any) -> None:
        values[row] = measure_game(game, metrics)

    run = runs[part.run]
    scheduled = schedule_games(make_plan(run), part.first, part.last)
    return play_games(run, scheduled, watch=watch), values


def _part_file(folder: Path, part: _Part) -> Path:
    """Where a part is kept."""
    return folder / f"{part.run}-{part.first:09}-{part.last:09}.npz"


def _write_part(file: Path, batch: GameBatch, values: npt.NDArray[np.float64]) -> None:
    """Keep a part; the file is whole or not there."""
    draft = file.with_suffix(".draft")
    with draft.open("wb") as stream:
        np.savez(stream, values=values, **{field.name: getattr(batch, field.name) for field in fields(GameBatch)})
    os.replace(draft, file)


def _read_part(file: Path) -> tuple[GameBatch, npt.NDArray[np.float64]]:
    """A part that was kept."""
    try:
        with np.load(file) as arrays:
            columns: Mapping[str, Any] = {field.name: arrays[field.name] for field in fields(GameBatch)}
            return GameBatch(**columns), arrays["values"]
    except (OSError, ValueError, KeyError) as error:
        raise RunError(f"{file} cannot be read: remove it and go on with --resume ({error})") from error
