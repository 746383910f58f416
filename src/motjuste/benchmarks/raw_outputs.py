"""The raw answers of Wordtune and GPT-3 that SWORDS's authors published, as the APIs gave them.

Both are JSON objects by target id. Wordtune: `{"drilldown": {"suggestions": [{"suggestion", "rank",
"score"}]}}`, used in order of rank. GPT-3: a completion (`{"choices": [{"text"}]}`) or a list of
them, perhaps all below "outputs"; the text is split at commas, repetitions dropped ignoring case.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from motjuste.benchmarks.run import Guess, SubstitutionRun, system_name
from motjuste.errors import BadInputError, bad_file


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
    """The answers as a run; targets for which the API gave none are left out."""
    answers: dict[str, tuple[Guess, ...]] = {}
    for target, entry in _outputs(document).items():
        answer = _first(entry)
        if not answer:
            continue
        try:
            words = _wordtune(answer) if "drilldown" in answer else _completion(answer)
        except (TypeError, LookupError, AttributeError, ValueError):
            problem = f"the answer to {target} is neither Wordtune's nor a completion"
            raise bad_file(path, problem) from None
        answers[target] = tuple(Guess(word, float(-rank)) for rank, word in enumerate(words))
    if not answers:
        raise BadInputError(f"{path}: holds no answers")
    return SubstitutionRun(system_name(path), "swords", answers)


def _outputs(document: Mapping[str, Any]) -> Mapping[str, Any]:
    outputs = document.get("outputs", document)
    return outputs if isinstance(outputs, Mapping) else document


def _first(entry: Any) -> Any:
    """The first of several completions."""
    return entry[0] if isinstance(entry, list) and entry else entry


def _wordtune(answer: Mapping[str, Any]) -> list[str]:
    suggestions = answer["drilldown"]["suggestions"]
    ranked = sorted(suggestions, key=lambda each: (each["rank"], -each.get("score", 0.0)))
    return [str(each["suggestion"]) for each in ranked]


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
