"""A second process traces and lowers no kernel that the first one compiled, and computes the same bits."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 240
# One of each kind that has kernels of its own.
KINDS = ("gaussian_blur", "median", "gamma", "rotate", "swirl", "saturation", "hue", "gaussian_noise",
         "white_tophat", "equalize_hist", "vignette")  # fmt: skip
# The filters that are named, with alpha, on the device that is named.
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
    lambda event, seconds, **more: prepared.append(more["fun_name"]) if event in PREPARING else None
)
recipe = Recipe(seed=3)
for name in sys.argv[2:]:
    recipe = recipe.added(CATALOGUE[name])
pixels = np.random.default_rng(1).integers(0, 256, (40, 50, 4), np.uint8)
engine = Engine(sys.argv[1], cache_bytes=0)
result = engine.render(Source(pixels), recipe, dtype="float32")
print(json.dumps({
    "count": COMPILES.count, "loaded": COMPILES.loaded,
    # a pixelwise op is traced as `apply` to see whether it may be compiled into one kernel with others
    "prepared": sum(name != "apply" for name in prepared),
    "bits": hashlib.sha256(np.ascontiguousarray(result).tobytes()).hexdigest(),
}))
"""


def rendered(folder, device, names):
    """What a process of its own did and computed."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, device, *names],
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


def check_two_processes(folder, names):
    """What the first one did and computed; the second one only loads."""
    first, _ = rendered(folder, "cpu:1", names)
    assert first["loaded"] == 0
    assert first["prepared"] > 0
    assert (folder / "kernels").stat().st_mode & 0o077 == 0
    second, said = rendered(folder, "cpu:1", names)
    assert second == {"count": first["count"], "loaded": first["count"], "prepared": 0, "bits": first["bits"]}
    assert not said, said
    return first


def test_a_second_process_traces_nothing(tmp_path):
    check_two_processes(tmp_path, ("gaussian_blur", "gamma"))


@pytest.mark.thorough
def test_a_second_process_traces_no_kind_and_trusts_no_other_files(tmp_path):
    first = check_two_processes(tmp_path, KINDS)
    for path in (tmp_path / "kernels").glob("*.kernel"):
        path.write_bytes(path.read_bytes()[:-1])
    third, _ = rendered(tmp_path, "cpu:1", KINDS)
    assert (third["count"], third["loaded"], third["bits"]) == (first["count"], 0, first["bits"])
    elsewhere, _ = rendered(tmp_path, "cpu:0", KINDS)
    assert (elsewhere["loaded"], elsewhere["bits"]) == (0, first["bits"])
