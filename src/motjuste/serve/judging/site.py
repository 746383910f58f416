"""The base of all pages of the annotation site: project, templates, visitor."""

import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined

from motjuste.collect.project import Project
from motjuste.collect.service import Agreement, Worker
from motjuste.collect.wording import CONSENT
from motjuste.serve.judging.forms import Form
from motjuste.serve.judging.refusals import Refusal
from motjuste.serve.judging.sessions import (
    OWNER_COOKIE,
    WORKER_COOKIE,
    cookie_of,
    derived,
    matches,
)

# Seconds that the text of the agreement is cached, since its file may be edited meanwhile.
_FRESH = 15.0
STRANGER = Refusal(
    401,
    "Please come by your link",
    "This page is open to those who were invited. Open the link that you were given, or start "
    "again from the crowd platform.",
)


@cache
def templates() -> Environment:
    """The page templates; all values are escaped unless a template says otherwise."""
    return Environment(
        loader=PackageLoader("motjuste.serve.judging"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@dataclass(frozen=True)
class Visitor:
    """An annotator in one browser: the worker, and the secret of the session."""

    worker: Worker
    secret: str

    @property
    def form_token(self) -> str:
        """The token that every form of this session carries."""
        return derived(self.secret, "form")


@dataclass(frozen=True)
class Site:
    """A project on the web."""

    project: Project
    _agreement: list[tuple[float, Agreement]] = field(default_factory=list)

    def page(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """A page made from a template."""
        template_file = templates().get_template(template)
        return HTMLResponse(
            template_file.render(project=self.project.config.title, **values), status
        )

    def message(self, refusal: Refusal) -> Response:
        """A page that says why something is refused."""
        return self.page(
            "message.html",
            status=refusal.status,
            heading=refusal.title,
            text=refusal.text,
            onward=refusal.onward,
            compared=refusal.compared,
        )

    def visitor(self, request: Request) -> Visitor:
        """The annotator of a request."""
        secret = cookie_of(request, WORKER_COOKIE)
        worker = self.project.worker(secret) if secret else None
        if worker is None:
            raise STRANGER
        return Visitor(worker, secret)

    @property
    def consent(self) -> str:
        """The text that annotators agree to before their first task."""
        return self.project.config.consent or CONSENT

    def agreement(self) -> Agreement:
        """The agreement of annotators, cached for some seconds: it is computed from all labels."""
        if not self._agreement or time.monotonic() - self._agreement[0][0] > _FRESH:
            self._agreement[:] = [(time.monotonic(), self.project.agreement())]
        return self._agreement[0][1]

    def owner(self, request: Request) -> str | None:
        """The secret of the owner's session, if the request is theirs."""
        secret = cookie_of(request, OWNER_COOKIE)
        return secret if secret and self.project.is_owner_session(secret) else None


def check_form(form: Form, secret: str) -> None:
    """Refuse a form that was not made for this session."""
    if not matches(form["token"], secret, "form"):
        raise Refusal(
            403,
            "This form is not yours",
            "It was made for another session. Nothing was stored; go on with your own task.",
            onward="/task",
        )


def go(place: str) -> Response:
    """Send the browser on, by GET."""
    return RedirectResponse(place, 303)
