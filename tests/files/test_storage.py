"""A result is stored as its source is, where its format has several ways, or as is asked for."""

import cv2
import numpy as np
import pytest
import tifffile

from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

RNG = np.random.default_rng(8)
BYTES = RNG.integers(0, 256, (301, 530, 4), dtype=np.uint8)
WORDS = RNG.integers(0, 65536, (301, 530, 3), dtype=np.uint16)
FLOATS = RNG.normal(0.5, 1.0, (301, 530, 1)).astype(np.float32)


@pytest.mark.parametrize("tile", [None, (64, 128)])
def test_a_tiff_keeps_its_compression_and_its_tiles(tmp_path, tile):
    """tifffile and libtiff (in OpenCV, which multiplies alpha into bytes) read each kind."""
    imagecodecs = pytest.importorskip("imagecodecs")
    del imagecodecs
    wrong = []
    for compression in (None, "adobe_deflate", "lzw", "packbits", "zstd"):
        for pixels in (BYTES, BYTES[..., :1], WORDS, FLOATS):
            source, target = tmp_path / "in.tif", tmp_path / "out.tif"
            plain = pixels if pixels.shape[2] > 1 else pixels[..., 0]
            options = {"photometric": "rgb" if pixels.shape[2] > 1 else "minisblack", "metadata": None}
            tifffile.imwrite(source, plain, compression=compression, tile=tile, rowsperstrip=37, **options)
            photo = load_photo(source)
            save(target, photo.pixels, photo=photo)
            case = f"{compression} {pixels.dtype} {pixels.shape}"
            with tifffile.TiffFile(target) as file:
                page = file.pages[0]
                kind = (page.compression, page.tile if page.is_tiled else None)
                wrong += [] if np.array_equal(page.asarray(), plain) else [f"{case}: values differ"]
            with tifffile.TiffFile(source) as file:
                page = file.pages[0]
                expected = (page.compression, page.tile if page.is_tiled else None)
            wrong += [] if kind == expected else [f"{case}: {kind}, expected {expected}"]
            seen = (
                cv2.imread(str(target), cv2.IMREAD_UNCHANGED)
                if compression != "zstd" and pixels is not BYTES
                else None
            )
            if seen is not None:
                order = {1: [0], 3: [2, 1, 0], 4: [2, 1, 0, 3]}[pixels.shape[2]]
                same = np.array_equal(seen.reshape(pixels.shape)[..., order], pixels)
                wrong += [] if same else [f"{case}: OpenCV reads others"]
    assert not wrong
