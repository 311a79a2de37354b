"""What the lines say, read at once in the window's own process: kinds, errors, names, sliders."""

from __future__ import annotations

from collections.abc import Sequence

from jaxstudio.functions.language import Line, LineKind, Sheet


class Reading:
    """A sheet that was read, and where its sliders belong."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self.sheet = Sheet.read(texts)
        self.lines = self.sheet.lines
        self._slider_lines = {line.name: line for line in self.lines if line.kind is LineKind.SLIDER}
        self.homes: dict[str, int] = {}
        for line in self.lines:
            for name in (*((line.name,) if line.kind is LineKind.SLIDER else ()), *line.sliders):
                self.homes.setdefault(name, line.index)
        self.homes |= {name: line.index for name, line in self._slider_lines.items()}

    @property
    def sliders(self) -> tuple[str, ...]:
        """The free names of the whole sheet, in the order in which they are shown."""
        return tuple(sorted(self.homes, key=lambda name: (self.homes[name], name)))

    def sliders_of(self, index: int) -> tuple[str, ...]:
        """The sliders that are shown below a line: its own, or those it is the first to use."""
        return tuple(name for name in self.sliders if self.homes[name] == index)

    def slider_line(self, name: str) -> Line | None:
        """The line `name = 3`, if there is one."""
        return self._slider_lines.get(name)


def with_slider_value(
    text: str, line: Line, value: float, interval: tuple[float, float] | None = None
) -> str:
    """The text of a line such as `a = 3 [0, 10]` with another value, and interval if there is one."""
    left = text.split("=", 1)[0].rstrip()
    interval = interval or line.interval
    if interval is not None:
        interval = (min(interval[0], value), max(interval[1], value))
    ends = f" [{plain(interval[0])}, {plain(interval[1])}]" if interval is not None else ""
    return f"{left} = {plain(value)}{ends}"


def plain(value: float) -> str:
    """A number as one types it, exactly."""
    if float(value).is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(float(value))
