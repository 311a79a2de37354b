"""Filters that move pixels."""
