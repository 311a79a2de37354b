"""All lessons, in the order in which they are offered."""

from __future__ import annotations

from jaxstudio.ir.lessons import ahead, fusion, loops, purity, racing, reading, selu, shapes
from jaxstudio.ir.lessons.lesson import Lesson

MODULES = (reading, purity, selu, racing, ahead, loops, shapes, fusion)
LESSONS: tuple[Lesson, ...] = tuple(module.LESSON for module in MODULES)
