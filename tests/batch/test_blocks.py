"""Pictures larger than memory: read by regions, computed in blocks, resumed; written as others read them."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import tifffile

from jaxstudio.batch import blocks, regions
from jaxstudio.batch.regions import open_regions
from jaxstudio.cli.main import main
from jaxstudio.engine.buffers import Rect
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
STEPS = ("-s", "gaussian_blur sigma=2", "-s", "gaussian_noise var=0.01", "-s", "equalize_hist")


@pytest.fixture
def zarr():
    """The package, whose import takes as long as JAX's."""
    return pytest.importorskip("zarr")


@pytest.fixture(autouse=True)
def small(tmp_path, monkeypatch):
    """Everything counts as large, and a picture of 500 × 700 has twelve blocks."""
    monkeypatch.chdir(tmp_path)
    for name, value in (("LARGE", 1), ("LARGE_TILED", 1)):
        monkeypatch.setattr(regions, name, value)
    monkeypatch.setattr(blocks, "TILE", 64)
    monkeypatch.setattr(blocks, "BLOCK", 192)
    return tmp_path


def pixels_of(dtype, channels=3, height=500, width=700):
    top = 1.0 if dtype == np.float32 else np.iinfo(dtype).max
    y, x, c = np.mgrid[:height, :width, :channels]
    noise = np.random.default_rng(0).random((height, width, channels))
    return (top * (0.4 * np.sin(y / 50 + c) ** 2 + 0.4 * np.cos(x / 70) ** 2 + 0.2 * noise)).astype(dtype)


def whole(pixels, tmp_path, *words):
    """What `apply` makes of the same pixels in the usual way."""
    np.save(tmp_path / "whole.npy", pixels)
    save(tmp_path / "whole.png", pixels) if pixels.dtype != np.float32 else None
    name = "whole.npy" if pixels.dtype == np.float32 else "whole.png"
    assert main(["apply", *STEPS, *words, name, "-o", "expected.png"]) == 0
    return load_photo("expected.png").pixels


LAYOUTS = {
    "tiles": {"tile": (128, 160), "photometric": "rgb"},
    "deflated tiles, BigTIFF": {"tile": (64, 64), "compression": "zlib", "photometric": "rgb"},
    "LZW with a predictor": {"tile": (64, 64), "compression": "lzw", "predictor": True, "photometric": "rgb"},
    "strips": {"rowsperstrip": 37, "compression": "zlib", "photometric": "rgb"},
    "in one piece": {"photometric": "rgb"},
    "planes": {"planarconfig": "separate", "tile": (64, 64), "photometric": "rgb"},
}


@pytest.mark.samples(3)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32])
def test_any_region_of_a_tiff(layout, dtype, tmp_path):
    pixels = pixels_of(dtype)
    given = np.moveaxis(pixels, -1, 0) if layout == "planes" else pixels
    options = dict(LAYOUTS[layout])
    if dtype == np.float32 and options.pop("predictor", None):
        options["predictor"] = 3
    tifffile.imwrite("in.tif", given, bigtiff="BigTIFF" in layout, metadata=None, **options)
    picture = open_regions(tmp_path / "in.tif")
    assert (picture.shape, picture.dtype) == (pixels.shape, dtype)
    for y0, x0, y1, x1 in ((0, 0, 500, 700), (0, 0, 1, 1), (63, 159, 65, 161), (400, 600, 500, 700)):
        np.testing.assert_array_equal(picture.read(Rect(y0, x0, y1, x1)), pixels[y0:y1, x0:x1])


