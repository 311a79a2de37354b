"""The stack of steps: one card each, with a row for each parameter."""
