import gzip
from pathlib import Path

import pytest

from motjuste.benchmarks import coinco
from motjuste.errors import BadInputError

XML = """<?xml version="1.0"?>
<document>
  <sent MASCfile="one.txt" MASCsentID="s-r1" >
    <precontext>
    It rained.
    </precontext>
    <targetsentence>
    The tax-free &quot;art&quot; fair, part of art, opened.
    </targetsentence>
    <postcontext>

    </postcontext>
    <tokens>
      <token id="XXX" wordform="The" lemma="the" posMASC="XXX" posTT="DT" />
      <token id="XXX" wordform="tax" lemma="tax" posMASC="XXX" posTT="NN" />
      <token id="11" wordform="free" lemma="free" posMASC="JJ" posTT="JJ" problematic="yes" >
        <substitutions>
          <subst lemma="exempt" pos="JJ" freq="2" />
          <subst lemma="no charge" pos="DT NN" freq="1" />
        </substitutions>
      </token>
      <token id="XXX" wordform="&quot;" lemma="&quot;" posMASC="XXX" posTT="``" />
      <token id="XXX" wordform="art" lemma="art" posMASC="XXX" posTT="NN" />
      <token id="XXX" wordform="&quot;" lemma="&quot;" posMASC="XXX" posTT="''" />
      <token id="XXX" wordform="fair" lemma="fair" posMASC="XXX" posTT="NN" />
      <token id="XXX" wordform="part" lemma="part" posMASC="XXX" posTT="NN" />
      <token id="12" wordform="art" lemma="art" posMASC="XXX" posTT="NN" problematic="no" >
        <substitutions><subst lemma="craft" pos="NN" freq="3" /></substitutions>
      </token>
    </tokens>
  </sent>
  <sent MASCfile="one.txt" MASCsentID="s-r2" >
    <precontext>a</precontext>
    <targetsentence>People came.</targetsentence>
    <postcontext>b</postcontext>
    <tokens>
      <token id="13" wordform="People" lemma="people" posMASC="NNS" posTT="NNS" problematic="no" >
        <substitutions><subst lemma="folk" pos="NN" freq="1" /></substitutions>
      </token>
      <token id="14" wordform="came" lemma="come" posMASC="VBD" posTT="VVD" problematic="no" >
        <substitutions><subst lemma="arrive" pos="VVD" freq="4" /></substitutions>
      </token>
    </tokens>
  </sent>
</document>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "coinco.xml.gz").write_bytes(gzip.compress(XML.encode()))
    (tmp_path / "devset-tokenIDs.txt").write_text("11\r\n12\r\n")
    (tmp_path / "testset-tokenIDs.txt").write_text("13\n14")
    return tmp_path


def test_targets_are_found_by_walking_the_tokens(folder: Path):
    items = {item.id: item for item in coinco.read(folder).items}
    text = 'It rained. The tax-free "art" fair, part of art, opened.'
    assert items["11"].target.text == text
    assert [(item.target.start, item.target.word) for item in items.values()] == [
        (19, "free"),
        # Not the "art" in quotes, nor the one in "part"; "of" is no token here.
        (44, "art"),
        (2, "People"),
        (9, "came"),
    ]


def test_tags_lemmas_marks_and_frequencies_are_kept(folder: Path):
    items = {item.id: item for item in coinco.read(folder).items}
    assert [item.target.pos for item in items.values()] == ["ADJ", "NOUN", "NOUN", "VERB"]
    assert items["14"].target.lemma == "come"
    assert items["11"].extra == {"problematic": True, "posMASC": "JJ", "posTT": "JJ"}
    assert items["12"].extra["problematic"] is False
    first, second = items["11"].judgements
    assert (first.text, first.votes, second.text, second.votes) == ("exempt", 2, "no charge", 1)
    assert second.extra == {"pos": "DT NN"}


def test_a_context_says_where_it_is_from(folder: Path):
    extra = coinco.read(folder).contexts["one.txt s-r1"].extra
    assert (extra["masc_file"], extra["masc_sentence"]) == ("one.txt", "s-r1")
    assert (extra["precontext"], extra["postcontext"], extra["offset"]) == ("It rained.", "", 11)


def test_a_part_has_its_targets_and_their_contexts_only(folder: Path):
    dev, test = coinco.read(folder, "dev"), coinco.read(folder / "coinco.xml.gz", "test")
    assert [item.id for item in dev.items] == ["11", "12"]
    assert [item.id for item in test.items] == ["13", "14"]
    assert (list(dev.contexts), list(test.contexts)) == (["one.txt s-r1"], ["one.txt s-r2"])
    assert len({dev.fingerprint, test.fingerprint, coinco.read(folder).fingerprint}) == 3


def test_a_token_that_the_one_before_it_holds_too_is_found(folder: Path):
    xml = XML.replace('wordform="tax"', 'wordform="tax-free"')
    (folder / "coinco.xml.gz").write_bytes(xml.encode())
    assert coinco.read(folder).items[0].target.start == 19


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda xml: xml.replace('wordform="came"', 'wordform="went"'), r"token 14 \(went\)"),
        (lambda xml: xml.replace('freq="4"', 'freq="many"'), "token 14: the frequency is 'many'"),
        (lambda xml: xml[:500], "is not XML"),
        (lambda xml: "<document/>", "no <sent>"),
        (lambda xml: xml.replace(" MASCfile=", " file="), "'MASCfile'"),
    ],
)
def test_a_damaged_file_is_one_clear_line(folder: Path, change, message: str):
    (folder / "coinco.xml.gz").write_bytes(change(XML).encode())
    with pytest.raises(BadInputError, match=message) as caught:
        coinco.read(folder)
    assert "\n" not in str(caught.value)


def test_wrong_parts_and_missing_files_are_named(folder: Path):
    with pytest.raises(BadInputError, match="parts are dev and test"):
        coinco.read(folder, "train")
    (folder / "devset-tokenIDs.txt").write_text("11 99")
    with pytest.raises(BadInputError, match="names 1 tokens"):
        coinco.read(folder, "dev")
    (folder / "testset-tokenIDs.txt").unlink()
    with pytest.raises(BadInputError, match="testset-tokenIDs"):
        coinco.read(folder, "test")
    (folder / "coinco.xml.gz").unlink()
    with pytest.raises(BadInputError, match="no XML"):
        coinco.read(folder)


# Published: Kremer et al. 2014, and Lee et al. 2021, Table 2. The table counts 112,742 substitutes
# in all and 44,928 in the test part, as SWORDS's ids do not tell a pair that differs in case apart.
@pytest.mark.parametrize(
    ("part", "contexts", "targets", "substitutes", "labels"),
    [
        (None, 2474, 15629, 112743, 167446),
        ("dev", 1577, 10179, 67814, 98950),
        ("test", 897, 5450, 44929, 68496),
    ],
)
def test_published_counts(
    data: Path, part: str | None, contexts: int, targets: int, substitutes: int, labels: int
):
    benchmark = coinco.read(data / "coinco", part)
    judgements = [judgement for item in benchmark.items for judgement in item.judgements]
    assert (len(benchmark.contexts), len(benchmark)) == (contexts, targets)
    assert (len(judgements), sum(j.votes for j in judgements)) == (substitutes, labels)
    lower = {(i.id, j.text.lower()) for i in benchmark.items for j in i.judgements}
    assert len(lower) == {None: 112742, "dev": 67814, "test": 44928}[part]
    if part is None:
        assert sum(item.extra["problematic"] for item in benchmark.items) == 214
