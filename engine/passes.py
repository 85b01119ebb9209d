"""What does numba do to a part? The passes that plain code of numbers and arrays needs, without the others.

numba runs 27 passes over each function. Half of them look for what no part has: closures, comprehensions, ``with``,
exceptions, functions of functions, array expressions. This rests on parts of numba that are not public, as `parts`.
"""

from typing import Any

from numba.core import typed_passes, untyped_passes
from numba.core.compiler import Flags
from numba.core.compiler_machinery import PassManager

__all__ = ["QuickFlags", "part_passes"]

_PASSES: tuple[tuple[Any, str], ...] = (
    (untyped_passes.TranslateByteCode, "analysing bytecode"),
    (untyped_passes.FixupArgs, "reading arguments"),
    (untyped_passes.IRProcessing, "processing IR"),
    (untyped_passes.RewriteSemanticConstants, "rewriting constants"),
    (untyped_passes.GenericRewrites, "rewriting constant indices"),
    (untyped_passes.ReconstructSSA, "giving each value a name of its own"),
    (untyped_passes.DeadBranchPrune, "removing branches that are never taken"),
    (typed_passes.NopythonTypeInference, "finding types"),
    (typed_passes.PreLowerStripPhis, "removing phi nodes"),
    (typed_passes.InlineOverloads, "inlining overloads"),
    (typed_passes.IRLegalization, "making the IR legal"),
    (typed_passes.NativeLowering, "lowering"),
    (typed_passes.NoPythonBackend, "making the result"),
)


class QuickFlags(Flags):
    """numba's flags, compared by what is set.

    numba looks up implementations by flags, tens of thousands of times, and compares all options with their defaults.
    """

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, QuickFlags) and self._values == other._values


def part_passes() -> PassManager:
    """The passes in their order."""
    manager = PassManager("part")
    for compiler_pass, what in _PASSES:
        manager.add_pass(compiler_pass, what)
    manager.finalize()
    return manager
