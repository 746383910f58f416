"""Training of the network that doubts words and the one that corrects them, on small data."""

import gzip
import json
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from motjuste.analysis import Text
from motjuste.benchmarks import plain
from motjuste.errors import BadInputError
from motjuste.improver.confusions import Collocates, Confusions, Lexeme
from motjuste.improver.correction_options import FEATURES
from motjuste.improver.doubt import Doubt
from motjuste.lexicon.lexicon import Lexicon
from motjuste.rules import default_rules
from motjuste.systems.default import Default
from motjuste.text import Target
from motjuste.training.confusion_tables import make_tables, read_collocates, read_confusion_lists
from motjuste.training.corrections import Place, chance_of_wrong, train_corrector
from motjuste.training.doubt import train_doubt
from motjuste.training.doubt_words import chosen_words, corrections_by_group
from motjuste.training.error_sentences import (
    Example,
    Sources,
    lexemes_of,
    make_examples,
    of_learners,
    semcor_texts,
)
from motjuste.training.learner_sentences import LearnerSentence, read_file

pytest.importorskip("torch", exc_type=ImportError)

LABELS = Path(__file__).parents[2] / "labels"
SENTENCES = (
    "The old man walked slowly to the station .",
    "She bought a large house near the river .",
    "The committee discussed the new plan again .",
    "They painted the wooden door green yesterday .",
)


@contextmanager
def no_bar(what, total):
    yield lambda done: None


@pytest.fixture
def sources(tmp_path):
    semcor = tmp_path / "semcor.jsonl.gz"
    with gzip.open(semcor, "wt", encoding="utf-8") as lines:
        for number, text in enumerate(SENTENCES * 3):
            row = {
                "document": f"br-a{number:02d}2",
                "tokens": [*text.split()[:-1], str(number), "."],
                "senses": [[1, "a"], [2, "b"], [3, "c"]],
            }
            lines.write(json.dumps(row) + "\n")
    labels = tmp_path / "labels.tsv"
    labels.write_text(
        "text\tpos\tbest\tgood\tpossible\twrong\n"
        "The *bank* of the river was steep.\tnoun\triverbank\tshore\t\tdeposit, lender\n"
        "My brother *missed* the last bus.\tverb\tcaught late\t\t\t\n",
        "utf-8",
    )
    return Sources(
        semcor,
        labels=plain.read(labels),
        thesaurus=plain.read(labels),
        marks=read_file(LABELS / "marks" / "mixed.tsv")[::2],
        rules=default_rules().rules[::100],
        listed={Lexeme("lose", "VERB"): [Lexeme("miss", "VERB")]},
    )


