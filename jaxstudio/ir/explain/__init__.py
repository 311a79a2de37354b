"""Errors in plain words: what went wrong, at which line of the user's code, and a suggested fix."""

from jaxstudio.ir.explain.errors import Explanation, explain
from jaxstudio.ir.explain.nans import NanFound, first_nan

__all__ = ["Explanation", "NanFound", "explain", "first_nan"]
