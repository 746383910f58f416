"""Sets of words that exclude each other: `Monday` never means `Tuesday`.

No word of such a set replaces another, however similar the contexts in which they occur.
"""

from functools import lru_cache

# One set per line; synonyms within a set are joined by a slash.
_SETS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand million billion trillion",
    "first second third fourth fifth sixth seventh eighth ninth tenth last",
    "red orange yellow green blue indigo violet purple pink brown black white gray/grey turquoise "
    "cyan magenta crimson scarlet maroon olive lime teal navy beige khaki",
    "monday tuesday wednesday thursday friday saturday sunday weekend weekday january february "
    "march april may june july august september october november december spring summer "
    "autumn/fall winter yesterday today/tonight tomorrow morning noon/midday/noonday/noontime "
    "afternoon evening midnight dawn/daybreak/sunrise dusk/sunset/nightfall second minute hour "
    "day/daytime night/nighttime week fortnight month year decade century millennium daily weekly "
    "monthly yearly/annual hourly",
    "mother/mom/mum/mommy/mummy/mama/mamma/momma/ma father/dad/daddy/papa/pa/pop son daughter "
    "brother/bro sister/sis uncle aunt/auntie nephew niece cousin grandmother/grandma/granny/nana "
    "grandfather/grandpa/granddad grandson granddaughter husband/hubby wife",
    "north/northward south/southward east/eastward west/westward northeast northwest southeast "
    "southwest northern southern eastern western left right",
)  # fmt: skip
_MEANINGS: dict[str, dict[int, str]] = {}
for _number, _set in enumerate(_SETS):
    for _thing in _set.split():
        for _word in _thing.split("/"):
            _MEANINGS.setdefault(_word, {})[_number] = _thing
_NUMBER_SET = 0
_NO_MEANINGS: dict[int, str] = {}


@lru_cache(1 << 12)
def _meanings(word: str) -> dict[int, str]:
    """What a word means in each of the sets it belongs to; compound numbers are numbers too."""
    lower = word.lower()
    components = lower.replace("-", " ").split()
    if len(components) > 1 and all(
        _NUMBER_SET in _MEANINGS.get(part, _NO_MEANINGS) for part in components
    ):
        return {_NUMBER_SET: lower}
    return _MEANINGS.get(lower, _NO_MEANINGS)


def is_in_exclusive_set(word: str) -> bool:
    """Whether a word is in one of the sets."""
    return bool(_meanings(word))


def are_different(word: str, other: str) -> bool:
    """Whether two words have different meanings in the same set.

    >>> are_different("Monday", "Tuesday"), are_different("mother", "mom")
    (True, False)
    >>> are_different("twenty-one", "thirty"), are_different("green", "north")
    (True, False)
    """
    things, other_things = _meanings(word), _meanings(other)
    return any(other_things.get(number, thing) != thing for number, thing in things.items())
