"""Motjuste over HTTP: the writer's pages, APIs, and the parts that all servers share."""
