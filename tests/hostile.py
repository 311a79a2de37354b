"""Real files of every format, damaged: cut short, or with bits turned over; and a child that reads them."""

import io
import itertools
import json
import queue
import subprocess
import sys
import threading

import corpus
import numpy as np
import tifffile
from PIL import Image

CHILD = """
import json, os, sys, time
from pathlib import Path
from jaxstudio.errors import PhotoError
from jaxstudio.files.photo import load_photo, photo_size

def peak_mb():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024

answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what a library prints is an error too
load_photo(sys.argv[1])  # everything is imported
print(json.dumps({"began": peak_mb()}), flush=True, file=answers)
for line in sys.stdin:
    path = Path(line.rstrip("\\n"))
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
    began, text = time.perf_counter(), ""
    try:
        photo_size(path)
        photo = load_photo(path)
        assert photo.pixels.ndim == 3 and photo.pixels.flags.c_contiguous
        del photo
    except PhotoError as error:
        text = str(error)
    result = {"path": str(path), "text": text, "s": time.perf_counter() - began, "mb": peak_mb()}
    print(json.dumps(result), flush=True, file=answers)
"""
START_SECONDS, FILE_SECONDS = 120, 10.0


def encoded(image, form, **options):
    memory = io.BytesIO()
    # an image keeps the options of its last encoder
    options |= {"append_images": [frame.copy() for frame in options.get("append_images", ())]}
    image.copy().save(memory, form, **options)
    return memory.getvalue()


def camera_raw(path):
    """A DNG of a Bayer sensor."""
    mosaic = np.full((64, 96), 16000, np.uint16)
    tags = [
        (50706, "B", 4, (1, 4, 0, 0), True),
        (50708, "s", 0, "Maker Model", True),
        (33421, "H", 2, (2, 2), True),
        (33422, "B", 4, (0, 1, 1, 2), True),
        (50717, "I", 1, 65535, True),
        (50721, "2i", 9, tuple(n for row in np.eye(3, dtype=int).ravel() for n in (int(row), 1)), True),
        (50728, "2I", 3, (1, 1, 1, 1, 1, 1), True),
        (50778, "H", 1, 21, True),
    ]
    tifffile.imwrite(path, mosaic, photometric=32803, extratags=tags, metadata=None)


def sound_files(folder):
    """(name, suffix, bytes) of photos of every kind that is read, larger and smaller."""
    for kind in corpus.KINDS:
        if kind.suffix == ".tif" and not kind.name.endswith(
            ("-3-lzw", "-1-tiles", "-4-big", "-2-planes", "-3-zstd")
        ):
            continue
        sample = max(kind.samples(), key=lambda sample: (len(sample.fields), sample.orientation == 6))
        path = folder / f"sound{kind.suffix}"
        sample.write(path, sample)
        yield kind.name, kind.suffix, path.read_bytes()
    camera_raw(folder / "sound.dng")
    yield "raw", ".dng", (folder / "sound.dng").read_bytes()
    corpus.cv2.imwrite(str(folder / "sound.hdr"), np.abs(corpus.FLOATS[..., :3]))
    yield "hdr", ".hdr", (folder / "sound.hdr").read_bytes()
    noisy = np.clip(np.random.default_rng(7).normal(128, 40, (161, 183, 3)), 0, 255).astype(np.uint8)
    large, frames = Image.fromarray(noisy), [Image.fromarray(np.roll(noisy, 8 * n, 0)) for n in range(3)]
    more = {"save_all": True, "append_images": frames}
    yield "progressive", ".jpg", encoded(large, "JPEG", progressive=True)
    yield "jpeg-420", ".jpg", encoded(large, "JPEG", subsampling="4:2:0")
    yield "cmyk", ".jpg", encoded(large.convert("CMYK"), "JPEG")
    yield "mpo", ".mpo", encoded(large, "MPO", **more)
    yield "png-large", ".png", encoded(large, "PNG")
    yield "apng", ".png", encoded(large, "PNG", **more)
    yield "gif-animation", ".gif", encoded(large.convert("P"), "GIF", **more)
    yield "webp-animation", ".webp", encoded(large, "WEBP", **more)
    yield "webp-lossy", ".webp", encoded(large, "WEBP", quality=70)
    yield "avif-large", ".avif", encoded(large, "AVIF")
    yield "avif-animation", ".avif", encoded(large, "AVIF", **more)
    yield "heic-large", ".heic", encoded(large, "HEIF")
    yield "jp2-lossy", ".jp2", encoded(large, "JPEG2000", quality_mode="rates", quality_layers=[20])
    for scheme in ("jpeg", "group3", "group4", "tiff_lzw", "tiff_adobe_deflate"):
        image = large.convert("1") if scheme.startswith("group") else large
        yield f"tiff-{scheme}", ".tif", encoded(image, "TIFF", compression=scheme)
    yield "tiff-pages", ".tif", encoded(large, "TIFF", **more)
    yield "bitmap", ".pbm", encoded(large.convert("1"), "PPM")
    yield "bmp-palette", ".bmp", encoded(large.convert("P"), "BMP")


def damaged(sound, number, rng):
    """Cut short, or bits turned over: anywhere, near the beginning or near the end; few or many."""
    broken = bytearray(sound)
    if number % 4 == 0:
        return broken[: int(len(broken) * rng.uniform(0.02, 0.99))]
    low, high = {
        1: (0, len(broken)),
        2: (4, min(300, len(broken))),
        3: (max(0, len(broken) - 250), len(broken)),
    }[number % 4]
    for place in rng.integers(low, high, 1 + number % 24):
        broken[place] ^= 1 << rng.integers(8)
    return broken


def write_files(folder, count):
    """About `count` damaged files, the same in every run."""
    rng = np.random.default_rng(11)
    sound = list(sound_files(folder))
    paths = []
    for number, (name, suffix, data) in itertools.product(range(-(-count // len(sound))), sound):
        paths.append(folder / f"{name}-{number}{suffix}")
        paths[-1].write_bytes(damaged(data, number, rng))
    return paths[:count]


class Reader:
    """A child that reads one file after the other; a new one where a file has ended it or takes too long."""

    def __init__(self, first):
        self.first = first
        self.process = None
        self.errors = []

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(self.first)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.lines = queue.Queue()
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        threading.Thread(
            target=lambda p: self.errors.extend(p.stderr), args=(self.process,), daemon=True
        ).start()
        assert self.lines.get(timeout=START_SECONDS) is not None, "".join(self.errors)

    def _read(self, process):
        for line in process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def read(self, path):
        """What came of a file: a dict with "text", "s" and "mb", or "dead" with the reason."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(f"{path}\n")
            self.process.stdin.flush()
            outcome = self.lines.get(timeout=2 * FILE_SECONDS)
        except queue.Empty:
            outcome = {"dead": "hangs"}
        except BrokenPipeError:
            outcome = None
        if outcome is None:
            self.process.wait()
            outcome = {"dead": f"exit code {self.process.returncode}: {''.join(self.errors)[-300:]}"}
        if "dead" in outcome:
            self.close()
        return outcome

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                stream.close()
        self.process = None
