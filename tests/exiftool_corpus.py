"""Photos whose metadata exiftool wrote, and what exiftool lists of a file: two things that are not ours.

One process of exiftool writes all of a corpus, and one reads all of it: its start takes longer than its work.
"""

import base64
import json
import random
import shutil
import struct
import subprocess
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageCms

EXIFTOOL = shutil.which("exiftool")
FORMATS = ("jpg", "png", "tif", "webp", "avif", "jp2")
SIDES = (24, 36)
PIXELS = np.random.default_rng(5).integers(60, 180, (*SIDES, 3), dtype=np.uint8)
ICC = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
PILLOW = {"jpg": "JPEG", "png": "PNG", "tif": "TIFF", "webp": "WEBP", "avif": "AVIF", "jp2": "JPEG2000"}


def tags_of(text):
    """Tags and values, as exiftool's arguments."""
    return tuple(tag.strip() for tag in text.replace("\n", " ").split("¦"))


TAGS = tags_of("""
IFD0:Artist=Jörg Müller ¦ IFD0:Artist= ¦ IFD0:Copyright=© 2024 Łódź ¦
IFD0:ImageDescription=Straße, 東京, café ¦ IFD0:Make=Große Kamera ¦ IFD0:Model=X 1 ¦
IFD0:Software=exiftool ¦ IFD0:HostComputer=Rechner ¦ IFD0:DocumentName=Blatt ä ¦ IFD0:PageName=Seite 1 ¦
IFD0:XPTitle=Titel ß ¦ IFD0:XPComment=Kommentar 漢字 ¦ IFD0:XPAuthor=Jörg ¦ IFD0:XPKeywords=eins;zwei ¦
IFD0:XPSubject=Über ¦ IFD0:Rating=4 ¦ IFD0:RatingPercent=75 ¦ IFD0:ModifyDate=2024:01:02 03:04:05 ¦
IFD0:UniqueCameraModel=Eigene Kamera ¦ IFD0:CameraSerialNumber=00123 ¦ IFD0:WhitePoint=0.3127 0.329 ¦
IFD0:PrimaryChromaticities=0.64 0.33 0.3 0.6 0.15 0.06 ¦ IFD0:GeoTiffAsciiParams=WGS 84| ¦
IFD0:PixelScale=0.5 0.5 0 ¦ IFD0:ModelTiePoint=0 0 0 11.5 48.1 0 ¦ ExifIFD:UserComment=Bemerkung äöü ¦
ExifIFD:ExposureTime=1/250 ¦ ExifIFD:FNumber=2.8 ¦ ExifIFD:ISO=100000 ¦
ExifIFD:ExposureCompensation=-1.3 ¦ ExifIFD:DateTimeOriginal=2023:12:31 23:59:59 ¦
ExifIFD:SubSecTimeOriginal=123 ¦ ExifIFD:OffsetTimeOriginal=+01:00 ¦ ExifIFD:LensModel=50 mm ƒ/1.8 ¦
ExifIFD:LensInfo=24 70 2.8 4 ¦ ExifIFD:LensSerialNumber=ä1 ¦ ExifIFD:OwnerName=Øyvind ¦
ExifIFD:ImageUniqueID=0123456789abcdef0123456789abcdef ¦ ExifIFD:ExifImageWidth=36 ¦
ExifIFD:ExifImageHeight=24 ¦ ExifIFD:Flash=16 ¦ ExifIFD:SubjectArea=10 10 5 5 ¦
ExifIFD:SpectralSensitivity=é ¦ ExifIFD:Gamma=2.2 ¦ ExifIFD:ColorSpace=65535 ¦
ExifIFD:RelatedSoundFile=ton.wav ¦ InteropIFD:InteropIndex=R03 ¦ GPS:GPSLatitude=48.1371 ¦
GPS:GPSLatitudeRef=N ¦ GPS:GPSLongitude=11.5753 ¦ GPS:GPSLongitudeRef=E ¦ GPS:GPSAltitude=520.25 ¦
GPS:GPSAreaInformation=München ¦ GPS:GPSDateStamp=2024:01:02 ¦ GPS:GPSImgDirection=359.5 ¦
XMP-dc:Title=Größe ¦ XMP-dc:Title-de=Größe ¦ XMP-dc:Subject=eins ¦ XMP-dc:Subject=zwei & drei ¦
XMP-dc:Creator=Jörg ¦ XMP-photoshop:City=Köln ¦ XMP-xmp:Rating=5 ¦ XMP-xmpMM:DocumentID=xmp.did:1 ¦
XMP-iptcExt:LocationShownCity=Köln ¦ XMP-mwg-rs:RegionName=Anna ¦
XMP-GPano:ProjectionType=equirectangular ¦ XMP-exif:GPSLatitude=48.1 ¦ XMP-crs:Exposure2012=0.5 ¦
XMP-darktable:History_end=3 ¦ XMP-tiff:Artist=Jörg ¦ IPTC:CodedCharacterSet=UTF8 ¦ IPTC:Keywords=eins ¦
IPTC:Keywords=zwölf ¦ IPTC:By-line=Jörg ¦ IPTC:Caption-Abstract=Ein längerer Text über das Bild ¦
IPTC:City=Köln ¦ IPTC:DateCreated=2024:01:02 ¦ IPTC:Urgency=3 ¦ Photoshop:CopyrightFlag=1 ¦
Photoshop:URL=https://example.org/ ¦ Photoshop:GlobalAngle=30 ¦ Photoshop:PhotoshopQuality=8 ¦
Photoshop:XResolution=240
""")
OF_ONE = {
    "jpg": tags_of("""
JFIF:XResolution=118 ¦ JFIF:ResolutionUnit=cm ¦ JFIF:YResolution=59 ¦ Comment=eine Bemerkung mit ä ¦
Ducky:Comment=für das Netz ¦ Ducky:Quality=60 ¦ MIE-Doc:Author=Jörg ¦ MIE-Doc:Title=hinter dem Bild ¦
Adobe:DCTEncodeVersion=100
"""),
    "png": tags_of("""
PNG:Author=Jörg ¦ PNG:Title=Größe ¦ PNG:Description=東京 ¦ PNG:Copyright=© someone ¦ PNG:Comment=ä ¦
PNG:ModifyDate=2024:01:02 03:04:05 ¦ PNG-pHYs:PixelsPerUnitX=3 ¦ PNG-pHYs:PixelsPerUnitY=2 ¦
PNG-pHYs:PixelUnits=Unknown ¦ PNG:Gamma=2.2 ¦ PNG:SRGBRendering=1
"""),
    "tif": tags_of("""
IFD0:XResolution=0.25 ¦ IFD0:YResolution=0.25 ¦ IFD0:ResolutionUnit=None ¦ IFD0:TargetPrinter=Drucker ¦
IFD0:InkSet=1 ¦ IFD0:XPosition=1.5 ¦ IFD0:MaxSampleValue=200
"""),
}
RESOLUTIONS = (
    ("IFD0:XResolution=300", "IFD0:YResolution=300", "IFD0:ResolutionUnit=inches"),
    ("IFD0:XResolution=118.11", "IFD0:YResolution=59", "IFD0:ResolutionUnit=cm"),
    ("IFD0:XResolution=5", "IFD0:YResolution=5", "IFD0:ResolutionUnit=None"),
)


