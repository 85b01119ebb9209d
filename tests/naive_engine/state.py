"""What does the table hold besides the flow of turns? Board, hands, tiles, and what left the game."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from .board import Board, Square
from .rules import COLOURS, KINDS

MERCHANTS = {1: 3, 2: 2, 3: 1, 4: 0}  # inhabitants on the tower tiles (rules page, section 10)


class State:
    """Everything on the table; a tile is held by a palace, named by its first piece."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        """An empty board and full hands."""
        self.rules = rules
        self.board = Board(rules["width"], rules["height"])
        self.hands = [full_hand(rules) for _ in range(rules["players"])]
        self.palace_tiles: dict[str, Square | None] = dict.fromkeys(COLOURS)
        self.tower_tiles: dict[int, Square | None] = dict.fromkeys(MERCHANTS)
        self.merchants = dict(MERCHANTS) if rules["tower_merchants"] else dict.fromkeys(MERCHANTS, 0)
        self.pool: list[str] = []  # gifts picked and not yet placed (rules page, section 11)
        self.discarded: Counter[str] = Counter()

    @property
    def seats(self) -> range:
        """All seats in playing order."""
        return range(self.rules["players"])

    def tile_owner(self, palace: Square | None) -> int | None:
        """The seat behind a tile: nobody on the table or with a neutral palace (rules page, section 8)."""
        if palace is None:
            return None
        dome = self.board.domes[palace]
        return dome.seat if dome.own else None


def full_hand(rules: Mapping[str, Any]) -> dict[str, int]:
    """The supply of one player, no tea yet (rules page, section 2)."""
    white = {"S": "supply_stables", "I": "supply_inhabitants", "W": "supply_walls"}
    hand = dict.fromkeys(COLOURS, rules["supply_palace"])
    hand |= {kind: rules[name] for kind, name in white.items()}
    hand |= {"D": rules["supply_domes"], "N": rules["supply_neutral"]}
    return {kind: hand[kind] for kind in KINDS} | {"T": 0}
