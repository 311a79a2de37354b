"""Interval arithmetic over many boxes at once, rounded outwards: its bounds hold for certain."""
