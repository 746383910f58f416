"""SemEval-2007's best and oot: credit for guesses by the number of annotators who gave them.

best divides the credit by the number of guesses and compares the first guess with the mode; oot
takes the first ten guesses, undivided.
"""

import re
from dataclasses import dataclass, replace

from motjuste.metrics.measure import Array, Family, Measure, ratio
from motjuste.metrics.pairing import Pairing
from motjuste.metrics.semeval import ScoredItem, Selection, rows_of_items

# Guesses that count for oot ("out of ten").
OOT_GUESSES = 10

_CREDIT, _ATTEMPTED, _ITEMS, _MODE_HITS, _MODE_ATTEMPTED, _MODE_ITEMS = range(6)
_REDUCE = {
    "": (ratio(_CREDIT, _ATTEMPTED), "precision"),
    ".recall": (ratio(_CREDIT, _ITEMS), "recall"),
    ".mode": (ratio(_MODE_HITS, _MODE_ATTEMPTED), "precision of the annotators' favourite"),
    ".mode.recall": (ratio(_MODE_HITS, _MODE_ITEMS), "recall of the annotators' favourite"),
}


def best_credit(scored: ScoredItem, guesses: list[str]) -> tuple[float, bool]:
    """Mean share of annotators for the guesses, and whether the first guess is the mode."""
    credit = sum(scored.responses.credit.get(guess, 0) for guess in guesses)
    return credit / len(guesses) / scored.responses.total, guesses[0] == scored.responses.mode


def oot_credit(scored: ScoredItem, guesses: list[str]) -> tuple[float, bool]:
    """Share of annotators that the first ten guesses cover, and whether the mode is among them."""
    top = guesses[:OOT_GUESSES]
    credit = sum(scored.responses.credit.get(guess, 0) for guess in top)
    return credit / scored.responses.total, scored.responses.mode in top


_CREDIT_OF = {"best": best_credit, "oot": oot_credit}


@dataclass(frozen=True)
class _Credits:
    task: str
    guesses: int | None
    selection: Selection

    def __call__(self, pairing: Pairing) -> Array:
        limited = replace(self, guesses=1) if self._wants_first(pairing) else self
        return rows_of_items(pairing, limited, self.selection, 6, limited._row)

    def _wants_first(self, pairing: Pairing) -> bool:
        """Whether only the first guess of a ranked list counts: it was not written for `best`.

        SWORDS's own program counts the whole list, and so does this on SWORDS.
        """
        ranked = pairing.run.form == "swords" and pairing.benchmark.format != "swords"
        return self.task == "best" and self.guesses is None and ranked

    def _row(self, scored: ScoredItem) -> tuple[float, ...]:
        has_mode = scored.responses.mode is not None
        guesses = scored.guesses[: self.guesses]
        if not guesses:
            return (0.0, 0, 1, 0, 0, has_mode)
        credit, mode_hit = _CREDIT_OF[self.task](scored, guesses)
        return (credit, 1, 1, has_mode and mode_hit, has_mode, has_mode)


def _build(match: re.Match[str]) -> Measure:
    subset, task, guesses, figure = match["subset"], match["task"], match["k"], match["figure"]
    reduce, description = _REDUCE[figure]
    restriction = {
        None: "",
        "NMWT": ", targets in multiwords left out",
        "NMWS": ", multiword substitutes left out",
        "MAN": ", sentences chosen by hand",
        "RAND": ", sentences drawn at random",
    }[subset]
    limit = f", first {guesses} guesses" if guesses else ""
    compared = ", compared as lemmas" if match["lemmas"] else ""
    return Measure(
        match[0],
        f"{task}: {description}{limit}{restriction}{compared}",
        _Credits(task, int(guesses) if guesses else None, Selection(subset, bool(match["lemmas"]))),
        reduce,
        digits=2,
    )


FAMILIES = (
    Family(
        r"(?P<lemmas>lemmas\.)?(?:(?P<subset>NMWT|NMWS|MAN|RAND)\.)?(?P<task>best|oot)(?:@(?P<k>[1-9]\d{0,3}))?"
        r"(?P<figure>(?:\.mode)?(?:\.recall)?)",
        "Credit for guesses by the share of annotators who gave them: best (divided by the number "
        "of guesses; of a ranked list the first alone, except on SWORDS) or oot (ten guesses); "
        ".mode: only the annotators' favourite; .recall: over all items instead of those "
        "attempted; best@1: the first guess alone; NMWT. or NMWS.: without multiword targets or "
        "substitutes; MAN. or RAND.: targets whose sentences were chosen by hand or drawn; "
        "lemmas.: gold and guesses compared as lemmas, as SWORDS's program does.",
        "McCarthy and Navigli 2007, section 3",
        ("best", "best.mode", "oot", "oot.mode.recall", "best@1", "NMWT.oot", "lemmas.best"),
        _build,
    ),
)
