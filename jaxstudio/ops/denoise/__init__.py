"""Noise removed, edges kept."""
