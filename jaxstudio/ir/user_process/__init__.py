"""A user's own function, inspected in a process of its own that may hang, crash or ask for too much.

request.py          the call as a value, its limits, and how it differs from the call before
client.py           UserInspection(Request(…), Limits(…)).run(): the stages as they come, then `known`
loading.py          the functions of a file, without running it; one of them loaded, which runs it
argument_values.py  the arguments of its call, evaluated as Python; only the child imports it
server.py           the child's side
"""
