"""The matcher: rules are looked up by one word of their pattern, then compared in full."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from motjuste.rules.fixes import Capture, Fix, ReplacedSpan, make_fixes
from motjuste.rules.kinds import kinds
from motjuste.rules.pattern import Pattern, anchor_keys, parse
from motjuste.rules.pattern_matching import PatternMatch, Spans, TextView, find_matches
from motjuste.rules.rows import Rule, conditions, shipped
from motjuste.text import CONFIDENCES, Confidence, Genre, Word
from motjuste.text.segmentation import overlaps

# Sets of keys whose rules are cached for each selection: the vocabulary of a long document.
_CACHED_KEY_SETS = 1 << 16
# The reason for a deletion whose kind has only a reason for replacements.
_LEFT_OUT = "“{wrong}” can be left out."
# The reason for a match that is marked whole, whose kind has only a reason with a partner.
_WITHOUT_PARTNER = "English says “{right}”, not “{wrong}”."
# Tags of words that a message does not name as the partner of another word.
_FUNCTION_TAGS = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())


class RuleMatch(NamedTuple):
    """A place where a rule matches: what to mark, why, and the fixes, best first."""

    start: int
    end: int
    kind: str
    reason: str
    fixes: tuple[Fix, ...]
    rule: str
    confidence: Confidence


class _Candidate(NamedTuple):
    """A match that a more specific one may still displace.

    `rank` sorts the more specific first; `first` and `last` are the span of mark and edits, and
    `named` the spans of the words that the pattern names, in characters.
    """

    rank: tuple[int, ...]
    match: RuleMatch
    first: int
    last: int
    named: tuple[tuple[int, int], ...]

    def excludes(self, other: "_Candidate") -> bool:
        """Whether two matches change the same text, or each changes a word that the other needs.

        The latter are two ways to mend one place: `said us` is `told us` or `said to us`.
        """
        own, others = (self.first, self.last), (other.first, other.last)
        return overlaps(own, [others]) or (
            overlaps(own, other.named) and overlaps(others, self.named)
        )


class _Selection(NamedTuple):
    """Which rules are wanted: for a genre, of some kinds (None for all), and how sure."""

    genre: Genre | None
    kinds: frozenset[str] | None
    confidences: frozenset[Confidence]

    def confidence(self, rule: Rule) -> Confidence | None:
        """How sure a rule is in the genre; None if it is not wanted."""
        if self.kinds is not None and rule.kind not in self.kinds:
            return None
        kind, limits = kinds()[rule.kind], conditions(rule.flags)
        if self.genre is not None and self.genre not in limits.genres:
            return None
        level = kind.level(limits.confidence or kind.confidence, self.genre)
        return level if level in self.confidences else None


class _Selected(NamedTuple):
    """A wanted rule by its number, with its parsed pattern and its confidence."""

    number: int
    pattern: Pattern
    confidence: Confidence


class RuleSet:
    """Rules, indexed by the words that they need."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self.rules = list(rules)
        self._index: dict[str, list[int]] = {}
        for number, rule in enumerate(self.rules):
            for key in anchor_keys(rule.pattern):
                self._index.setdefault(key, []).append(number)
        self._selected: dict[_Selection, dict[frozenset[str], tuple[_Selected, ...]]] = {}

    def match(
        self,
        words: Sequence[Word],
        text: str,
        *,
        genre: Genre | None = None,
        only: Collection[str] | None = None,
        confidences: Collection[Confidence] = CONFIDENCES,
        masked: Sequence[tuple[int, int]] = (),
    ) -> list[RuleMatch]:
        """The places where rules match, in order, none overlapping another.

        `genre`: leaves out what is acceptable in texts of that genre.
        `only`: the kinds of rules to match; None for all.
        `confidences`: the confidences that a rule may have in this genre.
        `masked`: spans of the text (quotations, code, names) that no match may touch.
        """
        view = TextView(words, text)
        kinds_wanted = None if only is None else frozenset(only)
        selection = _Selection(genre, kinds_wanted, frozenset(confidences))
        candidates = [
            candidate
            for place, keys in enumerate(view.keys)
            for selected in self._rules_for(selection, keys)
            for match in find_matches(selected.pattern, view, place)
            if (candidate := _candidate(view, self.rules[selected.number], selected, match))
            and not overlaps((candidate.match.start, candidate.match.end), masked)
        ]
        return _without_overlaps(candidates)

    def _rules_for(self, selection: _Selection, keys: frozenset[str]) -> tuple[_Selected, ...]:
        """The wanted rules that a word with these keys may be part of."""
        cached = self._selected.setdefault(selection, {})
        if keys in cached:
            return cached[keys]
        numbers = {number for key in keys for number in self._index.get(key, ())}
        levels = ((number, selection.confidence(self.rules[number])) for number in sorted(numbers))
        selected = tuple(
            _Selected(number, parse(self.rules[number].pattern), confidence)
            for number, confidence in levels
            if confidence is not None
        )
        if len(cached) >= _CACHED_KEY_SETS:
            cached.clear()
        cached[keys] = selected
        return selected


@lru_cache(1)
def default_rules() -> RuleSet:
    """The rules in the package."""
    return RuleSet(shipped())


