"""Averages of neighbours."""
