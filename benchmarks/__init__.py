"""Measurements: the filters beside their peers, the live window, the start and the memory of an export."""
