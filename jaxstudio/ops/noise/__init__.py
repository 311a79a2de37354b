"""Chance."""
