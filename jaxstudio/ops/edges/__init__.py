"""Filters that find edges."""
