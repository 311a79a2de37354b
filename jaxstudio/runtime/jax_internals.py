"""The parts of JAX used here that are private to it.

A version may lack any of them; each part says what follows.
"""

from __future__ import annotations

import copy
import importlib
import io
import math
import os
import sys
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from tempfile import TemporaryDirectory
from types import FrameType
from typing import TYPE_CHECKING, Any

import jax
from jax.experimental import serialize_executable

if TYPE_CHECKING:
    from jax.extend import core


def _private_module(name: str, package: str = "jax._src") -> Any:
    """A module of `jax._src` or of another package, or None in a version without it."""
    try:
        return importlib.import_module(f"{package}.{name}")
    except ImportError:
        return None


cache_key = _private_module("cache_key")
compilation_cache = _private_module("compilation_cache")
config = _private_module("config")
hlo = _private_module("_hlo", "jaxlib")
flattree = _private_module("flattree")
hijax = _private_module("hijax")
partial_eval = _private_module("interpreters.partial_eval")
source_info_util = _private_module("source_info_util")
util = _private_module("util")
xla_bridge = _private_module("xla_bridge")
xla_client = getattr(_private_module("lib"), "xla_client", None)

# The loggers that say what is compiled and why it is traced anew; the others speak up when asked to explain.
COMPILING, TRACING = "jax._src.interpreters.pxla", "jax._src.interpreters.partial_eval"
COMPILER = "jax._src.compiler"
CHATTER = (COMPILER, "jax._src.compilation_cache")
# (file, function, line, column, end line, end column): lines from 1, columns from 0
Frame = tuple[str, str, int, int, int, int]


def user_frames(source_info: Any) -> Iterator[Frame]:
    """The frames of an equation that are not JAX's own, innermost first; none without them."""
    frames = getattr(source_info_util, "user_frames", None)
    if frames is None or source_info.traceback is None:
        return
    for frame in frames(source_info.traceback):
        yield (
            frame.file_name, frame.function_name,
            frame.start_line, frame.start_column, frame.end_line, frame.end_column,
        )  # fmt: skip


def hide_frames(*folders: str) -> None:
    """Hide frames of files below these paths from jaxprs and compiled programs.

    Without it, the frames of the program that traces stand around those of the function.
    """
    exclude: Any = getattr(source_info_util, "register_exclusion", None)
    for folder in folders if callable(exclude) else ():
        if folder not in getattr(source_info_util, "_exclude_paths", ()):
            exclude(folder)


# Modules of JAX that call a function for a transform of it.
TRANSFORMS = {
    os.path.join("interpreters", "ad.py"): "derivative",
    os.path.join("interpreters", "batching.py"): "vmap",
}


def transform_in_progress() -> str:
    """`derivative` or `vmap` where this thread is in one, the outermost of several; empty otherwise."""
    frame: FrameType | None = sys._getframe()
    kind = ""
    while frame is not None:
        path = frame.f_code.co_filename
        kind = next((word for end, word in TRANSFORMS.items() if path.endswith(end)), kind)
        frame = frame.f_back
    return kind


def without_persistent_cache() -> AbstractContextManager[Any]:
    """While it lasts, this thread writes nothing to the persistent cache of compiled kernels.

    Without it, what is compiled to be looked at would be written there too: within the cache's bound,
    and never found again.
    """
    state = getattr(config, "persistent_cache_min_compile_time_secs", None)
    if not callable(state):
        return nullcontext()
    least_seconds: AbstractContextManager[Any] = state(math.inf)
    return least_seconds


# What this thread read from the persistent cache, or wrote there, last.
_here = threading.local()


