"""Words that nobody should be offered: slurs and obscenities.

WordNet marks usage sense by sense (`spade` is a tool first). A word counts if most of its use, by
SemCor's counts, is in marked senses. What WordNet lacks is listed here.
"""

from functools import lru_cache

from motjuste.lexicon.lexicon import Lexicon

_MARKS = ("ethnic slur", "disparagement", "obscenity")
_UNMARKED = frozenset(
    """
    abo bint bitch bugger bulldyke bullshit chav chink cocksucker coon cunt cunty dago darkie
    dyke fag faggot faggy fagot fanny fatso fucking fudgepacker gimp gook gyp gypped half-breed
    half-caste halfwit harridan homo honky hussy jap kaffir kike kraut lesbo mongoloid
    motherfucker mulatta mulatto negress negro negroes negroid nigga nigger paki pansy papist
    polack poof poofter poove quadroon queer raghead redskin retard retarded she-male shemale
    skank slut slutty sodomite spastic spaz spic spick squaw strumpet towelhead tranny trollop
    twat wench wetback whore whorish wog wop yid
    """.split()
)


@lru_cache
def offensive(lexicon: Lexicon) -> frozenset[int]:
    """The numbers of the words of a lexicon that are offensive more often than not."""
    marked = {
        pointer.synset
        for name in _MARKS
        for sense in lexicon.senses(name, "NOUN")
        for pointer in lexicon.pointers(sense.synset)
        if pointer.relation == "usage-member"
    }
    members = {number for synset in marked for number in lexicon.members(synset)}
    found = {number for number in members if _mostly(lexicon, number, marked)}
    listed = (number for word in _UNMARKED for number in lexicon.find_all(word))
    return frozenset(found.union(listed))


@lru_cache(1 << 14)
def is_offensive(lexicon: Lexicon, word: str) -> bool:
    """Whether a word, or a word of a phrase, is offensive; of words not in the lexicon too."""
    parts = [word.lower(), *word.lower().replace("-", " ").split()]
    bad = offensive(lexicon)
    return any(part in _UNMARKED or bad.intersection(lexicon.find_all(part)) for part in parts)


def _mostly(lexicon: Lexicon, number: int, marked: set[int]) -> bool:
    senses = lexicon.senses(lexicon.spelling(number))
    weights = {sense.synset: sense.count + 1 / sense.number for sense in senses}
    return 2 * sum(weights.get(s, 0.0) for s in marked) >= sum(weights.values())
