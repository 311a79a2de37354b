"""The image tab: a photo, its stack of filters, and the picture that follows the hand."""
