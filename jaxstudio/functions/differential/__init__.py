"""Differential equations: stepping.py follows and solving.py compares, solutions.py knows the results."""
