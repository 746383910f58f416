"""The ChatGPT of Smart Word Suggestions (Wang et al. 2023, appendix C)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from motjuste.errors import BadInputError
from motjuste.systems.llm.answer_parsing import distinct, read_suggestions
from motjuste.systems.llm.model import LanguageModel
from motjuste.systems.llm.prompts import improvement_prompt
from motjuste.text import Improvement, Suggestion, SwsKind, Target
from motjuste.text.segmentation import sentences
from motjuste.text.targets import find_word

_Span = tuple[int, int]
# The prompt asks for better usage, and the answer does not tell the two kinds apart.
_KIND: SwsKind = "refine-usage"


@dataclass
class ChatGptSws(LanguageModel):
    """A chat model that is asked for better words in a sentence.

    Where no suggestion can be read in an answer another one is generated, as in the paper, up to
    `attempts` times in all; 0 sets no limit. The paper names no sampling settings; these are the
    API's own.
    """

    name: ClassVar[str] = "chatgpt-sws"
    paper: ClassVar[str] = "Wang et al. 2023"
    description: ClassVar[str] = "a chat model by API that is asked for better words"

    by: str = "text"
    attempts: int = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.by not in ("text", "sentence") or self.attempts < 0:
            raise BadInputError("setting by is text or sentence, and attempts at least 0")

    def preview(self, target: Target) -> str:
        """The prompt for the target's text."""
        start, end = next(iter(self._parts(target.text)), (target.start, target.end))
        return self.show(improvement_prompt(target.text[start:end]))

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """What the model would change in each text."""
        return self.ask_all(self._improve, texts)

    def _improve(self, text: str) -> list[Improvement]:
        words_by_span: dict[_Span, list[str]] = {}
        for start, end in self._parts(text):
            for (first, last), words in self._spans(text[start:end]):
                words_by_span.setdefault((start + first, start + last), []).extend(words)
        return [_improvement(text, span, words) for span, words in sorted(words_by_span.items())]

    def _parts(self, text: str) -> list[_Span]:
        """The parts of a text that are sent together; none for an empty text."""
        if self.by == "text" and text.strip():
            return [(0, len(text))]
        return [(start, end) for start, end in sentences(text)]

    def _spans(self, sentence: str) -> list[tuple[_Span, list[str]]]:
        for attempt in range(self.attempts) if self.attempts else count():
            reply = self.ask(improvement_prompt(sentence), attempt)
            located = [
                (span, words)
                for word, listed in read_suggestions(reply.text)
                if (span := _locate(sentence, word)) is not None
                and (words := _substitutes(listed, sentence[slice(*span)]))
            ]
            if located:
                return located
        return []


def _locate(sentence: str, word: str) -> _Span | None:
    """The first occurrence of a word; None if the text does not have it."""
    try:
        target = find_word(sentence, word)
    except BadInputError:
        return None
    return target.start, target.end


def _substitutes(words: Iterable[str], word: str) -> list[str]:
    """What a model would write instead of a word: each once, and not the word itself."""
    return distinct((" ".join(word.split()) for word in words), without=word)


def _improvement(text: str, span: _Span, words: list[str]) -> Improvement:
    suggestions = _substitutes(words, text[slice(*span)])
    # With the word itself as its lemma: the model gives the form that fits.
    substitutes = (Suggestion(word, -float(rank), word) for rank, word in enumerate(suggestions))
    return Improvement(*span, _KIND, tuple(substitutes))
