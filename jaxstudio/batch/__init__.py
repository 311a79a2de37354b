"""Batches: a queue of files, run on this machine or on a Dask cluster, resumed by its log; without Qt."""
