"""The default system: candidates from the table, one pass over the sentence, then a second look.

The first look orders all candidates by what the table and the one pass say. The second takes the
best of them, puts each in the target's place, and orders them again.
"""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from motjuste.analysis import Text, analysed, around, in_form, locate
from motjuste.benchmarks.benchmark import Benchmark
from motjuste.encoder import Encoder, Reading
from motjuste.encoder.encoder import Numbers
from motjuste.encoder.quantisation import Floats
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.improver.detector import (
    SUGGESTIONS,
    Improver,
    Marked,
    chooser_rows,
    kind_of,
    recalled,
)
from motjuste.improver.messages import SURE, fault, remedied
from motjuste.improver.units import Noticer
from motjuste.improver.usage import COLLOCATION
from motjuste.improver.variety import HEARD, JARRING, Variety
from motjuste.lexicon.lemmas import lemma_of
from motjuste.lexicon.lexicon import Lexicon
from motjuste.lexicon.thesauri import read_thesaurus
from motjuste.suggester.associations import Associations
from motjuste.suggester.candidates import Pool, find_pool, pool_of_given
from motjuste.suggester.explanation import Explanation, Ranked, explanation, gloss
from motjuste.suggester.features import first_look, given_words, second_look
from motjuste.suggester.filters import Refusals, least_frequency, spelling_key
from motjuste.suggester.messages import why_nothing
from motjuste.suggester.networks import RANK, SUGGEST, Rankers, listed, probability
from motjuste.systems.sensitivity import check_sensitivity
from motjuste.systems.system import System
from motjuste.text import Around, Improvement, Substitute, Target, Word

# Substitutes that a reader is shown.
READER = 10
# Substitutes listed for a benchmark, whose measures score long lists. At most as many candidates
# are looked at a second time.
LISTED = 100
# Suggestions of a marked word that are looked at a second time for a benchmark; a reader, who
# waits, gets none.
AGAIN = 10
# Texts whose marks are kept: an editor asks for all paragraphs of a document after each change.
REMEMBERED = 512
# Benchmarks whose judgements the embedded model was trained on.
TRAINED_ON = ("swords-v1.1-dev", "sws-validation")


_POSSESSIVE = re.compile(r"(?:(?<=\w)['’]s|(?<=s)['’])$")


def without_ending(target: Target) -> tuple[Target, str]:
    """A target without the ending of a possessive, and that ending, which substitutes keep.

    >>> narrow, ending = without_ending(Target("the company's loss", 4, 13))
    >>> narrow.word, ending
    ('company', "'s")
    """
    found = _POSSESSIVE.search(target.word)
    if found is None:
        return target, ""
    return replace(target, end=target.end - len(found[0])), found[0]


def _with_ending(substitute: Substitute, ending: str) -> Substitute:
    """The substitute as a possessive too: `workers'`, but `people's`."""
    full = f"{ending}s" if len(ending) == 1 and not substitute.text.endswith("s") else ending
    return replace(substitute, text=substitute.text + full) if ending else substitute


