"""A second process traces and lowers no kernel that the first one compiled, and computes the same bits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import jax
import numpy as np

from jaxstudio.engine.kernels import Kernels
from jaxstudio.engine.precompile import new_workspace, requests_for, with_parts
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.runtime.devices import find_device
from jaxstudio.runtime.fingerprint import fingerprint
from jaxstudio.runtime.persistent_jit import signature_of

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 240
# One of each kind that has kernels of its own, with alpha, on the device that is named.
SCRIPT = """
import hashlib, json, sys
import numpy as np
from jax import monitoring
from jaxstudio.engine.render import Engine
from jaxstudio.engine.source import Source
from jaxstudio.ops import CATALOGUE
from jaxstudio.pipeline.recipe import Recipe
from jaxstudio.runtime.compile_counter import COMPILES, PREPARING

prepared = []
monitoring.register_event_duration_secs_listener(
    lambda event, seconds, **more: prepared.append(more) if event in PREPARING else None
)
recipe = Recipe(seed=3)
for name in ("gaussian_blur", "median", "gamma", "rotate", "swirl", "saturation", "hue", "gaussian_noise",
             "white_tophat", "equalize_hist", "vignette"):
    recipe = recipe.added(CATALOGUE[name])
pixels = np.random.default_rng(1).integers(0, 256, (40, 50, 4), np.uint8)
engine = Engine(sys.argv[1], cache_bytes=0)
result = engine.render(Source(pixels), recipe, dtype="float32")
print(json.dumps({
    "count": COMPILES.count, "loaded": COMPILES.loaded, "prepared": len(prepared),
    "bits": hashlib.sha256(np.ascontiguousarray(result).tobytes()).hexdigest(),
}))
"""


def rendered(folder, device):
    """What a process of its own did and computed."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, device],
        cwd=ROOT,
        env={
            **os.environ,
            "JAXSTUDIO_CACHE_DIR": str(folder),
            "XLA_FLAGS": "--xla_force_host_platform_device_count=2",
        },
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]), done.stderr


def test_a_second_process_traces_nothing(tmp_path):
    first, _ = rendered(tmp_path, "cpu:1")
    assert first["loaded"] == 0
    assert first["prepared"] > 0
    assert (tmp_path / "kernels").stat().st_mode & 0o077 == 0
    second, said = rendered(tmp_path, "cpu:1")
    assert second == {"count": first["count"], "loaded": first["count"], "prepared": 0, "bits": first["bits"]}
    assert not said, said
    for path in (tmp_path / "kernels").glob("*.kernel"):
        path.write_bytes(path.read_bytes()[:-1])
    third, _ = rendered(tmp_path, "cpu:1")
    assert (third["count"], third["loaded"], third["bits"]) == (first["count"], 0, first["bits"])
    elsewhere, _ = rendered(tmp_path, "cpu:0")
    assert (elsewhere["loaded"], elsewhere["bits"]) == (0, first["bits"])


class Fingerprints(Kernels):
    """Kernels that are never compiled, and what they would be found by on disk."""

    def __init__(self):
        super().__init__(find_device(None))
        self.prints, self.results = {}, {}

    def get(self, spec):
        if spec.key not in self.prints:
            self.prints[spec.key] = fingerprint(spec.build())

        def shapes_alone(*arguments):
            key = (spec.key, signature_of(arguments))
            if key not in self.results:
                self.results[key] = jax.eval_shape(spec.build(), *arguments)
            return jax.tree.map(lambda like: np.zeros(like.shape, like.dtype), self.results[key])

        return shapes_alone


def test_every_kernel_of_the_catalogue_can_be_kept():
    """Or else it would be traced in every process, and nobody would notice."""
    kernels, workspace = Fingerprints(), new_workspace()
    source = Source(np.zeros((9, 9, 4), np.uint8))
    for op in CATALOGUE.values():
        for part, values in with_parts(op, op.resolve(op.defaults())):
            for request in requests_for(part, values, source, soon=True):
                request.run(kernels, workspace)
    assert len(kernels.prints) > 200
