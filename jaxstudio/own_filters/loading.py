"""A Python file of one's own as `Op` values. Its code is run: only after a person has said so.

A file stands for itself: what it defines at its top is what counts, and its errors are told with their line.
"""

from __future__ import annotations

import hashlib
import re
import sys
import traceback
from collections.abc import Mapping
from importlib.abc import InspectLoader
from pathlib import Path
from types import CodeType, ModuleType

import jax

from jaxstudio.engine.plan import PLANS
from jaxstudio.errors import StudioError, UsageError
from jaxstudio.pipeline.op import Op, OpSpec, Part
from jaxstudio.pipeline.params import Param

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
MODULES = "jaxstudio_own_filters_"
MOST_BYTES = 1_000_000
LONGEST = 300  # characters of a message
CATEGORY = "custom"
# What every filter is computed under: a file must not change it for the others.
SETTINGS = (
    "jax_enable_x64", "jax_disable_jit", "jax_debug_nans", "jax_debug_infs", "jax_check_tracer_leaks",
    "jax_numpy_dtype_promotion", "jax_numpy_rank_promotion", "jax_default_matmul_precision",
    "jax_platforms", "jax_compilation_cache_dir",
)  # fmt: skip


class FilterError(UsageError):
    """A file of one's own that cannot be used; `line` counts from 1, 0 where none is to blame."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        where = f", line {line}" if line else ""
        super().__init__(f"{Path(path).name}{where}: {reason}")
        self.path, self.line, self.reason = path, line, reason

    def __reduce__(self) -> tuple[type[FilterError], tuple[str, int, str]]:
        return type(self), (self.path, self.line, self.reason)


def read(path: str) -> bytes:
    """The bytes of a file; FilterError where it cannot be read."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise FilterError(path, 0, str(error.strerror or error)) from None
    if len(content) > MOST_BYTES:
        raise FilterError(path, 0, f"{len(content):,} bytes: expected at most {MOST_BYTES:,}")
    return content


def digest_of(content: bytes) -> str:
    """What changes with a file's content."""
    return hashlib.sha256(content).hexdigest()


def load_file(path: str, taken: Mapping[str, OpSpec], digest: str = "") -> tuple[Op, ...]:
    """The filters of a file, in the order of their names.

    Args:
        taken: filters by name that the file may import, but not define anew.
        digest: of the content that was allowed; "" takes any.

    Raises:
        FilterError: a syntax error, an error while it runs, no filter, or one that cannot be.
    """
    content = read(path)
    if digest and digest != digest_of(content):
        raise FilterError(path, 0, "it has changed since it was allowed")
    module = _run(path, content)
    ops = (value for value in vars(module).values() if isinstance(value, Op) and not isinstance(value, Part))
    values = {id(op): op for op in ops}
    # the catalogue may hold a copy of what the file imports
    found = [op for op in values.values() if op.name not in taken or taken[op.name].kind is not op.kind]  # type: ignore[attr-defined]
    if not found:
        raise FilterError(path, 0, "it defines no filter: expected a value Op(name=…, kind=…, …) at its top")
    for op in found:
        line = _line_of(content, op)
        try:
            _check(op, taken)
        except UsageError as error:
            raise FilterError(path, line, str(error)) from None
    names = [op.name for op in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise FilterError(path, 0, f"two filters are called {twice!r}")
    return tuple(sorted(found, key=lambda op: op.name))


class _Content(InspectLoader):
    """Loads the very bytes that were read: the file may have changed since."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path, self.content = path, content

    def get_source(self, fullname: str) -> str:
        return self.content.decode("utf-8", "replace")

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.content, self.path)


def _run(path: str, content: bytes) -> ModuleType:
    name = MODULES + re.sub(r"\W", "_", Path(path).stem)
    module = ModuleType(name)
    module.__file__ = path
    module.__loader__ = _Content(path, content)  # which codegen asks for the source
    sys.modules[name] = module  # dataclasses look there
    settings = {each: getattr(jax.config, each, None) for each in SETTINGS}
    try:
        module.__loader__.exec_module(module)
    except SyntaxError as error:
        here = error.filename == path
        raise FilterError(path, (error.lineno or 0) if here else 0, error.msg or "a syntax error") from None
    except BaseException as error:
        # anything may be raised, SystemExit and KeyboardInterrupt too
        raise blamed(path, error) from None
    finally:
        changed = [each for each, value in settings.items() if getattr(jax.config, each, None) != value]
        for each in changed:
            jax.config.update(each, settings[each])
    if changed:
        reason = f"it sets {changed[0]} for the whole program: expected the settings of JAX as they are"
        raise FilterError(path, _line_with(content, changed[0]), reason)
    return module


def blamed(path: str, error: BaseException) -> FilterError:
    """An error that the file's code caused, with the last line of the file that took part."""
    line, each, seen = 0, error, 0
    while each is not None and not line and seen < 20:
        frames = traceback.extract_tb(each.__traceback__)
        line = next((frame.lineno or 0 for frame in reversed(frames) if frame.filename == path), 0)
        each, seen = each.__cause__ or each.__context__, seen + 1  # type: ignore[assignment]
    said = str(error).strip().splitlines()
    words = said[0] if said else ""
    name = "" if isinstance(error, StudioError) else type(error).__name__
    reason = f"{name}: {words}" if name and words else name or words
    return FilterError(path, line, reason if len(reason) <= LONGEST else f"{reason[: LONGEST - 1]}…")


def _line_with(content: bytes, word: str) -> int:
    """The first line that holds a word, 0 where there is none."""
    lines = content.decode("utf-8", "replace").splitlines()
    return next((number for number, line in enumerate(lines, 1) if word in line), 0)


def _line_of(content: bytes, op: Op) -> int:
    """The line that gives a filter its name, 0 where none is found."""
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
        if re.search(rf"""name\s*=\s*["']{re.escape(str(op.name))}["']""", line):
            return number
    return 0


def _check(op: Op, taken: Mapping[str, OpSpec]) -> None:
    """Raise UsageError where the declaration is wrong."""
    if not isinstance(op.name, str) or NAME.fullmatch(op.name) is None:
        raise UsageError(f"name = {op.name!r}: expected a lower-case identifier such as my_filter")
    if op.name in taken:
        raise UsageError(f"{op.name} is the name of another filter: choose another one")
    for field in ("title", "doc", "category", "source", "use", "formula", "notes", "preview_note"):
        if not isinstance(getattr(op, field), str):
            raise UsageError(f"{field} = {getattr(op, field)!r}: expected a text")
    if not op.title.strip() or not op.doc.strip():
        raise UsageError("expected a title and a doc")
    if type(op.kind) not in PLANS:
        raise UsageError(f"kind = {type(op.kind).__name__}: expected one of jaxstudio.pipeline.kinds")
    names = [param.name for param in op.params if isinstance(param, Param)]
    if len(names) < len(op.params) or len(set(names)) < len(names):
        raise UsageError(
            "own_params: expected parameters of jaxstudio.pipeline.params, each with its own name"
        )
    op.check(op.defaults())
