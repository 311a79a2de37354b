"""Child processes: started, limited, watched, and ended together with everything that they started.

tree.py    the processes below one, and how all of them are killed
guard.py   the child's side: a guardian process that outlives the child and kills its tree
guarded.py the parent's side: a child with pipes whose whole tree ends when it is told to
limits.py  bounds on memory

Standard library only: a child reads this before anything else is loaded.
"""
