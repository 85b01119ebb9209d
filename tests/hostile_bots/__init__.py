"""Which bots try to hurt the run? One class for each way, after some decent moves; none can be caught by asking nicely.

``HOSTILE_PIDS`` in the environment is a folder in which each process that a bot starts leaves an empty file, named by
its process id.
"""

from .kinds import KINDS, Kind

__all__ = ["KINDS", "Kind"]
