"""Reading a stage's text without a window: syntax colours and help, filters and folds, search."""
