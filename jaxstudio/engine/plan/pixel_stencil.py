"""Plans of expressions that compute a pixel from its colours and its place, fused as pixelwise steps are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, Self

import jax.numpy as jnp
import numpy as np
from jax import lax

from jaxstudio.engine.buffers import CHUNK, TiledBuffer
from jaxstudio.engine.kernels import KernelKey, KernelSpec
from jaxstudio.engine.plan.base import Plan, StepContext
from jaxstudio.engine.plan.fusion import PixelFunction, Pixels, Planes
from jaxstudio.engine.plan.pixelwise import ChunkFunction, PixelwisePlan, place_of_chunk
from jaxstudio.engine.plan.stencil import LUMA, build_by_pixel, build_by_value, place_on_photo
from jaxstudio.kernels.random_fields import place
from jaxstudio.pipeline.kinds import PixelStencil

OPAQUE = 3  # the number of the opacity among channels


class PixelStencilPlan(PixelwisePlan):
    """An expression computes each pixel from its colours and place: one kernel for each text."""

    kind: PixelStencil

    @cached_property
    def text(self) -> str:
        return self.kind.text(self.values)

    def parameters(self) -> dict[str, Any]:
        """The parameters and `scale`: the side of a pixel of the reduced image, in pixels of the photo."""
        return {**super().parameters(), "scale": np.float32(2**self.level)}

    def pixel_function(self, input_dtype: str) -> PixelFunction | None:
        return PixelFunction(
            f"text {self.op.name} {self.text}", "each pixel", partial(of_text, self.kind.apply, self.text)
        )

    def transform(
        self, step: StepContext, layout: TiledBuffer, parameters: dict[str, Any], dtype: str
    ) -> ChunkFunction:
        build = build_by_value if self.kind.by_value(self.text) else build_by_pixel
        spec = KernelSpec(
            KernelKey("expression", self.op.name, channels=self.channels, dtype=dtype, steps=(self.text,)),
            partial(build, self.kind, self.text, self.channels, dtype, False),
            lambda _: f"each pixel, {dtype}",
        )
        kernel = step.kernels.get(spec)

        def transform(start: int, chunk: Any) -> Any:
            where = place_of_chunk(start, layout, self.size)
            # the chunk takes the slab's place: the kernel reads nothing else
            return kernel(chunk, np.int32(0), where[1], where, parameters)

        return transform

    def variants(self, soon: bool) -> Iterator[Plan]:
        if soon:
            yield self.sample()

    def sample(self) -> Self:
        # the text decides the kernel
        return type(self)(self.op, self.values, self.size, self.channels)


def of_text(apply: Callable[..., Any], text: str, x: Pixels, arguments: Any) -> Planes:
    """Compute a pixel's colours together: apply(text, read, at, p)."""
    # counted in pixels: all of `where` lies at a pixel's first channel
    start, pitch, first = (lax.div(x.where[number], np.int32(x.channels)) for number in (0, 1, 3))
    row, column = place(start, pitch, CHUNK // x.channels)
    at = place_on_photo((row + x.where[2])[:, None], (column + first)[:, None], x.where, arguments)
    return compute_planes(partial(apply, text), x.colours, at, arguments)


def compute_planes(apply: Callable[..., Any], colours: Sequence[Any], at: Any, p: Any) -> list[Any]:
    """apply(read, at, p) for one or three separate planes; three results for gray become their luma."""

    def read(own: Any, dy: int, dx: int, channel: int | None) -> Any:
        if channel is None:
            return own
        return jnp.ones_like(own) if channel == OPAQUE else colours[min(channel, len(colours) - 1)]

    results: Any = apply(partial(read, colours[0]), at, p)
    if not isinstance(results, tuple):
        results = [apply(partial(read, own), at, p) for own in colours]
    elif len(colours) == 1:
        results = [sum(weight * each for weight, each in zip(LUMA, results, strict=True))]
    return [jnp.broadcast_to(each, colours[0].shape).astype(jnp.float32) for each in results]
