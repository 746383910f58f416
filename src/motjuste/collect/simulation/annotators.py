"""Simulated annotators of known quality: what they answer, how they work, when they go away."""

import random
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import FALSE, TRUE, UNSURE
from motjuste.collect.simulation.truth import Truth
from motjuste.reports.annotations import VERDICTS

# SWORDS, section 3.3: annotators did not know 1.2 % of the substitutes.
_UNKNOWN = 0.012
# The verdicts of a post hoc study in place of labels.
_BY_VERDICT = dict(zip((TRUE, UNSURE, FALSE), VERDICTS, strict=True))
# In projects without candidates: how often an annotator thinks of no substitute …
_NOTHING = 0.1
# … takes the target for a name …
_NAMES = 0.03
# … or for part of a phrase.
_PHRASES = 0.1
# Words for each target that simulated annotators choose their substitutes from …
_SHARED_WORDS = 6
# … which are some of these.
WORDS = (
    "answer begin bold bring calm clear close deep early easy fair fast firm gentle glad grand "
    "great hard heavy keen kind large late light loud mild near neat new open plain quick quiet "
    "rapid rare rich rough sharp short simple slow small smooth soft solid steady strange strong"
).split()


@dataclass(frozen=True)
class Profile:
    """A way to work: the share of rows that are read, what the others get, and other habits.

    `dawdles` is the share of tasks that take longer than they may, `leaves` the chance to go away
    for good with a task in hand, `returns` the chance to give one back.
    """

    name: str
    reads: float = 0.995
    guess: str = "coin"
    dawdles: float = 0.0
    leaves: float = 0.0
    returns: float = 0.0

    @property
    def is_good(self) -> bool:
        """Whether the answers of this profile are useful."""
        return self.reads > 0.9


CAREFUL = Profile("careful", returns=0.01)
CARELESS = Profile("careless", reads=0.6)
CLICKER = Profile("clicker", reads=0.0, guess="accept")
SLOW = Profile("slow", dawdles=0.1)
VANISHING = Profile("vanishing", leaves=0.05)
PROFILES = {profile.name: profile for profile in (CAREFUL, CARELESS, CLICKER, SLOW, VANISHING)}
# The number of each profile among forty annotators.
_SHARES = {CAREFUL: 22, SLOW: 4, VANISHING: 4, CARELESS: 6, CLICKER: 4}


def crowd(number: int) -> list[Profile]:
    """Make annotators of every profile, in the profiles' shares, in mixed order.

    >>> from collections import Counter
    >>> sorted(Counter(profile.name for profile in crowd(40)).items())
    [('careful', 22), ('careless', 6), ('clicker', 4), ('slow', 4), ('vanishing', 4)]
    """
    total = sum(_SHARES.values())
    counts = {profile: number * share // total for profile, share in _SHARES.items()}
    counts[CAREFUL] += number - sum(counts.values())
    spread = sorted(
        ((place + 0.5) / count, profile.name)
        for profile, count in counts.items()
        for place in range(count)
    )
    return [PROFILES[name] for _, name in spread]


@dataclass(frozen=True)
class Judge:
    """A simulated annotator who answers rows by a profile."""

    profile: Profile
    truth: Truth
    source: random.Random
    # The labels of the project's kind.
    labels: tuple[str, ...] = (TRUE, FALSE, UNSURE)

    def label(self, text: str, start: int, word: str, candidate: str, is_known: bool) -> str:
        """An answer to a row; `is_known` says whether the candidate is one of the pool's."""
        label = self._opinion(text, start, word, candidate, is_known)
        return _BY_VERDICT[label] if self.labels == VERDICTS else label

    def _opinion(self, text: str, start: int, word: str, candidate: str, is_known: bool) -> str:
        """Whether they would use the candidate, or do not know."""
        if self.source.random() >= self.profile.reads:
            return self._guess()
        if candidate == word:
            return TRUE
        if not is_known:
            return FALSE
        if self.source.random() < _UNKNOWN:
            return UNSURE
        return TRUE if self.source.random() < self.truth.score(text, start, candidate) else FALSE

    def write(self, text: str, start: int, most: int) -> tuple[list[str], str, str]:
        """Substitutes of one's own, or NIL or NAME, and a phrase: what people share, and chance.

        Everybody draws from the same few words of a target, so that they agree now and then: from
        those that people gave for it in the benchmark, the more often the more people gave them.
        """
        shared = random.Random(f"{self.truth.seed}|{text}|{start}")
        votes = self.truth.recalled.get((text, start))
        known = list(votes) if votes else shared.sample(WORDS, _SHARED_WORDS)
        phrase = f"{known[0]} away" if self.source.random() < _PHRASES else ""
        kind = self.source.random()
        if kind < _NOTHING:
            return [], "NIL", phrase
        if kind < _NOTHING + _NAMES:
            return [], "NAME", phrase
        number = min(len(known), self.source.randint(1, most))
        if not votes:
            return self.source.sample(known, number), "", phrase
        # Weighted sampling without replacement (Efraimidis and Spirakis 2006).
        keys = {word: self.source.random() ** (1 / votes[word]) for word in known}
        return sorted(known, key=lambda word: -keys[word])[:number], "", phrase

    def _guess(self) -> str:
        if self.profile.guess == "accept":
            return TRUE
        return self.source.choice((TRUE, FALSE))
