"""A target as a word of its sentence: part of speech, form, lemma, and the words around it."""

from collections.abc import Sequence

from motjuste.analysis.text import Text, tagged_word, touches
from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.tagging import Tag
from motjuste.text import Around, Target, Word
from motjuste.text.segmentation import Token


def read(text: str) -> Sequence[Word]:
    """All words of a text with their parts of speech, forms and lemmas.

    >>> [word.lemma for word in read("The boss left. Geese were flying.") if word.pos == "VERB"]
    ['leave', 'fly']
    """
    return Text.of(text).words


def locate(target: Target) -> Word:
    """The target as a word of its sentence; a phrase takes part of speech and form of its head.

    If the target carries a part of speech, that is used.

    >>> text = "They watched the watch."
    >>> locate(Target(text, 5, 12))[3:]
    ('VERB', 'VBD', 'watch')
    >>> locate(Target(text, 17, 22))[3:]
    ('NOUN', 'NN', 'watch')
    """
    text, start, end = target.text, target.start, target.end
    tokens, tags = Text.of(text).tagged_around(target)
    inside = [
        (token, tag) for token, tag in zip(tokens, tags, strict=True) if touches(token, start, end)
    ]
    if not inside:
        return Word(target.word, start, end, "X", "XX", target.word)
    given_pos = target.pos if len(inside) == 1 else None
    head, (pos, form) = _head(inside)
    if given_pos in ("NOUN", "VERB"):
        pos, form = given_pos, form.replace("NNP", "NN")
    lemma = lemma_of(head.text, pos, form)
    phrase_lemma = (text[start : head.start] + lemma + text[head.end : end]).strip()
    return Word(target.word, start, end, pos, form, phrase_lemma or lemma)


def around(target: Target) -> Around:
    """The words of a target's sentence, and the target's positions among them, end exclusive.

    >>> around(Target("It rains. They watched.", 15, 22))[1:]
    (1, 2)
    """
    tokens, tags = Text.of(target.text).tagged_around(target)
    words = [tagged_word(*pair) for pair in zip(tokens, tags, strict=True)]
    inside = [
        position
        for position, token in enumerate(tokens)
        if touches(token, target.start, target.end)
    ]
    return Around(words, inside[0], inside[-1] + 1) if inside else Around(words, 0, 0)


def lemma_and_pos(target: Target) -> tuple[str, str]:
    """A target's lemma and part of speech: those it carries, else those the tagger finds.

    >>> lemma_and_pos(Target("They stopped.", 5, 12)), lemma_and_pos(Target("A b", 2, 3, "X", "c"))
    (('stop', 'VERB'), ('c', 'X'))
    """
    if target.lemma is not None and target.pos is not None:
        return target.lemma, target.pos
    word = locate(target)
    return target.lemma or word.lemma, target.pos or word.pos


def _head(inside: Sequence[tuple[Token, Tag]]) -> tuple[Token, Tag]:
    """The word that a phrase inflects on: its first verb, else its last noun, else the last."""
    # The tagger labels `get` in `get rid of` as an auxiliary.
    if len(inside) > 1 and inside[0][1].pos == "AUX" and _is_verb_phrase(inside):
        return inside[0][0], inside[0][1]._replace(pos="VERB")
    by_pos = {tag.pos: (token, tag) for token, tag in reversed(inside)}
    if "VERB" in by_pos:
        return by_pos["VERB"]
    nouns = [pair for pair in inside if pair[1].pos in ("NOUN", "PROPN")]
    return nouns[-1] if nouns else inside[-1]


def _is_verb_phrase(inside: Sequence[tuple[Token, Tag]]) -> bool:
    """Whether the words, the first as a lemma, are a verb entry of the lexicon."""
    (first, tag), *rest = inside
    words = [lemma_of(first.text, "VERB", tag.form), *(token.text.lower() for token, _ in rest)]
    lexicon = Lexicon.open()
    number = lexicon.number(" ".join(words))
    return number is not None and bool(lexicon.synsets_of(number, "VERB"))
