"""Lessons in what JAX and XLA do: each a few functions to inspect, and an experiment to run."""

from jaxstudio.ir.lessons.compilation import AHEAD, FUSION, LOOPS
from jaxstudio.ir.lessons.lesson import Lesson
from jaxstudio.ir.lessons.speed import RACING, SELU
from jaxstudio.ir.lessons.tracing import PURITY, READING, SHAPES

LESSONS: tuple[Lesson, ...] = (READING, PURITY, SELU, RACING, AHEAD, LOOPS, SHAPES, FUSION)
