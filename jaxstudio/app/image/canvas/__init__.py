"""The canvas: the picture, the handles over it, and the words for the display modes."""
