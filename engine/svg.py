"""How does a game look as a picture? The board in its walls, towers, tiles and scores, as SVG.

Whatever was placed carries the ply from which on it is there (``data-ply``), and squares, pieces and wall spaces their
names, so that a page can step through a game and take clicks.
"""

from xml.sax.saxutils import escape

from .errors import MedinaError
from .notation import COLUMNS
from .position import ARM_NAMES
from .snapshot import PieceOnBoard, Snapshot, WallOnBoard

__all__ = ["SEAT_COLOURS", "draw_svg", "to_png"]

SEAT_COLOURS = ("#56b4e9", "#f0e442", "#009e73", "#cc79a7")
"""Of the domes of seats 0 to 3; the colour-blind can tell them, and each dome has its seat's number."""

_CELL, _WALL, _LABEL, _TOWER = 40, 20, 20, 46
_EDGE = _LABEL + _WALL + 6
_PANEL = 52
_PALACES = {"G": "#9aa0a6", "K": "#3a3a40", "B": "#8a5a32", "O": "#f08a24"}
_VIOLET = "#7a4fb5"
_NAMES = {"G": "grey", "K": "black", "B": "brown", "O": "orange", "S": "stable", "I": "inhabitant"}
_STYLE = (
    ".medina text{font-family:system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".medina .label{font-size:12px;fill:#6b5a3a}.medina .num{font-size:17px;font-weight:700}"
    ".medina .small{font-size:13px;font-weight:700}"
)
_INK, _GROUND, _BORDER, _INNER, _LINE = "#3b2f1c", "#f3e7c9", "#e3d0a2", "#efe0b9", "#cdb88a"


def draw_svg(snapshot: Snapshot, *, has_panel: bool = True) -> str:
    """The picture; with a panel below that shows palace tiles and scores."""
    width = snapshot.columns * _CELL + 2 * _EDGE
    height = snapshot.rows * _CELL + 2 * _EDGE
    total = height + (_PANEL if has_panel else 0)
    title = f"Medina, {snapshot.rules}, {snapshot.players} players, ply {snapshot.ply}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" width="{width}" height="{total}" '
        f'role="img" class="medina"><title>{escape(title)}</title><style>{_STYLE}</style>',
        f'<rect width="{width}" height="{total}" rx="8" fill="{_GROUND}"/>',
        *_draw_labels(snapshot, width, height),
        *_draw_squares(snapshot),
        *_draw_wall_spaces(snapshot),
        *(_draw_wall(snapshot, wall) for wall in snapshot.walls),
        *_draw_towers(snapshot),
        *_draw_well(snapshot),
        *(_draw_piece(snapshot, piece) for piece in snapshot.pieces),
        *(_draw_panel(snapshot, width, height) if has_panel else ()),
        "</svg>",
    ]
    return "\n".join(parts)


def _corner(snapshot: Snapshot, square: str) -> tuple[int, int]:
    """The upper left corner of a square."""
    column, row = COLUMNS.index(square[0]), int(square[1:]) - 1
    return _EDGE + column * _CELL, _EDGE + (snapshot.rows - 1 - row) * _CELL


