"""A document of functions as a file: a picture, a table, JSON, or a script that draws it again.

plot = compose(["tan(x)", "a x^2"], x=(-5, 5), sliders={"a": 2.0}, orders=(0, 1))
picture(plot, "png")     # bytes
as_csv(plot), as_json(plot), as_script(plot)
"""