@pytest.mark.samples(1)
@pytest.mark.usefixtures("zarr")
@pytest.mark.parametrize(("suffix", "dtype"), [(".tif", np.uint8), (".zarr", np.uint16)])
def test_the_pixels_of_the_usual_way(suffix, dtype, tmp_path):
    """Blurs across blocks, noise of place, a statistic of the whole: as if the picture were one."""
    pixels = pixels_of(dtype)
    tifffile.imwrite("in.tif", pixels, tile=(64, 64), photometric="rgb", metadata=None)
    assert main(["apply", *STEPS, "in.tif", "-o", f"out{suffix}"]) == 0
    expected = whole(pixels, tmp_path)
    made = open_regions(tmp_path / f"out{suffix}").read(Rect(0, 0, 500, 700))
    np.testing.assert_array_equal(made, expected)
    assert [name for name in os.listdir(".") if name.startswith(".")] == []
    # and back through what is read by regions, to a format that is written in bands
    assert main(["apply", f"out{suffix}", "-o", "back.png"]) == 0
    np.testing.assert_array_equal(load_photo("back.png").pixels, expected)


def test_a_tiled_tiff_is_read_by_others_and_keeps_what_it_says(tmp_path):
    profile = b"\0" * 16 + b"RGB " + b"\0" * 108
    pixels = pixels_of(np.uint16)
    tifffile.imwrite(
        "in.tif", pixels, tile=(64, 64), photometric="rgb", metadata=None, iccprofile=profile,
        resolution=(300, 300), resolutionunit="inch", description="a slide",
    )  # fmt: skip
    assert main(["apply", "-s", "flip_horizontal", "in.tif", "-o", "out.tif"]) == 0
    with tifffile.TiffFile("out.tif") as tiff:
        page = tiff.pages[0]
        assert (page.is_tiled, page.tile, page.tags["ImageDescription"].value) == (True, (64, 64), "a slide")
        assert page.tags["XResolution"].value == (300, 1)
        np.testing.assert_array_equal(page.asarray(), pixels[:, ::-1])
    cv2 = pytest.importorskip("cv2")
    found = cv2.imread("out.tif", cv2.IMREAD_UNCHANGED)
    np.testing.assert_array_equal(found[..., ::-1], pixels[:, ::-1])


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        ({"tile": (64, 64), "compression": "zlib"}, (), ("ADOBE_DEFLATE", (64, 64))),
        ({"rowsperstrip": 37, "compression": "lzw"}, (), ("LZW", None)),
        ({"tile": (64, 64)}, ("--store", "zstd,strips"), ("ZSTD", None)),
        ({"tile": (64, 64), "compression": "zlib"}, ("--store", "uncompressed"), ("NONE", (64, 64))),
    ],
)
def test_a_picture_of_blocks_is_stored_as_its_source_or_as_asked(source, words, expected, tmp_path):
    pytest.importorskip("imagecodecs")
    pixels = pixels_of(np.uint16)
    tifffile.imwrite("in.tif", pixels, photometric="rgb", metadata=None, **source)
    assert main(["apply", "-s", "flip_horizontal", "in.tif", "-o", "out.tif", *words]) == 0
    with tifffile.TiffFile("out.tif") as tiff:
        page = tiff.pages[0]
        assert (page.compression.name, page.tile if page.is_tiled else None) == expected
        np.testing.assert_array_equal(page.asarray(), pixels[:, ::-1])
    assert sorted(os.listdir(".")) == ["in.tif", "out.tif"]


