"""The owner's pages: the project's progress, agreement, each annotator's work, and decisions."""

import re
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from motjuste.collect.service import AssignmentSubject, Subject, WorkerRow, WorkerSubject
from motjuste.errors import BadInputError
from motjuste.serve.judging.forms import Form, read_form
from motjuste.serve.judging.refusals import NO_PAGE, Refusal
from motjuste.serve.judging.sessions import OWNER_COOKIE, derived, matches, set_cookie
from motjuste.serve.judging.site import Site, go

FormBody = Annotated[Form, Depends(read_form)]
_NUMBER = re.compile("[0-9]{1,9}")
# Characters of the longest reason for a decision.
_LONGEST_REASON = 500
# Invitations that can be made at once.
_MOST_INVITATIONS = 100


def routes(site: Site) -> APIRouter:
    """The pages for the owner."""
    router = APIRouter(prefix="/owner")

    @router.get("")
    def overview(request: Request) -> Response:
        secret = site.owner(request)
        return _log_in(site) if secret is None else _overview(site, secret)

    @router.post("/enter")
    def enter(request: Request, form: FormBody) -> Response:
        return _enter(site, request, form["owner"])

    @router.post("/leave")
    def leave(request: Request, form: FormBody) -> Response:
        _check(site, request, form)
        site.project.end_owner_session(_secret(site, request))
        answer = go("/owner")
        answer.delete_cookie(OWNER_COOKIE, path="/owner")
        return answer

    @router.get("/workers/{number}")
    def worker(request: Request, number: int) -> Response:
        return _worker(site, _secret(site, request), number)

    @router.post("/decide")
    def decide(request: Request, form: FormBody) -> Response:
        _check(site, request, form)
        return _decide(site, form)

    @router.post("/invite")
    def invite(request: Request, form: FormBody) -> Response:
        _check(site, request, form)
        return _invite(site, request, form)

    return router


def _secret(site: Site, request: Request) -> str:
    secret = site.owner(request)
    if secret is None:
        raise Refusal(401, "For the owner only", "Come in with the owner's key.", onward="/owner")
    return secret


def _check(site: Site, request: Request, form: Form) -> None:
    """Refuse what is not from the owner's own page."""
    if not matches(form["token"], _secret(site, request), "form"):
        raise Refusal(403, "This form is not yours", "Nothing was changed.", onward="/owner")


def _log_in(site: Site, status: int = 200, problem: str = "") -> Response:
    return site.page("owner_enter.html", status=status, problem=problem)


def _enter(site: Site, request: Request, key: str) -> Response:
    secret = site.project.open_owner_session(key)
    if secret is None:
        return _log_in(site, 403, "This is not the owner's key.")
    answer = go("/owner")
    set_cookie(request, answer, OWNER_COOKIE, secret)
    return answer


def _overview(site: Site, secret: str) -> Response:
    return site.page(
        "owner.html",
        token=derived(secret, "form"),
        progress=site.project.progress(),
        agreement=site.agreement(),
        figures=site.project.store.kind.agreement_figures,
        workers=site.project.workers(),
        comments=site.project.comments(),
        returned=[row for row in site.project.returns() if row.left_out or not row.counts],
    )


def _existing_worker(site: Site, number: int) -> WorkerRow:
    worker = next((row for row in site.project.workers() if row.id == number), None)
    if worker is None:
        raise NO_PAGE
    return worker


def _worker(site: Site, secret: str, number: int) -> Response:
    return site.page(
        "owner_worker.html",
        token=derived(secret, "form"),
        worker=_existing_worker(site, number),
        assignments=site.project.assignments(number),
    )


def _decide(site: Site, form: Form) -> Response:
    reason = form["reason"][:_LONGEST_REASON]
    if form["verdict"] not in ("accept", "reject"):
        raise Refusal(422, "Accept or reject?", "Nothing was changed.", onward="/owner")
    if form["verdict"] == "reject" and not reason:
        raise Refusal(
            422, "Why?", "Work is rejected with a reason. Nothing was changed.", onward="/owner"
        )
    try:
        site.project.decide(_subject(form), form["verdict"] == "accept", reason)
    except BadInputError as error:
        raise Refusal(422, "This cannot be decided", f"{error}.", onward="/owner") from None
    worker = _number(form, "back")
    return go("/owner" if worker is None else f"/owner/workers/{worker}")


def _number(form: Form, name: str) -> int | None:
    """The number in a field, if it holds one in range."""
    return int(form[name]) if _NUMBER.fullmatch(form[name]) else None


def _subject(form: Form) -> Subject:
    kinds: dict[str, type[WorkerSubject | AssignmentSubject]] = {
        "worker": WorkerSubject,
        "assignment": AssignmentSubject,
    }
    number = _number(form, "id")
    if form["subject"] not in kinds or number is None:
        raise Refusal(422, "Decide on what?", "Nothing was changed.", onward="/owner")
    return kinds[form["subject"]](number)


def _invite(site: Site, request: Request, form: Form) -> Response:
    wanted = _number(form, "number") if form["number"] else 1
    if wanted is None or not 1 <= wanted <= _MOST_INVITATIONS:
        raise Refusal(422, "How many?", f"From 1 to {_MOST_INVITATIONS} at once.", onward="/owner")
    tokens = site.project.invite(wanted, form["note"][:_LONGEST_REASON])
    links = [str(request.base_url.replace(path=f"/join/{token}")) for token in tokens]
    return site.page("owner_links.html", links=links)
