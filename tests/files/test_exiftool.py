"""What exiftool wrote, exiftool finds again: through the identity nothing is lost in silence."""

import io
import struct

import exiftool_corpus as corpus
import numpy as np
import pytest
import tifffile
from PIL import Image

from jaxstudio.files.metadata_groups import GROUPS, without
from jaxstudio.files.photo import Photo, load_photo
from jaxstudio.files.save import default_depth, losses, save

pytestmark = pytest.mark.skipif(corpus.EXIFTOOL is None, reason="exiftool is not installed")
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
XMP += b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/%s"%s/>'
XMP += b"</rdf:RDF></x:xmpmeta>"
NAMED = b' xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="%s"'
COMMENT, APP1, APP11, APP12, APP13 = 0xFE, 0xE1, 0xEB, 0xEC, 0xED
RESOURCES = b"8BIM\x04\x04\0\0\0\0\0\x0b\x1c\x02\x50\0\x06Author\0" + b"8BIM\x04\x0b\0\0\0\0\0\x04http"
RESOURCES += b"8BIM\x07\xd0\x04path\0\0\0\0\x1a" + bytes(26) + b"8BIM\x03\xed\0\0\0\0\0\x10\0\x48" + bytes(14)
GUID = b"0123456789ABCDEF0123456789ABCDEF"
EXTENSION = XMP % (b"", b' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label="second"')


def file_of(form, **options):
    memory = io.BytesIO()
    Image.fromarray(corpus.PIXELS).save(memory, form, **options)
    return memory.getvalue()


OME = """<?xml version="1.0"?><OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06"><Image>
<Pixels ID="P" DimensionOrder="XYZCT" Type="uint8" SizeX="36" SizeY="24" SizeC="%d" SizeZ="1" SizeT="1"
 PhysicalSizeX="0.5"/></Image></OME>"""


def write_by_hand(folder):
    """Files of what exiftool reads but does not write."""
    jpeg, png = file_of("JPEG", quality=90), file_of("PNG")
    header = b"http://ns.adobe.com/xmp/extension/\0" + GUID + struct.pack(">I", len(EXTENSION))
    parts = {
        "comments.jpg": corpus.with_segments(
            jpeg, (COMMENT, b"one"), (COMMENT, "zwölf".encode("latin-1")), (COMMENT, b"three\0")
        ),
        "segments.jpg": corpus.with_segments(
            jpeg, (APP11, b"JP\0\1\0\0\0\1"), (APP12, b"Ducky\0\1\0\4\0\0\0\x3c"), (0xE5, b"private")
        ),
        "resources.jpg": corpus.with_segments(jpeg, (APP13, b"Photoshop 3.0\0" + RESOURCES)),
        "extended.jpg": corpus.with_segments(
            jpeg,
            (APP1, b"http://ns.adobe.com/xap/1.0/\0" + XMP % (b"jpeg", NAMED % GUID)),
            (APP1, header + bytes(4) + EXTENSION[:100]),
            (APP1, header + struct.pack(">I", 100) + EXTENSION[100:]),
        ),
        "behind.jpg": jpeg + b"\0\0\0\x18ftypmp42" + bytes(range(12)) + b"video",
        "colours.png": corpus.with_chunks(
            png,
            (b"cICP", b"\x09\x10\0\1"),
            (b"mDCV", bytes(range(24))),
            (b"cLLI", bytes(range(8))),
            (b"sBIT", b"\5\6\5"),
        ),
        "more.png": corpus.with_chunks(
            png,
            (b"bKGD", b"\0\1\0\2\0\3"),
            (b"tIME", b"\x07\xe8\1\2\3\4\5"),
            (b"pHYs", b"\0\0\0\2\0\0\0\3\0"),
            (b"prVt", b"own"),
            (b"gAMA", struct.pack(">I", 100_000)),
            (b"oFFs", bytes(9)),
            (b"tEXt", b"Author\0J\xf6rg"),
            (b"tEXt", b"Author\0another"),
        ),
    }
    for name, data in parts.items():
        (folder / name).write_bytes(data)
    iptc = b"\x1c\x02\x50\0\x06Author\0"
    tags = [
        (33723, "I", 3, struct.unpack("<3I", iptc), True),
        (315, "s", 0, "", True),
        (270, "s", 0, "ImageJ=1.53\nunit=um", True),
    ]
    options = {"photometric": "rgb", "metadata": None, "software": False}
    tifffile.imwrite(
        folder / "tags.tif",
        corpus.PIXELS,
        extratags=tags,
        resolution=(0.25, 0.25),
        resolutionunit="none",
        **options,
    )
    tifffile.imwrite(
        folder / "one.tif", corpus.PIXELS[..., 0], description=OME % 1, metadata=None, software=False
    )
    tifffile.imwrite(
        folder / "three.tif",
        np.moveaxis(corpus.PIXELS, 2, 0),
        photometric="minisblack",
        description=OME % 3,
        metadata=None,
        software=False,
    )
    return sorted(path for path in folder.iterdir() if path.is_file())


