"""Errors of requests, in the same form everywhere: a status and one line of JSON.

A crash is logged in one line and answered; it never takes the server down.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from motjuste.errors import MissingExtraError, MissingResourceError, MotjusteError

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# What a status means for every request, for the OpenAPI description.
MEANINGS = {
    401: "The token is missing.",
    403: "The host or the origin is not allowed.",
    408: "The request did not arrive in time.",
    413: "The request or its text is too long.",
    429: "Too many requests a minute; `Retry-After` says when to try again.",
    500: "Something went wrong in the server.",
    503: "Too many requests at once, or it took too long; `Retry-After` says when to try again.",
}

log = logging.getLogger("motjuste.serve")
# Paths that hold a secret: the server's token, an invitation, the key of a crowd link.
_SECRET = re.compile(r"/+(token|join|crowd)/+[^/]+")
# Paths of LanguageTool's interface, with or without the token in them.
_LANGUAGETOOL = re.compile(r"(/token/[^/]*)?/v2/")


class ProblemError(Exception):
    """An error response: may be raised anywhere while a request is handled."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = dict(headers or {})


def problem(
    scope: Scope, status: int, message: str, headers: Mapping[str, str] | None = None
) -> Response:
    """One line that says what is wrong, as JSON: `{"error": "…"}`.

    Clients of LanguageTool get its own form instead: `Error: …` as plain text.
    """
    # Characters that cannot be encoded are replaced.
    line = " ".join(message.split()).encode("utf-8", "replace").decode("utf-8")
    if _LANGUAGETOOL.match(scope["path"]):
        return PlainTextResponse(f"Error: {line}", status, dict(headers or {}))
    return JSONResponse({"error": line}, status, dict(headers or {}))


def answer_problems(app: FastAPI) -> None:
    """Let the application answer every error with one line of JSON."""
    app.add_exception_handler(ProblemError, _problem)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(MotjusteError, _motjuste)


def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    return problem(request.scope, error.status, str(error), error.headers)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        # The framework names only the methods of the route that it tried.
        described = request.app.openapi()["paths"].get(request.url.path, {})
        headers["Allow"] = ", ".join(sorted(map(str.upper, described))) or headers.get("Allow", "")
    return problem(request.scope, error.status_code, str(error.detail), headers)


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        reason = first.get("ctx", {}).get("error", first["msg"])
        return problem(request.scope, 400, f"the request is not JSON ({reason})")
    if tuple(first["loc"]) == ("body",):
        message = "send an object as JSON, with the header  Content-Type: application/json"
        return problem(request.scope, 422, message)
    place = ".".join(str(part) for part in first["loc"] if part not in ("body", "query"))
    return problem(request.scope, 422, f"{place or 'the request'}: {first['msg']}")


def _motjuste(request: Request, error: Exception) -> Response:
    missing = isinstance(error, (MissingExtraError, MissingResourceError))
    if missing or type(error) is MotjusteError:
        _log(request.scope, str(error))
        return problem(request.scope, 500, str(error))
    return problem(request.scope, 422, str(error))


def _log(scope: Scope, message: str) -> None:
    """Log a message on one line."""
    log.error("%s %r: %s", scope["method"], path_to_log(scope["path"]), " ".join(message.split()))


def path_to_log(path: str) -> str:
    """A path without the secret that it may hold: readers of the log must not get in by it.

    >>> path_to_log("/join/s3cret"), path_to_log("/task/17")
    ('/join/…', '/task/17')
    """
    return _SECRET.sub(r"/\1/…", path)


class CatchCrashes:
    """Turns unexpected exceptions into a 500 and one line in the log."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, even if the application raises."""
        started = False

        async def note(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, note)
        except Exception as error:
            if scope["type"] != "http":
                raise
            _log(scope, f"{type(error).__name__}: {error}")
            if started:
                # The answer has begun already; the client sees that it was cut off.
                raise
            message = "something went wrong here; the server's log says what"
            await problem(scope, 500, message)(scope, receive, send)
