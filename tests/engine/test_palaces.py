"""Where may palace pieces, stables and inhabitants go, and when does a colour close? (rules page, sections 4 to 9)"""

import pytest
from engine_games import assert_agreement, moves, play

from medina_arena.engine import Game, IllegalMoveError

BLOCKED = "Ib2 Ga1 Ia2 Ib1"  # a grey palace in the corner, its two neighbours taken by inhabitants


def test_open_palace_must_be_extended() -> None:
    game = play(Game("rulebook", 3), "Ih6 Gb2")
    assert moves(game, "G") == ["Gb1", "Ga2", "Gc2", "Gb3"]
    assert len(moves(game, "K")) == 176 - 1 - 9  # anywhere but on h6 and around b2


def test_extension_keeps_off_other_palaces_and_stables() -> None:
    game = play(Game("rulebook", 3), "Ih6 Gb2 Kb4")  # a free row between them, as there must be
    assert moves(game, "G") == ["Gb1", "Ga2", "Gc2"]
    play(game, "Sc4")
    assert moves(game, "G") == ["Gb1", "Ga2", "Gc2"]
    assert moves(game, "K") == ["Ka4", "Kb5"]  # b3 would touch b2, and c3, c5, d4 are beside the stable only
    assert_agreement(game)


def test_stable_is_no_anchor() -> None:
    game = play(Game("rulebook", 3), "Ih6 Gb2 Sb3")
    assert moves(game, "S") == ["Sb1", "Sa2", "Sc2"]
    assert moves(game, "G") == ["Gb1", "Ga2", "Gc2"]


def test_blocked_palace_frees_its_colour_but_not_in_french() -> None:
    game = play(Game("rulebook", 3), BLOCKED)
    assert moves(game, "GD")[-1] == "Da1"
    assert "Gd4" in moves(game)
    play(game, "Gd4 Ke1")
    assert moves(game, "D") == ["Da1", "Dd4", "De1"]
    assert_agreement(game)
    game = play(Game("french", 3), BLOCKED)
    assert moves(game, "GD") == ["Da1"]
    game.play("Da1")
    assert "Gd4" in moves(game)
    assert_agreement(game)


def test_a_new_palace_keeps_off_a_blocked_one() -> None:
    game = play(Game("rulebook", 3), BLOCKED)
    assert not {"Gb1", "Ga2", "Gb2", "Ga1"} & set(moves(game))
    assert {"Gc1", "Gc2", "Gc3", "Ga3"} <= set(moves(game))


def test_stables_touch_but_not_in_dutch() -> None:
    game = play(Game("rulebook", 3), "Ig9 Gg5 Gg6 Sh5")
    assert moves(game, "S") == ["Sg4", "Sf5", "Sf6", "Sh6", "Sg7"]
    game = play(Game("dutch", 3), "Ig9 Gg5 Gg6 Sh5")
    assert moves(game, "S") == ["Sg4", "Sf5", "Sf6", "Sg7"]
    assert "Gh6" in moves(game)
    assert_agreement(game)


def test_stable_may_join_a_claimed_palace_but_a_piece_may_not() -> None:
    game = play(Game("rulebook", 3), "Ih6 Gb2 Db2")
    assert moves(game, "S") == ["Sb1", "Sa2", "Sc2", "Sb3"]
    assert not {"Gb1", "Ga2", "Gc2", "Gb3"} & set(moves(game))


def test_a_palace_of_each_colour_for_each_seat() -> None:
    game = play(Game("rulebook", 3), "Ih6 Gb2 Db2 Gb6 Kf2 Kf3 Gb7 0! Gb8")
    assert moves(game, "D") == ["Df2"]
    with pytest.raises(IllegalMoveError, match="'Db6' is not legal for seat 0"):
        game.play("Db6")


# Inhabitants


