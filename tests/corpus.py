"""Photos of every format, depth, number of channels, orientation and metadata, written by other libraries.

Nothing here is the program's own: Pillow, tifffile, OpenCV, imagecodecs, pillow-heif and OpenEXR write the
files, so that what each holds is known.
"""

import io
import itertools
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import imagecodecs
import numpy as np
import pillow_heif
import tifffile
from PIL import ExifTags, Image
from PIL.PngImagePlugin import PngInfo
from PIL.TiffImagePlugin import IFDRational, ImageFileDirectory_v2

pillow_heif.register_heif_opener()
FIELDS = ("icc", "exif", "gps", "xmp", "iptc", "dpi", "comment")
TURNS = {
    1: lambda a: a,
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: np.swapaxes(a, 0, 1),
    6: lambda a: np.rot90(a, -1),
    7: lambda a: np.swapaxes(a[::-1, ::-1], 0, 1),
    8: lambda a: np.rot90(a),
}
HEIGHT, WIDTH = 19, 30
RNG = np.random.default_rng(23)
BYTES = RNG.integers(0, 256, (HEIGHT, WIDTH, 4), dtype=np.uint8)
WORDS = RNG.integers(0, 65536, (HEIGHT, WIDTH, 4), dtype=np.uint16)
FLOATS = RNG.normal(0.5, 1.0, (HEIGHT, WIDTH, 4)).astype(np.float32)
SMOOTH = np.stack([np.add.outer(np.arange(HEIGHT) * k, np.arange(WIDTH) * 3) for k in (2, 3, 4, 5)], -1)
SMOOTH = (SMOOTH % 200 + 20).astype(np.uint8)
ICC = {
    "RGB ": bytes(imagecodecs.cms_profile("adobergb")),
    "GRAY": bytes(imagecodecs.cms_profile("gray", gamma=2.2)),
}
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description dc:title="Gr\xc3\xb6\xc3\x9fe"/></x:xmpmeta>'
IPTC = b"\x1c\x02\x50\x00\x06Author" + b"\x1c\x02\x78\x00\x07caption"
COMMENT = "a remark"
DPI = (300.0, 150.0)
JP2_UUIDS = {
    "exif": b"JpgTiffExif->JP2",
    "xmp": bytes.fromhex("BE7ACFCB97A942E89C71999491E3AFAC"),
    "iptc": bytes.fromhex("33C7A4D2B81D4723A0BAF1A3E097AD38"),
}


@dataclass(frozen=True)
class Sample:
    """A file as it is written: `pixels` (H, W, C) as they lie in it, and which of `FIELDS` it holds.

    `write(path, sample)` writes it. `lossy` is the largest mean difference that its compression may make.
    """

    name: str
    suffix: str
    pixels: np.ndarray
    write: Callable[[Path, "Sample"], None]
    fields: frozenset[str] = frozenset()
    orientation: int = 1
    lossy: float = 0.0

    @property
    def upright(self) -> np.ndarray:
        """What the file shows."""
        return TURNS[self.orientation](self.pixels)

    @property
    def title(self) -> str:
        fields = "+".join(sorted(self.fields)) or "bare"
        return f"{self.name}-{self.orientation}-{fields}"

    @property
    def icc(self) -> bytes | None:
        if "icc" not in self.fields:
            return None
        return ICC["GRAY" if self.pixels.shape[2] < 3 else "RGB "]

    @property
    def dpi(self) -> tuple[float, float]:
        """Of the photo as it is shown."""
        return DPI if self.orientation < 5 else DPI[::-1]


def exif_of(sample):
    exif = Image.Exif()
    if sample.orientation != 1:
        exif[ExifTags.Base.Orientation] = sample.orientation
    if "exif" in sample.fields:
        exif[ExifTags.Base.Make] = "Maker"
        exif[ExifTags.Base.Copyright] = "CC0"
        exif[ExifTags.Base.DateTime] = "2024:01:02 03:04:05"
        inner = exif.get_ifd(ExifTags.IFD.Exif)
        inner[ExifTags.Base.ExposureTime] = IFDRational(1, 250)
        inner[ExifTags.Base.LensModel] = "50 mm"
        inner[ExifTags.Base.MakerNote] = b"private notes"
    if "gps" in sample.fields:
        place = exif.get_ifd(ExifTags.IFD.GPSInfo)
        place[ExifTags.GPS.GPSLatitudeRef] = "N"
        place[ExifTags.GPS.GPSLatitude] = (IFDRational(48), IFDRational(8), IFDRational(301, 10))
    return exif


def has_exif(sample):
    return sample.orientation != 1 or sample.fields & {"exif", "gps"}


def photoshop(iptc):
    return b"8BIM\x04\x04\0\0" + len(iptc).to_bytes(4, "big") + iptc + b"\0" * (len(iptc) % 2)


