"""Is a position that cannot be refused with one sentence that says what is wrong?"""

import random
import re
from functools import cache

import pytest
from engine_games import play
from positions import random_game

from medina_arena.engine import Game, NotationError

# A small game of each sort, whose text the tests spoil.
BSW = play(Game("bsw", 3), "Ic4 Ga2 Ga3 Sb3 W4v W4v W4v Ic3 Da2 Kf2").position()
SECOND = play(Game("second-edition", 3, setup={"well": "h6", "inhabitant": "e4"}), "Kb2 Gf2 Kb3 Db2 Nf2").position()
DITT = play(Game("ditt"), "Ih6 W1h Gb2 Kf2 Sb3 W1v Nf2 Sb1 Db2").position()
PICKS = play(Game("gift", 3), "Ih6 ?G ?K").position()
GIFTS = play(Game("gift", 3), "Ih6 ?G ?K ?K Kb2").position()
DOME = play(Game("gift", 3), "Ih6 ?G ?K ?K Kb2 Kb3 Gf2").position()
START = Game("dutch", 4).position()
TEXTS = {"bsw": BSW, "second": SECOND, "ditt": DITT, "picks": PICKS, "gifts": GIFTS, "dome": DOME, "start": START}


def test_texts_are_possible_before_they_are_spoilt() -> None:
    for text in TEXTS.values():
        assert Game.from_position(text).position() == text


