"""Errors in the words of the person's own code: what went wrong, at which of their lines, and the mend."""

from jaxstudio.ir.explain.errors import Explanation, explain
from jaxstudio.ir.explain.nans import NanFound, first_nan

__all__ = ["Explanation", "NanFound", "explain", "first_nan"]
