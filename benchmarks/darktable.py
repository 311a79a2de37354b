"""Ten everyday steps on photos of a folder, here and by darktable-cli, if it is installed.

darktable does nine of them without its window. A sidecar (XMP) holds each module's parameters as the bytes
of its struct, here of darktable 4.2. Its lens module needs the EXIF of a camera, which these photos lack. Its
modules compute in Lab or linear Rec. 2020, with colour management at both ends: results are alike, not equal.
"""

from __future__ import annotations

import resource
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any

PROGRAM = "darktable-cli"
CURVE = ((0.0, 0.0), (0.25, 0.22), (0.75, 0.79), (1.0, 1.0))
STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("crop", {"left": 3.0, "top": 3.0, "right": 3.0, "bottom": 3.0}),
    ("lens", {"k1": 0.05}),
    ("exposure", {"stops": 0.5}),
    ("color_temperature", {"kelvin": 5200.0}),
    ("shadows_highlights", {"shadows": 30.0, "highlights": -20.0}),
    ("hue_ranges", {"orange_saturation": 20.0}),
    ("curve", {"points": CURVE}),
    ("clarity", {"clarity": 25.0}),
    ("unsharp_mask", {"radius": 2.0, "amount": 0.5}),
    ("vignette", {"amount": 0.4}),
)
NOT_BY_DARKTABLE = "lens"
NODES = 20  # places for the points of a curve, of which the first are used


def is_there() -> bool:
    """Whether darktable's command is installed."""
    return shutil.which(PROGRAM) is not None


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def ints(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def points(*nodes: tuple[float, float]) -> bytes:
    return floats(*(number for node in nodes for number in node), *[0.0] * (2 * (NODES - len(nodes))))


def modules() -> dict[str, tuple[int, bytes]]:
    """The version and bytes of each module's parameters, as structs of darktable 4.2."""
    line = ((0.0, 0.0), (0.5, 0.5), (1.0, 1.0))
    even = [(node / 8, 0.5) for node in range(8)]
    orange = [(x, 0.6 if 0 < x < 0.2 else y) for x, y in even]
    return {
        "temperature": (3, floats(1.1, 1.0, 0.8, 1.0)),
        "exposure": (6, ints(0) + floats(0, 0.5, 50, -4) + ints(0)),
        "crop": (1, floats(0.03, 0.03, 0.97, 0.97) + ints(-1, -1)),
        "shadhi": (5, ints(0) + floats(100, 30, 0, -20, 0, 50, 100, 50) + ints(127) + floats(1e-6) + ints(0)),
        "colorzones": (
            5,
            ints(2)
            + points(*even)
            + points(*orange)
            + points(*even)
            + ints(8, 8, 8, 2, 2, 2)
            + floats(0)
            + ints(0, 1),
        ),
        "tonecurve": (
            5,
            points(*CURVE) + points(*line) + points(*line) + ints(4, 3, 3, 2, 2, 2, 1, 0, 1, 0),
        ),
        "bilat": (3, ints(1) + floats(0.5, 0.5, 0.25, 0.5)),
        "sharpen": (1, floats(2, 0.5, 0.5)),
        "vignette": (4, floats(80, 50, -0.5, 0, 0, 0) + ints(0) + floats(1, 1) + ints(0, 1)),
    }


def sidecar() -> str:
    """The nine modules as darktable's XMP."""
    steps = "".join(
        f'<rdf:li darktable:num="{number}" darktable:operation="{name}" darktable:enabled="1"'
        f' darktable:modversion="{version}" darktable:params="{values.hex()}" darktable:multi_name=""'
        ' darktable:multi_priority="0"/>'
        for number, (name, (version, values)) in enumerate(modules().items())
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
        ' xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="5" darktable:raw_params="0"'
        f' darktable:auto_presets_applied="1" darktable:history_end="{len(modules())}"'
        f' darktable:iop_order_version="4"><darktable:history><rdf:Seq>{steps}</rdf:Seq>'
        "</darktable:history></rdf:Description></rdf:RDF></x:xmpmeta>\n"
    )


def our_work(without: str = "") -> Any:
    """The ten steps as a batch's work; `without` leaves one out."""
    from jaxstudio.batch.photo import PhotoWork
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe
    from jaxstudio.pipeline.recipe_text import to_json

    recipe = Recipe()
    for name, params in STEPS:
        if name != without:
            recipe = recipe.added(CATALOGUE[name], params)
    return PhotoWork(to_json(recipe))


def develop(folder: Path, out: Path) -> float:
    """Let darktable develop all photos of a folder as JPEGs into `out`; seconds of the processor.

    It has a library in memory and a configuration of its own, and no GPU; its start is part of the time.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="jaxstudio-darktable-") as own:
        recipe = Path(own, "steps.xmp")
        recipe.write_text(sidecar(), encoding="utf-8")
        core = ["--core", "--configdir", own, "--library", ":memory:", "--disable-opencl"]
        core += ["--conf", "plugins/imageio/format/jpeg/quality=90"]
        command = [PROGRAM, "--import", str(folder), str(recipe), str(out), "--out-ext", "jpg", *core]
        subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
