"""What goes in comes out: every format, depth, orientation, profile and kind of metadata, field by field."""

import random

import numpy as np
import pytest

from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.files.photo import load_photo, photo_size
from jaxstudio.files.quantise import DTYPES
from jaxstudio.files.save import default_depth, losses, save
from jaxstudio.pipeline.recipe import Recipe

corpus = pytest.importorskip("corpus", reason="needs the packages of the extra formats")
corpus_reading = pytest.importorskip("corpus_reading")

# The word by which a line says that a field is lost.
SAID = {
    "icc": ("colour profile",),
    "exif": ("EXIF",),
    "gps": ("EXIF",),
    "xmp": ("XMP",),
    "iptc": ("IPTC",),
    "dpi": ("resolution",),
    "comment": ("comment", "EXIF"),  # a TIFF's is the description in EXIF
}
OTHERS = (".png", ".jpg", ".tif", ".webp", ".bmp", ".gif", ".ppm", ".jp2", ".avif", ".heic", ".jxl", ".npy")


@pytest.fixture(scope="module")
def engine():
    return Engine()


def through_the_identity(engine, source, target):
    """What `jaxstudio apply` does with no step; the lines that it says before it writes."""
    photo = load_photo(source)
    depth = default_depth(target, photo.depth)
    pixels = engine.render(Source(photo.pixels), Recipe(), dtype=DTYPES[depth].name)
    lines = losses(target, photo)
    save(target, pixels, depth, photo)
    return photo, lines


def wrong_pixels(sample, pixels):
    """How the pixels differ from those that were written; empty where they do not."""
    expected = sample.upright
    if pixels.shape != expected.shape:
        return f"shape {pixels.shape}, expected {expected.shape}"
    if not sample.lossy:
        same = pixels.dtype == expected.dtype and np.array_equal(pixels, expected)
        return "" if same else f"{pixels.dtype} values differ"
    difference = np.abs(pixels.astype(float) - expected).mean()
    return "" if difference <= sample.lossy else f"a mean difference of {difference:.2f}"


def check_same_format(engine, sample, folder):
    """The problems of one sample written in its own format again."""
    source, target = folder / f"in{sample.suffix}", folder / f"out{sample.suffix}"
    sample.write(source, sample)
    before = corpus_reading.read_fields(source)
    assert set(before) == sample.fields | {"orientation"}, f"{sample.title}: the corpus itself"
    photo, lines = through_the_identity(engine, source, target)
    size = photo_size(source)
    if size not in (None, sample.pixels.shape[:2], sample.upright.shape[:2]):
        yield f"its size before it is read: {size}"
    if wrong := wrong_pixels(sample, photo.pixels):
        yield f"read: {wrong}"
    if wrong := wrong_pixels(sample, corpus_reading.read_pixels(target)):
        yield f"written: {wrong}"
    after = corpus_reading.read_fields(target)
    if after.pop("orientation") != 1:
        yield "turned twice"
    expected = {name: value for name, value in before.items() if name != "orientation"}
    if "dpi" in expected:
        expected["dpi"] = tuple(round(value) for value in sample.dpi)
    for name in sorted(expected.keys() | after.keys()):
        if expected.get(name) != after.get(name):
            yield f"{name}: {str(expected.get(name))[:60]} became {str(after.get(name))[:60]}"
    allowed = ("GIF holds 256 colours", "the JPEG XL's own colours")  # imagecodecs calls 16 bits linear
    yield from (f"announced: {line}" for line in lines if not line.startswith(allowed))


def check_other_format(engine, sample, folder, suffix):
    """The problems of one sample in another format: a field is kept, or a line says that it is not."""
    source, target = folder / f"in{sample.suffix}", folder / f"other{suffix}"
    sample.write(source, sample)
    photo = load_photo(source)
    if photo.channels in (2, 4) and suffix in (".jpg", ".bmp", ".ppm", ".gif"):
        return  # refused, which has a test of its own
    _, lines = through_the_identity(engine, source, target)
    before, after = corpus_reading.read_fields(source), corpus_reading.read_fields(target)
    del before["orientation"], after["orientation"]
    if "dpi" in before:
        before["dpi"] = tuple(round(value) for value in sample.dpi)
    for name, value in before.items():
        if after.get(name) != value and not any(word in line for word in SAID[name] for line in lines):
            yield f"{suffix}: {name}: {str(value)[:60]} became {str(after.get(name))[:60]}, unannounced"
    for name in after.keys() - before.keys():
        yield f"{suffix}: {name} came from nowhere: {after[name]}"


def all_problems(engine, samples, folder, check, *more):
    problems = {}
    for number, sample in enumerate(samples):
        arguments = (more[0][number % len(more[0])],) if more else ()
        if found := list(check(engine, sample, folder, *arguments)):
            problems[sample.title] = found
    return problems


def some(kind, count):
    """A few samples of a kind: bare, with everything, and others by chance."""
    samples = list(kind.samples())
    chosen = random.Random(kind.name).sample(samples, min(count, len(samples)))
    fullest = [sample for sample in samples if len(sample.fields) == len(kind.fields.split())]
    return [samples[0], random.Random(kind.name).choice(fullest), *chosen]


@pytest.mark.parametrize("kind", corpus.KINDS, ids=lambda kind: kind.name)
def test_a_few_of_each_kind(engine, tmp_path, kind):
    assert not all_problems(engine, some(kind, 2), tmp_path, check_same_format)


@pytest.mark.samples(20)
@pytest.mark.parametrize("kind", corpus.KINDS[::4], ids=lambda kind: kind.name)
def test_other_formats_keep_each_field_or_say_so(engine, tmp_path, kind):
    assert not all_problems(engine, some(kind, 4), tmp_path, check_other_format, OTHERS)


@pytest.mark.big
@pytest.mark.parametrize("kind", corpus.KINDS, ids=lambda kind: kind.name)
def test_all_of_each_kind(engine, tmp_path, kind):
    assert not all_problems(engine, kind.samples(), tmp_path, check_same_format)


@pytest.mark.big
@pytest.mark.parametrize("suffix", OTHERS)
@pytest.mark.parametrize("kind", corpus.KINDS, ids=lambda kind: kind.name)
def test_all_in_other_formats(engine, tmp_path, kind, suffix):
    samples = [sample for sample in kind.samples() if sample.orientation in (1, 6)]
    assert not all_problems(engine, samples, tmp_path, check_other_format, (suffix,))
