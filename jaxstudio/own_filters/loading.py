"""A Python file of one's own as `Op` values, and its trial. Its code is run: only after a person has said so.

A file stands for itself: what it defines at its top is what counts, and its errors are told with their line.
The trial runs under a guardian (`processes.guard`): a file that exits, hangs or takes too much memory ends
the trial's process and no other, and the parent knows by the last message which file it was.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from importlib.abc import InspectLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.engine.kernels import traced
from jaxstudio.engine.plan import PLANS
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.errors import ComputeError, StudioError, UsageError
from jaxstudio.kernels.random_fields import Place
from jaxstudio.ops import CATALOGUE
from jaxstudio.own_filters.folder import TrialRequest
from jaxstudio.pipeline.kinds import Colour, ColourMatrix, Op, Placed, Pointwise, Random, Whole
from jaxstudio.pipeline.op import OpSpec, Part
from jaxstudio.pipeline.params import Float, Int, Param
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.processes.serve import Handlers, Work

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
MODULES = "jaxstudio_own_filters_"
MOST_BYTES = 1_000_000
LONGEST = 300  # characters of a message
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
    """Return a digest of a file's content."""
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
        line = _line_with(content, rf"""name\s*=\s*["']{re.escape(str(op.name))}["']""")
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


def _line_with(content: bytes, pattern: str) -> int:
    """The first line in which a regular expression is found, 0 where there is none."""
    lines = content.decode("utf-8", "replace").splitlines()
    return next((number for number, line in enumerate(lines, 1) if re.search(pattern, line)), 0)


def _check(op: Op, taken: Mapping[str, OpSpec]) -> None:
    """Raise UsageError where the declaration is wrong."""
    if not isinstance(op.name, str) or NAME.fullmatch(op.name) is None:
        raise UsageError("name = {0}: expected a lower-case identifier such as my_filter", repr(op.name))
    if op.name in taken:
        raise UsageError("{0} is the name of another filter: choose another one", op.name)
    for field in ("title", "doc", "category", "source", "use", "formula", "notes", "preview_note"):
        if not isinstance(getattr(op, field), str):
            raise UsageError("{0} = {1}: expected a text", field, repr(getattr(op, field)))
    if not op.title.strip() or not op.doc.strip():
        raise UsageError("expected a title and a doc")
    if type(op.kind) not in PLANS:
        raise UsageError("kind = {0}: expected one of jaxstudio.pipeline.kinds", type(op.kind).__name__)
    names = [param.name for param in op.params if isinstance(param, Param)]
    if len(names) < len(op.params) or len(set(names)) < len(names):
        raise UsageError(
            "own_params: expected parameters of jaxstudio.pipeline.params, each with its own name"
        )
    op.check(op.defaults())


# -- what the functions of a filter return, by tracing them: shapes and types, before a picture is computed

SHAPE = (6, 1)  # of a colour of some pixels
PICTURE = (5, 7, 3)


def _pointwise(path: str, kind: Pointwise, op: Op) -> None:
    _expect(path, kind.apply, _trace(kind.apply, _values(), _parameters(op)), exact=True)


def _placed(path: str, kind: Placed, op: Op) -> None:
    number = jax.ShapeDtypeStruct((), jnp.float32)
    at = (_values(), _values(), jax.ShapeDtypeStruct((1, 1), jnp.int32), number, number)
    p = {**_parameters(op), "key": np.zeros(2, np.uint32)}
    found = _trace(lambda x, at, p: kind.apply(x, Place(*at), p), _values(), at, p)
    _expect(path, kind.apply, found)


def _random(path: str, kind: Random, op: Op) -> None:
    bits = jax.ShapeDtypeStruct(SHAPE, jnp.uint32)
    _expect(path, kind.apply, _trace(kind.apply, _values(), (bits, bits), _parameters(op)), exact=True)


def _colour(path: str, kind: Colour, op: Op) -> None:
    found = _trace(kind.apply, _values(), _values(), _values(), _parameters(op))
    if not isinstance(found, tuple | list) or len(found) != 3:
        raise _wrong(path, kind.apply, _described(found), "three colours (r, g, b)")
    for each in found:
        _expect(path, kind.apply, each)
    if kind.gray is not None:
        _expect(path, kind.gray, _trace(kind.gray, _values(), _parameters(op)), exact=True)


def _matrix(path: str, kind: ColourMatrix, op: Op) -> None:
    found = _trace(kind.matrix, _parameters(op))
    if getattr(found, "shape", None) != (3, 3):
        raise _wrong(path, kind.matrix, _described(found), "an array (3, 3)")


def _whole(path: str, kind: Whole, op: Op) -> None:
    if kind.size is not None:
        return
    pixels = np.random.default_rng(0).random(PICTURE, np.float32)
    found = kind.apply(pixels, op.resolve(op.defaults()), lambda share: None)
    if np.shape(found) != PICTURE or not isinstance(found, np.ndarray | jax.Array):
        raise _wrong(path, kind.apply, _described(found), f"an array of the picture's shape {PICTURE}")