@dataclass(frozen=True)
class Default(System):
    """Substitutes that fit the sentence, best first, and the words of a text worth improving.

    `most`: how many substitutes to give for a target.
    `look`: how many candidates are looked at a second time for each of them; 0 is one pass only.
    `glosses`: how many substitutes come with a definition.
    `max_rarity`: how rare a substitute may be.
    `sensitivity`: the share of words that `improve` marks.
    `adapt`: whether the other words of a text help to decide which words that share is.
    `again`: how many suggestions for a marked word are looked at a second time.
    `sure`: whether a word is marked only if its first suggestion is surely better.
    `thesauri`: the user's own thesauri, as paths of files.
    `model`: a folder with another model than the embedded one.
    `threads`: threads of the encoder; they change no answer.
    """

    name: ClassVar[str] = "default"
    description: ClassVar[str] = "the embedded model: lexicon, one encoder pass, a second look"

    unrecorded: ClassVar[frozenset[str]] = frozenset({"threads"})
    profiles: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "reader": {"most": READER, "again": 0},
        "benchmark": {"most": LISTED, "again": AGAIN},
    }

    most: int = READER
    look: float = 3.0
    glosses: int = 10
    max_rarity: str = "any"
    sensitivity: float = 0.15
    adapt: bool = True
    again: int = 0
    sure: bool = False
    thesauri: tuple[str, ...] = ()
    model: str = ""
    threads: int = 1

    def __post_init__(self) -> None:
        if self.most < 1:
            raise BadInputError(f"most is {self.most}; ask for at least 1 substitute")
        if self.glosses < 0:
            raise BadInputError(f"glosses is {self.glosses}; give 0 for none, or more")
        if not self.look >= 0:
            raise BadInputError(f"look is {self.look}; give 0 for one pass only, or more")
        if self.again < 0:
            raise BadInputError(f"again is {self.again}; give 0 for no second look, or more")
        check_sensitivity(self.sensitivity)
        least_frequency(self.max_rarity)

    @cached_property
    def encoder(self) -> Encoder:
        """The contextual model."""
        return Encoder.open(self._folder, self.threads)

    @cached_property
    def table(self) -> Associations:
        """The candidates of headwords."""
        return Associations.open(self._folder and self._folder / "associations.bin")

    @cached_property
    def rankers(self) -> Rankers:
        """The networks that score."""
        return Rankers.open(self._folder and self._folder / "ranker.bin")

    @cached_property
    def improver(self) -> Improver:
        """The networks that find what is worth improving."""
        return Improver.open(self._folder)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon, with the user's thesauri in it."""
        read = [read_thesaurus(Path(each)) for each in self.thesauri]
        return Lexicon.open().with_thesauri(*read) if read else Lexicon.open()

    @property
    def _folder(self) -> Path | None:
        return Path(self.model) if self.model else None

    def trained_on(self) -> frozenset[str]:
        """What the package's own model was trained on; what another was, nobody knows."""
        return frozenset() if self.model else frozenset(TRAINED_ON)

    def prepare(self, benchmark: Benchmark) -> None:
        """Warn of figures on what the model was trained on."""
        if benchmark.name in self.trained_on():
            warnings.warn(
                f"the default system was trained on {benchmark.name}: what it scores there is no "
                "estimate (docs/models.md has cross-validated figures)",
                BadInputWarning,
                stacklevel=2,
            )

    @property
    def _looked_at(self) -> int:
        """How many candidates are looked at a second time."""
        # No fewer for fewer than ten substitutes: the best of them should be the same.
        return min(LISTED, round(self.look * max(READER, self.most)))

    def suggest(self, targets: Sequence[Target]) -> list[list[Substitute]]:
        """Up to `most` substitutes each, inflected to fit; none for names and function words."""
        return [self._suggest(target) for target in analysed(targets)]

    def _suggest(self, target: Target) -> list[Substitute]:
        target, ending = without_ending(target)
        word = locate(target)
        if why_nothing(self.lexicon, target, word):
            return []
        ranked = self.ranked(target, word)
        found = [] if ranked is None else self.substitutes(target, word, ranked)
        return [_with_ending(each, ending) for each in found]

    def rank(
        self, targets: Sequence[Target], candidates: Sequence[Sequence[str]]
    ) -> list[list[Substitute]]:
        """The candidates of each target by how well they fit, as they were given."""
        pairs = zip(analysed(targets), candidates, strict=True)
        return [self._rank(target, sorted(set(words))) for target, words in pairs]

    def explain(self, target: Target) -> Explanation:
        """What was understood of a target, and why each substitute is offered."""
        target, ending = without_ending(*analysed([target]))
        word = locate(target)
        reason = why_nothing(self.lexicon, target, word)
        ranked = None if reason else self.ranked(target, word)
        if ranked is None:
            return Explanation(word, reason or f"no substitute is known for {target.word!r}")
        if not len(ranked.order):
            return Explanation(word, f"all substitutes known for {target.word!r} are rarer words")
        found = self.substitutes(target, word, ranked)
        given = [_with_ending(each, ending) for each in found]
        return explanation(word, ranked, given)

    def improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """What is worth improving, `sensitivity` of all words, with up to five suggestions."""
        return [self._improve([text])[0] for text in texts]

    def improve_document(self, texts: Sequence[str]) -> list[list[Improvement]]:
        """The same of texts that are one document: `sensitivity` of the words of all together."""
        return self._improve(texts)

    def _improve(self, texts: Sequence[str]) -> list[list[Improvement]]:
        judged = [self.judged(text) for text in texts]
        flat = [each for marked, _ in judged for each in marked]
        keep = iter(self._chosen(flat, sum(count for _, count in judged)))
        variety = Variety(self.lexicon, HEARD if self.sure else JARRING)
        found = []
        for text, (marked, _) in zip(texts, judged, strict=True):
            variety.enter(text)
            some = [self._improvement(text, each, variety) for each in marked if next(keep)]
            found.append([each for each in some if self._is_offered(each)])
        return found

    def _is_offered(self, found: Improvement) -> bool:
        offers = found.substitutes
        return bool(offers) and (not self.sure or offers[0].score >= SURE)

    def _chosen(self, judged: Sequence[Marked], words: float) -> list[bool]:
        """Which words and phrases are marked, of so many words."""
        weighed, scale = [each.weighed for each in judged], self.improver.scale
        if self.adapt:
            return scale.marked(self.sensitivity, weighed, words)
        return scale.usually(self.sensitivity, weighed)

    @cached_property
    def noticer(self) -> Noticer:
        """What sees the words and phrases that may be marked."""
        return Noticer(self.lexicon, self.table, self.encoder, self.improver.memory)

    @cached_property
    def judged(self) -> Callable[[str], tuple[list[Marked], float]]:
        """All that may be marked in a text, each with its worth, and the number of its words.

        It is remembered for some texts: an editor asks again for all paragraphs after each change.
        """

        def judge(text: str) -> tuple[list[Marked], float]:
            noticed, count = self.noticer.noticed(text)
            return self.improver.judge(noticed), count

        return lru_cache(REMEMBERED)(judge)

    def _improvement(self, text: str, marked: Marked, variety: Variety) -> Improvement:
        word, pool, most = marked.word, marked.pool, max(SUGGESTIONS, self.again)
        target = Target(text, word.start, word.end)
        kept = self._kept(target, pool, word, marked.around, marked.order, most, written=True)
        order, chances = marked.order[kept], marked.chances[kept]
        if self.again:
            order, chances = self._look_again(target, marked, order, chances)
        shown = Ranked(pool, order, chances, np.zeros((0, 0), np.float32), self.improver.chooser)
        best = islice(self.substitutes(target, word, shown), SUGGESTIONS)
        offers = remedied(marked.unit, best)
        # What goes with a noun is a question of which noun, not of what was said before.
        turns = not (marked.unit.usage and marked.unit.usage.label == COLLOCATION)
        found = variety.ordered(word, offers, turns)
        kind = kind_of(marked.unit, marked.refine)
        return Improvement(word.start, word.end, kind, found, fault(marked.unit))

    def _look_again(
        self, target: Target, marked: Marked, order: Numbers, chances: Floats
    ) -> tuple[Numbers, Floats]:
        """The best candidates of a marked word in order, each having stood in its place."""
        seen = self.seen(target)
        if seen is None or not len(order):
            return order, chances
        near = self.table.nearness(marked.pool.vectors, self.encoder.query(*seen))
        first, improver = first_look(marked.pool.facts, near), self.improver
        rows = chooser_rows(first, recalled(marked, improver.memory), improver.ranker.scores(first))
        in_place = self.encoder.in_place(*seen, [marked.pool.word(place) for place in order])
        scores = self.improver.second.scores(second_look(rows[order], in_place))[:, SUGGEST]
        best = np.argsort(-scores, kind="stable")
        return order[best], probability(scores[best])

    def is_written(self, lemma: str, target: Target, word: Word) -> bool:
        """Whether anybody writes a word in the form that would be put here: no `usefulnesses`."""
        form = in_form(target, lemma, word.form).lower()
        return form == lemma or self.lexicon.frequency(form) > 0

    def ranked(self, target: Target, word: Word) -> Ranked | None:
        """The candidates of a target in order; nothing if there are none."""
        pool = find_pool(self.lexicon, self.table, word)
        seen = self.seen(target)
        if pool is None or seen is None:
            return None
        query = self.table.nearness(pool.vectors, self.encoder.query(*seen))
        rows = first_look(pool.facts, query)
        order, scores = listed(self.rankers.first.scores(rows))
        most = max(self.most, self._looked_at)
        kept = self._kept(target, pool, word, around(target), order, most)
        order, scores = order[kept], scores[kept]
        look = self._looked_at
        if not (look and len(order)):
            return Ranked(pool, order, scores, rows[order], self.rankers.first)
        best, rest = order[:look], order[look:]
        # As lemmas: they were found to stand nearer where they belong than the forms that fit.
        lemmas = [pool.word(place) for place in best]
        again = second_look(rows[best], self.encoder.in_place(*seen, lemmas))
        first, values = listed(self.rankers.second.scores(again))
        # What was not looked at again comes after the others, and below the last of them.
        scores = np.concatenate([values, values[-1] * scores[look:]])
        order = np.concatenate([best[first], rest])
        return Ranked(pool, order, scores, again[first], self.rankers.second)

    def seen(self, target: Target) -> tuple[Reading, Numbers] | None:
        """What was read around a target, and its own pieces; nothing if it has none."""
        reading = Text.of(target.text).reading(self.encoder, target.start, target.end)
        pieces = reading.pieces(target.start, target.end)
        return (reading, pieces) if len(pieces) else None

    def _kept(
        self,
        target: Target,
        pool: Pool,
        word: Word,
        places: Around,
        order: Numbers,
        most: int,
        written: bool = False,
    ) -> list[int]:
        """The places in the order of what may be offered, as many as are wanted."""
        refusals = Refusals(pool, word, places)
        common = pool.frequency >= least_frequency(self.max_rarity)
        kept: list[int] = []
        for at, place in enumerate(order):
            if not common[place] or place in refusals:
                continue
            if not written or self.is_written(pool.word(place), target, word):
                kept.append(at)
                if len(kept) == most:
                    break
        return kept

    def substitutes(self, target: Target, word: Word, ranked: Ranked) -> Iterator[Substitute]:
        """The best candidates in the target's form, each with its gloss."""
        seen = {spelling_key(target.word)}
        company = ranked.pool.company(ranked.order[: 2 * self.glosses])
        for place, score in zip(ranked.order[: self.most], ranked.scores, strict=False):
            lemma = ranked.pool.word(place)
            text = in_form(target, lemma, word.form)
            key = spelling_key(text)
            if key not in seen:
                meaning = gloss(ranked.pool, lemma, company) if len(seen) <= self.glosses else None
                seen.add(key)
                yield Substitute(text, float(score), lemma, meaning)

    def _rank(self, target: Target, words: list[str]) -> list[Substitute]:
        word, seen = locate(target), self.seen(target)
        if not words or seen is None:
            return [Substitute(each, 0.0) for each in words]
        lemmas = [lemma_of(each, word.pos) for each in words]
        pool, known = pool_of_given(self.lexicon, self.table, word, lemmas)
        query = self.table.nearness(pool.vectors, self.encoder.query(*seen))
        in_place = self.encoder.in_place(*seen, lemmas)
        scores = self.rankers.given.scores(given_words(pool.facts, query, in_place, known))
        values = probability(scores[:, RANK])
        order = np.argsort(-values, kind="stable")
        return [Substitute(words[n], float(values[n])) for n in order]
