"""Does a report show the run? Its numbers, its pictures with what to see in them, its faults; for any run."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import console_errors, needs_browser, open_browser, set_window
from click.testing import CliRunner
from simulated_games import Truth, as_batch, config_of, tournament

from medina_arena.results import GameBatch, ResultsError, RunStore, elo_table, format_id
from medina_arena.results.report import Link, Plot, build_comparison, build_report, write_figures
from medina_arena.tournament.cli import main

PLOTS = ["elo", "differences", "seats", "points", "scores", "sources", "length"]


def _batch(elo: list[float], players: int, games: int, fault_rate: float = 0.0) -> GameBatch:
    rng = np.random.default_rng(1)
    if len(elo) == 1:
        batch = _batch(elo * players, players, games)
        return replace(batch, bots=np.zeros_like(batch.bots))
    truth = Truth(np.array(elo), np.linspace(-20, 20, players), tie_gap=10)
    return as_batch(tournament(rng, truth, games), rng, fault_rate=fault_rate)


def _labels(n: int) -> list[str]:
    return [f"bot{number}" for number in range(n)]


@cache
def _report(
    elo: tuple[float, ...], players: int = 4, games: int = 400, fault_rate: float = 0.0
) -> tuple[str, dict[str, Plot], GameBatch, dict[str, Any]]:
    batch = _batch(list(elo), players, games, fault_rate)
    config = config_of(_labels(len(elo)), players)
    page, plots = build_report(batch, config, name="runs/one")
    return page, {plot.name: plot for plot in plots}, batch, config


def test_page_has_the_numbers_of_the_table() -> None:
    page, plots, batch, config = _report((-150.0, -50.0, 50.0, 150.0))
    table = elo_table(batch, config)
    assert list(plots) == PLOTS
    for row in table.bots:
        assert f"<td>{row.bot}</td><td>{row.elo:+.1f}</td>" in page
    for seat in table.seats:
        assert f"<td>{seat.seat}</td><td>{seat.elo:+.1f}</td>" in page
    for name in PLOTS:
        assert f'<figure id="{name}">' in page
    assert page.count("<figcaption>") == len(PLOTS)
    assert "No bot faulted." in page


def test_sentences_say_what_the_games_say() -> None:
    _, plots, batch, config = _report((-150.0, -50.0, 50.0, 150.0), games=4000)
    table = elo_table(batch, config)
    best = table.bots[0]
    assert best.elo is not None
    assert best.half_width is not None
    assert f"{best.bot} is first with {best.elo:+.0f} ± {best.half_width:.0f}" in plots["elo"].sentence
    assert plots["elo"].sentence.endswith("Of 3 neighbours in the order, 3 differ clearly.")
    assert "the 6 of 6 pairs whose 95 % interval leaves 0 out" in plots["differences"].sentence
    assert "The seats differ more than chance would (p < 0.001)." in plots["seats"].sentence
    low, middle, high = np.quantile(batch.placements, (0.05, 0.5, 0.95))
    assert plots["length"].sentence == (
        f"A game has {middle:.0f} moves in the middle; nine of ten have from {low:.0f} to {high:.0f}."
    )
    sits = batch.bots == int(best.bot.removeprefix("bot"))
    assert best.bot in plots["scores"].sentence
    assert f"{np.median(batch.scores[sits]):.0f} points" in plots["scores"].sentence


def test_page_asks_for_nothing_and_is_the_same_each_time() -> None:
    page, _, batch, config = _report((-100.0, 0.0, 100.0), 3)
    for word in ("http://", "https://", "<script", "@import", "src="):
        assert word not in re.sub(r"http://www\.w3\.org[^\"]*", "", page)
    assert build_report(batch, config, name="runs/one")[0] == page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert "#0a0b0c" not in page
    assert "currentColor" in page


def test_labels_are_text() -> None:
    batch = _batch([0.0, 50.0], 2, 200)
    config = config_of(["<script>alert(1)</script>", 'a "quoted" & $5 $6 label_of_quite_some_length'], 2)
    page, _ = build_report(batch, config, name="<b>")
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("elo", "players", "games"),
    [([0.0], 4, 8), ([0.0, 1e6], 2, 60), ([0.0, 40.0, 80.0, 160.0], 4, 1)],
)
def test_any_run_has_a_report(elo: list[float], players: int, games: int) -> None:
    page, plots, _, _ = _report(tuple(elo), players, games)
    assert ("elo" in plots) == (len(elo) > 1)
    assert "nan" not in re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL).lower()


def test_many_bots_are_shown_in_part() -> None:
    page, plots, _, _ = _report(tuple(float(10 * n) for n in range(30)), games=1500)
    assert "The pictures show the 12 strongest of 30 bots." in page
    assert len(page) < 1_000_000
    assert plots["elo"].draw().axes[0].get_ylim() == (11.5, -0.5)


def test_faults_are_listed_with_links() -> None:
    batch = _batch([0.0, 50.0, 100.0], 3, 300, fault_rate=0.05)
    rows, seats = np.nonzero(batch.terminations)
    first = int(batch.ids[rows[0]])
    page, _ = build_report(
        batch, config_of(_labels(3), 3), name="runs/one", links={first: Link("replays/x.html#ply=3")}
    )
    assert f"{len(rows)} times a bot" in page
    assert f"<tr><td>{format_id(first)}</td>" in page
    assert '<a href="replays/x.html#ply=3">replay</a>' in page
    assert page.count("illegal move</td>") == min(len(rows), 20)
    assert seats[0] >= 0


def test_no_games_are_an_error() -> None:
    with pytest.raises(ResultsError, match="no finished game"):
        build_report(GameBatch.empty(4), config_of(_labels(3), 4), name="x")


def test_figures_are_files(tmp_path: Path) -> None:
    _, plots, _, _ = _report((0.0, 50.0), 2, 200)
    paths = write_figures(tmp_path / "figures", {name: plots[name].draw for name in ("elo", "seats")})
    assert [path.name for path in paths] == ["elo.svg", "elo.png", "seats.svg", "seats.png"]
    assert paths[1].read_bytes()[:4] == b"\x89PNG"
    assert "<svg" in paths[0].read_text()


def test_command_writes_page_and_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with RunStore.create("mine", config_of(_labels(3), 3)) as store:
        store.append(_batch([0.0, 50.0, 100.0], 3, 90))
    result = CliRunner().invoke(main, ["report", "mine", "--figures", "figures"])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[0] == "mine/report.html"
    assert len(list(Path("figures").iterdir())) == 2 * len(PLOTS)
    assert Path("mine/report.html").read_text().startswith("<!DOCTYPE html>")
    nowhere = CliRunner().invoke(main, ["report", "mine", "--out", "nowhere/page.html"])
    assert (nowhere.exit_code, nowhere.stdout) == (2, "")
    assert nowhere.stderr.endswith("Error: --out nowhere/page.html: there is no folder nowhere\n")
    gone = CliRunner().invoke(main, ["report", "gone"])
    assert (gone.exit_code, gone.stderr) == (2, "Error: gone is no run's folder: there is no such folder\n")


def _comparison() -> dict[str, Any]:
    """What a comparison leaves in its folder, in short."""
    row = {"about": "what <it> is", "blocks": 40, "mean_a": 140.0, "cliffs_delta": 0.1, "p": 0.0001, "margin": None}
    row |= {"equivalence_p": None, "correlation": 0.5, "detectable": 1.0, "a": "rulebook", "b": "<bsw>"}
    rows = [
        row
        | {"metric": "length", "mean_b": 150.0, "difference": 10.0, "low": 8.0, "high": 12.0, "d_z": 1.5}
        | {"p_holm": 0.0002, "finding": "differs"},
        row
        | {"metric": "ties", "mean_b": 140.0, "difference": 0.0, "low": -0.1, "high": 0.1, "d_z": 0.0}
        | {"p_holm": 1.0, "finding": "the same within the margin"},
        row
        | {"metric": "well", "mean_b": None, "difference": None, "low": None, "high": None, "d_z": None}
        | {"p_holm": None, "finding": "open"},
    ]
    seats = [
        {"seat": n, "elo": 10.0 * n - 10, "half_width": 5.0, "win_share": 0.33, "mean_score": 30.0} for n in range(3)
    ]
    variants = [
        {"name": name, "seat_spread": spread, "table": {"games": 240, "seats": seats, "seat_tests": [{"p": 0.031}]}}
        for name, spread in (("rulebook", 4.0), ("<bsw>", 9.5))
    ]
    return {"variants": variants, "rows": rows, "control": []}


def test_comparison_has_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("comparison.json").write_text(json.dumps(_comparison()))
    result = CliRunner().invoke(main, ["report", ".", "--figures", "figures"])
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    assert sorted(path.name for path in Path("figures").iterdir()) == [
        "differences-1.png",
        "differences-1.svg",
        "seats.png",
        "seats.svg",
    ]
    page = Path("report.html").read_text()
    assert (
        "1 of 3 measures differ, 0 of them by less than their margin, most clearly length, by +10.00; "
        "1 are shown to be the same, 1 are open."
    ) in page
    assert "the seats are most unequal under &lt;bsw&gt;, where they spread by 9.5 Elo" in page
    assert "<td>length</td><td>140.0</td><td>150.0</td><td>+10.00</td><td>+8.00 … +12.00</td>" in page
    assert "<td class=text>what &lt;it&gt; is</td>" in page
    assert "<p>rulebook: all seats equal? p = 0.031</p>" in page
    assert "<bsw>" not in page


@pytest.mark.parametrize(
    ("spread", "sentence"),
    [(0.0, "the seats spread no more than chance would have it"), (None, "there are too few blocks to tell")],
)
def test_seats_that_do_not_differ_are_not_called_unequal(spread: float | None, sentence: str) -> None:
    data = _comparison()
    for variant in data["variants"]:
        variant["seat_spread"] = spread
    page, _ = build_comparison(data, name="x")
    assert sentence in page
    assert "most unequal" not in page


@pytest.mark.parametrize("text", ["{", "{}", '{"rows": [], "variants": []}', '{"rows": [1], "variants": [1]}', "[]"])
def test_damaged_comparison_is_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "comparison.json").write_text(text)
    result = CliRunner().invoke(main, ["report", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "comparison" in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.output


def test_report_needs_neither_engine_nor_numba() -> None:
    program = (
        "import sys, medina_arena.results.report\n"
        "assert not {'numba', 'medina_arena.engine', 'matplotlib.pyplot'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with open_browser() as driver:
        yield driver


@needs_browser
@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("is_dark", [False, True])
def test_page_fits_the_screen(width: int, is_dark: bool, browser: Any, tmp_path: Path) -> None:
    page, _, _, _ = _report((-150.0, -50.0, 50.0, 150.0), fault_rate=0.01)
    file = tmp_path / "report.html"
    file.write_text(page, encoding="utf-8")
    set_window(browser, width, is_dark=is_dark)
    browser.get(file.as_uri())
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    ink = browser.execute_script("return getComputedStyle(document.querySelector('#elo svg text')).fill")
    assert (ink == "rgb(236, 232, 223)") == is_dark
    assert console_errors(browser) == []
