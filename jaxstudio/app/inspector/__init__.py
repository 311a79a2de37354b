"""The inspector: what JAX and XLA made of the selected filter or line, from its source to machine code.

dock.py                the dock in the window; its contents are loaded when it is first opened
panel.py               assembles the pages; header.py is its first line
controller.py          what is inspected, its stages so far, what is chosen; has no widgets
inspectables.py        what can be inspected in the current tab, and what is selected there
scheduling.py          what runs in threads pauses while a frame is due or a text is painted
text_model.py          a stage's text as displayed: filtered, folded, with the mapping back
pane.py                the list of stages, and one text with a chooser of stages above
code_canvas.py         lays out and paints only the visible lines, a million as quickly as ten
code_view.py           what the mouse and the keyboard do in them
*_page.py              one file per page: code, passes, graph, cost, compare, NaN, compilations, lesson
"""
