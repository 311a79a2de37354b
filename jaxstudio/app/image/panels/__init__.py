"""Panels and dialogs beside the stack: compare, match, learn, derivatives, presets, sweeps, variants."""