SPOILT = [
    # --- what is not understood
    ("bsw", "bsw 3", "chess 3", "no position: no rule set 'chess'"),
    ("bsw", "bsw 3", "bsw:tea=no 3", "makes bsw what it is"),
    ("bsw", "bsw 3", "bsw 2", "bsw is played by 3 or 4 players"),
    ("bsw", "bsw 3", "bsw three", "not by 'three'"),
    ("bsw", "/16/2I13", "/2I13", "the board has 11 rows with / between them, not 10"),
    ("bsw", "/16/2I13", "/15/2I13", "row 5 has 16 squares, not 15"),
    ("bsw", "/16/2I13", "/017/2I13", "'017' in row 5"),
    ("bsw", "GSI13", "GSX13", "'X' in row 3 is none of G K B O S I i w"),
    ("bsw", "walls=4v3", "walls=4v3,4v1", "walls=4v3,4v1 is not understood"),
    ("bsw", "walls=4v3", "walls=5v3", "arms with their number of walls"),
    ("bsw", "palaces=a2,f2", "palaces=a2,q2", "'q2' in palaces=a2,q2 is no square"),
    ("bsw", "domes=a2:0", "domes=a2:3", "'3' in domes=a2:3 is no owner: known are 0, 1, 2"),
    ("bsw", "domes=a2:0", "domes=a2", "'' in domes=a2 is no owner"),
    ("bsw", "domes=a2:0", "domes=a2:n", "'n' in domes=a2:n is no owner"),
    ("bsw", "tower_tiles=-,-,-,0", "tower_tiles=-,-,-,4", "'4' in tower_tiles=-,-,-,4 is no owner"),
    ("bsw", "palace_tiles=a2,-,-,-", "palace_tiles=a2", "4 entries with commas"),
    ("bsw", "hands=G4K6", "hands=G4G6", "each letter once"),
    ("bsw", "hands=G4K6", "hands=G4X6", "letters of GKBOSIWDNT with numbers"),
    ("bsw", "hands=G4", "hands=-,G4", "3 entries with commas"),
    ("bsw", "phase=place", "phase=pick", "phase=pick is not understood: it takes opening or place or over"),
    ("bsw", "seat=1", "seat=3", "seat=3 is not understood: it takes 0 or 1 or 2"),
    ("bsw", "seat=1", "seat=-", "seat=- is not understood"),
    ("bsw", "turn=5", "turn=five", "turn=five is not understood: it takes a whole number"),
    ("bsw", "turn=5", "turn=5 turn=5", "turn is given twice"),
    ("bsw", " turn=5", "", "turn is missing"),
    ("bsw", " phase=place", "", "phase is missing"),
    ("bsw", "turn=5", "turn=5 given=2", "given is out of place: a position of bsw in phase place has walls,"),
    ("bsw", "turn=5", "turn", "'turn' is no field: write name=value"),
    ("bsw", "obliged=no", "obliged=maybe", "obliged=maybe is not understood: it takes yes or no"),
    ("ditt", "placed=SD", "placed=XY", "placed=XY is not understood"),
    ("ditt", "blocks=-,K", "blocks=-,KG", "colours in the order GKBO"),
    ("ditt", "blocks=-,K", "blocks=,K", "colours in the order GKBO"),
    ("picks", "picks=G,K,-", "picks=G,D,-", "for each seat a letter of GKBOSIW"),
    # --- the board
    ("bsw", "G4K10", "G4K8K1", "the palace on o2 is not named in palaces="),
    ("bsw", "palaces=a2,f2", "palaces=a2", "the palace on f2 is not named in palaces="),
    ("bsw", "palaces=a2,f2", "palaces=a2,f2,a3", "the palace on a3 is named twice"),
    ("bsw", "palaces=a2,f2", "palaces=b3,f2", "b3 is named as the first piece of a palace, but there is no"),
    ("bsw", "G4K10", "G1KKKK10", "palaces a2 and f2 are in contact on"),
    ("bsw", "GSI13", "G1IS12", "the stable on d3 is beside no palace piece"),
    ("bsw", "GSI13", "GSIw12", "there are 1 wells, and bsw has none"),
    ("second", "7w8", "16", "there are 0 wells, and second-edition has one"),
    ("second", "7w8/16", "7w8/7G8", "is not named in palaces="),
    ("bsw", "2I13", "2I12I", "the inhabitants I make two chains, c3 and p4: older ones are i"),
    ("bsw", "2I13/GSI13", "2i13/GSi13", "only older chains i and none that grows"),
    ("bsw", "2I13/GSI13", "2i13/GSI13", "c4 and c3 are inhabitants of two chains beside each other"),
    ("bsw", "16/16/2I13", "16/i15/2I13", "the older chain on a5 can still grow on"),
    ("bsw", "16/16/2I13", "16/2I13/1III12", "branches on c4"),
    ("bsw", "16/16/16/16/16/16/16", "16/16/16/16/6II8/6II8/16", "closes a ring"),
    # --- numbers
    ("bsw", "walls=4v3", "walls=4v8,1v3", "arms 1v and 4v have 11 walls together"),
    ("bsw", "S4I7W10D3", "S5I7W10D3", "seat 0 holds 5 S, and it can have 4 at most"),
    ("bsw", "S4I7W10D3", "S4I7W9D3", "there are 29 W on the board and in hands, and there were 30"),
    ("bsw", "S4I7W10D3", "S3I7W10D3", "there are 11 S on the board and in hands, and there were 12"),
    ("bsw", "S4I7W10D3", "S4I6W10D3", "there are 24 I on the board and in hands, and there were 25"),
    ("bsw", "S4I7W10D3", "S4I7W10D4", "seat 0 has 1 domes on the board and 4 in hand, and it began with 4"),
    ("bsw", "hands=G4K6", "hands=G4K5", "there are 17 K on the board and in hands, and there were 18"),
    ("bsw", "hands=G4K6", "hands=G5K6", "there are 19 G on the board and in hands, and there were 18"),
    ("bsw", "16/16/16/16/16/16/16", "16/16/GGGGGGGGGGGGGGGG/16/16/16/16", "is not named in palaces="),
    ("bsw", "S4I7W10D3", "S4I7W10D3T1", "seat 0 holds 1 tea tiles, and its claims brought 0"),
    ("bsw", "S4I7W10D3", "S4I7W10D3N1", "seat 0 holds 1 N, and it can have 0 at most"),
    ("second", "T3", "T4", "holds 4 tea tiles, and its claims brought 3"),
    ("gifts", "given=3", "given=4", "given=4 cannot be with 3 seats"),
    ("gifts", "gifts=G1K1", "gifts=G1K1D1", "and there were 12"),
    ("gifts", "gifts=G1K1", "gifts=G1K3", "there are 20 K"),
    # --- domes and tiles
    ("bsw", "domes=a2:0", "domes=a3:0", "a3 in domes= is no first piece of a palace"),
    ("bsw", "domes=a2:0", "domes=a2:0,a2:1", "the palace a2 has two domes"),
    ("bsw", "palace_tiles=a2,-,-,-", "palace_tiles=-,-,-,-", "the tile of G belongs to a2, not to nobody"),
    ("bsw", "palace_tiles=a2,-,-,-", "palace_tiles=a2,f2,-,-", "the tile of K belongs to nobody, not to f2"),
    ("bsw", "tower_tiles=-,-,-,0", "tower_tiles=-,-,-,-", "the tile of tower 4 belongs to seat 0, not to nobody"),
    ("bsw", "tower_tiles=-,-,-,0", "tower_tiles=1,-,-,0", "the tile of tower 1 belongs to nobody, not to seat 1"),
    ("ditt", "blocks=-,K", "blocks=-,-", "0 seats have blocked K, and 1 blocking domes are there"),
    ("ditt", "blocks=-,K", "blocks=K,-", "seat 0 has placed 1 blocking domes and holds 4"),
    # --- the turn
    ("bsw", "turn=5", "turn=4", "cannot have been made in 3 turns"),
    ("bsw", "turn=5", "turn=99", "8 placements cannot have been made in 98 turns"),
    ("bsw", "left=1", "left=3", "turn 5 has 2 placements, and 3 cannot be left"),
    ("bsw", "left=1", "left=0", "turn 5 has 2 placements, and 0 cannot be left"),
    ("bsw", "obliged=no", "obliged=yes", "obliged=yes, and the obligation of seat 1 says the opposite"),
    ("bsw", "domed=no", "domed=yes", "no dome of seat 1 is among the last 1 placements"),
    ("bsw", "phase=place seat=1 turn=5 left=1 obliged=no domed=no", "phase=over seat=- turn=5", "not over: seat 0"),
    ("bsw", "phase=place seat=1 turn=5 left=1 obliged=no domed=no", "phase=opening seat=0 turn=0", "there is none"),
    ("start", "phase=opening seat=0", "phase=opening seat=1", "in the opening phase the board is empty"),
    (
        "start",
        "phase=opening seat=0 turn=0",
        "phase=place seat=0 turn=1 left=2 obliged=no domed=no",
        "an inhabitant is on the board in all phases but the opening",
    ),
    ("start", "G5", "G4", "there are 19 G on the board and in hands"),
    ("ditt", "placed=SD", "placed=SS", "placed=SS and domed=yes contradict each other"),
    ("ditt", "placed=SD", "placed=S", "placed=S, and with left=1 it must be 2"),
    ("ditt", "placed=SD", "placed=DD", "placed=DD is more of a kind than a turn may have"),
    ("picks", "picks=G,K,-", "picks=G,-,K", "picks are made by 0, 1, 2 in this order and not by all yet"),
    ("picks", "picks=G,K,-", "picks=G,K,K", "not by all yet"),
    ("picks", "seat=0", "seat=1", "picks are made by 1, 2, 0 in this order"),
    ("picks", "obliged=no", "obliged=yes", "obliged=yes, and the obligation of seat 0 says the opposite"),
    ("gifts", "given=3", "given=1", "given=1 cannot be with 3 seats and 2 gifts still to place"),
    ("dome", "given=3", "given=0", "given=0 cannot be: seat 0 has pieces to give"),
]


