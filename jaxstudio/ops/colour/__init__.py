"""Hues and their strength."""
