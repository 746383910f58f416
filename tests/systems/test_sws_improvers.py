"""The improvers of Smart Word Suggestions that need no training: rules, and substitution."""

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import ClassVar

import pytest

from motjuste.analysis import words_of
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.lexicon.synonymy import Synonymy, combined, open_source
from motjuste.systems import System, make_system, with_settings
from motjuste.systems import registry as systems_registry
from motjuste.systems.answers import improve
from motjuste.text import Suggestion

ONE = {
    "big": {"adj": ["large", "huge"], "noun": ["biggie"]},
    "dog": ["hound", "mutt"],
    "give up": {"verb": ["quit", "surrender"]},
    "run": {"verb": ["sprint"]},
    "went": ["travelled"],
}
TWO = {"big": ["huge", "large", "vast"], "dog": {"noun": ["mutt"]}, "cat": ["feline"]}


@pytest.fixture
def files(tmp_path):
    paths = []
    for name, content in (("one", ONE), ("two", TWO)):
        paths.append(str(tmp_path / f"{name}.json"))
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    return paths


def offers(system, text):
    (marks,) = improve(system, [text])
    return {
        text[mark.start : mark.end]: [offer.text for offer in mark.suggestions] for mark in marks
    }


def rule_based(*thesauri, **settings):
    given = {"thesauri": ",".join(thesauri), **settings}
    return with_settings(make_system("rule-based"), given)


def test_every_entry_is_replaced_by_words_of_its_part_of_speech_in_its_form(files):
    system = rule_based(files[0])
    assert offers(system, "The big dogs gave up and ran home.") == {
        # "biggie" is a noun, and here "big" is none.
        "big": ["large", "huge"],
        "dogs": ["hounds", "mutts"],
        # The phrase is longer than anything that begins with "gave".
        "gave up": ["quit", "surrendered"],
        "ran": ["sprinted"],
    }


def test_a_form_that_the_thesaurus_lists_itself_is_given_as_it_is(files):
    assert offers(rule_based(files[0]), "We went home.") == {"went": ["travelled"]}


def test_the_intersection_has_what_both_list_and_the_union_what_either_does(files):
    text = "The big dog saw a cat."
    assert offers(rule_based(*files), text) == {"big": ["large", "huge"], "dog": ["mutt"]}
    assert offers(rule_based(*files, combine="union"), text) == {
        "big": ["large", "huge", "vast"],
        "dog": ["hound", "mutt"],
        "cat": ["feline"],
    }


def test_a_part_of_speech_that_one_thesaurus_knows_holds_for_both(files):
    # As an adjective only "one" lists large and huge; "two" does not say what they are.
    entries = combined(files, "intersection").lookup("big")
    assert [(entry.word, entry.pos) for entry in entries] == [("large", "ADJ"), ("huge", "ADJ")]
    assert combined(files[::-1], "intersection").lookup("dog")[0].pos == "NOUN"


def test_names_and_numbers_are_not_replaced(files):
    assert offers(rule_based(files[0]), "In 2007 Mr. Big met 3 people.") == {}


def test_the_lexicons_own_thesauri_go_by_their_names():
    glad = words_of("They were glad.")[2:3]
    # WordNet 3.0: glad, happy are one synset of the adjective.
    assert "happy" in [suggestion.text for suggestion in Synonymy(open_source("wordnet")).of(glad)]
    # Moby lists under glad words of all kinds; verbs ("please") are left out.
    listed = [entry.word for entry in open_source("moby").lookup("glad")]
    kept = [suggestion.text for suggestion in Synonymy(open_source("moby")).of(glad)]
    assert set(kept) < set(listed)
    assert "joyful" in kept


def test_a_random_order_depends_on_the_seed_and_the_place_alone():
    text = "A good man is a good man."
    one, two = (improve(rule_based("moby", order="random", seed=s), [text])[0] for s in "01")
    assert one != two
    assert one == improve(rule_based("moby", order="random"), ["x", text])[1]
    # The same word at two places is two draws.
    first, again = (mark.suggestions for mark in one if text[mark.start : mark.end] == "good")
    assert first != again


def test_the_commonest_come_first_if_asked_for(files):
    system = rule_based(files[1], order="common", most="2")
    # "large" is commoner than "huge", and both than "vast".
    assert offers(system, "a big dog")["big"] == ["large", "huge"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"combine": "both"}, "combine is intersection or union"),
        ({"order": "best"}, "order is listed, common, random"),
        ({"most": "0"}, "at least 1"),
    ],
)
def test_settings_that_mean_nothing_are_refused(settings, message):
    with pytest.raises(BadInputError, match=message):
        rule_based("wordnet", **settings)


def test_no_thesaurus_and_one_that_is_not_there_are_reported_in_one_line(tmp_path):
    with pytest.raises(BadInputError, match="no thesaurus is named"):
        rule_based().improve(["a"])
    with pytest.raises(BadInputError, match="there is no such file"):
        rule_based(str(tmp_path / "none.json")).improve(["a"])


@dataclass
class Fixed(System):
    """Knows three words; likes `dog` better than its substitute, `big` less."""

    name: ClassVar[str] = "fixed"
    description: ClassVar[str] = "for tests"

    most: int = 10
    shout: bool = False

    def suggest(self, targets):
        known = {"big": ["large", "great"], "dog": ["hound"], "the": ["a"]}
        known_words = [known.get(target.lemma, [])[: self.most] for target in targets]
        shape = str.upper if self.shout else str
        return [
            [Suggestion(shape(word), -float(n)) for n, word in enumerate(ws)] for ws in known_words
        ]

    def rank(self, targets, candidates):
        liked = ["great", "big", "dog", "dogs", "large", "hound", "hounds"]
        return [
            [Suggestion(w, -float(liked.index(w))) for w in sorted(words, key=liked.index)]
            for words in candidates
        ]


