"""The pages that the package brings are those that the sources in web/ make."""

import gzip
import json
import re
from hashlib import sha256
from pathlib import Path

import motjuste

STATIC = Path(motjuste.__file__).parent / "serve" / "static"
WEB = Path(__file__).parents[2] / "web"
RECORD = json.loads((STATIC / "build.json").read_text("utf-8"))


def sources():
    """All that the pages are made from: what is there but for what npm brings and for prose."""
    for path in WEB.rglob("*"):
        if path.is_file() and "node_modules" not in path.parts and path.suffix != ".md":
            yield path


def test_the_sources_have_not_changed_since_the_pages_were_built():
    digest = sha256()
    for name, path in sorted((path.relative_to(WEB).as_posix(), path) for path in sources()):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    assert RECORD["sources"] == digest.hexdigest(), "web/ has changed; run 'make web'"


def test_the_pages_are_as_they_were_built():
    digests = {path.name: sha256(path.read_bytes()).hexdigest() for path in STATIC.iterdir()}
    digests.pop("build.json")
    assert RECORD["files"] == digests, "built files were changed by hand; run 'make web'"


def test_each_script_weighs_less_than_400_kilobytes_zipped():
    weights = {path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.glob("*.js")}
    assert weights
    assert max(weights.values()) < 400_000, weights


def test_pages_and_styles_need_nothing_from_another_host():
    for path in [*STATIC.glob("*.html"), *STATIC.glob("*.css")]:
        assert not re.search(r"(https?:)?//[a-z]", path.read_text("utf-8")), path.name


def test_the_lock_names_packages_and_not_one_place_to_get_them():
    assert '"resolved"' not in (WEB / "package-lock.json").read_text("utf-8")
