"""Photos and recipes in and out of files."""
