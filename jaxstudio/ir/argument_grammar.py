"""Arguments of a call as people write them: `x=f32[8,3], params={"w": f32[3], "b": f32[]}, n=3, key=key(0)`.

The text is read as the arguments of a Python call, by a list of allowed forms; nothing is evaluated:

    f32[3,3]  bf16[]  f8_e4m3fn[4]  float32[2]      an array by dtype and shape; without brackets a scalar
    weak(f32[])                                     the same, weakly typed; so are Python numbers
    3  -0.5  1+2j  True  None  inf  nan             Python values, traced as JAX traces them
    f32(3)  i32([1, 2, 3])                          an array with these values
    key(0)  key(0, "rbg")  PRNGKey(0)  key<fry>[4]  random keys: from a seed, or by shape
    "same"                                          a word: a static argument
    {"w": f32[3]}  [f32[3], f32[]]  (f32[3], 1)     pytrees
    init(key(0))  CONFIG  Params(w=f32[3])          what the function's own module defines
    f32[8@x,4]  f32[8@(x,y)]                        sharded dimensions, as JAX prints them, with the
    … ; mesh(x=2, y=4)                              mesh behind a semicolon
"""

from __future__ import annotations

import ast
import math
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jaxstudio.errors import UsageError

MOST_ELEMENTS = 2**40
MOST_LETTERS = 4_000
MOST_DEVICES = 64
EXPECTED = "expected arguments such as f32[3,3], n=3, key=key(0), params={'w': f32[3]}"
# What JAX prints, and what XLA calls it.
DTYPES = {
    "bool": "bool", "pred": "bool",
    **{f"{short}{bits}": f"{name}{bits}" for short, name in (("i", "int"), ("s", "int"), ("u", "uint"))
       for bits in (2, 4, 8, 16, 32, 64)},
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "c64": "complex64", "c128": "complex128",
    **{f"f8{end}": f"float8{end}" for end in (
        "_e3m4", "_e4m3", "_e4m3b11fnuz", "_e4m3fn", "_e4m3fnuz", "_e5m2", "_e5m2fnuz", "_e8m0fnu")},
    **{f"f8{end[1:]}": f"float8{end}" for end in (
        "_e3m4", "_e4m3", "_e4m3b11fnuz", "_e4m3fn", "_e4m3fnuz", "_e5m2", "_e5m2fnuz", "_e8m0fnu")},
    "f4_e2m1fn": "float4_e2m1fn", "f4e2m1fn": "float4_e2m1fn",
}  # fmt: skip
DTYPES |= {name: name for name in list(DTYPES.values())}
WIDE = {"int64", "uint64", "float64", "complex128"}
NUMBERS = {"inf": float("inf"), "nan": float("nan")}
KEYS = ("key", "PRNGKey")
# What stands for the empty brackets of a scalar while it is read.
EMPTY = "[()]"
# Modules under which people write the names above.
PREFIXES = ("jnp.", "np.", "jax.numpy.", "numpy.", "jax.random.", "random.", "jr.", "math.")


@dataclass(frozen=True)
class Shape:
    """An array by its type. `axes` are the names of mesh axes by dimension, empty where it is not split."""

    dtype: str
    sizes: tuple[int, ...] = ()
    axes: tuple[tuple[str, ...], ...] = ()
    weak: bool = False


@dataclass(frozen=True)
class Literal:
    """A Python number, word, None, or with `dtype` an array of such numbers."""

    value: Any
    dtype: str = ""


@dataclass(frozen=True)
class Key:
    """Random keys: from a seed, or with `sizes` an array of them by its shape; `raw` as u32."""

    seed: int = 0
    kind: str = ""
    sizes: tuple[int, ...] | None = None
    raw: bool = False


@dataclass(frozen=True)
class Tree:
    """A dict (with `keys`), a list or a tuple."""

    kind: type
    children: tuple[Node, ...]
    keys: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Defined:
    """What the function's module defines under this name, or with `called` what it returns for arguments."""

    name: str
    called: bool = False
    children: tuple[Node, ...] = ()
    keywords: tuple[tuple[str, Node], ...] = ()


Node = Shape | Literal | Key | Tree | Defined


