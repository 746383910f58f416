"""The language server, driven as editors drive it: every message over a pipe."""

import asyncio
from ast import literal_eval
from contextlib import suppress

import pytest

pytest.importorskip("pygls")

import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from improver import program

pytestmark = pytest.mark.asyncio(loop_scope="module")

LISTED = {"system": "listed"}
SERVER = ClientServerConfig(server_command=program("lsp"))


async def begin(client, root, settings):
    params = lsp.InitializeParams(
        capabilities=client_capabilities(settings.get("editor", "neovim@v0.7.0")),
        root_uri=root.as_uri(),
        initialization_options=settings.get("options"),
    )
    if "pulled" in settings:
        client.set_configuration({"motjuste": settings["pulled"]})
    client.root = root
    client.feature(lsp.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    await client.initialize_session(params)


@pytest_lsp.fixture(config=SERVER, scope="module")
async def shared(lsp_client: LanguageClient, tmp_path_factory):
    await begin(lsp_client, tmp_path_factory.mktemp("workspace"), {"options": LISTED})
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def client(shared, tmp_path_factory):
    """An editor that is already open; each test has a folder of its own."""
    shared.root = tmp_path_factory.mktemp("folder")
    return shared


@pytest_lsp.fixture(config=SERVER, loop_scope="module")
async def own_client(lsp_client: LanguageClient, tmp_path, request):
    """An editor of the test's own, for settings and for what holds in all folders."""
    await begin(lsp_client, tmp_path, getattr(request, "param", {"options": LISTED}))
    yield
    await lsp_client.shutdown_session()


async def opened(client, text, name="essay.md", language="markdown"):
    uri = (client.root / name).as_uri()
    document = lsp.TextDocumentItem(uri, language, 1, text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
    await diagnostics_published(client, uri)
    return uri


async def diagnostics_published(client, uri):
    """Wait until the server has said what it finds in this document since it was last changed."""

    async def wait():
        while uri not in client.diagnostics:
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), 60)


async def underlines(client, uri, text, words):
    """Wait until exactly these words are underlined: settings may arrive after a first answer."""
    for _ in range(120):
        if underlined(client, uri, text) == words:
            return
        with suppress(asyncio.TimeoutError):
            wanted = lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
            await asyncio.wait_for(client.wait_for_notification(wanted), 1)
    assert underlined(client, uri, text) == words


def underlined(client, uri, text):
    """What the client underlines, cut out of the text by UTF-16 positions."""
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    ranges = [diagnostic.range for diagnostic in client.diagnostics[uri]]
    assert all(marked_range.start.line == marked_range.end.line for marked_range in ranges)
    return [
        lines[marked_range.start.line][
            2 * marked_range.start.character : 2 * marked_range.end.character
        ].decode("utf-16")
        for marked_range in ranges
    ]


def change(client, uri, version, text, *at):
    place = lsp.Range(lsp.Position(*at[:2]), lsp.Position(*at[2:]))
    part = lsp.TextDocumentContentChangePartial(place, text)
    name = lsp.VersionedTextDocumentIdentifier(version, uri)
    client.diagnostics.pop(uri, None)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(name, [part]))


async def actions(client, uri, line, character, only=None):
    place = lsp.Range(lsp.Position(line, character), lsp.Position(line, character))
    offered = await client.text_document_code_action_async(
        lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(uri), place, lsp.CodeActionContext([], only=only)
        )
    )
    return {action.title: action for action in offered or []}


def applied(text, action, uri):
    """The text after an action's edits, made from the last to the first, in UTF-16."""
    edit = action.edit
    edits = edit.changes[uri] if edit.changes else edit.document_changes[0].edits
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    for change in sorted(edits, key=lambda one: one.range.start.character, reverse=True):
        start, end = change.range.start, change.range.end
        line = lines[start.line]
        new = change.new_text.encode("utf-16-le")
        lines[start.line] = line[: 2 * start.character] + new + line[2 * end.character :]
    return "\n".join(line.decode("utf-16-le") for line in lines)


TEXT = "# A very short one\n\nIt was a **big** 👩‍👧 dog. Néo\u0301 e\u0301 nice `nice`.\n"


async def test_words_are_underlined_where_they_stand(client):
    uri = await opened(client, TEXT)
    assert underlined(client, uri, TEXT) == ["very", "big", "nice"]
    codes = [diagnostic.code for diagnostic in client.diagnostics[uri]]
    assert codes == ["variety", "word-choice", "variety"]
    assert {diagnostic.source for diagnostic in client.diagnostics[uri]} == {"motjuste"}


