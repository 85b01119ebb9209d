"""The rules of Medina: positions, moves and scores, compiled, under a Python face.

`Game` is what most programs need. Compiled bots use the kernels: a state is a record of dtype `STATE`.
"""

if __name__ != "medina_arena.engine":
    raise ImportError("import medina_arena.engine: the folder engine/ is not a package of its own")

from .describe import describe_rules, format_rules_table
from .errors import IllegalMoveError, MedinaError, NotationError, RecordError, RulesError
from .game import MAX_SEED, Game
from .kernels import compiled, inner
from .legality import fill_legal_moves, is_legal, nth_legal_move
from .moves import N_ACTIONS
from .notation import Move, format_move, format_square, parse_move, parse_square
from .palace import Palace
from .perft import MAX_DEPTH, count_leaves, split_leaves
from .playout import play_randomly
from .records import check_record, read_records, replay_record
from .rng import draw, draw_below, draw_float, mix
from .rules import N_COLOURS, RULE_SETS, RULES_VERSION, RuleSet, parse_rules, rule_set
from .scoring import SOURCES, fill_ranks, fill_score_sources, fill_scores, palace_value
from .setup import SETUP_STREAM, begin_game, draw_setup, fill_rules
from .state import STATE, copy_state, new_states
from .turns import apply_move
from .view import fill_hidden_picks, observe

__all__ = [
    "MAX_DEPTH",
    "MAX_SEED",
    "N_ACTIONS",
    "N_COLOURS",
    "RULES_VERSION",
    "RULE_SETS",
    "SETUP_STREAM",
    "SOURCES",
    "STATE",
    "Game",
    "IllegalMoveError",
    "MedinaError",
    "Move",
    "NotationError",
    "Palace",
    "RecordError",
    "RuleSet",
    "RulesError",
    "apply_move",
    "begin_game",
    "check_record",
    "compiled",
    "copy_state",
    "count_leaves",
    "describe_rules",
    "draw",
    "draw_below",
    "draw_float",
    "draw_setup",
    "fill_hidden_picks",
    "fill_legal_moves",
    "fill_ranks",
    "fill_rules",
    "fill_score_sources",
    "fill_scores",
    "format_move",
    "format_rules_table",
    "format_square",
    "inner",
    "is_legal",
    "mix",
    "new_states",
    "nth_legal_move",
    "observe",
    "palace_value",
    "parse_move",
    "parse_rules",
    "parse_square",
    "play_randomly",
    "read_records",
    "replay_record",
    "rule_set",
    "split_leaves",
]