@pytest.mark.parametrize(("name", "old", "new", "sentence"), SPOILT, ids=[f"{n}: {new}" for n, _, new, _ in SPOILT])
def test_impossible_position_is_refused(name: str, old: str, new: str, sentence: str) -> None:
    text = TEXTS[name]
    assert old in text
    with pytest.raises(NotationError) as caught:
        Game.from_position(text.replace(old, new, 1))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_wrong_seat_in_a_position_without_moves_is_refused() -> None:
    text = next(game.position() for game in random_game("rulebook", 3, 3) if game.is_over)
    spoilt = re.sub("phase=over seat=- turn=([0-9]+)", r"phase=place seat=0 turn=\1 left=2 obliged=yes domed=no", text)
    with pytest.raises(NotationError, match=r"placements cannot have been made in|it has no legal move"):
        Game.from_position(spoilt)


@cache
def _some_texts() -> list[str]:
    tables = (("rulebook", 3), ("second-edition", 2), ("ditt", 2), ("gift", 4))
    return [
        game.position() for rules, players in tables for game in random_game(rules, players, 1) if game.ply % 9 == 4
    ]


@pytest.mark.parametrize("seed", range(400))
def test_spoilt_text_is_refused_or_goes_on_to_an_end(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(_some_texts())
    for _ in range(rng.randint(1, 2)):
        place = rng.randrange(len(text))
        letter = rng.choice(["", rng.choice(text), rng.choice("0123456789GKBOSIWDNTiwn-,:=/? ?é\n\x00²")])
        text = text[:place] + letter + text[place + rng.randint(0, 1) :]
    try:
        game = Game.from_position(text)
    except NotationError:
        return
    assert Game.from_position(game.position()).position() == game.position()
    if "?" not in game.position():
        while not game.is_over:
            game.play(rng.choice(game.legal_moves()))
