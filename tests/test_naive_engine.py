"""Does the naive engine hold the rules page? Random games, worked scores, and positions for single rules."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from naive_engine import NaiveGame
from naive_engine.apply import put
from naive_engine.board import parse_square
from naive_engine.compare import choose, compare_games

SETUP = {"well": "h6", "inhabitant": "e4"}
FAMILY = ("rulebook", "bsw", "dutch", "french", "gift")
SETS = [(name, n) for name in FAMILY for n in (3, 4)] + [("second-edition", n) for n in (2, 3, 4)] + [("ditt", 2)]

Hands = tuple[Mapping[str, int], ...]


def new_game(name: str, players: int, **overrides: Any) -> NaiveGame:
    return NaiveGame(name, players, overrides, SETUP if name == "second-edition" else None)


def lay(
    game: NaiveGame,
    pieces: Mapping[str, str],
    walls: Mapping[str, int] | None = None,
    domes: str = "",
    hands: Hands = (),
) -> NaiveGame:
    """Lay out a position: squares by kind, walls by arm, domes like "0Da1", then hands; seat 0 begins its turn."""
    state = game.state
    for kind, names in pieces.items():
        for name in names.split():
            state.board.pieces[parse_square(state.board, name)] = kind
    for arm, count in (walls or {}).items():
        for _ in range(count):
            put(state, 0, "W" + arm)
    for dome in domes.split():
        put(state, int(dome[0]), dome[1:])
    for hand, wanted in zip(state.hands, hands, strict=False):
        hand.update(dict.fromkeys(hand, 0) | dict(wanted))
    game.turns_begun = 9
    game.begin_turn(0)
    return game


def kinds(game: NaiveGame) -> str:
    return "".join(sorted({move[0] for move in game.legal_moves()}))


def values(game: NaiveGame, seat: int) -> list[int]:
    sources = game.score_sources()[seat]
    return [sources[name] for name in ("pieces", "stables", "inhabitants", "walls")]


@pytest.mark.parametrize(("name", "players"), SETS)
def test_random_games_keep_the_invariants(name: str, players: int) -> None:
    for seed, appetite in enumerate((0.0, 2.0)):
        rng = random.Random(f"{name} {players} {seed}")
        game = new_game(name, players)
        while not game.is_over:
            game.check_invariants()
            assert game.to_move in range(players)
            game.play(choose(game, game.legal_moves(), rng, appetite))
        game.check_invariants()
        assert game.to_move is None
        assert game.legal_moves() == []
        assert [seat for seat, rank in enumerate(game.ranks()) if rank == 1] == game.winners()
        assert all(hand["W"] == 0 for hand in game.hands)  # who holds a wall can move (rules page, section 7)


@pytest.mark.parametrize(
    ("name", "players", "overrides"),
    [
        ("second-edition", 3, {"well": "no", "tea": "no", "tower_merchants": "no", "neutral": "none"}),
        ("ditt", 2, {"blocked_frees_colour": "no", "stables_may_touch": "no", "supply_palace": 12}),
        ("bsw", 3, {"supply_walls": 0, "supply_inhabitants": 1, "palace_tiles": "9/0/2/7", "last_player": "pieces"}),
        ("gift", 3, {"last_player": "claims", "tower_connection": "arm", "palace_tie": "completed_first"}),
    ],
)
def test_random_games_with_overrides(name: str, players: int, overrides: dict[str, Any]) -> None:
    game = new_game(name, players, **overrides)
    rng = random.Random(1)
    while not game.is_over:
        game.play(choose(game, game.legal_moves(), rng, 1.0))
        game.check_invariants()


@pytest.mark.parametrize(
    ("name", "players", "supply"),
    [
        *((name, 3, (6, 4, 8, 10, 4, 0)) for name in FAMILY),
        *((name, 4, (5, 3, 6, 8, 4, 0)) for name in FAMILY),
        ("second-edition", 2, (8, 4, 12, 15, 4, 2)),
        ("second-edition", 3, (6, 4, 8, 12, 4, 1)),
        ("second-edition", 4, (5, 3, 6, 9, 4, 0)),
        ("ditt", 2, (9, 6, 12, 16, 4, 4)),
    ],
)
def test_supplies_are_those_of_the_rules_page(name: str, players: int, supply: tuple[int, ...]) -> None:
    for hand in new_game(name, players).hands:
        assert tuple(hand[kind] for kind in "GKBO") == (supply[0],) * 4
        assert tuple(hand[kind] for kind in "SIWDNT") == (*supply[1:], 0)


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("rulebook", {"placements": 3}),
        ("rulebook", {"well": "yes"}),
        ("gift", {"close_without_space": "yes"}),
        ("bsw", {"tower_connection": "none"}),
        ("bsw", {"tower_tiles": "1/2/3"}),
    ],
)
def test_other_overrides_are_refused(name: str, overrides: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(overrides))):
        new_game(name, 3, **overrides)


# Worked scores (rules page, section 12)


def test_worked_scores_of_the_rulebook() -> None:
    pieces = {"O": "p11 o11 p10 o10", "K": "a4 b4 c4 a5 b5", "G": "a1 a2 b1 c1", "S": "n11 n10 b2"}
    pieces |= {"I": "a3 b3 c3 c2 d4 n9 m9 m10 m11"}
    game = lay(new_game("rulebook", 3), pieces, {"3h": 1, "3v": 1, "4h": 3, "4v": 4}, "0Dp11 1Da4 2Da1")
    assert [values(game, seat) for seat in range(3)] == [[4, 2, 3, 2], [5, 0, 4, 1], [4, 1, 3, 5]]
    assert [sum(values(game, seat)) for seat in range(3)] == [11, 10, 13]


def test_worked_scores_of_the_online_guides() -> None:
    pieces = {"G": "p11 p10 p9 o11", "K": "a1 a2 a3 b1", "O": "h5 h6 i5 i6", "S": "g6 h7", "I": "n11 n10 b2 b3 c1 d1"}
    pieces["I"] += " a4 j5 j6 i7 h8 g7"
    game = lay(new_game("bsw", 4), pieces, {"3h": 2, "3v": 3, "4v": 3, "4h": 2}, "0Dp11 1Da1 2Dh5")
    assert values(game, 0) == [4, 0, 1, 5]
    assert values(game, 1) == [4, 0, 4, 5]  # b2 touches a2 and b1 and counts once
    assert values(game, 2) == [4, 2, 5, 0]
    pieces = {"G": "p11 p10 p9 o11", "I": "n11 o10", "O": "p1 o1 n1 m1 l1", "S": "k1 m2", "B": "d1 e1 f1"}
    pieces |= {"K": "g5 g6 g7"}
    game = lay(new_game("bsw", 4), pieces, {"3h": 2, "3v": 3, "2v": 1}, "0Dp11 1Dp1 2Dg5")
    assert [values(game, seat) for seat in (0, 1, 2, 3)] == [[4, 0, 2, 5], [5, 2, 0, 1], [3, 0, 0, 0], [0] * 4]
    game = lay(new_game("bsw", 3), {"O": "d1 e1 f1", "I": "c1 d2 f2"}, {"4h": 4}, "0Dd1")
    assert values(game, 0) == [3, 0, 3, 1]


# Last player (rules page, section 8)


@pytest.mark.parametrize(
    ("others", "claimed", "obliged"),
    [
        ({}, "", {"pieces", "domes", "claims"}),
        ({"W": 1}, "", {"domes", "claims"}),
        ({"D": 1}, "", set()),
        ({"D": 1}, "1Dg5 2Dj5", {"pieces", "claims"}),
        ({"D": 1, "S": 1}, "1Dg5 2Dj5", {"claims"}),  # some palace has an extension square
        ({"D": 1, "I": 1}, "1Dg5 2Dj5", {"claims"}),
        ({"D": 1, "B": 1}, "1Dg5 2Dj5", set()),  # a brown palace can be begun and claimed
        ({"G": 1}, "1Dg5 2Dj5", {"domes", "claims"}),
    ],
)
def test_last_player_must_place_a_dome(others: dict[str, int], claimed: str, obliged: set[str]) -> None:
    for version in ("pieces", "domes", "claims"):
        game = new_game("rulebook", 3, last_player=version)
        pieces = {"G": "g5 j5 m5", "I": "a1"}
        lay(game, pieces, {}, claimed, ({"W": 3, "D": 1}, others, others))
        assert kinds(game) == "DW"
        game.play("W1h")
        assert kinds(game) == ("D" if version in obliged else "DW"), version


def test_last_player_is_free_after_a_dome() -> None:
    game = lay(new_game("rulebook", 3), {"G": "g5", "O": "m5", "I": "a1"}, {}, "", ({"W": 3, "D": 2}, {}, {}))
    game.play("Dm5")
    assert game.legal_moves()[0] == "Dg5"
    assert kinds(game) == "DW"


def test_last_player_need_not_build_to_dome() -> None:
    game = lay(new_game("rulebook", 3), {"I": "a1"}, {}, "", ({"W": 3, "G": 1, "D": 1}, {}, {}))
    game.play("W1h")
    assert kinds(game) == "GW"


def test_neutral_dome_does_not_fulfil_the_obligation() -> None:
    hands = {"W": 2, "D": 1, "N": 1}, {"W": 2}
    game = lay(new_game("second-edition", 2), {"G": "b9", "O": "m2"}, {}, "", hands)
    game.play("Nb9")
    assert game.legal_moves() == ["Dm2"]
    game = lay(new_game("second-edition", 2), {"G": "b9"}, {}, "", hands)
    game.play("Nb9")
    assert kinds(game) == "W"


# Tiles (rules page, section 10)


@pytest.mark.parametrize(("name", "holder"), [("bsw", 0), ("rulebook", 1)])
def test_second_arm_wins_the_tower_tile_back_in_bsw_only(name: str, holder: int) -> None:
    hands: Hands = ({"W": 6, "D": 1}, {"D": 1}, {})
    game = lay(new_game(name, 3), {"O": "a1", "B": "d1", "I": "h6"}, {}, "0Da1 1Dd1", hands)
    game.play("W4h")
    assert game.tower_tiles == [None, None, None, 0]
    for _ in range(3):
        game.play("W4h")
    assert game.tower_tiles == [None, None, None, 1]
    game.play("W4v")
    assert game.tower_tiles == [None, None, None, holder]


@pytest.mark.parametrize(("corner", "tower"), [("a11", 1), ("p1", 2), ("p11", 3), ("a1", 4)])
def test_corner_square_touches_both_arms(corner: str, tower: int) -> None:
    game = lay(new_game("rulebook", 3), {"G": corner}, {f"{tower}h": 1, f"{tower}v": 2}, f"2D{corner}")
    assert values(game, 2) == [1, 0, 0, 2]
    assert game.tower_tiles == [2 if t == tower else None for t in (1, 2, 3, 4)]
    assert game.score_sources()[2]["tower_tiles"] == tower


@pytest.mark.parametrize(("name", "holder"), [("bsw", 0), ("rulebook", 1)])
def test_equal_palace_claimed_earlier_takes_the_tile_in_bsw_only(name: str, holder: int) -> None:
    hands: Hands = ({"S": 2}, {"S": 2}, {})
    game = lay(new_game(name, 3), {"O": "c3 c4 h3 h4 h5", "I": "p1"}, {}, "0Dc3 1Dh3", hands)
    assert game.palace_tiles == [None, None, None, 1]
    game.play("Sc5")
    assert game.palace_tiles == [None, None, None, holder]
    game.play("Sd3")
    assert game.palace_tiles == [None, None, None, 0]
    assert game.score_sources()[0]["palace_tiles"] == 4


def test_neutral_palace_keeps_tiles_from_all() -> None:
    game = lay(new_game("second-edition", 3), {"O": "a1 a2 d1"}, {"4h": 4}, "0Dd1 1Na1")
    assert game.palace_tiles == [None] * 4
    assert game.tower_tiles == [None] * 4
    assert game.state.merchants[4] == 0
    game = lay(new_game("ditt", 2), {"O": "a1 a2 d1"}, {"4h": 4}, "0Dd1 1Na1")
    assert (game.palace_tiles, game.tower_tiles) == ([None, None, None, 0], [None, None, None, 0])


def test_tower_merchants_go_to_the_owner_of_the_palace() -> None:
    pieces = {"O": "a10", "B": "d10"}
    game = lay(new_game("second-edition", 2), pieces, {}, "1Da10 0Dd10", ({"W": 5}, {"I": 1, "W": 1}))
    game.play("W1h")  # the corner of the small board is a10
    assert (game.tower_tiles[0], game.hands[1]["I"]) == (1, 4)
    for move in ("W1h", "W2h", "Ie3", "W1h", "W1h"):
        game.play(move)
    assert (game.tower_tiles[0], game.hands[0]["I"]) == (0, 0)


def test_largest_palace_decides_a_tie() -> None:
    game = new_game("second-edition", 3, palace_tiles="0/0/0/0")
    lay(game, {"O": "a1 a2", "B": "a6", "K": "d8", "G": "d1 d2"}, {}, "1Da1 0Da6 0Dd8 2Dd1")
    assert game.scores() == [2, 2, 2]
    assert (game.winners(), game.ranks()) == ([1], [2, 1, 2])


# Single rules


def test_blocked_palace_frees_its_colour_but_not_in_french() -> None:
    pieces = {"G": "a1", "I": "a2 b1"}
    hands = ({"G": 3, "D": 1}, {"W": 1}, {"W": 1})
    game = lay(new_game("rulebook", 3), pieces, {}, "", hands)
    assert "Gd1" in game.legal_moves()
    game = lay(new_game("french", 3), pieces, {}, "", hands)
    assert game.legal_moves() == ["Da1"]
    game.play("Da1")
    assert "Gd1" in game.legal_moves()


def test_stables_touch_but_not_in_dutch() -> None:
    pieces = {"G": "g5 g6", "S": "h5", "I": "a1"}
    hands = ({"S": 2}, {"W": 1}, {"W": 1})
    around = ["Sf5", "Sf6", "Sg4", "Sg7"]
    assert lay(new_game("rulebook", 3), pieces, {}, "", hands).legal_moves() == [*around, "Sh6"]
    assert lay(new_game("dutch", 3), pieces, {}, "", hands).legal_moves() == around


def test_tea_ends_a_turn_after_one_placement() -> None:
    game = lay(new_game("second-edition", 3), {"K": "a1 d1 m1"}, {}, "2Na1 1Dd1 0Dm1", ({"W": 3, "T": 1}, {"W": 3}))
    assert [hand["T"] for hand in lay(new_game("second-edition", 3), {"K": "a1 d1"}, {}, "2Na1 1Dd1").hands] == [
        0,
        2,
        0,
    ]
    assert "T" not in kinds(game)
    game.play("W1h")
    game.play("T")
    assert (game.to_move, game.hands[0]["T"], game.hands[0]["W"]) == (1, 0, 2)


def test_tea_is_no_move_of_a_short_opening_turn() -> None:
    game = new_game("second-edition", 3)
    game.hands[0]["T"] = game.hands[2]["T"] = 1
    seats = []
    for _ in range(3):
        seats.append(game.to_move)
        assert "T" not in kinds(game)
        game.play("W1h")
    assert (seats, game.to_move) == ([0, 1, 2], 2)
    assert "T" in kinds(game)


def test_tea_gives_no_way_out_of_the_obligation() -> None:
    game = lay(new_game("second-edition", 2), {"K": "a1"}, {}, "", ({"W": 3, "D": 1, "T": 1}, {"W": 1}))
    game.play("W1h")
    assert game.legal_moves() == ["Da1"]


def test_well_keeps_palaces_off_and_pays_two_steps_away() -> None:
    pieces = {"O": "f6 f5", "B": "h8", "G": "j5"}
    game = lay(new_game("second-edition", 3), pieces, {}, "0Df6 0Dh8 1Dj5", ({"S": 1}, {"S": 1}, {"W": 1}))
    assert [sources["well"] for sources in game.score_sources()] == [8, 0, 0]
    assert not {"Sg5", "Sg6", "Si5", "Sh7"} & set(game.legal_moves())
    game.play("Sj6")
    assert game.score_sources()[1]["well"] == 4


def test_well_pays_for_each_square() -> None:
    game = lay(new_game("second-edition", 3), {"O": "f6 f5 f4 g4 h4"}, {}, "0Df6")
    assert game.score_sources()[0]["well"] == 8


def test_ditt_limits_the_kinds_of_a_turn() -> None:
    hand = {"G": 3, "K": 3, "S": 3, "I": 3, "W": 3, "D": 3, "N": 3}
    pieces = {"G": "b2", "O": "b8", "I": "h6"}
    game = lay(new_game("ditt", 2), pieces, {}, "", (hand, hand))
    game.play("Gb3")
    assert "G" not in kinds(game)
    game.play("W1h")
    assert kinds(game) == "DIKNSW"
    game = lay(new_game("ditt", 2), pieces, {}, "0Nb8", (hand, hand))
    assert "Nb2" in game.legal_moves()
    for move in ("W1h", "Ih7"):
        game.play(move)
    assert kinds(game) == "DGKN"
    game.play("Nb2")
    assert game.to_move == 1
    game = lay(new_game("ditt", 2), pieces | {"B": "m2"}, {}, "0Nb8", ({"D": 2, "N": 2, "W": 3}, hand))
    for move in ("Db2", "Nm2", "W1h"):
        assert kinds(game) == {"Db2": "DNW", "Nm2": "NW", "W1h": "W"}[move]
        game.play(move)
    assert game.to_move == 1


def test_ditt_opening_is_0_1_2_and_then_3() -> None:
    game = new_game("ditt", 2)
    seats = []
    for move in ("Ih6", "W1h", "W1h", "W1h", "W1v", "W1v", "Gb2", "W2v"):
        seats.append(game.to_move)
        game.play(move)
    assert seats == [0, 1, 0, 0, 1, 1, 1, 0]


def test_gifts_are_picked_in_turn_and_placed_by_the_active_seat() -> None:
    hands = ({"W": 1, "D": 1}, {"S": 1}, {"G": 1, "W": 1})
    game = lay(new_game("gift", 3), {"I": "h6"}, {}, "", hands)
    assert game.legal_moves() == ["?W"]
    for seat, pick in ((0, "?W"), (1, "?S"), (2, "?G")):
        assert game.to_move == seat
        game.play(pick)
        assert game.hands[0]["W"] == (1 if seat < 2 else 0)
    assert (game.to_move, kinds(game)) == (0, "GW")
    game.play("Gb2")
    assert kinds(game) == "SW"
    for move in ("Sb3", "W1h"):
        game.play(move)
    assert game.legal_moves() == ["-", "Db2"]
    game.play("-")
    assert (game.to_move, game.legal_moves()) == (2, ["?W"])  # seat 1 has an empty hand
    for move in ("?W", "W1h"):
        game.play(move)
    assert game.legal_moves() == ["Db2"]  # nobody has a piece left to give


def test_seat_with_only_domes_places_the_gifts_of_others() -> None:
    game = lay(new_game("gift", 3), {"I": "h6"}, {}, "", ({"W": 1}, {"D": 1}, {"W": 2}))
    for move in ("?W", "?W", "W1h", "W1h"):
        game.play(move)
    assert (game.active, game.to_move) == (1, 2)
    game.play("?W")
    assert (game.to_move, kinds(game)) == (1, "W")
    game.play("W1h")
    assert game.is_over


def test_gift_without_picks_must_be_a_dome() -> None:
    pieces = {"G": "g5", "O": "m5", "I": "a1"}
    game = lay(new_game("gift", 3), pieces, {}, "", ({"D": 1}, {"D": 1}, {}))
    assert (game.obliged, game.legal_moves()) == (False, ["Dg5", "Dm5"])
    game.play("Dg5")
    assert (game.to_move, game.legal_moves()) == (1, ["Dm5"])
    game.play("Dm5")
    assert game.is_over


def test_unplaceable_gifts_leave_the_game() -> None:
    game = lay(new_game("gift", 3), {"I": "h6"}, {}, "", ({"S": 1, "D": 1}, {"S": 1}, {"S": 2}))
    for _ in range(3):
        game.play("?S")
    assert game.state.discarded["S"] == 3
    assert (game.to_move, game.legal_moves()) == (2, ["?S"])


# The comparison with another engine


class Recorded(NaiveGame):
    """The naive engine behind the interface of the compared one."""

    def record(self) -> dict[str, Any]:
        return {"score_sources": self.score_sources(), "ranks": self.ranks()}


class WithoutTowerThree(Recorded):
    def legal_moves(self) -> list[str]:
        return [move for move in super().legal_moves() if move != "W3h" or len(self.moves) < 9]


def recorded(name: str, players: int, overrides: Mapping[str, Any], seed: int) -> Recorded:
    return Recorded(name, players, overrides, SETUP if name == "second-edition" else None)


@pytest.mark.parametrize("biased", [False, True])
def test_comparison_counts_the_plies_of_equal_games(biased: bool) -> None:
    assert compare_games(recorded, "second-edition", 2, 1, 3, biased, {"tea": "no"}) > 100


def test_comparison_names_the_first_difference() -> None:
    def make(name: str, players: int, overrides: Mapping[str, Any], seed: int) -> WithoutTowerThree:
        return WithoutTowerThree(name, players, overrides)

    with pytest.raises(AssertionError, match=r"(?s)rules='bsw' players=4.*seed=5.*ply=9.*only naive: \['W3h'\]"):
        compare_games(make, "bsw", 4, 1, 5)
