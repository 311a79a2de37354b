"""Looks as 3D look-up tables: .cube files, read and applied tetrahedron by tetrahedron."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jax.numpy as jnp
import numpy as np

from jaxstudio.errors import UsageError
from jaxstudio.kernels.array_types import Colours, Float32, FloatArray
from jaxstudio.kernels.pixels import always_true, prevent_fusion
from jaxstudio.kernels.sampling import slices
from jaxstudio.pipeline.kinds import Blocks, Global, Op
from jaxstudio.pipeline.op import Params, Values
from jaxstudio.pipeline.params import Float, Path, file_stamp
from jaxstudio.runtime.aligned_memory import aligned_empty
from jaxstudio.runtime.text_files import read_text

LARGEST = 65  # nodes along an axis; tables of every size lie in memory of this one: one kernel serves all
MOST_BYTES = 64 << 20
KEPT = 4


def parse_cube(text: str) -> tuple[Float32[np.ndarray, "nodes 3"], int, Float32[np.ndarray, "2 3"]]:
    """Return a .cube file's colours, red fastest, its nodes along an axis, and its domain's two ends.

    Source: Adobe, Cube LUT specification 1.0, 2013.

    Raises:
        UsageError: a line that cannot be read, or a table that is not complete.
    """
    size, domain, rows = 0, {"DOMAIN_MIN": (0.0, 0.0, 0.0), "DOMAIN_MAX": (1.0, 1.0, 1.0)}, []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words or words[0] == "TITLE":
            continue
        try:
            if words[0] == "LUT_1D_SIZE":
                raise UsageError("a 1D table: expected LUT_3D_SIZE")
            if words[0] == "LUT_3D_SIZE":
                (size,) = map(int, words[1:])
            elif words[0] in domain:
                red, green, blue = map(float, words[1:])
                domain[words[0]] = (red, green, blue)
            elif words[0][0].isalpha():
                continue  # what later programs added
            else:
                red, green, blue = map(float, words)
                rows.append((red, green, blue))
        except ValueError:
            raise UsageError(
                "line {0}: {1}: expected three numbers", number, repr(line.strip()[:60])
            ) from None
    if not 2 <= size <= LARGEST:
        raise UsageError("LUT_3D_SIZE = {0}: expected 2 to {1}", size, LARGEST)
    if len(rows) != size**3:
        raise UsageError("{0} colours: expected {1}³ = {2}", len(rows), size, size**3)
    table, ends = np.array(rows, np.float32), np.array([*domain.values()], np.float32)
    if not np.isfinite(table).all() or not (ends[1] > ends[0]).all():
        raise UsageError("expected finite colours, and a domain whose maximum is above its minimum")
    return table, size, ends


@lru_cache(KEPT)
def read_cube(path: str, stamp: tuple[int, ...]) -> Params:
    """Return a file's table as the kernel reads it; `stamp` is the file's, so that a changed one is read."""
    text = read_text(path, MOST_BYTES, "a .cube file", UsageError)
    try:
        return as_params(*parse_cube(text))
    except UsageError as error:
        raise UsageError("lut_3d: file = {0}: {1}", path, error) from None


def as_params(table: np.ndarray, size: int, ends: np.ndarray) -> Params:
    memory = aligned_empty(LARGEST**3 * 3, np.dtype(np.float32)).reshape(-1, 3)
    memory[: len(table)], memory[len(table) :] = table, 0.0
    return {"table": memory, "size": np.int32(size), "low": ends[0], "scale": 1.0 / (ends[1] - ends[0])}


def table_of_file(blocks: Blocks, values: Values) -> Params:
    """Return the file's table; without a file the identity."""
    path = values["file"]
    if path:
        return read_cube(path, file_stamp(path))
    ends = np.array([[0.0] * 3, [1.0] * 3], np.float32)
    corners = np.indices((2, 2, 2), np.float32)[::-1].reshape(3, -1).T
    return as_params(corners, 2, ends)


def look_up(r: FloatArray, g: FloatArray, b: FloatArray, p: Params) -> Colours:
    size = p["size"]
    last = (size - 1).astype(jnp.float32)

    def place(x: Any, channel: int) -> tuple[Any, Any]:
        at = jnp.clip((x - p["low"][channel]) * p["scale"][channel], 0.0, 1.0) * last
        at = jnp.where(jnp.isnan(at), 0.0, at)
        node = jnp.minimum(jnp.floor(at), last - 1.0)
        return node.astype(jnp.int32), at - node

    (red, x), (green, y), (blue, z) = place(r, 0), place(g, 1), place(b, 2)
    first = red + size * (green + size * blue)
    most, least = jnp.maximum(jnp.maximum(x, y), z), jnp.minimum(jnp.minimum(x, y), z)
    steps = (1, size, size * size)
    # from the first corner along the axis of the largest part, then along that of the middle one
    along = jnp.where(x == most, steps[0], jnp.where(y == most, steps[1], steps[2]))
    across = jnp.where(z == least, steps[2], jnp.where(y == least, steps[1], steps[0]))
    opposite = sum(steps)
    # of equal parts the first is the largest and the last the least: never one axis for both
    middle = x + y + z - most - least
    nodes = first, first + along, first + opposite - across, first + opposite
    weights = 1.0 - most, most - middle, middle - least, least
    table = p["table"].reshape(-1)

    def mixed(nodes: Any, weights: Any) -> Any:
        corners = zip(nodes, weights, strict=True)
        return sum(slices(table, 3 * node, 3) * weight[..., None] for node, weight in corners)

    # apart, so that nodes and weights are computed once for a pixel, not for each of its colours
    found = prevent_fusion(always_true(p["amount"]), mixed, nodes, weights)
    results = [
        jnp.where(jnp.isnan(own), own, own + p["amount"] * (found[..., channel] - own))
        for channel, own in enumerate((r, g, b))
    ]
    return results[0], results[1], results[2]


def caution(values: Values) -> str:
    return "" if values["file"] else "Choose a .cube file: without one the picture stays as it is."


lut_3d = Op(
    name="lut_3d",
    title="3D LUT",
    category="colour",
    keywords=(
        "cube", "look-up table", "lookup", "film emulation", "look", "grading", "lut", "film simulation",
    ),
    doc="Gives the picture the colours of a look that is stored as a .cube file.",
    use="For film looks and grades of other programs; jaxstudio export writes such files.",
    formula="y = x + amount·(t(x) − x), t tetrahedral between the eight nodes of the table around x",
    source="Adobe's Cube LUT specification 1.0; OpenColorIO's INTERP_TETRAHEDRAL",
    notes="Tables of up to 65 nodes along an axis, for encoded values; colours outside the table's domain "
    "become those at its end. The file is read anew when it changes; a path that is not absolute counts from "
    "the folder the program was started in. Gray pictures stay as they are.",
    own_params=(
        Path("file", suffix=".cube", doc="The .cube file."),
        Float("amount", 1.0, 0.0, 1.0, doc="How much of the change is made."),
    ),
    kind=Global(statistic=table_of_file, apply=look_up, colours=True),
    caution=caution,
)  # fmt: skip
