"""Typed text to syntax trees: grammar, catalogue of functions, documents of lines; no JAX, no NumPy here.

    sheet = Sheet.read(["f(x) = a x^2", "y = f(x) + sin 2x", "a = 3 [0, 10]"])
    line = sheet.lines[1]        # line.kind, .tree, .variables, .sliders, .error
    sheet.values                 # {"a": 3.0}
    read_line("x^2 + 1")         # one line that stands alone; raises ExpressionError

tokens.py       the tokenizer; signs.toml has other signs and the commands of LaTeX
parser.py       the grammar, with calls.py (names and calls) and special_forms.py (sum, d/dx, LaTeX)
nodes.py        the nodes of a tree, each with its columns; a tree as text
catalogue.py    the functions that may be called, in catalogue.toml, and suggestions for unknown names
statements.py   one line, its names resolved; document.py: Sheet, Line, LineKind
diagnostics.py  suggestions for signs and brackets; joined_names.py for missing blanks
translation.py  lines of other programs, by translations.toml; idioms.py their calls; distributions.py
limits.py       how large a text, a tree, a sum may be
"""

from jaxstudio.functions.language.catalogue import FUNCTIONS, Function
from jaxstudio.functions.language.differential import System
from jaxstudio.functions.language.document import Line, Sheet, read_line
from jaxstudio.functions.language.line_kinds import LineKind

__all__ = ["FUNCTIONS", "Function", "Line", "LineKind", "Sheet", "System", "read_line"]
