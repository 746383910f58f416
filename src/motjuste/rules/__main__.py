"""A checker for people who write rules: `python -m motjuste.rules FILE.tsv`."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from motjuste.analysis import words_of
from motjuste.errors import ExitCode, MotjusteError
from motjuste.rules.matcher import RuleSet
from motjuste.rules.rows import read_rows, rule_files, shipped
from motjuste.rules.validation import check_files
from motjuste.text import CONFIDENCES, GENRES, Genre

# Characters of context shown on each side of a match.
_AROUND = 40


def main(arguments: list[str] | None = None) -> int:
    """Check rule files, or show what their rules do to a sentence or a text."""
    parser = argparse.ArgumentParser(prog="python -m motjuste.rules", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="rule files (default: all shipped)")
    parser.add_argument("--try", dest="sentence", help="show what the rules do to a sentence")
    parser.add_argument("--on", type=Path, help="show where the rules of FILES fire in a text")
    parser.add_argument(
        "--genre", choices=GENRES, help="with --on: leave out what is acceptable in this genre"
    )
    options = parser.parse_args(arguments)
    try:
        if options.sentence is not None:
            return _try(options.files, options.sentence)
        if options.on is not None:
            return _fire_on(options.files, options.on, options.genre)
        return _check(options.files or rule_files())
    except (MotjusteError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return ExitCode.BAD_INPUT


def _check(files: list[Path]) -> int:
    rows, problems = check_files(files)
    for problem in problems:
        print(problem)
    print(f"{rows} rows, {len(problems)} problems")
    return ExitCode.FOUND if problems else ExitCode.OK


def _rules(files: list[Path], with_shipped: bool) -> RuleSet:
    from_files = [rule for path in files for rule in read_rows(path)]
    names = {path.name for path in files}
    return RuleSet([*from_files, *(shipped(without=names) if with_shipped or not files else ())])


def _try(files: list[Path], sentence: str) -> int:
    words = words_of(sentence)
    print(" ".join(f"{word.text}/{word.lemma}.{word.form.lower()}" for word in words))
    for match in _rules(files, True).match(words, sentence):
        print(f"{match.rule} ({match.confidence}): {match.reason}")
        for fix in match.fixes:
            print(f"    {fix.apply(sentence)}")
    return ExitCode.OK


def _fire_on(files: list[Path], path: Path, genre: Genre | None) -> int:
    text = path.read_text("utf-8")
    words = words_of(text)
    matches = _rules(files, False).match(words, text, genre=genre)
    for match in matches:
        before = text[max(0, match.start - _AROUND) : match.start]
        after = text[match.end : match.end + _AROUND]
        marked = f"{before}[{text[match.start : match.end]} → {match.fixes[0].text or '-'}]{after}"
        print(f"{' '.join(marked.split())}    {match.rule}")
    count = max(1, sum(word.text[0].isalnum() for word in words))
    for (level, kind), number in sorted(Counter((m.confidence, m.kind) for m in matches).items()):
        print(f"{level} {kind}: {number}")
    for level in CONFIDENCES:
        number = sum(match.confidence == level for match in matches)
        print(f"{level}: {number} matches, {1000 * number / count:.2f} per 1000 words")
    print(f"{len(matches)} matches in {count} words: {1000 * len(matches) / count:.2f} per 1000")
    return ExitCode.OK


if __name__ == "__main__":
    sys.exit(main())
