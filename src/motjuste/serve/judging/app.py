"""The annotation site as an application: its routes behind the shared middleware."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from motjuste import __version__
from motjuste.collect.project import Project
from motjuste.errors import MotjusteError, RefusedError
from motjuste.serve.access import Access
from motjuste.serve.judging import annotator, owner
from motjuste.serve.judging.forms import MOST_BYTES
from motjuste.serve.judging.refusals import NO_PAGE, NOT_NOW, Refusal, explained
from motjuste.serve.judging.site import Site
from motjuste.serve.limits import Limits
from motjuste.serve.pages import add_assets
from motjuste.serve.problems import log, path_to_log
from motjuste.serve.server import protect


def make_site(project: Project, access: Access | None = None, rate: float | None = None) -> FastAPI:
    """The application for a project; `rate` is requests a minute from one address."""
    site = Site(project)
    app = FastAPI(title="Motjuste", version=__version__, openapi_url=None)
    add_assets(app)
    app.include_router(annotator.routes(site))
    app.include_router(owner.routes(site))
    _add_plain_answers(app)
    protect(app, access or Access(), Limits(body=MOST_BYTES), rate)
    _explain_refusals(app, site)
    return app


def _add_plain_answers(app: FastAPI) -> None:
    @app.get("/favicon.ico")
    def icon() -> Response:
        return RedirectResponse("/static/icon.svg")

    @app.get("/healthz")
    async def health() -> dict[str, str]:
        return {"status": "ok", "version": __version__}


def _explain_refusals(app: FastAPI, site: Site) -> None:
    """Answer every refusal with a page, since people read it."""

    def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        return site.message(error)

    def told(_: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedError)
        return site.message(explained(error))

    def failed(request: Request, error: Exception) -> Response:
        log.error("%s %s: %s", request.method, path_to_log(request.url.path), error)
        return site.message(NOT_NOW)

    def not_found(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        return site.message(Refusal(status, NO_PAGE.title, NO_PAGE.text, onward=NO_PAGE.onward))

    app.add_exception_handler(Refusal, refused)
    app.add_exception_handler(RefusedError, told)
    app.add_exception_handler(MotjusteError, failed)
    app.add_exception_handler(HTTPException, not_found)
    app.add_exception_handler(RequestValidationError, not_found)
