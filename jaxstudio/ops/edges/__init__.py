"""Where brightness changes."""