def compile_and_serialize(lowered: Any, options: dict[str, Any]) -> tuple[Any, bytes]:
    """A lowered function compiled, and as the bytes that `deserialize_and_load` takes; none without them.

    What JAX loaded from its persistent cache must not be serialised: XLA leaves its functions out, and
    says so when it is loaded again and called. So the machine code is what went to that cache or came from
    it. Where there is no such cache, or JAX had compiled the same before, there are no bytes.
    """
    _here.entry = None
    compiled = lowered.compile(compiler_options=options)
    entry, _here.entry = _here.entry, None
    unpacked: Any = getattr(compilation_cache, "decompress_executable", None)
    parts: Any = getattr(compilation_cache, "extract_executable_and_time", None)
    pickler: Any = getattr(serialize_executable, "_JaxPjrtPickler", None)
    unloaded = getattr(getattr(compiled, "_executable", None), "_unloaded_executable", None)
    params, no_kwargs = getattr(compiled, "_params", None), getattr(compiled, "_no_kwargs", None)
    loaded: Any = getattr(xla_client, "LoadedExecutable", None)
    if None in (entry, unloaded, unpacked, parts, pickler, params, no_kwargs, loaded) or getattr(
        params, "const_args", True
    ):
        return compiled, b""
    code = parts(unpacked(entry))[0]

    class Pickler(pickler):
        """JAX's, with the machine code that is known."""

        def persistent_id(self, part: Any) -> Any:
            return ("exec", code) if isinstance(part, loaded) else super().persistent_id(part)

    with io.BytesIO() as file:
        Pickler(file).dump((unloaded, jax.tree.leaves(compiled.args_info), no_kwargs))
        return compiled, file.getvalue()


def write_cache_atomically() -> None:
    """Write kernels into the persistent cache completely or not at all; call it before the first kernel.

    JAX writes it in place. A process that is killed meanwhile, as those that compute functions are, leaves
    half a kernel for good: JAX overwrites none, so that every later process warns and compiles it again; and
    who reads at that very moment finds half of it too. A version without this class writes as it likes.
    """
    base: Any = getattr(compilation_cache, "LRUCache", None)
    if not hasattr(base, "put") or hasattr(base, "put_whole"):
        return

    class Whole(base):
        """JAX's cache, whose files come to their place when they are complete."""

        def get(self, key: str) -> bytes | None:
            entry: bytes | None = super().get(key)
            _here.entry = entry
            return entry

        def put(self, key: str, value: bytes) -> None:
            _here.entry = value
            if getattr(self, "eviction_enabled", True):
                super().put(key, value)  # under a lock
            else:
                self.put_whole(key, value)

        def put_whole(self, key: str, value: bytes) -> None:
            with TemporaryDirectory(prefix="new-", dir=self._path) as beside:
                base(beside, max_size=-1).put(key, value)
                for name in os.listdir(beside):
                    os.replace(os.path.join(beside, name), os.path.join(self._path, name))

    compilation_cache.LRUCache = Whole


def tell_cached_programs_apart(words: str) -> None:
    """From now on JAX finds programs in its persistent cache by these words, too, beside its own key.

    In a version without the hook, programs that differ only by what the words say are taken for each other.
    """
    if hasattr(cache_key, "custom_hook"):
        cache_key.custom_hook = lambda: words


def client_is_made() -> bool:
    """Whether JAX has made a client for a device already; False in a version that does not tell."""
    initialized: Any = getattr(xla_bridge, "backends_are_initialized", None)
    return initialized is not None and bool(initialized())


def tracing_context() -> Hashable:
    """The settings for which a jit traces anew, as this thread has them; costs 0.1 µs.

    A version without it is asked for the only one that this program changes.
    """
    context = getattr(config, "trace_context", None)
    setting: Hashable = context() if callable(context) else (jax.config.values["jax_enable_x64"],)
    return setting