@dataclass(frozen=True)
class Call:
    """The arguments of one call, not yet made. `texts` holds each as it was written, by place or name."""

    args: tuple[Node, ...] = ()
    kwargs: Mapping[str, Node] = field(default_factory=dict)
    mesh: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[int | str, str] = field(default_factory=dict)

    @property
    def wide(self) -> bool:
        """Whether an argument has 64-bit numbers."""
        return any(getattr(node, "dtype", "") in WIDE for node in self.nodes())

    @property
    def devices(self) -> int:
        """How many devices the mesh has; 1 without one."""
        return math.prod(self.mesh.values())

    def nodes(self) -> Iterator[Node]:
        """Every argument and every part of one."""
        waiting: list[Node] = [*self.args, *self.kwargs.values()]
        while waiting:
            node = waiting.pop()
            yield node
            if isinstance(node, Tree | Defined):
                waiting += node.children
            if isinstance(node, Defined):
                waiting += (value for _, value in node.keywords)


def read_call(text: str) -> Call:
    """Read the arguments of a call; nothing of JAX is asked, nothing is computed.

    Raises:
        UsageError: names the part that is no argument, and what was expected.
    """
    if len(text) > MOST_LETTERS:
        raise UsageError(
            f"--args: {len(text):,} letters, and at most {MOST_LETTERS:,} are read; the file may define a "
            "long argument, which is then given by its name"
        )
    written, behind = _prepared(" ".join(text.splitlines()))
    mesh = {} if behind is None else _mesh(_parsed(behind))
    prepared = f"f({written})"
    called = _parsed(written)
    args = tuple(_node(each, prepared) for each in called.args)
    kwargs: dict[str, Node] = {}
    for keyword in called.keywords:
        if keyword.arg is None:
            raise _wrong(f"**{_text(keyword.value, prepared)}")
        if keyword.arg in kwargs:
            raise UsageError(f"--args: {keyword.arg!r} is given twice")
        kwargs[keyword.arg] = _node(keyword.value, prepared)
    texts: dict[int | str, str] = {place: _text(each, prepared) for place, each in enumerate(called.args)}
    texts |= {each.arg: _text(each.value, prepared) for each in called.keywords if each.arg is not None}
    call = Call(args, kwargs, mesh, texts)
    for node in call.nodes():
        for axis in [name for names in getattr(node, "axes", ()) for name in names]:
            if axis not in mesh:
                known = f"one of {', '.join(mesh)}" if mesh else f"a mesh behind it, such as ; mesh({axis}=2)"
                raise UsageError(f"--args: {axis!r} is no axis of the mesh: expected {known}")
    return call


def _prepared(text: str) -> tuple[str, str | None]:
    """The arguments, and what stands behind a semicolon if there is one.

    Empty brackets behind a name hold an empty tuple then: JAX prints `f32[]`, and Python knows no such.
    """
    result: list[str] = []
    quote, place = "", 0
    while place < len(text):
        letter = text[place]
        place += 1
        if quote:
            if letter == "\\":
                letter = text[place - 1 : place + 1]
                place += 1
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == ";":
            return "".join(result), text[place:]
        elif letter == "[" and result and (result[-1].isalnum() or result[-1] in "_>"):
            end = place
            while end < len(text) and text[end].isspace():
                end += 1
            if text[end : end + 1] == "]":
                letter, place = EMPTY, end + 1
        result.append(letter)
    return "".join(result), None


def _parsed(text: str) -> ast.Call:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's, about what it reads and goes on
            tree = ast.parse(f"f({text})", mode="eval").body
    except SyntaxError as error:
        order = "positional argument follows keyword" in error.msg
        said = "arguments by position were expected before those by name" if order else EXPECTED
        raise _wrong(text.strip(), said) from None
    except (ValueError, RecursionError, MemoryError):
        raise _wrong(text.strip()) from None
    # `1)+(2` would be a call as well
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "f"):
        raise _wrong(text.strip())
    return tree


def _mesh(tree: ast.Call) -> dict[str, int]:
    """`mesh(x=2, y=4)`: the names of its axes and their sizes."""
    call = tree.args[0] if len(tree.args) == 1 and not tree.keywords else None
    mesh: dict[str, int] = {}
    if isinstance(call, ast.Call) and _dotted(call.func) == "mesh" and not call.args and call.keywords:
        for keyword in call.keywords:
            size = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
            if keyword.arg and type(size) is int and 0 < size <= MOST_DEVICES:
                mesh[keyword.arg] = size
        if len(mesh) == len(call.keywords) and math.prod(mesh.values()) <= MOST_DEVICES:
            return mesh
    raise UsageError(
        f"--args: behind the semicolon a mesh of up to {MOST_DEVICES} devices was expected: mesh(x=2, y=4)"
    )


