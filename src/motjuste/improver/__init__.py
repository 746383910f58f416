"""What finds places: the words and phrases of a text that are worth changing, and why."""
