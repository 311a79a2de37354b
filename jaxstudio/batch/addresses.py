"""Addresses of Dask schedulers, checked before anything is loaded that could reach one."""

from __future__ import annotations

import importlib.util
import re

from jaxstudio.errors import UsageError

LOCAL = re.compile(r"local(?::([1-9][0-9]{0,3}))?")
# A client of an address that is none complains when it is collected, after whatever was said about it.
REMOTE = re.compile(
    r"(?:(?:tcp|tls|ucx|ws|wss)://)?(?:[^\s/:\[\]]+|\[[0-9a-fA-F:.%]+\]):(?P<port>[0-9]{1,5})"
)
EXPECTED_ADDRESS = "expected the address of a Dask scheduler such as tcp://host:8786, or local:4"


def check_scheduler(address: str) -> None:
    """UsageError where the packages for a cluster are missing, or the address is none."""
    if importlib.util.find_spec("distributed") is None:
        raise UsageError(
            f"--scheduler {address}: needs the package distributed: pip install 'jaxstudio[cluster]'"
        )
    if LOCAL.fullmatch(address):
        return
    remote = REMOTE.fullmatch(address)
    if address.split(":")[0] == "local":
        raise UsageError(f"--scheduler {address}: expected a number of processes such as local:4")
    if remote is None or not 0 < int(remote["port"]) < 1 << 16:
        raise UsageError(f"--scheduler {address}: {EXPECTED_ADDRESS}")
