"""Do the published examples count as printed? (rules page, section 12) The positions are reached by legal moves."""

from engine_games import assert_agreement, play, sources

from medina_arena.engine import Game


def test_worked_scores_of_the_rulebook() -> None:
    # Grey in the lower left corner, black above it, orange to the right; one street of inhabitants past all three.
    script = (
        "Ie3 Ga1 Gb1 Gc1 Ga2 Sb2 Ka4 Kb4 Kc4 Ka5 Kb5 Of1 Of2 Of3 Og1 Sf4 Sg2 Ie2 Id2 Ic2 Ic3 Ib3 Ia3 Ie4 Id4 "
        + "W4h " * 7
        + "W4v " * 4
        + "0:Df1 1:Da4 2:Da1"
    )
    game = play(Game("rulebook", 3), script, ["W3v"])
    assert [sources(game, seat) for seat in range(3)] == [[4, 2, 3, 2], [5, 0, 4, 1], [4, 1, 3, 5]]
    assert [palace.value for palace in game.palaces()] == [13, 10, 11]
    # The tile of tower 4 went from orange to black to grey, as they were claimed.
    assert (game.palace_tiles, game.tower_tiles) == ([2, 1, None, 0], [None, None, None, 2])
    assert game.scores() == [11 + 4, 10 + 2, 13 + 1 + 4]
    assert_agreement(game)


def test_worked_scores_of_the_longer_online_guide() -> None:
    # A street from black in the lower left, along the first orange palace, to grey in the upper right.
    street = "Ia2 Ic2 Id2 Ie2 If2 Ig2 Ih2 Ii2 Ij2 Ik2 Il2 Im2 In2 Io2 Io3 Io4 Io5 Io6 Io7 Io8 Io9 Io10"
    script = (
        f"Ib2 Ka1 Kb1 Kc1 Kd1 Og3 Oh3 Oi3 Oh4 Sf3 Sj3 {street} Gp11 Go11 Gp10 Gp9 "
        "W4h W4h W4h W4h W4v W3h W3h W3v W3v W3v W1h "
        "0:Dp11 1:Da1 2:Dg3 Oa11 Oa10 Oa9 Ob11 Oc11 Sb10 Sd11 0:Da11"
    )
    game = play(Game("bsw", 4), script, ["W2v"])
    assert sources(game, 0) == [4 + 5, 0 + 2, 2 + 0, 5 + 1]
    assert sources(game, 1) == [4, 0, 4, 5]
    assert sources(game, 2) == [4, 2, 5, 0]
    values = {palace.squares[0]: palace.value for palace in game.palaces()}
    assert values == {"a1": 13, "g3": 11, "p11": 11, "a11": 8}
    # The larger orange palace took the tile from the first one.
    assert (game.palace_tiles, game.tower_tiles) == ([0, 1, None, 0], [0, None, 0, 1])
    assert game.scores() == [11 + 8 + 1 + 4 + 1 + 3, 13 + 2 + 4, 11, 0]
    assert_agreement(game)


def test_worked_scores_of_the_shorter_online_guide() -> None:
    street = "Ie2 If2 Ig2 Ih2 Ii2 Ij2 Ik2 Il2 Im2 In2 Io2 Io3"
    script = (
        f"Id2 Gp1 Go1 Gp2 Gp3 Od1 Oe1 Of1 Kh6 Kh7 Kh8 {street} W2h W2h W2v W2v W2v W4h W4h W4h W4h 0:Dp1 1:Dd1 2:Dh6"
    )
    game = play(Game("bsw", 3), script, ["W3v"])
    assert [sources(game, seat) for seat in range(3)] == [[4, 0, 2, 5], [3, 0, 3, 1], [3, 0, 0, 0]]
    assert [palace.value for palace in game.palaces()] == [11, 7, 3]
    assert game.scores() == [11 + 1 + 2, 7 + 4 + 4, 3 + 2]
    assert_agreement(game)
