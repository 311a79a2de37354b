"""Links from any place in one stage to its partners in any other."""
