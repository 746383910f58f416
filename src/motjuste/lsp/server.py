"""The language server: handlers of an editor's messages.

The model runs in a thread of its own, one batch of sentences at a time. Meanwhile messages are
read, a request for one word goes before the rest of a long check, and the check of a text that has
changed is ended.
"""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from motjuste import __version__
from motjuste.errors import MotjusteError
from motjuste.lsp import presentation
from motjuste.lsp.documents import OpenDocument, follow
from motjuste.lsp.session import Session, settings_in
from motjuste.text import Answer, Improvement

# Seconds without a change before a text is checked again.
QUIET = 0.25
# Seconds between updates while a long text is being checked.
SHOWN_EVERY = 1.0
_WATCHED = ("**/.motjuste.toml", "**/pyproject.toml", "**/*.txt")
T = TypeVar("T")


class Server(LanguageServer):
    """The language server of one editor."""

    def __init__(self) -> None:
        super().__init__("motjuste", __version__)
        self.session = Session()
        self.documents: dict[str, OpenDocument] = {}
        self.findings: dict[str, list[Improvement]] = {}
        self._checks: dict[str, asyncio.Task[None]] = {}
        self._model = ThreadPoolExecutor(1, "model")
        self._complaint = ""

    def can(self, capability: str) -> bool:
        """Whether the editor says that it can do something."""
        return bool(get_capability(self.client_capabilities, capability))

    async def model(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function in the model's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._model, work, *arguments)

    def complain(self, error: MotjusteError) -> None:
        """Show an error, once."""
        if str(error) != self._complaint:
            self._complaint = str(error)
            shown = lsp.ShowMessageParams(lsp.MessageType.Error, f"Motjuste: {error}")
            self.window_show_message(shown)

    def configure(self, settings: Any) -> None:
        """Take the editor's settings, or show the error in them."""
        try:
            self.session.configure(settings_in(settings))
        except MotjusteError as error:
            self.complain(error)
        self.check_all()

    def check_all(self) -> None:
        """Check all open documents."""
        for uri in self.documents:
            self.check(uri, 0)

    def check(self, uri: str, quiet: float = QUIET) -> None:
        """Check a document soon, and end an earlier check of it."""
        self.end_check(uri)
        self._checks[uri] = asyncio.get_running_loop().create_task(self._check(uri, quiet))

    def end_check(self, uri: str) -> None:
        """Cancel the check of a document."""
        if uri in self._checks:
            self._checks.pop(uri).cancel()

    async def _check(self, uri: str, quiet: float) -> None:
        await asyncio.sleep(quiet)
        document = self.documents[uri]
        findings, so_far = self.session.findings(document), []
        clock = asyncio.get_running_loop().time
        shown_at = clock()
        try:
            while (finding := await self.model(next, findings, None)) is not None:
                so_far.append(finding)
                if clock() - shown_at > SHOWN_EVERY:
                    self._show(document, so_far)
                    shown_at = clock()
        except MotjusteError as error:
            self.complain(error)
        self._show(document, so_far)

    def _show(self, document: OpenDocument, findings: list[Improvement]) -> None:
        self.findings[document.uri] = list(findings)
        shown = [presentation.diagnostic(document, finding) for finding in findings]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(document.uri, shown, document.version)
        )

    def findings_in(self, document: OpenDocument, start: int, end: int) -> list[Improvement]:
        """The findings that touch a range or the cursor."""
        findings = self.findings.get(document.uri, [])
        return [finding for finding in findings if finding.start <= end and start <= finding.end]

    async def ask(
        self, document: OpenDocument, start: int, end: int | None = None
    ) -> Answer | None:
        """The suggestions for the word at a place; None where there is no word."""
        try:
            return await self.model(self.session.ask, document, start, end)
        except MotjusteError:
            return None

    @property
    def versioned(self) -> bool:
        """Whether the editor takes changes to a certain version of a document."""
        return self.can("workspace.workspace_edit.document_changes")


def make_server() -> Server:
    """A server with all handlers."""
    server = Server()
    for name, handler, options in _FEATURES:
        server.feature(name, options)(handler)
    for name, handler in _COMMANDS.items():
        server.command(name)(handler)
    return server


def initialize(server: Server, params: lsp.InitializeParams) -> None:
    """Read the editor's capabilities and first settings."""
    folders = [folder.uri for folder in params.workspace_folders or []]
    root = next(iter(folders), params.root_uri)
    if root and (path := to_fs_path(root)):
        server.session.root = Path(path)
    if params.initialization_options is not None:
        server.configure(params.initialization_options)


async def initialized(server: Server, params: lsp.InitializedParams) -> None:
    """Ask for the settings, and to be told when files change."""
    await _pull_settings(server)
    if server.can("workspace.did_change_watched_files.dynamic_registration"):
        watchers = [lsp.FileSystemWatcher(pattern) for pattern in _WATCHED]
        options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
        wish = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await server.client_register_capability_async(lsp.RegistrationParams([wish]))


async def _pull_settings(server: Server) -> None:
    if server.can("workspace.configuration"):
        wish = lsp.ConfigurationItem(section=presentation.SOURCE)
        answers = await server.workspace_configuration_async(lsp.ConfigurationParams([wish]))
        if answers and answers[0] is not None:
            server.configure(answers[0])


async def settings_changed(server: Server, params: lsp.DidChangeConfigurationParams) -> None:
    """Take new settings: those in the message, else those requested from the editor."""
    if params.settings:
        server.configure(params.settings)
    else:
        await _pull_settings(server)


