from dataclasses import dataclass

import medina_arena as ma


class Hoarder(ma.Bot):
    """Claims a palace when it is worth enough, and builds up its own."""

    @dataclass(frozen=True, slots=True)
    class Params:
        enough: int = 7

    def choose(self, game, moves):
        worth = {f"D{palace.squares[0]}": palace.value for palace in game.palaces()}
        domes = [move for move in moves if worth.get(str(move), 0) >= self.params.enough]
        others = [move for move in moves if str(move) not in worth] or moves
        return max(domes or self.rng.permutation(others)[:20], key=lambda move: self.gain(game, move))

    def gain(self, game, move):
        after = game.copy()
        after.determinize(self.rng)
        after.play(move)
        return after.scores()[self.seat]
