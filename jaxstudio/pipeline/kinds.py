"""The kinds of op: each declares how the engine computes any region of an op's result.

That is: which pixels are read, which arguments are static, which statistics of the whole image are needed.
The functions in a kind are pure and traceable; they see pixels as float32 (encoded values, nominally [0, 1])
unless the kind says otherwise. A file of an op imports `Op` from here along with its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random as Chance
from typing import Any, Protocol, runtime_checkable

from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import Kind, Op, Params, Size, Values
from jaxstudio.pipeline.params import Param, border_params

Parts = Sequence[tuple[Op, Values]]  # the steps that make up a step
Branches = Sequence[Parts]  # for each of several results the steps that compute it
Report = Callable[[float], None]  # called with the share done, from 0 to 1
Blocks = Callable[[], Iterable[Any]]  # the values of a whole picture, part by part; see Global


@runtime_checkable
class Window(Protocol):
    """The image around every pixel at once: `window(dy, dx)` holds each pixel's neighbour.

    All results have one shape, so that plain arithmetic combines them. `dy` and `dx` are Python integers
    within the pass's reach.
    """

    def __call__(self, dy: int, dx: int) -> Any: ...


@dataclass(frozen=True)
class Pointwise(Kind):
    """Each value alone decides its result: `apply(x, p) -> y`, elementwise on float32.

    A `cheap` op takes a few sums, products and comparisons: for an 8-bit photo it is faster to compute its
    results than to look them up in a table of all 256.
    """

    apply: Callable[[Any, Params], Any]
    cheap: bool = False
    name = "pointwise"


@dataclass(frozen=True)
class ColourMatrix(Kind):
    """Each pixel's channels are mixed linearly: `matrix(p)` is 3×3 in RGB order; gray stays.

    If it `picks`, each row of the matrix has a single 1 and else zeros: values move and are not computed.
    """

    matrix: Callable[[Params], Any]
    picks: bool = False
    name = "pointwise"


@dataclass(frozen=True)
class Colour(Kind):
    """Each pixel's colours together decide its new ones: `apply(r, g, b, p) -> (r, g, b)`, elementwise.

    A gray picture has no colours to mix: `gray(x, p) -> y` computes it; without `gray` it does not change.
    """

    apply: Callable[[Any, Any, Any, Params], tuple[Any, Any, Any]]
    gray: Callable[[Any, Params], Any] | None = None
    name = "pointwise"


@dataclass(frozen=True)
class Placed(Kind):
    """Each value and its place decide the result: `apply(x, at, p)`, `at` a Place (kernels/random_fields.py).

    `p["key"]` is a random seed. A `cheap` op takes a few sums, products and comparisons: it is computed pixel
    by pixel, with x (pixels, channels) and rows and columns (pixels, 1). With `by_channel` the channel is all
    that it reads of the place: a value of 8 bits then has one result for each channel.
    """

    apply: Callable[[Any, Any, Params], Any]
    cheap: bool = False
    by_channel: bool = False
    name = "pointwise"


def floats(dtype: str) -> str:
    """The default result format of a pass: encoded float32 values, for any input."""
    return "float32"


@dataclass(frozen=True)
class Pass:
    """A compiled stage of a neighbourhood op.

    `apply(window, p)` returns the new value of every pixel; with `uses_source` it is called as
    `apply(window, p, source)` with a second window on the op's own input.
    `reach(bucket)` is how far (rows, columns) the window is read. If `is_identity(bucket)` is true for the
    last of several passes, that pass returns its input.
    Any pass but the last may return a tuple of several values per pixel: the next pass then gets a tuple of
    windows. `out_dtypes(dtype)` gives their number formats for an input of `dtype`.
    If another op's pass of the same number computes the same with the same reaches, `kernel_key(bucket)` is
    that op's name, so that both share one compiled kernel. Only the parameters in `param_names` are passed in
    `p`; () means all.
    """

    apply: Callable[..., Any]
    reach: Callable[[int], Size]
    uses_source: bool = False
    is_identity: Callable[[int], bool] = lambda bucket: False
    out_dtypes: Callable[[str], str | tuple[str, ...]] = floats
    kernel_key: Callable[[int], str] = lambda bucket: ""
    param_names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shortcut:
    """A faster op with the same result and the same parameters, for values where `applies(values)`.

    It is no filter of the catalogue: the engine substitutes it, and keeps both ops compiled.
    """

    applies: Callable[[Values], bool]
    op: Op


@dataclass(frozen=True)
class Neighbourhood(Kind):
    """A value depends on its neighbours.

    `bucket(values)` is the radius in pixels that these values need; it is rounded up to one of
    `buckets`, and all passes are compiled once per bucket.
    `prepare(p, bucket)` turns the traced parameters into the arrays that the passes read (such as taps); it
    runs once per image, not per pixel. With `prepares_all_taps` it is only called with the largest bucket,
    and the passes of a smaller bucket read a part of its arrays.
    With `any_dtype` the op only picks or orders values (median): integers stay integers.
    With `mixes` colours are averaged: they are weighted by alpha (premultiplied), and alpha is filtered too;
    without `mixes` alpha does not change.
    An `expensive(bucket)` kernel is compiled only for float32 results: a shared kernel converts them, in
    negligible time.
    In `p` the passes get the result of `prepare` (or the parameters), and `p["radius"]`, the bucket, as a
    Python int. A Choice is the index of its word, a Matrix a float32 array centred in (2·bucket + 1)² with
    zeros around.
    """

    passes: tuple[Pass, ...]
    buckets: tuple[int, ...]
    bucket: Callable[[Values], int]
    prepare: Callable[[Params, int], Params] | None = None
    prepares_all_taps: bool = False
    any_dtype: bool = False
    mixes: bool = True
    expensive: Callable[[int], bool] = lambda bucket: False
    border: str = "reflect"
    shortcut: Shortcut | None = None
    name = "neighbourhood"

    @property
    def params(self) -> tuple[Param, ...]:
        return border_params(self.border, self.mixes)

    def arguments(self, values: Values) -> dict[str, Any]:
        passes = tuple((each.apply, each.reach, each.uses_source) for each in self.passes)
        return {**super().arguments(values), "passes": passes}

    def radius(self, values: Values) -> int:
        """The smallest bucket that holds the radius of these values."""
        needed = self.bucket(values)
        return next(size for size in self.buckets if size >= needed)


@dataclass(frozen=True)
class Geometry(Kind):
    """Pixels move: the result at (y, x) is the input sampled at `inverse`(y, x).

    `size(values, (height, width))` is the result's size. `matrix(values, (height, width))` is the 2×3
    float64 matrix from result coordinates (x, y, 1) to input coordinates (x, y), pixel centres at whole
    numbers. `exact`: whole pixels land on whole pixels (a flip), so that nothing is interpolated. `upright`:
    the matrix only scales and shifts, so that rows stay rows and columns stay columns, in the same order.
    """

    size: Callable[[Values, Size], Size]
    matrix: Callable[[Values, Size], Any]
    exact: bool = False
    upright: bool = False
    border: str = "reflect"
    name = "geometry"
    moves = True

    @property
    def params(self) -> tuple[Param, ...]:
        return () if self.exact else border_params(self.border)

    def result_size(self, values: Values, size: Size) -> Size:
        return self.size(values, size)

    def inverse_matrix(self, values: Values, size: Size) -> Any:
        return self.matrix(values, size)


@dataclass(frozen=True)
class Stencil(Kind):
    """An expression computes each pixel's new colours from its neighbours and its place; alpha stays.

    `text(values)` is the expression: the kernel is compiled for it, and all numbers are traced.
    `neighbours(text)`: the (dy, dx) that it reads, without (0, 0). `by_value(text)`: whether each channel is
    computed from itself alone. `by_pixel(text)`: whether it reads neither neighbours nor opacity; the engine
    then computes it as a PixelStencil. `apply(text, read, at, p)` returns the new values: an array that
    broadcasts to the pixels, or the colours (r, g, b). `read(dy, dx, channel)` is a neighbour's value: (n, 1)
    of channel 0, 1, 2 (in a gray picture the only one) or 3 (opacity); with None all channels that are
    computed at once. `at` is a Place without channel, in pixels of the full photo.
    """

    text: Callable[[Values], str]
    neighbours: Callable[[str], tuple[Size, ...]]
    by_value: Callable[[str], bool]
    by_pixel: Callable[[str], bool]
    apply: Callable[..., Any]
    border: str = "reflect"
    name = "neighbourhood"

    @property
    def params(self) -> tuple[Param, ...]:
        return border_params(self.border, alpha=False)

    def arguments(self, values: Values) -> dict[str, Any]:
        text = self.text(values)
        of_text = {name: getattr(self, name)(text) for name in ("neighbours", "by_value")}
        return {**of_text, "text": text, "apply": partial(self.apply, text)}


@dataclass(frozen=True)
class PixelStencil(Stencil):
    """A Stencil whose text is `by_pixel`: it runs chunk by chunk with the pixelwise steps around it.

    No op of the catalogue has this kind: the engine substitutes it.
    """


def nothing_prepared(values: Values, size: Size) -> Params:
    """The `prepare` of a Warp that needs no prepared arrays."""
    return {}


@dataclass(frozen=True)
class Warp(Kind):
    """Pixels move along curves: the result at (x, y) is the input sampled at `inverse(x, y, p)` → (x, y).

    `inverse` is traced on float64 arrays of absolute pixel coordinates, pixel centres at whole numbers. `p`
    holds the parameters, the float64 scalars `height` and `width` of the input, `key` (two uint32, a random
    seed), and the result of `prepare(values, (height, width))`: NumPy arrays of fixed shapes. A NaN place
    lies far outside. `size(values, (height, width))` is the result's size. With `nearest` nothing is
    interpolated. Where pixels keep close to their places, `reach(values)` is how many rows or columns they
    move at most.
    """

    inverse: Callable[[Any, Any, Params], tuple[Any, Any]]
    size: Callable[[Values, Size], Size] = lambda values, size: size
    prepare: Callable[[Values, Size], Params] = nothing_prepared
    nearest: bool = False
    reach: Callable[[Values], int] | None = None
    border: str = "constant"
    name = "geometry"
    moves = True

    @property
    def params(self) -> tuple[Param, ...]:
        return border_params(self.border)

    def result_size(self, values: Values, size: Size) -> Size:
        return self.size(values, size)

    def check(self, values: Values, size: Size) -> None:
        self.prepare(values, size)


@dataclass(frozen=True)
class Magnified(Kind):
    """The mean of the picture magnified about its exact middle, bilinear, by each of `factors(values)`.

    The first factor is 1, and none is less. Colours are weighted by alpha, and alpha is averaged too.
    """

    factors: Callable[[Values], Any]
    name = "geometry"


@dataclass(frozen=True)
class Whole(Kind):
    """Computes the whole picture at once, because it cannot be cut into regions.

    `apply(pixels, values, report)` takes and returns float32 (height, width, 1 or 3), and may write to its
    input; alpha stays. It holds the picture in memory several times. It must call `report(share)` with the
    share done, from 0 to 1, every few tens of milliseconds: to cancel, `report` raises an exception, which
    `apply` must not catch.
    With `size(values, (height, width))` the result has another size; `apply` is then linear, and gets
    colours weighted by alpha, and alpha too.
    """

    apply: Callable[[Any, Values, Report], Any]
    size: Callable[[Values, Size], Size] | None = None
    name = "whole"
    on_host = "is computed by a library on the host"

    @property
    def moves(self) -> bool:
        return self.size is not None

    def result_size(self, values: Values, size: Size) -> Size:
        return size if self.size is None else self.size(values, size)


@dataclass(frozen=True)
class Filling(Kind):
    """Fills the holes that the step's mask makes in the picture; without a mask nothing changes.

    `fill(pixels, hole, source, values, report)` returns the pixels with one hole filled: `pixels` and
    `source` are float32 (height, width, 1 or 3), `hole` is bool (height, width). They are a part of the
    picture that goes one pixel beyond the hole on every side, up to the picture's border. Alpha stays.
    `shift(values, (height, width))` is the way from a pixel to its source, in rows and columns; None if
    `fill` reads no source. Beyond the picture the source is its edge. For `report` see Whole.
    """

    fill: Callable[..., Any]
    shift: Callable[[Values, Size], Size | None]
    name = "whole"
    on_host = "is computed by a library on the host"


@dataclass(frozen=True)
class Tiled(Kind):
    """A library's filter with a bounded reach, computed in square tiles, each with a halo around it.

    `apply(pixels, values)` takes and returns float32 (height, width, 1 or 3), and may write to its input. It
    gets a tile with its halo, cut off at the picture's edges; alpha stays. `reach(values)` is the halo's
    width in pixels: nothing farther away decides a value. `side(values)` is the tiles' side in pixels; a call
    should take some tens of milliseconds, since it cannot be interrupted. Tiles begin at multiples of the
    side, so that a value never depends on the requested region. `levels(pixels, values)` is `apply` for
    uint8 input and output.
    """

    apply: Callable[[Any, Values], Any]
    reach: Callable[[Values], int]
    side: Callable[[Values], int]
    levels: Callable[[Any, Values], Any] | None = None
    name = "neighbourhood"
    on_host = "is computed by a library on the host"


@dataclass(frozen=True)
class Composed(Kind):
    """Made of other ops: `steps(values, (height, width), chance)` returns (op, values) pairs.

    `chance` is a random.Random seeded by the recipe's seed and the step's own key; the drawn values do not
    depend on the zoom. `ops` lists all ops that may be drawn, so that they are compiled ahead; where that
    depends on the values, `chosen(values)` returns the ops with example values.
    """

    steps: Callable[[Values, Size, Chance], Parts]
    ops: tuple[Op, ...] = ()
    chosen: Callable[[Values], Parts] = lambda values: ()
    name = "composed"
    composed = True

    @property
    def moves(self) -> bool:
        return any(op.moves for op in self.ops)

    def possible(self, values: Values) -> Parts:
        """Every op that may be drawn, with values it may have."""
        return [*((op, op.defaults()) for op in self.ops), *self.chosen(values)]


@dataclass(frozen=True)
class Combined(Kind):
    """Combines the picture with other ops' results on it: `apply(x, results, p) -> y`, elementwise.

    `branches(values)` returns for each result the (op, values) pairs that compute it from the picture; they
    must not change its size. `ops` lists all ops that may occur. `results` is a tuple of float32 arrays
    shaped like x.
    """

    branches: Callable[[Values], Branches]
    apply: Callable[[Any, tuple[Any, ...], Params], Any]
    ops: tuple[Op, ...]
    name = "combined"


@dataclass(frozen=True)
class Global(Kind):
    """A statistic of the whole image first, then each value alone.

    `statistic(blocks, values)` returns a mapping of small float32 arrays; `apply(x, p)` is then
    pointwise, with those arrays in `p`. `blocks()`, which may be called more than once, yields the
    colours of the whole image as pairs (float32 NumPy array, counts): counts is None if each value occurs
    once, else an array of how often each occurs.

    With `placed` the statistic may differ from place to place: `blocks()` then yields
    ((first row, first column), float32 (rows, columns, 1 or 3)), `values` also hold `height` and
    `width`, and the pointwise function is called as `apply(x, at, p)` with a Place. `cheap` is as in
    Pointwise, with `placed` it and `by_channel` are as in Placed.

    An op that changes some rows alone names them: `rows(height, width, p)`, of an image of this size and `p`
    without its arrays, returns the first row that may change and one behind the last.

    With `colours` the blocks are those of `placed`, and `apply` and `gray` are called as in Colour.
    """

    statistic: Callable[[Blocks, Values], Params]
    apply: Callable[..., Any]
    placed: bool = False
    colours: bool = False
    gray: Callable[[Any, Params], Any] | None = None
    cheap: bool = False
    by_channel: bool = False
    rows: Callable[[Any, Any, Params], Any] | None = None
    name = "global"
    on_host = "measures the whole image on the host"


@dataclass(frozen=True)
class Guided(Kind):
    """Guided filters of one value of each pixel, and then each pixel's colours by their results.

    All functions are elementwise. `guide(r, g, b, p)` is the value that is smoothed, with its edges kept;
    `scales(values)` lists (radius in pixels, variance from which on an edge is kept). `apply(r, g, b, guide,
    smooth, p)` returns the new colours; `smooth` has a result for each scale. In a gray picture r = g = b.
    With `least` another value is smoothed along the guide's edges: the least `least(r, g, b, p)` of the
    square around that is `square(values)` pixels wide, at most 15.
    With `statistic`, `p` also holds a statistic of the whole image, as that of a `Global` with `colours`.
    The filter is computed on a grid of cells (kernels/guided.py). Colours are weighted by alpha, which stays.
    """

    guide: Callable[[Any, Any, Any, Params], Any]
    scales: Callable[[Values], Sequence[tuple[float, float]]]
    apply: Callable[..., tuple[Any, Any, Any]]
    least: Callable[[Any, Any, Any, Params], Any] | None = None
    square: Callable[[Values], float] | None = None
    statistic: Callable[[Blocks, Values], Params] | None = None
    name = "neighbourhood"
    placed, colours = False, True  # how `statistic` reads the image

    @property
    def on_host(self) -> str:  # type: ignore[override]
        return "" if self.statistic is None else Global.on_host


@dataclass(frozen=True)
class Random(Kind):
    """Each value and random bits decide the result: `apply(x, bits, p)`.

    `bits` is a pair of uint32 arrays shaped like x, a function of (seed, step, y, x, channel)
    alone, so that neither tile, zoom nor device changes the noise.

    On a reduced photo a pixel is the mean of `p["count"]` pixels, each with bits of its own.
    `mean(x, bits, p)` draws this mean from one pair of bits; results are clipped at `p["top"]` (1, or
    infinity for no clipping). Without `mean` it is drawn from a normal distribution with the moments of
    `apply`, which must then use only the first array of `bits`.
    """

    apply: Callable[[Any, tuple[Any, Any], Params], Any]
    mean: Callable[[Any, tuple[Any, Any], Params], Any] | None = None
    name = "random"


def placeholder(name: str) -> Op:
    """An op that changes nothing, in place of the missing op of a step that is switched off."""
    return Op(
        name=name, title=name, category="", doc="", source="", own_params=(), kind=Pointwise(lambda x, p: x)
    )
