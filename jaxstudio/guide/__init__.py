"""The guide: 27 examples of arrays, derivatives, compilation and random numbers, with live figures."""
