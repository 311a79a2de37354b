"""Three hundred functions, textbooks' and harder ones, in `fresh_functions.txt`, to judge every mark."""

from pathlib import Path


def _entries(group: str) -> list[tuple[str, str]]:
    """The text as it is typed, and in Python."""
    found = []
    for line in group.strip().splitlines():
        if not line.startswith("#"):
            text, _, python = line.partition("; ")
            found.append((text, (python or text).replace("^", "**")))
    return found


_functions, _, _pairs = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").partition("## pairs\n")
FRESH, MEETING = tuple(_entries(_functions)), tuple(_entries(_pairs))
RANGES = ((-5.0, 5.0), (-2.13, 3.37), (-1.0, 3.0), (-9.7, 9.6), (-0.71, 1.19), (0.0, 6.3), (-3.1, 2.9))


def views_of(index: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Two ranges of x for an entry, all of them in turn."""
    return RANGES[index % len(RANGES)], RANGES[(index + 1 + index % 5) % len(RANGES)]