@dataclass
class Listed:
    """What exiftool lists of a file: values by "Group:Name", several where a tag is there several times."""

    tags: dict[str, list[object]] = field(default_factory=dict)

    def add(self, name, value):
        self.tags.setdefault(name, []).append(value)


def plain(path):
    """A small photo without metadata."""
    form = path.suffix[1:]
    options = {
        "jpg": {"quality": 90},
        "avif": {"quality": 90},
        "jp2": {"irreversible": False},
        "webp": {"lossless": True},
    }
    Image.fromarray(PIXELS).save(path, PILLOW[form], **options.get(form, {}))


def write_corpus(folder, count, seed=11, formats=FORMATS):
    """`count` files in `folder`, of each format in turn, with tags by chance; those by hand come first."""
    folder.mkdir(parents=True, exist_ok=True)
    dice, lines, paths = random.Random(seed), [], []
    for number in range(count):
        form = formats[number % len(formats)]
        path = folder / f"{number:03d}.{form}"
        plain(path)
        chosen = dice.sample(TAGS, dice.randint(4, 24))
        own = OF_ONE.get(form, ())
        chosen += dice.sample(own, dice.randint(0, len(own)))
        if dice.random() < 0.5:
            chosen += dice.choice(RESOLUTIONS)
        if dice.random() < 0.3:
            (folder / "profile.icc").write_bytes(ICC)
            chosen.append(f"ICC_Profile<={folder / 'profile.icc'}")
        if form == "jpg" and dice.random() < 0.2:
            chosen.append("XMP-dc:Description=" + "lang " * 20_000)
        charset = ["-charset", f"iptc={dice.choice(('UTF8', 'Latin'))}"]
        if dice.random() < 0.3:
            charset += ["-charset", "exif=Latin"]
        order = [f"-ExifByteOrder={dice.choice(('II', 'MM'))}"]
        lines += ["-q", "-m", "-overwrite_original", *charset, *order]
        lines += [
            "-"
            + (tag.replace("=", "+=", 1) if tag.split("=")[0] in ("XMP-dc:Subject", "IPTC:Keywords") else tag)
            for tag in chosen
        ]
        lines += [str(path), "-execute"]
        paths.append(path)
    arguments = folder / "arguments.txt"
    arguments.write_text("\n".join(lines))
    subprocess.run(
        [EXIFTOOL, "-charset", "filename=UTF8", "-@", str(arguments)], capture_output=True, check=False
    )
    return paths


