"""What does the folder of a comparison hold?"""

import csv
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from medina_arena.bots import parse_bot
from medina_arena.engine import RULES_VERSION, parse_rules
from medina_arena.results import (
    Comparison,
    RunStore,
    Variant,
    format_comparison,
    format_comparison_csv,
    format_comparison_json,
    format_comparison_markdown,
    format_id,
)
from medina_arena.results.store import GAMES_FILE

from .compare import CompareConfig
from .errors import RunError
from .fingerprints import fingerprint
from .metric_loading import metric_fingerprint

__all__ = ["CONFIG_FILE", "PARTS", "read_config", "write_config", "write_results"]

CONFIG_FILE = "compare.json"
PARTS = "parts"
"""The folder of what is finished, until all is."""
_TABLES = {
    "comparison.txt": format_comparison,
    "comparison.md": format_comparison_markdown,
    "comparison.csv": format_comparison_csv,
    "comparison.json": format_comparison_json,
}


def write_config(config: CompareConfig, folder: Path) -> None:
    """Say in a new folder what is compared there."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {
        "bots": [spec.text for spec in config.bots],
        "keys": [spec.key for spec in config.bots],
        "fingerprints": [fingerprint(spec) for spec in config.bots],
        "metric_fingerprints": [metric_fingerprint(name) for name in config.metrics],
        "variants": [str(rules) for rules in config.variants],
        "names": list(config.names),
        "players": config.players,
        "games": config.games,
        "seed": config.seed,
        "metrics": list(config.metrics),
        "margins": dict(config.margins),
        "rules_version": RULES_VERSION,
    }
    (folder / CONFIG_FILE).write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read_config(folder: Path) -> CompareConfig:
    """What is compared in a folder; `RunError` where nothing is, or where bots, measures or rules have changed."""
    try:
        data: dict[str, Any] = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
        if data["rules_version"] != RULES_VERSION:
            raise RunError(
                f"{folder} was begun with version {data['rules_version']} of the rules, this is {RULES_VERSION}"
            )
        bots = tuple(map(parse_bot, data["bots"]))
        if [spec.key for spec in bots] != data["keys"]:
            raise RunError(f"the bots of {folder} are not what they were when it was begun")
        now = [fingerprint(spec) for spec in bots] + [metric_fingerprint(name) for name in data["metrics"]]
        then = data["fingerprints"] + data["metric_fingerprints"]
        if changed := [name for name, a, b in zip(data["bots"] + data["metrics"], then, now, strict=True) if a != b]:
            raise RunError(
                f"the files of {' and '.join(map(repr, changed))} are not what they were when {folder} was begun: "
                "put them back, or begin a new comparison"
            )
        variants = tuple(map(parse_rules, data["variants"]))
        names, metrics, margins = tuple(data["names"]), tuple(data["metrics"]), tuple(data["margins"].items())
        return CompareConfig(bots, variants, names, data["players"], data["games"], data["seed"], metrics, margins)
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(f"{folder} is no comparison's folder: it has no {CONFIG_FILE}") from None
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise RunError(f"{folder / CONFIG_FILE} is damaged: {error}") from None


def write_results(comparison: Comparison, variants: Sequence[Variant], config: CompareConfig, folder: Path) -> None:
    """Leave the tables, and for each variant a run's folder with the value of every measure beside its games."""
    for number, variant in enumerate(variants, 1):
        home = folder / f"{number}-{variant.config['rules'].partition(':')[0]}"
        is_new = not (home / GAMES_FILE).exists()
        with RunStore.create(home, variant.config) if is_new else RunStore.open(home) as store:
            store.append(variant.games)  # what is there already, from a try that was cut short, is left alone
        with (home / "values.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["id", *config.metrics])
            for game, row in zip(variant.games.ids.tolist(), variant.values.tolist(), strict=True):
                writer.writerow([format_id(game), *("" if value != value else f"{value:.12g}" for value in row)])
    for name, form in _TABLES.items():
        (folder / name).write_text(form(comparison), encoding="utf-8", newline="\n")
    shutil.rmtree(folder / PARTS)
