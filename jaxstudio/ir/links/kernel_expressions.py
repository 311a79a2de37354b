"""The instructions of a fusion, in HLO and in its kernel's LLVM IR, as expressions of the kernel's arguments.

Where in an array an element lies plays no part: slices, broadcasts and layouts are left out of HLO, addresses
out of LLVM IR. Whatever is read from an argument is that argument.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import permutations
from typing import TypeAlias

import numpy as np

from jaxstudio.ir.parse.hlo import ParsedHlo
from jaxstudio.ir.parse.llvm_values import CASTS, Function, Value

Expression: TypeAlias = int
# HLO that moves elements and computes nothing.
MOVES = {
    "bitcast", "broadcast", "copy", "reshape", "reverse", "slice", "transpose", "dynamic-slice",
}  # fmt: skip
# The same in LLVM IR: parts of vectors, and what is equal on all ways into a block.
VECTOR_MOVES = {"shufflevector": 2, "insertelement": 2, "extractelement": 1, "freeze": 1, "phi": None}
# HLO that may read what it has written itself: a load from its result is not a load of an argument.
REREADS = {
    "reduce", "reduce-window", "dot", "convolution", "scatter", "while", "sort", "dynamic-update-slice",
    "select-and-scatter", "conditional", "call", "map", "custom-call",
}  # fmt: skip
OPCODES = {
    "fadd": "add", "add": "add", "fsub": "subtract", "sub": "subtract", "fmul": "multiply", "mul": "multiply",
    "fdiv": "divide", "sdiv": "divide", "udiv": "divide", "and": "and", "or": "or", "xor": "xor",
    "shl": "shift-left", "lshr": "shift-right-logical", "ashr": "shift-right-arithmetic", "fneg": "negate",
    "select": "select", "urem": "remainder", "srem": "remainder", "frem": "remainder",
    "bitcast": "bitcast-convert",
}  # fmt: skip
CALLS = {
    "sqrt": "sqrt", "fabs": "abs", "abs": "abs", "floor": "floor", "ceil": "ceil", "maximum": "maximum",
    "minimum": "minimum", "smax": "maximum", "umax": "maximum", "smin": "minimum", "umin": "minimum",
    "cos": "cosine", "sin": "sine", "roundeven": "round-nearest-even", "ctpop": "popcnt",
    "ctlz": "count-leading-zeros",
}  # fmt: skip
INTRINSIC = re.compile(r"llvm\.([a-z]+)\.(?:v\d+)?[fi]\d+")
# Intrinsics whose results depend on nothing but their arguments.
PURE = re.compile(r"llvm\.(?!masked|mem|stack|experimental|lifetime|assume|vector)[\w.]+")
COMMUTATIVE = {"add", "multiply", "and", "or", "xor", "maximum", "minimum", "EQ", "NE"}
FLOAT_PREDICATES = {"oeq": "EQ", "une": "NE", "olt": "LT", "ole": "LE", "ogt": "GT", "oge": "GE"}
PREDICATES = {
    "eq": "EQ", "ne": "NE", "slt": "LT", "ult": "LT", "sle": "LE", "ule": "LE", "sgt": "GT", "ugt": "GT",
    "sge": "GE", "uge": "GE",
}  # fmt: skip
SWAPPED = {"GT": "LT", "GE": "LE"}
DIRECTION = re.compile(r"direction=(\w+)")
HLO_CONSTANT = re.compile(r"([fsu]\d+|bf16|pred)\[\]\S* constant\(([^{)]+)\)")
CONSTANT = re.compile(
    r"(i\d+|float|double|half|bfloat) "
    r"(?:f0x(?P<bits>[0-9A-F]+)|(?P<text>[-+]?[\d.]+(?:e[-+]?\d+)?|[-+]inf|true|false))$"
)
TYPES = {"float": "f32", "double": "f64", "half": "f16", "bfloat": "bf16"}


class Expressions:
    """Numbers for expressions, equal for equal ones, written in one way where LLVM and HLO have several."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], Expression] = {}
        self._keys: list[tuple[object, ...]] = []

    def leaf(self, *key: object) -> Expression:
        """An argument or a constant."""
        number = self._numbers.setdefault(key, len(self._keys))
        if number == len(self._keys):
            self._keys.append(key)
        return number

    def unknown(self) -> Expression:
        """An expression that is equal to no other."""
        return self.leaf("unknown", len(self._keys))

    def constant(self, number: Expression) -> float | int | None:
        """The value of a constant, None of another expression."""
        key = self._keys[number]
        return key[1] if key[0] == "constant" else None  # type: ignore[return-value]

    def of(self, opcode: str, *operands: Expression) -> Expression:
        if opcode in SWAPPED:
            return self.of(SWAPPED[opcode], *reversed(operands))
        constant = self.constant(operands[-1])
        if opcode == "subtract" and isinstance(constant, float):
            return self.of("add", operands[0], self.leaf("constant", -constant))
        if opcode == "multiply" and constant == 2.0 and isinstance(constant, float):
            return self.of("add", operands[0], operands[0])
        if opcode == "negate" and self._keys[operands[0]][0] == "multiply":
            for factor, other in permutations(self._keys[operands[0]][1:]):
                if isinstance(constant := self.constant(factor), float):  # type: ignore[arg-type]
                    return self.of("multiply", other, self.leaf("constant", -constant))  # type: ignore[arg-type]
        return self.leaf(opcode, *(sorted(operands) if opcode in COMMUTATIVE else operands))

    def number(self, text: str, kind: str) -> Expression:
        """A constant of an HLO type such as `f32`, as that type holds it; whole numbers without sign."""
        if kind == "pred":
            return self.leaf("constant", int(text == "true"))
        if "f" not in kind:
            return self.leaf("constant", int(text) % (1 << int(kind[1:])))
        rounded = np.dtype(f"f{int(kind[1:]) // 8}").type(text) if kind != "bf16" else text
        return self.leaf("constant", float(rounded))


