"""The kinds of op: each declares what the engine must know to compute any region of an op's result.

Which pixels are read, what must be static, what is counted over the whole image first. The functions in a
kind are pure and traceable; they see pixels as float32 (encoded values, nominally [0, 1]) unless the kind
says otherwise.
A file of an op imports `Op` from here along with its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random as Chance
from typing import Any, Protocol, runtime_checkable

from jaxstudio.lazy_dataclass import dataclass
from jaxstudio.pipeline.op import Kind, Op, Params, Size, Values
from jaxstudio.pipeline.params import Param, border_params

Parts = Sequence[tuple[Op, Values]]  # steps that a step is made of
Branches = Sequence[Parts]  # the steps that lead to each of several results
Report = Callable[[float], None]  # called with the share done, from 0 to 1
Blocks = Callable[[], Iterable[Any]]  # the values of a whole picture, part by part; see Global


@runtime_checkable
class Window(Protocol):
    """The image seen from every pixel at once: `window(dy, dx)` is the neighbour's value.

    All results have one shape, so that plain arithmetic combines them; `dy` and `dx` are Python
    integers within the pass's reach.
    """

    def __call__(self, dy: int, dx: int) -> Any: ...


@dataclass(frozen=True)
class Pointwise(Kind):
    """Each value alone decides its result: `apply(x, p) -> y`, elementwise on float32.

    `cheap` says that it takes a few sums, products and comparisons: to compute the values of an 8-bit
    photo is then faster than to look them up in a table of all 256.
    """

    apply: Callable[[Any, Params], Any]
    cheap: bool = False
    name = "pointwise"


@dataclass(frozen=True)
class ColourMatrix(Kind):
    """Each pixel's channels are mixed linearly: `matrix(p)` is 3×3 in RGB order; gray stays."""

    matrix: Callable[[Params], Any]
    name = "pointwise"


@dataclass(frozen=True)
class Colour(Kind):
    """Each pixel's colours together decide its new ones: `apply(r, g, b, p) -> (r, g, b)`, elementwise.

    A gray picture has no colours to mix: `gray(x, p) -> y` says what it gets; without it stays as it is.
    """

    apply: Callable[[Any, Any, Any, Params], tuple[Any, Any, Any]]
    gray: Callable[[Any, Params], Any] | None = None
    name = "pointwise"


@dataclass(frozen=True)
class Place:
    """Where each value lies in the whole picture.

    `row` and `column` are float32 arrays of whole numbers, `channel` an int32 array, and together they
    broadcast to the shape of the values; `height` and `width` are the picture's, float32 scalars.
    """

    row: Any
    column: Any
    channel: Any
    height: Any
    width: Any


@dataclass(frozen=True)
class Placed(Kind):
    """Pointwise, and the place counts: `apply(x, at, p)` with `at` a Place. `p["key"]` seeds chance.

    `cheap` says that it takes a few sums, products and comparisons: it is then computed pixel by pixel,
    with x (pixels, channels) and rows and columns (pixels, 1).
    """

    apply: Callable[[Any, Place, Params], Any]
    cheap: bool = False
    name = "pointwise"


def floats(dtype: str) -> str:
    """What a pass hands on if nothing else is said: encoded values, whatever it was given."""
    return "float32"


