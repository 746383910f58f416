"""Candidate pools (SWORDS, step 1): the words that sources offer for each target, as lemmas.

A candidate is stored once, with all its sources; the target itself is not a candidate.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from motjuste.analysis import lemma_and_pos
from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.benchmarks.run import SubstitutionRun
from motjuste.collect.models import CandidateRow, ItemRow, Stage
from motjuste.collect.store import Store
from motjuste.errors import BadInputError
from motjuste.lexicon.inflection import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.morphology import WORDNET_POS, analyses
from motjuste.lexicon.thesauri import Thesaurus
from motjuste.text import Target

# Characters in the longest candidate.
LONGEST = 100
EMBEDDED = ("wordnet", "moby")


class Offer(NamedTuple):
    """A substitute that a source offers for an item, as a lemma or in any form."""

    item: str
    text: str
    sources: tuple[str, ...]
    lemmatized: bool = False


class Pooled(NamedTuple):
    """The outcome of adding candidates: new ones, known ones with one more source, refused ones."""

    new: int
    known: int
    refused: int


def offers_of(
    benchmark: Benchmark, items: Iterable[Item], source: str | None = None
) -> Iterator[Offer]:
    """The data's own substitutes: under one source, or its named sources, or its format."""
    for item in items:
        for judgement in item.judgements:
            named = (source,) if source else judgement.sources or (benchmark.format,)
            yield Offer(item.id, judgement.text, named, benchmark.lemmatized)


def thesaurus_offers(store: Store, thesaurus: Thesaurus, source: str) -> list[Offer]:
    """The words that a thesaurus lists under each target's lemma and part of speech."""
    offers = []
    with store.db.reading() as session:
        for item in session.scalars(select(ItemRow).order_by(ItemRow.id)):
            lemma, pos = lemma_and_pos(_target(item))
            listed = [entry.word for entry in thesaurus.lookup(lemma) if entry.pos in (None, pos)]
            offers += [Offer(item.source_id, text, (source,)) for text in dict.fromkeys(listed)]
    return offers


def embedded_offers(store: Store, source: str) -> list[Offer]:
    """The candidates of the package's own lexicon: WordNet's synonyms, or Moby's list.

    Moby has no parts of speech, so its words must have the target's according to the lexicon.
    """
    lexicon, offers = Lexicon.open(), []
    with store.db.reading() as session:
        for item in session.scalars(select(ItemRow).order_by(ItemRow.id)):
            lemma, pos = lemma_and_pos(_target(item))
            entry = lexicon.entry(lemma)
            listed = (
                lexicon.synonyms(lemma, pos)
                if source == "wordnet"
                else [w for w in (entry.moby if entry else ()) if pos in lexicon.parts_of_speech(w)]
            )
            offers += [Offer(item.source_id, text, (source,)) for text in dict.fromkeys(listed)]
    return offers


def run_offers(
    items: Iterable[Item], run: SubstitutionRun, source: str, most: int | None = None
) -> list[Offer]:
    """The suggestions of a system for a project's targets, best first."""
    names = [item.id for item in items]
    if not any(name in run.answers for name in names):
        raise BadInputError(f"{run.system} answers none of the project's targets")
    return [
        Offer(name, guess.text, (source,), run.lemmatized)
        for name in names
        for guess in sorted(run.answers.get(name, ()), key=lambda guess: -guess.score)[:most]
    ]


def targets_only(store: Store) -> Benchmark:
    """The project's targets as a benchmark without judgements, for reading runs on them."""
    with store.db.reading() as session:
        items = session.scalars(select(ItemRow).order_by(ItemRow.id)).all()
    return Benchmark(
        name="targets",
        format="swords",
        contexts={item.context_id: Context(item.text, item.context_extra) for item in items},
        items=tuple(
            Item(item.source_id, item.context_id, _target(item), (), item.extra) for item in items
        ),
    )


def _target(item: ItemRow) -> Target:
    start, end = item.start or 0, item.end if item.end is not None else len(item.text)
    return Target(item.text, start, end, item.pos, item.lemma)


def pool(store: Store, offers: Iterable[Offer]) -> Pooled:
    """Add offers to the project's candidates, all or none."""
    if not store.kind.has_candidates:
        raise BadInputError("in a project of this kind people find the substitutes themselves")
    with store.db.writing() as session:
        if session.scalar(select(Stage.id).limit(1)):
            raise BadInputError("the project is open: its candidates stay as they are")
        return add_candidates(session, offers)


def add_candidates(session: Session, offers: Iterable[Offer]) -> Pooled:
    """Add offers as lemmas; one that is known gets one more source."""
    stored = {
        (candidate.item_id, candidate.text): candidate
        for candidate in session.scalars(select(CandidateRow))
    }
    new: dict[tuple[int, str], list[str]] = {}
    known = refused = 0
    for offer, key in _keyed(session, offers):
        if key is None:
            refused += 1
            continue
        sources = stored[key].sources if key in stored else new.get(key, [])
        known += bool(sources)
        merged = sorted({*sources, *offer.sources})
        if key in stored:
            stored[key].sources = merged
        else:
            new[key] = merged
    rows = [
        {"item_id": item, "text": text, "sources": sources}
        for (item, text), sources in sorted(new.items())
    ]
    if rows:
        session.execute(insert(CandidateRow), rows)
    return Pooled(len(rows), known, refused)


def _keyed(
    session: Session, offers: Iterable[Offer]
) -> Iterator[tuple[Offer, tuple[int, str] | None]]:
    """Each offer with the item and the text of its candidate; None if it cannot be one."""
    items = {item.source_id: item for item in session.scalars(select(ItemRow))}
    own_words = {name: _own(item) for name, item in items.items()}
    for offer in offers:
        item = items.get(offer.item)
        if item is None:
            raise BadInputError(f"the project has no target {offer.item!r}")
        text = candidate_text(offer.text, None if offer.lemmatized else item.pos)
        is_candidate = text and text not in own_words[offer.item]
        yield offer, (item.id, text) if is_candidate else None


def _own(item: ItemRow) -> set[str]:
    """The target in all the forms that a candidate could have."""
    word = _target(item).word
    return {word.lower(), candidate_text(word, item.pos), (item.lemma or word).lower()}


def candidate_text(text: str, pos: str | None) -> str:
    """A substitute as a candidate: lower case, single spaces, one word as its lemma.

    Phrases stay as they are, since dictionaries have them in the form in which they are used. So do
    all texts without a part of speech, and words that the lexicon has in other parts of speech
    only: *answer* for an adjective is not a comparative. A text without a word gives no candidate.

    >>> candidate_text("Cars", "NOUN"), candidate_text("went  up", "VERB")
    ('car', 'went up')
    >>> candidate_text("answer", "ADJ"), candidate_text("googled", "VERB")
    ('answer', 'google')
    """
    plain = " ".join(text.replace("_", " ").split())
    if not plain or len(plain) > LONGEST or not plain.isprintable():
        return ""
    if not any(character.isalpha() for character in plain):
        return ""
    lowered = plain.lower()
    if pos is None or " " in plain or _has_other_pos_only(lowered, pos):
        return lowered
    return lemma_of(lowered, pos)


def _has_other_pos_only(word: str, pos: str) -> bool:
    """Whether the lexicon knows a word, but not as a form of this part of speech."""
    letter = WORDNET_POS.get(pos)
    if letter is None or analyses(word, letter):
        return False
    return bool(Lexicon.open().parts_of_speech(word))
