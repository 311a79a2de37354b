"""Interval arithmetic over many boxes at once, rounded outwards: what is said of a function is certain."""