@dataclass(frozen=True)
class Pass:
    """One compiled stage of a neighbourhood op.

    `apply(window, p)` returns the new value of every pixel; when `uses_source` is set it is
    called as `apply(window, p, source)` with a second window on the op's own input.
    `reach(bucket)` is how far (rows, columns) the window is read. Where the last of several passes
    is `is_identity(bucket)`, it hands on what it is given.
    A pass that is not the last may hand on several values for each pixel as a tuple: the next one is
    then called with a tuple of windows. `out_dtypes(dtype)` says in which formats, for an input of `dtype`.
    Where a pass computes what another op's pass of the same number does, with the same reaches,
    `kernel_key(bucket)` is that op's name, so that it is compiled once for both. Of `p` a pass is given only
    what it `param_names` lists; () is all of it.
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
    """Another way to the same result: `op`, with the same parameters, where `applies(values)`.

    It is no filter of the catalogue; the engine takes it by itself, and keeps both ways compiled.
    """

    applies: Callable[[Values], bool]
    op: Op


@dataclass(frozen=True)
class Neighbourhood(Kind):
    """A value depends on its neighbours.

    `bucket(values)` is the radius in pixels that these values need; it is rounded up to one of
    `buckets`, and all passes are compiled once per bucket.
    `prepare(p, bucket)` turns the traced parameters into what the passes read (taps, say); it
    runs once per image, not per pixel. With `prepares_all_taps` it is called with the largest bucket
    alone, and the passes take of what it returns as much as theirs needs.
    With `any_dtype` the op only picks or orders values (median): integers pass through as they are.
    With `mixes` colours are averaged, so they are weighted by their alpha (premultiplied) and alpha
    is filtered too; without, alpha is left as it is.
    What is `expensive(bucket)` is compiled for results in float32 alone: a kernel that all share converts
    them, which takes no time beside it.
    In `p` the passes find what `prepare` returned (or the parameters), and `p["radius"]`, the
    bucket, as a Python int. A Choice arrives as the index of its word, a Matrix as a float32 array
    centred in (2·bucket + 1)² with zeros around.
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

    def radius(self, values: Values) -> int:
        """The smallest bucket that holds what these values need."""
        needed = self.bucket(values)
        return next(size for size in self.buckets if size >= needed)


@dataclass(frozen=True)
class Geometry(Kind):
    """Pixels move: the result at (y, x) is the input sampled at `inverse`(y, x).

    `size(values, (height, width))` is the result's size. `matrix(values, (height, width))` is the
    2×3 float64 matrix that takes result coordinates (x, y, 1) to input coordinates (x, y), pixel
    centres at whole numbers. `exact` says that whole pixels land on whole pixels (a flip), so
    that nothing is interpolated; `upright` that the matrix may only scale and shift: rows stay rows then
    and columns columns, from left to right and top to bottom.
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
    """Each pixel's new colours by a function of neighbours and of the place, as a text says.

    `text(values)` is that text: the kernel is compiled for it, all numbers are traced. `neighbours(text)`
    are the (dy, dx) that it reads, (0, 0) left out, `by_value(text)` says whether each channel is
    computed from itself alone, and `by_pixel(text)` whether it reads neither neighbours nor the opacity:
    such a text is computed as a PixelStencil. `apply(text, read, at, p)` returns the new values: an array
    that broadcasts to the pixels, or the colours (r, g, b). `read(dy, dx, channel)` is a neighbour's value:
    (n, 1) of the channel 0, 1, 2 (of a gray picture its only one) or 3 (opacity), or with None those of
    all channels that are computed at once. `at` is a Place without its channel, in pixels of the photo as
    it is. Alpha stays.
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


@dataclass(frozen=True)
class PixelStencil(Stencil):
    """A Stencil whose text is computed `by_pixel`: in one loop with the pixelwise steps around it.

    No op of the catalogue has this kind: the engine takes it by itself.
    """


def nothing_prepared(values: Values, size: Size) -> Params:
    """What a Warp without preparations adds to its parameters."""
    return {}