def _draw_labels(snapshot: Snapshot, width: int, height: int) -> list[str]:
    """Letters and numbers around the board."""
    labels = []
    for column in range(snapshot.columns):
        x = _EDGE + column * _CELL + _CELL // 2
        labels += [_text(x, y, COLUMNS[column], "label") for y in (_LABEL // 2, height - _LABEL // 2)]
    for row in range(snapshot.rows):
        y = _EDGE + (snapshot.rows - 1 - row) * _CELL + _CELL // 2
        labels += [_text(x, y, str(row + 1), "label") for x in (_LABEL // 2, width - _LABEL // 2)]
    return labels


def _draw_squares(snapshot: Snapshot) -> list[str]:
    """All squares, those along the edge darker."""
    squares = []
    for row in range(snapshot.rows):
        for column in range(snapshot.columns):
            name = f"{COLUMNS[column]}{row + 1}"
            x, y = _corner(snapshot, name)
            is_border = row in (0, snapshot.rows - 1) or column in (0, snapshot.columns - 1)
            squares.append(
                f'<rect class="square" data-square="{name}" x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
                f'fill="{_BORDER if is_border else _INNER}" stroke="{_LINE}"/>'
            )
    return squares


def _wall_box(snapshot: Snapshot, arm: str, place: int) -> tuple[int, int, int, int]:
    """Where the space of a wall is: x, y, width and height."""
    is_top, is_right = arm[0] in "13", arm[0] in "23"
    if arm[1] == "h":
        column = snapshot.columns - 1 - place if is_right else place
        y = _EDGE - _WALL - 2 if is_top else _EDGE + snapshot.rows * _CELL + 2
        return _EDGE + column * _CELL, y, _CELL, _WALL
    row = place if is_top else snapshot.rows - 1 - place
    x = _EDGE + snapshot.columns * _CELL + 2 if is_right else _EDGE - _WALL - 2
    return x, _EDGE + row * _CELL, _WALL, _CELL


def _draw_wall_spaces(snapshot: Snapshot) -> list[str]:
    """The ring of empty wall spaces, one for each outer edge, with their names as places of both arms."""
    names: dict[tuple[int, int, int, int], list[str]] = {}
    for arm in ARM_NAMES:
        for place in range(snapshot.columns if arm[1] == "h" else snapshot.rows):
            names.setdefault(_wall_box(snapshot, arm, place), []).append(f"{arm}:{place}")
    return [
        f'<rect class="space" data-places="{" ".join(places)}" x="{x + 2}" y="{y + 2}" width="{w - 4}" '
        f'height="{h - 4}" rx="3" fill="transparent" stroke="{_LINE}" stroke-dasharray="3 4"/>'
        for (x, y, w, h), places in sorted(names.items())
    ]


def _draw_wall(snapshot: Snapshot, wall: WallOnBoard) -> str:
    """One wall."""
    x, y, w, h = _wall_box(snapshot, wall.arm, wall.place)
    return (
        f'<g class="placed" data-kind="W" data-arm="{wall.arm}" data-place="{wall.place}" data-ply="{wall.ply}">'
        f"<title>wall {wall.arm}</title>"
        f'<rect x="{x + 1}" y="{y + 1}" width="{w - 2}" height="{h - 2}" rx="2" fill="#b98d4f" stroke="#6e4f22"/>'
        f'<path d="M{x + w / 2 - 6} {y + h / 2}h12M{x + w / 2} {y + h / 2 - 6}v12" stroke="#8d6630"/></g>'
    )


def _draw_towers(snapshot: Snapshot) -> list[str]:
    """The four towers with the points of their tiles and who holds them."""
    right, bottom = _EDGE + snapshot.columns * _CELL, _EDGE + snapshot.rows * _CELL
    at = ((_EDGE, _EDGE), (right, bottom), (right, _EDGE), (_EDGE, bottom))
    towers = []
    for number, ((x, y), (points, holder)) in enumerate(zip(at, snapshot.tower_tiles, strict=True), 1):
        cx = x - _TOWER // 2 + 3 if x == _EDGE else x + _TOWER // 2 - 3
        cy = y - _TOWER // 2 + 3 if y == _EDGE else y + _TOWER // 2 - 3
        towers.append(
            f'<g class="tower" data-tower="{number}"><title>tower {number}: {points} points</title>'
            f'<rect x="{cx - 20}" y="{cy - 20}" width="40" height="40" rx="6" fill="#d8b878" stroke="#6e4f22" '
            f'stroke-width="2"/>{_text(cx - 6, cy, str(points), "num")}{_chip(cx + 11, cy + 10, holder, 8)}</g>'
        )
    return towers


def _chip(x: float, y: float, seat: int | None, radius: int) -> str:
    """A dot in a seat's colour with its number; for nobody only its place."""
    dot = ""
    if seat is not None:
        dot = (
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{SEAT_COLOURS[seat]}" stroke="{_INK}" '
            f'stroke-width="1.5"/>{_text(x, y, str(seat), "small")}'
        )
    return f'<g class="chip" data-x="{x:g}" data-y="{y:g}">{dot}</g>'


def _draw_well(snapshot: Snapshot) -> list[str]:
    """The well, where there is one."""
    if snapshot.well is None:
        return []
    x, y = _corner(snapshot, snapshot.well)
    return [
        f'<g data-kind="well" data-square="{snapshot.well}"><title>well {snapshot.well}</title>'
        f'<circle cx="{x + 20}" cy="{y + 20}" r="15" fill="#7fb7d6" stroke="#8a7a58" stroke-width="5"/></g>'
    ]


def _draw_piece(snapshot: Snapshot, piece: PieceOnBoard) -> str:
    """A palace piece, stable, inhabitant or dome."""
    x, y = _corner(snapshot, piece.square)
    middle_x, middle_y = x + _CELL // 2, y + _CELL // 2
    owner = "" if piece.owner is None else f' data-seat="{piece.owner}"'
    if piece.kind in _PALACES:
        fill = _VIOLET if piece.kind == "K" and snapshot.has_violet else _PALACES[piece.kind]
        shape = (
            f'<rect x="{x + 2}" y="{y + 2}" width="36" height="36" rx="4" fill="{fill}" stroke="#000" '
            f'stroke-opacity=".55"/><path d="M{x + 8} {y + 32}v-14a12 12 0 0 1 24 0v14" fill="none" stroke="#fff" '
            'stroke-opacity=".45" stroke-width="2"/>'
        )
    elif piece.kind == "S":
        shape = (
            f'<path d="M{x + 5} {y + 35}V{y + 17}L{middle_x} {y + 5}L{x + 35} {y + 17}V{y + 35}Z" fill="#fffdf5" '
            f'stroke="#5c4a2b" stroke-width="2"/><path d="M{x + 15} {y + 35}v-12h10v12" fill="#d9c9a3" '
            'stroke="#5c4a2b"/>'
        )
    elif piece.kind == "I":
        shape = (
            f'<path d="M{x + 9} {y + 35}q2-15 11-16q9 1 11 16Z" fill="#fff" stroke="#4a3c22" stroke-width="2"/>'
            f'<circle cx="{middle_x}" cy="{y + 13}" r="7" fill="#fff" stroke="#4a3c22" stroke-width="2"/>'
        )
    else:
        fill = "#fff" if piece.owner is None else SEAT_COLOURS[piece.owner]
        label = "n" if piece.owner is None else str(piece.owner)
        shape = (
            f'<path d="M{x + 6} {y + 29}a14 15 0 0 1 28 0Z" fill="{fill}" stroke="{_INK}" stroke-width="2"/>'
            f'<circle cx="{middle_x}" cy="{y + 10}" r="3" fill="{fill}" stroke="{_INK}"/>'
            f"{_text(middle_x, middle_y + 2, label, 'small')}"
        )
    return (
        f'<g class="placed" data-kind="{piece.kind}" data-square="{piece.square}"{owner} data-ply="{piece.ply}">'
        f"<title>{escape(_describe(piece, snapshot))}</title>{shape}</g>"
    )


def _describe(piece: PieceOnBoard, snapshot: Snapshot) -> str:
    """A piece in words."""
    if piece.kind in "DN":
        return f"{'neutral dome' if piece.owner is None else f'dome of seat {piece.owner}'} {piece.square}"
    name = "violet" if piece.kind == "K" and snapshot.has_violet else _NAMES[piece.kind]
    return f"{name} {piece.square}"


def _draw_panel(snapshot: Snapshot, width: int, height: int) -> list[str]:
    """The palace tiles and the scores, side by side below the board."""
    y = height + _PANEL // 2 - 6
    parts = []
    for place, (letter, (points, holder)) in enumerate(zip(_PALACES, snapshot.palace_tiles, strict=True)):
        x = _EDGE + 20 + place * 56
        fill = _VIOLET if letter == "K" and snapshot.has_violet else _PALACES[letter]
        parts.append(
            f'<g class="tile" data-tile="{letter}"><rect x="{x - 18}" y="{y - 18}" width="36" height="36" rx="4" '
            f'fill="{fill}" stroke="{_INK}"/><text x="{x - 4}" y="{y}" class="num" fill="#fff">{points}</text>'
            f"{_chip(x + 14, y + 12, holder, 8)}</g>"
        )
    for seat, score in enumerate(snapshot.scores):
        x = width - _EDGE - 10 - (snapshot.players - 1 - seat) * 74
        mark = f'<circle cx="{x - 24}" cy="{y}" r="15" fill="none" stroke="{_INK}" stroke-width="2"/>'
        turn = mark if seat == snapshot.to_move else ""
        parts.append(f'<g class="score">{turn}{_chip(x - 24, y, seat, 11)}{_text(x + 4, y, str(score), "num")}</g>')
    return parts


def _text(x: float, y: float, text: str, kind: str) -> str:
    """A text in the middle of a point."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{text}</text>'


def to_png(svg: str, scale: float) -> bytes:
    """An SVG picture as PNG, so many times as large; raises `MedinaError` where the package for it is missing."""
    if not 0.1 <= scale <= 10:
        raise MedinaError(f"the scale of a picture is a number from 0.1 to 10, not {scale!r}")
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise MedinaError("a PNG needs the package resvg-py: pip install 'medina-arena[png]'") from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=scale))
