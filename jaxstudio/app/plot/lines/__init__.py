"""The list of lines: each with its editor, its sliders and its options."""
