"""SemEval-2007's post hoc analysis (5.1, Table 8): new judges rate all substitutes."""

from collections import Counter
from dataclasses import dataclass

from motjuste.reports.annotations import VERDICTS, Annotations
from motjuste.reports.scores import percentage


@dataclass(frozen=True)
class PosthocRow:
    """The verdicts on the substitutes of one group, in percent."""

    group: str
    substitutes: int
    good: float | None
    reasonable: float | None
    bad: float | None


def majority_verdict(verdicts: list[str]) -> str:
    """The majority verdict; without a majority, the middle one.

    >>> majority_verdict(["good", "good", "bad"]), majority_verdict(["good", "reasonable", "bad"])
    ('good', 'reasonable')
    """
    verdict, count = Counter(verdicts).most_common(1)[0]
    return verdict if 2 * count > len(verdicts) else "reasonable"


def posthoc_table(annotations: Annotations) -> list[PosthocRow]:
    """The table, a row for each group in the order in which the file names them."""
    verdicts: dict[str, dict[tuple[str, str], list[str]]] = {}
    for row in annotations.rows:
        group = verdicts.setdefault(row.group, {})
        group.setdefault((row.item, row.substitute), []).append(row.verdict)
    return [_row(name, list(group.values())) for name, group in verdicts.items()]


def _row(group: str, verdicts: list[list[str]]) -> PosthocRow:
    counts = Counter(majority_verdict(given) for given in verdicts)
    shares = [percentage(counts[verdict], len(verdicts)) for verdict in VERDICTS]
    return PosthocRow(group, len(verdicts), *shares)
