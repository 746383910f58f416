"""The papers' figures about data instead of systems: sizes, shares and agreements.

Each row has the published values and a function that computes ours (`data_figures.py`). The page
names the data that this machine lacks.
"""

from collections.abc import Callable
from dataclasses import dataclass

from motjuste.benchmarks.benchmark import Benchmark
from motjuste.reports import data_figures as figures


@dataclass(frozen=True)
class Analysis:
    """A row of figures: published, and how ours are made."""

    table: str
    row: str
    columns: tuple[str, ...]
    published: tuple[float | None, ...]
    ours: Callable[[], figures.Values] | None = None
    # The counting rule, and why ours may differ.
    why: str = ""
    # Ours where they are about the benchmark on which the paper's systems are run.
    of_benchmark: Callable[[Benchmark], figures.Values] | None = None

    def figures(self, benchmark: Benchmark) -> figures.Values:
        """Our values, where the paper's systems are run on a benchmark."""
        if self.of_benchmark is not None:
            return self.of_benchmark(benchmark)
        assert self.ours is not None
        return self.ours()


_SIZES = ("contexts", "targets", "substitutes", "labels", "per target")
_GRADES = (*_SIZES, "inconceivable", "conceivable", "acceptable")
_STARS = ("inconceivable", "conceivable", "acceptable")
_LISTS = ("CoInCo", "thesaurus", "score above 50", "score above 0", "score 0")
_PAIR = ("CoInCo's count", "SWORDS's score")
_KINDS = ("targets", "% refine-usage", "% diversify-expression")
_COUNTS = ("sentences", "targets", "suggestions", "labels")
# The example of Table 5: the target, and what tells its sentence from others.
_ZONE = ("zone", "e-commerce free zone")
_FIFTY = "bert-large-uncased; 50 by construction, the setting top"
_TAGGER = "parts of speech by our tagger; the files have none"
# Table 3 has P = hits / own and R = hits / merged, so that own / merged = R / P.
_MERGED = (
    "of the merged annotations: by Table 3 one annotator marks 31.3 / 70.9 = 44 % as many targets "
    "as they hold, about 10 % of the tokens"
)
_DISTANT = "the data that the authors made from Wikipedia, PPDB and Merriam-Webster"

