"""Runs a system on a document in batches, and maps its marks to places in the file."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from motjuste.analysis import Text, locate
from motjuste.check.autofix import fix_text, is_sure
from motjuste.check.configuration import Settings, plain_word, read_dictionary
from motjuste.check.document_properties import DocumentProperties, properties_of
from motjuste.documents import Format, passages
from motjuste.documents.passage import Passage, PassagePart
from motjuste.errors import BadInputError
from motjuste.lexicon.inflection import lemma_of
from motjuste.rules.kinds import SHOWN_KIND
from motjuste.systems.answers import improve
from motjuste.systems.registry import make_system
from motjuste.systems.system import GUESS, System, verbs, with_settings
from motjuste.text import GENRES, Edit, Genre, Improvement, Suggestion, Target
from motjuste.text.segmentation import Span, count_words, words

# Characters handed to a system at a time: enough for batching, little to hold in memory.
_BATCH_CHARACTERS = 20_000

# Joins the parts of a document where they are treated as one text; it never occurs in real texts.
_SEPARATOR = "\n\n\u2029\n\n"

# Called with the number of characters that are newly done.
Advance = Callable[[int], None]
ImproveTexts = Callable[[System, Sequence[str]], list[list[Improvement]]]


def improve_texts(system: System, texts: Sequence[str]) -> list[list[Improvement]]:
    """The marks of a system on consecutive texts of a document."""
    return improve(system, texts, together=True)


def unwatched(_: int) -> None:
    """The progress of a document that nobody watches."""


class Checker:
    """A system with the settings for a file, and the words that it must not mark."""

    def __init__(self, system: System, settings: Settings, ignored: set[str] | None = None) -> None:
        if "improve" not in verbs(type(system)):
            raise system.not_offered("improve")
        self.system = system
        self.settings = settings
        self._exempt = settings.ignore
        if settings.dictionary is not None:
            self._exempt |= read_dictionary(settings.dictionary)
        # More words may be added while the checker is in use.
        self.ignored = set() if ignored is None else ignored
        # A sensitivity of 0 marks nothing, so the system need not run.
        self.silent = 0 in (settings.sensitivity, system.settings().get("sensitivity"))
        self.words_read = 0
        self._wanted = frozenset(settings.wanted_kinds)
        self._for_genre = lru_cache(len(GENRES))(self._with_genre)

    def properties(self, text: str, form: Format = Format.text) -> DocumentProperties:
        """The properties of a document, judged by its beginning."""
        return properties_of(text, form, self.settings.genre)

    @property
    def knows_genres(self) -> bool:
        """Whether marks depend on the genre."""
        return "genre" in self.system.settings()

    def reader(self, text: str, form: Format = Format.text) -> System | None:
        """The system for a document; None if the document is not to be checked."""
        properties = self.properties(text, form)
        return (
            self._for_genre(properties.genre) if properties.is_english and not self.silent else None
        )

    def _with_genre(self, genre: Genre) -> System:
        if self.system.settings().get("genre") != GUESS:
            return self.system
        return with_settings(self.system, {"genre": genre})

    def findings(
        self,
        text: str,
        form: Format = Format.text,
        improve: ImproveTexts = improve_texts,
        advance: Advance = unwatched,
    ) -> Iterator[Improvement]:
        """What is worth changing in a document, in order.

        `improve` runs the system; `improved_ahead` gives one that uses several workers.
        """
        system = self.reader(text, form)
        for batch in batches(text, form):
            texts = [Text(part.text) for _, part in batch]
            self.words_read += sum(map(count_words, texts))
            if system is None:
                continue
            answers = improve(system, texts)
            for (passage, part), text, answer in zip(batch, texts, answers, strict=True):
                for improvement in answer:
                    finding = self._finding(passage, part, text, improvement)
                    if finding is not None:
                        yield finding
            advance(_size(batch))

    def changes(
        self, text: str, form: Format = Format.text, advance: Advance = unwatched
    ) -> Iterator[Improvement]:
        """What to change in a document, one suggestion each, so that nothing is left to change.

        Only sure marks are changed, and never word-choice and variety; a mark of a system that
        gives no confidence is always changed (`is_sure`).
        """
        system = self.reader(text, form)
        for batch in batches(text, form):
            self.words_read += sum(count_words(part.text) for _, part in batch)
            if system is not None:
                yield from self._fixed(system, batch)
            advance(_size(batch))

    def _fixed(
        self, system: System, batch: Sequence[tuple[Passage, PassagePart]]
    ) -> Iterator[Improvement]:
        """The changes of a batch, whose parts are fixed together as one text."""
        joined = _SEPARATOR.join(part.text for _, part in batch)
        starts = _starts([len(part.text) for _, part in batch])

        def marks_to_change(text: str) -> list[Improvement]:
            texts = text.split(_SEPARATOR)
            answers = improve(system, texts, together=True)
            shifts = _starts([len(part) for part in texts])
            return [
                moved(mark, shift)
                for (passage, _), part, shift, answer in zip(
                    batch, texts, shifts, answers, strict=True
                )
                for mark in map(in_writers_terms, answer)
                if self._may_change(mark, Target(part, mark.start, mark.end), passage)
            ]

        def changeable(start: int, end: int) -> bool:
            number = bisect_right(starts, start) - 1
            shift = starts[number]
            return _place(*batch[number], start - shift, end - shift) is not None

        for mark in fix_text(joined, marks_to_change, changeable):
            number = bisect_right(starts, mark.start) - 1
            finding = in_document(*batch[number], moved(mark, -starts[number]))
            if finding is not None and finding.suggestions:
                yield finding

    def _may_change(self, mark: Improvement, target: Target, passage: Passage) -> bool:
        """Whether a mark may be changed without asking: it is sure, wanted and not ignored."""
        is_wanted = is_sure(mark) and mark.kind in self._wanted
        return is_wanted and not self._is_ignored(target, passage.exempt)

    def _finding(
        self, passage: Passage, part: PassagePart, text: Text, mark: Improvement
    ) -> Improvement | None:
        mark = in_writers_terms(mark)
        if mark.kind not in self._wanted:
            return None
        finding = in_document(passage, part, mark)
        target = Target(text, mark.start, mark.end)
        if finding is None or self._is_ignored(target, passage.exempt):
            return None
        return finding

    def _is_ignored(self, target: Target, exempt: frozenset[str]) -> bool:
        """Whether a target is, or contains, a word to be ignored, in any form."""
        lists = [
            words_ignored for words_ignored in (self.ignored, self._exempt, exempt) if words_ignored
        ]
        return bool(lists) and any(
            name in words_ignored for name in names_of(target) for words_ignored in lists
        )


class Checkers:
    """Checkers by settings; checkers with equal settings for the system share it.

    `changes` are settings that the system must have; `wishes` override all, but are dropped if the
    system does not have them.
    """

    def __init__(
        self, changes: Mapping[str, str] | None = None, wishes: Mapping[str, str] | None = None
    ) -> None:
        self.ignored: set[str] = set()
        self._changes, self._wishes = dict(changes or {}), dict(wishes or {})
        self._systems: dict[tuple[object, ...], System] = {}
        self._made: dict[Settings, Checker] = {}

    def __call__(self, settings: Settings) -> Checker:
        """The checker for these settings."""
        if settings not in self._made:
            key = (
                settings.system, settings.sensitivity, settings.confidence, settings.genre,
                settings.wanted_kinds,
            )  # fmt: skip
            if key not in self._systems:
                self._systems[key] = self._system(settings)
            self._made[settings] = Checker(self._systems[key], settings, self.ignored)
        return self._made[settings]

    def words_read(self) -> int:
        """The number of words that all of them have read."""
        return sum(checker.words_read for checker in self._made.values())

    def _system(self, settings: Settings) -> System:
        system = make_system(settings.system or "default")
        offered, chosen = system.settings(), dict(self._changes)
        for name in ("sensitivity", "confidence"):
            value = getattr(settings, name)
            if value is not None:
                if name not in offered:
                    raise BadInputError(f"system {system.name!r} has no {name} to set")
                chosen[name] = str(value)
        chosen |= {
            name: value
            for name, value in self._wishes.items()
            if name in offered and (value != "none" or name in system.optional)
        }
        if "kinds" in offered:
            chosen.setdefault("kinds", ",".join(settings.wanted_kinds))
        return with_settings(system, chosen)


def _size(batch: Sequence[tuple[Passage, PassagePart]]) -> int:
    return sum(len(part.text) for _, part in batch)


def _starts(lengths: Sequence[int]) -> list[int]:
    """The offsets of texts of these lengths if they are joined."""
    ends = accumulate(length + len(_SEPARATOR) for length in lengths)
    return [0, *ends][: len(lengths)]


def moved(mark: Improvement, by: int) -> Improvement:
    """The same mark, shifted by a number of characters (negative: to the left)."""
    suggestions = tuple(
        replace(suggestion, edits=tuple(edit.moved(by) for edit in suggestion.edits))
        for suggestion in mark.suggestions
    )
    return replace(mark, start=mark.start + by, end=mark.end + by, suggestions=suggestions)


def in_writers_terms(mark: Improvement) -> Improvement:
    """The mark with a kind that writers know, whichever system it comes from."""
    kind = SHOWN_KIND.get(mark.kind)
    return mark if kind is None else replace(mark, kind=kind)


def names_of(target: Target) -> Iterator[str]:
    """The names by which a target may be ignored: its text, its lemma, those of each word."""
    yield plain_word(target.word)
    word = locate(target)
    yield plain_word(word.lemma)
    for token in words(target.word):
        yield plain_word(token.text)
        yield plain_word(lemma_of(token.text, word.pos))


def batches(text: str, form: Format) -> Iterator[list[tuple[Passage, PassagePart]]]:
    """The parts of a document in batches, so that only one batch is in memory."""
    batch: list[tuple[Passage, PassagePart]] = []
    size = 0
    for passage in passages(text, form):
        for part in passage.parts():
            batch.append((passage, part))
            size += len(part.text)
            if size >= _BATCH_CHARACTERS:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch


def in_document(passage: Passage, part: PassagePart, mark: Improvement) -> Improvement | None:
    """A mark of a part of a passage, placed in the document; None if it cannot be changed there.

    Markup may interrupt a span of a passage: then there is no such span in the document.
    """
    span = _place(passage, part, mark.start, mark.end)
    if span is None:
        return None
    placed_suggestions = [edited_in(passage, part, suggestion) for suggestion in mark.suggestions]
    # A suggestion whose main edit cannot be made there is dropped.
    suggestions = tuple(
        suggestion
        for suggestion in placed_suggestions
        if any(edit.end > span.start for edit in suggestion.edits)
    )
    text = passage.raw.source[span.start : span.end]
    return replace(mark, start=span.start, end=span.end, suggestions=suggestions, text=text)


def edited_in(passage: Passage, part: PassagePart, suggestion: Suggestion) -> Suggestion:
    """The suggestion with its edits in the document, without those that cannot be made there."""
    spans = [(_place(passage, part, edit.start, edit.end), edit) for edit in suggestion.edits]
    edits = tuple(Edit(*span, edit.text) for span, edit in spans if span is not None)
    return replace(suggestion, edits=edits)


def _place(passage: Passage, part: PassagePart, start: int, end: int) -> Span | None:
    return passage.in_source(part.start + start, part.start + end)
