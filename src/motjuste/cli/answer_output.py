"""Prints answers: the sentence, then the suggestions for its target, best first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from motjuste.cli.output import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from motjuste.text import Answer, Suggestion, Target

# Characters of the sentence that are shown on each side of the target.
_SHOWN = 200
# Columns of the bar that shows a score.
_BAR = 10
# The smallest change of a score (log odds) that an explanation names.
_SHOWN_CHANGE = 0.05
# Columns of a terminal that has room for bars.
_ROOM_FOR_BAR = 60


def to_json(answers: Sequence["Answer"]) -> dict[str, Any]:
    """The JSON document of one answer, or of several as a list."""
    documents = [_document(answer) for answer in answers]
    return documents[0] if len(documents) == 1 else {"answers": documents}


def _document(answer: "Answer") -> dict[str, Any]:
    target, word = answer.target, answer.word
    document: dict[str, Any] = {
        "target": {
            "text": target.word,
            "start": target.start,
            "end": target.end,
            "pos": word.pos,
            "lemma": word.lemma,
        },
        "substitutes": [_entry(answer, suggestion) for suggestion in answer.suggestions],
    }
    if answer.phrase is not None:
        document["target"]["phrase"] = answer.phrase
    if answer.sense is not None:
        document["sense"] = answer.sense
    if not answer.suggestions:
        document["reason"] = answer.reason
    return document


def _entry(answer: "Answer", suggestion: "Suggestion") -> dict[str, Any]:
    from motjuste.text import merged_edit

    entry: dict[str, Any] = {
        "text": suggestion.text,
        "lemma": suggestion.lemma,
        "score": suggestion.score,
        "gloss": suggestion.gloss,
    }
    if suggestion.register is not None:
        entry["register"] = suggestion.register
    if _changes_more(answer, suggestion):
        entry["replacement"] = merged_edit(answer.target.text, suggestion.edits)._asdict()
    if suggestion.origin is not None:
        entry["origin"] = suggestion.origin
        entry["parts"] = [{"name": name, "value": float(value)} for name, value in suggestion.parts]
    return entry


def _changes_more(answer: "Answer", suggestion: "Suggestion") -> bool:
    """Whether a suggestion changes more than the target: an article, or the rest of a phrase."""
    places = [(edit.start, edit.end) for edit in suggestion.edits]
    return bool(places) and places != [(answer.target.start, answer.target.end)]


def show(answers: Sequence["Answer"], explained: bool = False) -> None:
    """Print a block for each answer; `explained` with the sense that the target has."""
    from motjuste.cli.output import console

    out = console()
    for number, answer in enumerate(answers):
        if number and _is_same_phrase(answers[number - 1], answer):
            continue
        if number:
            out.print()
        _show_one(out, answer, explained)


def _is_same_phrase(one: "Answer", other: "Answer") -> bool:
    """Whether two marked words are parts of one phrase: `*turned* it *down*`."""
    edits = [[suggestion.edits for suggestion in answer.suggestions] for answer in (one, other)]
    return one.phrase is not None and one.phrase == other.phrase and edits[0] == edits[1]


def _show_one(out: "Console", answer: "Answer", explained: bool) -> None:
    from rich.text import Text

    out.print(_sentence(out, answer.target, "bold cyan"), soft_wrap=not out.is_terminal)
    if answer.phrase is not None:
        taken = f"taken as one phrase: {visible(answer.phrase)}"
        out.print(Text(taken, style="italic"), soft_wrap=not out.is_terminal)
    if explained and answer.sense is not None:
        taken = f"{visible(answer.word.lemma)}, {answer.word.pos}: {visible(answer.sense)}"
        out.print(Text(taken, style="italic"), soft_wrap=not out.is_terminal)
    if not answer.suggestions:
        out.print(Text(visible(answer.reason or "")), soft_wrap=not out.is_terminal)
        return
    _show_suggestions(out, answer.suggestions)
    best = answer.suggestions[0]
    if _changes_more(answer, best):
        out.print(_changed(out, answer, best), soft_wrap=not out.is_terminal)


def _show_suggestions(out: "Console", suggestions: Sequence["Suggestion"]) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    words = [visible(suggestion.text) for suggestion in suggestions]
    width = max(map(cell_len, words))
    bars = _bars(out, [suggestion.score for suggestion in suggestions])
    rows = zip(suggestions, words, bars, strict=True)
    for number, (suggestion, word, bar) in enumerate(rows, start=1):
        line = Text.assemble(
            (f"{number:>2}  ", "dim"),
            (word, "bold"),
            " " * (width - cell_len(word) + 2),
            (bar, "cyan"),
            f"{suggestion.score:6.2f}  ",
            (f"({visible(suggestion.register)}) " if suggestion.register else "", "yellow"),
            (visible(suggestion.gloss or ""), "dim"),
        )
        line.rstrip()
        if out.is_terminal:
            out.print(line, no_wrap=True, overflow="ellipsis")
        else:
            out.print(line, soft_wrap=True)
        if suggestion.origin is not None:
            out.print(_why(suggestion), soft_wrap=not out.is_terminal)


def _bars(out: "Console", scores: Sequence[float]) -> list[str]:
    """A bar for each score, on a terminal that is wide enough.

    Scores from 0 to 1 fill their share; any others are shown between the worst and the best.
    """
    if not out.is_terminal or out.width < _ROOM_FOR_BAR:
        return [""] * len(scores)
    low, high = min(scores), max(scores)
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    fractions = [(score - low) / (high - low) if high > low else 1.0 for score in scores]
    block = "#" if out.options.ascii_only else "█"
    return [(block * max(1, round(_BAR * fraction))).ljust(_BAR + 1) for fraction in fractions]


def _why(suggestion: "Suggestion") -> "Text":
    """Where a suggestion came from, and what raised and lowered its score, the most first."""
    from rich.text import Text

    shown = sorted(suggestion.parts, key=lambda part: -abs(part[1]))
    shown = [(name, value) for name, value in shown if abs(value) >= _SHOWN_CHANGE]
    lines = [visible(suggestion.origin or "")]
    for title, sign in (("raised by", 1), ("lowered by", -1)):
        changes = [f"{visible(name)} {value:+.1f}" for name, value in shown if sign * value > 0]
        lines += [f"{title} {', '.join(changes)}"] if changes else []
    return Text("    " + "; ".join(lines), style="dim")


def _changed(out: "Console", answer: "Answer", suggestion: "Suggestion") -> "Text":
    """The sentence with the suggestion in it."""
    from rich.text import Text

    from motjuste.text import Target, merged_edit

    edit = merged_edit(answer.target.text, suggestion.edits)
    after = Target(edit.apply(answer.target.text), edit.start, edit.start + len(edit.text))
    arrow = "-> " if out.options.ascii_only else "→ "
    return Text.assemble((arrow, "dim"), _sentence(out, after, "bold"))


def _sentence(out: "Console", target: "Target", style: str) -> "Text":
    """The sentence around a target, which stands out by its style, or else by asterisks."""
    from rich.text import Text

    before, word, after = map(visible, _around(target))
    mark = "" if out.color_system else "*"
    return Text.assemble(before, (mark + word + mark, style), after)


def _around(target: "Target") -> tuple[str, str, str]:
    """What stands before a target in its sentence, the target, and what stands after it."""
    from motjuste.analysis import Text

    text, start, end = Text.of(target.text), target.start, target.end
    spans = text.sentences_touching(start, end)
    first = min([start, *(span.start for span in spans)])
    last = max([end, *(span.end for span in spans)])
    before, after = text[first:start], text[end:last]
    if len(before) > _SHOWN:
        before = "…" + before[-_SHOWN:]
    if len(after) > _SHOWN:
        after = after[:_SHOWN] + "…"
    return before, text[start:end], after
