"""`jaxstudio devices`: where JAX can compute on this machine, and why not elsewhere."""

from __future__ import annotations

import argparse
import dataclasses
import json

from jaxstudio.cli.parser import Subparsers


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "devices",
        help="where JAX can compute on this machine",
        description="List the devices that JAX can reach, and say of each platform it cannot reach why.",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")


def run(args: argparse.Namespace) -> int:
    from jaxstudio.runtime.devices import list_devices

    devices, unavailable = list_devices()
    if args.json:
        document = {
            "devices": [dataclasses.asdict(device) for device in devices],
            "unavailable": [dataclasses.asdict(platform) for platform in unavailable],
        }
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return 0
    for device in devices:
        memory = f", {device.memory_bytes / 2**30:.1f} GiB" if device.memory_bytes else ""
        default = "  (default)" if device.default else ""
        print(f"{device.name}  {device.kind}{memory}{default}")
    for platform in unavailable:
        print(f"{platform.platform}  not available: {platform.reason}")
    return 0
