"""The window: the only place that imports PySide6 and pyqtgraph."""

from jaxstudio.app.singletons import keep_singletons

keep_singletons()
