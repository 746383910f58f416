"""Checking documents: the marks of a system at their places in the file, and changing them."""

from motjuste.check.checker import Checker, Checkers
from motjuste.check.configuration import Configuration, Settings, find_configuration
from motjuste.check.diff import Edits, unified_diff
from motjuste.check.document_properties import DocumentProperties
from motjuste.check.jobs import Job, plan
from motjuste.check.suggest_at import suggest_at
from motjuste.text import apply_edits

__all__ = [
    "Checker",
    "Checkers",
    "Configuration",
    "DocumentProperties",
    "Edits",
    "Job",
    "Settings",
    "apply_edits",
    "find_configuration",
    "plan",
    "suggest_at",
    "unified_diff",
]
