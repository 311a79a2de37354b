"""Compiles a target once, around the cache, and collects what JAX and XLA wrote on the way."""
