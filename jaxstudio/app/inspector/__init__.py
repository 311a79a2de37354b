"""The inspector: what JAX and XLA made of the selected filter or line, from its source to machine code.

dock.py                the dock in the window; its contents are loaded when it is first opened
panel.py               assembles the pages; header.py is its first line
controller.py          what is inspected, its stages so far, what is chosen; has no widgets
inspectables.py        what can be inspected in the current tab; selection_follower.py watches it
scheduling.py          latest request only, pauses while a frame is due or text is painted
own_file.py            a user's Python file and how its function is called; own_bar.py is its form
text_model.py          a stage's text as displayed: filtered, folded, with the mapping back
code_view.py           paints only the visible lines, a million as quickly as ten
*_page.py              one file per page: code, passes, graph, cost, compare, NaN, compilations, lesson
"""
