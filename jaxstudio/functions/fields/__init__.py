"""Functions of two variables and more: implicit curves, regions, surfaces, slopes, critical points.

    implicit(f, view, p, bounds=PlaneBounds(…))      f = 0: lines, points, what is unresolved   implicit.py
    region(condition, view, p)                       where an inequality holds                  implicit.py
    condition_of(tree, variables, defaults, line)    a typed inequality as such a condition     conditions.py
    heatmap, gradient_field, surface                 f(x, y) as a picture                       heatmap.py
    critical_points(f, view, p, bounds=…)            minima, maxima, saddles                    critical.py
    jacobian, products, hessian (f, at, p)           of several variables, at a point           grid.py

A function is a plain JAX callable `f(x, y, p)` of scalars, differentiable, with `p` a mapping of traced
scalars. It is the key under which its kernels are cached: with the same callable, dragging a slider, panning
or zooming compiles nothing. Results are the frozen values of `protocol.scene`.
"""