def listed(paths):
    """What exiftool lists of each file, one process for all."""
    words = [EXIFTOOL, "-j", "-a", "-u", "-n", "-b", "-G1:4", "-charset", "filename=UTF8"]
    done = subprocess.run([*words, *map(str, paths)], capture_output=True, check=False)
    found = {}
    for each in json.loads(done.stdout or b"[]"):
        one = found[Path(each.pop("SourceFile"))] = Listed()
        for name, value in each.items():
            name = ":".join(part for part in name.split(":") if not part.startswith("Copy"))
            if name == "File:Comment" and str(value).startswith("base64:"):
                value = base64.b64decode(value[7:]).decode("latin-1")
            one.add(name, value)
    return found


# What says how the pixels lie in a file, and what exiftool computes.
STRUCTURE = {"System", "ExifTool", "Composite", "RIFF", "Jpeg2000", "QuickTime", "Meta", "File", "Adobe"}
LAYOUT = """
ImageWidth ImageHeight BitsPerSample Compression PhotometricInterpretation StripOffsets SamplesPerPixel
RowsPerStrip StripByteCounts PlanarConfiguration Predictor TileWidth TileLength TileOffsets TileByteCounts
YCbCrPositioning YCbCrSubSampling SubfileType FillOrder SampleFormat ExtraSamples BitDepth ColorType Filter
Interlace JFIFVersion Orientation ProfileName
"""
LAYOUT = frozenset(LAYOUT.split())
RESOLUTION = {f"{name}Resolution" for name in "XY"} | {"ResolutionUnit", "PixelUnits"}
RESOLUTION |= {f"PixelsPerUnit{name}" for name in "XY"}
# By the group that exiftool names: words of a line that announces a loss.
ANNOUNCED = {
    "IFD0": ("EXIF", "OME-XML"),
    "ExifIFD": ("EXIF",),
    "GPS": ("EXIF",),
    "InteropIFD": ("EXIF",),
    "IFD1": ("thumbnail",),
    "IPTC": ("IPTC",),
    "Photoshop": ("Photoshop",),
    "PNG": ("texts", "the comment", "only PNG"),
    "PNG-cICP": ("only PNG",),
    "File": ("comment",),
    "JFIF": ("resolution",),
    "PNG-pHYs": ("resolution",),
    "Ducky": ("APP12",),
}
# exiftool 12 takes a directory of one block for one of another block with the same offset.
MISTAKEN = "pointer references previous"
COMMENTS = ("File:Comment", "PNG:Comment", "IFD0:ImageDescription", "Jpeg2000:Comment")