def problems(paths, folder, targets=corpus.FORMATS, same=False):
    """Silent losses of files through the identity; `same`: into their own formats alone."""
    before, lines, written = corpus.listed(paths), {}, {}
    for path in paths:
        photo = load_photo(path)
        for suffix in [path.suffix[1:]] if same else targets:
            out = folder / f"{path.stem}-{path.suffix[1:]}.{suffix}"
            lines[out], written[out] = losses(out, photo), path
            save(out, photo.pixels, default_depth(out, photo.depth), photo)
    after = corpus.listed(written)
    return [
        f"{path.name} to {out.suffix}: {loss}"
        for out, path in written.items()
        for loss in corpus.silent_losses(before[path], after[out], lines[out], out.read_bytes())
    ]


def test_what_is_written_by_hand_is_kept_or_said_to_be_lost(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "in").mkdir()
    assert problems(write_by_hand(tmp_path / "in"), tmp_path / "out") == []


def test_a_part_goes_along_as_the_bytes_that_it_was(tmp_path):
    """Into the same format nothing of these is lost, so that no line is needed."""
    paths = {path.name: path for path in write_by_hand(tmp_path)}
    wrong = []
    for name, parts in {
        "comments.jpg": [b"\xff\xfe\0\5one", b"zw\xf6lf", b"three\0"],
        "segments.jpg": [b"JP\0\1\0\0\0\1", b"Ducky\0\1\0\4\0\0\0\x3c", b"private"],
        "resources.jpg": [RESOURCES],
        "extended.jpg": [EXTENSION, GUID],
        "behind.jpg": [b"\xff\xd9\0\0\0\x18ftypmp42" + bytes(range(12)) + b"video"],
        "colours.png": [
            b"cICP\x09\x10\0\1",
            b"mDCV" + bytes(range(24)),
            b"cLLI" + bytes(range(8)),
            b"sBIT\5\6\5",
        ],
        "more.png": [
            b"bKGD\0\1\0\2\0\3",
            b"tIME\x07\xe8\1\2\3\4\5",
            b"pHYs\0\0\0\2\0\0\0\3\0",
            b"prVt" + b"own",
            b"gAMA\0\1\x86\xa0",
            b"tEXtAuthor\0J\xf6rg",
            b"tEXtAuthor\0another",
        ],
        "tags.tif": [b"ImageJ=1.53\nunit=um\0"],
    }.items():
        photo = load_photo(paths[name])
        out = tmp_path / f"out-{name}"
        save(out, photo.pixels, photo=photo)
        data = out.read_bytes()
        wrong += [f"{name}: {part}" for part in parts if part not in data]
    assert not wrong
    again = load_photo(tmp_path / "out-tags.tif").metadata
    assert (again.unitless, again.dpi, again.iptc) == ((0.25, 0.25), None, b"\x1c\x02\x50\0\x06Author")


def test_pixels_in_other_colours_than_srgb_are_announced(tmp_path):
    paths = {path.name: path for path in write_by_hand(tmp_path)}
    photo = load_photo(paths["colours.png"])
    for target in ("x.png", "x.jpg"):
        assert any("BT.2020 with PQ" in line for line in losses(target, photo))
    assert any("cICP, mDCV, cLLI" in line for line in losses("x.jpg", photo))


def test_descriptions_of_other_pictures_are_not_kept(tmp_path):
    paths = {path.name: path for path in write_by_hand(tmp_path)}
    three, one = load_photo(paths["three.tif"]), load_photo(paths["one.tif"])
    assert any("OME-XML is not kept" in line for line in losses("x.tif", three))
    save(tmp_path / "three.out.tif", three.pixels, photo=three)
    assert b"<OME" not in (tmp_path / "three.out.tif").read_bytes()
    # of one picture it stays, with the size and the type of what is written
    save(tmp_path / "one.out.tif", one.pixels[:10, :20], 16, one)
    description = tifffile.TiffFile(tmp_path / "one.out.tif").pages[0].description
    assert all(
        word in description for word in ('SizeX="20"', 'SizeY="10"', 'Type="uint16"', 'PhysicalSizeX="0.5"')
    )


