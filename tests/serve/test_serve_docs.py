"""What docs/serve.md shows is what the server takes and gives."""

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from motjuste.cli.serve import serve
from motjuste.serve.app import make_app
from motjuste.serve.assistant import Assistant
from serving import Client

PAGE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text("utf-8")
EXAMPLES = re.findall(r"```\nPOST (\S+)\n(.*?)\n```\n\n```json\n(.*?)```", PAGE, re.DOTALL)


def shape(value):
    """The names in a document, and the kinds of their values."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    if isinstance(value, list):
        return [shape(member) for member in value[:1]]
    return "text or nothing" if value is None or isinstance(value, str) else type(value).__name__


@pytest.mark.parametrize(("path", "query", "shown"), EXAMPLES, ids=[e[0] for e in EXAMPLES])
def test_an_example_is_answered_in_the_shape_that_is_shown(path, query, shown):
    app = make_app(Assistant("default"))
    answer = Client(app).post(path, json=json.loads(query))
    assert answer.status_code == 200
    assert shape(answer.json()) == shape(json.loads(shown))


def test_both_interfaces_have_an_example_and_every_option_is_named():
    assert [path for path, _, _ in EXAMPLES] == ["/api/suggest", "/api/check"]
    options = [name.replace("_", "-") for name in serve.__annotations__ if name != "return"]
    named = {"change": "set", "open-page": "open"}
    assert [name for name in options if f"--{named.get(name, name)}" not in PAGE] == []
