"""The baselines of SemEval-2007: WordNet's four criteria, distributional ones, multiwords."""

from itertools import chain

import pytest

from motjuste.benchmarks.run import read_lsr
from motjuste.cli import main
from motjuste.errors import BadInputError
from motjuste.lexicon.lexicon import Lexicon
from motjuste.metrics import score
from motjuste.systems import make_system, run_system, with_settings
from motjuste.text import Target
from small import benchmark, item


def suggest(name, target, **settings):
    (answer,) = with_settings(make_system(name), settings).suggest([target])
    return [suggestion.text for suggestion in answer]


def criteria(lemma, pos, close):
    """The paper's four lists, each the words of synsets, read off the lexicon one by one."""
    senses = Lexicon.open().senses(lemma, pos)
    near = [[r.word for r in sense.related() if r.relation == close] for sense in senses]
    own = [sense.words for sense in senses]
    return [own[0], near[0], list(chain(*own)), list(chain(*near))]


@pytest.mark.parametrize(
    ("lemma", "pos", "close"),
    [
        ("coach", "NOUN", "hypernym"),
        ("charge", "VERB", "hypernym"),
        ("bright", "ADJ", "similar"),
        ("clearly", "ADV", None),
    ],
)
def test_wordnet_follows_the_four_criteria_for_each_part_of_speech(lemma, pos, close):
    substitutes = suggest("wordnet", Target(lemma, 0, len(lemma), pos, lemma), most="500")
    frequency, expected = Lexicon.open().frequency, []
    for words in criteria(lemma, pos, close):
        new = [w for w in dict.fromkeys(words) if w not in expected and w.lower() != lemma]
        expected += sorted(new, key=lambda w: -frequency(w))
    assert substitutes == expected
    assert suggest("wordnet", Target(lemma, 0, len(lemma), pos, lemma)) == expected[:10]


@pytest.mark.parametrize(
    ("text", "word", "gaps", "multiwords"),
    [
        ("They carried out the plan.", "carried", "no", ["carry out"]),
        ("They carried the plan out.", "carried", "no", []),
        ("They carried the plan out.", "carried", "yes", []),
        ("They carried it out.", "carried", "yes", ["carry out"]),
        ("He spoke of hot dogs today.", "hot", "no", ["hot dog"]),
        ("It was hot, dog or not.", "hot", "no", []),
        ("A plan for the others.", "plan", "no", []),
        ("It came as a matter of fact here.", "fact", "no", ["matter of fact"]),
    ],
)
def test_a_multiword_is_found_two_words_around_the_target(text, word, gaps, multiwords):
    start = text.index(word)
    assert suggest("multiword", Target(text, start, start + len(word)), gaps=gaps) == multiwords


def test_a_wider_window_finds_longer_multiwords():
    text = "It came as a matter of fact here."
    target = Target(text, text.index("fact"), text.index("fact") + 4)
    assert suggest("multiword", target, window="4") == ["as a matter of fact"]
    with pytest.raises(BadInputError, match="1 to 5"):
        with_settings(make_system("multiword"), {"window": "9"})


def test_multiwords_are_scored_by_the_measures_for_them(tmp_path):
    gold = benchmark(
        item("dog", "hot", {"warm": 2}, multiwords={"hot dog": 3}),
        item("zzz", "car", {"auto": 2}, multiwords={"car park": 2}),
        item("yyy", "cat", {"pet": 2}, multiwords={}),
        format="semeval2007",
    )
    run_system(make_system("multiword"), gold, tmp_path / "mw.lsr.json")
    names = ["mw.detection.P", "mw.detection.R", "mw.identification.P"]
    scores = score(read_lsr(tmp_path / "mw.lsr.json"), gold, names).scores
    # One answer, and it is right; of two multiwords one is found.
    assert list(scores.values()) == [100.0, 50.0, 100.0]


@pytest.fixture
def space(tmp_path):
    path = tmp_path / "space.tsv"
    rows = ["bright\tx\t2", "bright\ty\t2", "clever\tx\t1", "clever\ty\t2", "clever\tz\t1"]
    path.write_text("\n".join([*rows, "lamp\tz\t4", "sunny\tx\t1"]))
    return str(path)


BRIGHT = Target("a bright child", 2, 8, "ADJ", "bright")


@pytest.mark.parametrize(
    ("measure", "order"),
    [
        # By hand: 6/sqrt 48 = .87, 1/sqrt 2 = .71, 0
        ("cosine", ["clever", "sunny", "lamp"]),
        # 2 of 3, 1 of 2, none
        ("jaccard", ["clever", "sunny", "lamp"]),
        # 1/2, 1, 2 apart
        ("l1", ["clever", "sunny", "lamp"]),
        # sunny: log 1/(.99/2 + .01) = .68; clever: .98; lamp: log 100
        ("alpha-skew", ["sunny", "clever", "lamp"]),
    ],
)
def test_distributional_baselines_give_the_nearest_words(space, measure, order):
    assert suggest("distributional", BRIGHT, file=space, measure=measure) == order
    assert suggest("distributional", BRIGHT, file=space, measure=measure, most="1") == order[:1]


