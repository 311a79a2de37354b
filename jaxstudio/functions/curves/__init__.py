"""Curves sampled adaptively: roots, extrema, discontinuities, limits, each with its certainty.

    orders = Orders.of_line(line, sheet, highest=3)        # compiled once
    f = orders.evaluator(sheet.values, order=0)            # of order 0, at the sliders' values
    study = CurveAnalysis(Graph(f, view), view)            # refined: study.pieces, .breaks, .corners
    features(study, [MarkKind.ROOT])                       # marks, and whether these are all

evaluator.py         values and derivatives in blocks, bounds over intervals; graphs and paths in the plane
sampling.py          fixed grids, and refinement level by level within a budget
thinning.py          the points that a picture needs
interval_survey.py   interval arithmetic over the view; sets of intervals
antiderivative.py    integrals from a fixed bound to x, piece by piece
bracketing.py        narrowing of cells, Newton's method in brackets
discontinuities.py   limits of values, and what they say of a place; limits.py: by proven expansions
segments.py          samples and breaks as lines; undersampled bands
analysis.py          everything put together: the analysis of one curve in one view
zeros.py, identically_zero.py, features.py             points of interest, with their sure digits
"""