def jpeg_segment(iptc):
    payload = b"Photoshop 3.0\0" + photoshop(iptc)
    return b"\xff\xed" + (2 + len(payload)).to_bytes(2, "big") + payload


def image_of(pixels):
    """As Pillow holds it."""
    return Image.fromarray(np.ascontiguousarray(pixels[..., 0] if pixels.shape[2] == 1 else pixels))


def keywords(sample, *names):
    """Options of Pillow's `save` of those fields that the file has."""
    exif = exif_of(sample)
    values = {
        "exif": exif.tobytes() if has_exif(sample) else None,
        "icc_profile": sample.icc,
        "xmp": XMP if "xmp" in sample.fields else None,
        "dpi": DPI if "dpi" in sample.fields else None,
        "comment": COMMENT if "comment" in sample.fields else None,
    }
    return {name: values[name] for name in names if values[name] is not None}


def write_png(path, sample, image=None):
    text = PngInfo()
    if "xmp" in sample.fields:
        text.add_itxt("XML:com.adobe.xmp", XMP.decode())
    if "iptc" in sample.fields:
        digits = photoshop(IPTC).hex()
        text.add_text("Raw profile type iptc", f"\niptc\n{len(digits) // 2:8d}\n{digits}\n", zip=True)
    if "comment" in sample.fields:
        text.add_text("Comment", COMMENT)
    options = keywords(sample, "exif", "icc_profile", "dpi")
    (image or image_of(sample.pixels)).save(path, "PNG", pnginfo=text, **options)


def write_deep_png(path, sample):
    """OpenCV's pixels between the chunks that Pillow writes around a picture of the same size."""
    order = {3: [2, 1, 0], 4: [2, 1, 0, 3]}[sample.pixels.shape[2]]
    deep = cv2.imencode(".png", np.ascontiguousarray(sample.pixels[..., order]))[1].tobytes()
    memory = io.BytesIO()
    write_png(memory, sample, Image.new("RGBA" if len(order) == 4 else "RGB", sample.pixels.shape[1::-1]))
    chunks = list(png_chunks(memory.getvalue()))
    own = b"".join(whole for kind, whole in chunks if kind not in (b"IHDR", b"IDAT", b"IEND"))
    head = 8 + 25
    Path(path).write_bytes(deep[:head] + own + deep[head:])


def png_chunks(data):
    at = 8
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        whole = data[at : at + size + 12]
        assert zlib.crc32(whole[4:-4]) == int.from_bytes(whole[-4:], "big")
        yield whole[4:8], whole
        at += size + 12


def write_palette_png(path, sample):
    write_png(path, sample, paletted(sample.pixels))


def paletted(pixels):
    """An image with a palette that shows exactly these pixels: of at most 256 colours."""
    colours, indices = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True)
    image = Image.fromarray(indices.reshape(pixels.shape[:2]).astype(np.uint8), "P")
    image.putpalette(colours.astype(np.uint8).tobytes())
    return image


def write_jpeg(path, sample):
    options = keywords(sample, "exif", "icc_profile", "xmp", "dpi", "comment")
    if "iptc" in sample.fields:
        options["extra"] = jpeg_segment(IPTC)
    image_of(sample.pixels).save(path, "JPEG", quality=90, subsampling=0, **options)


def write_plain(form, *names, **more):
    def write(path, sample):
        image_of(sample.pixels).save(path, form, **keywords(sample, *names), **more)

    return write


def write_gif(path, sample):
    paletted(sample.pixels).save(path, "GIF", **keywords(sample, "comment"))


def tiff_tags(sample):
    directory = ImageFileDirectory_v2()
    if "xmp" in sample.fields:
        directory[700] = XMP
        directory.tagtype[700] = 1
    if "iptc" in sample.fields:
        directory[33723] = IPTC
        directory.tagtype[33723] = 7
    if "comment" in sample.fields:
        directory[270] = COMMENT
    exif = exif_of(sample)
    for tag, value in exif.items():
        if tag not in (ExifTags.IFD.Exif, ExifTags.IFD.GPSInfo):
            directory[tag] = value
    for tag in (ExifTags.IFD.Exif, ExifTags.IFD.GPSInfo):
        if exif.get_ifd(tag):
            directory[tag] = dict(exif.get_ifd(tag))
    return directory


def write_pillow_tiff(compression):
    def write(path, sample):
        options = keywords(sample, "icc_profile", "dpi")
        image_of(sample.pixels).save(
            path, "TIFF", tiffinfo=tiff_tags(sample), compression=compression, **options
        )

    return write


