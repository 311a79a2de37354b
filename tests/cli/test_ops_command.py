"""`jaxstudio ops` and `jaxstudio devices`: what programs and people read."""

import json
import shlex

import jsonschema
import pytest

from jaxstudio.cli.recipe_options import added_step
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe

PARAM = {
    "type": "object",
    "required": ["name", "type", "default", "min", "max", "unit", "choices", "doc"],
    "properties": {
        "name": {"type": "string"},
        "type": {
            "enum": ["float", "int", "bool", "choice", "matrix", "steps", "points", "path", "expression"]
        },
        "min": {"type": ["number", "null"]},
        "max": {"type": ["number", "null"]},
        "unit": {"type": "string"},
        "choices": {"type": ["array", "null"], "items": {"type": "string"}},
        "doc": {"type": "string", "minLength": 1},
    },
}
OPS = {
    "type": "object",
    "required": ["ops"],
    "properties": {
        "ops": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["name", "title", "category", "kind", "doc", "source", "params"],
                "properties": {
                    "kind": {"enum": sorted({op.kind.name for op in CATALOGUE.values()})},
                    "params": {"type": "array", "items": PARAM},
                },
            },
        }
    },
}
DEVICES = {
    "type": "object",
    "required": ["devices", "unavailable"],
    "properties": {
        "devices": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["name", "platform", "kind", "memory_bytes", "default"],
                "properties": {
                    "name": {"type": "string", "pattern": "^[a-z]+:[0-9]+$"},
                    "memory_bytes": {"type": ["integer", "null"]},
                    "default": {"type": "boolean"},
                },
            },
        },
        "unavailable": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["platform", "reason"],
                "properties": {"reason": {"type": "string", "minLength": 1}},
            },
        },
    },
}


def test_the_catalogue_as_json(run):
    outcome = run("ops", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    jsonschema.validate(document, OPS)
    assert [op["name"] for op in document["ops"]] == list(CATALOGUE)
    blur = next(op for op in document["ops"] if op["name"] == "gaussian_blur")
    sigma = next(param for param in blur["params"] if param["name"] == "sigma")
    assert (sigma["type"], sigma["default"], sigma["min"], sigma["max"], sigma["unit"]) == (
        "float",
        1,
        0,
        64,
        "px",
    )
    border = next(param for param in blur["params"] if param["name"] == "border")
    assert border["choices"] == ["reflect", "nearest", "mirror", "wrap", "constant"]


def test_one_op_as_json(run):
    document = json.loads(run("ops", "sobel", "--json").out)
    assert [op["name"] for op in document["ops"]] == ["sobel"]


def test_the_list_names_every_op(run):
    outcome = run("ops")
    assert outcome.code == 0
    listed = [line.split()[0] for line in outcome.out.splitlines() if line.startswith("  ")]
    assert listed == list(CATALOGUE)
    assert max(map(len, outcome.out.splitlines())) <= 110


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_page_is_complete_and_its_example_is_the_default(run, name):
    op = CATALOGUE[name]
    page = run("ops", name).out
    words = " ".join(page.split())
    for text in (op.title, op.doc, op.use, op.formula, op.source, op.notes, *(p.name for p in op.params)):
        assert " ".join(text.split()) in words
    command = shlex.split(next(line for line in page.splitlines() if line.startswith("Example: ")))
    recipe = added_step(Recipe(), command[command.index("-s") + 1], CATALOGUE)
    assert recipe == Recipe().added(op)


def test_an_unknown_op_suggests_the_nearest(run):
    outcome = run("ops", "sobol")
    assert outcome.code == 2
    assert "did you mean sobel?" in outcome.line


def test_devices_as_json(run):
    outcome = run("devices", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = json.loads(outcome.out)
    jsonschema.validate(document, DEVICES)
    assert "cpu:0" in [device["name"] for device in document["devices"]]
    assert [device["default"] for device in document["devices"]].count(True) == 1


def test_devices_for_people(run):
    outcome = run("devices")
    assert outcome.code == 0
    assert "cpu:0" in outcome.out
    assert "(default)" in outcome.out
