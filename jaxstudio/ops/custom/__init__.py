"""Filters that the person writes: an expression for each pixel."""
