"""Many versions of a photo from many seeds: which seeds, a sheet to look at, a folder to train with."""
