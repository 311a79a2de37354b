"""The command line: one file per command; whatever is slow to import is imported when a command runs."""
