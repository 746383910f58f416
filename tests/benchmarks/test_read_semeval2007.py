import gzip
from pathlib import Path

import pytest

from motjuste.benchmarks import semeval2007
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.metrics.semeval import multiword

XML = """<?xml version="1.0" ?>
<!DOCTYPE corpus SYSTEM "lexsub.dtd">
<corpus lang="english">
 <lexelt item="glad.a">
  <instance id="1">
   <context>Salt &amp; pepper made the glad cook <head>gladder</head> , he said .</context>
  </instance>
  <instance id="2">
   <context>I am <head>glad</head> .</context>
  </instance>
 </lexelt>
 <lexelt item="stand.n.v">
  <instance id="3">
   <context><head>Stand</head> by !</context>
  </instance>
 </lexelt>
</corpus>
"""
GOLD = "glad.a 1 :: happy 3;well pleased 1;\nstand.n.v 3 :: wait 2;;be ready 2; \n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lexsub_trial.xml").write_text(XML)
    (tmp_path / "gold.trial").write_text(GOLD)
    return tmp_path


def votes(item):
    return [(judgement.text, judgement.votes) for judgement in item.judgements]


def test_ids_targets_and_votes_are_those_of_the_files(folder: Path):
    benchmark = semeval2007.read(folder)
    first, _, third = benchmark.items
    assert (benchmark.format, benchmark.name) == ("semeval2007", "lexsub_trial")
    assert [item.id for item in benchmark.items] == ["glad.a 1", "glad.a 2", "stand.n.v 3"]
    assert first.target.text == "Salt & pepper made the glad cook gladder , he said ."
    assert (first.target.start, first.target.word) == (33, "gladder")
    assert (first.target.pos, first.target.lemma) == ("ADJ", "glad")
    assert (third.target.pos, third.target.lemma, third.target.start) == ("VERB", "stand", 0)
    assert votes(first) == [("happy", 3), ("well pleased", 1)]
    assert votes(third) == [("wait", 2), ("be ready", 2)]
    assert first.extra == {"lexelt": "glad.a", "instance": "1"}


def test_an_item_without_a_gold_line_stays_unjudged(folder: Path):
    assert semeval2007.read(folder).items[1].judgements == ()


@pytest.mark.parametrize("name", ["gold.mw", "multiword_gold.trial"])
def test_multiword_gold_is_kept_in_file_order(folder: Path, name: str):
    (folder / name).write_text("stand.n.v 3 :: stand by 4;by 1;\n")
    first, _, third = semeval2007.read(folder).items
    assert list(third.extra["multiwords"].items()) == [("stand by", 4), ("by", 1)]
    assert (multiword(third), multiword(first)) == ("stand by", None)
    assert votes(third) == [("wait", 2), ("be ready", 2)]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda xml: xml.replace("&amp;", "&"),
        lambda xml: xml.replace("</instance>", "").replace("</context>", ""),
        lambda xml: xml.replace("</head>", ""),
        lambda xml: xml.replace('version="1.0"', 'version="1.0" encoding="utf-16"'),
        lambda xml: xml.replace("\n", "\r\n"),
        lambda xml: "\ufeff" + xml,
        lambda xml: xml.replace('"1"', "'1'").replace("<lexelt", "<LEXELT"),
        lambda xml: xml.replace("</lexelt>", "").replace("</corpus>", ""),
    ],
)
def test_xml_that_is_not_quite_well_formed_gives_the_same_targets(folder: Path, spoil):
    expected = [item.target for item in semeval2007.read(folder).items]
    (folder / "lexsub_trial.xml").write_bytes(spoil(XML).encode())
    assert [item.target for item in semeval2007.read(folder).items] == expected


def test_a_stray_angle_bracket_stays_in_the_text(folder: Path):
    (folder / "lexsub_trial.xml").write_text(XML.replace("I am", "2 < 3 and I am"))
    assert semeval2007.read(folder).items[1].target.text == "2 < 3 and I am glad ."


def test_latin_1_and_utf_8_may_be_mixed(folder: Path):
    mixed = XML.encode().replace(b"I am", "naïve, I am".encode("latin-1"))
    mixed = mixed.replace(b"by !", "by, naïve !".encode())
    (folder / "lexsub_trial.xml").write_bytes(mixed)
    _, second, third = semeval2007.read(folder).items
    assert second.target.text == "naïve, I am glad ."
    assert third.target.text == "Stand by, naïve !"


