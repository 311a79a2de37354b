"""The pages of the panel on the right: each asks the controller something and shows the answer."""
