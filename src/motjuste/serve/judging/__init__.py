"""The annotation site: pages for annotators and for the project's owner."""
