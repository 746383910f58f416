"""The British National Corpus and ukWaC: their own sentences, tags and lemmas, and running text."""

import gzip
import json

import pytest

from motjuste.cli import main
from motjuste.engine.annotated_corpora import tagged_sentences
from motjuste.engine.corpus import blocks, corpus_files
from motjuste.engine.texts import texts
from motjuste.errors import BadInputError

BNC = """<?xml version="1.0" encoding="utf-8"?>
<bncDoc xml:id="A00"><teiHeader><title>What the <s>header</s has does not count</title></teiHeader>
<wtext type="NONAC"><div><head><s n="1"><w c5="NN1" hw="factsheet" pos="SUBST">FACTSHEET </w><w
c5="DTQ" hw="what" pos="PRON">WHAT</w><c c5="PUN">?</c></s></head>
<p><s n="2"><w c5="PNP" hw="they" pos="PRON">They</w><w c5="VHB" hw="have" pos="VERB">'ve </w><w
c5="AV0" hw="often" pos="ADV">often </w><w c5="VVN" hw="write" pos="VERB">written </w><mw
c5="AJ0"><w c5="AJ0" hw="long" pos="ADJ">long </w></mw><w c5="NN2" hw="letter" pos="SUBST">letters
</w><w c5="PRP" hw="from" pos="PREP">from </w><w c5="NP0" hw="r&amp;d" pos="SUBST">R&amp;D</w><c
c5="PUN">.</c></s></p></div></wtext></bncDoc>
""".replace("<s>header</s", "header")
UKWAC = """<text id="ukwac:http://example.org/">
<s>
They\tPP\tthey
have\tVHP\thave
n't\tRB\tn't
written\tVVN\twrite
long\tJJ\tlong
letters\tNNS\tletter
.\tSENT\t.
</s>
<s>
Blooper\tNP\t<unknown>
's\tPOS\t's
(\t(\t(
old\tJJ\told
)\t)\t)
home\tNN\thome
</s>
</text>
"""
# PukWaC has the lemma before the tag, and dependencies behind.
PUKWAC = "<text id='x'>\n<s>\ndogs\tdog\tNNS\t1\t2\tSBJ\nran\trun\tVVD\t2\t0\tROOT\n</s>\n</text>\n"


def sentences(path, size=1 << 20):
    return [
        words for block in blocks(corpus_files([path]), size) for words in tagged_sentences(block)
    ]


def test_the_bnc_gives_its_sentences_with_lemmas_and_universal_parts_of_speech(tmp_path):
    (tmp_path / "A00.xml").write_text(BNC, "utf-8")
    heading, sentence = sentences(tmp_path)
    assert [(word.form, word.lemma, word.pos) for word in heading] == [
        ("FACTSHEET", "factsheet", "NOUN"), ("WHAT", "what", "DET"), ("?", "?", "PUNCT")
    ]  # fmt: skip
    assert [word.lemma for word in sentence][3:] == ["write", "long", "letter", "from", "r&d", "."]
    # `have` before a participle is no verb of its own, and the participle is known as one.
    assert [(word.pos, word.penn) for word in sentence[1:4]] == [
        ("AUX", ""), ("ADV", ""), ("VERB", "VBN")
    ]  # fmt: skip


def test_the_bncs_running_text_is_what_was_written(tmp_path):
    (tmp_path / "A00.xml").write_text(BNC, "utf-8")
    running = [text for block in blocks(corpus_files([tmp_path])) for text in texts(block)]
    assert running == ["FACTSHEET WHAT?", "They've often written long letters from R&D."]


@pytest.mark.parametrize("packed", [False, True])
def test_ukwac_gives_form_tag_and_lemma_and_its_text_without_spaces_before_signs(tmp_path, packed):
    content = UKWAC.replace("They", "Th\u00e9y").encode("latin-1")
    path = tmp_path / ("ukwac1.xml.gz" if packed else "ukwac1.xml")
    path.write_bytes(gzip.compress(content) if packed else content)
    first, second = sentences(tmp_path)
    assert [word.pos for word in first] == ["PRON", "AUX", "ADV", "VERB", "ADJ", "NOUN", "PUNCT"]
    assert second[0].lemma == "blooper"
    running = [text for block in blocks(corpus_files([path])) for text in texts(block)]
    assert running == ["Th\u00e9y haven't written long letters.", "Blooper's (old) home"]


def test_pukwac_has_the_lemma_before_the_tag(tmp_path):
    (tmp_path / "pukwac.vert").write_text(PUKWAC)
    assert [(word.lemma, word.pos) for word in sentences(tmp_path)[0]] == [
        ("dog", "NOUN"), ("run", "VERB")
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "content"), [("a.xml", BNC), ("b.xml", UKWAC)])
def test_blocks_end_between_sentences(tmp_path, name, content):
    (tmp_path / name).write_text(content, "utf-8")
    whole = sentences(tmp_path / name)
    assert len(list(blocks(corpus_files([tmp_path / name]), 60))) > 1
    assert sentences(tmp_path / name, size=60) == whole


def test_other_xml_in_a_folder_is_no_corpus(tmp_path):
    (tmp_path / "notes.xml").write_text("<notes><text>no</text></notes>")
    with pytest.raises(BadInputError, match="nor XML of the BNC or ukWaC"):
        corpus_files([tmp_path])


def test_a_line_with_other_columns_is_named(tmp_path):
    (tmp_path / "u.xml").write_text(UKWAC.replace("old\tJJ\told", "old\tJJ"))
    with pytest.raises(
        BadInputError, match=r"u\.xml: line 15 has 2 columns, a word has 3 \(or 6\)"
    ):
        sentences(tmp_path)


def test_spaces_are_counted_by_the_corpus_own_lemmas_and_tags(tmp_path):
    pytest.importorskip("scipy")
    (tmp_path / "A00.xml").write_text(BNC, "utf-8")
    counts = tmp_path / "counts"
    command = ["space", "count", str(tmp_path / "A00.xml"), "--out", str(counts), "--least", "1"]
    assert main([*command, "--bigrams", "an,vo", "--bigram-least", "1"]) == 0
    words = set((counts / "words" / "rows.txt").read_text().split())
    assert {"factsheet.n", "write.v", "long.a", "letter.n", "have.x"} <= words
    bigrams = (counts / "bigrams" / "rows.txt").read_text().splitlines()
    assert sorted(bigrams) == ["an:long.a letter.n", "vo:write.v letter.n"]


def test_distant_supervision_takes_sentences_from_ukwac(tmp_path):
    (tmp_path / "u.xml").write_text(UKWAC)
    command = ["distant", "make", str(tmp_path / "u.xml"), "--out", str(tmp_path / "data")]
    assert main([*command, "--format", "jsonl"]) == 0
    (shard,) = (tmp_path / "data").glob("*.jsonl")
    sources = [json.loads(line)["source"] for line in shard.read_text().splitlines()]
    assert sources == ["They haven't written long letters.", "Blooper's (old) home"]
