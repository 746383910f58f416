import json
from pathlib import Path

import pytest

from motjuste.benchmarks import (
    coinco,
    plain,
    prolex,
    semeval2007,
    swords,
    sws,
    tsar2022,
    twsi,
    with_pools,
)
from motjuste.benchmarks.benchmark import Benchmark, Context, Item, Judgement, voted
from motjuste.benchmarks.convert import convert
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.text import Target

SEMEVAL_XML = """<corpus>
<lexelt item="glad.a">
<instance id="1"><context>I am <head>glad</head> &amp; so are you .</context></instance>
<instance id="2"><context>I am <head>glad</head> &amp; so are you .</context></instance>
</lexelt>
<lexelt item="be.v">
<instance id="3"><context>I am glad &amp; so <head>are</head> you .</context></instance>
</lexelt>
</corpus>"""
COINCO_XML = """<document><sent MASCfile="one.txt" MASCsentID="s-r2">
<precontext>a</precontext><targetsentence>People came.</targetsentence><postcontext/>
<tokens><token id="14" wordform="came" lemma="come" posMASC="VBD" posTT="VVD" problematic="no">
<substitutions><subst lemma="arrive" pos="VVD" freq="4"/></substitutions></token></tokens>
</sent></document>"""
SWS_ENTRY = {
    "sentence": "He did a good job.",
    "sentence_split": ["He", "did", "a", "good", "job", "."],
    "substitutes": [[[3, 4], {"fine": 2, "great": 1}, 2]],
}
SWS = {
    "s1": SWS_ENTRY,
    "empty": {**SWS_ENTRY, "sentence": "He did a good job .", "substitutes": []},
    "again": {**SWS_ENTRY, "substitutes": [[[4, 5], {"work": 3}, 1]]},
}
PROLEX = (
    "target word,Sentence,acc_subs,unacc_subs,prof_acc_subs\n"
    "plain,A **plain** room.,\"['bare', 'simple']\",['flat'],['bare']\n"
)


def make(reader: str, folder: Path) -> Benchmark:
    """A small benchmark of every reader."""
    folder.mkdir()
    if reader == "semeval2007":
        (folder / "x.xml").write_text(SEMEVAL_XML)
        (folder / "gold").write_text("glad.a 1 :: happy 3;\nbe.v 3 :: feel 1;remain 2;\n")
        (folder / "gold.mw").write_text("be.v 3 :: so be 2;\n")
        return semeval2007.read(folder)
    files = {
        "coinco": (coinco, COINCO_XML),
        "sws": (sws, json.dumps(SWS)),
        "prolex": (prolex, PROLEX),
        "tsar2022": (tsar2022, "A novice .\tnovice\tbeginner\tnovice\tbeginner\n"),
        "twsi": (twsi, "bank\tn\tinstitution\tgold_candidate\nbank\tn\tcar\tno\n"),
        "plain": (plain, 'text,id,substitutes,who\n  Très *glad* ,x,"merry:2; very happy",me\n'),
    }
    module, text = files[reader]
    (folder / "file").write_text(text)
    benchmark: Benchmark = module.read(folder / "file")
    return benchmark


READERS = ["semeval2007", "coinco", "sws", "prolex", "tsar2022", "twsi", "plain"]


def described(item: Item) -> tuple[object, ...]:
    judgements = [(j.text, j.labels, dict(j.extra)) for j in item.judgements]
    return item.id, item.context_id, item.target, judgements, dict(item.extra), item.pool


@pytest.mark.parametrize("pooled", [False, True])
@pytest.mark.parametrize("reader", READERS)
def test_swords_json_keeps_all_that_was_read(tmp_path: Path, reader: str, pooled: bool):
    before = make(reader, tmp_path / "in")
    if pooled:
        before = with_pools(before)
    written = convert(before, tmp_path / "out.json.gz")
    after = swords.read(tmp_path / "out.json.gz")
    repeated = [item for item in before.items if item.id == "glad.a 2"]
    kept = [item for item in before.items if item not in repeated]
    assert written.merged == len(repeated)
    assert [described(item) for item in after.items] == [described(item) for item in kept]
    assert after.contexts == before.contexts
    assert (after.name, after.format) == (before.name, before.format)
    assert after.lemmatized == before.lemmatized


def test_a_repeated_target_becomes_one_with_the_labels_of_both(tmp_path: Path):
    target = Target("so glad", 3, 7, "ADJ")
    items = (
        Item("a", "c", target, (voted("happy", 2),)),
        Item("b", "c", target, (voted("happy", 1), voted("merry", 1))),
    )
    benchmark = Benchmark("twice", "plain", {"c": Context("so glad")}, items)
    assert convert(benchmark, tmp_path / "x.json").merged == 1
    (item,) = swords.read(tmp_path / "x.json").items
    assert item.id == "a"
    assert [(j.text, j.votes) for j in item.judgements] == [("happy", 3), ("merry", 1)]


