"""A Dask cluster of three worker processes, started once for each file of tests."""

import pytest


@pytest.fixture(scope="module")
def cluster():
    """The cluster, ended with the file, since its idle processes take a share of a core.

    `cluster.scheduler_address` is what --scheduler takes.
    """
    distributed = pytest.importorskip("distributed")
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 10}),
        distributed.LocalCluster(
            n_workers=3, threads_per_worker=1, processes=True, memory_limit=0, dashboard_address=":0",
            silence_logs="CRITICAL",
        ) as started,
    ):  # fmt: skip
        yield started
