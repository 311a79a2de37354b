"""Pixels from one depth to another: clipped to [0, 1], rounded half to even."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

DTYPES: dict[str, np.dtype[Any]] = {
    "8": np.dtype(np.uint8),
    "16": np.dtype(np.uint16),
    "float32": np.dtype(np.float32),
}
DEPTHS = {dtype: depth for depth, dtype in DTYPES.items()}


def to_depth(rows: Array, depth: str) -> Array:
    """`rows` (…, C) uint8, uint16 or float32 as the dtype of `depth` ("8", "16", "float32").

    Integers stand for [0, 1]. Float to integer clips and rounds half to even, NaN becomes 0;
    float32 stays as it is, unclipped.
    """
    wanted = DTYPES[depth]
    if rows.dtype == wanted:
        return rows
    if rows.dtype == np.uint8 and depth == "16":
        return rows.astype(np.uint16) * np.uint16(257)
    if rows.dtype == np.uint16 and depth == "8":
        # 257 is odd, so no value lies halfway between two results.
        return ((rows.astype(np.uint32) + 128) // 257).astype(np.uint8)
    if np.issubdtype(rows.dtype, np.integer):
        return rows.astype(np.float32) / np.float32(np.iinfo(rows.dtype).max)
    clipped = np.clip(np.nan_to_num(rows.astype(np.float32, copy=False), nan=0.0), 0.0, 1.0)
    return np.rint(clipped * np.float32(np.iinfo(wanted).max)).astype(wanted)


def rescaled(values: Array, top: int, full: int) -> Array:
    """Whole numbers from 0 to `top` (larger ones count as `top`) as those from 0 to `full`, rounded."""
    if top != full:
        values = (np.minimum(values, top).astype(np.uint64) * full + top // 2) // top
    return values.astype(np.uint8 if full < 256 else np.uint16)


def count_unsound(rows: Array) -> int:
    """Count the pixels of `rows` (…, C) that hold NaN or infinity; integers hold none."""
    if rows.dtype.kind != "f":
        return 0
    return int(rows[..., 0].size - np.isfinite(rows).all(axis=-1).sum())
