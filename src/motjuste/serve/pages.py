"""The built pages: files of the folder `static`, each page with a nonce of its own."""

import os
import secrets
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from motjuste.serve.headers import NONCE
from motjuste.serve.problems import ProblemError

STATIC = Path(str(files("motjuste.serve") / "static"))
_PLACE_OF_NONCE = "__NONCE__"


class _Assets(StaticFiles):
    """Files that a browser may keep, as long as it asks whether they have changed."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """The path of a file; none for a name that no file can have."""
        return ("", None) if "\0" in path else super().lookup_path(path)

    def file_response(  # type: ignore[override]
        self, full_path: str, stat_result: object, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


def add_assets(app: FastAPI) -> None:
    """Serve scripts and styles under /static/."""
    app.mount("/static", _Assets(directory=STATIC), name="static")


def page(request: Request, name: str) -> Response:
    """A built page of the folder `static`; `__NONCE__` in it becomes its nonce."""
    try:
        text = (STATIC / name).read_text("utf-8")
    except FileNotFoundError:
        raise ProblemError(404, f"the page {name} is not built; run  make web") from None
    return HTMLResponse(text.replace(_PLACE_OF_NONCE, nonce_of(request)))


def nonce_of(request: Request) -> str:
    """The nonce for styles of the page that answers a request."""
    if NONCE not in request.scope:
        request.scope[NONCE] = secrets.token_urlsafe(16)
    nonce: str = request.scope[NONCE]
    return nonce
