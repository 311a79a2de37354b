"""An inspection as files: a folder with every stage, or one page that needs nothing else."""

from jaxstudio.ir.export.folder import save_folder
from jaxstudio.ir.export.page import page, save_page

__all__ = ["page", "save_folder", "save_page"]
