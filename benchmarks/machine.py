"""What was measured on, so that figures can be compared later."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGES = {
    "jaxstudio": ("jaxstudio",),
    "jax": ("jax",),
    "jaxlib": ("jaxlib",),
    "numpy": ("numpy",),
    "opencv": (
        "opencv-python-headless",
        "opencv-python",
        "opencv-contrib-python",
        "opencv-contrib-python-headless",
    ),
    "scipy": ("scipy",),
    "scikit-image": ("scikit-image",),
    "pillow": ("pillow",),
    "pyside6": ("pyside6-essentials",),
}
THREADS = 2


def describe() -> dict[str, Any]:
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "threads": THREADS,
        "memory_gb": _memory_gb(),
        "system": platform.platform(),
        "python": platform.python_version(),
        **{name: _version(names) for name, names in PACKAGES.items()},
    }


def _version(names: tuple[str, ...]) -> str | None:
    for name in names:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(name)
    return None


def _cpu() -> str:
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory_gb() -> float | None:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1)


@contextlib.contextmanager
def two_cores() -> Iterator[None]:
    """Keep this process, and those it starts, on two cores; JAX must not have been set up before.

    Only Linux can; elsewhere JAX uses all cores.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:THREADS])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def peak_bytes() -> int:
    """The most memory this process has held."""
    if sys.platform == "linux":
        # ru_maxrss would count what the parent held before it became this process
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
