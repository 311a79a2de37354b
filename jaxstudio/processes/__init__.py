"""Child processes: started, limited, watched, and ended together with everything that they started.

supervisor.py     slots with a child each, queues of jobs, the newest wins, restarts
child.py          the parent's side of one child: `Program`, the handshake, the end; a child for a single job
spawn.py          the interpreter of a child; the engine's is started ahead
serve.py          the child's loop, and `Work`, by which a job reports and learns that it is cancelled
channel.py        messages over two pipes; `Request`, which names the types of its answer and events
shared_arrays.py  memory that two processes share, for large arrays
errors.py         exceptions as values
limits.py         bounds on memory
guard.py          a guardian process that outlives the child and kills its tree
tree.py           the processes below one, and how all of them are killed

A child imports this before a limit is set and before its guardian forks: standard library and msgspec,
NumPy when an array crosses.
"""
