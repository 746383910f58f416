"""Training the end-to-end models of Smart Word Suggestions on data of distant supervision."""
