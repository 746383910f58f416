"""The words of a sentence that annotators can mark."""

from motjuste.text.segmentation import words


def token_spans(text: str) -> list[list[int]]:
    """Where the words and signs of a sentence stand: start and end, in characters."""
    return [[token.start, token.end] for token in words(text)]
