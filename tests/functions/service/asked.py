"""What questions are asked about."""

from jaxstudio.functions.protocol.queries import Target
from jaxstudio.functions.protocol.requests import SheetLine


def target(*texts, line=0, order=0, **sliders):
    """A line of a sheet of these texts."""
    return Target(tuple(map(SheetLine, texts)), line, sliders, order)