@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_ome_zarr_by_the_specification(zarr, version, tmp_path):
    """The metadata passes the models of the specification; levels are means of 2 × 2, as scikit-image's."""
    pixels = pixels_of(np.uint8, height=300, width=260)
    if version == "0.4":
        group = zarr.open_group("in.zarr", mode="w", zarr_format=2)
        group.create_array("full", data=np.moveaxis(pixels, -1, 0)[np.newaxis], chunks=(1, 1, 100, 100))
        axes = [{"name": "t", "type": "time"}, {"name": "c", "type": "channel"}]
        axes += [{"name": name, "type": "space"} for name in "yx"]
        scale = [{"type": "scale", "scale": [1, 1, 1, 1]}]
        datasets = [{"path": "full", "coordinateTransformations": scale}]
        group.attrs["multiscales"] = [{"version": "0.4", "axes": axes, "datasets": datasets}]
    else:
        zarr.create_array("in.zarr", data=pixels, chunks=(100, 100, 3))
    assert main(["apply", "-s", "flip_vertical", "in.zarr", "-o", "out.zarr"]) == 0
    group = zarr.open_group("out.zarr", mode="r")
    models = pytest.importorskip("ome_zarr_models")
    module = models.v04 if version == "0.4" else models.v05
    image = module.Image.from_zarr(group)
    attributes = image.attributes if version == "0.4" else image.ome_attributes
    assert [axis.name for axis in attributes.multiscales[0].axes] == ["c", "y", "x"]
    assert len(attributes.multiscales[0].datasets) == 4
    level, expected = group["0"][:], pixels[::-1]
    np.testing.assert_array_equal(np.moveaxis(level, 0, -1), expected)
    from skimage.transform import downscale_local_mean

    for number in (1, 2):
        expected = downscale_local_mean(level.astype(np.float64), (1, 2, 2))
        level = group[str(number)][:]
        assert np.abs(level - expected[:, : level.shape[1], : level.shape[2]])[:, :-1, :-1].max() <= 0.5


@pytest.mark.samples(1)
@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL of POSIX")
@pytest.mark.usefixtures("zarr")
@pytest.mark.parametrize("suffix", [".tif", ".zarr"])
def test_killed_and_resumed(suffix, tmp_path):
    pixels = pixels_of(np.uint8)
    tifffile.imwrite("in.tif", pixels, tile=(64, 64), photometric="rgb", metadata=None)
    script = (
        "import sys\nfrom jaxstudio.batch import blocks, regions\nfrom jaxstudio.cli.main import main\n"
        "blocks.TILE, blocks.BLOCK, regions.LARGE, regions.LARGE_TILED = 64, 192, 1, 1\n"
        "sys.exit(main(['apply', *sys.argv[1:]]))"
    )
    words = [*STEPS, "in.tif", "-o", f"out{suffix}", "--jobs", "1"]
    log = tmp_path / f".out{suffix}.jaxstudio-blocks" / "log.jsonl"
    process = subprocess.Popen([sys.executable, "-c", script, *words])
    until = time.monotonic() + 100
    while time.monotonic() < until and not (log.exists() and log.read_bytes().count(b"\n") > 3):
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (tmp_path / f"out{suffix}").exists()
    before = [json.loads(line) for line in log.read_text().splitlines()[1:] if line.endswith("}")]
    assert before
    computed, render = [], blocks.BlockWork.run

    def counted(self, pool, task, control):
        computed.append((self.level, task.number))
        return render(self, pool, task, control)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks.BlockWork, "run", counted)
        assert main(["apply", *words]) == 0
    assert not {(event["level"], event["block"]) for event in before} & set(computed)
    made = open_regions(tmp_path / f"out{suffix}").read(Rect(0, 0, 500, 700))
    np.testing.assert_array_equal(made, whole(pixels, tmp_path))


def test_a_picture_that_changed_is_begun_anew(tmp_path):
    """What was left of another picture, or of other steps, is not mixed with this one."""
    tifffile.imwrite("in.tif", pixels_of(np.uint8), tile=(64, 64), photometric="rgb", metadata=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "_put_in_place", lambda *paths: (_ for _ in ()).throw(KeyboardInterrupt))
        assert main(["apply", "-s", "invert", "in.tif", "-o", "out.tif"]) == 130
    assert Path(".out.tif.jaxstudio-blocks/log.jsonl").exists()
    assert main(["apply", "-s", "flip_vertical", "in.tif", "-o", "out.tif"]) == 0
    np.testing.assert_array_equal(tifffile.imread("out.tif"), pixels_of(np.uint8)[::-1])


