"""Findings as LanguageTool's clients read them: matches, in UTF-16 code units."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from motjuste.documents.utf16 import Utf16
from motjuste.rules.kinds import RuleKind, kinds
from motjuste.serve.annotated import AnnotatedText
from motjuste.text import Improvement, Suggestion, apply_edits
from motjuste.text.segmentation import Span, sentences

# Characters of context on each side of a match, as LanguageTool gives them.
_AROUND = 40
_CUT = "..."


class Camel(BaseModel):
    """Names of fields as LanguageTool spells them."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Category(Camel):
    """A group of rules."""

    id: str = "STYLE"
    name: str = "Style"


class Rule(Camel):
    """The rule of a match."""

    id: str
    description: str
    issue_type: str = "style"
    category: Category = Category()
    is_premium: bool = False


_SPELLING = Category(id="TYPOS", name="Possible Typo")


def _rule(kind: RuleKind) -> Rule:
    name, explanation = kind.name.upper().replace("-", "_"), kind.explanation
    if kind.name == "spelling":
        return Rule(
            id=f"MOTJUSTE_{name}",
            description=explanation,
            issue_type="misspelling",
            category=_SPELLING,
        )
    return Rule(id=f"MOTJUSTE_{name}", description=explanation)


RULES: dict[str, Rule] = {kind.name: _rule(kind) for kind in kinds().values()}


class Replacement(Camel):
    """A replacement for a match."""

    value: str
    short_description: str | None = None


class Context(Camel):
    """A match with some of the text around it."""

    text: str
    offset: int
    length: int


class Type(Camel):
    """The type shown by clients that know no rules."""

    type_name: str = "Hint"


class Match(Camel):
    """A span of the text that is worth changing."""

    message: str
    short_message: str
    replacements: list[Replacement]
    offset: int
    length: int
    context: Context
    sentence: str
    type: Type = Type()
    rule: Rule
    ignore_for_incomplete_sentence: bool = False
    context_for_sure_match: int = 0


class Matches:
    """Converts findings in the plain text to matches in the document."""

    def __init__(self, document: AnnotatedText) -> None:
        self._document = document
        self._plain, self._places = document.plain, Utf16(document.whole)

    def of(self, finding: Improvement) -> Match | None:
        """The match for a finding; None if there is markup inside it."""
        match = self._with_article(finding) or self._alone(finding)
        if match is None:
            return None
        span, place, replacements = match
        start, end = self._places.units(place.start), self._places.units(place.end)
        return Match(
            message=finding.message,
            short_message=kinds()[finding.kind].title.capitalize(),
            replacements=replacements,
            offset=start,
            length=end - start,
            context=self._context(span),
            sentence=self._sentence(span),
            rule=RULES[finding.kind],
        )

    def _with_article(self, finding: Improvement) -> tuple[Span, Span, list[Replacement]] | None:
        """The span extended by everything that suggestions change beside it: an article, a space.

        A match has one span for all its replacements.
        """
        edits = [edit for suggestion in finding.suggestions for edit in suggestion.edits]
        first = min([finding.start, *(edit.start for edit in edits)])
        last = max([finding.end, *(edit.end for edit in edits)])
        span = Span(first, last)
        if span == (finding.start, finding.end):
            return None
        place = self._document.in_whole(*span)
        return place and (
            span,
            place,
            [self._written(span, suggestion) for suggestion in finding.suggestions],
        )

    def _alone(self, finding: Improvement) -> tuple[Span, Span, list[Replacement]] | None:
        """The span alone, with the suggestions that change nothing beside it."""
        span = Span(finding.start, finding.end)
        place = self._document.in_whole(*span)
        fitting = [
            suggestion
            for suggestion in finding.suggestions
            if all(span.start <= edit.start and edit.end <= span.end for edit in suggestion.edits)
        ]
        return place and (span, place, [self._written(span, suggestion) for suggestion in fitting])

    def _written(self, span: Span, suggestion: Suggestion) -> Replacement:
        edits = [edit.moved(-span.start) for edit in suggestion.edits]
        value = apply_edits(self._plain[span.start : span.end], edits)
        return Replacement(value=value, short_description=suggestion.gloss)

    def _context(self, span: Span) -> Context:
        low, high = max(0, span.start - _AROUND), span.end + _AROUND
        before = (_CUT if low else "") + self._plain[low : span.start]
        after = self._plain[span.end : high] + (_CUT if high < len(self._plain) else "")
        inside = self._plain[span.start : span.end]
        shown = "".join(" " if char in "\r\n" else char for char in before + inside + after)
        return Context(text=shown, offset=_units(before), length=_units(inside))

    def _sentence(self, span: Span) -> str:
        index = bisect_right(self._sentences, span.start, key=lambda sentence: sentence.start) - 1
        if index < 0:
            return self._plain[span.start : span.end]
        return self._plain[slice(*self._sentences[index])]

    @cached_property
    def _sentences(self) -> list[Span]:
        return sentences(self._plain)


def _units(text: str) -> int:
    return Utf16(text).units(len(text))


def matches_of(document: AnnotatedText, findings: Iterator[Improvement]) -> Iterator[Match]:
    """The matches for all findings that have one."""
    made = Matches(document)
    return (match for match in map(made.of, findings) if match is not None)