@pytest.mark.parametrize("kind", [0, None, 2])
def test_a_fourth_sample_is_alpha_where_the_file_says_so(tmp_path, kind):
    pixels = np.concatenate([corpus.PIXELS, corpus.PIXELS[..., :1]], axis=2)
    options = {} if kind is None else {"extrasamples": [kind]}
    tifffile.imwrite(tmp_path / "x.tif", pixels, photometric="rgb", metadata=None, **options)
    if kind is None:  # takes the tag out of the table
        data = (tmp_path / "x.tif").read_bytes()
        (tmp_path / "x.tif").write_bytes(
            data.replace(struct.pack("<HHI", 338, 3, 1), struct.pack("<HHI", 65338, 3, 1))
        )
    photo = load_photo(tmp_path / "x.tif")
    assert photo.channels == (3 if kind == 0 else 4)  # without the tag it is alpha for OpenCV and libtiff
    assert any("last sample" in line for line in losses("y.tif", photo)) == (kind == 0)


def test_thumbnails_of_the_photo_before_are_gone_and_bytes_stay_in_place(tmp_path):
    """The notes of cameras hold offsets: what is patched moves nothing."""
    path = tmp_path / "x.jpg"
    small = b"\xff\xd8 a face, before it was blurred \xff\xd9"
    notes = b"maker" + bytes(range(40))
    corpus.plain(path)
    exif = Image.Exif()
    exif[274], exif[271] = 6, "Maker"
    exif.get_ifd(34665)[37500] = notes
    block = exif.tobytes()[6:]
    order = ">" if block[:2] == b"MM" else "<"
    (count,) = struct.unpack_from(order + "H", block, 8)
    second = struct.pack(order + "HHHIIHHIII", 2, 513, 4, 1, len(block) + 30, 514, 4, 1, len(small), 0)
    block = (
        block[: 10 + 12 * count]
        + struct.pack(order + "I", len(block))
        + block[14 + 12 * count :]
        + second
        + small
    )
    path.write_bytes(corpus.with_segments(path.read_bytes(), (APP1, b"Exif\0\0" + block)))
    photo = load_photo(path)
    assert photo.metadata.thumbnail
    assert b"a face" not in photo.metadata.exif
    assert photo.metadata.exif.index(notes) == 6 + block.index(notes)
    for suffix in corpus.FORMATS:
        save(tmp_path / f"y.{suffix}", photo.pixels, 8, photo)
        assert b"a face" not in (tmp_path / f"y.{suffix}").read_bytes(), suffix


def test_without_every_group_nothing_that_exiftool_wrote_is_left(tmp_path):
    """Of tags that say something about the photo: those of the file's own layout stay."""
    paths = [*corpus.write_corpus(tmp_path / "in", 6, seed=2), *write_by_hand(tmp_path)]
    for path in paths:
        photo = load_photo(path)
        bare = Photo(photo.pixels, without(photo.metadata, GROUPS))
        save(tmp_path / f"bare-{path.name}", photo.pixels, default_depth(path, photo.depth), bare)
    found = corpus.listed(tmp_path / f"bare-{path.name}" for path in paths)
    assert [
        f"{path.name}: {name}"
        for path, one in found.items()
        for name in one.tags
        if name.split(":")[0] not in corpus.STRUCTURE
        and name.split(":")[1] not in corpus.LAYOUT | corpus.RESOLUTION
    ] == []


def test_without_the_place_nothing_goes_along_that_may_name_it(tmp_path):
    """The video of a motion photo holds coordinates."""
    paths = {path.name: path for path in write_by_hand(tmp_path)}
    photo = load_photo(paths["behind.jpg"])
    bare = Photo(photo.pixels, without(photo.metadata, ["location"]))
    save(tmp_path / "y.jpg", photo.pixels, photo=bare)
    assert (tmp_path / "y.jpg").read_bytes().endswith(b"\xff\xd9")


def test_a_few_files_lose_nothing_in_silence(tmp_path):
    (tmp_path / "out").mkdir()
    assert problems(corpus.write_corpus(tmp_path / "in", 12), tmp_path / "out") == []


@pytest.mark.big
def test_two_hundred_files_lose_nothing_in_silence_in_six_formats(tmp_path):
    (tmp_path / "out").mkdir()
    assert problems(corpus.write_corpus(tmp_path / "in", 200), tmp_path / "out") == []