def _candidate(
    view: TextView, rule: Rule, selected: _Selected, match: PatternMatch
) -> _Candidate | None:
    """A match with its mark, fixes and reason; None if no fix would change the text."""
    first, last = _covered(match.marked)
    if first == last or (conditions(rule.flags).affirmative and view.is_negated(first)):
        return None
    mark = _characters(view.words, first, last)
    phrase = _characters(view.words, *_covered(match.left + match.right))
    fixes = make_fixes(view.text, _replaced(view, match), rule.replacement)
    if not fixes or "\n\n" in view.text[slice(*phrase)]:
        return None
    reason = _reason(rule, view.text, mark, phrase, _partner(view, match), fixes[0])
    edits = fixes[0].edits
    # More words that the pattern names, a longer phrase, a surer rule, an earlier row.
    certainty = CONFIDENCES.index(selected.confidence)
    rank = (-selected.pattern.concrete, phrase[0] - phrase[1], certainty, selected.number)
    return _Candidate(
        rank,
        RuleMatch(*mark, rule.kind, reason, fixes, rule.id, selected.confidence),
        min(mark[0], edits[0].start),
        max(mark[1], edits[-1].end),
        _named(match, view.words),
    )


def _replaced(view: TextView, match: PatternMatch) -> ReplacedSpan:
    """The marked words, with what decides the form of their replacement."""
    first, last = _covered(match.marked)
    head, pos_code = _head(match, view.words)
    subject = _subject(view.words, first)
    mark = _characters(view.words, first, last)
    return ReplacedSpan(*mark, head, pos_code, subject, _captures(match, view))


def _partner(view: TextView, match: PatternMatch) -> str:
    """The content words of the pattern's other part, or of what stands beside the mark."""
    other = match.left if match.pattern.marks_right else match.right
    if other:
        return _content(view, *_covered(other))
    first, last = _covered(match.marked)
    low, high = _covered(match.left)
    # What follows the mark says more than what precedes it.
    return _content(view, last, high) or _content(view, low, first)


def _named(match: PatternMatch, words: Sequence[Word]) -> tuple[tuple[int, int], ...]:
    """The spans, in characters, of the words of a match that its pattern names."""
    return tuple(
        _characters(words, first, last)
        for element, (first, last) in match.elements()
        if element.names_word and first < last
    )


def _characters(words: Sequence[Word], first: int, last: int) -> tuple[int, int]:
    """The span, in characters, of the words from `first` to before `last`."""
    return words[first].start, words[last - 1].end


def _covered(spans: Spans) -> tuple[int, int]:
    """The first word and the one after the last that any of the spans covers."""
    covered = [span for span in spans if span[0] < span[1]]
    return (min(covered)[0], max(last for _, last in covered)) if covered else (0, 0)


def _head(match: PatternMatch, words: Sequence[Word]) -> tuple[Word | None, str]:
    """The marked word that gives the replacement its form.

    It is the first one if that is a verb, else the last noun, else any that is matched by lemma.
    """
    pattern, marked_spans = match.pattern, match.marked
    part = pattern.right if pattern.marks_right and pattern.right else pattern.left
    marked = [
        (element.pos_code, words[span[0]])
        for element, span in zip(part.elements[slice(*pattern.mark)], marked_spans, strict=True)
        if element.names_lemma and span[0] < span[1]
    ]
    if marked and marked[0][0] == "v" and marked[0][1] is words[_covered(marked_spans)[0]]:
        return marked[0][1], "v"
    others = [pair for pair in marked if pair[0] != "v"]
    nouns = [pair for pair in others if pair[0] == "n"]
    chosen = nouns[-1:] or others[:1]
    return (chosen[0][1], chosen[0][0]) if chosen else (None, "")


def _subject(words: Sequence[Word], first: int) -> Word | None:
    """The word before a verb and its adverbs."""
    place = first - 1
    while place >= 0 and words[place].pos == "ADV":
        place -= 1
    return words[place] if place >= 0 else None


def _captures(match: PatternMatch, view: TextView) -> list[Capture]:
    """What all elements that stand for words have matched, in the order of the pattern."""
    return [
        Capture(_between(view, *span), view.words[span[0]].lemma if span[0] < span[1] else "")
        for element, span in match.elements()
        if element.what in ("word", "word or end", "any", "gap")
    ]


def _between(view: TextView, first: int, last: int) -> str:
    if first >= last:
        return ""
    return view.text[view.words[first].start : view.words[last - 1].end]


def _content(view: TextView, first: int, last: int) -> str:
    """Some words without the function words around them; the particle of a verb stays."""
    words = view.words
    while first < last and words[first].pos in _FUNCTION_TAGS:
        first += 1
    while first < last and words[last - 1].pos in _FUNCTION_TAGS:
        if last - first > 1 and words[last - 2].pos == "VERB":
            break
        last -= 1
    return _between(view, first, last)


def _reason(
    rule: Rule, text: str, mark: tuple[int, int], phrase: tuple[int, int], partner: str, fix: Fix
) -> str:
    template = rule.reason or kinds()[rule.kind].reason
    if not rule.reason and not partner and "{partner}" in template:
        template = _WITHOUT_PARTNER
    if not rule.reason and not fix.text and "{right}" in template:
        template = _LEFT_OUT
    if "{" not in template:
        return template
    low = min(phrase[0], fix.edits[0].start)
    high = max(phrase[1], fix.edits[-1].end)
    fixed = fix.moved(-low).apply(text[low:high]).strip()
    values = {
        "{wrong}": text[slice(*mark)],
        "{right}": fix.text,
        "{partner}": partner,
        "{phrase}": text[slice(*phrase)],
        "{fixed}": fixed,
    }
    for name, value in values.items():
        template = template.replace(name, value)
    return template


def _without_overlaps(candidates: list[_Candidate]) -> list[RuleMatch]:
    """Of overlapping matches, the one whose pattern names more words, then the longer one."""
    kept: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda candidate: candidate.rank):
        if not any(candidate.excludes(other) for other in kept):
            kept.append(candidate)
    return sorted((candidate.match for candidate in kept), key=lambda match: match.start)
