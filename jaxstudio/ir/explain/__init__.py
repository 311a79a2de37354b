"""Errors in plain words: what went wrong, at which line of the user's code, and a suggested fix.

diagnosis.py    Explanation, NanFound: the values
errors.py       an exception of JAX explained; error_rules.py are the rules
nans.py         the first equation that makes a NaN
"""
