"""The keys of a word, by which patterns name it: its form, its lemma with part of speech, its tags.

A pattern element is a set of such keys, and it matches a word if the two sets meet.
"""

from functools import lru_cache

from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.word_lists import closed_class
from motjuste.text import Word

# The codes that patterns use for the parts of speech of Universal Dependencies.
POS_CODES = {
    "NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r",
    "PRON": "pron", "DET": "det", "NUM": "num", "ADP": "prep",
}  # fmt: skip
# Penn Treebank tags, in lower case, that a pattern may ask for.
FORMS = frozenset(
    "nn nns nnp nnps vb vbd vbg vbn vbp vbz md jj jjr jjs rb rbr rbs rp prp prp$ wdt wp wrb cd dt "
    "in to pos".split()
)
SUFFIXES = FORMS | frozenset(POS_CODES.values())
# Adjectives with an adverb of the same form, which the tagger often confuses.
_FLAT = closed_class("flat-adverbs").union(
    "far right wrong loud slow quick clear direct close well daily weekly monthly enough first "
    "last next only".split()
)


# Words whose keys are cached: the vocabulary of a long document.
_CACHED_WORDS = 1 << 16


@lru_cache(_CACHED_WORDS)
def keys_of(text: str, pos: str, form: str, lemma: str) -> frozenset[str]:
    """All keys of a word.

    >>> sorted(keys_of("Mistakes", "NOUN", "NNS", "mistake"))
    ['.n', '.nns', 'mistake.n', 'mistake.nns', 'mistakes']
    """
    lower, lemma, tag = text.lower().replace("’", "'"), lemma.lower(), form.lower()
    keys = {lower, f"{lemma}.{tag}", f".{tag}"}
    if code := POS_CODES.get(pos):
        keys.add(f".{code}")
        if not _is_name(text, pos):
            keys.add(f"{lemma}.{code}")
    return frozenset(keys | _other_readings(lower, pos, form))


def _is_name(text: str, pos: str) -> bool:
    """Whether a word is a name and not a form of the noun with the same spelling: `Guy`."""
    return pos == "PROPN" and text[:1].isupper() and not (len(text) > 1 and text.isupper())


def _other_readings(lower: str, pos: str, form: str) -> set[str]:
    """Keys for readings that the tagger often confuses with the one it chose."""
    if lower in _FLAT and pos in ("ADJ", "ADV"):
        return {f"{lower}.a", f"{lower}.r"}
    if form in ("VBN", "VBG", "VBD"):
        return {f"{lower}.a", f"{lower}.n"} if form == "VBG" else {f"{lower}.a"}
    if pos in ("ADJ", "NOUN"):
        participle = lower.endswith("ing") or pos == "ADJ"
        return {f"{base}.v" for base in analyses(lower, "v") if participle and base != lower}
    return set()


def word_keys(word: Word) -> frozenset[str]:
    """All keys of a tagged word."""
    return keys_of(word.text, word.pos, word.form, word.lemma)
