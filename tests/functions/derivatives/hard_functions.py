"""Functions whose derivatives lose digits in float64 (`hard_functions.tsv`)."""

from pathlib import Path

# by text: places where most digits are lost; what an integral is without one
FUNCTIONS: dict[str, tuple[float, ...]] = {}
INTEGRALS: dict[str, str] = {}
SPECIAL: set[str] = set()

_group = ""
for _line in Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines():
    if _line.startswith("#"):
        _group = _line
        continue
    _text, _places, *_without = _line.split("\t")
    FUNCTIONS[_text] = tuple(map(float, _places.split()))
    if _without:
        INTEGRALS[_text] = _without[0]
    if "special" in _group:
        SPECIAL.add(_text)