ANALYSES: dict[str, tuple[Analysis, ...]] = {
    "swords": (
        Analysis(
            "Table 1", "substitutes of *straightforward*", _LISTS, (11, 54, 11, 39, 20),
            figures.sizes_of_lists("straightforward", "straightforward honesty"),
            "the lists that the paper prints, counted",
        ),
        Analysis(
            "Table 2", "SemEval", _SIZES, (2010, 201, 8025, 12300, 4.0), figures.semeval_words,
            "targets are the words of the lexical sample",
        ),
        Analysis(
            "Table 2", "CoInCo", _SIZES, (2474, 15629, 112742, 167446, 7.2),
            figures.sizes("coinco"), "spellings that differ in case alone count once",
        ),
        Analysis(
            "Table 2", "CoInCo, starred", _STARS, (2.5, 5.2, 2.3),
            figures.starred("swords-v1.0-dev", "swords-v1.0-test"),
            "as for dev; the published cells are no means of both splits (see below)",
        ),
        Analysis(
            "Table 2", "SWORDS", _GRADES, (1132, 1132, 68683, 375855, 60.7, 39.3, 21.4, 4.1),
            figures.sizes("swords-v1.1-dev", "swords-v1.1-test"),
            "averages over the targets that have any",
        ),
        Analysis(
            "Table 2", "CoInCo (dev)", _SIZES, (1577, 10179, 67814, 98950, 6.7),
            figures.sizes("coinco-dev"),
        ),
        Analysis(
            "Table 2", "CoInCo (dev), starred", _STARS, (2.2, 5.2, 2.5),
            figures.starred("swords-v1.0-dev"),
            "CoInCo's own substitutes of all its items for a target, on version 1.0",
        ),
        Analysis(
            "Table 2", "SWORDS (dev)", _GRADES, (370, 370, 22978, 121938, 62.1, 41.6, 20.5, 4.2),
            figures.sizes("swords-v1.1-dev"), "averages over the targets that have any",
        ),
        Analysis(
            "Table 2", "CoInCo (test)", _SIZES, (897, 5450, 44928, 68496, 8.2),
            figures.sizes("coinco-test"),
        ),
        Analysis(
            "Table 2", "CoInCo (test), starred", _STARS, (2.9, 5.7, 2.4),
            figures.starred("swords-v1.0-test"), "as for dev",
        ),
        Analysis(
            "Table 2", "SWORDS (test)", _GRADES, (762, 762, 45705, 253917, 60.0, 38.1, 21.9, 4.0),
            figures.sizes("swords-v1.1-test"),
        ),
        *(
            Analysis(
                "Table 3", f"{substitute} for {word}", _PAIR, published,
                figures.count_and_score(word, part, substitute), why,
            )
            for word, part, substitute, published, why in (
                ("man", "he’s not there", "kid", (4, 0), ""),
                ("lot", "work ahead of us", "bit", (2, 0), ""),
                ("heading", "heading for a drink", "look", (2, 10), ""),
                ("zone", "e-commerce free zone", "district", (1, 90), ""),
                ("next", "next few weeks", "forthcoming", (1, 60), ""),
                (
                    "very", "very reassuring", "extraordinarily", (0, 80),
                    "the file has seven positive labels of ten",
                ),
            )
        ),
        Analysis(
            "Table 5", "substitutes of *zone*", _LISTS, (9, 14, 7, 17, 1),
            figures.sizes_of_lists(*_ZONE),
            "of the substitutes with a score of 0 the paper prints one",
        ),
        *(
            Analysis(
                "Table 5", f"{name}'s candidates for *zone*", ("candidates",), (published,), ours,
            )
            for name, published, ours in (
                ("Wordtune", 11, figures.candidates_given("wordtune", *_ZONE)),
                ("GPT-3", 13, figures.candidates_given("gpt-3", *_ZONE)),
                *((bert, 50, figures.missing(_FIFTY)) for bert in ("BERT-LS", "BERT-K", "BERT-M")),
            )
        ),
        Analysis(
            "Abstract", "times CoInCo's", ("conceivable", "acceptable"), (4.1, 1.8),
            figures.times_recalled, "SWORDS's averages in Table 2 over the starred ones",
        ),
        Analysis(
            "Footnote 3", "CoInCo", ("labels per target", "counts above six", "highest count"),
            (10.71, 375, 21), figures.footnote_3,
        ),
        Analysis("Section 3.3", "abstentions", ("% of labels",), (1.2,), figures.abstentions),
        Analysis(
            "Section 4", "targets by part of speech", ("nouns", "verbs", "adjectives", "adverbs"),
            (418, 442, 176, 96), figures.targets_by_pos,
        ),
        Analysis(
            "Section 4.1", "CoInCo's substitutes in SWORDS",
            ("unacceptable", "inconceivable", "mean score of the best", "mean score"),
            (75.7, 28.1, 50.7, 34.4), figures.recalled_quality,
            "means per target, then over targets",
        ),
        Analysis(
            "Section 4.2", "shares of the sources",
            ("CoInCo only", "both", "thesaurus only", "CoInCo only", "both", "thesaurus only"),
            (13.1, 14.4, 72.5, 21.5, 36.0, 42.5), figures.source_shares,
            "conceivable, then acceptable; sources as version 1.1 names them (on dev version 1.0 "
            "names CoInCo for 4,685 substitutes more, which gives 12.8, 37.5 and 49.6)",
        ),
        Analysis(
            "Section 4.2", "how common conceivable substitutes are",
            ("CoInCo only: common", "uncommon", "thesaurus only: common", "uncommon"),
            (53.1, 17.6, 38.6, 28.2), figures.frequency_shares,
            "Zipf frequencies of another version of wordfreq (see below); sources as above",
        ),
        Analysis(
            "Section 4.3", "CoInCo's counts and SWORDS's scores",
            ("count above 1", "score above 50", "acceptable if count high",
             "count high if acceptable"),
            (25.3, 24.5, 47.2, 29.3), figures.vote_figures,
            "counts matched by text, the higher of repeats (see below)",
        ),
        Analysis(
            "Section 4.4", "dropped by three labels", ("positive later", "unacceptable"),
            (33.7, 99.2),
            figures.dropped_by_filter,
            "the second group's labels, of which the first three stand for the filter",
        ),
        Analysis(
            "Figure 1, footnote 5", "substitutes with a score of 0",
            ("CoInCo only", "both", "thesaurus only"), (1691, 917, 41817), figures.zero_scores,
        ),
    ),
    "semeval2007": (
        Analysis(
            "Section 2.1", "trial", ("items", "scored", "% with a mode"), (300, 298, None),
            figures.semeval_sizes("semeval2007-trial"),
            "the scorer leaves out five trial items of the published file, not two",
        ),
        Analysis(
            "Section 2.1", "test", ("items", "scored", "% with a mode"), (1710, 1696, None),
            figures.semeval_sizes("semeval2007-test"),
        ),
        Analysis(
            "Section 2.2", "trial and test", ("items", "scored", "% with a mode"),
            (2010, 1994, 73.93), figures.semeval_sizes("semeval2007-trial", "semeval2007-test"),
            "the paper does not say of which items its share is",
        ),
        Analysis(
            "Section 2.2", "agreement", ("pairwise", "with the mode", "multiword", "its form"),
            (27.75, 50.67, 92.30, 44.13), figures.semeval_agreement,
        ),
        Analysis(
            "Section 2.2", "agreement without one annotator", ("pairwise", "with the mode"),
            (31.13, 64.7), figures.semeval_agreement_without_one,
            "without the one who gave the most substitutes",
        ),
        Analysis(
            "Table 8", "systems", ("good", "reasonable", "bad"), (9.07, 19.08, 71.85),
            figures.posthoc_shares("sys"),
        ),
        Analysis(
            "Table 8", "annotators", ("good", "reasonable", "bad"), (37.36, 41.01, 21.63),
            figures.posthoc_shares("origA"),
        ),
    ),
    "sws": (
        Analysis(
            "Table 1", "SWS",
            ("sentences", "targets", "suggestions", "labels", "words per sentence",
             "% multiword targets", "% multiword suggestions", "% refine-usage"),
            (1000, 7027, 16031, 30293, 27.8, 3.8, 3.3, 63.0), figures.sws_sizes,
            "labels are votes for what the files hold; words are tokens with a letter or digit",
        ),
        Analysis(
            "Table 1", "SemEval", _COUNTS, (2010, 2010, 8025, 12300),
            figures.sizes(*figures.SEMEVAL),
        ),
        Analysis(
            "Table 1", "CoInCo", _COUNTS, (2474, 15629, 112742, 167446), figures.sizes("coinco"),
        ),
        Analysis(
            "Table 1", "SWORDS", _COUNTS, (1250, 1250, 71813, 395175),
            figures.sizes("swords-v1.1-dev", "swords-v1.1-test"),
            "the paper has the sizes of an earlier version of SWORDS",
        ),
        Analysis(
            "Table 1", "SWS DS", _COUNTS, (3746142, 12786685, 12786685, 12786685),
            figures.missing(f"{_DISTANT}; data of one's own: motjuste distant make"),
        ),
        *(
            Analysis("Table 2", pos, _KINDS, published, figures.sws_by_pos(pos), _TAGGER)
            for pos, published in (
                ("noun", (2601, 57.8, 42.2)),
                ("verb", (2186, 63.7, 36.3)),
                ("adj.", (1263, 66.7, 33.3)),
                ("adv.", (367, 64.9, 35.1)),
                ("phrase", (267, 70.8, 29.2)),
                ("others", (343, 76.7, 23.3)),
                ("total", (7027, None, None)),
            )
        ),
        Analysis(
            "Section 3.3", "SWS DS", ("% multiword targets", "% multiword suggestions"),
            (2.67, 0.3), figures.missing(_DISTANT),
        ),
        Analysis(
            "Section 3.5", "the test set's substitutions in SWS DS",
            ("% that occur", "times each occurs"), (71.8, 10.4), figures.missing(_DISTANT),
        ),
        Analysis(
            "Section 6.2", "suggestions per target", ("mean",), (3.3,),
            figures.suggestions_per_target,
            "Table 1 itself gives 16,031 / 7,027 = 2.3",
        ),
        Analysis(
            "Table 3", "Human",
            ("P det", "R det", "F0.5 det", "Acc sug", "P e2e", "R e2e", "F0.5 e2e"),
            (70.9, 31.3, 56.6, 63.1, 44.9, 19.9, 35.9), figures.sws_humans,
        ),
        Analysis(
            "Table 4", "Human, test split", ("% of tokens in targets", "targets per 100 tokens"),
            (21.2, 21.2), figures.merged_ratio("sws-test"), _MERGED,
        ),
        Analysis(
            "Table 4", "Human, validation split",
            ("% of tokens in targets", "targets per 100 tokens"),
            (None, None), figures.merged_ratio("sws-validation"), _MERGED,
        ),
        Analysis(
            "Section 3.4", "agreement", ("detection", "suggestion"), (23.2, 35.4),
            figures.sws_agreement,
        ),
    ),
    "anvan-ls": (
        Analysis(
            "Section 2", "ANVAN-LS", ("phrases", "targets", "targets per phrase"), (165, 732, 4.4),
            why="our rules for what the paper leaves open, clause by clause in docs/spaces.md",
            of_benchmark=figures.anvan_sizes,
        ),
        Analysis(
            "Table 2", "average of all models", ("A1", "N1", "V", "A2", "N2", "all"),
            (70.6, 67.2, 64.3, 68.5, 68.8, 67.8),
            figures.missing("all rows of the table above, of which it is the mean"),
        ),
    ),
}  # fmt: skip
