"""An annotator's browser without a browser: the site in this process, pages read as people do."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")

import httpx
from judgement_projects import make_project
from starlette.testclient import TestClient

from motjuste.collect.project import Project
from motjuste.collect.simulation.pages import Page, read_page
from motjuste.serve.judging.app import make_site

ORIGIN = "http://localhost"


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


class Browser:
    """One browser with its own cookies; forms are sent as pages make them, unless changed."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.client = TestClient(make_site(project), base_url=ORIGIN)
        # Entered, it keeps one event loop for all its requests.
        self.client.__enter__()

    def close(self) -> None:
        self.client.__exit__()

    def get(self, place: str) -> httpx.Response:
        return self.client.get(place)

    def post(self, place: str, fields: dict[str, str], **headers: str) -> httpx.Response:
        return self.client.post(place, data=fields, headers={"Origin": ORIGIN, **headers})

    def join(self) -> "Browser":
        """Come by an invitation of one's own, and agree."""
        (token,) = self.project.invite()
        return self.arrive(f"/join/{token}")

    def arrive(self, link: str) -> "Browser":
        page = read_page(self.get(link).text)
        self.post("/consent", page.fields)
        return self

    def task(self) -> Page:
        return read_page(self.get("/task").text)

    def submit(self, page: Page, **changes: str) -> httpx.Response:
        """Answer a task rightly: the target itself accepted, all else rejected."""
        word = page.word
        answers = {row: "TRUE" if text == word else "FALSE" for row, text in page.rows.items()}
        return self.post(page.action, {**page.fields, **answers, **changes})


@pytest.fixture(name="browse")
def make_browsers(tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """What opens browsers on a new project, or on one that is there."""
    made: list[Project] = []
    opened: list[Browser] = []

    def new(project: Project | None = None, **choices: Any) -> Browser:
        if project is None:
            project = make_project(tmp_path / str(len(made)), **choices)
            made.append(project)
        opened.append(Browser(project))
        return opened[-1]

    yield new
    for browser in opened:
        browser.close()
    for project in made:
        project.close()


def stored(project: Project) -> int:
    """How many tasks are answered, by whomever."""
    return sum(row.tasks for row in project.workers())
