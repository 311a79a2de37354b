"""Any matrix."""