def write_tifffile(**layout):
    """tifffile writes every depth and layout; of EXIF only what lies in the first directory."""

    def write(path, sample):
        channels = sample.pixels.shape[2]
        tags = [(274, "H", 1, sample.orientation, True)]
        if "xmp" in sample.fields:
            tags.append((700, "B", len(XMP), XMP, True))
        if "iptc" in sample.fields:
            tags.append((33723, "B", len(IPTC), IPTC, True))
        if "exif" in sample.fields:
            tags += [(271, "s", 0, "Maker", True), (33432, "s", 0, "CC0", True)]
        planar = layout.get("planarconfig") == "separate" and channels > 1
        pixels = np.moveaxis(sample.pixels, 2, 0) if planar else sample.pixels
        options = {name: value for name, value in layout.items() if name != "planarconfig"}
        tifffile.imwrite(
            path,
            pixels if channels > 1 else pixels[..., 0],
            photometric="rgb" if channels > 2 else "minisblack",
            planarconfig=("separate" if planar else "contig") if channels > 1 else None,
            extrasamples=["unassalpha"] if channels in (2, 4) else None,
            iccprofile=sample.icc,
            resolution=DPI if "dpi" in sample.fields else None,
            resolutionunit="inch" if "dpi" in sample.fields else None,
            description=COMMENT if "comment" in sample.fields else None,
            metadata=None,
            software=False,
            extratags=tags,
            **options,
        )

    return write


def box(kind, payload):
    return struct.pack(">I4s", 8 + len(payload), kind) + payload


def exif_with_resolution(sample):
    exif = exif_of(sample)
    if "dpi" in sample.fields:
        for tag, value in zip((282, 283, 296), (*DPI, 2), strict=True):
            exif[tag] = value
    return exif.tobytes()[6:] if has_exif(sample) or "dpi" in sample.fields else b""


def write_jpeg_2000(path, sample):
    pixels = sample.pixels if sample.pixels.shape[2] > 1 else sample.pixels[..., 0]
    data = bytes(imagecodecs.jpeg2k_encode(pixels, reversible=True, codecformat="jp2", level=0))
    at = data.index(b"jp2c") - 4
    uuids = b""
    if exif := exif_with_resolution(sample):
        uuids += box(b"uuid", JP2_UUIDS["exif"] + exif)
    for name, value in (("xmp", XMP), ("iptc", IPTC)):
        if name in sample.fields:
            uuids += box(b"uuid", JP2_UUIDS[name] + value)
    Path(path).write_bytes(data[:at] + uuids + data[at:])


def write_jpeg_xl(path, sample):
    pixels = sample.pixels if sample.pixels.shape[2] > 1 else sample.pixels[..., 0]
    data = bytes(imagecodecs.jpegxl_encode(np.ascontiguousarray(pixels), lossless=True, usecontainer=True))
    if exif := exif_with_resolution(sample):
        data += box(b"Exif", bytes(4) + exif)
    if "xmp" in sample.fields:
        data += box(b"xml ", XMP)
    Path(path).write_bytes(data)


def write_with_exif_resolution(form, **more):
    """WebP, AVIF and HEIC hold the resolution in EXIF alone."""

    def write(path, sample):
        options = keywords(sample, "icc_profile", "xmp")
        if exif := exif_with_resolution(sample):
            options["exif"] = b"Exif\0\0" + exif
        image_of(sample.pixels).save(path, form, **options, **more)

    return write


def write_opencv(path, sample):
    order = {1: [0], 3: [2, 1, 0]}[sample.pixels.shape[2]]
    assert cv2.imwrite(str(path), np.ascontiguousarray(sample.pixels[..., order]))


