"""Arguments by their shapes, as people write them: `f32[3,3],f32[3],i32[]`."""

from __future__ import annotations

import re

import jax
import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError

SHORT = {
    "bool": jnp.bool_, "pred": jnp.bool_,
    "i8": jnp.int8, "i16": jnp.int16, "i32": jnp.int32, "i64": jnp.int64,
    "s8": jnp.int8, "s16": jnp.int16, "s32": jnp.int32, "s64": jnp.int64,
    "u8": jnp.uint8, "u16": jnp.uint16, "u32": jnp.uint32, "u64": jnp.uint64,
    "f16": jnp.float16, "bf16": jnp.bfloat16, "f32": jnp.float32, "f64": jnp.float64,
    "c64": jnp.complex64, "c128": jnp.complex128,
}  # fmt: skip
ONE = re.compile(r"([a-z][a-z0-9]*)(?:\[([0-9,\s]*)\])?")
SEPARATOR = re.compile(r"\s*,\s*")
MOST_ELEMENTS = 2**40


def parse_shapes(text: str) -> tuple[jax.ShapeDtypeStruct, ...]:
    """The arguments that `text` spells; a type without brackets is a scalar.

    Raises:
        UsageError: names the word that is no shape, and what was expected.
    """
    shapes: list[jax.ShapeDtypeStruct] = []
    position, text = 0, text.strip()
    while position < len(text):
        found = ONE.match(text, position)
        if found is None:
            raise _unreadable(text[position:])
        shapes.append(_shape(found))
        position = found.end()
        if position < len(text):
            comma = SEPARATOR.match(text, position)
            if comma is None or comma.end() == len(text):
                raise _unreadable(text[position:])
            position = comma.end()
    return tuple(shapes)


def _shape(found: re.Match[str]) -> jax.ShapeDtypeStruct:
    dtype = SHORT.get(found[1]) or _long(found[1])
    words = [word.strip() for word in (found[2] or "").split(",")]
    if words == [""]:
        words = []
    if not all(word.isdigit() for word in words):
        raise _unreadable(found[0])
    shape = tuple(int(word) for word in words)
    if np.prod(shape, dtype=float) > MOST_ELEMENTS:
        raise UsageError(f"--args: {found[0]}: more than {MOST_ELEMENTS} elements")
    if np.dtype(dtype).itemsize == 8 and found[1] not in ("c64", "complex64") and not _wide():
        raise UsageError(f"--args: {found[0]}: 64-bit numbers are off in this process")
    return jax.ShapeDtypeStruct(shape, dtype)


def _wide() -> bool:
    """Whether 64-bit numbers are on."""
    return jax.dtypes.canonicalize_dtype(np.float64) == np.float64


def _long(name: str) -> type:
    """A dtype by its full name, such as float32."""
    known = {np.dtype(dtype).name: dtype for dtype in SHORT.values()}
    if name not in known:
        raise UsageError(f"--args: {name!r} is no type: expected one of {', '.join(SHORT)}")
    return known[name]


def _unreadable(rest: str) -> UsageError:
    return UsageError(f"--args: {rest!r}: expected shapes such as f32[3,3],f32[3],i32[]")
