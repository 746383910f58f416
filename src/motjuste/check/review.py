"""A writer's answers to the findings in a document, given one by one; any can be changed again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from motjuste.analysis.fitting import edits_for
from motjuste.text import Edit, Improvement, Suggestion, Target, apply_edits
from motjuste.text.segmentation import sentences

# Characters on each side of a finding in which its sentence is looked for.
_SENTENCE_REACH = 600


@dataclass
class Review:
    """The findings in a text, by number from 0, and what the writer answered to some of them.

    An answer is the suggestion to put there, or None to leave the place as it is.
    """

    text: str
    findings: Sequence[Improvement]
    answers: dict[int, Suggestion | None] = field(default_factory=dict)

    def next_open(self, is_wanted: Callable[[Improvement], bool]) -> int | None:
        """The first finding that is still wanted and has no answer."""
        return next(
            (
                number
                for number, finding in enumerate(self.findings)
                if number not in self.answers and is_wanted(finding)
            ),
            None,
        )

    def answered_before(self, number: int) -> int | None:
        """The last answered finding before a given one."""
        return max((other for other in self.answers if other < number), default=None)

    def offered(self, number: int, most: int) -> list[Suggestion]:
        """The first suggestions for a finding that touch nothing chosen elsewhere."""
        suggestions = self.findings[number].suggestions[:most]
        return [suggestion for suggestion in suggestions if self.fits(number, suggestion)]

    def own(self, number: int, word: str) -> Suggestion:
        """A word of the writer's own as a suggestion, with the article before it corrected."""
        finding = self.findings[number]
        target = Target(self.text, finding.start, finding.end)
        return Suggestion(word, 1.0, word, edits=edits_for(target, word))

    def fits(self, number: int, suggestion: Suggestion) -> bool:
        """Whether the edits of a suggestion overlap none that was chosen for another finding."""
        taken = [
            edit
            for other, chosen in self.answers.items()
            if other != number and chosen is not None
            for edit in chosen.edits
        ]
        return not any(
            edit.start < other.end and other.start < edit.end
            for edit in suggestion.edits
            for other in taken
        )

    def edits(self) -> list[Edit]:
        """All edits that were chosen, in order."""
        chosen = (suggestion for suggestion in self.answers.values() if suggestion is not None)
        return sorted(edit for suggestion in chosen for edit in suggestion.edits)

    def changed(self) -> int:
        """How many findings get another text."""
        return sum(suggestion is not None for suggestion in self.answers.values())

    def sentence_with(self, number: int, suggestion: Suggestion) -> tuple[str, int]:
        """A finding's sentence as it would be, with all that was chosen, on one line.

        The number is where the suggestion stands in it.
        """
        finding = self.findings[number]
        low, high = sentence_around(self.text, finding.start, finding.end)
        others = {**self.answers, number: suggestion}
        edits = sorted(
            edit.moved(-low)
            for chosen in others.values()
            for edit in (chosen.edits if chosen is not None else ())
            if low <= edit.start and edit.end <= high
        )
        before = [edit for edit in edits if edit.end <= finding.start - low]
        place = finding.start - low + sum(len(e.text) - (e.end - e.start) for e in before)
        changed = apply_edits(self.text[low:high], edits)
        head = " ".join(changed[:place].split())
        space = " " if head and changed[place - 1].isspace() else ""
        return head + space + " ".join(changed[place:].split()), len(head + space)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the sentence or sentences that contain a span of a document."""
    low, high = max(0, start - _SENTENCE_REACH), min(len(text), end + _SENTENCE_REACH)
    low += len(text[low:start].rpartition("\n\n")[0])
    high = end + len(text[end:high].partition("\n\n")[0])
    spans = [
        (span.start + low, span.end + low)
        for span in sentences(text[low:high])
        if span.start + low < end and start < span.end + low
    ]
    return (min(spans[0][0], start), max(spans[-1][1], end)) if spans else (start, end)