@pytest.fixture
def fixed(monkeypatch):
    point = SimpleNamespace(name="fixed", load=lambda: Fixed)
    monkeypatch.setattr(systems_registry, "entry_points", lambda group: [point])


def substitution(**settings):
    return with_settings(make_system("substitution"), {"system": "fixed", **settings})


def test_every_word_that_has_a_substitute_is_marked(fixed):
    text = "The big dogs saw it."
    assert offers(substitution(), text) == {"big": ["large", "great"], "dogs": ["hounds"]}
    # With all parts of speech articles are words too.
    assert "The" in offers(substitution(pos="DET,ADJ"), text)
    assert offers(substitution(most="1"), text)["big"] == ["large"]
    assert offers(substitution(options="shout=true"), text)["big"] == ["LARGE", "GREAT"]


def test_a_word_that_is_ranked_above_its_substitutes_stays(fixed):
    # great > big > dogs > large > hounds: only "big" has a substitute above itself.
    assert offers(substitution(keep="true"), "The big dogs saw it.") == {"big": ["great", "large"]}


def test_every_word_and_all_substitutes_are_tried_before_any_is_cut_off(fixed):
    text = "The big dogs saw it."
    # great, the second suggestion, is ranked first: a cut to one before ranking would lose it.
    kept = substitution(keep="true", most="1")
    assert offers(kept, text) == {"big": ["great"]}
    # Without parts of speech every word is tried.
    assert "The" in offers(substitution(pos=""), text)


def test_a_system_that_cannot_rank_cannot_keep():
    system = with_settings(make_system("substitution"), {"system": "wordnet", "keep": "true"})
    with pytest.raises(BadInputError, match="'wordnet' does not rank"):
        system.improve(["A big dog."])
    with pytest.raises(BadInputError, match="no setting 'x'"):
        with_settings(system, {"options": "x=1"}).improve(["A big dog."])
    with pytest.raises(BadInputError, match="'noun' is not a POS tag"):
        with_settings(system, {"pos": "noun"})


def test_runs_are_written_and_scored_as_any_other(tmp_path, capsys):
    gold = {
        "1": {
            "sentence": "The big dog sat.",
            "sentence_split": ["The", "big", "dog", "sat", "."],
            "substitutes": [[[1, 2], {"large": 2}, 1], [[3, 4], {"lay": 2}, 2]],
        }
    }
    (tmp_path / "gold.json").write_text(json.dumps(gold))
    (tmp_path / "one.json").write_text(json.dumps(ONE))
    benchmark, out = f"sws:{tmp_path / 'gold.json'}", str(tmp_path / "run.json")
    command = ["run", "rule-based", "--set", f"thesauri={tmp_path / 'one.json'}"]
    assert main([*command, "-b", benchmark, "--setting", "improve", "--out", out]) == 0
    capsys.readouterr()
    assert main(["score", out, "-b", benchmark, "--json", "--resamples", "0"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    # Marked: big and dog; right: big -> large. Two gold targets: P = R = 1/2.
    assert (scores["e2e.P"], scores["e2e.R"], scores["e2e.F0.5"]) == (50.0, 50.0, 50.0)


def test_check_takes_them(tmp_path, files, capsys):
    (tmp_path / "a.txt").write_text("The big dog sat.")
    settings = ["--system", "rule-based", "--set", f"thesauri={files[0]}"]
    assert main(["check", str(tmp_path / "a.txt"), *settings, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    texts = json.dumps(document)
    assert "large" in texts
    assert "hound" in texts


def test_exact_look_up_takes_words_as_they_are_written_and_leaves_stop_words(tmp_path):
    # As in the authors' program: "Big" and "dogs" are not in the thesaurus as written, "very" is a
    # stop word, "big" and "dog" are replaced.
    file = tmp_path / "thesaurus.json"
    file.write_text(json.dumps({"big": ["large"], "dog": ["hound"], "very": ["truly"]}))
    text = "Big dogs met a very big dog."
    assert offers(rule_based(str(file), exact="true"), text) == {"big": ["large"], "dog": ["hound"]}
    marked = offers(rule_based(str(file)), text)
    assert set(marked) == {"Big", "dogs", "very", "big", "dog"}


def test_exact_look_up_takes_all_pairs_of_ppdb_whatever_their_labels(tmp_path):
    # As the authors' program does: the part of speech is the other thesaurus's.
    ppdb, webster = tmp_path / "ppdb", tmp_path / "thesaurus.json"
    ppdb.write_text(
        "[NN] ||| big ||| large ||| PPDB2.0Score=4 ||| 0-0 ||| Exclusion\n"
        "[JJ] ||| big ||| huge ||| PPDB2.0Score=3 ||| 0-0 ||| Equivalence\n"
        "[JJ] ||| big ||| vast ||| PPDB2.0Score=2 ||| 0-0 ||| Equivalence\n"
    )
    webster.write_text(
        json.dumps({"big": [{"pos": "adjective", "Synonyms for": ["huge", "large"]}]})
    )
    files = (str(ppdb), str(webster))
    assert offers(rule_based(*files, exact="true"), "a big dog") == {"big": ["large", "huge"]}
    assert offers(rule_based(*files), "a big dog") == {"big": ["huge"]}