def test_trained_networks_are_read_back_and_choose_among_options(sources, tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    collocates = {"bus": Collocates(("catch", "miss"), ("stop",), ("last",))}
    line = train_doubt("", sources, collocates, folder / "doubt.bin", no_bar)
    assert "doubted words" in line
    doubt = Doubt.open(folder)
    least = [doubt.least_score(dial) for dial in ("sure", "balanced", "thorough")]
    # At the setting "sure" nothing that the networks find is marked.
    assert least[0] == float("inf") > least[1] >= least[2]
    corrector = doubt.corrector(Default().suggester)
    text = Text.of("She lost the bus again.")
    choice = corrector.choose(text.words, 1, Target(text, 4, 8), 0.0)
    # What should be written may be another word than those that are offered.
    assert 0 < sum(one.score for one in choice.suggestions) <= choice.wrong < 1
    assert "missed" in [one.text for one in choice.suggestions]


def test_examples_are_always_the_same_and_of_every_source(sources):
    lexicon = Lexicon.open()
    examples = make_examples(sources, lexicon)
    assert examples == make_examples(sources, lexicon)
    texts = {example.sentence.text for example in examples}
    assert any("deposit" in text or "lender" in text for text in texts)
    assert "My brother lost the last bus." in texts
    assert any(not example.is_real and not example.sentence.is_good for example in examples)


def test_quotation_marks_of_semcor_stand_at_their_words(tmp_path):
    path = tmp_path / "semcor.jsonl.gz"
    tokens = ["He", "called", "it", "``", "a", "fine", "old", "house", "''", "."]
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        row = {"document": "br-a02", "tokens": tokens, "senses": [[1, "a"], [5, "b"], [6, "c"]]}
        lines.write(json.dumps(row) + "\n")
    assert semcor_texts(path) == ['He called it "a fine old house".']


def test_sentences_that_are_only_wordy_are_not_learnt_from():
    wordy = LearnerSentence("He left at this point in time.", 8, 29, "wordy", ("now",), "")
    assert [*of_learners([wordy])] == []


def test_only_whole_words_are_learnt_from_and_few_of_a_made_sentence():
    text = "The strong rain finally stopped the long and noisy football game today."
    marked = LearnerSentence(text, 4, 10, "collocation", ("heavy",), "")
    lexicon = Lexicon.open()
    real = chosen_words(lexicon, Example(marked, 1, "a"))
    # "strong" is wrong, and rain, finally, stopped, long, noisy, football, game are right; "today"
    # may be a noun or an adverb, and is right too.
    assert [index for index, is_wrong in real.items() if is_wrong] == [1]
    assert len(real) == 9
    made = chosen_words(lexicon, Example(marked, 1, "a", is_real=False))
    assert Counter(made.values()) == {True: 1, False: 3}


def test_the_corrections_of_a_group_are_counted_for_it():
    marked = LearnerSentence("He lost the bus.", 3, 7, "collocation", ("missed",), "")
    (example,) = of_learners([marked])
    groups = corrections_by_group([example], [lexemes_of(marked)])
    assert groups == {"He lost the bus.": {Lexeme("lose", "VERB"): {Lexeme("miss", "VERB"): 1}}}


def test_the_corrector_learns_which_option_is_right_and_always_the_same():
    rng = np.random.default_rng(0)

    def place(is_wrong):
        features = rng.normal(0, 0.1, (3, len(FEATURES))).astype(np.float32)
        features[:, FEATURES.index("is_original")] = (1, 0, 0)
        # The right option is the one that was listed; where none was, the word itself is right.
        features[:, FEATURES.index("listed")] = (0, is_wrong, 0)
        right = (False, True, False) if is_wrong else ()
        return Place(features, np.zeros((3, 4), np.float16), is_wrong, right, 1.0)

    places = [place(number % 2 == 0) for number in range(4000)]
    network = train_corrector(places)
    unseen = [place(True), place(False)]
    wrong, right = (chance_of_wrong(network, one) for one in unseen)
    assert wrong > 0.7 > 0.3 > right
    again = train_corrector(places)
    assert all(np.array_equal(network[name], again[name]) for name in network)


def test_confusion_lists_and_collocations_become_tables(tmp_path):
    (tmp_path / "words.tsv").write_text("economic\tadjective\teconomical, economy/noun\n", "utf-8")
    listed = read_confusion_lists(tmp_path)
    economic = Lexeme("economic", "ADJ")
    assert listed == {economic: [Lexeme("economical", "ADJ"), Lexeme("economy", "NOUN")]}
    (tmp_path / "words.tsv").write_text("rain\texpect, get\t\theavy\n", "utf-8")
    collocates = read_collocates(tmp_path)
    assert collocates == {"rain": Collocates(("expect", "get"), (), ("heavy",))}
    counts = {economic: Counter({Lexeme("economical", "ADJ"): 2, Lexeme("cheap", "ADJ"): 2})}
    tables = Confusions(*make_tables(listed, counts, collocates))
    assert tables.listed(economic) == listed[economic]
    assert tables.corrected(economic) == counts[economic]
    assert tables.collocates("rain") == collocates["rain"]


@pytest.mark.parametrize("line", ["word\tnoun", "word\tplace\tother"])
def test_a_confusion_list_with_a_bad_line_is_refused_by_its_number(tmp_path, line):
    (tmp_path / "words.tsv").write_text(line + "\n", "utf-8")
    with pytest.raises(BadInputError, match="line 1 must have a word"):
        read_confusion_lists(tmp_path)


def test_a_collocation_without_its_columns_is_refused_by_its_number(tmp_path):
    (tmp_path / "words.tsv").write_text("rain\theavy\n", "utf-8")
    with pytest.raises(BadInputError, match="line 1 must have a noun"):
        read_collocates(tmp_path)
