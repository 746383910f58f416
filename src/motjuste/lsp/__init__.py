"""The language server: marks and suggestions in the editor."""
