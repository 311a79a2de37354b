"""Animations: frames written one after the other as GIF, WebP or MP4."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from jaxstudio.errors import SaveError, UsageError
from jaxstudio.runtime.atomic_write import atomic_write

if TYPE_CHECKING:
    import numpy as np

SUFFIXES = (".gif", ".webp", ".mp4")
# A GIF counts in hundredths of a second, and players show what is quicker than 0.02 s at 0.1 s.
GIF_LEAST_MS = 20


def check_animation(path: str | os.PathLike[str]) -> str:
    """The suffix of an animation's file.

    Raises:
        UsageError: another suffix, or MP4 without the extra.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError("{0}: expected an animation's suffix, one of {1}", path, ", ".join(SUFFIXES))
    if suffix == ".mp4" and importlib.util.find_spec("av") is None:
        raise UsageError("{0}: MP4 needs pip install 'jaxstudio[video]'; .gif and .webp do not", path)
    return suffix


def write_animation(
    path: str | os.PathLike[str], frames: Iterable[np.ndarray], frames_per_second: float = 12.0
) -> int:
    """Write frames to `path`, whose suffix chooses the format; returns how many there were.

    Args:
        frames: (height, width, 3 or 4) uint8, all of the first one's size; they are consumed one by one.
            MP4 has no alpha and even sides: an odd last row or column is left out.

    Raises:
        UsageError: another suffix, MP4 without the extra, no frame, or frames of several sizes.
        SaveError: the file cannot be written.
    """
    suffix = check_animation(path)
    counted = _Counted(path, frames)
    with atomic_write(path) as file:
        if suffix == ".mp4":
            _write_mp4(file, counted, frames_per_second)
        else:
            _write_pillow(file, counted, suffix, frames_per_second)
    return counted.count


class _Counted:
    """Frames, checked and counted as they pass."""

    def __init__(self, path: object, frames: Iterable[np.ndarray]) -> None:
        self._path, self._frames, self.count = path, iter(frames), 0
        first = next(self._frames, None)
        if first is None:
            raise UsageError("{0}: no frame to write", path)
        self.shape, self._first = first.shape, first

    def __iter__(self) -> Iterator[np.ndarray]:
        for frame in chain([self._first], self._frames):
            if frame.shape != self.shape:
                sizes = " and ".join(f"{width} × {height}" for height, width, _ in (self.shape, frame.shape))
                raise UsageError("{0}: frames of {1}, expected one size", self._path, sizes)
            self.count += 1
            yield frame


def _write_pillow(file: BinaryIO, frames: Iterable[np.ndarray], suffix: str, rate: float) -> None:
    import numpy as np
    from PIL import Image

    images = (Image.fromarray(np.ascontiguousarray(frame)) for frame in frames)
    first = next(images)
    duration = 1000 / rate
    options: dict[str, Any] = {"save_all": True, "append_images": images, "loop": 0}
    if suffix == ".gif":
        options |= {"duration": max(GIF_LEAST_MS, round(duration / 10) * 10), "disposal": 2}
    else:
        options |= {"duration": round(duration), "quality": 90, "method": 4}
    first.save(file, "GIF" if suffix == ".gif" else "WEBP", **options)


def _write_mp4(file: BinaryIO, frames: _Counted, rate: float) -> None:
    """H.264 in 4:2:0, which every player shows; encoded as the frames come."""
    if min(frames.shape[:2]) < 2:
        raise UsageError(
            "a video of {0} × {1} pixels: expected 2 × 2 at least", frames.shape[1], frames.shape[0]
        )
    import av  # imageio's plugin for it takes no open file
    import numpy as np

    try:
        with av.open(file, "w", format="mp4") as container:
            stream: Any = container.add_stream("libx264", rate=Fraction(rate).limit_denominator(1000))
            stream.pix_fmt = "yuv420p"
            height, width = (side - side % 2 for side in frames.shape[:2])
            stream.height, stream.width = height, width
            for frame in frames:
                shown = np.ascontiguousarray(frame[:height, :width, :3])
                container.mux(stream.encode(av.VideoFrame.from_ndarray(shown, format="rgb24")))
            container.mux(stream.encode())
    except av.FFmpegError as error:
        raise SaveError("the video cannot be encoded: {0}", error) from None
