"""Two compilations, or two passes, side by side: what changed in the text, in the opcodes, in the cost."""

from jaxstudio.ir.compare.comparison import Comparison, OpcodeRow, compare
from jaxstudio.ir.compare.lines import Block, Change, line_diff
from jaxstudio.ir.compare.renumbering import without_numbers

__all__ = ["Block", "Change", "Comparison", "OpcodeRow", "compare", "line_diff", "without_numbers"]