def _wrong(text: str, expectation: str = EXPECTED) -> UsageError:
    line = " ".join(text.replace(EMPTY, "[]").split())
    return UsageError(f"--args: {line if len(line) <= 60 else line[:57] + '…'!r}: {expectation}")


def _text(tree: ast.AST, prepared: str) -> str:
    """The argument as it was written. The text is one line, whose columns Python counts in bytes."""
    assert isinstance(tree, ast.expr)
    start, end = tree.col_offset, tree.end_col_offset
    segment = prepared[start:end] if prepared.isascii() else prepared.encode()[start:end].decode()
    return segment.replace(EMPTY, "[]")


def _dotted(tree: ast.expr) -> str:
    """`a.b.c` without the modules under which dtypes and keys are found; empty for another form."""
    parts: list[str] = []
    while isinstance(tree, ast.Attribute):
        parts.append(tree.attr)
        tree = tree.value
    if not isinstance(tree, ast.Name):
        return ""
    name = ".".join([tree.id, *reversed(parts)])
    bare = name.rpartition(".")[2]
    known = bare in DTYPES or bare in KEYS or bare in NUMBERS
    return bare if known and name.removesuffix(bare) in PREFIXES else name


def _node(tree: ast.expr, prepared: str) -> Node:
    """One argument, or a part of it."""
    try:
        return _read(tree, prepared)
    except RecursionError:
        raise _wrong(_text(tree, prepared), "less deeply nested arguments were expected") from None


def _read(tree: ast.expr, prepared: str) -> Node:
    match tree:
        case ast.Constant(value=bool() | int() | float() | complex() | str() | None):
            return Literal(tree.value)
        case ast.UnaryOp() | ast.BinOp():
            return Literal(_number(tree, prepared))
        case ast.Dict():
            if None in tree.keys:
                raise _wrong(_text(tree, prepared))
            keys = tuple(_dict_key(each, prepared) for each in tree.keys if each is not None)
            return Tree(dict, tuple(_read(each, prepared) for each in tree.values), keys)
        case ast.List() | ast.Tuple():
            kind = list if isinstance(tree, ast.List) else tuple
            return Tree(kind, tuple(_read(each, prepared) for each in tree.elts))
        case ast.Subscript():
            return _shape(tree, prepared)
        case ast.Name() | ast.Attribute():
            return _name(tree, prepared)
        case ast.Call():
            return _called(tree, prepared)
        case ast.Compare():
            return _keys_by_shape(tree, prepared)
    raise _wrong(_text(tree, prepared))


def _number(tree: ast.expr, prepared: str) -> Any:
    """A number with its sign, `1+2j`, `-inf`."""
    match tree:
        case ast.Constant(value=int() | float() | complex()) if not isinstance(tree.value, bool):
            return tree.value
        case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
            value = _number(tree.operand, prepared)
            return -value if isinstance(tree.op, ast.USub) else value
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant(value=complex() as imaginary)):
            left = _number(tree.left, prepared)
            return left + imaginary if isinstance(tree.op, ast.Add) else left - imaginary
        case ast.Name() | ast.Attribute() if _dotted(tree) in NUMBERS:
            return NUMBERS[_dotted(tree)]
    raise _wrong(_text(tree, prepared))


def _dict_key(tree: ast.expr, prepared: str) -> Any:
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str | int):
        return tree.value
    raise _wrong(_text(tree, prepared), "a word or a whole number was expected as a key of a dict")


def _name(tree: ast.expr, prepared: str) -> Node:
    name = _dotted(tree)
    if name in NUMBERS:
        return Literal(NUMBERS[name])
    if name in DTYPES:
        return Shape(DTYPES[name])
    if not name:
        raise _wrong(_text(tree, prepared))
    return Defined(name)


def _shape(tree: ast.Subscript, prepared: str) -> Node:
    name = _dotted(tree.value)
    if name in ("key", "PRNGKey"):
        return Key(sizes=_sizes(tree, prepared)[0], raw=name == "PRNGKey")
    if name not in DTYPES:
        if not name:
            raise _wrong(_text(tree, prepared))
        raise UsageError(f"--args: {name!r} is no dtype: expected one of {', '.join(_short_names())}")
    sizes, axes = _sizes(tree, prepared)
    return Shape(DTYPES[name], sizes, axes if any(axes) else ())


