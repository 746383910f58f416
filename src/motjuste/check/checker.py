"""A document handed to a system piece by piece, and what it would improve, placed in the file."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from motjuste.analysis import Text, locate
from motjuste.check.autofix import settle
from motjuste.check.configuration import Settings, plain_word, read_dictionary
from motjuste.documents import Format, passages
from motjuste.documents.passage import Part, Passage
from motjuste.errors import BadInputError
from motjuste.lexicon.lemmas import lemma_of
from motjuste.systems.answers import improve
from motjuste.systems.registry import make_system
from motjuste.systems.system import System, verbs, with_settings
from motjuste.text import Edit, Improvement, Suggestion, Target
from motjuste.text.segmentation import Span, words

# Characters handed to a system at a time: enough to batch, little to hold in memory.
_BATCH = 20_000

ImproveTexts = Callable[[System, Sequence[str]], list[list[Improvement]]]


def improve_texts(system: System, texts: Sequence[str]) -> list[list[Improvement]]:
    """What a system would improve in texts that follow each other in a document."""
    return improve(system, texts, together=True)


class Checker:
    """A system with the settings for a file, and the words that it is not to mention."""

    def __init__(self, system: System, settings: Settings, ignored: set[str] | None = None) -> None:
        if "improve" not in verbs(type(system)):
            raise system.not_offered("improve")
        self.system = system
        self.settings = settings
        self._exempt = settings.ignore
        if settings.dictionary is not None:
            self._exempt |= read_dictionary(settings.dictionary)
        # More words may be added while the checker is at work.
        self.ignored = set() if ignored is None else ignored
        # A sensitivity of 0 marks nothing, so the system need not be asked.
        self.silent = 0 in (settings.sensitivity, system.settings().get("sensitivity"))
        self.words_read = 0

    def findings(
        self, text: str, form: Format = Format.text, improve: ImproveTexts = improve_texts
    ) -> Iterator[Improvement]:
        """What is worth changing in a document, in order.

        `improve` asks the system; `improved_ahead` gives one that asks several workers.
        """
        for batch in batches(text, form):
            texts = [Text(part.text) for _, part in batch]
            self.words_read += sum(map(_count_words, texts))
            if self.silent:
                continue
            answers = improve(self.system, texts)
            for (passage, part), text, answer in zip(batch, texts, answers, strict=True):
                for improvement in answer:
                    finding = self._finding(passage, part, text, improvement)
                    if finding is not None:
                        yield finding

    def changes(self, text: str, form: Format = Format.text) -> Iterator[Improvement]:
        """What to change in a document so that nothing is left to change, a suggestion each."""
        for passage in passages(text, form):
            for part in passage.parts():
                self.words_read += _count_words(Text(part.text))
                if not self.silent:
                    yield from self._settled(passage, part)

    def _settled(self, passage: Passage, part: Part) -> Iterator[Improvement]:
        def wanted(text: str) -> list[Improvement]:
            (answer,) = improve(self.system, [text])
            return [
                said
                for said in answer
                if said.kind in self.settings.kinds
                and not self._is_ignored(Target(text, said.start, said.end), passage.exempt)
            ]

        def changeable(start: int, end: int) -> bool:
            return _place(passage, part, start, end) is not None

        for mark in settle(part.text, wanted, changeable):
            finding = in_document(passage, part, mark)
            if finding is not None:
                yield finding

    def _finding(
        self, passage: Passage, part: Part, text: Text, mark: Improvement
    ) -> Improvement | None:
        if mark.kind not in self.settings.kinds:
            return None
        finding = in_document(passage, part, mark)
        target = Target(text, mark.start, mark.end)
        if finding is None or self._is_ignored(target, passage.exempt):
            return None
        return finding

    def _is_ignored(self, target: Target, exempt: frozenset[str]) -> bool:
        """Whether a target is, or contains, a word that is not to be mentioned, in any form."""
        lists = [each for each in (self.ignored, self._exempt, exempt) if each]
        return bool(lists) and any(name in each for name in names_of(target) for each in lists)


class Checkers:
    """Checkers by their settings; those whose settings name the same system share it.

    `changes` are settings that the system must have; `wishes` it may not know.
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
            key = (settings.system, settings.sensitivity, settings.kinds)
            if key not in self._systems:
                self._systems[key] = self._system(settings)
            self._made[settings] = Checker(self._systems[key], settings, self.ignored)
        return self._made[settings]

    def words_read(self) -> int:
        """How many words all of them have read."""
        return sum(checker.words_read for checker in self._made.values())

    def _system(self, settings: Settings) -> System:
        system = make_system(settings.system or "default")
        known, given = system.settings(), dict(self._changes)
        if settings.sensitivity is not None:
            if "sensitivity" not in known:
                raise BadInputError(f"system {system.name!r} has no sensitivity to set")
            given["sensitivity"] = repr(settings.sensitivity)
        for name in self._wishes.keys() & known.keys():
            given.setdefault(name, self._wishes[name])
        if "kinds" in known:
            given.setdefault("kinds", ",".join(settings.kinds))
        return with_settings(system, given)


def names_of(target: Target) -> Iterator[str]:
    """What a target can be called: itself, its lemma, and the same of each of its words."""
    yield plain_word(target.word)
    word = locate(target)
    yield plain_word(word.lemma)
    for token in words(target.word):
        yield plain_word(token.text)
        yield plain_word(lemma_of(token.text, word.pos))


def _count_words(text: Text) -> int:
    return sum(any(map(str.isalnum, token.text)) for token in text.tokens)


def batches(text: str, form: Format) -> Iterator[list[tuple[Passage, Part]]]:
    """The parts of a document in batches, so that only one batch is in memory."""
    batch: list[tuple[Passage, Part]] = []
    size = 0
    for passage in passages(text, form):
        for part in passage.parts():
            batch.append((passage, part))
            size += len(part.text)
            if size >= _BATCH:
                yield batch
                batch, size = [], 0
    if batch:
        yield batch


def in_document(passage: Passage, part: Part, mark: Improvement) -> Improvement | None:
    """A mark in a part of a passage where it stands in the document; nothing if it cannot change.

    Markup may stand inside a span of a passage: then there is no such span in the document.
    """
    place = _place(passage, part, mark.start, mark.end)
    if place is None:
        return None
    suggestions = tuple(edited_in(passage, part, each) for each in mark.suggestions)
    text = passage.raw.source[place.start : place.end]
    return replace(mark, start=place.start, end=place.end, suggestions=suggestions, text=text)


def edited_in(passage: Passage, part: Part, suggestion: Suggestion) -> Suggestion:
    """The suggestion with its edits in the document, without those that cannot be made there."""
    places = [(_place(passage, part, edit.start, edit.end), edit) for edit in suggestion.edits]
    edits = tuple(Edit(*place, edit.text) for place, edit in places if place is not None)
    return replace(suggestion, edits=edits)


def _place(passage: Passage, part: Part, start: int, end: int) -> Span | None:
    return passage.in_source(part.start + start, part.start + end)
