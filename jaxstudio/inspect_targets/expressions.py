"""A typed function as targets: its curve over many points, at each order of the derivative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp

from jaxstudio.functions.derivatives.methods import Method
from jaxstudio.functions.derivatives.orders import choose, derivative
from jaxstudio.functions.derivatives.target import Subject
from jaxstudio.functions.language import Line, Sheet
from jaxstudio.functions.lists import without_lists
from jaxstudio.inspect_targets.requests import SAMPLES
from jaxstudio.ir.stages import Language
from jaxstudio.ir.target import Source, Target
from jaxstudio.ir.user_process.request import Option
from jaxstudio.runtime.devices import find_device


def expression_targets(
    text: str,
    orders: Sequence[int] = (0,),
    *,
    method: str = "auto",
    samples: int = SAMPLES,
    dtype: str = "float64",
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """A target for each order of one typed line.

    Raises:
        ExpressionError: the text is no function, with the columns at fault.
        UsageError: an order, a method or a device that there is not.
    """
    sheet = Sheet.read([text])
    line = sheet.lines[0]
    if line.error is not None:
        raise line.error
    return line_targets(
        line, sheet, text, orders,
        method=method, samples=samples, dtype=dtype, device=device, options=options,
    )  # fmt: skip


def line_targets(
    line: Line,
    sheet: Sheet,
    text: str,
    orders: Sequence[int] = (0,),
    *,
    method: str = "auto",
    samples: int = SAMPLES,
    dtype: str = "float64",
    device: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Target]:
    """A target for each order of a line of a sheet; `text` is the whole sheet, line by line.

    Operations are traced back to its columns. Variables are arrays of `samples` points, sliders
    scalars.
    """
    subject = Subject.of_line(without_lists(line, sheet.values), sheet)
    written = text.split("\n")[line.index]
    source = Source(text, Language.EXPRESSION, scopes=True)
    sliders = {name: jax.ShapeDtypeStruct((), jnp.dtype(dtype)) for name in line.sliders}
    points = jax.ShapeDtypeStruct((samples,), jnp.dtype(dtype))
    targets = []
    for order in orders:
        # the width of numbers decides what is chosen while it is tried
        with jax.enable_x64(dtype == "float64"):
            way = choose(subject, order).method if method == "auto" else Method(method)
        targets.append(
            Target(
                f"order {order}" + (f" by {way.value}" if order else ""),
                _curve(subject, order, way, f"L{line.index}_0_{len(written)}"),
                (*([points] * len(subject.inputs)), sliders),
                device=find_device(device) if device else None,
                options=options or {},
                source=source,
                x64=dtype == "float64",
            )
        )
    return targets


def _curve(subject: Subject, order: int, method: Method, scope: str) -> Any:
    """Return the curve's function; operations that only the derivative adds belong to the whole text."""
    function = derivative(subject, order, method)
    axes = (*([0] * len(subject.inputs)), None)

    def curve(*arguments: Any) -> jax.Array:
        with jax.named_scope(scope):
            return jax.vmap(function, axes)(*arguments)

    return curve
