"""LanguageTool's own clients against a real server: a library, and requests of editor plugins."""

import json

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from serving import running

TEXT = "\U0001f600 A big dog is a nice thing.\nNever give up."


@pytest.fixture(scope="module")
def server():
    with running("--allow-origin", "app://obsidian.md") as server:
        yield server


@pytest.fixture
def no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def test_the_python_library_finds_and_corrects(server, no_proxy):
    language_tool_python = pytest.importorskip("language_tool_python")
    tool = language_tool_python.LanguageTool("en-US", remote_server=server.address)
    matches = tool.check(TEXT)
    assert [TEXT[m.offset : m.offset + m.error_length] for m in matches] == [
        "A big",
        "nice",
        "thing",
        "give up",
    ]
    assert [m.rule_id for m in matches][:2] == [
        "MOTJUSTE_WORD_CHOICE",
        "MOTJUSTE_VARIETY",
    ]
    assert matches[0].replacements == ["An enormous", "A large"]
    assert (matches[0].category, matches[0].rule_issue_type) == ("STYLE", "style")
    assert tool.correct(TEXT) == "\U0001f600 An enormous dog is a kind thing.\nNever quit."


def test_the_python_library_switches_rules_and_shows_errors(server, no_proxy):
    language_tool_python = pytest.importorskip("language_tool_python")
    tool = language_tool_python.LanguageTool("en-GB", remote_server=server.address)
    tool.disabled_rules = {"MOTJUSTE_WORD_CHOICE"}
    assert [m.matched_text for m in tool.check("a big, nice dog")] == ["nice"]
    tool.enabled_rules_only = True
    with pytest.raises(
        language_tool_python.exceptions.LanguageToolError, match="cannot specify disabled"
    ):
        tool.check("a big dog")


def obsidian(text, markup):
    """The request of Obsidian's LanguageTool plugin: annotations with the places it keeps in them.

    So do its sources have it (obsidian-languagetool-plugin, src/api.ts): `data`, `language`,
    `enabledOnly` and `level` in a form, headers as below; `preferredVariants` where the language
    is to be found out.
    """
    annotation, at = [], 0
    for piece in text:
        entry = {"offset": {"start": at, "end": at + len(piece)}}
        if piece in markup:
            entry = {"markup": piece, "interpretAs": markup[piece], **entry}
        else:
            entry = {"text": piece, **entry}
        annotation.append(entry)
        at += len(piece)
    form = {
        "data": json.dumps({"annotation": annotation}),
        "language": "auto",
        "enabledOnly": "false",
        "level": "default",
        "preferredVariants": "en-GB,de-DE",
        "disabledRules": "WHITESPACE_RULE",
    }
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Accept": "application/json",
        "Origin": "app://obsidian.md",
    }
    return form, headers


def test_obsidians_plugin_is_answered_as_it_reads(server):
    pieces = [
        "# ",
        "The day",
        "\n\n",
        "We saw a ",
        "**",
        "nice",
        "**",
        " and big house.",
        "\n- ",
        "Never give up.",
    ]
    markup = {"# ": "", "\n\n": "\n\n", "**": "", "\n- ": "\n• "}
    form, headers = obsidian(pieces, markup)
    with server.client() as client:
        answer = client.post("/v2/check", data=form, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "app://obsidian.md"
    note = "".join(pieces)
    # What the plugin takes from each match, under the names that it uses.
    shown = [
        {
            "text": note[match["offset"] : match["offset"] + match["length"]],
            "title": match["shortMessage"],
            "message": match["message"],
            "replacements": [replacement["value"] for replacement in match["replacements"]],
            "categoryId": match["rule"]["category"]["id"],
            "ruleId": match["rule"]["id"],
        }
        for match in answer.json()["matches"]
    ]
    assert [match["text"] for match in shown] == ["nice", "big", "give up"]
    assert shown[2] == {
        "text": "give up",
        "title": "Word choice",
        "message": "“give up” may not be quite the right word here.",
        "replacements": ["quit"],
        "categoryId": "STYLE",
        "ruleId": "MOTJUSTE_WORD_CHOICE",
    }


def test_a_vs_code_plugin_is_answered_as_it_reads(server):
    """As vscode-languagetool-linter sends it (src/Linter.ts), escaped by `encodeURIComponent`."""
    text = "\U0001f600 it’s a big “dog” & more"
    units = len(text.encode("utf-16-le")) // 2
    data = {"annotation": [{"text": text, "offset": {"start": 0, "end": units}}]}
    form = {
        "language": "auto",
        "motherTongue": "",
        "disabledRules": "",
        "disabledCategories": "",
        "data": json.dumps(data, ensure_ascii=False),
    }
    headers = {
        "Accepts": "application/json",
        "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
    }
    with server.client() as client:
        (match,) = client.post("/v2/check", data=form, headers=headers).json()["matches"]
    encoded = text.encode("utf-16-le")[2 * match["offset"] :][: 2 * match["length"]]
    assert encoded.decode("utf-16-le") == "a big"
    assert match["rule"]["id"] == "MOTJUSTE_WORD_CHOICE"
    assert [replacement["value"] for replacement in match["replacements"]] == [
        "an enormous",
        "a large",
    ]
