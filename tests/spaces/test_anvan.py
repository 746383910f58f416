"""ANVAN-LS: clauses by dependencies, substitutes by votes, confounders by frequency, the review."""

from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest
from parsed import ROWS, conllu, tree, word

from motjuste.benchmarks import read_benchmark
from motjuste.benchmarks.run import read_lsr
from motjuste.benchmarks.swords import write
from motjuste.errors import BadInputError, MissingExtraError, MissingResourceError
from motjuste.metrics import score
from motjuste.spaces.anvan import Rules, build, counts, to_benchmark
from motjuste.spaces.lemmas import Modifiers, SpaceLemmas
from motjuste.spaces.parsing import parse, read_parses, write_parses
from motjuste.spaces.review import read_review, rejected, write_review
from motjuste.spaces.space import write_dense
from motjuste.systems import make_system, run_system, with_settings

SUBSTITUTES = {
    "construction": {"building": 3, "engineering": 1},
    "arm": {"branch": 4, "part": 2, "wing": 2, "outside contractor": 6, "rarity": 5},
    "built": {"construct": 5, "erect": 3},
    "large": {"big": 4, "huge": 4, "vast": 1},
    "airfield": {"airport": 3},
}
TAGS = {"built": "VBD", "large": "JJ"}
ADJECTIVES = dict.fromkeys(("big", "huge", "vast"), "JJ")
MODIFY = ("construction", "building", "engineering")


def coinco(folder: Path, problematic: str = "") -> Path:
    tokens = []
    for number, (form, lemma, *_) in enumerate(ROWS):
        given = SUBSTITUTES.get(form, {})
        subs = "".join(
            f'<subst lemma="{s}" pos="{ADJECTIVES.get(s, "NN")}" freq="{n}"/>'
            for s, n in given.items()
        )
        name = str(number) if given else "XXX"
        bad = "yes" if form == problematic else "no"
        tag = TAGS.get(form, "NN")
        tokens.append(
            f'<token id="{name}" wordform="{form}" lemma="{lemma}" posMASC="{tag}" posTT="{tag}" '
            f'problematic="{bad}"><substitutions>{subs}</substitutions></token>'
        )
    text = "The construction arm built a large airfield."
    path = folder / "coinco.xml"
    path.write_text(
        '<?xml version="1.0"?><document><sent MASCfile="f.txt" MASCsentID="s-1">'
        f"<precontext>It rained.</precontext><targetsentence>{text}</targetsentence>"
        f"<postcontext></postcontext><tokens>{''.join(tokens)}</tokens></sent></document>"
    )
    return path


class Corpus:
    """Frequencies and similar lemmas, by hand."""

    FREQUENCIES: ClassVar = {
        "branch": 100, "part": 900, "wing": 50, "rarity": 5, "building": 300, "engineering": 80,
        "construct": 70, "erect": 30, "big": 1000, "huge": 400, "vast": 90, "airport": 60,
        "hand": 800, "back": 120, "leg": 90, "elbow": 10,
        "tower": 250, "trade": 90, "raise": 60, "make": 5000, "small": 900, "wide": 350,
    }  # fmt: skip
    SIMILAR: ClassVar = {
        "arm": ["leg", "wing", "hand", "branch", "elbow", "back"],
        "construction": ["trade", "tower", "building"],
        "build": ["construct", "raise", "make"],
        "large": ["big", "small", "wide", "huge"],
        "airfield": ["airport", "tower", "trade"],
    }  # fmt: skip

    def frequency(self, lemma, pos):
        return self.FREQUENCIES.get(lemma, 0)

    def similar(self, lemma, pos, most):
        return self.SIMILAR[lemma][:most]


@pytest.fixture
def gold(tmp_path):
    return read_benchmark(f"coinco:{coinco(tmp_path)}")


@pytest.fixture
def parses(tmp_path):
    (tmp_path / "p.conllu").write_text(conllu(ROWS))
    return read_parses(tmp_path / "p.conllu")


def built(gold, parses, **options):
    return build(gold, parses, Corpus(), lambda lemma: lemma in MODIFY, **options)


