"""How is code compiled that only compiled code calls? Typed and lowered once; its callers optimise it.

By itself numba optimises every function together with all that it calls and turns it into machine code, although a
function behind others is linked into its callers and optimised there again. What is compiled here is kept as a part
instead: unoptimised code of one function, linked once into each function that Python can call. Compiling takes half
as long and runs as fast. This rests on parts of numba that are not public, hence the upper bound of its version.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import binding as llvm
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult, compile_result

from .passes import PART_PASSES, QuickFlags

__all__ = ["PartCompiler", "keep_on_disk", "register"]


class _Part(JITCodeLibrary):
    """The code of one function, without machine code; it can only be linked into the code of others."""

    _shared_module: Any

    def add_llvm_module(self, module: Any) -> None:
        """Take over a function's code after the simplest passes, as code that callers may have too."""
        self._optimize_functions(module)
        self._final_module.link_in(module)
        _let_merge(self._final_module)

    def finalize(self) -> None:
        """Nothing is optimised or made into machine code."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The code with all that it calls."""
        if self._shared_module is None:
            module = self._final_module.clone()
            called = [
                library._final_module if isinstance(library, _Part) else library._get_module_for_linking()
                for library in self._called()
            ]
            _link_all(module, called)
            self._shared_module = module
        return self._shared_module

    def _called(self) -> list[Any]:
        """The libraries of all functions that it calls, however indirectly, each once."""
        found, waiting = {self: None}, [self]
        while waiting:
            for library in waiting.pop()._linking_libraries:
                if library not in found:
                    found[library] = None
                    if isinstance(library, _Part):
                        waiting.append(library)
        return list(found)[1:]

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """What is kept on disk: the name and the code with all that it calls."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def load(cls, codegen: Any, name: str, bitcode: bytes) -> "_Part":
        """A part that was kept."""
        part = cls(codegen, name)
        part._final_module = llvm.parse_bitcode(bitcode)
        part.finalize()
        return part


def _names(module: Any, are_declared_only: bool) -> set[str]:
    """The names of numba's functions that the module declares only, or that it has."""
    return {
        function.name
        for function in module.functions
        if function.is_declaration == are_declared_only and function.name.startswith("_ZN")
    }


def _link_all(module: Any, called: list[Any]) -> None:
    """Link the module with all code that it calls, in whatever order that comes; raises `AssertionError` if not all is.

    LLVM leaves out a function that nothing calls yet when its code is linked, so that code may be needed again. What
    is incomplete must not get to the disk, where it would be found again and again.
    """
    waiting, missing = called, _names(module, are_declared_only=True)
    while waiting:
        for code in waiting:
            module.link_in(code, preserve=True)
        missing = _names(module, are_declared_only=True)
        waiting = [code for code in called if missing & _names(code, are_declared_only=False)] if missing else []
    if missing:
        raise AssertionError(f"called, but not there to be linked: {', '.join(sorted(missing))}")


def _let_merge(module: Any) -> None:
    """Let functions of the module be in other modules too that it is linked with."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.external:
            function.linkage = llvm.Linkage.linkonce_odr


class PartCompiler(Compiler):
    """numba's compiler, except that it makes parts, by fewer passes."""

    def __init__(self, *args: Any) -> None:
        """Of the same arguments as numba's."""
        super().__init__(*args)
        self.state.flags = QuickFlags(self.state.flags)

    def define_pipelines(self) -> Any:
        """The passes of a part."""
        state = self.state
        state.flags.no_compile = True  # no machine code
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return [PART_PASSES]


class _PartCacheImpl(CompileResultCacheImpl):
    """As numba keeps compiled functions."""

    def rebuild(self, target_context: Any, payload: tuple[Any, ...]) -> CompileResult:
        """The part that was kept."""
        library, fndesc, environment, signature, objectmode, lifted, annotation, reload_init, environments = payload
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=_Part.load(target_context.codegen(), *library),
            environment=environment,
            entry_point=None,
            fndesc=fndesc,
            type_annotation=annotation,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            reload_init=reload_init,
            referenced_envs=environments,
        )


class _PartCache(FunctionCache):
    """Parts on disk, where numba keeps everything."""

    _impl_class = _PartCacheImpl


def keep_on_disk(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Keep the parts of a dispatcher of that function on disk."""
    dispatcher._cache = _PartCache(function)


def register(dispatcher: Any, part: CompileResult) -> None:
    """Let compiled code call the part through its dispatcher."""
    entry = object()  # stands for the entry that it does not have
    part.target_context.insert_user_function(entry, part.fndesc, [part.library])
    dispatcher.overloads[tuple(part.signature.args)] = part._replace(entry_point=entry)
