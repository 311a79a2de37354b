"""Devices by name; the same pixels on each."""

import subprocess
import sys
import textwrap

import pytest

from jaxstudio.engine.render import Engine
from jaxstudio.errors import DeviceError
from jaxstudio.runtime.devices import device_name, find_device, list_devices


def test_devices_have_names_and_one_is_the_default():
    devices, missing = list_devices()
    assert "cpu:0" in [device.name for device in devices]
    assert sum(device.default for device in devices) == 1
    for device in devices:
        assert device.name.startswith(device.platform + ":")
        assert device.kind
        assert device.memory_bytes is None or device.memory_bytes > 0
    for entry in missing:
        assert entry.reason.strip()
        assert "\n" not in entry.reason


def test_a_device_is_found_by_its_name_or_its_platform():
    assert device_name(find_device("cpu:0")) == "cpu:0"
    assert device_name(find_device("cpu")) == "cpu:0"
    assert find_device(None) in [find_device(device.name) for device in list_devices()[0]]
    assert Engine("cpu").device_name == "cpu:0"


@pytest.mark.parametrize("name", ["cpu:7", "nonsense", "", ":", "CPU:0", "cpu:00"])
def test_a_device_that_is_not_there_is_answered_with_those_that_are(name):
    with pytest.raises(DeviceError) as caught:
        find_device(name)
    line = str(caught.value)
    assert line.startswith(f"device {name!r} does not exist: expected one of ")
    assert "cpu:0" in line
    assert "\n" not in line


TWO_DEVICES = """
    import os
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
    os.environ["JAX_PLATFORMS"] = "cpu"
    import numpy as np
    from jaxstudio.runtime.devices import list_devices
    from jaxstudio.engine.job import Job
    from jaxstudio.engine.buffers import Rect
    from jaxstudio.engine.render import Engine
    from jaxstudio.engine.source import Source
    from jaxstudio.ops import CATALOGUE
    from jaxstudio.pipeline.recipe import Recipe

    assert [device.name for device in list_devices()[0]] == ["cpu:0", "cpu:1"]
    recipe = Recipe(seed=4)
    one_of_each_kind = "gaussian_blur gaussian_noise rotate equalize_hist"
    for name in one_of_each_kind.split():
        recipe = recipe.added(CATALOGUE[name])
    source = Source(np.random.default_rng(0).integers(0, 256, (40, 50, 3), np.uint8))
    results = []
    for name in ("cpu:0", "cpu:1"):
        engine = Engine(name)
        assert engine.device_name == name
        results.append(engine.render(source, recipe, dtype="uint8"))
        for k in range(1, len(recipe.steps) + 1):
            sheet = engine.executor.image(Job(source, recipe), k, Rect.whole(40, 50))
            for chunk in sheet.chunks:
                if hasattr(chunk, "devices"):
                    assert {device.id for device in chunk.devices()} == {int(name[-1])}, (k, name)
    assert results[0].std() > 10
    np.testing.assert_array_equal(*results)
    print("same")
"""


def test_two_devices_give_the_same_pixels_and_keep_them():
    script = textwrap.dedent(TWO_DEVICES)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=240)
    assert done.stdout.strip() == "same", done.stderr