def test_each_target_has_its_two_best_substitutes_and_two_confounders(gold, parses):
    (phrase,) = built(gold, parses)
    assert phrase.text == "construction arm build large airfield"
    queries = {query.position: query for query in phrase.queries}
    arm = queries["N1"]
    # Two were given by two people each: the more frequent one is taken. The phrase of two words
    # and the word that stands only five times are left out, whoever gave them.
    assert [suggestion.text for suggestion in arm.substitutes] == ["branch", "part"]
    # Of those that nobody gave, leg 90 and back 120 are near branch 100, hand 800 is near part
    # 900: |log(91/101)| = 0.104 and |log(121/101)| = 0.181.
    assert arm.confounders == ("leg", "hand")
    assert [suggestion.text for suggestion in queries["A2"].substitutes] == ["big", "huge"]
    assert queries["A2"].confounders == ("small", "wide")
    assert "N2" not in queries, "a target with one substitute is none"
    assert counts([phrase]) == {"A1": 1, "N1": 1, "V": 1, "A2": 1, "N2": 0}


def test_a_phrase_needs_as_many_targets_of_coinco_as_are_asked_for(tmp_path, gold, parses):
    # All five words of the sentence are targets.
    assert len(built(gold, parses, rules=Rules(targets=5))) == 1
    without = dict(SUBSTITUTES)
    del without["airfield"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(globals(), "SUBSTITUTES", without)
        fewer = read_benchmark(f"coinco:{coinco(tmp_path)}")
    assert built(fewer, parses, rules=Rules(targets=5)) == []
    assert len(built(fewer, parses, rules=Rules(targets=4))) == 1


@pytest.mark.parametrize(
    ("subject", "modifier", "phrases"),
    # The paper has `ohio democrat embark overland trip`: a name may modify, and a noun that is no
    # target of CoInCo must be one of the dictionary.
    [("democrat", "ohio", 1), ("barco", "mr.", 0), ("inc.", "coleco", 0), ("democrat", "%", 0)],
)
def test_the_nouns_of_a_phrase_are_no_names(tmp_path, subject, modifier, phrases):
    names = [subject, modifier]
    rows = [
        ("The", "the", "DET", 3, "det"),
        (modifier, modifier, "PROPN", 3, "compound"),
        (subject, subject, "PROPN", 4, "nsubj"),
        *ROWS[3:],
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(globals(), "ROWS", rows)
        source = coinco(tmp_path)
        text = source.read_text().replace("construction arm", " ".join(reversed(names)))
        source.write_text(text)
    gold = read_benchmark(f"coinco:{source}")
    (tmp_path / "names.conllu").write_text(conllu(rows))
    parses = read_parses(tmp_path / "names.conllu")
    for rules, expected in ((Rules(names=False), phrases), (Rules(names=True), 1)):
        assert len(build(gold, parses, Corpus(), lambda lemma: True, rules=rules)) == expected


def test_only_so_many_similar_lemmas_are_looked_at(gold, parses):
    (phrase,) = built(gold, parses, rules=Rules(similar=5))
    arm = next(query for query in phrase.queries if query.position == "N1")
    assert arm.confounders == ("leg", "hand")
    # Of the first two, one was given by people for each target but `construction`.
    (phrase,) = built(gold, parses, rules=Rules(similar=2))
    assert [query.position for query in phrase.queries] == ["A1"]


def test_marks_of_problems_do_not_count_where_people_gave_substitutes(tmp_path, gold, parses):
    """The paper asks for two substitutes, and says nothing of CoInCo's marks."""
    marked = read_benchmark(f"coinco:{coinco(tmp_path, problematic='arm')}")
    assert counts(built(marked, parses)) == counts(built(gold, parses))


def test_a_noun_is_put_for_a_modifier_only_if_it_is_one_itself(gold, parses):
    (phrase,) = build(gold, parses, Corpus(), lambda lemma: lemma in MODIFY[:2])
    # `engineering` is not known to modify, so that `construction` has one substitute left.
    assert [query.position for query in phrase.queries] == ["N1", "V", "A2"]


def test_what_coinco_calls_an_adjective_is_one(tmp_path, parses):
    """TreeTagger's tag counts too; where neither is an adjective the noun must be a modifier."""
    path = coinco(tmp_path)
    assert build(read_benchmark(f"coinco:{path}"), parses, Corpus()) == []
    noun = 'lemma="construction" posMASC="NN" posTT='
    path.write_text(path.read_text().replace(f'{noun}"NN"', f'{noun}"JJ"'))
    (phrase,) = build(read_benchmark(f"coinco:{path}"), parses, Corpus())
    assert phrase.pos == ("ADJ", "NOUN", "VERB", "ADJ", "NOUN")


def test_a_clause_whose_tags_do_not_fit_is_none(tmp_path, parses):
    path = coinco(tmp_path)
    verb = 'lemma="build" posMASC="VBD" posTT="VBD"'
    path.write_text(path.read_text().replace(verb, verb.replace("VBD", "NN")))
    assert built(read_benchmark(f"coinco:{path}"), parses) == []


def test_the_next_best_takes_the_place_of_a_rejected_confounder(tmp_path, gold, parses):
    review = tmp_path / "review.tsv"
    phrases = built(gold, parses)
    assert write_review(phrases, [], review) == 8
    text = review.read_text()
    review.write_text(
        text.replace("\tleg\t", "\tleg\treject").replace("\thand\t", "\thand\taccept")
    )
    rows = read_review(review)
    again = built(gold, parses, rejected=rejected(rows))
    arm = next(query for query in again[0].queries if query.position == "N1")
    assert arm.confounders == ("back", "hand")
    # `back` is new; `hand` was accepted; the rejected `leg` is remembered.
    assert write_review(again, rows, review) == 7
    assert rejected(read_review(review)) == {arm.name: frozenset({"leg"})}
    third = built(gold, parses, rejected=rejected(read_review(review)))
    assert third[0].queries == again[0].queries


def test_a_review_that_says_something_else_is_named_by_its_line(tmp_path, gold, parses):
    review = tmp_path / "review.tsv"
    write_review(built(gold, parses), [], review)
    review.write_text(review.read_text().replace("\tleg\t", "\tleg\tmaybe"))
    with pytest.raises(BadInputError, match=r"line \d: 'maybe' is neither accept nor reject"):
        read_review(review)


def test_the_benchmark_goes_to_a_file_and_comes_back(tmp_path, gold, parses):
    for whole in (False, True):
        path = tmp_path / f"{whole}.json"
        benchmark = to_benchmark(built(gold, parses), gold, whole=whole)
        assert write(benchmark, path) == 0
        back = read_benchmark(f"swords:{path}")
        arm = next(item for item in back.items if item.extra["position"] == "N1")
        assert arm.target.word == "arm"
        assert arm.candidates == ("branch", "part", "leg", "hand")
        assert [judgement.votes for judgement in arm.judgements] == [4, 2, 0, 0]
        text = "It rained. The construction arm built" if whole else "construction arm build large"
        assert arm.target.text.startswith(text)


def test_nothing_is_asked_twice(tmp_path, gold):
    """The sentence parsed as two, and a second object: one phrase each, the verb asked once."""
    more = [word("and", "CCONJ", 10, "cc"), word("large", "ADJ", 10, "amod")]
    rows = [*ROWS[:-1], *more, word("field", "NOUN", 7, "conj")]
    (tmp_path / "p.conllu").write_text(conllu(rows) + conllu(rows))
    phrases = built(gold, read_parses(tmp_path / "p.conllu"))
    assert [phrase.lemmas[-1] for phrase in phrases] == ["airfield", "field"]
    for whole, names in ((False, "A1 N1 V A2 A1 N1 V".split()), (True, "A1 N1 V A2".split())):
        benchmark = to_benchmark(phrases, gold, whole=whole)
        assert [item.extra["position"] for item in benchmark.items] == names
        assert write(benchmark, tmp_path / "b.json") == 0
        assert all(len(item.candidates) == 4 for item in benchmark.items)


def test_parses_of_something_else_are_refused(tmp_path, gold):
    (tmp_path / "p.conllu").write_text(conllu(ROWS, "another"))
    with pytest.raises(BadInputError, match="none of the parses is of a sentence"):
        built(gold, read_parses(tmp_path / "p.conllu"))
    (tmp_path / "p.conllu").write_text(conllu(ROWS).replace("# sent_id", "# name"))
    with pytest.raises(BadInputError, match="has no sentence with"):
        read_parses(tmp_path / "p.conllu")


def test_parses_that_are_written_come_back(tmp_path):
    sentence = tree(ROWS)
    write_parses([("f.txt s-1", "some\ntext", [sentence, sentence])], tmp_path / "p.conllu")
    back = read_parses(tmp_path / "p.conllu")
    assert [phrase.words for phrase in back["f.txt s-1"]] == [sentence.words] * 2
    assert back["some text"] == back["f.txt s-1"]


def test_a_parser_that_is_not_there_is_reported(monkeypatch):
    with pytest.raises(BadInputError, match="is not spacy:MODEL or stanza:LANGUAGE"):
        next(parse(["a"], "malt"))
    monkeypatch.setitem(__import__("sys").modules, "stanza", None)
    with pytest.raises(MissingExtraError, match=r"motjuste\[stanza\]"):
        next(parse(["a"], "stanza:en"))


def stand_in(monkeypatch, name, **attributes):
    """A stand-in for the library of that name, with what the code calls."""
    monkeypatch.setitem(__import__("sys").modules, name, SimpleNamespace(**attributes))


def test_what_spacy_finds_is_taken_with_universal_names(monkeypatch):
    def token(i, text, lemma, pos, dep, head):
        return SimpleNamespace(
            i=i, text=text, lemma_=lemma, pos_=pos, tag_="T", dep_=dep, head=head, is_space=False
        )

    root = token(2, "saw", "see", "VERB", "ROOT", None)
    root.head = root
    space = SimpleNamespace(is_space=True, i=1)
    words = [token(0, "We", "we", "PRON", "nsubj", root), space, root]
    words.append(token(3, "it", "it", "PRON", "dobj", root))
    document = SimpleNamespace(sents=[words])
    pipeline = SimpleNamespace(pipe=lambda texts: [document for _ in texts])
    stand_in(monkeypatch, "spacy", load=lambda model, exclude: pipeline)
    ((sentence,),) = parse(["We saw it"], "spacy:any")
    assert [(w.form, w.head, w.relation) for w in sentence.words] == [
        ("We", 1, "nsubj"),
        ("saw", -1, "root"),
        ("it", 1, "obj"),
    ]


def test_what_stanza_finds_is_taken(monkeypatch):
    word = SimpleNamespace(text="Go", lemma=None, upos="VERB", xpos="VB", head=0, deprel="root")
    document = SimpleNamespace(sentences=[SimpleNamespace(words=[word])])
    stand_in(monkeypatch, "stanza", Pipeline=lambda *_, **__: lambda text: document)
    ((sentence,),) = parse(["Go"], "stanza:en")
    assert tuple(sentence.words[0]) == ("Go", "Go", "VERB", "VB", -1, "root")


def test_a_model_that_is_not_there_is_reported(monkeypatch):
    def refuse(*_, **__):
        raise OSError("no such model")

    stand_in(monkeypatch, "spacy", load=refuse)
    stand_in(monkeypatch, "stanza", Pipeline=refuse)
    for parser in ("spacy:none", "stanza:xx"):
        with pytest.raises(MissingResourceError, match="download"):
            next(parse(["a"], parser))


def lemma_space(tmp_path, names, frequencies=None):
    vectors = np.array([[1, i / 10] for i in range(len(names))])
    extra = {} if frequencies is None else {"frequencies": np.array(frequencies)}
    return write_dense(tmp_path / "lemmas", names, vectors, {}, extra)


def test_lemmas_of_a_space_with_parts_of_speech(tmp_path):
    names = ["arm.n", "arm.v", "leg.n", "carry.v", "hand.n"]
    lemmas = SpaceLemmas(lemma_space(tmp_path, names, [9, 8, 7, 6, 5]))
    assert lemmas.frequency("arm", "NOUN") == 9
    assert lemmas.frequency("arm", "VERB") == 8
    assert lemmas.frequency("foot", "NOUN") == 0
    assert lemmas.similar("arm", "NOUN", 5) == ["leg", "hand"]
    assert lemmas.similar("foot", "NOUN", 5) == []


def test_lemmas_of_a_space_without_them_are_told_by_the_lexicon(tmp_path):
    names = ["arm", "legs", "leg", "slowly", "carry", "hand"]
    lemmas = SpaceLemmas(lemma_space(tmp_path, names))
    assert lemmas.similar("arm", "NOUN", 5) == ["leg", "hand"]
    assert lemmas.frequency("hand", "NOUN") > lemmas.frequency("leg", "NOUN") > 5


def test_a_noun_modifies_if_enough_frequent_bigrams_say_so(tmp_path):
    rows = ["an:stone.n wall.n", "nn:stone.n house.n", "nn:stone.n wall.n", "nn:tax.n cut.n"]
    space = lemma_space(tmp_path, rows, [9, 3, 4, 9])
    assert Modifiers(space, types=2, count=3)("stone")
    assert not Modifiers(space, types=2, count=4)("stone")
    assert not Modifiers(space, types=2, count=3)("tax")
    assert Modifiers(space, types=0)("anything")


def ranked(tmp_path, gold, parses, name, **settings):
    path = tmp_path / "anvan.json"
    write(to_benchmark(built(gold, parses), gold), path)
    benchmark = read_benchmark(f"swords:{path}")
    system = with_settings(make_system(name), settings)
    run_system(system, benchmark, tmp_path / f"{name}.lsr.json", "rank")
    return score(read_lsr(tmp_path / f"{name}.lsr.json"), benchmark, ["MAP", "MAP.N1", "MAP.V"])


def words_of(gold, parses):
    benchmark = to_benchmark(built(gold, parses), gold)
    letters = {"A1": "n", "N1": "n", "V": "v", "A2": "a"}
    return {
        f"{word}.{letters[item.extra['position']]}": judgement.votes > 0
        for item in benchmark.items
        for judgement in item.judgements
        for word in [judgement.text]
    }


def test_systems_over_spaces_rank_the_queries(tmp_path, gold, parses):
    good = words_of(gold, parses)
    names = [*"construction.n arm.n build.v large.a airfield.n".split(), *good]
    vectors = [[1.0, 0.0]] * 5 + [[1.0, 0.1] if right else [0.1, 1.0] for right in good.values()]
    write_dense(tmp_path / "space", names, np.array(vectors))
    for name in ("lemma-similarity", "composition"):
        scored = ranked(tmp_path, gold, parses, name, file=str(tmp_path / "space"))
        assert scored.scores["MAP"] == scored.scores["MAP.N1"] == pytest.approx(100.0)


def test_words_that_a_space_does_not_have_are_tied_at_the_end(tmp_path, gold, parses):
    write_dense(tmp_path / "space", ["arm.n", "other.n"], np.eye(2))
    for name in ("lemma-similarity", "composition"):
        scored = ranked(tmp_path, gold, parses, name, file=str(tmp_path / "space"))
        # The mean over the six orders of two among four: (12 + 10 + 9 + 8 + 7 + 5) / 12 of 6.
        orders = [1.0, (1 + 2 / 3) / 2, (1 + 2 / 4) / 2, (1 / 2 + 2 / 3) / 2, (1 / 2 + 2 / 4) / 2]
        orders.append((1 / 3 + 2 / 4) / 2)
        assert scored.scores["MAP"] == pytest.approx(100 * sum(orders) / 6)
        assert scored.scores["MAP"] == pytest.approx(68.0, abs=0.1), "the paper's random baseline"


def test_chance_is_computed_exactly(tmp_path, gold, parses):
    scored = ranked(tmp_path, gold, parses, "tied")
    # The six ways to place two right ones among four: the paper gives 0.680.
    places = [(a, b) for a in range(1, 4) for b in range(a + 1, 5)]
    chance = sum((1 / a + 2 / b) / 2 for a, b in places) / len(places)
    assert scored.scores["MAP"] == scored.scores["MAP.V"] == pytest.approx(100 * chance)


def test_published_figures_are_those_of_table_2():
    """The rows' own means are near the printed ones, so that no column is out of place."""
    import json
    from importlib.resources import files

    path = files("motjuste.reports") / "data" / "anvan-ls.json"
    rows = json.loads(path.read_text("utf-8"))["tables"][0]["rows"]
    printed = [68, 59.9, 65.6, 66.9, 68.1, 70.6, 70.2, 73.1]
    assert [row["published"][-1] for row in rows] == [*printed, None]
    for row in rows[:-1]:
        assert sum(row["published"][:-1]) / 5 == pytest.approx(row["published"][-1], abs=0.3)
