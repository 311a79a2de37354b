"""Downhill on a curve or a surface: gradient descent, momentum, Adam, every step kept.

path = walk(f, [2.0, 1.0], "momentum", rate=0.01, steps=50, p={"a": 3.0})    # f(x, y, p)
path.positions, path.values, path.end
path.then(walk_on(f, path.state, "momentum", rate=0.01))                     # a step more
"""

from jaxstudio.functions.descent.methods import Method
from jaxstudio.functions.descent.walk import End, Path, Stand, walk, walk_on

__all__ = ["End", "Method", "Path", "Stand", "walk", "walk_on"]
