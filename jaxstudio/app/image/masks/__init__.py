"""Masks: drawn on the canvas, edited in the panel of their step."""