class HloValues:
    """The expressions of the instructions of a fusion, by their numbers (`of`).

    `items` are the instructions, `count` is the number of the fusion's operands, `with_expression` has the
    instructions of an expression that compute something.
    """

    def __init__(self, hlo: ParsedHlo, fusion: int, expressions: Expressions) -> None:
        self.hlo, self.items, self._expressions = hlo, hlo.inside(fusion), expressions
        self.kinds = {item: hlo.parsed.kinds[item] for item in self.items}
        self.rereads = any(kind in REREADS for kind in self.kinds.values())
        operands = [self._source(item) for item in hlo.arguments(fusion)]
        self.count = len(operands)
        # operands that are views of one array are one argument
        self.arguments = [expressions.leaf("argument", operands.index(operand)) for operand in operands]
        self.of: dict[int, Expression] = {}
        self.with_expression: dict[Expression, list[int]] = defaultdict(list)
        for item in self.items:
            self.of[item] = self._expression(item)
            if self.kinds[item] not in MOVES | {"constant", "tuple"}:
                self.with_expression[self.of[item]].append(item)
        lines = {item: hlo.lines[hlo.parsed.spans[item, 0] - 1] for item in self.items}
        self.root = next(item for item, line in lines.items() if line.lstrip().startswith("ROOT "))

    def _source(self, item: int) -> tuple[int, str]:
        """The array that an operand of the fusion is a view of."""
        kinds = self.hlo.parsed.kinds
        while item >= 0 and kinds[item] in ("bitcast", "reshape"):
            item = self.hlo.arguments(item)[0]
        if item >= 0 and kinds[item] == "get-tuple-element":
            return self.hlo.arguments(item)[0], self.hlo.tails[item]
        return item, ""

    def _expression(self, item: int) -> Expression:
        hlo, kind = self.hlo, self.kinds[item]
        if kind == "parameter" and (number := hlo.parameter_number(item)) < self.count:
            return self.arguments[number]
        if kind == "constant":
            found = HLO_CONSTANT.search(hlo.lines[hlo.parsed.spans[item, 0] - 1])
            known = found and found[2] != "nan"
            return self._expressions.number(found[2], found[1]) if known else self._expressions.unknown()  # type: ignore[index]
        read = [self.of.get(each, -1) for each in hlo.arguments(item)]
        if not read or min(read) < 0 or kind in REREADS:
            return self._expressions.unknown()
        return read[0] if kind in MOVES else self._expressions.of(self.opcode(item), *read)

    def opcode(self, item: int) -> str:
        """The opcode with all that tells it apart: the direction of a comparison, the type converted to."""
        kind = self.kinds[item]
        if kind == "compare" and (found := DIRECTION.search(self.hlo.tails[item])):
            return found[1]
        if kind == "convert":
            element = self.hlo.shape(item).partition("[")[0]
            return f"convert {element.replace('u', 'i').replace('s', 'i')}"
        return kind

    def moved(self, item: int) -> int:
        """The instruction whose elements this one moves; itself if it computes something."""
        while self.kinds[item] in MOVES:
            item = self.hlo.arguments(item)[0]
        return item

    def operands(self, item: int) -> list[int]:
        """The operands of an instruction, followed through copies."""
        return [self.moved(each) for each in self.hlo.arguments(item) if each in self.kinds]

    def single(self, expression: Expression) -> int | None:
        """The only instruction that computes an expression; None if there are several, or none."""
        found = self.with_expression.get(expression, [])
        return found[0] if len(found) == 1 else None


