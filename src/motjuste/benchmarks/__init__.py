"""Benchmarks of many formats, read into one."""
