"""The engine in a process of its own: photos, previews, measures and files for a window without JAX.

protocol.py   the values that cross, and the live preview; requests.py: what else is asked for
viewport.py   the part of the result that the canvas shows
client.py     the window's side: starts the process, sends requests, restarts the process after it has died
service.py    the process's side: the function for each request
state.py      the process's state: photos, the live preview, imports in progress
preview_job.py  the live preview: views in, frames out
frames.py     pixels as the window paints them, written into shared memory
recipes.py    what the steps of a recipe do to the picture's size and place
photos.py     photos in; writing.py: photos out
filter_previews.py  thumbnails of filters; histograms.py: a photo's tones
variants.py   other seeds and values, as pictures and as files
mask_views.py  a mask's values on the canvas, and colours picked for a range
specs.py      the catalogue as plain values, kept on disk for the next start
"""
