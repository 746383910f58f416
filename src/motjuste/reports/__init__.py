"""Work on whole benchmarks: the tables and figures of the papers."""
