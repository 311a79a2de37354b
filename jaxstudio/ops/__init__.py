"""The catalogue itself: the ops of one idea in a file, in a folder per category.

An `Op` value at the top of a file is all it takes: it appears in the window, the command line, the recipe,
the help and the tests. A `Part`, a step that other ops become, is left out.
"""

from jaxstudio.pipeline.catalogue import Catalogue

CATALOGUE = Catalogue.collect(__name__, list(__path__))
