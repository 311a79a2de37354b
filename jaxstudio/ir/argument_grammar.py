"""Arguments of a call as people write them: `x=f32[8,3], params={"w": f32[3], "b": f32[]}, n=3, key=key(0)`.

The text is Python, with these names and JAX's spelling of types. `read_call` checks how it is written and
evaluates nothing; `user_process.argument_values` evaluates it beside the function's own module:

    f32[3,3]  bf16[]  f8_e4m3fn[4]  float32[2]      an array by dtype and shape; without brackets a scalar
    weak(f32[])                                     the same, weakly typed; so are Python numbers
    3  -0.5  1+2j  True  None  inf  nan             Python values, traced as JAX traces them
    f32(3)  i32([1, 2, 3])                          an array with these values
    key(0)  key(0, "rbg")  PRNGKey(0)  key<fry>[4]  random keys: from a seed, or by shape
    "same"                                          a word: a static argument
    {"w": f32[3]}  [f32[3]] * 4  (f32[3], 1)        pytrees
    init(key(0))  CONFIG["n"]  Params(w=f32[3])     what the function's own module defines
    f32[8@x,4]  f32[8@(x,y)]                        sharded dimensions, as JAX prints them, with the
    … ; mesh(x=2, y=4)                              mesh behind a semicolon
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from decimal import Decimal
from typing import Any

from jaxstudio.errors import UsageError
from jaxstudio.lazy_dataclass import dataclass

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
# What stands for the empty brackets of a scalar while it is read: JAX prints `f32[]`, Python has no such.
EMPTY = "[()]"
SPECIAL = re.compile(
    r"""(?P<word>"(?:\\.?|[^"\\])*"?|'(?:\\.?|[^'\\])*'?)|(?P<empty>(?<=[\w>])\[\s*\])|(?P<end>;)"""
)
LIKE_A_DTYPE = re.compile(r"(b?f|u?i|s|c|float|u?int|complex)\d+\w*")
# Modules under which people write the names above.
PREFIXES = ("jnp.", "np.", "jax.numpy.", "numpy.", "jax.random.", "random.", "jr.", "math.")


@dataclass(frozen=True)
class Call:
    """The arguments of one call, not yet evaluated.

    `texts` holds each as it was written, by place or name, and `trees` as Python that calls the functions of
    `user_process.argument_values`. `wide` says whether an argument names a dtype of 64 bits.
    """

    trees: Mapping[int | str, ast.expr] = field(default_factory=dict)
    texts: Mapping[int | str, str] = field(default_factory=dict)
    mesh: Mapping[str, int] = field(default_factory=dict)
    wide: bool = False

    @property
    def devices(self) -> int:
        """Return the number of the mesh's devices; 1 without a mesh."""
        return math.prod(self.mesh.values())


def read_call(text: str) -> Call:
    """Read the arguments of a call; nothing of JAX is asked, nothing is evaluated.

    Raises:
        UsageError: names the part that is no argument, and what was expected.
    """
    if len(text) > MOST_LETTERS:
        raise UsageError(
            "--args: {0:,} letters, and at most {1:,} are read; the file may define a long "
            "argument, which is then given by its name",
            len(text),
            MOST_LETTERS,
        )
    written, behind = _prepared(" ".join(text.splitlines()))
    mesh = {} if behind is None else _mesh(_parsed(behind))
    called, reader = _parsed(written), _Reader(f"f({written})", mesh)
    trees: dict[int | str, ast.expr] = {}
    texts: dict[int | str, str] = {}
    for place, tree in [*enumerate(called.args), *((each.arg, each.value) for each in called.keywords)]:
        if place is None or isinstance(tree, ast.Starred):
            raise wrong(f"{'' if place is not None else '**'}{reader.text(tree)}")
        if place in trees:
            raise UsageError("--args: {0} is given twice", repr(place))
        texts[place] = reader.text(tree)
        try:
            trees[place] = reader.visit(tree)
        except RecursionError:
            raise wrong(texts[place], "less deeply nested arguments were expected") from None
    return Call(trees, texts, mesh, reader.wide)


def check_sizes(sizes: Sequence[int]) -> None:
    """Refuse impossible sizes, and a shape for which no computer has the memory."""
    if not all(type(size) is int and size >= 0 for size in sizes):
        raise UsageError("whole numbers were expected as sizes, such as f32[3,3]")
    elements = math.prod(sizes)
    if elements > MOST_ELEMENTS:
        raise UsageError(
            "{0} elements, and at most {1:.3g} are possible: smaller sizes go the same way "
            "through the compiler",
            f"{Decimal(elements):.3g}",
            MOST_ELEMENTS,
        )


def _prepared(text: str) -> tuple[str, str | None]:
    """The arguments with `EMPTY` brackets, and what stands behind a semicolon if there is one."""
    result, start = "", 0
    for found in SPECIAL.finditer(text):
        result += text[start : found.start()]
        if found["end"]:
            return result, text[found.end() :]
        result += EMPTY if found["empty"] else found["word"]
        start = found.end()
    return result + text[start:], None


