"""How do compiled functions come together? Parts that only compiled code calls, and the doors that Python calls."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llvmlite import binding as llvm

from medina_arena.engine import compiled, parts
from medina_arena.engine.kernels import inner


@inner
def _twice(x: Any) -> int:
    return 2 * int(x)


@inner
def _twice_and(x: Any, y: Any) -> int:
    return int(_twice(x) + y)


@compiled
def _sum_of_kinds(small: Any, large: Any) -> int:
    return _twice(small[0]) + _twice(large[0]) + _twice(7) + _twice_and(small[1], 1)


@compiled
def _mean(x: Any) -> float:
    return (_twice(x[0]) + _twice_and(x[1], 0)) / 2.0


def test_integers_of_all_widths_share_a_compiled_function() -> None:
    dispatcher: Any = _twice
    small, large = np.array([-100, 50], np.int8), np.array([2**40], np.int64)
    assert _sum_of_kinds(small, large) == -200 + 2**41 + 14 + 101
    assert [str(kind) for kinds in dispatcher.overloads for kind in kinds] == ["int64"]


def test_other_kinds_have_functions_of_their_own() -> None:
    dispatcher: Any = _twice
    assert _mean(np.array([1.5, 2.9])) == (2 * 1 + 2 * 2) / 2.0
    assert "float64" in {str(kind) for kinds in dispatcher.overloads for kind in kinds}


def test_inner_functions_cannot_be_called_from_python() -> None:
    with pytest.raises(TypeError, match="_twice can be called from compiled code only"):
        _twice(3)


def test_inner_functions_return_no_arrays() -> None:
    @inner
    def _front(x: Any) -> Any:
        return x

    @compiled
    def _first(x: Any) -> int:
        return int(_front(x)[0])

    with pytest.raises(Exception, match="_front returns an array: it must be under @compiled"):
        _first(np.array([3, 4]))


def test_inner_functions_define_no_functions() -> None:
    @inner
    def _outer(x: int) -> int:
        def more(y: int) -> int:
            return x + y

        return more(1)

    @compiled
    def _ask(x: int) -> int:
        return _outer(x)

    with pytest.raises(Exception, match=r"No type info available for .*make_function"):
        _ask(3)


def test_inner_functions_may_leave_arguments_out() -> None:
    @inner
    def _part(x: int, of: Any = None) -> float:
        return float(x) if of is None else x / of[0]

    @compiled
    def _both(x: int, of: Any) -> float:
        return _part(x) + _part(x, of)

    assert _both(2, np.array([4])) == 2.5


_USE_PARTS = """
import sys
import numpy as np
from medina_arena.engine import compiled, fill_rules, new_states, rule_set, draw_setup, begin_game
from medina_arena.engine.legality import claimable, refresh
@compiled
def ask(states, rng):
    well, inhabitant = draw_setup(states[0], rng)
    begin_game(states[0], well, inhabitant)
    refresh(states[0])
    return states[0].n_legal
states = new_states(1)
fill_rules(states, rule_set("rulebook"), 4)
print(ask(states, np.array([1], np.int64)), sum(refresh.stats.cache_hits.values()))
"""


def test_parts_kept_on_disk_are_linked_into_new_functions(tmp_path: Path) -> None:
    command = [sys.executable, "-c", _USE_PARTS]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path)}
    answers = [
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    assert answers == ["126 0\n", "126 1\n"]  # compiled, then read


def test_engine_that_may_not_compile_says_so(tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", "import medina_arena; medina_arena.Game()"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("the engine runs compiled only: unset it")


def _module(text: str) -> Any:
    return llvm.parse_assembly(text)


_ROOT = "declare i64 @_ZNa()\ndefine i64 @_ZNroot() {\n %x = call i64 @_ZNa()\n ret i64 %x\n}"
_A = "declare i64 @_ZNb()\ndefine linkonce_odr i64 @_ZNa() {\n %x = call i64 @_ZNb()\n ret i64 %x\n}"
_B = "define linkonce_odr i64 @_ZNb() {\n ret i64 7\n}"


@pytest.mark.parametrize("order", [(_A, _B), (_B, _A)])
def test_code_is_linked_in_whatever_order_it_comes(order: tuple[str, str]) -> None:
    root = _module(_ROOT)
    parts._link_all(root, list(map(_module, order)))
    assert {function.name: function.is_declaration for function in root.functions} == {
        "_ZNroot": False,
        "_ZNa": False,
        "_ZNb": False,
    }


def test_incomplete_code_is_refused() -> None:
    with pytest.raises(AssertionError, match="_ZNb"):
        parts._link_all(_module(_ROOT), [_module(_A)])
