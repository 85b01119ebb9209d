"""Do games in which rare things happen go as the naive engine says? Stored in data/games.jsonl by find_games.py."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from engine_games import assert_agreement, moves

from medina_arena.engine import Game

GAMES = [json.loads(line) for line in (Path(__file__).with_name("data") / "games.jsonl").read_text().splitlines()]
NAMES = [f"{game['event']}-{game['rules']}-{game['players']}" for game in GAMES]


@pytest.mark.parametrize("stored", GAMES, ids=NAMES)
def test_stored_game_goes_the_same_way(stored: dict[str, Any]) -> None:
    game = Game(stored["rules"], stored["players"], setup=stored["setup"])
    for ply, move in enumerate(stored["moves"].split()):
        if ply == stored["ply"]:
            assert Counter(legal[0] for legal in moves(game)) == stored["legal"]
        game.play(move)
    assert game.is_over
    assert [list(sources.values()) for sources in game.score_sources()] == stored["score_sources"]
    assert (game.palace_tiles, game.tower_tiles) == (stored["palace_tiles"], stored["tower_tiles"])
    assert (game.ranks(), game.winners()) == (stored["ranks"], stored["winners"])


@pytest.mark.parametrize("event", ["comes_back", "closes_without_space", "may_not_decline", "waits_for_a_claim"])
def test_stored_game_is_still_what_the_naive_engine_says(event: str) -> None:
    stored = next(game for game in GAMES if game["event"] == event)
    assert_agreement(Game(stored["rules"], stored["players"], setup=stored["setup"], moves=stored["moves"]))
