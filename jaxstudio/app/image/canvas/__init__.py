"""The canvas: the picture, the handles over it, and the words for what it shows."""