def write_exr(path, sample):
    import OpenEXR

    names = {1: "Y", 2: "YA", 3: "RGB", 4: "RGBA"}[sample.pixels.shape[2]]
    channels = {name: np.ascontiguousarray(sample.pixels[..., k]) for k, name in enumerate(names)}
    with OpenEXR.File({"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}, channels) as f:
        f.write(str(path))


def write_npy(path, sample):
    np.save(path, sample.pixels)


@dataclass(frozen=True)
class Kind:
    """All samples of one format, depth and number of channels."""

    name: str
    suffix: str
    pixels: np.ndarray
    write: Callable[[Path, Sample], None]
    fields: str = ""
    orientations: bool = False
    lossy: float = 0.0
    every_subset: bool = True

    def samples(self):
        """Every set of fields (or none, each alone and all) with every orientation."""
        allowed = self.fields.split()
        counts = (
            range(len(allowed) + 1) if self.every_subset else sorted({0, min(1, len(allowed)), len(allowed)})
        )
        for count in counts:
            for fields in itertools.combinations(allowed, count):
                for orientation in range(1, 9) if self.orientations else (1,):
                    yield Sample(
                        self.name,
                        self.suffix,
                        self.pixels,
                        self.write,
                        frozenset(fields),
                        orientation,
                        self.lossy,
                    )


def flat(values, channels):
    """At most 256 colours."""
    return np.repeat(values[..., :1] // 8 * 8, channels, axis=2)


ALL_FIELDS = " ".join(FIELDS)
IN_TIFFFILE = "icc exif xmp iptc dpi comment"
IN_EXIF = "icc exif gps xmp dpi"
PART = {1: slice(0, 1), 2: slice(2, 4), 3: slice(0, 3), 4: slice(0, 4)}
KINDS = [
    *(Kind(f"png8-{c}", ".png", BYTES[..., PART[c]], write_png, ALL_FIELDS, True) for c in PART),
    Kind("png16-1", ".png", WORDS[..., :1], write_png, ALL_FIELDS, True),
    *(Kind(f"png16-{c}", ".png", WORDS[..., PART[c]], write_deep_png, ALL_FIELDS, True) for c in (3, 4)),
    Kind("png-palette", ".png", flat(BYTES, 3), write_palette_png, ALL_FIELDS, True),
    *(Kind(f"jpeg-{c}", ".jpg", SMOOTH[..., PART[c]], write_jpeg, ALL_FIELDS, True, 1.0) for c in (1, 3)),
    *(
        Kind(f"tiff8-{c}-{z}", ".tif", BYTES[..., PART[c]], write_pillow_tiff(z), ALL_FIELDS, True)
        for c, z in ((1, None), (3, None))
    ),
    Kind("tiff16-1-pillow", ".tif", WORDS[..., :1], write_pillow_tiff(None), ALL_FIELDS, True),
    Kind("tiff32-1-pillow", ".tif", FLOATS[..., :1], write_pillow_tiff(None), ALL_FIELDS, True),
    *(
        Kind(f"tiff-{values.dtype}-{c}-{name}", ".tif", values[..., PART[c]], write_tifffile(**layout),
             IN_TIFFFILE, True, every_subset=name == "strips")
        for values in (BYTES, WORDS, FLOATS)
        for c in PART
        for name, layout in (
            ("strips", {}),
            ("tiles", {"tile": (16, 16)}),
            ("big", {"bigtiff": True}),
            ("lzw", {"compression": "lzw"}),
            ("big-lzw", {"bigtiff": True, "compression": "lzw"}),
            ("deflate", {"compression": "deflate", "predictor": True}),
            ("packbits", {"compression": "packbits"}),
            ("planes", {"planarconfig": "separate"}),
            ("zstd", {"compression": "zstd", "predictor": True}),
            ("motorola", {"byteorder": ">"}),
        )
    ),
    *(
        Kind(f"webp-{c}", ".webp", BYTES[..., PART[c]],
             write_with_exif_resolution("WEBP", lossless=True, exact=True), IN_EXIF, True)
        for c in (3, 4)
    ),
    *(
        Kind(f"avif-{c}", ".avif", SMOOTH[..., PART[c]],
             write_with_exif_resolution("AVIF", quality=95, subsampling="4:4:4"), IN_EXIF, True, 4.0)
        for c in (3, 4)
    ),
    *(
        Kind(f"heic-{c}", ".heic", SMOOTH[..., PART[c]],
             write_with_exif_resolution("HEIF", quality=95, chroma=444), IN_EXIF, True, 4.0)
        for c in (3, 4)
    ),
    *(
        Kind(f"jp2-{c}", ".jp2", BYTES[..., PART[c]], write_jpeg_2000, "exif gps xmp iptc dpi", True)
        for c in PART
    ),
    *(
        Kind(f"jxl-{values.dtype}-{c}", ".jxl", values[..., PART[c]], write_jpeg_xl, "exif gps xmp dpi")
        for values in (BYTES, WORDS, FLOATS)
        for c in PART
    ),
    Kind("gif-3", ".gif", flat(BYTES, 3) // np.array([1, 2, 4], np.uint8), write_gif, "comment"),
    *(Kind(f"bmp-{c}", ".bmp", BYTES[..., PART[c]], write_plain("BMP", "dpi"), "dpi") for c in (1, 3)),
    *(Kind(f"pnm8-{c}", ".pnm", BYTES[..., PART[c]], write_plain("PPM")) for c in (1, 3)),
    Kind("pnm16-1", ".pgm", WORDS[..., :1], write_opencv),
    Kind("pnm16-3", ".ppm", WORDS[..., :3], write_opencv),
    *(Kind(f"pfm-{c}", ".pfm", FLOATS[..., PART[c]], write_opencv) for c in (1, 3)),
    *(Kind(f"exr-{c}", ".exr", FLOATS[..., PART[c]], write_exr) for c in PART),
    *(Kind(f"npy-{c}", ".npy", FLOATS[..., PART[c]], write_npy) for c in PART),
]  # fmt: skip
