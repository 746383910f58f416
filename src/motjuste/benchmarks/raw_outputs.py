"""The raw answers of Wordtune and GPT-3 that SWORDS's authors published, as the APIs gave them.

Both are JSON objects by target id. Wordtune: `{"drilldown": {"suggestions": [{"suggestion", "rank",
"score"}]}}`, used in order of rank. GPT-3: a completion (`{"choices": [{"text"}]}`) or a list of
them, perhaps all below "outputs"; the text is split at commas, repetitions dropped ignoring case.
"""

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from motjuste.benchmarks.run import Guess, SubstitutionRun, system_name
from motjuste.errors import BadInputError, BadInputWarning, bad_file


def is_raw(document: Any) -> bool:
    """Whether a JSON document is one of raw answers.

    >>> is_raw({"t:1": {"drilldown": {}}}), is_raw({"t:1": [{"choices": []}]}), is_raw({"t:1": {}})
    (True, True, False)
    """
    if not isinstance(document, Mapping):
        return False
    entries = [_first(entry) for entry in _outputs(document).values()]
    return any(
        isinstance(entry, Mapping) and ("drilldown" in entry or "choices" in entry)
        for entry in entries
    )


def read_raw(document: Mapping[str, Any], path: Path) -> SubstitutionRun:
    """The answers as a run.

    Targets for which the API gave nothing, or an error instead of an answer, are left out, as the
    authors' program does. Anything else that is not an answer is reported.
    """
    answers: dict[str, tuple[Guess, ...]] = {}
    unreadable: list[str] = []
    for target, entry in _outputs(document).items():
        answer = _first(entry)
        if not answer:
            continue
        try:
            words = _wordtune(answer) if "drilldown" in answer else _completion(answer)
        except (TypeError, LookupError, AttributeError, ValueError):
            unreadable.append(target)
            continue
        answers[target] = tuple(Guess(word, float(-rank)) for rank, word in enumerate(words))
    _check(answers, unreadable, path)
    return SubstitutionRun(system_name(path), "swords", answers)


def _check(answers: Mapping[str, Any], unreadable: list[str], path: Path) -> None:
    if unreadable and not answers:
        problem = f"the answer to {unreadable[0]} is neither Wordtune's nor a completion"
        raise bad_file(path, problem)
    if not answers:
        raise BadInputError(f"{path}: holds no answers")
    if unreadable:
        warnings.warn(
            f"{path}: {len(unreadable)} entries are neither Wordtune's answers nor completions "
            f"(the first: {unreadable[0]}): left out",
            BadInputWarning,
            stacklevel=4,
        )


def _outputs(document: Mapping[str, Any]) -> Mapping[str, Any]:
    outputs = document.get("outputs", document)
    return outputs if isinstance(outputs, Mapping) else document


def _first(entry: Any) -> Any:
    """The first of several completions."""
    return entry[0] if isinstance(entry, list) and entry else entry


def _wordtune(answer: Mapping[str, Any]) -> list[str]:
    """The suggestions in order of rank; where ranks are missing, by falling score."""
    suggestions = answer["drilldown"]["suggestions"]
    by_rank = all("rank" in suggestion for suggestion in suggestions)

    def order(suggestion: Mapping[str, Any]) -> tuple[float, float]:
        return (suggestion["rank"] if by_rank else 0, -suggestion.get("score", 0.0))

    return [str(suggestion["suggestion"]) for suggestion in sorted(suggestions, key=order)]


def _completion(answer: Mapping[str, Any]) -> list[str]:
    return split_completion(answer["choices"][0]["text"])


def split_completion(text: str) -> list[str]:
    """The words between the commas of a completion, each once whatever its case.

    >>> split_completion(" penetrate, break into,, Penetrate, brea")
    ['penetrate', 'break into', 'brea']
    """
    return list(_distinct(word.strip() for word in text.strip().split(",")))


def _distinct(words: Iterable[str]) -> Iterable[str]:
    seen = {""}
    for word in words:
        if word.lower() not in seen:
            seen.add(word.lower())
            yield word
