"""Reports as JSON, as a folder, as one page: whole, escaped, needing nothing else."""

import html.parser
import json
import re
import shutil
import subprocess
from importlib.resources import files

import jax
import numpy as np
import pytest

from ir import examples
from ir.conftest import floats
from jaxstudio.errors import SaveError
from jaxstudio.ir.export import page, report_json, save_folder, save_page
from jaxstudio.ir.inspection import inspect
from jaxstudio.ir.stages import Kind, Language, Stage
from jaxstudio.ir.target import Target
from jaxstudio.ir.user_process.request import Found
from jaxstudio.processes.channel import encode

SCRIPT = (files("jaxstudio.ir") / "page.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def report():
    return inspect(Target("selu", examples.selu, (floats(16),))).report(seconds=0.01)


def test_a_report_crosses_to_another_process(report):
    back = encode(Found(report=report)).decode(Found).report
    assert back.stages == report.stages
    for name in (
        "target",
        "device",
        "equations",
        "cost",
        "timing",
        "roofline",
        "compilation_log",
        "notes",
        "unmeasured",
    ):
        assert getattr(back, name) == getattr(report, name), name
    assert back.coverage == report.coverage
    assert set(back.links.stages) == set(report.links.stages)
    for name, index in report.links.stages.items():
        other = back.links.stages[name]
        assert other.parsed.names == index.parsed.names
        assert other.parsed.regions == index.parsed.regions
        np.testing.assert_array_equal(other.parsed.spans, index.parsed.spans)
        for space, relation in index.keys.items():
            np.testing.assert_array_equal(other.keys[space].keys, relation.keys)
    names = ["source", "jaxpr", "stablehlo", "optimized"]
    for one in names:
        for other in names:
            if one != other:
                np.testing.assert_array_equal(
                    back.links.between(one, other).keys, report.links.between(one, other).keys
                )


def test_json_has_what_the_design_promises(report):
    document = report_json(report)
    assert set(document) >= {"target", "device", "stages", "links", "cost", "compilation_log"}
    kinds = ("source", "jaxpr", "stablehlo", "hlo", "pass", "optimized", "buffers", "llvm", "asm")
    assert {
        next(kind for kind in kinds if stage["name"].startswith(kind)) for stage in document["stages"]
    } == {*kinds}
    texts = {}
    for stage in document["stages"]:
        if "changes" in stage:
            lines = list(texts[stage["since"]])
            for first, last, new in reversed(stage["changes"]):
                lines[first:last] = new
            texts[stage["name"]] = lines
        else:
            texts[stage["name"]] = stage["text"].split("\n")
    assert {name: "\n".join(lines) for name, lines in texts.items()} == {
        stage.name: stage.text for stage in report.stages
    }
    for name, spans in document["items"].items():
        for line, column, end_line, end_column in spans:
            assert 1 <= line <= end_line <= len(texts[name])
            assert 0 <= column <= len(texts[name][line - 1])
            assert end_column <= len(texts[name][end_line - 1])
    for link in document["links"]:
        found = {(one, other) for ones, others in link["groups"] for one in ones for other in others}
        relation = report.links.between(link["from"], link["to"])
        assert found == {
            (one, other) for one in range(len(relation)) for other in relation.of([one]).tolist()
        }
    pairs = {(link["from"].split()[0], link["to"].split()[0]) for link in document["links"]}
    assert {("source", "jaxpr"), ("jaxpr", "stablehlo"), ("stablehlo", "hlo"), ("optimized", "asm")} <= pairs
    assert document["cost"]["flops"] == report.cost.flops
    assert document["cost"]["ready_ms"] > 0
    assert document["coverage"]["optimized"]["share"] == 1.0


def test_every_stage_is_a_file(report, tmp_path):
    written = save_folder(report, tmp_path / "deep" / "out")
    assert [path.read_text(encoding="utf-8") for path in written[:-2]] == [
        stage.text for stage in report.stages
    ]
    assert len({path.name for path in written}) == len(written)
    assert {path.suffix for path in written} >= {".py", ".jaxpr", ".mlir", ".hlo", ".ll", ".s"}
    document = json.loads((tmp_path / "deep" / "out" / "report.json").read_text())
    assert "text" not in document["stages"][0]
    assert not [path for path in (tmp_path / "deep" / "out").iterdir() if path.name.startswith(".")]


def test_a_place_that_cannot_be_written(report, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SaveError, match="file"):
        save_folder(report, tmp_path / "file")
    with pytest.raises(SaveError, match="missing"):
        save_page(report, tmp_path / "missing" / "page.html")


class Elements(html.parser.HTMLParser):
    """The elements of a page with their attributes, and the text of its scripts."""

    def __init__(self):
        super().__init__()
        self.found, self.scripts, self._in = [], [], False

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        self._in = tag == "script"
        if self._in:
            self.scripts.append("")

    def handle_endtag(self, tag):
        self._in = False

    def handle_data(self, data):
        if self._in:
            self.scripts[-1] += data


def elements(text):
    parser = Elements()
    parser.feed(text)
    return parser


HOSTILE = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> \u2028 & ' \""


def test_whatever_a_text_holds_stays_text():
    """A file name, a source, a stage may hold anything."""
    stage = Stage("source", Kind.SOURCE, Language.PYTHON, HOSTILE, path="a.py", note=HOSTILE)
    from jaxstudio.ir.report import Report

    text = page(Report(HOSTILE, "cpu:0", (stage,), notes=(HOSTILE,)))
    found = elements(text)
    tags = [tag for tag, _ in found.found]
    assert tags.count("script") == 2
    assert "img" not in tags
    assert json.loads(found.scripts[0])["stages"][0]["text"] == HOSTILE
    assert found.scripts[1] == SCRIPT


def test_the_page_loads_nothing(report):
    text = page(report)
    found = elements(text)
    for _, attributes in found.found:
        assert not {"src", "href", "onclick", "onload"} & set(attributes)
    policy = next(attributes["content"] for tag, attributes in found.found if "http-equiv" in attributes)
    assert policy.startswith("default-src 'none'")
    assert not re.search(
        r"https?://|@import|url\(|fetch\(|XMLHttpRequest|innerHTML|insertAdjacent|eval\(", SCRIPT
    )
    data = json.loads(found.scripts[0])
    texts = {}
    for stage in data["stages"]:
        if "since" in stage:  # from the last change to the first: places do not move
            lines = texts[stage["since"]].split("\n")
            for first, last, put, words in reversed(stage["changes"]):
                lines[first:last] = put
                assert len(words) == len(put)
            stage["text"] = "\n".join(lines)
        texts[stage["name"]] = stage["text"]
    assert texts == {stage.name: stage.text for stage in report.stages}
    assert any("since" in stage for stage in data["stages"])
    assert data["help"]["hlo multiply"]
    changed = [stage["changed"] for stage in data["stages"] if stage["name"].startswith("pass")]
    assert any(changed)


def test_the_page_has_each_quantity_of_each_line():
    measured = inspect(Target("selu", examples.selu, (floats(16),))).report(seconds=0.01, kernels=True)
    data = json.loads(elements(page(measured)).scripts[0])
    assert list(data["quantities"]) == ["time", "flops", "bytes", "memory"]
    assert all(words.endswith("not attributed to a line") for words in data["quantities"].values())
    heat = {stage["name"]: stage["heat"] for stage in data["stages"]}
    for quantity, profile in measured.line_profiles.items():
        for stage, lines in profile.lines.items():
            shares = {int(line): share for line, share in heat[stage][quantity].items()}
            assert shares.keys() == set(np.flatnonzero(lines).tolist())
            assert sum(shares.values()) == pytest.approx(lines.sum() / profile.total, abs=1e-3)


def test_what_does_not_fit_is_named(report, monkeypatch):
    monkeypatch.setattr("jaxstudio.ir.export.MOST_CHARACTERS", 60_000)
    data = json.loads(elements(page(report)).scripts[0])
    assert len(data["stages"]) < len(report.stages)
    assert "left out for their size" in data["notes"][-1]
    assert {"source", "jaxpr"} <= {stage["name"] for stage in data["stages"]}


@pytest.mark.skipif(shutil.which("node") is None, reason="runs the page's script outside of a browser")
def test_the_script_follows_links_as_python_does(report, tmp_path):
    data = elements(page(report)).scripts[0]
    functions = SCRIPT[SCRIPT.index("function keysOf") : SCRIPT.index("function hueOf")]
    program = f"""
const data = {data}, SPACES = ['instruction', 'equation', 'kernel', 'origin', 'place'];
{functions}
const named = Object.fromEntries(data.stages.map(stage => [stage.name, stage]));
const found = [];
for (const one of ['source', 'jaxpr', 'stablehlo', 'optimized'])
  for (const other of ['source', 'jaxpr', 'stablehlo', 'optimized'])
    for (let item = 0; item < named[one].spans.length; item++)
      found.push([one, item, other, follow(named[one], [item], named[other])]);
const places = named['jaxpr'].spans.map(([line, column]) => innermost(named['jaxpr'], line, column));
data.stages.forEach(unfold);
const texts = data.stages.map(stage => stage.lines.join('\\n'));
const words = data.stages.map(stage => stage.tokens.length);
console.log(JSON.stringify([found, places, texts, words]));
"""
    path = tmp_path / "run.js"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run(["node", path], capture_output=True, text=True, check=True, timeout=60)
    found, places, texts, words = json.loads(done.stdout)
    assert texts == [stage.text for stage in report.stages]
    assert words == [len(stage.lines) for stage in report.stages]
    assert found
    for one, item, other, items in found:
        expected = [item] if one == other else report.links.follow(one, [item], other).tolist()
        assert items == expected
    parsed = report.links.parsed("jaxpr")
    assert places == [parsed.at(line, column) for line, column, _, _ in parsed.spans.tolist()]


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("chromium") is None, reason="opens the page in a browser")
def test_a_browser_lights_up_marks_and_lets_go(report, tmp_path):
    acts = """<script>
const row = () => panes[0].body.querySelector('.row[data-hue]').lastChild;
const act = name => row().dispatchEvent(new MouseEvent(name, {bubbles: true}));
const marked = () => panes.map(pane => pane.linked.size > 0);
const found = [];
act('mouseover');
found.push(panes.map(pane => pane.body.querySelector('.lit') !== null));
act('click'); found.push(marked());
act('click'); found.push(marked());
act('click'); document.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape'})); found.push(marked());
document.title = 'found ' + JSON.stringify(found);
</script></body>"""
    path = tmp_path / "page.html"
    path.write_text(page(report).replace("</body>", acts), encoding="utf-8")
    browser = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000"]
    done = subprocess.run([*browser, "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=60)
    found = json.loads(done.stdout.partition("<title>found ")[2].partition("</title>")[0])
    assert found == [[True] * 3, [True] * 3, [False] * 3, [False] * 3]


def test_reports_of_a_function_without_a_source():
    report = inspect(Target("sin", jax.numpy.sin, (floats(3),)), passes=False).report(seconds=0)
    assert report.timing is None
    assert report.coverage["jaxpr"].share == 0
    assert report_json(report)["stages"]
    assert page(report)
    with pytest.raises(KeyError):
        report.stage("nothing")
