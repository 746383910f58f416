"""A corpus of every format and packing, as blocks and as texts; what is none is one clear line."""

import bz2
import gzip
import json
import lzma

import pytest

from motjuste.engine.corpus import blocks, corpus_files, corpus_size
from motjuste.engine.texts import texts
from motjuste.errors import BadInputError

WIKI = """\
<doc id="12" url="https://en.wikipedia.org/wiki?curid=12" title="Anarchism">
Anarchism

Anarchism is a political philosophy &amp; a movement.
It is sceptical of authority.

</doc>
<doc id="25" url="https://en.wikipedia.org/wiki?curid=25" title="Autism">
Autism

Autism is a condition.
</doc>
"""
PARAGRAPHS = [
    "Anarchism is a political philosophy & a movement.",
    "It is sceptical of authority.",
    "Autism is a condition.",
]
ARTICLES = [
    {
        "id": "12",
        "url": "u",
        "title": "Anarchism",
        "text": "\n".join(["Anarchism", *PARAGRAPHS[:2]]),
    },
    {"id": "25", "url": "u", "title": "Autism", "text": f"Autism\n\n{PARAGRAPHS[2]}"},
]
PACKED = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}


def texts_in(*paths, field="text", size=1 << 20):
    files = corpus_files(paths)
    return [text for block in blocks(files, size) for text in texts(block, field)]


@pytest.mark.parametrize("packing", PACKED)
def test_what_wikiextractor_writes_is_its_paragraphs_in_either_format(tmp_path, packing):
    lines = "".join(json.dumps(article) + "\n" for article in ARTICLES)
    for number, content in enumerate((WIKI, lines)):
        folder = tmp_path / str(number) / "AA"
        folder.mkdir(parents=True)
        (folder / f"wiki_00{packing}").write_bytes(PACKED[packing](content.encode()))
        assert texts_in(tmp_path / str(number)) == PARAGRAPHS


@pytest.mark.parametrize("packing", PACKED)
def test_plain_text_and_json_lines_are_read_however_they_are_packed(tmp_path, packing):
    content = "One two.\n\nThree four."
    (tmp_path / f"a.txt{packing}").write_bytes(PACKED[packing](content.encode()))
    rows = '{"body": "Five."}\n\n{"body": "Six.\\nSeven."}\n'
    (tmp_path / f"b.jsonl{packing}").write_bytes(PACKED[packing](rows.encode()))
    (tmp_path / "notes.md").write_text("No part of it.")
    assert texts_in(tmp_path, field="body") == [content, "Five.", "Six.\nSeven."]


def test_an_article_that_is_cut_by_the_end_of_a_block_keeps_all_its_paragraphs(tmp_path):
    (tmp_path / "wiki_07").write_text(WIKI, "utf-8")
    files = corpus_files([tmp_path / "wiki_07"])
    for size in (20, 90, 130, 300):
        corpus_blocks = list(blocks(files, size))
        assert b"".join(block.content for block in corpus_blocks) == WIKI.encode()
        paragraphs = [text for block in corpus_blocks for text in texts(block)]
        # A title at the beginning of a block looks like a paragraph; nothing else may differ.
        assert [text for text in paragraphs if text not in ("Anarchism", "Autism")] == PARAGRAPHS
    assert len(list(blocks(files, 90))) > 3


@pytest.mark.parametrize("packing", PACKED)
def test_a_block_knows_how_much_of_the_files_was_read(tmp_path, packing):
    for name in "ab":
        lines = "".join(f"{name} {number:x}\n" for number in range(20_000))
        (tmp_path / f"{name}.txt{packing}").write_bytes(PACKED[packing](lines.encode()))
    files = corpus_files([tmp_path])
    read = [block.read for block in blocks(files, 10_000)]
    assert read == sorted(read)
    assert read[-1] == corpus_size(files)
    assert read[len(read) // 2 - 1] >= files[0].size


def test_a_line_longer_than_a_block_is_a_block_and_the_others_are_their_own(tmp_path):
    rows = [{"text": "long " * 100}, *({"text": f"short {number}"} for number in range(50))]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert texts_in(tmp_path, size=100) == [row["text"] for row in rows]
    assert len(list(blocks(corpus_files([tmp_path]), 100))) > 10


BAD = {
    "cut.txt.gz": (gzip.compress(b"abc " * 1000)[:30], "is damaged or cut short"),
    "no.bz2": (b"abc", "is not compressed as its name says"),
    "no.xz": (b"abc", "is not compressed as its name says"),
    "no.jsonl": (b'{"text": "a"}\n{"text"\n', "line 2 is not JSON"),
    "deep.jsonl": (b"[" * 100_000, "line 1 is not JSON"),
    "other.jsonl": (b'{"body": "a"}\n', "line 1 has no text under 'text'"),
    "a.conllu": (b"1\ta\ta\tX\n", "is not running text"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_text_is_one_clear_line(tmp_path, name):
    content, message = BAD[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInputError, match=message):
        texts_in(tmp_path / name)