async def test_a_diagnostic_says_the_reason_that_the_system_gives(client):
    uri = await opened(client, "That thing.")
    assert [diagnostic.message for diagnostic in client.diagnostics[uri]] == ["'thing' is vague"]


async def test_each_suggestion_is_a_fix_that_also_sets_the_article(client):
    uri = await opened(client, TEXT)
    offered = await actions(client, uri, 2, 12)
    assert list(offered)[:2] == ["Change 'a big' to 'an enormous'", "Change 'big' to 'large'"]
    after = applied(TEXT, offered["Change 'a big' to 'an enormous'"], uri)
    assert after == TEXT.replace("a **big**", "an **enormous**")
    assert [action.is_preferred for action in list(offered.values())[:2]] == [True, False]


async def test_fixes_are_right_after_emoji_and_combining_marks(client):
    uri = await opened(client, TEXT)
    place = client.diagnostics[uri][2].range.start
    offered = await actions(client, uri, place.line, place.character)
    after = applied(TEXT, offered["Change 'nice' to 'kind'"], uri)
    assert after == TEXT.replace("nice `", "kind `")


async def test_a_change_is_checked_again_and_old_findings_move_along(client):
    uri = await opened(client, "A big dog.\n\nHow nice.\n")
    change(client, uri, 2, "👍 very\n\n", 0, 0, 0, 0)
    # Before anything is checked anew, what was found stands where its word is now.
    offered = await actions(client, uri, 4, 5)
    text = "👍 very\n\nA big dog.\n\nHow nice.\n"
    assert applied(text, offered["Change 'nice' to 'kind'"], uri) == text.replace("nice", "kind")
    await diagnostics_published(client, uri)
    assert underlined(client, uri, text) == ["very", "big", "nice"]
    change(client, uri, 3, "", 0, 3, 0, 7)
    await diagnostics_published(client, uri)
    assert underlined(client, uri, text.replace("very", "")) == ["big", "nice"]


async def test_a_place_that_is_ignored_stays_so_and_others_do_not(client):
    uri = await opened(client, "A big dog.\n\nOne big cat.\n")
    offered = await actions(client, uri, 0, 3)
    await run(client, uri, offered["Ignore 'big' here"])
    assert underlined(client, uri, "A big dog.\n\nOne big cat.\n") == ["big"]
    assert client.diagnostics[uri][0].range.start.line == 2


async def test_a_word_that_is_ignored_goes_into_the_dictionary(own_client):
    (own_client.root / "words.txt").write_text("very\n")
    (own_client.root / ".motjuste.toml").write_text('dictionary = "words.txt"\n')
    uri = await opened(own_client, "A very big dog, bigger.\n")
    assert underlined(own_client, uri, "A very big dog, bigger.\n") == ["big"]
    offered = await actions(own_client, uri, 0, 8)
    await run(own_client, uri, offered["Ignore 'big' always (words.txt)"])
    assert not own_client.diagnostics[uri]
    assert (own_client.root / "words.txt").read_text() == "very\nbig\n"


async def test_a_dictionary_that_the_project_names_is_read_again_when_it_changes(client):
    words = client.root / "words.txt"
    words.write_text("very\n")
    (client.root / ".motjuste.toml").write_text('dictionary = "words.txt"\n')
    uri = await opened(client, "A very big dog.\n")
    assert underlined(client, uri, "A very big dog.\n") == ["big"]
    words.write_text("big\n")
    change = lsp.FileEvent(words.as_uri(), lsp.FileChangeType.Changed)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))
    await underlines(client, uri, "A very big dog.\n", ["very"])


async def run(client, uri, action_with_command):
    # The client's library takes such an action for a bare command, and its command for a text.
    command = literal_eval(action_with_command.command)
    client.diagnostics.pop(uri, None)
    await client.workspace_execute_command_async(
        lsp.ExecuteCommandParams(command["command"], command["arguments"])
    )
    await diagnostics_published(client, uri)


