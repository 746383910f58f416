"""The annotation site: pages on which people judge, and their owner looks on."""
