"""Reasons why the preview of some filters differs from the exact picture when a photo is shown reduced.

A pixel of the screen then is the mean of several, and the filter's result for a mean is seldom the mean of
the filter's results. While a control is held, stacks with such filters are computed as finely as time allows;
when the hand rests, the exact picture follows.
"""

GRAINS = (
    "As strong as in the exact picture, but with grains of its own, which change places when that comes. A "
    "filter after it that counts, picks or clips tones finds the means of grains, not the grains."
)
EDGES = (
    "Neighbours on a reduced photo are farther apart and differ more: edges are brighter and wider than in "
    "the exact picture."
)
THRESHOLDS = (
    "The mean of several pixels lies on one side of the threshold, they themselves on both: the exact "
    "picture has shades where the preview has none."
)
STEEP = "Where the curve is steep, means of several pixels come out with more contrast than the pixels do."
SMALL_DETAIL = (
    "Detail smaller than a pixel of the screen is averaged before the filter sees it instead of after."
)
RESAMPLING = (
    "Interpolated between the pixels of the reduced photo: softer than the exact picture, most of all where "
    "it is enlarged."
)
WHOLE_PIXELS = "Begins at a whole pixel of the reduced photo, up to half a pixel of the screen off."
FEW_PIXELS = "Each region is counted from fewer pixels: its curve may be less even than in the exact picture."
SCATTERING = (
    "Pixels of the screen change places whole: coarser than in the exact picture, where their parts do."
)
