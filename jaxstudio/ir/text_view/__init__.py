"""How a stage's text is read, without a window: syntax colours and help, filters and folds, search."""