def resolutions(tags):
    """The resolution that each group names: rounded pixels per inch, or a ratio where there is no unit."""
    found = {}
    for group, names, scale in (
        ("IFD0", ("XResolution", "YResolution", "ResolutionUnit"), {2: 1, 3: 2.54}),
        ("JFIF", ("XResolution", "YResolution", "ResolutionUnit"), {1: 1, 2: 2.54}),
        ("PNG-pHYs", ("PixelsPerUnitX", "PixelsPerUnitY", "PixelUnits"), {1: 0.0254}),
    ):
        across, down, unit = (tags.get(f"{group}:{name}", [0])[0] for name in names)
        if across and down:
            by = scale.get(unit)
            found[group] = (round(across * by), round(down * by)) if by else round(across / down, 2)
    return found


def silent_losses(before, after, lines, data=b""):
    """Tags of `before` that `after` lacks or has otherwise, and no line of `lines` says so."""
    said = " ".join(lines)
    found = []
    left = {name: list(values) for name, values in after.tags.items()}
    for name, values in before.tags.items():
        group, _, tag = name.rpartition(":")
        if name != "File:Comment" and (group in STRUCTURE or tag in LAYOUT):
            continue
        for value in values:
            if value in left.get(name, ()):
                left[name].remove(value)
                continue
            if group == "GPS" and any(MISTAKEN in text for text in after.tags.get("ExifTool:Warning", ())):
                continue
            if tag == "HasExtendedXMP":
                continue  # the two packets became one
            if tag in RESOLUTION:
                wanted = resolutions(before.tags).get(group, 1)
                if wanted == 1 or wanted in resolutions(after.tags).values() or "resolution" in said:
                    continue  # a ratio of 1 without a unit says nothing
            if name in COMMENTS and any(
                str(value) in str(other) for each in COMMENTS for other in after.tags.get(each, ())
            ):
                continue
            if name == "File:Comment" and str(value).encode() in data:
                continue  # of JPEG 2000's codestream exiftool lists nothing
            words = ANNOUNCED.get(group) or (("XMP",) if group.startswith("XMP") else ())
            words = words or (
                ("profile",) if group.startswith("ICC") else ("only JPEG", "only PNG", "only TIFF")
            )
            if tag in said or any(word in said for word in words):
                continue
            found.append(
                f"{name}: {str(value)[:60]!r} became {[str(v)[:60] for v in after.tags.get(name, ())]}"
            )
    warned = [text for text in after.tags.get("ExifTool:Warning", []) if MISTAKEN not in text]
    found += [
        f"exiftool warns: {text}" for text in warned if text not in before.tags.get("ExifTool:Warning", [])
    ]
    return found


# By hand: what exiftool reads but does not write.


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def with_chunks(data, *chunks):
    """A PNG with chunks behind its header."""
    return data[:33] + b"".join(chunk(*each) for each in chunks) + data[33:]


def with_segments(data, *segments):
    """A JPEG with segments behind its first one."""
    at = 4 + int.from_bytes(data[4:6], "big")
    return (
        data[:at]
        + b"".join(struct.pack(">BBH", 255, kind, 2 + len(body)) + body for kind, body in segments)
        + data[at:]
    )