def _short_names() -> list[str]:
    seen: dict[str, str] = {}
    for short, long in DTYPES.items():
        seen.setdefault(long, short)
    return list(seen.values())


def _sizes(tree: ast.Subscript, prepared: str) -> tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]:
    """Sizes, and for each the axes of the mesh that it is split over."""
    parts = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
    sizes, axes = [], []
    elements = 1.0
    for part in parts:
        names: tuple[str, ...] = ()
        if isinstance(part, ast.BinOp) and isinstance(part.op, ast.MatMult):
            held = part.right.elts if isinstance(part.right, ast.Tuple) else [part.right]
            if not all(isinstance(each, ast.Name) for each in held):
                raise _wrong(_text(tree, prepared), "axes of the mesh were expected, such as f32[8@x,4]")
            names = tuple(each.id for each in held if isinstance(each, ast.Name))
            part = part.left
        if not isinstance(part, ast.Constant) or type(part.value) is not int:
            raise _wrong(_text(tree, prepared), "whole numbers were expected as sizes, such as f32[3,3]")
        sizes.append(part.value)
        axes.append(names)
        elements *= part.value
    if elements > MOST_ELEMENTS:
        raise UsageError(
            f"--args: {_text(tree, prepared)}: {elements:.3g} elements, and at most {MOST_ELEMENTS:.3g} are "
            "possible: smaller sizes go the same way through the compiler"
        )
    return tuple(sizes), tuple(axes)


def _keys_by_shape(tree: ast.Compare, prepared: str) -> Key:
    """`key<fry>[4]`, as a jaxpr has it, is a chain of comparisons to Python."""
    match tree:
        case ast.Compare(left=ast.Name(id="key"), ops=[ast.Lt(), ast.Gt()], comparators=[ast.Name(), last]):
            sizes = last.elts if isinstance(last, ast.List) else None
            if sizes is not None and len(sizes) == 1 and isinstance(sizes[0], ast.Tuple):
                sizes = sizes[0].elts  # key<fry>[()]
            if sizes is not None and all(isinstance(each, ast.Constant) for each in sizes):
                values = tuple(each.value for each in sizes if isinstance(each, ast.Constant))
                if all(type(value) is int for value in values):
                    return Key(kind=tree.comparators[0].id, sizes=values)  # type: ignore[attr-defined, arg-type]
    raise _wrong(_text(tree, prepared))


def _called(tree: ast.Call, prepared: str) -> Node:
    name = _dotted(tree.func)
    if name in DTYPES:
        if len(tree.args) != 1 or tree.keywords:
            raise _wrong(_text(tree, prepared), "values were expected, such as f32(3) or i32([1, 2])")
        return Literal(_values(tree.args[0], prepared), DTYPES[name])
    if name == "weak":
        held = _read(tree.args[0], prepared) if len(tree.args) == 1 and not tree.keywords else None
        if not isinstance(held, Shape):
            raise _wrong(_text(tree, prepared), "a shape was expected, such as weak(f32[])")
        return Shape(held.dtype, held.sizes, held.axes, weak=True)
    if name in KEYS:
        match [each.value if isinstance(each, ast.Constant) else None for each in tree.args]:
            case [int() as seed]:
                return Key(seed, raw=name == "PRNGKey")
            case [int() as seed, str() as kind]:
                return Key(seed, kind, raw=name == "PRNGKey")
        raise _wrong(_text(tree, prepared), "a seed was expected, such as key(0)")
    if not name or any(keyword.arg is None for keyword in tree.keywords):
        raise _wrong(_text(tree, prepared))
    children = tuple(_read(each, prepared) for each in tree.args)
    keywords = tuple((each.arg, _read(each.value, prepared)) for each in tree.keywords if each.arg)
    return Defined(name, True, children, keywords)


def _values(tree: ast.expr, prepared: str) -> Any:
    """Numbers, in lists of lists."""
    if isinstance(tree, ast.List | ast.Tuple):
        return [_values(each, prepared) for each in tree.elts]
    if isinstance(tree, ast.Constant) and isinstance(tree.value, bool):
        return tree.value
    return _number(tree, prepared)


__all__ = ["Call", "read_call"]
