"""What the files of the corpus and their results hold, read by other libraries, from pixels to comments."""

import corpus
import cv2
import imagecodecs
import numpy as np
import tifffile
from PIL import ExifTags, Image, IptcImagePlugin


def read_pixels(path):
    """(H, W, C) of a file, by a library that the program does not decode it with where there is one."""
    suffix = path.suffix
    if suffix == ".npy":
        pixels = np.load(path)
    elif suffix in (".tif",):
        pixels = tifffile.imread(path)
    elif suffix == ".jxl":
        pixels = imagecodecs.jpegxl_decode(path.read_bytes())
    elif suffix == ".exr":
        import OpenEXR

        with OpenEXR.File(str(path), separate_channels=True) as file:
            channels = {name: np.asarray(each.pixels) for name, each in file.channels().items()}
        pixels = np.stack([channels[name] for name in ("Y", "R", "G", "B", "A") if name in channels], -1)
    elif suffix in (".png", ".pnm", ".pgm", ".ppm", ".pfm"):
        if suffix == ".png":
            pixels = imagecodecs.png_decode(path.read_bytes())
        else:
            pixels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
            pixels = pixels[..., ::-1] if pixels.ndim == 3 else pixels
    elif suffix == ".jp2":
        pixels = imagecodecs.jpeg2k_decode(path.read_bytes())
    else:
        with Image.open(path) as image:
            mode = image.mode
            if suffix == ".gif":
                mode = "RGB" if image.mode == "P" else image.mode
            pixels = np.asarray(image.convert(mode))
    return pixels[..., np.newaxis] if pixels.ndim == 2 else pixels


def exif_in_box(data, mark, skip):
    at = data.find(mark)
    exif = Image.Exif()
    if at >= 0:
        exif.load(b"Exif\0\0" + data[at + len(mark) + skip :])
    return exif


def read_tiff_fields(path):
    """By tifffile, which reads every directory whatever the pixels are."""
    with tifffile.TiffFile(path) as file:
        tags = {tag.code: tag.value for tag in file.pages.first.tags.values()}
    inner, place = tags.get(34665, {}), tags.get(34853, {})
    fields = {"orientation": int(tags.get(274, 1))}
    if 271 in tags:
        exposure = inner.get("ExposureTime")
        fields["exif"] = {
            "make": tags[271],
            "copyright": tags.get(33432),
            "exposure": exposure[0] / exposure[1] if exposure else None,
            "lens": inner.get("LensModel"),
            "notes": inner.get("MakerNote"),
        }
    if place:
        parts = place.get("GPSLatitude", ())
        latitude = [a / b for a, b in zip(parts[::2], parts[1::2], strict=True)]
        fields["gps"] = (place.get("GPSLatitudeRef"), latitude)
    for name, tag in (("icc", 34675), ("xmp", 700), ("comment", 270)):
        if tag in tags:
            fields[name] = tags[tag]
    if 33723 in tags:
        fields["iptc"] = corpus.IPTC in bytes(tags[33723])
    if 282 in tags and int(tags.get(296, 2)) == 2:
        fields["dpi"] = tuple(round(tags[tag][0] / tags[tag][1]) for tag in (282, 283))
    return fields


def read_fields(path):
    """What a file says besides its pixels: the fields of `FIELDS` that it has, and "orientation"."""
    if path.suffix == ".tif":
        return read_tiff_fields(path)
    data, fields, info = path.read_bytes(), {}, {}
    if path.suffix == ".jxl":
        exif = exif_in_box(data, b"Exif", 4)
    elif path.suffix == ".jp2":
        exif = exif_in_box(data, corpus.JP2_UUIDS["exif"], 0)
        with Image.open(path) as image:
            image.load()
            info = dict(image.info)
        for icc in corpus.ICC.values():
            if b"colr\2\0\0" + icc in data:
                info["icc_profile"] = icc
    elif path.suffix in (".npy", ".exr", ".pfm"):
        return {"orientation": 1}
    else:
        with Image.open(path) as image:
            image.load()
            info, exif = dict(image.info), image.getexif()
            info |= {"text": getattr(image, "text", {})}
            if image.format == "JPEG":
                records = IptcImagePlugin.getiptcinfo(image)
                if records:
                    fields["iptc"] = records.get((2, 80)) == b"Author" and records.get((2, 120)) == b"caption"
    inner, place = exif.get_ifd(ExifTags.IFD.Exif), exif.get_ifd(ExifTags.IFD.GPSInfo)
    if exif.get(ExifTags.Base.Make):
        fields["exif"] = {
            "make": str(exif[ExifTags.Base.Make]),
            "copyright": exif.get(ExifTags.Base.Copyright),
            "exposure": float(inner[ExifTags.Base.ExposureTime])
            if ExifTags.Base.ExposureTime in inner
            else None,
            "lens": inner.get(ExifTags.Base.LensModel),
            "notes": inner.get(ExifTags.Base.MakerNote),
        }
    if place:
        latitude = [float(part) for part in place.get(ExifTags.GPS.GPSLatitude, ())]
        fields["gps"] = (place.get(ExifTags.GPS.GPSLatitudeRef), latitude)
    if info.get("icc_profile"):
        fields["icc"] = info["icc_profile"]
    xmp = info.get("xmp") or info.get("XML:com.adobe.xmp")
    if corpus.XMP in data and path.suffix in (".jp2", ".jxl"):
        xmp = corpus.XMP
    if xmp:
        fields["xmp"] = xmp.encode() if isinstance(xmp, str) else xmp
    if corpus.photoshop(corpus.IPTC).hex() in str(
        info.get("text", {}).get("Raw profile type iptc", "")
    ).replace("\n", ""):
        fields["iptc"] = True
    if path.suffix == ".jp2" and corpus.JP2_UUIDS["iptc"] + corpus.IPTC in data:
        fields["iptc"] = True
    if str(info.get("comment", "")).startswith("b'Created by OpenJPEG"):
        del info["comment"]
    comment = info.get("comment") or info.get("text", {}).get("Comment") or exif.get(270)
    if comment:
        fields["comment"] = comment.decode() if isinstance(comment, bytes) else comment
    dpi = info.get("dpi")
    if path.suffix in (".webp", ".avif", ".heic", ".jp2", ".jxl"):
        dpi = (exif[282], exif[283]) if 282 in exif and exif.get(296) == 2 else None
    elif path.suffix == ".jpg" and info.get("jfif_unit") != 1:
        dpi = None
    elif path.suffix == ".bmp" and dpi and abs(dpi[0] - 96) < 0.1:
        dpi = None  # what Pillow writes by itself
    if dpi:
        fields["dpi"] = tuple(round(float(value)) for value in dpi)
    fields["orientation"] = exif.get(ExifTags.Base.Orientation, 1)
    return fields