def _parsed(text: str) -> ast.Call:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's, about what it reads and goes on
            tree = ast.parse(f"f({text})", mode="eval").body
    except SyntaxError as error:
        order = "positional argument follows keyword" in error.msg
        said = "arguments by position were expected before those by name" if order else EXPECTED
        raise wrong(text.strip(), said) from None
    except (ValueError, RecursionError, MemoryError):
        raise wrong(text.strip()) from None
    # `1)+(2` would be a call as well
    if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "f"):
        raise wrong(text.strip())
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
        "--args: behind the semicolon a mesh of up to {0} devices was expected: mesh(x=2, y=4)", MOST_DEVICES
    )


def wrong(text: str, why: str = EXPECTED) -> UsageError:
    """The error that names an argument and says why it is none, in one short line."""
    line = " ".join(text.replace(EMPTY, "[]").split())
    return UsageError("--args: {0}: {1}", repr(line if len(line) <= 60 else line[:57] + "…"), why)


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


def _call_of(function: str, *args: ast.expr, keywords: Iterable[ast.keyword] = ()) -> ast.Call:
    return ast.Call(ast.Name(f" {function}", ast.Load()), list(args), list(keywords))


class _Reader(ast.NodeTransformer):
    """Replaces JAX's spelling by calls: `f32[8@x]` becomes `shape("float32", (8,), (("x",),))`.

    A space before the names of these functions keeps them apart from the user's names.
    """

    def __init__(self, line: str, mesh: Mapping[str, int]) -> None:
        self.line, self.mesh = line, mesh
        self.wide = False

    def text(self, tree: ast.expr) -> str:
        """The part as it was written. The text is one line, whose columns Python counts in bytes."""
        start, end = tree.col_offset, tree.end_col_offset
        segment = self.line[start:end] if self.line.isascii() else self.line.encode()[start:end].decode()
        return segment.replace(EMPTY, "[]")

    def visit_Name(self, tree: ast.Name | ast.Attribute) -> Any:
        name = _dotted(tree)
        if name in NUMBERS:
            return ast.Constant(NUMBERS[name])
        if name in DTYPES:
            return _call_of("shape", self._dtype(name), ast.Tuple([], ast.Load()))
        return tree if name else self.generic_visit(tree)

    def visit_Attribute(self, tree: ast.Attribute) -> Any:
        return self.visit_Name(tree)

    def visit_Subscript(self, tree: ast.Subscript) -> Any:
        name = _dotted(tree.value)
        if name in KEYS:
            return _call_of("keys", self._sizes(tree)[0], ast.Constant(""), ast.Constant(name == "PRNGKey"))
        if name in DTYPES:
            return _call_of("shape", self._dtype(name), *self._sizes(tree))
        if LIKE_A_DTYPE.fullmatch(name):
            shortest = {long: short for short, long in reversed(DTYPES.items())}
            known = ", ".join(reversed(shortest.values()))
            raise UsageError("--args: {0} is no dtype: expected one of {1}", repr(name), known)
        return self.generic_visit(tree)

    def visit_Compare(self, tree: ast.Compare) -> Any:
        """`key<fry>[4]`, as a jaxpr has it, is a chain of comparisons to Python."""
        match tree:
            case ast.Compare(ast.Name("key"), [ast.Lt(), ast.Gt()], [ast.Name(kind), ast.List(sizes)]):
                sizes = sizes[0].elts if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple) else sizes
                return _call_of("keys", ast.Tuple(sizes, ast.Load()), ast.Constant(kind))
        return self.generic_visit(tree)

    def visit_Call(self, tree: ast.Call) -> ast.expr:
        name = _dotted(tree.func)
        tree.args = [self.visit(each) for each in tree.args]
        tree.keywords = [self.visit(each) for each in tree.keywords]
        if name in DTYPES:
            return _call_of("array", self._dtype(name), *tree.args)
        if name in (*KEYS, "weak"):
            return _call_of(name, *tree.args, keywords=tree.keywords)
        return _call_of("invoke", self.visit(tree.func), *tree.args, keywords=tree.keywords)

    def _dtype(self, name: str) -> ast.Constant:
        self.wide |= DTYPES[name] in WIDE
        return ast.Constant(DTYPES[name])

    def _sizes(self, tree: ast.Subscript) -> tuple[ast.Tuple, ast.Constant]:
        """Sizes, and for each the axes of the mesh that it is split over."""
        parts = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        sizes: list[ast.expr] = []
        axes: list[tuple[str, ...]] = []
        for part in parts:
            names: tuple[str, ...] = ()
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.MatMult):
                held = part.right.elts if isinstance(part.right, ast.Tuple) else [part.right]
                names = tuple(each.id for each in held if isinstance(each, ast.Name))
                if len(names) != len(held):
                    raise wrong(self.text(tree), "axes of the mesh were expected, such as f32[8@x,4]")
                part = part.left
            for axis in [name for name in names if name not in self.mesh]:
                known = ", ".join(self.mesh)
                expected = f"one of {known}" if known else f"a mesh behind it, such as ; mesh({axis}=2)"
                raise UsageError("--args: {0} is no axis of the mesh: expected {1}", repr(axis), expected)
            sizes.append(self.visit(part))
            axes.append(names)
        split: Any = tuple(axes) if any(axes) else ()
        try:
            literal: list[Any] = [each.value for each in sizes if isinstance(each, ast.Constant)]
            check_sizes(literal)
        except UsageError as error:
            raise wrong(self.text(tree), str(error)) from None
        return ast.Tuple(sizes, ast.Load()), ast.Constant(split)