def test_gzip_is_unpacked_and_has_the_same_fingerprint(folder: Path):
    plain = semeval2007.read(folder).fingerprint
    xml = folder / "lexsub_trial.xml"
    (folder / "lexsub_trial.xml.gz").write_bytes(gzip.compress(xml.read_bytes()))
    xml.unlink()
    assert semeval2007.read(folder).fingerprint == plain


def test_the_xml_finds_its_gold_beside_it(folder: Path):
    assert votes(semeval2007.read(folder / "lexsub_trial.xml").items[0])[0] == ("happy", 3)


def test_of_two_parts_in_a_folder_one_must_be_named(folder: Path):
    (folder / "lexsub_test.xml").write_text(XML.replace('"glad.a"', '"merry.a"'))
    (folder / "gold").write_text("merry.a 1 :: jolly 2;\n")
    with pytest.raises(BadInputError, match=r"several XML files.*#trial"):
        semeval2007.read(folder)
    assert votes(semeval2007.read(folder, "trial").items[0])[0] == ("happy", 3)
    assert votes(semeval2007.read(folder, "test").items[0]) == [("jolly", 2)]
    with pytest.raises(BadInputError, match="dev"):
        semeval2007.read(folder, "dev")


def test_the_layout_of_the_official_archive_is_understood(tmp_path: Path):
    for place, text in (
        ("trial/lexsub_trial.xml", XML),
        ("trial/gold.trial", GOLD),
        ("test/lexsub_test.xml", XML),
        ("scoring/gold", "glad.a 2 :: happy 5;\n"),
    ):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text(text)
    assert votes(semeval2007.read(tmp_path, "trial").items[0])[0] == ("happy", 3)
    assert votes(semeval2007.read(tmp_path, "test").items[1]) == [("happy", 5)]


def test_a_gold_file_alone_has_the_lemma_for_its_context(tmp_path: Path):
    (tmp_path / "some.gold").write_text("go.v 1 :: go on 3;carry on 1;\n")
    (item,) = semeval2007.read(tmp_path / "some.gold").items
    assert (item.target.text, item.target.word, item.target.pos) == ("go", "go", "VERB")
    assert votes(item) == [("go on", 3), ("carry on", 1)]
    assert multiword(item) == "go on"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("glad.a 1 happy 3", "line 2: is not a gold line"),
        ("glad.a 2 :: happy", "line 2: 'happy' is not a substitute and its count"),
        ("glad.a ::: happy 2", "line 2: is not a gold line"),
    ],
)
def test_a_gold_line_that_cannot_be_read_is_named(folder: Path, line: str, message: str):
    (folder / "gold.trial").write_text(f"glad.a 1 :: happy 3;\n{line}\n")
    with pytest.raises(BadInputError, match=message):
        semeval2007.read(folder)


def test_a_context_without_a_head_is_named_by_its_line(folder: Path):
    (folder / "lexsub_trial.xml").write_text(XML.replace("<head>glad</head>", "glad"))
    with pytest.raises(BadInputError, match=r"line 9: no word is marked with <head>"):
        semeval2007.read(folder)


def test_gold_for_unknown_items_is_reported(folder: Path):
    (folder / "gold.trial").write_text(GOLD + "odd.a 9 :: strange 2;\n")
    with pytest.warns(BadInputWarning, match=r"1 lines are for items .* odd.a 9"):
        semeval2007.read(folder)
    (folder / "gold.trial").write_text("odd.a 9 :: strange 2;\n")
    with pytest.raises(BadInputError, match="no line for an item"):
        semeval2007.read(folder)


def test_sentences_without_any_gold_are_read_with_a_warning(folder: Path):
    (folder / "gold.trial").unlink()
    with pytest.warns(BadInputWarning, match="no gold file is beside it"):
        assert len(semeval2007.read(folder)) == 3


def test_what_is_not_there_is_missing(tmp_path: Path):
    with pytest.raises(BadInputError, match="no such file or folder"):
        semeval2007.read(tmp_path / "nowhere")
    with pytest.raises(BadInputError, match="no XML file"):
        semeval2007.read(tmp_path)


def test_the_trial_data_has_300_targets_each_in_its_place(data: Path):
    benchmark = semeval2007.read(data / "semeval2007", "trial")
    assert len(benchmark) == len(benchmark.contexts) == 300
    assert all(item.judgements and item.target.pos for item in benchmark.items)
    lines = (data / "semeval2007/gold.trial").read_text().splitlines()
    gold = {line.split(" :: ")[0]: line.split(" :: ")[1] for line in lines}
    for item in benchmark.items:
        assert "".join(f"{text} {count};" for text, count in votes(item)) == gold[item.id].strip()
