"""Batches: names, the queue, its log, runs here and on a cluster, pictures larger than memory."""
