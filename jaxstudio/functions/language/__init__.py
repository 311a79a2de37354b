"""Typed text to trees: the grammar, the allowlist of functions, the sheet of lines; no JAX, no NumPy here.

    sheet = Sheet.read(["f(x) = a x^2", "y = f(x) + sin 2x", "a = 3 [0, 10]"])
    line = sheet.lines[1]        # line.kind, .tree, .variables, .sliders, .error
    sheet.values                 # {"a": 3.0}
    read_line("x^2 + 1")         # one line that stands alone; raises ExpressionError

nodes.py       the kinds of nodes of a tree, each with its columns
catalogue.py   the functions that may be called; one declaration each
document.py    Sheet, Line, LineKind
limits.py      how large a text, a tree, a sum may be
"""

from jaxstudio.functions.language.catalogue import FUNCTIONS, Function
from jaxstudio.functions.language.document import Line, LineKind, Sheet, read_line

__all__ = ["FUNCTIONS", "Function", "Line", "LineKind", "Sheet", "read_line"]
