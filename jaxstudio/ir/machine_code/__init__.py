"""Object files as readable assembly, with names for addresses and a summary of each loop."""
