"""Brightness and contrast."""
