"""Shapes grown and shrunk."""
