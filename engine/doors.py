"""Which compiled functions does Python call? Each takes arrays of one state; a record itself cannot be passed."""

from typing import Any

from .kernels import compiled
from .legality import count, count_gifts, count_opening, count_picks, fill_legal_moves, is_legal, refresh
from .obligation import is_obliged
from .placement import complete_palace, place_inhabitant, place_palace_piece, place_stable, place_wall
from .scoring import fill_ranks, fill_score_sources, fill_scores, palace_value
from .setup import begin_game, draw_setup
from .state import NOBODY, PHASE_DOME, PHASE_OPENING, PHASE_OVER, PHASE_PICK, PHASE_PLACE, copy_state
from .turns import apply_move, begin_turn, close_without_space, end_game
from .view import fill_hidden_picks, has_hidden_picks, observe

__all__ = [
    "begin",
    "copy",
    "count_legal_moves",
    "determinize",
    "draw_squares",
    "fill_results",
    "holds_obligation",
    "is_legal_move",
    "is_open_palace",
    "lay_out",
    "list_legal_moves",
    "play_if_legal",
    "score_seats",
    "seat_to_move",
    "someone_can_move",
    "value_palace",
    "view_as",
]


@compiled
def draw_squares(states: Any, rng: Any) -> tuple[int, int]:
    """The squares of the well and of the first inhabitant that chance decides, -1 for what the rules have not."""
    return draw_setup(states[0], rng)


@compiled
def begin(states: Any, well: int, inhabitant: int) -> None:
    """Make the first position."""
    begin_game(states[0], well, inhabitant)


@compiled
def play_if_legal(states: Any, move: int) -> bool:
    """Play a move in ``states[0]`` if it is legal there; whether it was."""
    if has_hidden_picks(states[0]) or not is_legal(states[0], move):
        return False
    apply_move(states[0], move)
    return True


@compiled
def list_legal_moves(states: Any, out: Any) -> int:
    """Write the legal moves to `out`; their number."""
    return fill_legal_moves(states[0], out)


@compiled
def seat_to_move(states: Any) -> int:
    """The seat to move, or -1 when the game is over."""
    return -1 if states[0].phase == PHASE_OVER else states[0].to_move


@compiled
def score_seats(states: Any, out: Any) -> None:
    """Write the scores to `out`, int [players]."""
    fill_scores(states[0], out)


@compiled
def is_legal_move(states: Any, move: int) -> bool:
    """Whether an action index is a legal move."""
    return is_legal(states[0], move)


@compiled
def view_as(target: Any, source: Any, viewer: int) -> None:
    """Make ``target[0]`` what a seat may know of ``source[0]``."""
    observe(target[0], source[0], viewer)


@compiled
def copy(target: Any, source: Any) -> None:
    """Make ``target[0]`` the same position as ``source[0]``."""
    copy_state(target[0], source[0])


@compiled
def fill_results(states: Any, sources: Any, scores: Any, ranks: Any) -> None:
    """Write score sources [players, 7], scores and ranks [players]."""
    fill_score_sources(states[0], sources)
    fill_scores(states[0], scores)
    fill_ranks(states[0], scores, ranks)


@compiled
def determinize(states: Any, rng: Any) -> None:
    """Fill hidden picks."""
    fill_hidden_picks(states[0], rng)


@compiled
def value_palace(states: Any, palace: int) -> int:
    """The points of a palace, without tiles and well."""
    return palace_value(states[0], palace)


@compiled
def is_open_palace(states: Any, palace: int) -> bool:
    """Whether a palace piece can still be added to a palace."""
    s = states[0]
    colour = s.colour[palace]
    return s.owner[palace] == NOBODY and s.active_palace[colour] == palace and s.is_open[colour] != 0


# --- positions that are laid out instead of played


@compiled
def lay_out(states: Any, well: int, pieces: Any, stables: Any, inhabitants: Any, arms: Any, domes: Any) -> None:
    """Put everything on the board of a state that `fill_rules` prepared; unchecked.

    `pieces` [n, 3]: colour, square, 1 for the first piece of a palace, in the order in which the palaces were begun;
    `stables` and `inhabitants`: squares; `arms`: walls in each arm; `domes` [n, 2]: palace and owner, in order. Hands,
    tiles and turn are left to the caller.
    """
    s = states[0]
    begin_game(s, well, -1)
    for i in range(pieces.shape[0]):
        s.is_open[pieces[i, 0]] = pieces[i, 2] == 0
        place_palace_piece(s, pieces[i, 0], pieces[i, 1])
    for square in stables:
        place_stable(s, square)
    for square in inhabitants:
        place_inhabitant(s, square)
    for arm in range(arms.shape[0]):
        for _ in range(arms[arm]):
            place_wall(s, arm)
    for i in range(domes.shape[0]):
        complete_palace(s, domes[i, 0], domes[i, 1])
    if inhabitants.shape[0] > 0:  # in the opening phase all is as it was begun
        refresh(s)
        if s.close_without_space:
            close_without_space(s)


@compiled
def count_legal_moves(states: Any) -> int:
    """Count the legal moves of a position whose phase, turn and hands have been written; their number."""
    s = states[0]
    if s.phase == PHASE_OPENING:
        count_opening(s)
    elif s.phase == PHASE_PICK:
        count_picks(s)
    elif s.phase == PHASE_DOME or (s.phase == PHASE_PLACE and s.gifts):
        count_gifts(s)
    elif s.phase == PHASE_PLACE:
        count(s)
    else:
        end_game(s)
    return s.n_legal


@compiled
def holds_obligation(states: Any, seat: int) -> bool:
    """Whether the last-player obligation holds for a seat as things stand."""
    return is_obliged(states[0], seat)


@compiled
def someone_can_move(states: Any) -> bool:
    """Whether some seat could begin a turn; changes the state."""
    s = states[0]
    s.turn = s.n_opening_turns
    s.active = 0
    begin_turn(s)
    return s.phase != PHASE_OVER