def scan_operand_counts(params: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return how many operands of a `scan` equation are constants, and how many are the initial carry.

    They come first, in this order; the arrays that are scanned over follow. Up to JAX 0.10 the parameters
    hold both numbers, since 0.11 a tree of the operands; None where a version keeps them in another way.
    """
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    unpack = getattr(params.get("ft_in"), "unpack", None)
    if unpack is None:
        return None
    constants, carried, _ = unpack()
    return len(constants), len(carried)


def primitive_name(equation: Any) -> str:
    """The name that JAX prints for an equation's primitive."""
    return next(
        (type(param).__name__ for param in equation.params.values() if _is_high(param)),
        equation.primitive.name,
    )


def printed_jaxprs(param: Any) -> dict[str, core.Jaxpr]:
    """The jaxprs that JAX prints in a primitive of a higher level, by name; none for any other value.

    Since 0.12 `custom_root` is such a primitive: an object among the equation's parameters.
    """
    from jax.extend import core  # which imports Pallas

    shown = param.pp_params() if _is_high(param) else {}
    return {name: value for name, value in shown.items() if isinstance(value, core.Jaxpr)}


def with_printed_jaxprs(param: Any, change: Callable[[core.Jaxpr], core.Jaxpr]) -> Any:
    """The primitive with `change` of each of those jaxprs; `custom_root` then computes by the changed one."""
    from jax.extend import core

    jaxprs = {name: change(jaxpr) for name, jaxpr in printed_jaxprs(param).items()}
    changed = copy.copy(param)
    vars(changed).update(jaxprs, params={**param.params, **jaxprs})
    if solve := jaxprs.get("solve_jaxpr"):

        def expand(*args: Any) -> Any:
            leaves = jax.tree.leaves(args)[: len(solve.invars)]
            return jax.tree.unflatten(param.out_tree, core.jaxpr_as_fun(core.ClosedJaxpr(solve, []))(*leaves))

        changed.expand = expand
    return changed


def _is_high(param: Any) -> bool:
    kind: Any = getattr(hijax, "HiPrim", None)
    return kind is not None and isinstance(param, kind)


def explain_static_arguments() -> None:
    """Have JAX's explanation of a tracing cache miss name the static arguments that differ.

    Since 0.11 JAX compares only what is traced, and says that no explanation is available. A version whose
    explanation is made in another way says what it says.
    """
    compare = getattr(partial_eval, "diff_tracing_cache_keys", None)
    if not callable(compare) or flattree is None or hasattr(compare, "names_static_arguments"):
        return

    def compare_static_too(new_key: Any, old_key: Any) -> Any:
        told = compare(new_key, old_key)
        try:
            trees = new_key[1][0], old_key[1][0]
        except (TypeError, IndexError):
            return told
        new, old = (dict(_static_values(tree)) for tree in trees)
        lines = [
            f"  * at input path {path}, now Static(val={new[path]!r}) and before Static(val={old[path]!r}), "
            "so the static values differ"
            for path in new
            if path in old and new[path] != old[path]
        ]
        # as severe as another structure of the arguments, which JAX names before types
        if lines and told[0] > 1:
            return 1, len(lines), "different static arguments:\n" + "\n".join(lines)
        return told

    compare_static_too.names_static_arguments = True  # type: ignore[attr-defined]
    partial_eval.diff_tracing_cache_keys = compare_static_too


def _static_values(tree: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The static arguments of a call, by the path that `jax.tree_util.keystr` would write."""
    if flattree is None:
        return
    if isinstance(tree, flattree.FTStatic):
        yield path, tree.val
    elif isinstance(tree, flattree.FTTuple):
        for place, part in enumerate(tree.elts):
            yield from _static_values(part, f"{path}[{place}]")
    elif isinstance(tree, flattree.FTDict):
        for key, part in zip(tree.keys, tree._vals, strict=True):
            yield from _static_values(part, f"{path}[{key!r}]")


def device_features(device: jax.Device) -> str:
    """A text for the instruction set that code is compiled to on this device; empty if unknown."""
    topology = getattr(xla_client, "get_topology_for_devices", None)
    if topology is None:
        return ""
    try:
        return str(topology([device]).fingerprint())
    except jax.errors.JaxRuntimeError:  # a platform without
        return ""


def analysed_cost(hlo_text: str, device: jax.Device) -> dict[str, float]:
    """XLA's counts (`flops`, `bytes accessed`, …) for a module given as text; empty where it tells none."""
    read: Any = getattr(hlo, "hlo_module_from_text", None)
    analyse: Any = getattr(getattr(xla_client, "_xla", None), "hlo_module_cost_analysis", None)
    if read is None or analyse is None:
        return {}
    try:
        return dict(analyse(device.client, read(hlo_text)))
    except (RuntimeError, ValueError):  # a module that this XLA does not read back
        return {}


class _Clears:
    """A cache that holds nothing and counts how often `jax.clear_caches` empties it."""

    def __init__(self) -> None:
        self.count = 0

    def cache_clear(self) -> None:
        self.count += 1


_clears = _Clears()


def count_clears() -> int:
    """Count the times that all caches of JAX were cleared since the first call; 0 if JAX does not tell."""
    known: Any = getattr(util, "_caches", {})
    register: Any = getattr(util, "register_cache", None)
    if register is not None and _clears not in known:
        register(_clears, "jaxstudio: counts clears")
    return _clears.count
