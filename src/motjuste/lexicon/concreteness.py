"""Concreteness: how often a noun names something physical, by WordNet's hierarchy of nouns."""

from functools import lru_cache

from motjuste.lexicon.lexicon import Lexicon

# Added to every SemCor sense count, because senses missing from SemCor do occur.
_UNSEEN = 0.5


@lru_cache(1 << 14)
def concreteness(lexicon: Lexicon, noun: str) -> float:
    """The share of a noun's uses in which it names something physical; 0 if it is not a noun.

    >>> lexicon = Lexicon.open()
    >>> concreteness(lexicon, "cat") > 0.9, concreteness(lexicon, "opinion")
    (True, 0.0)
    """
    senses = lexicon.senses(noun, "NOUN")
    physical = sum(sense.count + _UNSEEN for sense in senses if _is_physical(lexicon, sense.synset))
    return physical / max(sum(sense.count + _UNSEEN for sense in senses), _UNSEEN)


@lru_cache(1 << 14)
def _is_physical(lexicon: Lexicon, synset: int) -> bool:
    if synset == _physical_entity(lexicon):
        return True
    hypernyms = (
        pointer.synset
        for pointer in lexicon.pointers(synset)
        if pointer.relation.endswith("hypernym")
    )
    return any(_is_physical(lexicon, hypernym) for hypernym in hypernyms)


@lru_cache(8)
def _physical_entity(lexicon: Lexicon) -> int | None:
    senses = lexicon.senses("physical entity", "NOUN")
    return senses[0].synset if senses else None
