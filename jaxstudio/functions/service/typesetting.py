"""Lines of a sheet as mathematics in outlines, typeset by Matplotlib's mathtext in the STIX fonts."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser
from matplotlib.textpath import text_to_path

from jaxstudio.errors import ExpressionError
from jaxstudio.functions.language.distributions import DISTRIBUTIONS
from jaxstudio.functions.language.latex import latex, rule
from jaxstudio.functions.protocol.queries import TypesetLine, TypesetQuestion
from jaxstudio.functions.service.composing import Composer
from jaxstudio.processes.serve import Work

FONT = FontProperties(size=text_to_path.FONT_SCALE, math_fontfamily="stix")
PARSER = MathTextParser("path")
# mathtext knows the long names alone
LONG = {"le": "leq", "ge": "geq", "ne": "neq"}
MOST_KEPT = 500
DISTRIBUTION = re.compile(rf"\b(?:{'|'.join(DISTRIBUTIONS)})\s*\(")
# y', dy/dx: other lines may use values of the solution, y(3)
SOLVED = re.compile(r"\b([A-Za-z]+)'+|\bd([A-Za-z]+)\s*/\s*d[A-Za-z]+\b")


def typeset(composer: Composer, question: TypesetQuestion, work: Work) -> tuple[TypesetLine | None, ...]:
    """Each text as outlines, None for one without LaTeX."""
    lines: list[TypesetLine | None] = []
    for text in question.texts:
        work.check()
        try:
            # a distribution is a formula of several densities, which says less than its name
            named = DISTRIBUTION.search(text) is not None
            lines.append(None if named else outlines(_formula(text, question)))
        except (
            ExpressionError,
            ValueError,
        ):  # no formula; one that mathtext cannot set, as a letter it lacks
            lines.append(None)
    return tuple(lines)


def _formula(text: str, question: TypesetQuestion) -> str:
    inner = text.strip("$")
    if text in question.rules:
        return rule(text, question.functions, question.values)
    solved = {name for each in question.rules for pair in SOLVED.findall(each) for name in pair if name}
    called = {name for name in solved if re.search(rf"\b{name}'*\(", inner)}
    try:
        return latex(inner, {*question.functions, *called}, question.values)
    except ExpressionError:
        if inner == text:
            raise
        return inner


@lru_cache(maxsize=MOST_KEPT)
def outlines(formula: str) -> TypesetLine:
    """A formula in LaTeX as outlines. Raises ValueError where mathtext lacks a command."""
    text = "$" + re.sub(r"\\(le|ge|ne)\b", lambda match: f"\\{LONG[match[1]]}", _displayed(formula)) + "$"
    width, height, depth, _, _ = PARSER.parse(text, text_to_path.DPI, FONT)
    vertices, codes = text_to_path.get_text_path(FONT, text, ismath=True)
    em = text_to_path.FONT_SCALE
    points = np.asarray(vertices, np.float32).reshape(-1, 2) / np.float32(em)
    # bars reach beyond the box that mathtext gives, as those of |x| over x
    top, bottom = (float(points[:, 1].max()), float(points[:, 1].min())) if len(points) else (0.0, 0.0)
    return TypesetLine(
        points,
        np.asarray(codes, np.uint8),
        width / em,
        max((height - depth) / em, top),
        max(depth / em, -bottom),
    )


def _displayed(formula: str) -> str:
    """The formula with its outermost fractions in full size, as in a line of its own."""
    made, depth = "", 0
    for part in re.split(r"(\\frac|[{}])", formula):
        depth += {"{": 1, "}": -1}.get(part, 0)
        made += r"\dfrac" if part == r"\frac" and not depth else part
    return made
