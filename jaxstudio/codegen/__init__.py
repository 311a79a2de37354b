"""Recipes as programs that stand alone: a Python script on JAX and NumPy, a StableHLO module."""
