"""Pure array code that ops share."""