def test_distributional_baselines_rank_unknown_words_last_and_know_no_unknown_targets(space):
    system = with_settings(make_system("distributional"), {"file": space, "measure": "l1"})
    ranked = system.rank([BRIGHT], [["zzz", "lamp", "clever"]])[0]
    assert [suggestion.text for suggestion in ranked] == ["clever", "lamp", "zzz"]
    unknown = Target("a zzz", 2, 5, "NOUN", "zzz")
    assert system.suggest([unknown]) == [[]]
    assert [suggestion.text for suggestion in system.rank([unknown], [["b", "a"]])[0]] == ["b", "a"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"measure": "dice"}, "not one of lin"), ({"alpha": "1"}, "alpha"), ({"most": "0"}, "most")],
)
def test_wrong_settings_of_distributional_baselines_are_refused(settings, message):
    with pytest.raises(BadInputError, match=message):
        with_settings(make_system("distributional"), settings)


def test_the_command_runs_them(tmp_path, gold, space):
    out = str(tmp_path / "run.lsr.json")
    command = ["run", "distributional", "-b", f"swords:{gold}", "-o", out, "--workers", "2"]
    assert main([*command, "--set", f"file={space}"]) == 0


# A WordNet in its own files: two senses of `coach` with a hypernym each, and `hot dog`.
NOUNS = {
    "00000001": ("coach", "trainer", "handler"),
    "00000002": ("coach", "bus", "charabanc"),
    "00000003": ("leader", "boss"),
    "00000004": ("vehicle",),
    "00000005": ("hot_dog",),
    "00000006": ("leader",),
}
HYPERNYMS = {"00000001": "00000003", "00000002": "00000004"}
LICENCE = "  1 This software and database is being provided to you\n"


@pytest.fixture
def wordnet_folder(tmp_path):
    folder = tmp_path / "WordNet-2.1" / "dict"
    folder.mkdir(parents=True)
    data, senses = [], {}
    for offset, words in NOUNS.items():
        pointers = f"001 @ {HYPERNYMS[offset]} n 0000" if offset in HYPERNYMS else "000"
        listed = " ".join(f"{word} 0" for word in words)
        data.append(f"{offset} 18 n {len(words):02x} {listed} {pointers} | a gloss; @ 00000009 n")
        for word in words:
            senses.setdefault(word, []).append(offset)
    index = [
        f"{word} n {len(offsets)} 1 @ {len(offsets)} 0 {' '.join(offsets)}"
        for word, offsets in senses.items()
    ]
    for name in ("noun", "verb", "adj", "adv"):
        rows = (index, data) if name == "noun" else ([], [])
        for kind, lines in zip(("index", "data"), rows, strict=True):
            (folder / f"{kind}.{name}").write_text(LICENCE + "".join(f"{x}\n" for x in lines))
    return folder


COACH = Target("a coach", 2, 7, "NOUN", "coach")


@pytest.mark.parametrize(
    "rows",
    [
        "trainer 1\nhandler 9\nboss 4\nleader 2\nbus 8\n",
        "trainer n 1\nhandler n 9\nhandler v 90\nboss n 4\nleader n 2\nbus n 8\nbus v 99\n",
        "1 trainer nn1 3\n9 handler nn1 1\n4 boss nn1 1\n2 leader nn1 1\n8 bus nn1 7\n9 at at0 9\n",
        "1 9 handler n\n2 8 bus n\n3 4 boss n\n4 2 leader n\n5 1 trainer n\n",
    ],
)
def test_another_wordnet_and_the_users_frequencies_decide_the_order(tmp_path, wordnet_folder, rows):
    (tmp_path / "bnc.txt").write_text(rows)
    given = {"wordnet": str(wordnet_folder.parent), "frequencies": str(tmp_path / "bnc.txt")}
    # Criterion 1: handler, trainer; 2: boss, leader; 3: bus, and charabanc, which the list lacks;
    # 4: vehicle.
    expected = ["handler", "trainer", "boss", "leader", "bus", "charabanc", "vehicle"]
    assert suggest("wordnet", COACH, **given) == expected


def test_frequencies_may_be_counted_from_the_users_own_corpus(tmp_path, wordnet_folder):
    pytest.importorskip("scipy")
    (tmp_path / "corpus.txt").write_text("The trainer trained. A trainer, a handler, one bus.\n")
    counts = tmp_path / "counts"
    command = ["space", "count", str(tmp_path / "corpus.txt"), "--out", str(counts), "--least", "1"]
    assert main(command) == 0
    given = {"wordnet": str(wordnet_folder), "frequencies": str(counts / "words")}
    assert suggest("wordnet", COACH, **given)[:2] == ["trainer", "handler"]


def test_multiwords_are_looked_up_in_another_wordnet(wordnet_folder):
    text = "He spoke of hot dogs and ice cream today."
    for word, multiwords in (("hot", ["hot dog"]), ("ice", [])):
        start = text.index(word)
        target = Target(text, start, start + len(word))
        assert suggest("multiword", target, wordnet=str(wordnet_folder)) == multiwords


@pytest.mark.parametrize(
    ("setting", "content", "message"),
    [
        ("frequencies", "dog many\n", "line 1 is not a word with its frequency"),
        ("wordnet", None, "has no index.noun or noun.idx; give WordNet's folder dict"),
    ],
)
def test_files_that_are_no_frequencies_and_no_wordnet_are_one_line(
    tmp_path, gold, capsys, setting, content, message
):
    given = tmp_path / "given"
    if content is None:
        given.mkdir()
    else:
        given.write_text(content)
    command = ["run", "wordnet", "-b", f"swords:{gold}", "--out", str(tmp_path / "o.lsr.json")]
    assert main([*command, "--set", f"{setting}={given}"]) == 2
    assert message in capsys.readouterr().err
