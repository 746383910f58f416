"""Texts as word pieces: the position of a target among them, and which pieces are words.

Offsets come from the tokenizer itself, so that a target is found by its characters and never by
its spelling. WordPiece marks what continues a word (`##ing`), byte-level BPE and SentencePiece
what begins one (`Ġbig`, `▁big`); everything that depends on that is here.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motjuste.text import Target

# Pieces kept free where a long text is cut, for substitutes with more pieces than the target.
_SPARE = 16
# An upper bound of the length of a piece in characters: text farther away is not even encoded.
_CHARACTERS_PER_PIECE = 20
# WordPiece's mark of a piece that continues a word.
_CONTINUES = "##"
# Marks of a piece that begins a word, of byte-level BPE and of SentencePiece.
_BEGINS = ("Ġ", "▁")


class TargetInPieces(NamedTuple):
    """A text as word pieces, special tokens included, and the span of the target's pieces."""

    ids: tuple[int, ...]
    start: int
    end: int

    @property
    def target(self) -> tuple[int, ...]:
        """The target's pieces."""
        return self.ids[self.start : self.end]

    def put(self, pieces: Sequence[int]) -> "TargetInPieces":
        """The same text with other pieces in the target's place.

        >>> TargetInPieces((1, 5, 6, 2), 1, 3).put([7])
        TargetInPieces(ids=(1, 7, 2), start=1, end=2)
        """
        ids = (*self.ids[: self.start], *pieces, *self.ids[self.end :])
        return TargetInPieces(ids, self.start, self.start + len(pieces))


class Pieces:
    """A tokenizer with the operations that the systems need."""

    def __init__(self, tokenizer: Any, limit: int) -> None:
        self.tokenizer, self.limit = tokenizer, limit
        self.spare = min(_SPARE, limit // 4)
        self._word = lru_cache(1 << 14)(self._read_word)

    def place(self, target: Target) -> TargetInPieces:
        """A target among its pieces; a text too long for the model is cut around it."""
        text, start, end = self._near(target)
        for _ in range(3):
            encoded = self._encode(text)
            offsets = encoded["offset_mapping"]
            inside = [i for i, (a, b) in enumerate(offsets) if a < b and b > start and a < end]
            if not inside:
                raise ValueError(f"the tokenizer has no word piece for {target.word!r}")
            first, last = inside[0], inside[-1]
            # A piece may reach beyond the target (`meat` in `meatball`): spaces part them.
            if text[offsets[first][0] : start].strip():
                text, start, end = f"{text[:start]} {text[start:]}", start + 1, end + 1
            elif text[end : offsets[last][1]].strip():
                text = f"{text[:end]} {text[end:]}"
            else:
                break
        place = TargetInPieces(tuple(encoded["input_ids"]), first, last + 1)
        return self._window(place, encoded["special_tokens_mask"])

    def _near(self, target: Target) -> tuple[str, int, int]:
        """The part of a very long text near the target, cut at white space."""
        reach = self.limit * _CHARACTERS_PER_PIECE
        low, high = max(0, target.start - reach), target.end + reach
        text = target.text[low:high]
        start, end = target.start - low, target.end - low
        cut = text.find(" ", 0, start) + 1 if low else 0
        return text[cut:], start - cut, end - cut

    def _encode(self, text: str) -> Any:
        return self.tokenizer(
            text, return_offsets_mapping=True, return_special_tokens_mask=True, verbose=False
        )

    def _window(self, place: TargetInPieces, special: Sequence[int]) -> TargetInPieces:
        """The place with as many pieces around it as the model can read."""
        size = self.limit - self.spare
        if len(place.ids) <= size:
            return place
        head = _leading(special)
        tail = _leading(special[::-1])
        body = place.ids[head : len(place.ids) - tail]
        room = size - head - tail
        size_of_target = min(place.end - place.start, room)
        start = place.start - head
        low = max(0, min(start - (room - size_of_target) // 2, len(body) - room))
        ids = (*place.ids[:head], *body[low : low + room], *place.ids[len(place.ids) - tail :])
        return TargetInPieces(ids, head + start - low, head + start - low + size_of_target)

    def sentence(self, text: str) -> tuple[int, ...]:
        """The pieces of a whole text, cut off at what the model can read."""
        encoded = self.tokenizer(text, truncation=True, max_length=self.limit, verbose=False)
        return tuple(encoded["input_ids"])

    def of(self, word: str, place: TargetInPieces) -> tuple[int, ...]:
        """The pieces of a word at a place, at least one."""
        return self._word(word, self.begins(place.target[0]))

    def _read_word(self, word: str, begins: bool) -> tuple[int, ...]:
        spaced = f" {word}" if begins and self.marker == "Ġ" else word
        ids = self.tokenizer(spaced, add_special_tokens=False, verbose=False)["input_ids"]
        return tuple(ids[: self.spare]) or (self.unknown,)

    @cached_property
    def unknown(self) -> int:
        """The piece for unknown text."""
        names = ("unk_token_id", "mask_token_id", "eos_token_id")
        ids = (getattr(self.tokenizer, name, None) for name in names)
        return next((int(piece) for piece in ids if piece is not None), 0)

    @cached_property
    def vocabulary(self) -> list[str]:
        """All pieces as the tokenizer spells them."""
        return list(self.tokenizer.convert_ids_to_tokens(range(len(self.tokenizer))))

    @cached_property
    def marker(self) -> str:
        """The mark at the start of a piece that begins a word; empty in WordPiece vocabularies."""
        counts = {sign: sum(p.startswith(sign) for p in self.vocabulary) for sign in _BEGINS}
        continued = sum(piece.startswith(_CONTINUES) for piece in self.vocabulary)
        best = max(counts, key=lambda sign: counts[sign])
        return best if counts[best] > continued else ""

    def begins(self, piece: int) -> bool:
        """Whether a piece begins a word, as far as the vocabulary tells."""
        return not self.marker or self.vocabulary[piece].startswith(self.marker)

    def continues(self, piece: int) -> bool:
        """Whether a piece can only continue a word, in any vocabulary."""
        return not self.begins(piece) or self.vocabulary[piece].startswith(_CONTINUES)

    def text(self, piece: int) -> str:
        """The text of a piece."""
        if self.marker:
            return str(self.tokenizer.decode([piece])).strip()
        return self.vocabulary[piece].removeprefix(_CONTINUES)

    def longest(self, pieces: Sequence[int]) -> int:
        """The longest of the pieces; the first of them in a tie."""
        return max(pieces, key=lambda piece: len(self.text(piece)))

    @cached_property
    def _words(self) -> dict[bool, NDArray[np.bool_]]:
        """Which pieces are words of letters and digits, with and without a space before them."""
        size = range(len(self.vocabulary))
        if not self.marker:
            plain = np.array([piece.isalnum() for piece in self.vocabulary], dtype=bool)
            return {True: plain, False: plain}
        alphanumeric = np.array([self.text(i).isalnum() for i in size], dtype=bool)
        begins = np.array([self.begins(i) for i in size], dtype=bool)
        return {True: alphanumeric & begins, False: alphanumeric & ~begins}

    def words(self, place: TargetInPieces, size: int) -> NDArray[np.bool_]:
        """The pieces that are words, of those that begin as the target's do.

        `size` is the size of the model's output, often a little larger than the vocabulary.
        """
        allowed = np.zeros(size, dtype=bool)
        known = self._words[self.begins(place.target[0])][:size]
        allowed[: len(known)] = known
        return allowed


def _leading(special: Sequence[int]) -> int:
    """The number of special pieces at the beginning."""
    return next((i for i, is_special in enumerate(special) if not is_special), len(special))
