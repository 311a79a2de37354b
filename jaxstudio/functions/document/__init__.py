"""A sheet with everything that belongs to it, as one frozen value: lines, sliders, view, points; as JSON.

values.py     Document and what it is made of
json_text.py  a document as text and back
files.py      sheets in files
"""
