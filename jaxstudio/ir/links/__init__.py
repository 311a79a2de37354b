"""What became of what: from any place in one stage to its places in any other."""