def counts(item: Item) -> dict[str, int]:
    return {j.text: j.votes for j in item.judgements if j.votes}


def judged(text: str = ' So\nglad <b> & "gay" &amp; &lt; men.\t\n') -> Benchmark:
    start = text.index("glad")
    items = (
        Item(
            "t:1",
            "c",
            Target(text, start, start + 4, "ADJ", "glad"),
            (
                Judgement("sad", ("FALSE", "FALSE")),
                Judgement("merry", ("TRUE", "FALSE")),
                Judgement("very happy", ("TRUE", "TRUE")),
            ),
        ),
        Item("t:2", "c", Target(text, start + 5, start + 8), (voted("i", 1),)),
    )
    return Benchmark("mine", "swords", {"c": Context(text)}, items)


def test_semeval_files_are_read_back_to_the_same_targets_and_counts(tmp_path: Path):
    before = judged()
    convert(before, tmp_path / "folder", "semeval2007")
    after = semeval2007.read(tmp_path / "folder")
    assert [i.id for i in after.items] == ["glad.a 1", "<b>.x 2"]
    assert [i.extra["source"] for i in after.items] == ["t:1", "t:2"]
    for old, new in zip(before.items, after.items, strict=True):
        assert (new.target.text, new.target.start) == (old.target.text, old.target.start)
        assert (new.target.word, new.target.pos) == (old.target.word, old.target.pos)
        assert counts(new) == counts(old)


def test_the_most_frequent_substitute_stands_first_in_gold(tmp_path: Path):
    convert(judged(), tmp_path / "folder", "semeval2007")
    first = (tmp_path / "folder/gold").read_text().splitlines()[0]
    assert first == "glad.a 1 :: very happy 2;merry 1;"


@pytest.mark.parametrize("reader", READERS)
def test_every_benchmark_can_be_written_as_semeval_files(tmp_path: Path, reader: str):
    before = make(reader, tmp_path / "in")
    convert(before, tmp_path / "out", "semeval2007")
    after = semeval2007.read(tmp_path / "out")
    assert [counts(item) for item in after.items] == [counts(item) for item in before.items]
    if reader == "semeval2007":
        assert [described(i) for i in after.items] == [described(i) for i in before.items]


def test_a_substitute_that_gold_lines_cannot_hold_is_changed_and_reported(tmp_path: Path):
    text = "so glad"
    item = Item("a", "c", Target(text, 3, 7), (voted("well;  ok", 2),))
    benchmark = Benchmark("odd", "plain", {"c": Context(text)}, (item,))
    with pytest.warns(BadInputWarning, match="1 substitutes have a semicolon"):
        convert(benchmark, tmp_path / "out", "semeval2007")
    assert counts(semeval2007.read(tmp_path / "out").items[0]) == {"well, ok": 2}


def test_a_folder_where_a_file_belongs_and_the_reverse_are_errors(tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInputError, match="is a folder"):
        convert(judged(), tmp_path)
    with pytest.raises(BadInputError, match="is a file"):
        convert(judged(), tmp_path / "file", "semeval2007")


@pytest.mark.parametrize("name", ["semeval2007", "coinco", "sws/sws_validation.json"])
def test_real_data_survives_swords_json(data: Path, tmp_path: Path, name: str):
    module = {"semeval2007": semeval2007, "coinco": coinco}.get(name, sws)
    before = module.read(data / name)
    written = convert(before, tmp_path / "x.json.gz")
    after = swords.read(tmp_path / "x.json.gz")
    first: dict[str, str] = {}
    repeated = [i.id for i in before.items if first.setdefault(swords.item_id(i), i.id) != i.id]
    assert written.merged == len(repeated)
    assert [i.id for i in after.items] == [i.id for i in before.items if i.id not in repeated]
    assert after.contexts == before.contexts
    # SWORDS's ids ignore case, so substitutes that differ in nothing else become one.
    changed = {first[swords.item_id(i)] for i in before.items if i.id in repeated}
    changed |= {
        i.id
        for i in before.items
        if len({j.text.lower() for j in i.judgements}) < len(i.judgements)
    }
    assert len(changed) < 10
    by_id = {item.id: item for item in before.items}
    assert not [
        i.id for i in after.items if i.id not in changed and described(i) != described(by_id[i.id])
    ]


def test_swords_development_data_survives_semeval_files(data: Path, tmp_path: Path):
    before = swords.read(data / "swords/swords-v1.1_dev.json.gz")
    convert(before, tmp_path / "out", "semeval2007")
    after = semeval2007.read(tmp_path / "out")
    assert len(after) == 370
    for old, new in zip(before.items, after.items, strict=True):
        assert (new.extra["source"], new.target) == (old.id, old.target)
        assert counts(new) == counts(old)
