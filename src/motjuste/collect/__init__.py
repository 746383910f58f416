"""Judgement projects: from sentences to a published benchmark, as SWORDS and SWS were made.

A project is a folder with a configuration and a database. Importing this loads no extra; opening a
project does.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from motjuste.extras import need

if TYPE_CHECKING:
    from motjuste.collect.project import Project

__all__ = ["open_project"]


def open_project(folder: Path | str) -> "Project":
    """The project in a folder; without the extra, an error that names it."""
    need("sqlalchemy", "a judgement project", "collect")
    need("alembic", "a judgement project", "collect")
    from motjuste.collect.project import Project

    return Project.open(Path(folder))
