"""A real browser for tests of pages: it notes every error and every request to another host."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).parents[1]
DESKTOP = {"width": 1160, "height": 720}
PHONE = {"width": 375, "height": 740}
# Milliseconds after which a test gives up: long, since a busy machine must not make it fail.
PATIENCE_MS = 300_000
_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
_ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update "
    "--disable-sync --no-first-run"
).split()
_AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
_NOTE_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


@contextmanager
def browser() -> Iterator[Any]:
    """Debian's Chromium, without a window."""
    if _CHROMIUM is None:
        pytest.skip("needs Chromium")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=_CHROMIUM, args=_ARGUMENTS, timeout=PATIENCE_MS
        )
        yield chromium
        chromium.close()


@contextmanager
def page(browser: Any, address: str, *, forgiving: bool = False, **settings: Any) -> Iterator[Any]:
    """A page of a fresh visitor; unless told to forgive, nothing may go wrong in it."""
    usual = {"viewport": DESKTOP, "base_url": address, "reduced_motion": "reduce"}
    context = browser.new_context(**usual | settings)
    context.set_default_timeout(PATIENCE_MS)
    opened, wrong = context.new_page(), []
    opened.add_init_script(_NOTE_VIOLATIONS)
    opened.on("console", lambda line: wrong.append(f"{line.type}: {line.text}"))
    opened.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    opened.on("request", lambda request: _stay(request.url, address, wrong))
    # What the page itself calls off has not failed.
    opened.on("requestfailed", lambda request: _failed(request, wrong))
    yield opened
    context.close()
    assert forgiving or wrong == [], wrong


def _stay(url: str, address: str, wrong: list[str]) -> None:
    if not url.startswith(address):
        wrong.append(f"asked another host: {url}")


def _failed(request: Any, wrong: list[str]) -> None:
    if "ERR_ABORTED" not in (request.failure or ""):
        wrong.append(f"failed: {request.url} {request.failure}")


def faults(opened: Any) -> list[str]:
    """The serious faults that axe-core finds in a page as it is now."""
    if not _AXE.is_file():
        pytest.skip("needs axe-core: run 'make web'")
    opened.evaluate(_AXE.read_text("utf-8"))
    results = opened.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in results["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def picture(opened: Any, name: str) -> None:
    """Keep a small picture of a page for the docs, where MOTJUSTE_SCREENSHOTS is set."""
    if os.environ.get("MOTJUSTE_SCREENSHOTS"):
        images = pytest.importorskip("PIL.Image")
        folder = ROOT / "docs" / "images"
        folder.mkdir(parents=True, exist_ok=True)
        shot = images.open(BytesIO(opened.screenshot(animations="disabled", caret="hide")))
        few = shot.convert("RGB").quantize(256, dither=images.Dither.NONE)
        few.save(folder / f"{name}.png", optimize=True)
