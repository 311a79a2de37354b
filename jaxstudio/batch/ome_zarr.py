"""OME-Zarr: pictures in chunks with reduced levels, read and written through the library zarr.

Metadata by the specification 0.4 (Zarr format 2) and 0.5 (Zarr format 3): https://ngff.openmicroscopy.org. A
picture is an array with axes c, y, x; what has further axes (time, depth) is taken one plane at a time.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from jaxstudio.engine.buffers import Rect
from jaxstudio.engine.source import halved
from jaxstudio.errors import PhotoError, SaveError, UsageError

SUFFIX = ".zarr"
VERSIONS = {2: "0.4", 3: "0.5"}
TYPES = {"c": "channel", "y": "space", "x": "space"}
# The reduced levels end with one that fits a chunk.
COLOURS = {1: ("FFFFFF",), 2: ("FFFFFF", "FFFFFF"), 3: ("FF0000", "00FF00", "0000FF")}
SUPPORTED = ("uint8", "uint16", "float32")
CONVERTED = ("float16", "float64")


def is_zarr(path: Path) -> bool:
    """Whether a path is a Zarr picture: a folder with such a name or content."""
    return path.is_dir() and any((path / name).is_file() for name in ("zarr.json", ".zgroup", ".zarray"))


def check_zarr(path: Path) -> None:
    """UsageError where the package that reads and writes Zarr is missing."""
    if importlib.util.find_spec("zarr") is None:
        raise UsageError("{0}: Zarr needs the package zarr: pip install 'jaxstudio[zarr]'", path)


def check_zarr_target(target: Path) -> None:
    """UsageError where a Zarr cannot be written to `target`."""
    check_zarr(target)
    if target.exists() and not is_zarr(target):
        raise UsageError("{0}: is there and no Zarr, expected another name", target)


def open_zarr(
    path: Path, page: int = 1
) -> tuple[tuple[int, int, int], np.dtype[Any], Callable[[Rect], np.ndarray]]:
    """Shape (height, width, channels), number format, and what reads a rectangle, of the full resolution.

    Args:
        page: which plane, from 1, where there are axes beside c, y and x.

    Raises:
        PhotoError: no picture, or of a kind that is not supported.
    """
    try:
        check_zarr(path)
    except UsageError as error:
        raise PhotoError(str(error)) from None
    import zarr

    try:
        node: Any = zarr.open(str(path), mode="r")
        axes = _axes(node)
        array = node if isinstance(node, zarr.Array) else node[_dataset(path, node)]
    except PhotoError:
        raise
    except Exception as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise PhotoError("{0}: a Zarr that cannot be read ({1}), expected OME-Zarr", path, reason) from None
    if axes is None:
        axes = {2: ["y", "x"], 3: ["y", "x", "c"]}.get(array.ndim, [])
    if len(axes) != array.ndim or axes.count("y") != 1 or axes.count("x") != 1:
        raise PhotoError(
            "{0}: an array of shape {1} with axes {2}, expected y, x and c", path, array.shape, axes
        )
    sizes = dict(zip(axes, array.shape, strict=True))
    channels = sizes.get("c", 1)
    if not 1 <= channels <= 4:
        raise PhotoError("{0}: {1} channels, expected 1 to 4", path, channels)
    dtype = np.dtype(array.dtype).newbyteorder("=")
    if dtype.name not in (*SUPPORTED, *CONVERTED):
        raise PhotoError("{0}: values of type {1}, expected uint8, uint16 or float", path, dtype.name)
    result = np.dtype(np.float32) if dtype.name in CONVERTED else dtype
    others = [axis for axis in axes if axis not in "cyx"]
    planes = int(np.prod([sizes[axis] for axis in others], dtype=np.int64))
    if not 1 <= page <= planes:
        raise PhotoError("{0}: there is no page {1}, expected 1 to {2}", path, page, planes)
    place = dict(
        zip(others, np.unravel_index(page - 1, [sizes[axis] for axis in others] or [1]), strict=False)
    )
    left = [axis for axis in axes if axis in "cyx"]

    def read(rect: Rect) -> np.ndarray:
        index = {"y": slice(rect.y0, rect.y1), "x": slice(rect.x0, rect.x1), "c": slice(None)}
        try:
            pixels = np.asarray(array[tuple(index.get(axis, int(place.get(axis, 0))) for axis in axes)])
        except Exception as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise PhotoError("{0}: a chunk cannot be decoded ({1})", path, reason) from None
        if "c" not in left:
            pixels = pixels[..., np.newaxis]
        order = [[*left, "c"].index(axis) for axis in "yxc"]
        with np.errstate(over="ignore"):
            return np.ascontiguousarray(pixels.transpose(order).astype(result, copy=False))

    return (sizes["y"], sizes["x"], channels), result, read


def _multiscales(node: Any) -> dict[str, Any] | None:
    attributes = dict(node.attrs)
    found = attributes.get("ome", attributes).get("multiscales")
    return found[0] if found else None


def _axes(node: Any) -> list[str] | None:
    """Names of the axes; None where nothing tells."""
    found = _multiscales(node)
    if found is None or "axes" not in found:
        return None
    return [axis["name"] if isinstance(axis, dict) else axis for axis in found["axes"]]


def _dataset(path: Path, node: Any) -> str:
    found = _multiscales(node)
    if found is None:
        raise PhotoError("{0}: a Zarr group without multiscales, expected OME-Zarr or an array", path)
    return str(found["datasets"][0]["path"])


def format_of_zarr(path: Path) -> int:
    """The Zarr format (2 or 3) of a picture."""
    return 3 if (path / "zarr.json").is_file() else 2


class ZarrWriter:
    """A picture that is written chunk by chunk, then given its reduced levels.

    Args:
        shape: (height, width, channels).
        side: of a chunk, in pixels.
        zarr_format: 2 (metadata 0.4) or 3 (metadata 0.5).
    """

    def __init__(
        self, path: Path, shape: tuple[int, int, int], dtype: np.dtype[Any], side: int, zarr_format: int = 3
    ) -> None:
        check_zarr(path)
        self._path, self.shape, self._dtype, self._side = path, shape, np.dtype(dtype), side
        self._format = zarr_format

    def levels(self) -> list[tuple[int, int]]:
        """(height, width) of each level, the full resolution first."""
        sizes = [(self.shape[0], self.shape[1])]
        while max(sizes[-1]) > self._side:
            sizes.append((-(-sizes[-1][0] // 2), -(-sizes[-1][1] // 2)))
        return sizes

    def create(self) -> None:
        """An empty picture of all its levels, with metadata."""
        import zarr

        channels = self.shape[2]
        group = zarr.open_group(str(self._path), mode="w", zarr_format=3 if self._format == 3 else 2)
        names: dict[str, Any] = {"dimension_names": ["c", "y", "x"]} if self._format == 3 else {}
        # what OME-Zarr 0.4 asks for; the default of format 3
        separator: dict[str, Any] = {"name": "v2" if self._format == 2 else "default", "separator": "/"}
        for number, (height, width) in enumerate(self.levels()):
            group.create_array(
                str(number), shape=(channels, height, width), chunks=(channels, self._side, self._side),
                dtype=self._dtype, chunk_key_encoding=separator, **names,
            )  # fmt: skip
        metadata = self._metadata()
        group.attrs.update({"ome": metadata} if self._format == 3 else metadata)

    def _metadata(self) -> dict[str, Any]:
        version = VERSIONS[self._format]
        datasets = [
            {
                "path": str(number),
                "coordinateTransformations": [{"type": "scale", "scale": [1.0, 2.0**number, 2.0**number]}],
            }
            for number in range(len(self.levels()))
        ]
        multiscales = {
            "name": self._path.name.removeprefix(".").partition(".")[0],
            "axes": [{"name": name, "type": kind} for name, kind in TYPES.items()],
            "datasets": datasets,
            "type": "mean",
        }
        top = 1.0 if self._dtype.kind == "f" else float(np.iinfo(self._dtype).max)
        channels = [
            {
                "color": colour, "active": True, "label": label,
                "window": {"min": 0.0, "max": top, "start": 0.0, "end": top},
            }
            for colour, label in zip(COLOURS.get(self.shape[2], ()), "RGB", strict=False)
        ]  # fmt: skip
        document: dict[str, Any] = {"multiscales": [multiscales]}
        if self.shape[2] == 3:
            document["omero"] = {"channels": channels, "rdefs": {"model": "color"}}
        if self._format == 2:
            multiscales["version"] = version
            return document
        return {"version": version, **document}

    def _level(self, number: int) -> Any:
        import zarr

        return zarr.open_array(str(self._path / str(number)), mode="r+")

    def write(self, rect: Rect, pixels: np.ndarray, level: int = 0) -> None:
        """Write (height, width, channels) at `rect`, whose edges lie on chunks' edges or the picture's."""
        try:
            self._level(level)[:, rect.y0 : rect.y1, rect.x0 : rect.x1] = np.moveaxis(pixels, -1, 0)
        except OSError as error:
            raise SaveError("cannot write {0}: {1}", self._path, error.strerror or error) from None

    def reduce(self, level: int, rect: Rect) -> None:
        """Write `rect` of a reduced level: averages of 2×2 pixels of the one before."""
        height, width = self.levels()[level - 1]
        before = rect.enlarged(1).clipped(height, width)
        pixels = self._level(level - 1)[:, before.y0 : before.y1, before.x0 : before.x1]
        self.write(rect, halved(np.ascontiguousarray(np.moveaxis(np.asarray(pixels), 0, -1))), level)

    def flush(self) -> None:
        """Each chunk is a file of its own, and written."""