# Each raises FilterError, with the line of the function, where it returns what its kind cannot use.
CHECKS: Mapping[type, Callable[[str, Any, Op], None]] = {
    Pointwise: _pointwise,
    Placed: _placed,
    Random: _random,
    Colour: _colour,
    ColourMatrix: _matrix,
    Whole: _whole,
}


def _values() -> Any:
    return jax.ShapeDtypeStruct(SHAPE, jnp.float32)


def _parameters(op: Op) -> dict[str, Any]:
    return traced(op, op.resolve(op.defaults()))


def _trace(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return a function's result with shapes and types in place of arrays; other values stay as they are."""
    returned: list[Any] = []

    def call(*arguments: Any) -> None:
        found = function(*arguments)
        several = found if isinstance(found, tuple | list) else [found]
        seen = [_shape_of(each) for each in several]
        returned.append(type(found)(seen) if isinstance(found, tuple | list) else seen[0])

    jax.eval_shape(call, *arguments)
    return returned[0]


def _shape_of(value: Any) -> Any:
    is_number = isinstance(value, bool | int | float | complex)
    if not is_number and not isinstance(value, jax.Array | np.ndarray | np.generic):
        return value
    return jax.ShapeDtypeStruct(np.shape(value), jnp.result_type(value))


def _expect(path: str, function: Callable[..., Any], found: Any, exact: bool = False) -> None:
    """Check for real numbers of this shape; without `exact`, of a shape that broadcasts to it."""
    shape = getattr(found, "shape", None)
    if shape is None or jnp.issubdtype(found.dtype, jnp.complexfloating):
        raise _wrong(path, function, _described(found), "an array of real numbers")
    try:
        fits = np.broadcast_shapes(shape, SHAPE) == SHAPE and (not exact or shape == SHAPE)
    except ValueError:
        fits = False
    if not fits:
        raise _wrong(path, function, f"the shape {shape}", f"{SHAPE}, as it is given")


def _described(found: Any) -> str:
    if isinstance(found, tuple | list):
        return f"{len(found)} values"
    shape = getattr(found, "shape", None)
    if shape is None:
        return "None" if found is None else f"a {type(found).__name__}"
    return f"{found.dtype.name} of the shape {tuple(shape)}"


def _wrong(path: str, function: Callable[..., Any], found: str, expected: str) -> FilterError:
    plain = inspect.unwrap(getattr(function, "func", function))
    code = getattr(plain, "__code__", None)
    line = code.co_firstlineno if code is not None and code.co_filename == path else 0
    name = getattr(plain, "__name__", "the function")
    name = "the function" if name == "<lambda>" else name
    return FilterError(path, line, f"{name} returns {found}, expected {expected}")


# -- the trial, in a process of its own

# (height, width, channels), number format
PICTURES = (((20, 31, 3), "uint8"), ((23, 17, 1), "float32"))


def handlers() -> Handlers:
    """The jobs of the process: trying files."""
    return {TrialRequest: try_files}


def try_files(request: TrialRequest, work: Work) -> None:
    """Answer a request."""
    warnings.simplefilter("ignore")
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    process, engine, taken = os.getpid(), Engine(), dict(CATALOGUE)
    for path in request.paths:
        work.tell({"file": path})
        try:
            ops = load_file(path, taken)
            if os.getpid() != process:  # the code forked, and this is the copy
                os._exit(0)
            for op in ops:
                if check := CHECKS.get(type(op.kind)):
                    check(path, op.kind, op)
                _try(engine, op)
        except FilterError as error:
            work.tell({"line": error.line, "reason": error.reason})
        except BaseException as error:
            trouble = blamed(path, error)
            work.tell({"line": trouble.line, "reason": trouble.reason})
        else:
            taken |= {op.name: op for op in ops}
            work.tell({"ops": [op.spec.to_json() for op in ops]})


def _try(engine: Engine, op: Op) -> None:
    """Compute pictures with the defaults and with each number at the ends of its slider."""
    generator = np.random.default_rng(0)
    for shape, dtype in PICTURES:
        pixels = generator.random(shape, np.float32)
        source = Source(pixels if dtype == "float32" else (pixels * 255).astype(np.uint8))
        for values in values_to_try(op):
            recipe = Recipe().added(op, values)
            result = engine.render(source, recipe)
            expected = (*engine.size(recipe, *shape[:2]), shape[2])
            if result.shape != expected:
                raise ComputeError("{0}: the result is {1}, expected {2}", op.name, result.shape, expected)


def values_to_try(op: Op) -> Iterator[dict[str, Any]]:
    """The defaults, then each number at the ends of its slider."""
    yield op.defaults()
    for param in op.own_params:
        if isinstance(param, Float | Int):
            for value in param.slider:
                if isinstance(param, Int):
                    value = param.low + (int(value) - param.low) // param.step * param.step
                yield {**op.defaults(), param.name: value}
