"""Reports as plain values and back: dictionaries, lists, strings, numbers. Arrays become base64 of zlib."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from jaxstudio.ir.cost.analysis import Cost
from jaxstudio.ir.cost.loops import Loop
from jaxstudio.ir.cost.roofline import Roofline
from jaxstudio.ir.cost.running import Measurement, Timing
from jaxstudio.ir.ledger.entries import Entry
from jaxstudio.ir.links.index import Links
from jaxstudio.ir.links.origins import Place
from jaxstudio.ir.links.relation import Relation
from jaxstudio.ir.links.spaces import Space, StageIndex
from jaxstudio.ir.parse.items import Parsed, Region
from jaxstudio.ir.parse.jaxpr import Equation
from jaxstudio.ir.report import Report
from jaxstudio.ir.stages import Kind, Language, Stage

Plain = Mapping[str, Any]


def stage_to_plain(stage: Stage) -> dict[str, Any]:
    return asdict(stage)


def stage_from_plain(plain: Plain) -> Stage:
    return Stage(**{**plain, "kind": Kind(plain["kind"]), "language": Language(plain["language"])})


def report_to_plain(report: Report) -> dict[str, Any]:
    """Everything but the stages, which go one by one."""
    return {
        "target": report.target,
        "device": report.device,
        "links": {name: _index_to_plain(index) for name, index in report.links.stages.items()},
        "equations": [asdict(equation) for equation in report.equations],
        "cost": report.cost and asdict(report.cost),
        "measured": measurement_to_plain(report.measurement),
        "ledger": [asdict(entry) for entry in report.ledger],
        "notes": list(report.notes),
        "quiet_passes": list(report.quiet_passes),
    }


def report_from_plain(plain: Plain, stages: tuple[Stage, ...]) -> Report:
    links = Links()
    for name, index in plain["links"].items():
        links.add(name, _index_from_plain(index))
    return Report(
        plain["target"],
        plain["device"],
        stages,
        links,
        tuple(map(_equation, plain["equations"])),
        plain["cost"] and _cost(plain["cost"]),
        ledger=tuple(map(Entry.from_json, plain["ledger"])),
        notes=tuple(plain["notes"]),
        quiet_passes=tuple(plain["quiet_passes"]),
        **vars(measurement_from_plain(plain["measured"])),
    )


def measurement_to_plain(measurement: Measurement) -> dict[str, Any]:
    return {
        "timing": measurement.timing and asdict(measurement.timing),
        "roofline": measurement.roofline and asdict(measurement.roofline),
        "kernel_seconds": dict(measurement.kernel_seconds),
        "unmeasured": measurement.unmeasured,
    }


def measurement_from_plain(plain: Plain) -> Measurement:
    return Measurement(
        plain["timing"] and Timing(**plain["timing"]),
        plain["roofline"] and _roofline(plain["roofline"]),
        plain["kernel_seconds"],
        plain["unmeasured"],
    )


def _roofline(plain: Plain) -> Roofline:
    return Roofline(**{**plain, "cached": tuple((size, rate) for size, rate in plain["cached"])})


def _index_to_plain(index: StageIndex) -> dict[str, Any]:
    parsed = index.parsed
    return {
        "spans": _packed(parsed.spans),
        "names": parsed.names,
        "kinds": parsed.kinds,
        "origins": _packed(parsed.origins),
        "regions": [asdict(region) for region in parsed.regions],
        "region_of": _packed(parsed.region_of),
        "problem": parsed.problem,
        "how": None if index.how is None else _packed(index.how),
        "keys": {
            space.value: [_packed(relation.starts), _packed(relation.keys), relation.width]
            for space, relation in index.keys.items()
        },
    }


def _index_from_plain(plain: Plain) -> StageIndex:
    parsed = Parsed(
        _unpacked(plain["spans"]),
        plain["names"],
        plain["kinds"],
        _unpacked(plain["origins"]),
        tuple(Region(**region) for region in plain["regions"]),
        _unpacked(plain["region_of"]),
        plain["problem"],
    )
    keys = {
        Space(name): Relation(_unpacked(starts), _unpacked(keys), width)
        for name, (starts, keys, width) in plain["keys"].items()
    }
    return StageIndex(parsed, keys, None if plain["how"] is None else _unpacked(plain["how"]))


def _cost(plain: Plain) -> Cost:
    return Cost(**{**plain, "loops": tuple(Loop(**loop) for loop in plain["loops"])})


def _equation(plain: Plain) -> Equation:
    return Equation(
        **{
            **plain,
            "frames": tuple(Place(**frame) for frame in plain["frames"]),
            "inputs": tuple(plain["inputs"]),
            "outputs": tuple(plain["outputs"]),
        }
    )


def _packed(array: np.ndarray) -> list[Any]:
    """Type, shape, content."""
    data = base64.b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 1)).decode("ascii")
    return [array.dtype.str, list(array.shape), data]


def _unpacked(packed: list[Any]) -> np.ndarray:
    dtype, shape, data = packed
    return np.frombuffer(zlib.decompress(base64.b64decode(data)), np.dtype(dtype)).reshape(shape)
