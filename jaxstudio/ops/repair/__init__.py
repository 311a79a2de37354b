"""Spots, dust and other faults of a photo mended."""