class IrValues:
    """The expressions of a kernel's instructions in LLVM IR, by their names (`of`).

    `fixed` are those that are known from elsewhere; `stored` are the arguments that are written.
    """

    def __init__(self, function: Function, hlo: HloValues, expressions: Expressions) -> None:
        self.function, self.expressions, self._hlo = function, expressions, hlo
        self.by_name = {value.name: value for value in function.values if value.name}
        self._pointers = self._addresses()
        self.stores = [
            (value, argument)
            for value in function.values
            if value.opcode == "store" and (argument := self.argument(value.operands[1])) is not None
        ]
        self._stored = {argument for _, argument in self.stores}
        self.fixed: dict[str, Expression] = {}
        self._unknown: dict[str, Expression] = {}
        self.compute()

    def compute(self) -> None:
        """Find all expressions from the fixed ones."""
        self.of: dict[str, Expression] = {}
        for value in self.function.values:
            if value.name:
                fixed = self.fixed.get(value.name)
                self.of[value.name] = self._expression(value) if fixed is None else fixed

    def argument(self, pointer: str) -> int | None:
        """The number of the kernel's argument that an address lies in."""
        root = self._pointers.get(pointer, ("", None))[0]
        return int(root) if root.isdigit() else None

    def _addresses(self) -> dict[str, tuple[str, int | None]]:
        """Each address as a base and a number of bytes; an argument is written as its number.

        The frame of a call holds at byte 24 the address of the arguments, of 16 bytes each.
        """
        places: dict[str, tuple[str, int | None]] = {self.function.frame: ("frame", 0)}
        for value in self.function.values:
            if value.opcode not in ("getelementptr", "load") or value.operands[0] not in places:
                continue
            root, offset = places[value.operands[0]]
            if value.opcode == "getelementptr":
                step = re.fullmatch(r"i64 (-?\d+)", value.operands[-1])
                known = offset is not None and step and value.detail == "i8"
                places[value.name] = root, offset + int(step[1]) if known else None  # type: ignore[operator,index]
            elif value.detail == "ptr" and (root, offset) == ("frame", 24):
                places[value.name] = "arguments", 0
            elif value.detail == "ptr" and root == "arguments" and offset is not None and offset % 16 == 0:
                places[value.name] = str(offset // 16), 0
        return places

    def _expression(self, value: Value) -> Expression:
        if value.opcode == "load" or value.detail.startswith("llvm.masked.load"):
            argument = self.argument(value.operands[0])
            whole = value.opcode == "load" or value.operands[-1].endswith("poison")
            reread = self._hlo.rereads and argument in self._stored
            if argument is not None and argument < self._hlo.count and whole and not reread:
                return self._hlo.arguments[argument]
            return self._leaf(value.name)
        if value.opcode in VECTOR_MOVES:
            names = value.operands[: VECTOR_MOVES[value.opcode]]
            same = {self.operand(name) for name in names if not name.endswith(("poison", "undef"))}
            return same.pop() if len(same) == 1 else self._leaf(value.name)
        read = [self.operand(each) for each in value.operands]
        if not read or (value.opcode == "call" and not PURE.fullmatch(value.detail)):
            return self._leaf(value.name)
        if value.detail.startswith(("llvm.abs", "llvm.ctlz")):
            read = read[:1]
        return self.expressions.of(self.opcode(value) or f"{value.opcode} {value.detail}", *read)

    def _leaf(self, name: str) -> Expression:
        if name not in self._unknown:
            self._unknown[name] = self.expressions.unknown()
        return self._unknown[name]

    def operand(self, text: str) -> Expression:
        """The expression of a name, or of a constant with its type."""
        if text in self.of:
            return self.of[text]
        found = CONSTANT.match(text)
        if found is None:
            return self._leaf(text)
        kind, bits = TYPES.get(found[1], found[1]), found["bits"]
        if bits:
            value = np.array(int(bits, 16), f"u{len(bits) // 2}").view(f"f{len(bits) // 2}")
            known = kind in ("f32", "f64") and not np.isnan(value)
            return self.expressions.leaf("constant", float(value)) if known else self._leaf(text)
        return self.expressions.number(found["text"], "pred" if kind == "i1" else kind)

    def opcode(self, value: Value) -> str:
        """The HLO opcode that an instruction may compute; empty for none."""
        if value.opcode == "call":
            found = INTRINSIC.fullmatch(value.detail)
            return CALLS.get(found[1], "") if found else ""
        if value.opcode in CASTS and value.opcode != "bitcast":
            element = value.detail.rpartition("x ")[2].rstrip(">")
            return f"convert {TYPES.get(element, element)}"
        predicates = {"fcmp": FLOAT_PREDICATES, "icmp": PREDICATES}.get(value.opcode, {})
        return predicates.get(value.detail) or OPCODES.get(value.opcode, "")

    def unmoved(self, value: Value) -> Value:
        """The value whose elements this one moves; itself if it computes something."""
        while value.opcode in VECTOR_MOVES and value.opcode != "phi":
            names = [each for each in value.operands[: VECTOR_MOVES[value.opcode]] if each in self.by_name]
            if len(names) != 1:
                break
            value = self.by_name[names[0]]
        return value
