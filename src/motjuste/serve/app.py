"""The writer's server: the editor page, the comparison of runs, and the interfaces for programs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response

from motjuste import __version__
from motjuste.serve.access import Access
from motjuste.serve.api import make_api
from motjuste.serve.assistant import Assistant
from motjuste.serve.comparison_api import make_comparison_api
from motjuste.serve.languagetool import make_tool
from motjuste.serve.limits import Limits
from motjuste.serve.pages import add_assets, page
from motjuste.serve.run_folder import RunFolder
from motjuste.serve.server import protect
from motjuste.serve.workers import Workers

# Programs that monitor a server send HEAD requests.
_READING = ["GET", "HEAD"]
_DESCRIPTION = "The right word in context, for any word of a text and for whole texts."


def make_app(
    assistant: Assistant,
    access: Access | None = None,
    limits: Limits | None = None,
    run_folder: RunFolder | None = None,
    rate: float | None = None,
) -> FastAPI:
    """The application around a system, and around runs to compare.

    `rate` is how many requests a minute one address may make.
    """
    access, limits = access or Access(), limits or Limits()
    workers = Workers(limits)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        workers.close()

    app = FastAPI(
        title="Motjuste",
        version=__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    _add_pages(app)
    _add_health(app, workers)
    app.include_router(make_api(assistant, workers, limits))
    app.include_router(make_comparison_api(run_folder or RunFolder(), workers))
    app.include_router(make_tool(assistant, workers, limits))
    protect(app, access, limits, rate)
    return app


def _add_pages(app: FastAPI) -> None:
    add_assets(app)

    @app.api_route("/", methods=_READING, include_in_schema=False)
    def editor(request: Request) -> Response:
        return page(request, "editor.html")

    @app.api_route("/compare", methods=_READING, include_in_schema=False)
    def compare(request: Request) -> Response:
        return page(request, "compare.html")

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> Response:
        return RedirectResponse("/static/icon.svg")


def _add_health(app: FastAPI, workers: Workers) -> None:
    @app.api_route("/healthz", methods=_READING, include_in_schema=False)
    async def health() -> dict[str, str | int]:
        return {"status": "ok", "version": __version__, **workers.load}
