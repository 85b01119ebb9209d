"""How did a stored game go? Only its seeds and what came of it were kept; it is played again and compared."""

import numpy as np

from medina_arena.engine import Game
from medina_arena.results import Fault, RunStore, format_id

from . import play
from .config import config_from_json
from .errors import RunError
from .pages import Replay, build_replay
from .schedule import schedule_ids
from .table import ForcedFault

__all__ = ["replay_stored_game"]


def replay_stored_game(store: RunStore, game_id: int) -> Replay:
    """The game with this id, played again; a bot that is known to have faulted is not asked when it did.

    Raises `RunError` for a game that the run does not have, and for one that does not go as it went.
    """
    stored = store.read_games([game_id])
    if not len(stored):
        first = ", ".join(format_id(known) for known in store.ids()[:3].tolist())
        raise RunError(f"{store.folder} has no game {format_id(game_id)}: its first are {first or 'still to come'}")
    config = config_from_json(store.config, check_files=False)
    scheduled = schedule_ids(config, np.array([game_id]))
    forced = {fault.seat: ForcedFault(fault.ply, fault.kind, fault.text) for fault in store.faults(game_id)}
    games: list[Game] = []
    faults: list[Fault] = []
    again = play.play_games(
        config, scheduled, forced={game_id: forced}, faults=faults, watch=lambda row, game: games.append(game)
    )
    if again.moves_hash[0] != stored.moves_hash[0]:
        reason = "its bots have changed" if config.is_reproducible else "a bot has a time budget"
        raise RunError(f"game {format_id(game_id)} does not go again as it went: {reason}")
    known = [{"seat": fault.seat, "ply": fault.ply, "kind": fault.kind.name.lower()} for fault in faults]
    title = f"game {format_id(game_id)} of {store.folder.name}: {config.rules}, {config.players} players"
    labels = [config.labels[bot] for bot in scheduled.bots[0]]
    return build_replay(games[0], labels, title=title, faults=known)
