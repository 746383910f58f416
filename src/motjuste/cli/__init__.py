"""The command line: parse input, call one function, show the result."""
