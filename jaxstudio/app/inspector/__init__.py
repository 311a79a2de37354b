"""The inspector: what JAX and XLA made of the step or the line in hand, from its source to machine code.

dock.py       the dock in the window; what is in it is loaded when it is first opened
panel.py      the parts put together
inspection_state.py  one part as it is inspected, here or in a process of its own
own_file.py   one's own Python file and how its function is called
session.py    what is inspected, how far it is, what is chosen; knows no widget
subjects.py   what there is to inspect in the tab in front
idle_gate.py  lets an inspection go on only while nobody waits for a picture
text_model.py  a stage's text as it is shown: filtered, folded, with the way back
code_view.py  lines painted by themselves, a million as quickly as ten
"""
