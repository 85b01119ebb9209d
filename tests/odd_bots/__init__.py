"""Which bots does nobody want? Bots that fail, cheat or spy, for tests to play with."""
