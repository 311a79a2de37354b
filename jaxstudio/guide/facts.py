"""The guide's figures, computed now and compared with what the pages state."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from jaxstudio.guide import facts_compilation, facts_images, facts_numbers
from jaxstudio.guide.pages import Fact, Page, Scalar, Stated

FACTS: Mapping[str, Callable[[], object]] = {
    **facts_images.FACTS,
    **facts_numbers.FACTS,
    **facts_compilation.FACTS,
}


@dataclass(frozen=True)
class Computed:
    """A fact with what was computed for it; `agrees` says whether that is what the page states."""

    fact: Fact
    value: Stated

    @property
    def agrees(self) -> bool:
        return _agree(self.fact.stated, self.value, self.fact.relative)


def compute(page: Page) -> Iterator[Computed]:
    """Every fact of a page, one by one as it is computed."""
    for fact in page.facts:
        value = FACTS[fact.key]()
        yield Computed(fact, tuple(value) if isinstance(value, list | tuple) else value)  # type: ignore[arg-type]


def _agree(stated: Stated, value: Stated, relative: float) -> bool:
    if isinstance(stated, tuple) or isinstance(value, tuple):
        return (
            isinstance(stated, tuple)
            and isinstance(value, tuple)
            and len(stated) == len(value)
            and all(_agree(one, other, relative) for one, other in zip(stated, value, strict=True))
        )
    return _agree_scalars(stated, value, relative)


def _agree_scalars(stated: Scalar, value: Scalar, relative: float) -> bool:
    if isinstance(stated, bool | str) or isinstance(value, bool | str):
        return stated == value
    return math.isclose(stated, value, rel_tol=relative, abs_tol=relative if stated == 0 else 0.0)
