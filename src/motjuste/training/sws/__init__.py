"""Training the end-to-end models of Smart Word Suggestions on distant supervision data."""
