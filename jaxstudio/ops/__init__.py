"""The catalogue itself: one file per op, in a folder per category.

A new file with an `Op` value in it is all it takes: it appears in the window, the command line,
the recipe, the help and the tests.
"""

from jaxstudio.pipeline.catalogue import Catalogue

CATALOGUE = Catalogue.collect(__name__, list(__path__))
