"""Small corpora, and counting them by plain loops, to compare with."""

import random
from collections import Counter
from pathlib import Path

NOUNS = "dog cat house tree river stone child song".split()
VERBS = "sees likes finds hears".split()
ADJECTIVES = "big old green small".split()


def sentence(rng: random.Random) -> str:
    """A sentence that any tagger reads right."""
    first, second = rng.sample(NOUNS, 2)
    return (
        f"The {rng.choice(ADJECTIVES)} {first} {rng.choice(VERBS)} "
        f"the {rng.choice(ADJECTIVES)} {second}."
    )


def paragraphs(count: int, seed: int = 0) -> list[str]:
    """Paragraphs of a few such sentences."""
    rng = random.Random(seed)
    return [" ".join(sentence(rng) for _ in range(rng.randint(1, 4))) for _ in range(count)]


def write_corpus(path: Path, count: int = 400, seed: int = 0) -> Path:
    """A text file of paragraphs."""
    path.write_text("\n\n".join(paragraphs(count, seed)) + "\n", "utf-8")
    return path


def sentences_of(path: Path) -> list[list[str]]:
    """The words of each sentence, by white space and full stops alone."""
    text = path.read_text("utf-8").lower().replace("\n", " ")
    return [words for part in text.split(".") if (words := part.split())]


def loops(sentences: list[list[str]], window: int) -> Counter[tuple[str, str]]:
    """Co-occurrences within a window, counted one by one."""
    counts: Counter[tuple[str, str]] = Counter()
    for words in sentences:
        for i, word in enumerate(words):
            for j in range(max(0, i - window), min(len(words), i + window + 1)):
                if i != j:
                    counts[word, words[j]] += 1
    return counts


def cells(space) -> Counter[tuple[str, str]]:
    """The cells of a sparse space by name."""
    matrix = space.matrix.tocoo()
    return Counter(
        {
            (space.rows[row], space.columns[column]): int(count)
            for row, column, count in zip(matrix.row, matrix.col, matrix.data, strict=True)
        }
    )
