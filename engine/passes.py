"""What does numba do to a part? The passes that plain code of numbers and arrays needs, without the others.

numba runs 27 passes over each function, half of which look for what no part has: closures, comprehensions, ``with``,
array expressions. Around each it tells listeners, and analyses the function anew, which these passes do themselves.
"""

from typing import Any

from numba.core import typed_passes, untyped_passes
from numba.core.compiler import Flags
from numba.core.compiler_machinery import PassManager

__all__ = ["PART_PASSES", "QuickFlags"]


class _BarePasses(PassManager):
    """Passes that are run without anything around them."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: N802  numba's name
        """Run one pass."""
        pss.analysis = self._analysis
        pss.run_pass(internal_state)


PART_PASSES = _BarePasses("part")
"""The passes in their order, and what numba calls each."""
for _one, _what in (
    (untyped_passes.TranslateByteCode, "analyzing bytecode"),
    (untyped_passes.FixupArgs, "fix up args"),
    (untyped_passes.IRProcessing, "processing IR"),
    (untyped_passes.RewriteSemanticConstants, "rewrite semantic constants"),
    (untyped_passes.GenericRewrites, "nopython rewrites"),
    (untyped_passes.ReconstructSSA, "ssa"),
    (untyped_passes.DeadBranchPrune, "dead branch pruning"),
    (typed_passes.NopythonTypeInference, "nopython frontend"),
    (typed_passes.PreLowerStripPhis, "remove phis nodes"),
    (typed_passes.InlineOverloads, "inline overloaded functions"),
    (typed_passes.IRLegalization, "ensure IR is legal prior to lowering"),
    (typed_passes.NativeLowering, "native lowering"),
    (typed_passes.NoPythonBackend, "nopython mode backend"),
):
    PART_PASSES.add_pass(_one, _what)
PART_PASSES.finalize()


class QuickFlags(Flags):
    """numba's flags, compared by what is set.

    numba looks up implementations by flags, tens of thousands of times, and compares all options with their defaults.
    """

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, QuickFlags) and self._values == other._values
