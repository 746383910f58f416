"""Findings and suggestions in an editor's terms: diagnostics, code actions, hovers."""

import re
from collections.abc import Iterator, Sequence

from lsprotocol import types as lsp

from motjuste.lsp.documents import OpenDocument
from motjuste.text import Answer, Edit, Improvement, Suggestion

SOURCE = "motjuste"
IGNORE_HERE, IGNORE_WORD, SYNONYMS = (
    f"{SOURCE}.{name}" for name in ("ignoreHere", "ignoreWord", "synonyms")
)
# An editor shows a misused word as information, and a matter of variety as a hint.
_SEVERITIES = {
    "refine-usage": lsp.DiagnosticSeverity.Information,
    "diversify-expression": lsp.DiagnosticSeverity.Hint,
}
# Suggestions shown in a message or a hover.
_SHOWN = 5
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")


def diagnostic(document: OpenDocument, finding: Improvement) -> lsp.Diagnostic:
    """A finding as an editor underlines it."""
    offers = ", ".join(
        suggestion.text for suggestion in finding.suggestions[:_SHOWN] if suggestion.text
    )
    return lsp.Diagnostic(
        document.range(finding.start, finding.end),
        f"{finding.message} Try: {offers}" if offers else finding.message,
        _SEVERITIES[finding.sws_kind],
        finding.kind,
        source=SOURCE,
    )


def fixes(
    document: OpenDocument, finding: Improvement, versioned: bool, ignoring: str
) -> Iterator[lsp.CodeAction]:
    """A quick fix for each suggestion, and two actions that ignore the finding."""
    shown = [diagnostic(document, finding)]
    for number, suggestion in enumerate(finding.suggestions):
        yield lsp.CodeAction(
            _title(document, suggestion),
            lsp.CodeActionKind.QuickFix,
            diagnostics=shown,
            is_preferred=number == 0,
            edit=_edit(document, suggestion, versioned),
        )
    word = finding.text
    here = [document.uri, finding.start, finding.end]
    for title, command, arguments in (
        (f"Ignore {word!r} here", IGNORE_HERE, here),
        (f"Ignore {word!r} {ignoring}", IGNORE_WORD, [document.uri, word]),
    ):
        ignore = lsp.Command(title, command, arguments=arguments)
        yield lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, diagnostics=shown, command=ignore)


def rewrites(document: OpenDocument, answer: Answer, versioned: bool) -> Iterator[lsp.CodeAction]:
    """A code action for each suggestion for a word that is not marked."""
    for suggestion in answer.suggestions:
        yield lsp.CodeAction(
            _title(document, suggestion),
            lsp.CodeActionKind.RefactorRewrite,
            edit=_edit(document, suggestion, versioned),
        )


def synonyms(document: OpenDocument, answer: Answer) -> dict[str, object]:
    """The suggestions for a word as JSON, for editors with a view of their own."""
    return {
        "target": {
            "text": answer.target.word,
            "range": document.range(answer.target.start, answer.target.end),
        },
        "reason": answer.reason,
        "substitutes": [
            {
                "text": suggestion.text,
                "score": suggestion.score,
                "gloss": suggestion.gloss,
                "edits": _text_edits(document, suggestion.edits),
            }
            for suggestion in answer.suggestions
        ],
    }


def hover(
    document: OpenDocument, answer: Answer, finding: Improvement | None, markup: lsp.MarkupKind
) -> lsp.Hover:
    """A word's meaning here, the reason if it is marked, and suggestions."""
    rich = markup == lsp.MarkupKind.Markdown
    bold, dot, escaped = ("**", "- ", _escaped) if rich else ("", "  ", str)
    meaning = answer.sense or answer.reason
    word = escaped(answer.target.word)
    blocks = [f"{bold}{word}{bold}" + (f": {escaped(meaning)}" if meaning else "")]
    if finding is not None:
        blocks.append(escaped(finding.message))
    suggestions = answer.suggestions if finding is None else finding.suggestions
    glosses = {suggestion.text: suggestion.gloss for suggestion in answer.suggestions}
    offers = []
    for suggestion in suggestions[:_SHOWN]:
        gloss = suggestion.gloss or glosses.get(suggestion.text)
        word = f"{bold}{escaped(suggestion.text)}{bold}"
        offers.append(f"{dot}{word}" + (f": {escaped(gloss)}" if gloss else ""))
    if offers:
        blocks.append("\n".join(offers))
    place = document.range(answer.target.start, answer.target.end)
    return lsp.Hover(lsp.MarkupContent(markup, "\n\n".join(blocks)), place)


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", text)


def _title(document: OpenDocument, suggestion: Suggestion) -> str:
    old = " ".join(document.text[edit.start : edit.end] for edit in suggestion.edits)
    new = " ".join(edit.text for edit in suggestion.edits)
    return f"Change {' '.join(old.split())!r} to {new!r}"


def _text_edits(document: OpenDocument, edits: Sequence[Edit]) -> list[lsp.TextEdit]:
    return [lsp.TextEdit(document.range(edit.start, edit.end), edit.text) for edit in edits]


def _edit(document: OpenDocument, suggestion: Suggestion, versioned: bool) -> lsp.WorkspaceEdit:
    edits = _text_edits(document, suggestion.edits)
    if not versioned:
        return lsp.WorkspaceEdit(changes={document.uri: edits})
    # If the text has changed meanwhile, the editor refuses the edit.
    name = lsp.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    return lsp.WorkspaceEdit(document_changes=[lsp.TextDocumentEdit(name, edits)])
