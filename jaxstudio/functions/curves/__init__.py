"""A curve sampled so that it does not lie; its roots, extrema, poles; what is asked at the cursor.

    orders = Orders.of_line(line, sheet, highest=3)        # compiled once
    f = orders.evaluator(sheet.values, order=0)            # of order 0, with the sliders' values
    study = Study(Graph(f, view), view)                    # refined: study.pieces, .breaks, .corners
    features(study, [MarkKind.ROOT])                       # marks, and whether these are all

evaluator.py   what the sampler asks of a function; typed.py makes one of a typed line
parametric.py  y = f(x) or (x(t), y(t)) as a path, in pixels
samples.py cells.py resolve.py undersampling.py  sampling, level by level, within a budget
candidates.py  bracketing.py  one_sided_limits.py  limits.py       where something happens
discontinuities.py  corners.py                           and what
interval_survey.py  segments.py  analysis.py                what is proven; everything put together
newton.py certainty.py exclusion.py zeros.py features.py    points of interest, with their digits
"""
