"""Lists that set the senses of a word against each other, from the thesaurus by sense.

The words of a row fit its sentence; the words of the same lemma's other rows mostly do not. The
encoder learns senses from these lists, as it does from SemCor's tagged words.
"""

from collections.abc import Sequence

import numpy as np

from motjuste.benchmarks.benchmark import Benchmark, Item
from motjuste.training.labels import is_held_out, lemma_of_item
from motjuste.training.senses import SynonymList

# Seed of the draw of rows.
_SEED = 7
# Words that a list needs on each side to be worth learning from.
_LEAST_WORDS = 2
# Words with a larger share of readers, the thesaurus's best and good ones, count as right.
_ACCEPTED_ABOVE = 0.5


def contrasts(thesaurus: Benchmark, most: int) -> list[SynonymList]:
    """Lists for rows of lemmas that are not held out from training, drawn with a fixed seed."""
    rows: dict[tuple[str, str | None], list[Item]] = {}
    for item in thesaurus.items:
        lemma = lemma_of_item(item)
        if not is_held_out(lemma):
            rows.setdefault((lemma, item.target.pos), []).append(item)
    every = [_contrast(item, items) for items in rows.values() for item in items]
    usable = [one for one in every if min(len(one.right), len(one.wrong)) >= _LEAST_WORDS]
    chosen = np.random.default_rng(_SEED).permutation(len(usable))[:most]
    return [usable[place] for place in chosen.tolist()]


def _contrast(item: Item, same_lemma: Sequence[Item]) -> SynonymList:
    shares = {judgement.text: judgement.share() or 0.0 for judgement in item.judgements}
    elsewhere = {judgement.text for other in same_lemma for judgement in other.judgements}
    right = sorted(word for word, share in shares.items() if share > _ACCEPTED_ABOVE)
    return SynonymList(item.target, tuple(right), tuple(sorted(elsewhere - shares.keys())))
