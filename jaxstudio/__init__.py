"""JAXStudio: see what JAX does, to a photo, to a function, to the code itself.

Importing this package loads neither JAX nor Qt.
"""

__version__ = "0.1.0"