async def test_any_word_has_synonyms_with_their_glosses(client):
    text = "😀 She wrote a short note.\nThey postponed the trip.\n"
    uri = await opened(client, text, "mail.txt", "plaintext")
    at = text.encode("utf-16-le").index("short".encode("utf-16-le")) // 2
    offered = await actions(client, uri, 0, at, [lsp.CodeActionKind.Refactor])
    brief = offered["Change 'short' to 'brief'"]
    assert applied(text, brief, uri) == text.replace("short", "brief")
    request = lsp.ExecuteCommandParams("motjuste.synonyms", [uri, {"line": 1, "character": 5}])
    answer = await client.workspace_execute_command_async(request)
    words = {substitute["text"]: substitute for substitute in answer["substitutes"]}
    assert words["deferred"]["gloss"] == "hold back to a later time"
    assert answer["target"]["text"] == "postponed"


async def test_who_asks_where_there_is_no_word_is_told_so_in_one_line(client):
    uri = await opened(client, "- - -\n", "mail.txt", "plaintext")
    for requested_uri, message in [
        (uri, "at 2 there is no word"),
        (f"{uri}x", f"{uri}x is not open here"),
    ]:
        place = lsp.ExecuteCommandParams("motjuste.synonyms", [requested_uri, lsp.Position(0, 2)])
        with pytest.raises(JsonRpcException) as refused:
            await client.workspace_execute_command_async(place)
        assert refused.value.message.startswith(message)


async def test_a_hover_says_what_words_mean(client):
    uri = await opened(client, "It was a big dog.\n", "a.txt", "plaintext")
    place = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(0, 10))
    hover = await client.text_document_hover_async(place)
    assert hover.range == lsp.Range(lsp.Position(0, 9), lsp.Position(0, 12))
    assert "may not be quite the right word" in hover.contents.value
    assert "**large**: " in hover.contents.value
    nothing = lsp.HoverParams(lsp.TextDocumentIdentifier(uri), lsp.Position(7, 0))
    assert await client.text_document_hover_async(nothing) is None


async def test_code_and_closed_documents_have_no_diagnostics(client):
    uri = await opened(client, "big = 'very nice'", "x.py", "python")
    assert not client.diagnostics[uri]
    uri = await opened(client, "very nice", "x.txt", "plaintext")
    assert len(client.diagnostics[uri]) == 2
    gone = lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri))
    client.diagnostics.pop(uri, None)
    client.text_document_did_close(gone)
    await diagnostics_published(client, uri)
    assert not client.diagnostics[uri]


@pytest.mark.parametrize(
    "own_client",
    [{"editor": "visual_studio_code@v1.65.2", "pulled": {**LISTED, "kinds": ["refine-usage"]}}],
    indirect=True,
    ids=["vscode"],
)
async def test_settings_come_from_the_workspace(own_client):
    uri = await opened(own_client, "A very big dog.\n")
    await underlines(own_client, uri, "A very big dog.\n", ["big"])
    settings = {"motjuste": {**LISTED, "ignore": ["big"]}}
    own_client.workspace_did_change_configuration(lsp.DidChangeConfigurationParams(settings))
    await underlines(own_client, uri, "A very big dog.\n", ["very"])


@pytest.mark.parametrize(
    "own_client", [{"options": {"sensitivty": 1}}], indirect=True, ids=["typo"]
)
async def test_a_wrong_setting_is_reported_and_nothing_breaks(own_client):
    await opened(own_client, "A dog.\n")
    assert [message.message for message in own_client.messages] == [
        f"Motjuste: {own_client.root / 'the editor'}'s settings: there is no key 'sensitivty'; "
        "did you mean sensitivity?"
    ]


async def test_a_question_that_is_cancelled_is_not_answered_and_the_next_one_is(client):
    text = "It was a big dog.\n" * 500
    uri = await opened(client, text, "a.txt", "plaintext")
    name = lsp.TextDocumentIdentifier(uri)
    place = lsp.HoverParams(name, lsp.Position(0, 14))
    first = asyncio.ensure_future(
        client.protocol.send_request_async(lsp.TEXT_DOCUMENT_HOVER, place, msg_id="first")
    )
    await asyncio.sleep(0)
    client.cancel_request(lsp.CancelParams("first"))
    with pytest.raises(JsonRpcException, match="cancel"):
        await first
    hover = await client.text_document_hover_async(place)
    assert "dog" in hover.contents.value


async def test_only_the_last_of_many_changes_is_checked(client):
    uri = await opened(client, "", "a.txt", "plaintext")
    for version, letter in enumerate("very nice", start=2):
        change(client, uri, version, letter, 0, version - 2, 0, version - 2)
    await diagnostics_published(client, uri)
    assert underlined(client, uri, "very nice") == ["very", "nice"]
