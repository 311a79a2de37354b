"""Functions that a person types: read, differentiated, drawn, asked, traced and fitted; no window here.

language/     text to trees: grammar, the allowlist of names, the sheet of lines; loads no JAX, no NumPy
meaning/      a tree as something that computes: JAX, intervals, SymPy, Python text
derivatives/  orders 0 to 12, each way, compared with high precision
curves/       a curve sampled so that it does not lie; its roots, extrema, poles, intersections
fields/       two inputs and more: implicit curves, regions, heatmaps, contours, Jacobians, Hessians
traces/       the evaluation trace of one call, forward and reverse
precision/    dtypes: their ranges, their errors in ulps
descent/      downhill on a curve or a surface
fitting/      points, models, least squares, descent, a small network
paper/        a sheet as a picture, a table, JSON or a script
document/     a sheet with its sliders, view and points as one value, and as JSON
studio/       a sheet becomes a scene; questions become answers
worker/       all of the above in a child process that can be stopped
scene.py      what curves are drawn from, as plain values
requests.py   what is asked of a sheet and the scene that comes back

Everywhere inside, a function is a plain JAX callable `f(*variables, p)`: the variables are scalars (the
caller applies `jax.vmap`), `p` maps the names of parameters to traced scalars.
"""
