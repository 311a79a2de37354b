"""Functions that a user types: parsed, differentiated, plotted, queried, traced and fitted; no Qt here.

language/      text to syntax trees: grammar, catalogue of functions, documents; loads no JAX, no NumPy
interpreters/  a tree evaluated in an algebra: JAX, intervals, balls, SymPy, Python text
derivatives/   orders 0 to 12 by every method, judged by multiple-precision arithmetic
curves/        adaptive sampling of curves; roots, extrema, discontinuities, limits
fields/        functions of two variables and more: implicit curves, regions, heatmaps, contours, Jacobians
traces/        the evaluation trace of a call, forward and reverse; vmap and random keys
precision.py   floating-point formats: ranges, casts, errors in ulps
descent.py     gradient descent on a curve or a surface
fitting/       data points, models, least squares, training, a small network
export/        a document as a picture, a table, JSON or a script
document.py    a document with its sliders, view and data as one value, and as JSON
service/       a document becomes a scene; queries are answered
protocol/      requests, queries, scenes and answers: frozen values that cross a process
client.py      the service in child processes that can be cancelled

Everywhere inside, a function is a plain JAX callable `f(*variables, p)`: the variables are scalars (the
caller applies `jax.vmap`), `p` maps the names of parameters to traced scalars.
"""
