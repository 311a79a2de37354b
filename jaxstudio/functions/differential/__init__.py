"""Differential equations solved: solving.py by diffrax, solutions.py what is known of the results."""
