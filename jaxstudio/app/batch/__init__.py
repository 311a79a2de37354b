"""The window of batches: what to do, a row for each file, how far it is."""
