"""More contrast where it changes."""
