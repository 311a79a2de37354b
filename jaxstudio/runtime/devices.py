"""Devices by name (`cpu:0`), and the reason beside each platform that cannot be reached."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from msgspec import Struct

from jaxstudio.errors import DeviceError
from jaxstudio.runtime.setup import configure

if TYPE_CHECKING:
    import jax

KNOWN_PLATFORMS = ("cpu", "gpu", "tpu")


class DeviceInfo(Struct, frozen=True):
    """A device that JAX can reach; memory_bytes is None where it is not known."""

    name: str
    platform: str
    kind: str
    memory_bytes: int | None
    default: bool


class Unavailable(Struct, frozen=True):
    """A platform that JAX cannot reach, and why."""

    platform: str
    reason: str


def device_name(device: jax.Device) -> str:
    return f"{device.platform}:{device.id}"


def system_memory() -> int | None:
    """Bytes of main memory, where the system tells."""
    names = getattr(os, "sysconf_names", {})
    if "SC_PHYS_PAGES" not in names:
        return None
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _memory(device: jax.Device) -> int | None:
    if device.platform == "cpu":
        return system_memory()
    stats = device.memory_stats()
    return stats.get("bytes_limit") if stats else None


def _kind(device: jax.Device) -> str:
    if device.platform == "cpu":
        import platform

        # on Linux `processor` starts another process, and knows no more than `machine`
        return (sys.platform != "linux" and platform.processor()) or platform.machine()
    return device.device_kind


def _reason(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def _reachable() -> tuple[list[jax.Device], list[Unavailable]]:
    import jax

    configure()
    devices: list[jax.Device] = []
    missing = []
    for name in KNOWN_PLATFORMS:
        try:
            found = jax.devices(name)
        except RuntimeError as error:
            missing.append(Unavailable(name, _reason(error)))
            continue
        devices.extend(device for device in found if device not in devices)
    return devices, missing


def list_devices() -> tuple[list[DeviceInfo], list[Unavailable]]:
    """Every device of every platform JAX can reach, and the platforms it cannot."""
    import jax

    devices, missing = _reachable()
    default = jax.devices()[0]
    return [
        DeviceInfo(device_name(device), device.platform, _kind(device), _memory(device), device == default)
        for device in devices
    ], missing


def find_device(name: str | None) -> jax.Device:
    """The device called `name` (`cpu:0`, or `cpu` for the first), JAX's default for None."""
    import jax

    devices, missing = _reachable()
    if name is None:
        return jax.devices()[0]
    wanted = name if ":" in name else f"{name}:"
    for device in devices:
        if device_name(device) == wanted or (wanted.endswith(":") and device_name(device).startswith(wanted)):
            return device
    known = ", ".join(device_name(device) for device in devices)
    reasons = [entry.reason for entry in missing if name.startswith(entry.platform)]
    why = f" ({reasons[0]})" if reasons else ""
    raise DeviceError("device {0} does not exist: expected one of {1}{2}", repr(name), known, why)
