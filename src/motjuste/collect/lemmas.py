"""Lemmas of annotators' substitutes: proposed by the lexicon, confirmed by the owner.

SemEval-2007's responses were lemmatised semi-automatically (section 2): a program proposes, a
person looks at each, since a lemma may change the meaning (*scissors*, *most able*).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from motjuste.collect.models import Lemma
from motjuste.collect.pools import candidate_text
from motjuste.collect.responses import PHRASE, Response, live_responses
from motjuste.collect.results import csv_text
from motjuste.collect.store import Store
from motjuste.errors import BadInputError, bad_file, brief
from motjuste.files import read_rows

COLUMNS = ("text", "pos", "lemma", "confirmed")


@dataclass(frozen=True)
class LemmaTable:
    """The lemmas that are confirmed, by a text in lower case and a part of speech."""

    confirmed: Mapping[tuple[str, str], str]

    def lemma(self, response: Response) -> str:
        """The confirmed lemma of a response, else the proposed one."""
        text, pos = _key(response)
        return self.confirmed.get((text, pos)) or proposed(text, pos)


def proposed(text: str, pos: str) -> str:
    """The lemma that the lexicon proposes; phrases, and words of unknown class, as they are.

    >>> proposed("brighter", "ADJ"), proposed("most able", "ADJ"), proposed("cars", "")
    ('bright', 'most able', 'cars')
    """
    return candidate_text(text, pos or None) or text


def _key(response: Response) -> tuple[str, str]:
    """A response's text in lower case, and the target's part of speech unless it is a phrase."""
    pos = "" if response.kind == PHRASE else response.item.pos or ""
    return " ".join(response.text.lower().split()), pos


def table(store: Store) -> LemmaTable:
    """The lemmas that are confirmed so far."""
    with store.db.reading() as session:
        rows = session.scalars(select(Lemma))
        return LemmaTable({(row.text, row.pos): row.lemma for row in rows})


def proposals(store: Store) -> list[tuple[str, str, str, bool]]:
    """Every different text that people wrote: its part of speech, lemma, and whether confirmed."""
    confirmed = table(store).confirmed
    keys = sorted({_key(response) for response in live_responses(store) if response.text})
    return [
        (text, pos, confirmed.get((text, pos)) or proposed(text, pos), (text, pos) in confirmed)
        for text, pos in keys
    ]


def proposals_csv(store: Store) -> str:
    """The proposals as a CSV file for review: wrong lemmas are to be corrected in it."""
    rows = ([t, pos, lemma, "yes" if known else ""] for t, pos, lemma, known in proposals(store))
    return csv_text(COLUMNS, rows)


def confirm(store: Store, path: Path) -> int:
    """Import a reviewed file of lemmas, all or none; returns their number."""
    known = {(text, pos) for text, pos, _, _ in proposals(store)}
    rows: dict[tuple[str, str], str] = {}
    for line, row in read_rows(path):
        missing = next((name for name in COLUMNS[:3] if name not in row), None)
        if missing:
            raise bad_file(path, f"line 1: has no column {missing!r}", "see  collect lemmas --out")
        key = (row["text"], row["pos"])
        if key not in known:
            raise bad_file(path, f"line {line}: nobody wrote {brief(row['text'])}")
        lemma = " ".join(row["lemma"].split())
        if not lemma or ";" in lemma:
            raise bad_file(path, f"line {line}: {brief(row['text'])} has no proper lemma")
        rows[key] = lemma
    with store.db.writing() as session:
        for (text, pos), lemma in rows.items():
            session.merge(Lemma(text=text, pos=pos, lemma=lemma, confirmed_at=store.now()))
    return len(rows)


def check_all_confirmed(store: Store) -> None:
    """Raise an error if lemmas are not confirmed."""
    open_ones = sum(not known for *_, known in proposals(store))
    if open_ones:
        raise BadInputError(
            f"{open_ones:,} words have no confirmed lemma: look through  collect lemmas --out FILE"
            "  and give it back with --confirm, or say --proposed-lemmas"
        )