@dataclass(frozen=True)
class Warp(Kind):
    """Pixels move along curves: the result at (x, y) is the input sampled at `inverse(x, y, p)` → (x, y).

    `inverse` is traced on float64 arrays of absolute pixel coordinates, pixel centres at whole
    numbers. In `p` it finds the parameters, the float64 scalars `height` and `width` of the input,
    `key` (two uint32 to seed chance with), and what `prepare(values, (height, width))` returned:
    NumPy arrays whose shapes are always the same. A place that is not a number lies far outside.
    `size(values, (height, width))` is the result's size. With `nearest` nothing is interpolated.
    """

    inverse: Callable[[Any, Any, Params], tuple[Any, Any]]
    size: Callable[[Values, Size], Size] = lambda values, size: size
    prepare: Callable[[Values, Size], Params] = nothing_prepared
    nearest: bool = False
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

    The first factor is 1, none is less. Colours are weighted by their alpha, and alpha is averaged too.
    """

    factors: Callable[[Values], Any]
    name = "geometry"


@dataclass(frozen=True)
class Whole(Kind):
    """The whole picture at once, for what cannot be cut into regions.

    `apply(pixels, values, report)` takes and returns float32 (height, width, 1 or 3), and may write to
    what it is given; alpha stays. It holds the picture in memory several times over. It calls
    `report(share)` with the share done, from 0 to 1, every few tens of milliseconds: that is where it is
    cancelled, by an exception that it lets through.
    With `size(values, (height, width))` the result has another size; `apply` is then linear, and is
    given alpha too, by which the colours are weighed.
    """

    apply: Callable[[Any, Values, Report], Any]
    size: Callable[[Values, Size], Size] | None = None
    name = "whole"

    @property
    def moves(self) -> bool:
        return self.size is not None

    def result_size(self, values: Values, size: Size) -> Size:
        return size if self.size is None else self.size(values, size)


@dataclass(frozen=True)
class Tiled(Kind):
    """A library's filter with a bounded reach, computed in square tiles, each with a halo around it.

    `apply(pixels, values)` takes and returns float32 (height, width, 1 or 3), and may write to what it is
    given; it sees a tile with its halo, which the picture's edges cut off; alpha stays. `reach(values)` is
    the halo's width in pixels: nothing farther away decides a value. `side(values)` is the tiles' side in
    pixels; a call should take some tens of milliseconds, since nothing ends it before its time. Tiles begin
    at multiples of the side, whatever region is asked for, so that a value never depends on that.
    `levels(pixels, values)` does the same for a picture that comes as uint8, and returns such a one.
    """

    apply: Callable[[Any, Values], Any]
    reach: Callable[[Values], int]
    side: Callable[[Values], int]
    levels: Callable[[Any, Values], Any] | None = None
    name = "neighbourhood"


@dataclass(frozen=True)
class Composed(Kind):
    """Made of other ops: `steps(values, (height, width), chance)` returns (op, values) pairs.

    `chance` is a random.Random seeded by the recipe's seed and the step's own key; what is drawn
    does not depend on the zoom. `ops` are all that may come, so that they are compiled beforehand;
    where the values say which may come, `chosen(values)` returns them with values to expect.
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
        """Every op that may come, with values it may have."""
        return [*((op, op.defaults()) for op in self.ops), *self.chosen(values)]


@dataclass(frozen=True)
class Combined(Kind):
    """The picture combined with what other ops make of it: `apply(x, results, p) -> y`, elementwise.

    `branches(values)` returns for each result the (op, values) pairs that lead to it from the
    picture; they must not change its size. `ops` are all that may come. `results` is a tuple of
    float32 arrays shaped like x.
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
    colours of the whole image as pairs (float32 NumPy array, counts): counts is None where each
    value stands for itself, or an array of how often each occurs.

    With `placed` the statistic may differ from place to place: `blocks()` then yields
    ((first row, first column), float32 (rows, columns, 1 or 3)), `values` also hold `height` and
    `width`, and the pointwise function is called as `apply(x, at, p)` with a Place. `cheap` is as in
    Pointwise, with `placed` as in Placed.
    """

    statistic: Callable[[Blocks, Values], Params]
    apply: Callable[..., Any]
    placed: bool = False
    cheap: bool = False
    name = "global"


@dataclass(frozen=True)
class Random(Kind):
    """Pointwise with chance: `apply(x, bits, p)`.

    `bits` is a pair of uint32 arrays shaped like x, a function of (seed, step, y, x, channel)
    alone, so that neither tile, zoom nor device changes the noise.

    On a reduced photo a pixel is the mean of `p["count"]` pixels, each with bits of its own:
    `mean(x, bits, p)` draws that mean, of results clipped at `p["top"]` (1, or infinity where they are
    not), with one pair of bits for all of them. Without it the mean is drawn from a normal distribution
    with the moments of `apply`, which must then use the first array of `bits` alone.
    """

    apply: Callable[[Any, tuple[Any, Any], Params], Any]
    mean: Callable[[Any, tuple[Any, Any], Params], Any] | None = None
    name = "random"


def placeholder(name: str) -> Op:
    """An op that changes nothing, in place of one that is missing: of a step that is off."""
    return Op(
        name=name, title=name, category="", doc="", source="", own_params=(), kind=Pointwise(lambda x, p: x)
    )
