"""How answers look: the sentence, then the words that could stand there, best first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from motjuste.cli.output import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from motjuste.systems.answers import Answer, Offer
    from motjuste.text import Target

# Characters of the sentence that are shown on each side of the target.
_SHOWN = 200
_BAR, _ROOM_FOR_BAR = 10, 60


def to_json(answers: Sequence["Answer"]) -> dict[str, Any]:
    """One answer as it is; several as a list."""
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
        "substitutes": [_entry(answer, offer) for offer in answer.offers],
    }
    if answer.sense is not None:
        document["sense"] = answer.sense
    if not answer.offers:
        document["reason"] = answer.reason
    return document


def _entry(answer: "Answer", offer: "Offer") -> dict[str, Any]:
    said, place = offer.substitute, offer.replacement
    entry: dict[str, Any] = {
        "text": said.text,
        "lemma": said.lemma,
        "score": said.score,
        "gloss": said.gloss,
    }
    if answer.new_article(offer):
        entry["replacement"] = {"start": place.start, "end": place.end, "text": place.text}
    if offer.origin is not None:
        entry["origin"] = offer.origin
        entry["parts"] = [{"name": name, "value": float(value)} for name, value in offer.parts]
    return entry


def show(answers: Sequence["Answer"]) -> None:
    """Print a block for each answer."""
    from motjuste.cli.output import console

    out = console()
    for number, answer in enumerate(answers):
        if number:
            out.print()
        _show_one(out, answer)


def _show_one(out: "Console", answer: "Answer") -> None:
    from rich.text import Text

    out.print(_sentence(out, answer.target, "bold cyan"), soft_wrap=not out.is_terminal)
    if answer.sense is not None:
        taken = f"{visible(answer.word.lemma)}, {answer.word.pos}: {visible(answer.sense)}"
        out.print(Text(taken, style="italic"), soft_wrap=not out.is_terminal)
    if not answer.offers:
        out.print(Text(visible(answer.reason or "")), soft_wrap=not out.is_terminal)
        return
    _show_offers(out, answer.offers)
    best = answer.offers[0]
    if answer.new_article(best):
        out.print(_changed(out, answer, best), soft_wrap=not out.is_terminal)


def _show_offers(out: "Console", offers: Sequence["Offer"]) -> None:
    from rich.cells import cell_len
    from rich.text import Text

    words = [visible(offer.substitute.text) for offer in offers]
    width = max(map(cell_len, words))
    bars = _bars(out, [offer.substitute.score for offer in offers])
    for number, (offer, word, bar) in enumerate(zip(offers, words, bars, strict=True), start=1):
        line = Text.assemble(
            (f"{number:>2}  ", "dim"),
            (word, "bold"),
            " " * (width - cell_len(word) + 2),
            (bar, "cyan"),
            f"{offer.substitute.score:6.2f}  ",
            (visible(offer.substitute.gloss or ""), "dim"),
        )
        line.rstrip()
        if out.is_terminal:
            out.print(line, no_wrap=True, overflow="ellipsis")
        else:
            out.print(line, soft_wrap=True)
        if offer.origin is not None:
            out.print(_why(offer), soft_wrap=not out.is_terminal)


def _bars(out: "Console", scores: Sequence[float]) -> list[str]:
    """A bar for each score, where somebody looks and there is room.

    Scores from 0 to 1 fill their share; any others are shown between the worst and the best.
    """
    if not out.is_terminal or out.width < _ROOM_FOR_BAR:
        return [""] * len(scores)
    low, high = min(scores), max(scores)
    if low >= 0 and high <= 1:
        low, high = 0.0, 1.0
    share = [(score - low) / (high - low) if high > low else 1.0 for score in scores]
    block = "#" if out.options.ascii_only else "█"
    return [(block * max(1, round(_BAR * each))).ljust(_BAR + 1) for each in share]


def _why(offer: "Offer") -> "Text":
    from rich.text import Text

    parts = [f"{visible(name)} {value:+.2f}" for name, value in offer.parts]
    return Text("    " + "; ".join([visible(offer.origin or ""), *parts]), style="dim")


def _changed(out: "Console", answer: "Answer", offer: "Offer") -> "Text":
    """The sentence with the offer in it."""
    from rich.text import Text

    from motjuste.text import Target

    start, text = offer.replacement.start, offer.replacement.text
    after = Target(offer.replacement.apply(answer.target.text), start, start + len(text))
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
