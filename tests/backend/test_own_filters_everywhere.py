"""Filters of one's own in the processes beside the engine's: batches, searches, the inspector."""

import json
import queue
import threading

import numpy as np
import pytest

from jaxstudio.backend.batch_client import BatchClient
from jaxstudio.backend.batch_protocol import BatchPlanned, BatchRequest, BatchSaved, BatchUpdate, Order, Phase
from jaxstudio.backend.fitting import FittingProcess
from jaxstudio.backend.protocol import OpenRequest, RecipeValues, StepValues
from jaxstudio.backend.requests import MatchRequest, MatchStep
from jaxstudio.errors import UsageError
from jaxstudio.files.photo import load_photo
from jaxstudio.files.save import save
from jaxstudio.inspect_targets.client import InspectionProcess
from jaxstudio.inspect_targets.requests import InspectionRequest, RecipeSubject
from jaxstudio.own_filters.folder import FilterFile, file_digest
from jaxstudio.own_filters.in_use import files_in_use, use_files
from jaxstudio.pipeline.param_refs import ParamRef

PATIENCE_S = 120.0
OP = """
import jax.numpy as jnp
from jaxstudio.pipeline.kinds import Op, Pointwise
from jaxstudio.pipeline.params import Float

def compute(x, p):
    return {body}

op = Op(name="mine", title="Mine", category="custom", doc="D.", source="S.", kind=Pointwise(compute),
    own_params=(Float(name="k", value=0.5, low=0.0, high=1.0, doc="K."),))
"""
RECIPE = json.dumps(
    {"format": "jaxstudio-recipe", "version": 1, "steps": [{"op": "mine", "params": {"k": 0.25}}]}
)


@pytest.fixture(autouse=True)
def as_before(tmp_path, monkeypatch):
    monkeypatch.setenv("JAXSTUDIO_CACHE_DIR", str(tmp_path / "cache"))
    yield
    use_files(())


@pytest.fixture
def mine(tmp_path):
    """mine(body): the file in use from now on."""

    def write(body):
        path = tmp_path / "mine.py"
        path.write_text(OP.format(body=body), encoding="utf-8")
        use_files([FilterFile(str(path), file_digest(str(path)), ("mine",))])
        return path

    return write


@pytest.mark.thorough
def test_a_search_finds_values_of_the_filter_as_it_is_now(mine):
    process, photo = FittingProcess(), np.linspace(0, 1, 48 * 48 * 3, dtype=np.float32).reshape(48, 48, 3)
    request = MatchRequest(
        OpenRequest(1, pixels=photo),
        OpenRequest(2, pixels=photo * np.float32(0.25)),
        RecipeValues((StepValues("mine", {"k": 0.5}, 1),)),
        (ParamRef(1, "k"),),
        starts=1,
    )

    def found():
        came = queue.SimpleQueue()
        process.call(request, came.put, came.put, came.put)
        while isinstance(answer := came.get(timeout=PATIENCE_S), MatchStep):
            pass
        return answer.values[0].value

    try:
        mine('x * p["k"]')
        assert found() == pytest.approx(0.25, abs=0.01)
        mine('x * p["k"] / 2')
        assert found() == pytest.approx(0.5, abs=0.01)
    finally:
        process.close()


@pytest.mark.thorough
def test_the_inspector_shows_the_filter_with_its_file_linked_to_its_instructions(mine):
    process, path = InspectionProcess(), mine('jnp.sin(x) * p["k"]')
    subject = RecipeSubject(RECIPE, own=tuple(file.digest for file in files_in_use()))
    try:
        parts = process.parts(subject)
        kernel = next(n for n, part in enumerate(parts) if part.kernel == "stage" or "Mine" in part.title)
        inspection = process.inspection(InspectionRequest(subject, kernel))
        for _ in inspection.run():
            pass
        source, jaxpr = inspection.stage("source"), inspection.stage("jaxpr")
        assert source.text == path.read_text()
        line = next(n for n, text in enumerate(jaxpr.lines, 1) if " sin " in text)
        linked = inspection.follow("jaxpr", line, 0, "source")
        assert [source.lines[n - 1].strip() for n in linked.linked] == ['return jnp.sin(x) * p["k"]']
        path.write_text(OP.format(body="x"), encoding="utf-8")  # it is started with the old digest again
        process.close()
        process = InspectionProcess()
        with pytest.raises(UsageError, match=r"'mine' now: mine\.py: it has changed since it was allowed"):
            process.parts(subject)
    finally:
        process.close()


class Batch:
    def __init__(self):
        self.values, self.changed = [], threading.Condition()
        self.client = BatchClient(self.hear, self.hear)

    def hear(self, value):
        with self.changed:
            self.values.append(value)
            self.changed.notify_all()

    def wait(self, test):
        def find():
            return next((value for value in self.values if test(value)), None)

        with self.changed:
            assert self.changed.wait_for(find, PATIENCE_S), self.values[-3:]
            return find()


@pytest.mark.thorough
def test_a_batch_computes_the_filter_and_is_not_gone_on_with_once_that_has_changed(mine, tmp_path, pixels):
    mine('x * p["k"]')
    save(tmp_path / "a.png", pixels)
    (tmp_path / "b.png").write_bytes(b"\x89PNG\r\n\x1a\nno more")  # so that the batch stays
    batch = Batch()
    try:
        places = (str(tmp_path / "a.png"), str(tmp_path / "b.png"))
        batch.client.plan(BatchRequest(places, folder=str(tmp_path / "out"), recipe=RECIPE))
        batch.wait(lambda value: isinstance(value, BatchPlanned))
        batch.client.send(Order.START)
        batch.wait(lambda value: isinstance(value, BatchUpdate) and value.phase is Phase.FINISHED)
        result = load_photo(tmp_path / "out" / "a.png").pixels
        assert abs(result.astype(int) - pixels * 0.25).max() <= 0.501
        saved = batch.wait(lambda value: isinstance(value, BatchSaved)).path
        mine('x * p["k"] / 2')
        batch.client.plan(BatchRequest(saved=saved, started=True))
        error = batch.wait(lambda value: isinstance(value, Exception))
        assert str(error) == "mine.py: changed since the batch was begun, expected a new batch"
    finally:
        batch.client.close()
