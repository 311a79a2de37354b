"""Renders a recipe: regions, compiled kernels, devices, live preview, export."""
