"""Checking: what a system would improve in documents, where exactly, and changing it there."""

from motjuste.checking.asking import Asked, ask_at
from motjuste.checking.checker import Checker, Checkers, Finding, Suggestion
from motjuste.checking.configuration import Configuration, Settings, find_configuration
from motjuste.checking.edits import Edits, unified_diff
from motjuste.checking.jobs import Job, plan
from motjuste.checking.replacing import apply_edits

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
