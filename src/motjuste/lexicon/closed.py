"""Closed sets whose words exclude each other: `Monday` never means `Tuesday`.

Within such a set no word replaces another, however alike the sentences are in which they stand.
"""

from functools import lru_cache

# One set a line; synonyms within a set are joined by a slash.
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
_THINGS: dict[str, dict[int, str]] = {}
for _number, _set in enumerate(_SETS):
    for _thing in _set.split():
        for _word in _thing.split("/"):
            _THINGS.setdefault(_word, {})[_number] = _thing
_NUMBERS = 0
_NONE: dict[int, str] = {}


@lru_cache(1 << 12)
def _things(word: str) -> dict[int, str]:
    """What a word stands for in each of the sets it is in; composed numbers are numbers too."""
    lower = word.lower()
    parts = lower.replace("-", " ").split()
    if len(parts) > 1 and all(_NUMBERS in _THINGS.get(part, _NONE) for part in parts):
        return {_NUMBERS: lower}
    return _THINGS.get(lower, _NONE)


def is_closed(word: str) -> bool:
    """Whether a word is in one of the sets."""
    return bool(_things(word))


def are_different(word: str, other: str) -> bool:
    """Whether two words are different members of one closed set.

    >>> are_different("Monday", "Tuesday"), are_different("mother", "mom")
    (True, False)
    >>> are_different("twenty-one", "thirty"), are_different("green", "north")
    (True, False)
    """
    ours, theirs = _things(word), _things(other)
    return any(theirs.get(number, thing) != thing for number, thing in ours.items())
