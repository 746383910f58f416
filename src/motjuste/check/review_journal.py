"""The journal of a review: answers are written to disk at once, so that a review can be resumed.

There is one small file for each document in Motjuste's cache folder, from the first answer until
every finding has one. It holds the words that were chosen, and digests instead of the document.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from motjuste.check.review import Review
from motjuste.errors import BadInputError
from motjuste.files import PRIVATE, write_atomic
from motjuste.text import Edit, Improvement

# Characters on each side of a finding by which it is recognised.
_CONTEXT = 40


class ReviewJournal:
    """The journal for the document at a path."""

    def __init__(self, document: Path, folder: Path | None = None) -> None:
        from platformdirs import user_cache_path

        folder = folder or user_cache_path("motjuste") / "review"
        name = sha256(str(document.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
        self.path = folder / f"{name[:32]}.json"

    def restore(self, review: Review) -> int:
        """Give a review its earlier answers; returns their number."""
        answers = self._read()
        for number, name in enumerate(_names(review.text, review.findings)):
            if name not in answers:
                continue
            word = answers[name]
            known = {
                suggestion.text: suggestion for suggestion in review.findings[number].suggestions
            }
            suggestion = None if word is None else known.get(word) or review.own(number, word)
            if suggestion is None or review.fits(number, suggestion):
                review.answers[number] = suggestion
        return len(review.answers)

    def save(self, review: Review) -> None:
        """Store the answers so far."""
        names = list(_names(review.text, review.findings))
        self._write(
            {
                names[number]: None if chosen is None else chosen.text
                for number, chosen in review.answers.items()
            }
        )

    def save_written(self, review: Review, changed: str) -> None:
        """Store which places were left as they are, by their names in the changed document."""
        edits = review.edits()
        left = [
            (number, _after(finding, edits))
            for number, finding in enumerate(review.findings)
            if review.answers.get(number) is None
        ]
        names = _names(changed, [finding for _, finding in left])
        self._write(
            {
                name: None
                for (number, _), name in zip(left, names, strict=True)
                if number in review.answers
            }
        )

    def remove(self) -> None:
        """Delete the journal of a finished review."""
        self.path.unlink(missing_ok=True)

    def _read(self) -> dict[str, str | None]:
        """The answers on disk; a damaged file counts as none."""
        try:
            answers = json.loads(self.path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return answers if isinstance(answers, dict) else {}

    def _write(self, answers: dict[str, str | None]) -> None:
        if not answers:
            self.remove()
            return
        try:
            write_atomic(self.path, json.dumps(answers).encode(), mode=PRIVATE)
        except BadInputError as error:
            raise BadInputError(f"{error}; set XDG_CACHE_HOME to a folder of yours") from None


def _names(text: str, findings: Sequence[Improvement]) -> Iterable[str]:
    """A name for each finding that stays the same while nothing near it changes."""
    seen: Counter[str] = Counter()
    for finding in findings:
        near = text[max(0, finding.start - _CONTEXT) : finding.end + _CONTEXT]
        digest = sha256(f"{finding.kind}\n{finding.text}\n{near}".encode("utf-8", "surrogatepass"))
        name = digest.hexdigest()[:16]
        seen[name] += 1
        yield f"{name}-{seen[name]}"


def _after(finding: Improvement, edits: Sequence[Edit]) -> Improvement:
    """A finding in the text after edits, none of which touches it."""
    from motjuste.check.checker import moved

    earlier = (edit for edit in edits if edit.end <= finding.start)
    return moved(finding, sum(len(edit.text) - (edit.end - edit.start) for edit in earlier))
