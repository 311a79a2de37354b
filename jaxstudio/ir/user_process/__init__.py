"""One's own function, inspected in a process of its own that may hang, crash or ask for too much.

parent.py     OwnFunction(Request(…), Limits(…)).run(): the stages as they come, then `report`
inspecting.py the same, asked as any other inspection is
reading.py    the functions of a file, without running it
__main__.py   the child; it loads no JAX before the person's file does
"""
