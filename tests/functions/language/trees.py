"""Random trees, for tests that hold for all of them."""

from hypothesis import strategies as st

from jaxstudio.functions.language.catalogue import FUNCTIONS
from jaxstudio.functions.language.nodes import (
    Bound,
    Call,
    Cases,
    Chain,
    Compare,
    Constant,
    Derivative,
    Logic,
    Name,
    Negate,
    Number,
    Power,
)

NAMES = ("x", "y", "t", "a", "b1", "theta", "omega", "lambda", "beta", "d")
ONE_ARGUMENT = sorted(name for name, function in FUNCTIONS.items() if len(function.parameters) == 1)
TAME = (
    "sin", "cos", "exp", "tanh", "atan", "abs", "sqrt", "log", "relu", "floor", "sigmoid", "cbrt", "erf",
)  # fmt: skip
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


def _chain(draw, inner, signs):
    operands = draw(st.lists(inner, min_size=2, max_size=4))
    operators = [draw(st.sampled_from(signs)) for _ in operands[1:]]
    return Chain(0, 0, tuple(operands), tuple(operators))


@st.composite
def conditions(draw, inner, depth=1):
    kind = draw(st.sampled_from(("compare", "compare", "not", "and", "or"))) if depth else "compare"
    if kind == "compare":
        operands = draw(st.lists(inner, min_size=2, max_size=3))
        operators = [draw(st.sampled_from(COMPARISONS)) for _ in operands[1:]]
        return Compare(0, 0, tuple(operands), tuple(operators))
    count = 1 if kind == "not" else 2
    return Logic(0, 0, kind, tuple(draw(conditions(inner, depth - 1)) for _ in range(count)))


@st.composite
def leaves(draw):
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return Number(
            0, 0, draw(st.integers(0, 20).map(float) | st.floats(0.0, 1e300, allow_subnormal=False))
        )
    if kind == 1:
        return Constant(0, 0, draw(st.sampled_from(("pi", "e", "tau"))))
    return Name(0, 0, draw(st.sampled_from(NAMES)))


@st.composite
def trees(draw, depth=3):
    """Trees of every kind of node but definitions, networks and vectors."""
    kind = draw(st.integers(0, 11)) if depth else 0
    inner = trees(depth - 1) if depth else leaves()
    match kind:
        case 0 | 1:
            return draw(leaves())
        case 2:
            return _chain(draw, inner, "+-")
        case 3:
            return _chain(draw, inner, "*/")
        case 4:
            return Negate(0, 0, draw(inner))
        case 5:
            return Power(0, 0, draw(inner), draw(inner))
        case 6 | 7:
            return Call(0, 0, draw(st.sampled_from(ONE_ARGUMENT)), (draw(inner),), kind - 6)
        case 8:
            return Call(0, 0, "max", (draw(inner), draw(inner)))
        case 9:
            otherwise = draw(st.none() | inner)
            return Cases(0, 0, (draw(conditions(inner)),), (draw(inner),), otherwise)
        case 10:
            return Bound(0, 0, "sum", draw(inner), "n", Number(0, 0, 1.0), draw(inner))
    return Derivative(0, 0, draw(inner), "x", draw(st.integers(1, 3)))


@st.composite
def _literals(draw):
    number = Number(0, 0, draw(st.integers(0, 9)) / 2)
    return Negate(0, 0, number) if number.value and draw(st.booleans()) else number


@st.composite
def smooth(draw, depth=3):
    """Trees in x alone that mostly have a value."""
    kind = draw(st.integers(0, 10)) if depth else 0
    inner = smooth(depth - 1) if depth else st.nothing()
    match kind:
        case 0 | 1:
            return draw(
                _literals() | st.sampled_from((Name(0, 0, "x"), Name(0, 0, "x"), Constant(0, 0, "pi")))
            )
        case 2 | 3:
            return _chain(draw, inner, "+-" if kind == 2 else "*/")
        case 4:
            return Negate(0, 0, draw(inner))
        case 5 | 6:
            return Power(0, 0, draw(inner), draw(_literals() if kind == 5 else inner))
        case 7 | 8:
            return Call(0, 0, draw(st.sampled_from(TAME)), (draw(inner),))
        case 9:
            name = draw(st.sampled_from(("min", "max", "mod", "hypot")))
            return Call(0, 0, name, (draw(inner), draw(inner)))
    return Cases(0, 0, (draw(conditions(inner, 0)),), (draw(inner),), draw(inner))
