"""Object files as assembly that can be read, with names for addresses, and what each loop does."""