@pytest.mark.thorough
def test_blocks_on_a_cluster(zarr, cluster, tmp_path):
    """Workers, whose tiles are as large as ever, write the same file."""
    pixels = pixels_of(np.uint8)
    save("in.png", pixels)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "TILE", 512)
        patch.setattr(blocks, "BLOCK", 2048)
        assert main(["apply", *STEPS, "in.png", "-o", "here.zarr"]) == 0
        place = ("--scheduler", cluster.scheduler_address)
        assert main(["apply", *STEPS, "in.png", "-o", "there.zarr", *place]) == 0
    for number in ("0", "1"):
        here, there = (zarr.open_array(f"{name}.zarr/{number}")[:] for name in ("here", "there"))
        np.testing.assert_array_equal(here, there)
    np.testing.assert_array_equal(
        np.moveaxis(zarr.open_array("there.zarr/0")[:], 0, -1), whole(pixels, tmp_path)
    )


def test_mistakes_are_one_line(zarr, tmp_path, capsys):
    def refused(code, *words):
        assert main(["apply", *words]) == code
        (line,) = capsys.readouterr().err.splitlines()
        return line

    save("in.png", pixels_of(np.uint8, height=64, width=64))
    (tmp_path / "full.zarr").mkdir()
    (tmp_path / "full.zarr" / "mine").touch()
    assert "is there and no Zarr" in refused(2, "in.png", "-o", "full.zarr")
    zarr.create_array("wide.zarr", shape=(9, 9, 9), chunks=(9, 9, 9), dtype="uint8")
    assert "9 channels, expected 1 to 4" in refused(1, "wide.zarr", "-o", "a.png")
    zarr.open_group("group.zarr", mode="w")
    assert "a Zarr group without multiscales" in refused(1, "group.zarr", "-o", "a.png")
    tifffile.imwrite("in.tif", pixels_of(np.uint8), tile=(64, 64), compression="zlib", photometric="rgb")
    with tifffile.TiffFile("in.tif") as tiff:
        place = tiff.pages[0].dataoffsets[20]
    with open("in.tif", "rb+") as file:
        file.seek(place)
        file.write(b"\xff" * 50)
    assert "in.tif: tile 20 cannot be decoded" in refused(1, "in.tif", "-o", "a.tif")
    assert not (tmp_path / "a.tif").exists()
    shutil.rmtree(tmp_path / ".a.tif.jaxstudio-blocks", ignore_errors=True)


def peak_of(words, cwd):
    """Bytes that `apply` held at most, in a process of its own."""
    script = (
        "import sys\nfrom jaxstudio.cli.main import main\ncode = main(['apply', *sys.argv[1:]])\n"
        "print(*(line for line in open('/proc/self/status') if line.startswith('VmHWM')))\nsys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", script, *words], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[1]) * 1024


def make_large(path, height, width):
    """A tiled, compressed BigTIFF written tile by tile."""
    side = 512
    tile = np.random.default_rng(0).integers(0, 40, (side, side, 3), np.uint8)

    def tiles():
        for row in range(-(-height // side)):
            for column in range(-(-width // side)):
                yield tile + np.uint8((row * 7 + column * 3) % 200)

    tifffile.imwrite(
        path, tiles(), shape=(height, width, 3), dtype=np.uint8, tile=(side, side), bigtiff=True,
        photometric="rgb", compression="zlib", compressionargs={"level": 1}, metadata=None,
    )  # fmt: skip


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux")
@pytest.mark.parametrize(
    ("height", "width", "suffix", "most"),
    [
        (8_000, 6_400, ".tif", 0.75e9),
        pytest.param(25_600, 40_000, ".tif", 2e9, marks=pytest.mark.big),
        pytest.param(25_600, 40_000, ".zarr", 2e9, marks=pytest.mark.big),
    ],
)
def test_memory_is_bounded(height, width, suffix, most, tmp_path):
    make_large(tmp_path / "in.tif", height, width)
    steps = ("-s", "gaussian_blur sigma=3", "-s", "unsharp_mask", "-s", "saturation factor=1.3")
    assert peak_of([*steps, "in.tif", "-o", f"out{suffix}"], tmp_path) < most
    picture = open_regions(tmp_path / f"out{suffix}")
    assert picture.shape == (height, width, 3)
    assert picture.read(Rect(height - 64, width - 64, height, width)).any()
