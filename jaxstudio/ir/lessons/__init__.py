"""Lessons in what JAX and XLA do: each a few functions to read at every stage, and an experiment to run.

lesson.py   what a lesson is made of
all.py      all of them, in the order in which they are offered
"""