def test_first_inhabitant_stands_on_an_inner_square_and_comes_from_no_hand() -> None:
    game = Game("rulebook", 3)
    assert len(game.legal_moves()) == 14 * 9
    assert not {"Ia5", "Ip5", "Ih1", "Ih11"} & set(moves(game))
    game.play("Ih6")
    assert [hand["I"] for hand in game.hands()] == [8, 8, 8]
    assert (game.to_move, game.placements_left) == (0, 2)


def test_chain_grows_at_its_ends_only() -> None:
    game = play(Game("rulebook", 3), "Ih6")
    assert moves(game, "I") == ["Ih5", "Ig6", "Ii6", "Ih7"]
    play(game, "Ii6 Ii7")
    assert moves(game, "I") == ["Ih5", "Ig6", "Ij7", "Ii8"]  # h7 would touch two
    assert_agreement(game)


def test_new_chain_only_when_the_active_one_is_stuck() -> None:
    # A grey palace all around two inhabitants in the corner region.
    game = play(Game("rulebook", 3), "Ib2 Ia2 Gc2 Gc3 Gb3 Ga3 Gc1 Gb1")
    assert moves(game, "I") == ["Ia1"]
    play(game, "Ga1")
    assert len(moves(game, "I")) == 176 - 2 - 7
    play(game, "Ip11")  # on the border
    assert moves(game, "I") == ["Ip10", "Io11"]
    assert_agreement(game)


def test_new_chain_keeps_off_older_inhabitants() -> None:
    # Inhabitants at b2 to d2 with stuck ends; the squares above and below c2 stay free, but would make a branch.
    script = "Ic2 Ib2 Id2 Ka1 Ka2 Ka3 Kb1 Kb3 Ge1 Ge2 Ge3 Gd1"
    game = play(Game("rulebook", 3), script)
    assert moves(game, "I") == ["Id3"]
    play(game, "Gd3")
    assert {"Ic1", "Ic3"} & set(moves(game)) == set()
    assert "Ic4" in moves(game)
    assert_agreement(game)


# Closed colours


def test_colour_closes_in_the_middle_of_a_turn() -> None:
    game = play(Game("rulebook", 3), "Ih6 Gb2 Db2 Gb6 1:Db6 Gb10 2! Db10", ["W4h"])
    assert (game.to_move, game.placements_left) == (2, 1)
    assert [hand["G"] for hand in game.hands()] == [0, 0, 0]
    assert moves(game, "G") == []
    assert game.palace_tiles == [0, None, None, None]
    assert_agreement(game)


def test_colour_stays_while_one_seat_has_not_claimed_it() -> None:
    game = play(Game("rulebook", 4), "Ih6 Gb2 Db2 Gb6 1:Db6 Gb10 2! Db10", ["W4h"])
    assert len(moves(game, "G")) > 100
    assert [hand["G"] for hand in game.hands()] == [4, 4, 4, 5]


# Palace tiles


@pytest.mark.parametrize(("rules", "holder"), [("bsw", 0), ("rulebook", 1)])
def test_equal_palace_completed_earlier_takes_the_tile_in_bsw_only(rules: str, holder: int) -> None:
    game = play(Game(rules, 3), "Ih9 Oc3 Oc4 0:Dc3 Oh3 Oh4 Oh5 1:Dh3", ["W4h"])
    assert game.palace_tiles == [None, None, None, 1]
    play(game, "Sc5")
    assert game.palace_tiles == [None, None, None, holder]
    play(game, "Sd3")
    assert game.palace_tiles == [None, None, None, 0]
    assert_agreement(game)


@pytest.mark.parametrize("rules", ["bsw", "rulebook"])
def test_equal_palace_completed_later_does_not_take_the_tile(rules: str) -> None:
    game = play(Game(rules, 3), "Ih9 Oc3 0:Dc3 Oh3 1:Dh3", ["W4h"])
    assert game.palace_tiles == [None, None, None, 0]
    play(game, "Sc4 Sh4")
    assert game.palace_tiles == [None, None, None, 0]
    play(game, "Si3")
    assert game.palace_tiles == [None, None, None, 1]
    assert_agreement(game)
