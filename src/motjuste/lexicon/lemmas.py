"""The lemma of a word form whose part of speech is known."""

from functools import lru_cache

from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses

_CLITICS = {"n't": "not", "'m": "be", "'re": "be", "'ve": "have", "'ll": "will", "'d": "would"}
_BE = dict.fromkeys("am is are was were been being be".split(), "be")
# `well` is an adjective too, but `better` is almost never its comparative.
_DEGREES = {"better": "good", "best": "good"}
_FORMS = {"NOUN": "NNS", "PROPN": "NNPS", "VERB": "VBD", "ADJ": "JJR", "ADV": "RBR"}
_BASE_FORMS = frozenset({"NN", "NNP", "VB", "VBP", "JJ", "RB", "MD"})


@lru_cache(1 << 16)
def lemma_of(form: str, pos: str, tag: str | None = None) -> str:
    """The lemma of a form, given its part of speech and, if known, its Penn Treebank tag.

    Of several lemmas, the one that inflects to the form wins, then the commonest. A verb phrase
    has the lemma of its first word.

    >>> lemma_of("boss", "NOUN"), lemma_of("left", "VERB", "VBD"), lemma_of("lay", "VERB", "VBD")
    ('boss', 'leave', 'lie')
    >>> lemma_of("got married", "VERB")
    'get married'
    """
    lower = form.lower().replace("’", "'")
    verb, space, rest = lower.partition(" ")
    if rest and pos == "VERB":
        return lemma_of(verb, pos, tag) + space + rest
    if pos == "AUX" and (lower in _BE or lower in _CLITICS or lower == "'s"):
        return _BE.get(lower) or _CLITICS.get(lower, "be")
    if lower in _CLITICS and pos == "PART":
        return _CLITICS[lower]
    letter = WORDNET_POS.get({"AUX": "VERB", "PROPN": "NOUN"}.get(pos, pos))
    if letter is None:
        return lower
    if pos == "PROPN" and tag != "NNPS":
        return form
    if pos == "ADJ" and lower in _DEGREES:
        return _DEGREES[lower]
    lemmas = analyses(lower, letter) or _regular(lower, letter)
    if tag in _BASE_FORMS and (lower in lemmas or (tag != "VBP" and not lemmas)):
        return lower
    return _best(lower, lemmas, pos, tag or _guess_form(lower, pos))


def _guess_form(form: str, pos: str) -> str:
    if pos in ("VERB", "AUX"):
        return "VBG" if form.endswith("ing") else "VBZ" if form.endswith("s") else "VBD"
    return _FORMS.get(pos, "NN")


def _best(form: str, lemmas: list[str], pos: str, tag: str) -> str:
    if len(lemmas) < 2:
        return lemmas[0] if lemmas else form
    lexicon = Lexicon.open()

    def order(lemma: str) -> tuple[bool, int, float]:
        sense_count = sum(sense.count for sense in lexicon.senses(lemma, pos))
        return inflect(lemma, tag) != form, -sense_count, -lexicon.frequency(lemma)

    best = min(lemmas, key=order)
    # If no lemma inflects to the form, the form is taken for a lemma itself.
    return form if form in lemmas and inflect(best, tag) != form else best


_ENDINGS = {
    "n": (("ies", "y"), ("es", ""), ("s", "")),
    "v": (("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"),
          ("es", ""), ("s", "")),
    "a": (("ier", "y"), ("iest", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e")),
    "r": (),
}  # fmt: skip


def _regular(form: str, letter: str) -> list[str]:
    """Lemmas of an unknown word, from its ending alone."""
    stems = [form[: -len(e)] + r for e, r in _ENDINGS[letter] if form.endswith(e)]
    stems += [stem[:-1] for stem in stems if stem[-1:] == stem[-2:-1]]
    return [stem for stem in stems if len(stem) > 2 and not (letter == "n" and stem.endswith("s"))]
