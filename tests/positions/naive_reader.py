"""Does the text of a position say all that a second engine needs? It is read here anew, by the words of its page."""

import re
from copy import deepcopy

from naive_engine import NaiveGame
from naive_engine.board import Board, Dome, Square, parse_square, place_wall
from naive_engine.rules import COLOURS
from naive_engine.state import State

SETUP = {"well": "h6", "inhabitant": "e4"}  # any: the board is read from the text


def read_naive(text: str) -> NaiveGame:
    """The naive engine in the position of a text, which must be a possible one."""
    rules, players, rows, *words = text.split()
    name, *switches = rules.split(":")
    overrides = dict(switch.split("=") for switch in switches)
    game = NaiveGame(name, int(players), overrides, SETUP if name == "second-edition" else None)
    fields = dict(word.split("=") for word in words)
    game.state = State(game.rules)
    _read_board(game.state.board, rows, fields)
    _read_domes(game.state, fields)
    game.state.hands = [_read_pieces(hand) for hand in fields["hands"].split(",")]
    _read_turn(game, fields)
    return game


def _read_board(board: Board, rows: str, fields: dict[str, str]) -> None:
    letters: dict[Square, str] = {}
    for down, row in enumerate(rows.split("/")):
        column = 1
        for part in re.findall(r"\d+|\D", row):
            if part.isdecimal():
                column += int(part)
            else:
                letters[column, board.height - down] = part
                column += 1
    board.pieces = {square: letters[square] for square in _squares(board, fields["palaces"])}
    board.pieces |= {square: letter for square, letter in letters.items() if letter in "GKBOS"}
    board.pieces |= dict.fromkeys((square for square, letter in letters.items() if letter == "i"), "I")
    board.pieces |= dict.fromkeys((square for square, letter in letters.items() if letter == "I"), "I")
    board.well = next((square for square, letter in letters.items() if letter == "w"), None)
    for arm, n in re.findall(r"(\d[hv])(\d+)", fields["walls"]):
        for _ in range(int(n)):
            place_wall(board, arm)


def _squares(board: Board, names: str) -> list[Square]:
    return [parse_square(board, name) for name in names.split(",") if name != "-"]


def _read_domes(state: State, fields: dict[str, str]) -> None:
    board = state.board
    blocks = fields.get("blocks", "").split(",")
    blockers = {colour: [seat for seat, colours in enumerate(blocks) if colour in colours] for colour in COLOURS}
    for entry in fields["domes"].split(",") if fields["domes"] != "-" else []:
        name, owner = entry.split(":")
        first = parse_square(board, name)
        if owner == "n":
            waiting = blockers[board.pieces[first]]
            board.domes[first] = Dome(waiting.pop(0) if waiting else 0, own=False)  # only ditt asks who placed it
        else:
            board.domes[first] = Dome(int(owner), own=True)
    for colour, name in zip(COLOURS, fields["palace_tiles"].split(","), strict=True):
        state.palace_tiles[colour] = None if name == "-" else parse_square(board, name)
    for tower, holder in enumerate(fields["tower_tiles"].split(","), 1):
        if holder != "-":  # any palace of that owner stands for it
            wanted = (holder != "n", None if holder == "n" else int(holder))
            state.tower_tiles[tower] = next(
                first for first, dome in board.domes.items() if (dome.own, dome.seat if dome.own else None) == wanted
            )
            state.merchants[tower] = 0


def _read_pieces(text: str) -> dict[str, int]:
    found = {letter: int(n) for letter, n in re.findall(r"([A-Z])(\d+)", text)}
    return {letter: found.get(letter, 0) for letter in "GKBOSIWDNT"}


def _read_turn(game: NaiveGame, fields: dict[str, str]) -> None:
    game.phase = {"place": "gifts" if game.rules["gifts"] else "turn"}.get(fields["phase"], fields["phase"])
    game.active = 0 if fields["seat"] == "-" else int(fields["seat"])
    game.turns_begun = int(fields.get("turn", 0))
    game.obliged = fields.get("obliged") == "yes"
    opening = game.rules["opening_turns"]
    begun = game.turns_begun
    game.allotment = opening[begun - 1] if 0 < begun <= len(opening) else game.rules["placements"]
    if game.phase == "turn":
        n = game.allotment - int(fields["left"])
        domes = ["D"] if fields["domed"] == "yes" else []
        game.placed = list(fields.get("placed", "").replace("-", "")) or [*domes, *"WW"][:n]
    if game.phase == "pick":
        picks = fields["picks"].split(",")
        order = [(game.active + k) % len(game.hands) for k in range(len(game.hands))]
        game.pickers = [seat for seat in order if any(game.hands[seat][kind] for kind in "GKBOSIW")]
        game.picks = [picks[seat] for seat in order if picks[seat] != "-"]
    if "given" in fields:
        game.picks = ["W"] * int(fields["given"])
        pool = _read_pieces(fields.get("gifts", ""))
        game.state.pool = [letter for letter, n in pool.items() for _ in range(n)]


def count_leaves(game: NaiveGame, depth: int) -> int:
    """The number of sequences of legal moves."""
    return sum(split_leaves(game, depth).values())


def split_leaves(game: NaiveGame, depth: int) -> dict[str, int]:
    """The number of sequences after each legal move."""
    if depth == 1:
        return dict.fromkeys(game.legal_moves(), 1)
    counts = {}
    for move in game.legal_moves():
        after = deepcopy(game)
        after.play(move)
        counts[move] = count_leaves(after, depth - 1)
    return counts
