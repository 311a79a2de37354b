"""Damaged and odd files: each is opened or refused in one line, and no library writes to stderr."""

import io
import json
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image, features

SECONDS = 240
TIFF_SCHEMES = ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg", "group3", "group4")
SCRIPT = """
import json, sys
from pathlib import Path
from jaxstudio.errors import PhotoError
from jaxstudio.files.photo import load_photo, photo_size
from jaxstudio.ops.tone.histogram import reference

found = {}
for path in sorted(Path(sys.argv[1]).iterdir()):
    size = photo_size(path)
    for name, read in (("photo", load_photo), ("reference", lambda path: reference(str(path)))):
        try:
            read(path)
            found[f"{name} {path.name}"] = ""
        except PhotoError as error:
            found[f"{name} {path.name}"] = str(error)
print(json.dumps(found))
"""


def sound_files():
    """(name, suffix, bytes) of small photos of every kind that is read."""
    pixels = np.clip(np.random.default_rng(7).normal(128, 40, (61, 83, 3)), 0, 255).astype(np.uint8)
    rgb, gray = Image.fromarray(pixels), Image.fromarray(pixels[..., 0])
    deep = Image.fromarray(pixels[..., 0].astype(np.uint16) * 257)
    kinds = [
        ("png", "png", rgb, "PNG", {}),
        ("palette", "png", rgb.convert("P"), "PNG", {}),
        ("deep", "png", deep, "PNG", {}),
        ("jpeg", "jpg", rgb, "JPEG", {}),
        ("progressive", "jpg", rgb, "JPEG", {"progressive": True}),
        ("webp", "webp", rgb, "WEBP", {}),
        ("gif", "gif", rgb.convert("P"), "GIF", {}),
        ("bmp", "bmp", rgb, "BMP", {}),
        ("ppm", "ppm", rgb, "PPM", {}),
        ("jp2", "jp2", rgb, "JPEG2000", {}),
        ("avif", "avif", rgb, "AVIF", {}),
    ]
    for scheme in TIFF_SCHEMES:
        image = gray.convert("1") if scheme.startswith("group") else rgb
        kinds.append((f"tiff-{scheme}", "tif", image, "TIFF", {"compression": scheme}))
    for name, suffix, image, format_, options in kinds:
        memory = io.BytesIO()
        image.save(memory, format_, **options)
        yield name, suffix, memory.getvalue()


def damaged(sound, number, rng):
    """One of many ways: cut short, or bits turned over anywhere, near the beginning or near the end."""
    broken = bytearray(sound)
    if number % 4 == 0:
        return broken[: int(len(broken) * rng.uniform(0.05, 0.98))]
    low, high = {
        1: (0, len(broken)),
        2: (4, min(300, len(broken))),
        3: (max(0, len(broken) - 250), len(broken)),
    }[number % 4]
    for place in rng.integers(low, high, 1 + number):
        broken[place] ^= 1 << rng.integers(8)
    return broken


def write_corpus(folder, count):
    rng = np.random.default_rng(11)
    for name, suffix, sound in sound_files():
        for number in range(count):
            (folder / f"{name}-{number}.{suffix}").write_bytes(damaged(sound, number, rng))


def read_all(folder):
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )


def check(folder, count):
    write_corpus(folder, count)
    outcome = read_all(folder)
    assert outcome.stderr == ""
    found = json.loads(outcome.stdout)
    assert len(found) == 2 * len(TIFF_SCHEMES + (None,) * 11) * count
    refused = [line for line in found.values() if line]
    assert len(found) > len(refused) > len(found) // 3
    assert all("\n" not in line and str(folder) in line for line in refused)


def test_what_libtiff_says_is_in_the_one_line(tmp_path):
    from jaxstudio.errors import PhotoError
    from jaxstudio.files.photo import load_photo
    from jaxstudio.runtime.decoder_messages import SILENCED

    assert features.check("libtiff")
    assert SILENCED, "on this system libtiff cannot be reached"
    memory = io.BytesIO()
    Image.new("RGB", (64, 64), "red").save(memory, "TIFF", compression="jpeg")
    broken = memory.getvalue().replace(b"\xff\xc4", b"\xff\xc4\xff\xff", 1)  # a Huffman table of no length
    (tmp_path / "broken.tif").write_bytes(broken)
    with pytest.raises(PhotoError) as refused:
        load_photo(tmp_path / "broken.tif")
    assert "damaged or cut short (JPEG" in str(refused.value)
    assert "\n" not in str(refused.value)
