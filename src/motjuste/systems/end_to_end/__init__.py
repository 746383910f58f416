"""The end-to-end models of Smart Word Suggestions: from a sentence to what to change in it."""
