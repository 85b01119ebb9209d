"""What does a browser show? Pages that are whole by themselves: styles, script and data inside, no network."""

from .replay import Replay, build_replay, game_at, replay_page

__all__ = ["Replay", "build_replay", "game_at", "replay_page"]
