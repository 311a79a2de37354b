"""The pages of the panel on the right: each asks the session something and shows the answer."""