def files_changed(server: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
    """Read the project's configuration again."""
    paths = [Path(path) for change in params.changes if (path := to_fs_path(change.uri))]
    if any(server.session.decides(path, server.documents.values()) for path in paths):
        server.session.reload()
        server.check_all()


def opened(server: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    """Check a document that is opened."""
    item = params.text_document
    encoding = server.workspace.position_encoding or lsp.PositionEncodingKind.Utf16
    server.documents[item.uri] = OpenDocument(
        item.uri,
        str(item.language_id),
        item.version,
        item.text,
        lsp.PositionEncodingKind(encoding),
    )
    server.check(item.uri, 0)


def changed(server: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    """Update a document; its marks move along until it is checked again."""
    uri = params.text_document.uri
    document, findings = _open_document(server, uri), server.findings.get(uri, [])
    for change in params.content_changes:
        document, edit = document.changed(change)
        findings = list(follow(findings, edit))
    server.documents[uri] = replace(document, version=params.text_document.version)
    server.findings[uri] = findings
    server.check(uri)


def closed(server: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    """Forget a document and remove its diagnostics."""
    uri = params.text_document.uri
    server.end_check(uri)
    server.documents.pop(uri, None)
    server.findings.pop(uri, None)
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))


async def actions(server: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """Fixes for the findings in a range; for any other word, its suggestions."""
    document = server.documents.get(params.text_document.uri)
    if document is None:
        return []
    start, end = document.offset(params.range.start), document.offset(params.range.end)
    wanted = params.context.only
    shown: Iterable[lsp.CodeAction] = []
    findings = server.findings_in(document, start, end)
    if findings and _among(lsp.CodeActionKind.QuickFix, wanted):
        dictionary = server.session.dictionary(document)
        ignoring = "in this session" if dictionary is None else f"always ({dictionary.name})"
        shown = [
            action
            for finding in findings
            for action in presentation.fixes(document, finding, server.versioned, ignoring)
        ]
    if not findings and _among(lsp.CodeActionKind.RefactorRewrite, wanted):
        answer = await server.ask(document, start, end if end > start else None)
        if answer is not None:
            shown = presentation.rewrites(document, answer, server.versioned)
    return list(shown)


def _among(kind: lsp.CodeActionKind, wanted: Iterable[Any] | None) -> bool:
    """Whether an editor wants this kind of action: it names it, a parent kind, or no kind."""
    return wanted is None or any(f"{kind.value}.".startswith(f"{_name(name)}.") for name in wanted)


def _name(kind: Any) -> str:
    return str(getattr(kind, "value", kind))


async def hovered(server: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    """The hover for a word: its meaning and suggestions."""
    document = server.documents.get(params.text_document.uri)
    if document is None or document.form is None:
        return None
    at = document.offset(params.position)
    findings = [finding for finding in server.findings_in(document, at, at) if at < finding.end]
    span = (findings[0].start, findings[0].end) if findings else (at, None)
    answer = await server.ask(document, *span)
    if answer is None:
        return None
    formats = get_capability(
        server.client_capabilities, "text_document.hover.content_format", [lsp.MarkupKind.PlainText]
    )
    return presentation.hover(document, answer, findings[0] if findings else None, formats[0])


async def synonyms(server: Server, uri: str, position: lsp.Position) -> dict[str, object]:
    """The suggestions for the word at a position."""
    document = _open_document(server, uri)
    try:
        answer = await server.model(server.session.ask, document, document.offset(position))
    except MotjusteError as error:
        raise JsonRpcInvalidParams(str(error)) from None
    return presentation.synonyms(document, answer)


def ignore_here(server: Server, uri: str, start: int, end: int) -> None:
    """Do not mark this place again."""
    document = _open_document(server, uri)
    for finding in server.findings_in(document, start, end):
        if (finding.start, finding.end) == (start, end):
            server.session.pass_over(document, finding)
    server.check(uri, 0)


def ignore_word(server: Server, uri: str, word: str) -> None:
    """Do not mark a word again."""
    try:
        server.session.ignore(_open_document(server, uri), word)
    except MotjusteError as error:
        server.complain(error)
    server.check_all()


def _open_document(server: Server, uri: str) -> OpenDocument:
    if uri not in server.documents:
        raise JsonRpcInvalidParams(f"{uri} is not open here")
    return server.documents[uri]


_ACTIONS = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.RefactorRewrite])
_FEATURES: tuple[tuple[str, Callable[..., Any], Any], ...] = (
    (lsp.INITIALIZE, initialize, None),
    (lsp.INITIALIZED, initialized, None),
    (lsp.WORKSPACE_DID_CHANGE_CONFIGURATION, settings_changed, None),
    (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, files_changed, None),
    (lsp.TEXT_DOCUMENT_DID_OPEN, opened, None),
    (lsp.TEXT_DOCUMENT_DID_CHANGE, changed, None),
    (lsp.TEXT_DOCUMENT_DID_CLOSE, closed, None),
    (lsp.TEXT_DOCUMENT_CODE_ACTION, actions, _ACTIONS),
    (lsp.TEXT_DOCUMENT_HOVER, hovered, None),
)
_COMMANDS: dict[str, Callable[..., Any]] = {
    presentation.SYNONYMS: synonyms,
    presentation.IGNORE_HERE: ignore_here,
    presentation.IGNORE_WORD: ignore_word,
}
