"""Motjuste over HTTP: the writer's pages and interfaces, and what every such server needs."""
