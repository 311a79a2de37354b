"""Lessons in what JAX and XLA do: each a few functions to inspect, and an experiment to run.

lesson.py        their words, and the table of an experiment, as values
tracing.py       reading a jaxpr, what happens at trace time only, one trace per shape
compilation.py   ahead of time, a Python loop against a scan, fusion
speed.py         op by op and jitted, beside NumPy
experiment.py    what the experiments have in common
"""
