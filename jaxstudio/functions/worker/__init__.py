"""Functions are computed in a child process, which a click or a limit can end without the window noticing.

client.py    Studio: what the window and the tests talk to; it starts, watches and replaces the children
process.py   one child as its parent sees it
serve.py     the child's own loop, and `Work`, by which what it runs hears and speaks
frames.py    messages on a pipe: a JSON header and the bytes of the arrays
values.py    which values may cross, and how
error_transport.py  errors as values
limits.py    how long and how much
"""
