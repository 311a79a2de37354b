"""Requests, queries, scenes and answers: frozen values that cross between processes."""
