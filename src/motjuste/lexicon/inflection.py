"""Inflection: from a lemma to its forms, and back from a form to its lemma; matching capitals.

Forms are named by Penn Treebank tags (`VBD`, `NNS`, `JJR`, …). Regular rules are here, irregular
forms in `data/irregular.tsv`; of two spellings in use the commoner one is taken.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses, irregular_forms
from motjuste.lexicon.word_lists import IrregularForms, closed_class

_PREPOSITIONS = frozenset(
    "of in on at by for from to with without under over upon about against between de du des la "
    "a-la per pro and or the".split()
)
_VOWEL_GROUPS = re.compile(r"[aeiouy]+")
_CLOSED_SYLLABLE = re.compile(r"(?:^|[^aeiou]|qu)[aeiouy][bcdfgklmnprstvz]\Z")
# Verbs in -l that double it in American English too, because the last syllable is stressed.
_STRESSED_AT_END = frozenset(
    "compel expel propel repel dispel impel rebel excel control patrol extol enrol annul fulfil "
    "instil distil appal enthral".split()
)
_PREFIXES = frozenset("out over under re mis un up off in be fore broad type tele sub".split())
_LY_WITH_ENDING = frozenset(
    "ugly early lonely lovely friendly holy silly jolly deadly lively likely curly chilly hilly "
    "homely sly".split()
)


def inflect(lemma: str, tag: str) -> str:
    """The form of a lemma for a tag; a phrase is inflected on its head.

    >>> [inflect("give up", tag) for tag in ("VBD", "VBG", "VBZ")]
    ['gave up', 'giving up', 'gives up']
    >>> inflect("state of mind", "NNS"), inflect("beautiful", "JJR"), inflect("big", "JJS")
    ('states of mind', 'more beautiful', 'biggest')
    """
    if tag in ("VBZ", "VBD", "VBN", "VBG", "VBP"):
        return _inflect_verb_phrase(lemma, tag)
    if tag in ("NNS", "NNPS"):
        return _inflect_noun_phrase(lemma)
    if tag in ("JJR", "JJS", "RBR", "RBS"):
        return _degree(lemma, tag)
    return lemma


def _recase(form: str, lemma: str) -> str:
    """A form, which is made in lower case, with the initial capital that the lemma has."""
    return form[:1].upper() + form[1:] if lemma[:1].isupper() else form


def _inflect_verb_phrase(phrase: str, tag: str) -> str:
    adverbs, phrase = split_adverbs(phrase)
    if adverbs:
        return f"{adverbs} {_inflect_verb_phrase(phrase, tag)}"
    head, space, rest = phrase.partition(" ")
    before, hyphen, last = head.rpartition("-")
    if hyphen and last and len(before) > 1:
        if last in ("up", "off", "out", "in", "on", "down"):
            return verb_forms(before)[tag] + hyphen + last + space + rest
        return before + hyphen + verb_forms(last)[tag] + space + rest
    return _recase(verb_forms(head.lower())[tag], head) + space + rest


def split_adverbs(phrase: str) -> tuple[str, str]:
    """The adverbs that a verb phrase begins with, and the rest, which begins with its verb.

    >>> split_adverbs("not really like"), split_adverbs("give up"), split_adverbs("rely on")
    (('not really', 'like'), ('', 'give up'), ('', 'rely on'))
    """
    words = phrase.split(" ")
    count = 0
    while count < len(words) - 1 and _is_adverb(words[count].lower()):
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])


def _is_adverb(word: str) -> bool:
    return word in ("not", "never") or (word.endswith("ly") and not analyses(word, "v"))


def _inflect_noun_phrase(phrase: str) -> str:
    irregular = IrregularForms.open()
    if phrase.lower() in irregular.plurals or phrase.lower() in irregular.unchanged_in_plural:
        return _recase(_plural(phrase.lower()), phrase)
    parts = re.split(r"([ -])", phrase)
    words = parts[::2]
    head = head_of_noun_phrase(words)
    parts[2 * head] = _recase(_plural(words[head].lower()), words[head])
    return "".join(parts)


def head_of_noun_phrase(words: Sequence[str]) -> int:
    """The index of the noun that takes the plural: the last one before a preposition inside.

    >>> head_of_noun_phrase("state of mind".split()), head_of_noun_phrase(["car", "park"])
    (0, 1)
    """
    inside = (index for index, word in enumerate(words[:-1]) if index and word in _PREPOSITIONS)
    return next(inside, len(words)) - 1


@lru_cache(1 << 14)
def verb_forms(verb: str) -> dict[str, str]:
    """All forms of a verb of one word.

    >>> verb_forms("refer")["VBD"], verb_forms("offer")["VBD"], verb_forms("lie")["VBG"]
    ('referred', 'offered', 'lying')
    """
    past, participle = _past(verb)
    third = {"be": "is", "have": "has"}.get(verb) or _with_s(verb)
    plain = "are" if verb == "be" else verb
    return {
        "VB": verb,
        "VBP": plain,
        "VBZ": third,
        "VBD": past,
        "VBN": participle,
        "VBG": _ing(verb),
    }


def _past(verb: str) -> tuple[str, str]:
    irregular = IrregularForms.open().verbs
    if verb in irregular:
        past, participle = irregular[verb]
        return past[0], participle[0]
    for size in range(2, min(8, len(verb) - 1)):
        prefix, base = verb[:size], verb[size:]
        past, participle = irregular.get(base, (("",), ("",)))
        is_irregular = verb in irregular_forms("v").get(prefix + past[0], ())
        is_irregular |= past[0] == base and prefix in _PREFIXES
        if is_irregular and past[0] != _with_ed(base):
            return prefix + past[0], prefix + participle[0]
    regular = _with_ed(verb)
    return regular, regular


def _with_ed(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in tuple("aeiou"):
        return verb[:-1] + "ied"
    return _stem_before_vowel(verb, "ed") + "ed"


def _ing(verb: str) -> str:
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb in ("singe", "tinge", "binge") or verb.endswith(("ee", "oe", "ye")):
        return verb + "ing"
    if verb.endswith("e") and verb != "be":
        return verb[:-1] + "ing"
    return _stem_before_vowel(verb, "ing") + "ing"


def _stem_before_vowel(verb: str, ending: str) -> str:
    """The stem before -ed or -ing: the consonant doubles after a short stressed syllable."""
    syllables = len(_VOWEL_GROUPS.findall(verb.replace("qu", "q")))
    if verb.endswith("c") and syllables > 1:
        return verb + "k"
    if not _CLOSED_SYLLABLE.search(verb):
        return verb
    doubled = verb + verb[-1]
    if syllables <= 1 or verb in _STRESSED_AT_END:
        return doubled
    if verb not in irregular_forms("v").get(doubled + ending, ()):
        return verb
    lexicon = Lexicon.open()
    single, double = lexicon.frequency(verb + ending), lexicon.frequency(doubled + ending)
    if single == double:
        return verb if verb.endswith(("l", "s")) else doubled
    return verb if single > double else doubled


def _with_s(word: str) -> str:
    """The regular ending -s of verbs and nouns."""
    if word.endswith("ch") and word in IrregularForms.open().plurals:
        return word + "s"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        doubles = word.endswith("z") and _CLOSED_SYLLABLE.search(word) and len(word) < 5
        return word + ("zes" if doubles else "es")
    if word.endswith("quy") or (word.endswith("y") and word[-2:-1] not in tuple("aeiou")):
        return word[:-1] + "ies"
    if word.endswith("o") and word[-2:-1] not in tuple("aeiou"):
        lexicon = Lexicon.open()
        es_is_commoner = lexicon.frequency(word + "es") > lexicon.frequency(word + "s")
        return word + ("es" if es_is_commoner or word in ("go", "do", "undergo", "forgo") else "s")
    return word + "s"


@lru_cache(1 << 14)
def _plural(noun: str) -> str:
    irregular = IrregularForms.open()
    if noun in irregular.unchanged_in_plural:
        return noun
    if noun in irregular.plurals:
        return irregular.plurals[noun]
    if noun.endswith("man") and len(noun) > 4 and noun not in irregular.regular_in_man:
        return noun[:-3] + "men"
    for ending in ("child", "wife", "tooth", "foot", "goose", "mouse", "louse", "life", "person"):
        if noun.endswith(ending) and noun != ending:
            return noun[: -len(ending)] + irregular.plurals[ending]
    if is_irregular_plural(noun):
        return noun
    regular = _with_s(noun)
    in_wordnet = [form for form in _irregular_plurals().get(noun, ()) if form != regular]
    lexicon = Lexicon.open()
    commonest = max(in_wordnet, key=lexicon.frequency, default=None)
    if commonest is None or lexicon.frequency(commonest) < lexicon.frequency(regular):
        return regular if commonest is not None or not _is_plural(noun) else noun
    return commonest


def is_irregular_plural(noun: str) -> bool:
    """Whether a noun is an irregular plural, even if it has senses of its own as a plural.

    >>> [is_irregular_plural(noun) for noun in ("men", "firemen", "specimen", "data", "goods")]
    [True, True, False, False, False]
    """
    if noun.endswith("men"):
        return noun[:-2] + "an" in analyses(noun, "n")
    return noun in IrregularForms.open().irregular_plurals


@lru_cache(1)
def _irregular_plurals() -> dict[str, list[str]]:
    plurals: dict[str, list[str]] = {}
    for form, lemmas in irregular_forms("n").items():
        for lemma in lemmas:
            plurals.setdefault(lemma, []).append(form)
    return plurals


def _is_plural(noun: str) -> bool:
    """Whether a noun in the lexicon looks like a plural already (`outskirts`)."""
    singular_endings = ("ss", "us", "is", "as", "os", "lens")
    return noun.endswith("s") and len(noun) > 2 and not noun.endswith(singular_endings)


def _degree(phrase: str, tag: str) -> str:
    """Comparative or superlative; long words and phrases take `more` and `most`."""
    higher = tag in ("JJR", "RBR")
    word = phrase.lower()
    irregular = IrregularForms.open().degrees
    if word in irregular:
        return _recase(irregular[word][0 if higher else 1], phrase)
    if _is_compared(word):
        return phrase
    adverb = tag.startswith("RB") and word.endswith("ly") and word != "early"
    if adverb or not _takes_ending(word):
        return f"{'more' if higher else 'most'} {phrase}"
    ending = "er" if higher else "est"
    if word.endswith("e"):
        return phrase + ending[1:]
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return phrase[:-1] + "i" + ending
    stem = (
        phrase + phrase[-1] if _CLOSED_SYLLABLE.search(word) and _syllables(word) == 1 else phrase
    )
    return stem + ending


def _is_compared(word: str) -> bool:
    """Whether a word is already a comparative or superlative (`older`, `least`)."""
    if word in IrregularForms.open().compared:
        return True
    return word.endswith(("er", "est")) and any(base != word for base in analyses(word, "a"))


def _syllables(word: str) -> int:
    stem = word[:-1] if word.endswith("e") and not word.endswith("le") else word
    # The letters of `vague` and `brusque` after the consonant are silent.
    stem = stem[:-1] if stem.endswith(("gu", "qu")) else stem
    return len(_VOWEL_GROUPS.findall(stem.replace("qu", "q")))


def _takes_ending(word: str) -> bool:
    irregular = IrregularForms.open()
    if " " in word or "-" in word or word in irregular.with_more:
        return False
    if word in irregular.with_ending:
        return True
    syllables = _syllables(word)
    if word.endswith(("ed", "ing")) and word not in ("red", "sacred"):
        return False
    if word.endswith("y") and not word.endswith("ly") and syllables <= 3:
        return syllables <= 2 or word.startswith("un")
    if word.endswith("ly"):
        return word in _LY_WITH_ENDING
    if word.endswith("le") and syllables <= 2:
        return word not in ("able", "fragile", "docile", "agile", "senile", "facile", "futile")
    return syllables <= 1


def match_case(word: str, like: str) -> str:
    """A word with the capitals of another one: all letters, or the first.

    >>> match_case("great", "BIG"), match_case("great", "Big"), match_case("Roman", "big")
    ('GREAT', 'Great', 'Roman')
    """
    letters = [char for char in like if char.isalpha()]
    if len(letters) > 1 and like.isupper():
        return word.upper()
    if like[:1].isupper() and word[:1].islower():
        return word[:1].upper() + word[1:]
    return word


_CLITICS = {"n't": "not", "'m": "be", "'re": "be", "'ve": "have", "'ll": "will", "'d": "would"}
_BE = dict.fromkeys(closed_class("forms-of-be"), "be")
# `well` is an adjective too, but `better` is almost never its comparative.
_LEMMAS_OF_DEGREES = {"better": "good", "best": "good"}
# Forms assumed for a word whose tag is unknown and that is not its own lemma.
_ASSUMED_FORMS = {"NOUN": "NNS", "PROPN": "NNPS", "VERB": "VBD", "ADJ": "JJR", "ADV": "RBR"}
# Tags of forms that are spelled like the lemma.
_BASE_FORMS = frozenset({"NN", "NNP", "VB", "VBP", "JJ", "RB", "MD"})
# Endings of inflected forms, and what the lemma has in their place.
_LEMMA_ENDINGS = {
    "n": (("ies", "y"), ("es", ""), ("s", "")),
    "v": (("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"),
          ("es", ""), ("s", "")),
    "a": (("ier", "y"), ("iest", "y"), ("er", ""), ("er", "e"), ("est", ""), ("est", "e")),
    "r": (),
}  # fmt: skip


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
    if pos == "ADJ" and lower in _LEMMAS_OF_DEGREES:
        return _LEMMAS_OF_DEGREES[lower]
    lemmas = analyses(lower, letter)
    if not lemmas and (not rest or letter == "n"):
        lemmas = _regular_lemmas(lower, letter)
    if tag in _BASE_FORMS and (lower in lemmas or (tag != "VBP" and not lemmas)):
        return lower
    return _best_lemma(lower, lemmas, pos, tag or _guess_form(lower, pos))


def _guess_form(form: str, pos: str) -> str:
    if pos in ("VERB", "AUX"):
        return "VBG" if form.endswith("ing") else "VBZ" if form.endswith("s") else "VBD"
    return _ASSUMED_FORMS.get(pos, "NN")


def _best_lemma(form: str, lemmas: list[str], pos: str, tag: str) -> str:
    if len(lemmas) < 2:
        return lemmas[0] if lemmas else form
    lexicon = Lexicon.open()

    def order(lemma: str) -> tuple[bool, int, float]:
        sense_count = sum(sense.count for sense in lexicon.senses(lemma, pos))
        return inflect(lemma, tag) != form, -sense_count, -lexicon.frequency(lemma)

    best = min(lemmas, key=order)
    # If no lemma inflects to the form, the form is taken for a lemma itself.
    return form if form in lemmas and inflect(best, tag) != form else best


def _regular_lemmas(form: str, letter: str) -> list[str]:
    """Lemmas of an unknown word, from its ending alone."""
    stems = [form[: -len(e)] + r for e, r in _LEMMA_ENDINGS[letter] if form.endswith(e)]
    stems += [stem[:-1] for stem in stems if stem[-1:] == stem[-2:-1]]
    return [stem for stem in stems if len(stem) > 2 and not (letter == "n" and stem.endswith("s"))]
