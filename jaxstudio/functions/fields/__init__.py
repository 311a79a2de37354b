"""Functions of two inputs and more: implicit curves, regions, heights, their slopes and critical points.

    implicit(f, view, p, bounds=PlaneBounds(…))      f = 0: lines, points, what is unresolved   implicit.py
    region(condition, view, p)                       where an inequality holds                  regions.py
    condition_of(tree, variables, defaults, line)    a typed inequality as such a condition     typed.py
    heatmap, contours, gradient_field, surface       f(x, y) as a picture   heatmap.py, contours.py, …
    critical_points(f, view, p, bounds=…)            minima, maxima, saddles                    critical.py
    jacobian, products, hessian (f, at, p)           of several variables, at a point           vectors.py

A function is a plain JAX callable `f(x, y, p)` of scalars, differentiable, with `p` a mapping of traced
scalars. It is the key under which its kernels are kept: hand over the same callable and dragging a
slider, panning or zooming compiles nothing. What comes back are the frozen values of `shapes`.
"""
