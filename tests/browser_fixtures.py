"""The browser for tests of pages, one for each file of tests."""

import pytest


@pytest.fixture(scope="module")
def chromium():
    """Debian's Chromium, for pages of `browsing`."""
    # Without its extra, tests of pages are skipped; all others need this file to be loaded.
    from browsing import browser

    with browser() as chromium:
        yield chromium
