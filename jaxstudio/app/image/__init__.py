"""The image tab: a photo, its stack of filters, and the live preview of their result."""
