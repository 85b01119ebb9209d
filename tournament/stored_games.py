"""How did a stored game go? Only its seeds and what came of it were kept; it is played again and compared."""

import numpy as np

from medina_arena.engine import Game
from medina_arena.results import RunStore, Termination, format_id

from .batch import fold_move
from .bot_calls import LocalBot
from .config import RunConfig, config_from_json
from .errors import RunError
from .pages import Replay, build_replay
from .schedule import ScheduledGames, schedule_ids
from .table import ForcedFault, Table

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
    faults = store.faults(game_id)
    table = _play(config, scheduled, {fault.seat: ForcedFault(fault.ply, fault.kind, fault.text) for fault in faults})
    moves_hash = 0
    for move in table.game.moves:
        moves_hash = fold_move(moves_hash, int(move))
    if moves_hash % 2**64 != int(stored.moves_hash[0]):
        reason = "its bots have changed" if config.is_reproducible else "a bot has a time budget"
        raise RunError(f"game {format_id(game_id)} does not go again as it went: {reason}")
    known = [
        {"seat": one.seat, "ply": one.ply, "kind": one.reply.fault.name.lower()}
        for one in table.noted
        if one.reply.fault != Termination.NORMAL
    ]
    title = f"game {format_id(game_id)} of {store.folder.name}: {config.rules}, {config.players} players"
    labels = [config.labels[bot] for bot in scheduled.bots[0]]
    return build_replay(table.game, labels, title=title, faults=known)


def _play(config: RunConfig, scheduled: ScheduledGames, forced: dict[int, ForcedFault]) -> Table:
    """Play one scheduled game move by move, in this process."""
    seats = zip(scheduled.bots[0].tolist(), scheduled.bot_seeds[0].tolist(), strict=True)
    bots = [LocalBot(config.bots[bot], seat, seed) for seat, (bot, seed) in enumerate(seats)]
    table = Table(Game(config.rules, config.players, int(scheduled.seeds[0])), bots, forced)
    table.play(config.n_drawn, scheduled.opening_seeds[:1].copy(), scheduled.stand_in_seeds[0].copy())
    return table
