"""Validation of rules: each row must fire in its first example and be quiet in its second."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from motjuste.analysis import words_of
from motjuste.errors import BadInputError
from motjuste.rules.fixes import Fix
from motjuste.rules.matcher import RuleMatch, RuleSet
from motjuste.rules.pattern import anchor_keys, parse
from motjuste.rules.rows import Problem, Rule, problems_of, read_rows, row_fault, shipped
from motjuste.text import Word

_CHANGE = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
# Sentences are tagged in one text; a blank line between them keeps the tagger from joining them.
_APART = "\n\n"


class RuleExample(NamedTuple):
    """A row's two sentences: one before and after its fix, and one that it leaves alone."""

    rule: Rule
    before: str
    after: str
    quiet: str


def check_files(paths: Sequence[Path]) -> tuple[int, list[Problem]]:
    """The number of rows in rule files, and what is wrong with them.

    The rows are tried together with all rules in the package.
    """
    rules = [rule for path in paths for rule in read_rows(path)]
    problems = [problem for path in paths for problem in problems_of(path)]
    others = shipped(without={path.name for path in paths})
    problems += check_rows([rule for rule in rules if not row_fault(rule)], others)
    return len(rules), sorted(problems)


def check_rows(rules: Sequence[Rule], others: Sequence[Rule] = ()) -> list[Problem]:
    """What is wrong with rows when they are used together with others."""
    problems = list(_duplicates(rules, others))
    duplicates = {(problem.file, problem.line) for problem in problems}
    examples: list[RuleExample] = []
    for rule in rules:
        if (rule.header.file, rule.line) in duplicates:
            continue
        try:
            examples.append(_example(rule))
        except BadInputError as error:
            problems.append(_problem(rule, str(error)))
    together = RuleSet([*(example.rule for example in examples), *others])
    rest = RuleSet(others)
    tagged = _tagged([sentence for e in examples for sentence in (e.before, e.quiet)])
    for example, before, quiet in zip(examples, tagged[::2], tagged[1::2], strict=True):
        message = (
            _covered(example, before, rest)
            or _fault_of_firing(example, before, together)
            or _fault_of_quiet(example, quiet)
        )
        if message:
            problems.append(_problem(example.rule, message))
    return problems


def _problem(rule: Rule, message: str) -> Problem:
    return Problem(rule.header.file, rule.line, f"{rule.pattern}: {message}")


def _duplicates(rules: Sequence[Rule], others: Sequence[Rule]) -> Iterator[Problem]:
    """Rows whose pattern, apart from brackets, stands elsewhere already."""
    seen = {_plain(rule.pattern): rule for rule in reversed(others)}
    for rule in rules:
        first = seen.setdefault(_plain(rule.pattern), rule)
        if first is not rule:
            yield _problem(rule, f"the same pattern stands in {first.header.file}:{first.line}")


def _plain(pattern: str) -> str:
    return " ".join(pattern.replace("[", " ").replace("]", " ").split())


def _example(rule: Rule) -> RuleExample:
    """The sentences of a row; `BadInputError` if they or the pattern cannot be read."""
    parse(rule.pattern)
    anchor_keys(rule.pattern)
    if not _CHANGE.search(rule.fires):
        raise BadInputError(
            "the sentence where it fires needs {wrong|right}: I {did|made} a mistake."
        )
    if not rule.quiet:
        raise BadInputError("there is no sentence in which it must be quiet")
    if "{" in rule.quiet:
        raise BadInputError("the quiet sentence is plain text, without {wrong|right}")
    before, after = (_CHANGE.sub(rf"\{side}", rule.fires) for side in (1, 2))
    # `{so|} he` leaves two spaces behind.
    return RuleExample(rule, before, after.replace("  ", " ").strip(), rule.quiet)


def _tagged(sentences: Sequence[str]) -> list[list[Word]]:
    """The tagged words of each sentence, with places counted within it; tagged in one batch."""
    words = iter(words_of(_APART.join(sentences)))
    tagged: list[list[Word]] = []
    word = next(words, None)
    start = 0
    for sentence in sentences:
        end = start + len(sentence)
        inside: list[Word] = []
        while word is not None and word.start < end:
            inside.append(word._replace(start=word.start - start, end=word.end - start))
            word = next(words, None)
        tagged.append(inside)
        start = end + len(_APART)
    return tagged


def _covered(example: RuleExample, words: list[Word], rest: RuleSet) -> str:
    """The message if a rule of another file makes the same change, else an empty string."""
    for match in rest.match(words, example.before):
        if _apply(match, example.before) == example.after:
            return f"another file has this already: {match.rule}"
    return ""


def _fault_of_firing(example: RuleExample, words: list[Word], together: RuleSet) -> str:
    """The message if a row does not make its change in its first sentence, else an empty string."""
    rule, before, after = example.rule, example.before, example.after
    matches = together.match(words, before)
    own_matches = [match for match in matches if match.rule == rule.id]
    if not own_matches:
        alone = RuleSet([rule]).match(words, before)
        if not alone:
            tags = " ".join(f"{word.text}/{word.lemma}.{word.form.lower()}" for word in words)
            return f"does not fire in {before!r} (tagged: {tags})"
        winners = ", ".join(match.rule for match in matches) or "none"
        return f"another row fires in its place in {before!r}: {winners}"
    results = {_apply(match, before) for match in own_matches}
    if after in results or _apply_all(own_matches, before) == after:
        return ""
    return f"wrong text after the edit: {min(results)!r} instead of {after!r}"


def _apply(match: RuleMatch, text: str) -> str:
    return match.fixes[0].apply(text)


def _apply_all(matches: Sequence[RuleMatch], text: str) -> str:
    edits = sorted({edit for match in matches for edit in match.fixes[0].edits})
    return Fix("", tuple(edits)).apply(text)


def _fault_of_quiet(example: RuleExample, words: list[Word]) -> str:
    """The message if a row fires in its quiet sentence, else an empty string."""
    matches = RuleSet([example.rule]).match(words, example.quiet)
    if not matches:
        return ""
    changed = _apply(matches[0], example.quiet)
    return f"fires in the quiet sentence: {example.quiet!r} would be {changed!r}"
