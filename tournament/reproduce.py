"""Does a bot's fault happen again? Its bot alone is led through the stored moves to the very moment."""

from dataclasses import dataclass

from medina_arena.engine import Game
from medina_arena.results import Fault, Termination

from .bot_calls import LocalBot, Reply, SeatedBot
from .config import RunConfig
from .isolation import BotProcesses
from .limits import Limits
from .schedule import ScheduledGames

__all__ = ["Reproduction", "reproduce_fault"]


@dataclass(frozen=True, slots=True)
class Reproduction:
    """What came of leading the bot there."""

    reply: Reply
    """The bot's last answer: a fault, or a legal move."""
    ply: int
    """Where it came."""
    other_moves: tuple[int, ...]
    """Plies before, at which the bot chose another move than in the run."""


def reproduce_fault(config: RunConfig, scheduled: ScheduledGames, fault: Fault, limits: Limits | None) -> Reproduction:
    """Lead the bot of a fault through its game, `scheduled` alone; without limits it plays in this process."""
    spec, seed = config.bots[fault.bot], int(scheduled.bot_seeds[0, fault.seat])
    game = Game(config.rules, config.players, int(scheduled.seeds[0]))
    if limits is None:
        return _lead(LocalBot(spec, fault.seat, seed), game, fault, config.n_drawn)
    with BotProcesses(limits) as make_bot:
        return _lead(make_bot(spec, fault.seat, seed), game, fault, config.n_drawn)


def _lead(bot: SeatedBot, game: Game, fault: Fault, n_drawn: int) -> Reproduction:
    """Ask the bot wherever it was asked in the run."""
    others: list[int] = []
    reply = bot.start(game)
    for move in fault.moves.split():
        if reply.fault != Termination.NORMAL:
            break
        if game.ply >= n_drawn and game.to_move == fault.seat:
            reply = bot.choose(game, game.legal_moves())
            if reply.fault != Termination.NORMAL:
                break
            if reply.move != int(game.parse_move(move)):
                others.append(game.ply)
        game.play(move)
    else:
        if reply.fault == Termination.NORMAL and game.is_over:
            reply = bot.finish(game)
        elif reply.fault == Termination.NORMAL and game.to_move == fault.seat and game.ply >= n_drawn:
            reply = bot.choose(game, game.legal_moves())
    return Reproduction(reply, game.ply, tuple(others))
