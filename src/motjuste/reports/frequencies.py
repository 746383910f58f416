"""Do sources offer common or rare words? Zipf frequencies as in section 4.2 of the SWORDS paper."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from motjuste.benchmarks.benchmark import Abstentions, Benchmark
from motjuste.extras import need
from motjuste.reports.scores import percentage, scored
from motjuste.reports.sources import group_of, source_groups

# The Zipf frequency (log10 of occurrences in a billion words) up to which a word is uncommon …
UNCOMMON_UP_TO = 3.5
# … and above which it is common.
COMMON_ABOVE = 4.5

Zipf = Callable[[str], float]


@dataclass(frozen=True)
class FrequencyBands:
    """The conceivable substitutes of a group of sources, by how common they are, in percent."""

    sources: str
    conceivable: int
    uncommon: float | None
    neutral: float | None
    common: float | None


def wordfreq_zipf() -> Zipf:
    """English Zipf frequencies from the package `wordfreq` (Speer et al. 2018)."""
    wordfreq = need("wordfreq", "looking up Zipf frequencies", "stats")
    return partial(wordfreq.zipf_frequency, lang="en")


def band(zipf: float) -> str:
    """The paper's name for a Zipf frequency.

    >>> band(3.5), band(4.5), band(4.51)
    ('uncommon', 'neutral', 'common')
    """
    if zipf <= UNCOMMON_UP_TO:
        return "uncommon"
    return "common" if zipf > COMMON_ABOVE else "neutral"


def frequency_bands(
    benchmark: Benchmark, zipf: Zipf | None = None, abstentions: Abstentions = "negative"
) -> list[FrequencyBands]:
    """How common the conceivable substitutes of each group of sources are."""
    zipf = zipf or wordfreq_zipf()
    counts = Counter(
        (group_of(entry), band(zipf(entry.judgement.text)))
        for entry in scored(benchmark, abstentions)
        if entry.conceivable
    )
    rows = []
    for name in source_groups(benchmark).values():
        bands = [counts[name, which] for which in ("uncommon", "neutral", "common")]
        shares = [percentage(count, sum(bands)) for count in bands]
        rows.append(FrequencyBands(name, sum(bands), *shares))
    return rows
