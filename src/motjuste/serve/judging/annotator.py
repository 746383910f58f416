"""The annotator's pages: arrival, instructions, one task after another, the completion code."""

import secrets
import time
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from motjuste.collect.service import CrowdIds, Invitation, Standing, Task
from motjuste.errors import RefusedError
from motjuste.serve.judging.answer_forms import FORMS
from motjuste.serve.judging.answers import Given
from motjuste.serve.judging.forms import Form, read_form
from motjuste.serve.judging.refusals import Refusal
from motjuste.serve.judging.sessions import (
    WORKER_COOKIE,
    cookie_of,
    derived,
    matches,
    set_cookie,
)
from motjuste.serve.judging.site import Site, Visitor, check_form, go
from motjuste.serve.judging.views import minutes

FormBody = Annotated[Form, Depends(read_form)]
# The parameters in which platforms send the ids of worker, study and session.
_PLATFORMS = {
    "prolific": ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID"),
    "mturk": ("workerId", "hitId", "assignmentId"),
    "crowd": ("worker", "study", "session"),
}
_PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
# Characters of the longest id in a platform's link.
_LONGEST_ID = 200


def routes(site: Site) -> APIRouter:
    """The pages for annotators."""
    router = APIRouter()

    @router.get("/")
    def start(request: Request) -> Response:
        site.visitor(request)
        return go("/task")

    @router.get("/join/{token}")
    def join(request: Request, token: str) -> Response:
        joined = site.project.join(Invitation(token), cookie_of(request, WORKER_COOKIE))
        return _arrived(request, joined.token)

    @router.get("/crowd/{key}")
    def come(request: Request, key: str) -> Response:
        ids = crowd_ids(key, site.project.crowd_platform(key), request.query_params)
        joined = site.project.join(ids, cookie_of(request, WORKER_COOKIE))
        return _arrived(request, joined.token)

    @router.get("/instructions")
    def instructions(request: Request) -> Response:
        visitor = site.visitor(request)
        return site.page(
            "welcome.html",
            token=visitor.form_token,
            consent=site.consent,
            consent_digest=derived(visitor.secret, site.consent),
            contact=site.project.config.contact,
            **_instructions(site),
        )

    @router.post("/consent")
    def consent(request: Request, form: FormBody) -> Response:
        visitor = site.visitor(request)
        check_form(form, visitor.secret)
        # An annotator who agreed to an earlier text must agree to this one too.
        if not matches(form["text"], visitor.secret, site.consent):
            return go("/instructions")
        site.project.agree(visitor.worker, site.consent)
        return go("/task")

    @router.get("/task")
    def task(request: Request) -> Response:
        visitor = site.visitor(request)
        if not site.project.has_agreed(visitor.worker, site.consent):
            return go("/instructions")
        return _current(site, visitor)

    @router.post("/task/{name}")
    def submit(request: Request, name: str, form: FormBody) -> Response:
        visitor = site.visitor(request)
        check_form(form, visitor.secret)
        return _submit(site, visitor, name, form)

    @router.post("/task/{name}/return")
    def give_back(request: Request, name: str, form: FormBody) -> Response:
        visitor = site.visitor(request)
        check_form(form, visitor.secret)
        site.project.give_back(visitor.worker, name, form["comment"])
        return go("/task")

    return router


def crowd_ids(key: str, platform: str, query: Mapping[str, str]) -> CrowdIds:
    """The visitor's ids in a platform's link, by the parameters that this platform adds to it.

    >>> query = {"PROLIFIC_PID": "5f", "STUDY_ID": "6a", "SESSION_ID": "7b", "worker": "x"}
    >>> crowd_ids("k", "prolific", query)
    CrowdIds(key='k', worker='5f', study='6a', session='7b', platform='prolific')
    """
    worker, study, session = (
        query.get(name, "")[:_LONGEST_ID].strip() for name in _PLATFORMS[platform]
    )
    if _PREVIEW in (worker, session):
        raise Refusal(403, "This is a preview", "Accept the task on the platform to begin.")
    if worker:
        return CrowdIds(key, worker, study, session, platform)
    raise Refusal(
        400,
        "Who are you?",
        "The platform did not say who you are. Please start again from its page.",
    )


def _arrived(request: Request, token: str) -> Response:
    """A redirect to an address without the visitor's ids."""
    answer = go("/task")
    set_cookie(request, answer, WORKER_COOKIE, token)
    return answer


def _instructions(site: Site) -> dict[str, Any]:
    config, kind = site.project.config, site.project.store.kind
    return {
        "wording": kind.wording,
        "least": kind.least_spans(config),
        "most": kind.most_words(config),
        "own_instructions": config.instructions,
        "keyboard": kind.keyboard,
    }


def _current(site: Site, visitor: Visitor) -> Response:
    """The open task, a new one, or why there is none."""
    lease = site.project.lease(visitor.worker)
    standing = site.project.standing(visitor.worker)
    if lease is None:
        return _nothing(site, standing)
    return _show(site, visitor, lease, standing, Given.nothing(lease))


def _show(
    site: Site,
    visitor: Visitor,
    task: Task,
    standing: Standing,
    given: Given,
    problem: str = "",
) -> Response:
    left = max(0, int(task.expires - time.time()))
    common = {
        **_instructions(site),
        "kind": task.kind,
        "task": task.id,
        "token": visitor.form_token,
        "key": given.key or secrets.token_urlsafe(16),
        "given": given,
        "problem": problem,
        "number": standing.done + 1,
        "limit": standing.quota,
        "note": standing.note,
        "seconds_left": left,
        "minutes_left": minutes(left),
        "comment_limit": task.comment_limit,
    }
    form = FORMS[task.form]
    return site.page(form.template, status=422 if problem else 200, **common, **form.view(task))


def _nothing(site: Site, standing: Standing) -> Response:
    heading, text, again = {
        "finished": ("Thank you!", "You have done all the tasks that we have for you.", False),
        "dropped": ("Thank you", "There are no further tasks for you in this project.", False),
    }.get(
        standing.state,
        (
            "Nothing to do just now",
            "Every task that you could do is in somebody else's hands. Look again in a few "
            "minutes, or end here.",
            True,
        ),
    )
    return site.page(
        "done.html",
        heading=heading,
        text=text,
        code=standing.code,
        link=standing.url,
        again=again,
        done=standing.done,
    )


def _submit(site: Site, visitor: Visitor, name: str, form: Form) -> Response:
    given = Given.of(form)
    try:
        task = site.project.task(visitor.worker, name)
        answers = FORMS[task.form].read(task, given)
        site.project.submit(
            visitor.worker, name, answers, key=given.key or name, comment=given.comment
        )
    except RefusedError as error:
        if error.reason != "invalid":
            raise
        return _again(site, visitor, name, given, str(error))
    return go("/task")


def _again(site: Site, visitor: Visitor, name: str, given: Given, problem: str) -> Response:
    """The same task with the answers, and the errors in them."""
    task = site.project.lease(visitor.worker)
    if task is None or task.id != name:
        raise Refusal(422, "This could not be stored", f"{problem}.", onward="/task")
    standing = site.project.standing(visitor.worker)
    sentence = problem[:1].upper() + problem[1:] + "."
    return _show(site, visitor, task, standing, given.shown(task), sentence)
