"""What a dtype can hold and what it loses: ranges and digits, promotion, casts, and errors in ulps.

    dtype_table()                                   float16, bfloat16, float32, float64
    promotion_table(), cast_table(), indexing_facts()
    evaluated(f, xs, p, "bfloat16")                 f in a dtype, every step rounded to it
    ulp_errors(f, xs, p, low="float32")             how wrong it is there, along a curve

Everything is computed when asked, none of it is written down. shapes.py holds what comes back.
"""

from jaxstudio.functions.precision.dtypes import DTYPES, cast_table, dtype_table, promotion_table
from jaxstudio.functions.precision.indexing import indexing_facts
from jaxstudio.functions.precision.ulps import evaluated, ulp_errors

__all__ = [
    "DTYPES",
    "cast_table",
    "dtype_table",
    "evaluated",
    "indexing_facts",
    "promotion_table",
    "ulp_errors",
]
