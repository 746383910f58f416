"""What finds words: candidates for a target, features, the networks that rank them, filters."""
