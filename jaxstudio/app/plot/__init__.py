"""The Functions tab: lines, sliders and the plane."""
