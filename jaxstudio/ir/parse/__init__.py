"""Reads the texts of the stages: their operations, where each stands, and where JAX says it comes from."""
