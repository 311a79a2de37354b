"""The plane: curves, surfaces, axes and marks are painted, and the view is moved by hand."""
