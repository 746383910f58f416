"""Checking: what a system would improve in documents, where exactly, and changing it there."""

from motjuste.check.checker import Checker, Checkers, Finding, Suggestion
from motjuste.check.configuration import Configuration, Settings, find_configuration
from motjuste.check.edits import Edits, unified_diff
from motjuste.check.jobs import Job, plan
from motjuste.check.suggest_at import Asked, ask_at
from motjuste.text.edits import apply_edits

__all__ = [
    "Asked",
    "Checker",
    "Checkers",
    "Configuration",
    "Edits",
    "Finding",
    "Job",
    "Settings",
    "Suggestion",
    "apply_edits",
    "ask_at",
    "find_configuration",
    "plan",
    "unified_diff",
]
