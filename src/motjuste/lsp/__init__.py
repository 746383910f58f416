"""The language server: what a system says of a text, in the editor in which it is written."""
