"""Offensive words, which are never suggested: slurs and obscenities.

WordNet labels usage sense by sense (`spade` is a tool first). A word counts if at least half of its
use, by SemCor's counts, is in labelled senses. Words that WordNet does not label are listed here.
"""

from functools import lru_cache

from motjuste.lexicon.lexicon import Lexicon

_USAGE_LABELS = ("ethnic slur", "disparagement", "obscenity")
_LISTED = frozenset(
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
    marked_synsets = {
        pointer.synset
        for name in _USAGE_LABELS
        for sense in lexicon.senses(name, "NOUN")
        for pointer in lexicon.pointers(sense.synset)
        if pointer.relation == "usage-member"
    }
    members = {number for synset in marked_synsets for number in lexicon.members(synset)}
    mostly_marked = {
        number for number in members if _is_mostly_marked(lexicon, number, marked_synsets)
    }
    listed = (number for word in _LISTED for number in lexicon.find_all(word))
    return frozenset(mostly_marked.union(listed))


@lru_cache(1 << 14)
def is_offensive(lexicon: Lexicon, word: str) -> bool:
    """Whether a word, or any word of a phrase, is offensive; also for words not in the lexicon."""
    parts = [word.lower(), *word.lower().replace("-", " ").split()]
    offensive_numbers = offensive(lexicon)
    return any(
        part in _LISTED or offensive_numbers.intersection(lexicon.find_all(part)) for part in parts
    )


def _is_mostly_marked(lexicon: Lexicon, number: int, marked_synsets: set[int]) -> bool:
    senses = lexicon.senses(lexicon.spelling(number))
    weights = {sense.synset: sense.count + 1 / sense.number for sense in senses}
    return 2 * sum(weights.get(synset, 0.0) for synset in marked_synsets) >= sum(weights.values())
