import gzip
from pathlib import Path

import pytest

from motjuste.benchmarks import prolex, tsar2022, twsi
from motjuste.errors import BadInputError

PROLEX = (
    "target word,Sentence,acc_subs,unacc_subs,prof_acc_subs,prof_unacc_subs,t_words_cefr,"
    "prof_acc_cefr,prof_unacc_cefr\n"
    "plain,\"It was a **plain** room, not plain.\",\"['simple', 'bare']\",['flat'],['bare'],[],2,"
    '"[3, None]",[]\n'
)


def write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def labels(item):
    return [(judgement.text, judgement.labels) for judgement in item.judgements]


def votes(item):
    return [(judgement.text, judgement.votes) for judgement in item.judgements]


@pytest.mark.parametrize("dress", [lambda t: t, lambda t: "\ufeff" + t.replace("\n", "\r\n")])
def test_prolex_lists_are_judgements_and_levels_are_kept(tmp_path: Path, dress):
    (item,) = prolex.read(write(tmp_path / "p.csv", dress(PROLEX))).items
    assert item.target.text == "It was a plain room, not plain."
    assert (item.id, item.target.start, item.target.word) == ("1", 9, "plain")
    assert labels(item) == [("simple", ("TRUE",)), ("bare", ("TRUE",)), ("flat", ("FALSE",))]
    assert item.extra["proficient"] == item.extra["prof_acc_subs"] == ["bare"]
    assert (item.extra["t_words_cefr"], item.extra["prof_acc_cefr"]) == (2, [3, None])
    assert item.extra["target word"] == "plain"


def test_prolex_target_without_marks_is_found_by_its_word(tmp_path: Path):
    path = write(tmp_path / "p.csv", PROLEX.replace("**plain**", "bare"))
    assert prolex.read(path).items[0].target.start == len("It was a bare room, not ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("['flat']", "flat, level"), "does not have the header's columns"),
        (("['flat']", "flat"), "line 2: 'flat' is not a list as Python writes it"),
        (("['flat']", "[1]"), r"line 2: '\[1\]' is not a list of words"),
        (("**plain** room, not plain", "bare room"), "line 2: the target 'plain' is not in"),
        (("acc_subs", "subs"), "has no column 'acc_subs'"),
    ],
)
def test_prolex_says_what_is_wrong(tmp_path: Path, change, message):
    path = write(tmp_path / "p.csv", PROLEX.replace(*change))
    with pytest.raises(BadInputError, match=message):
        prolex.read(path)


def test_tsar_repetitions_are_votes_and_the_target_stays(tmp_path: Path):
    line = 'A "novice" is a novice .\tnovice\tbeginner\tnovice\tbeginner\t\tnewcomer\n'
    benchmark = tsar2022.read(write(tmp_path / "t.tsv", "\ufeff" + line.replace("\n", "\r\n")))
    (item,) = benchmark.items
    assert votes(item) == [("beginner", 2), ("novice", 1), ("newcomer", 1)]
    assert (item.target.start, item.target.word, item.id) == (3, "novice", "1")
    assert benchmark.format == "tsar2022"


def test_tsar_sentence_given_twice_means_the_next_occurrence(tmp_path: Path):
    line = "A novice is a novice .\tnovice\tbeginner\n"
    items = tsar2022.read(write(tmp_path / "t.tsv", line * 3)).items
    assert [item.target.start for item in items] == [2, 14, 14]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("just a sentence\n", "line 1 is not sentence, target"),
        ("\nHe ran .\tjog\trun\n", "line 2: the target 'jog' is not in the sentence"),
        ("\n", "has no rows"),
    ],
)
def test_tsar_says_what_is_wrong(tmp_path: Path, text: str, message: str):
    with pytest.raises(BadInputError, match=message):
        tsar2022.read(write(tmp_path / "t.tsv", text))


@pytest.mark.parametrize(
    ("line", "message"),
    [("\tn\tauto\tno", "line 2 has no noun"), ("car\tn\t \tno", "line 2 has no substitute")],
)
def test_a_blank_noun_or_substitute_of_twsi_is_named_by_its_line(
    tmp_path: Path, line: str, message: str
):
    path = tmp_path / "twsi.tsv"
    path.write_text(f"bank\tn\tshore\tno\n{line}\n")
    with pytest.raises(BadInputError, match=rf"twsi\.tsv: {message}"):
        twsi.read(path)


def test_twsi_candidates_are_gathered_per_noun(tmp_path: Path):
    text = (
        "bank\tn\tinstitution\tgold_candidate\nbank\tn\tshore\tgold_candidate\r\ncar\tn\tauto\tno\n"
    )
    path = tmp_path / "twsi.tsv.gz"
    path.write_bytes(gzip.compress(text.encode()))
    bank, car = twsi.read(path).items
    assert (bank.id, bank.target.text, bank.target.pos) == ("bank.n", "bank", "NOUN")
    assert votes(bank) == [("institution", 1), ("shore", 1)]
    assert votes(car) == [("auto", 0)]


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    folder = tmp_path / "TWSI2_complete"
    results = folder / "substitutions/raw_data/substitutions_per_sentence"
    results.mkdir(parents=True)
    (folder / "contexts").mkdir()
    write(
        folder / "contexts/bank.contexts",
        "bank@@1\tbank\tbanks\t7\tThe banks and the <b>banks</b> closed .\t1.0\n"
        "bank@@1\tbank\tbank\t8\tNo mark here for bank .\t1.0\n"
        "bank@@2\tbank\tbank\t9\tA <b>bank</b> and a car .\t0.9\n",
    )
    write(
        results / "bank.turkresults",
        "banks++7||wiki\tbank\tlender\t2\nbanks++7||wiki\tbank\tfirm\t1\n"
        "banks++7||other\tbank\tlender\t1\nbank++8||wiki\tbank\tshore\t1\n",
    )
    write(results / "car.turkresults", "car++9||wiki\tcar\tauto\t3\n")
    return folder


def test_twsi_sentences_get_the_counts_given_for_them(distribution: Path):
    bank, car = twsi.read(distribution).items
    assert (bank.id, bank.target.start, bank.target.lemma) == ("7:banks", 18, "bank")
    assert bank.target.text == "The banks and the banks closed ."
    assert votes(bank) == [("lender", 3), ("firm", 1)]
    # The sentence marks another word, but "car" stands in it once.
    assert (car.id, car.target.word, votes(car)) == ("9:car", "car", [("auto", 3)])


def test_twsi_says_what_is_wrong(tmp_path: Path, distribution: Path):
    with pytest.raises(BadInputError, match="is not the folder of TWSI 2"):
        twsi.read(distribution / "contexts")
    with pytest.raises(BadInputError, match="line 1 is not noun, n, substitute, mark"):
        twsi.read(write(tmp_path / "x.tsv", "bank n institution"))
