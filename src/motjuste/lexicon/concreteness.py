"""How far a noun names things that can be seen and touched, by WordNet's own tree of meanings."""

from functools import lru_cache

from motjuste.lexicon.lexicon import Lexicon

# Added to every sense count, because senses missing from SemCor do occur.
_UNSEEN = 0.5


@lru_cache(1 << 14)
def concreteness(lexicon: Lexicon, noun: str) -> float:
    """The share of a noun's uses in which it names something physical; 0 if it is no noun.

    >>> lexicon = Lexicon.open()
    >>> concreteness(lexicon, "cat") > 0.9, concreteness(lexicon, "opinion")
    (True, 0.0)
    """
    senses = lexicon.senses(noun, "NOUN")
    physical = sum(s.count + _UNSEEN for s in senses if _is_physical(lexicon, s.synset))
    return physical / max(sum(s.count + _UNSEEN for s in senses), _UNSEEN)


@lru_cache(1 << 14)
def _is_physical(lexicon: Lexicon, synset: int) -> bool:
    if synset == _physical_entity(lexicon):
        return True
    above = (p.synset for p in lexicon.pointers(synset) if p.relation.endswith("hypernym"))
    return any(_is_physical(lexicon, each) for each in above)


@lru_cache(8)
def _physical_entity(lexicon: Lexicon) -> int | None:
    senses = lexicon.senses("physical entity", "NOUN")
    return senses[0].synset if senses else None
