"""The user's own thesauri: every format, compressed or not, and what is wrong with a bad one."""

import bz2
import gzip
import lzma

import pytest

from motjuste.errors import BadInputError
from motjuste.lexicon.thesauri import read_thesaurus

MOBY = "happy,glad,in good spirits\nbig,large,happy\n"
MYTHES = """UTF-8
happy|2
(adj)|glad|cheerful (similar term)|sad (antonym)
(adj)|felicitous
bank|2
(noun)|depository
(verb)|tilt
"""
PPDB2 = (
    "[JJ] ||| happy ||| glad ||| PPDB2.0Score=4.5 PPDB1.0Score=-3.1 ||| 0-0 ||| Equivalence\n"
    "[JJ] ||| happy ||| pleased ||| PPDB2.0Score=5.25 p(e|f)=1.0 ||| 0-0 ||| Equivalence\n"
    "[JJ] ||| happy ||| sad ||| PPDB2.0Score=3.0 ||| 0-0 ||| Exclusion\n"
    "[VP] ||| give up ||| quit ||| PPDB2.0Score=3.5 ||| 0-0 1-0 ||| OtherRelated\n"
)
PPDB1 = "[NN] ||| car ||| automobile ||| Abstract=0 p(e|f)=1.5 p(f|e)=2.5 ||| 0-0\n"
JSON_LISTS = '{"happy": ["glad", "in good spirits"]}'
JSON_PARTS = '{\n"bank": {"noun": ["depository"], "VERB": ["tilt"]}\n}'

# The shape in which Smart Word Suggestions' authors keep Merriam-Webster's thesaurus.
JSON_SENSES = """{"stay": [
    {"sense": "to remain", "pos": "verb", "Synonyms for": ["abide (by)"], "Antonyms for": ["go"]},
    {"sense": "a rope", "pos": "plural noun (nautical)", "Synonyms for": ["ropes"]},
    {"sense": "as a call", "pos": "interjection", "Synonyms for": ["halt"]}
]}"""


@pytest.fixture
def read(tmp_path):
    def reader(content, name="mine.txt", **options):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_thesaurus(path, **options)

    return reader


def rows(thesaurus, word):
    return [(listed.word, listed.pos) for listed in thesaurus.lookup(word)]


@pytest.mark.parametrize(
    ("content", "word", "expected"),
    [
        (JSON_SENSES, "stay", [("abide", "VERB"), ("abide by", "VERB"), ("ropes", "NOUN")]),
        (MOBY, "happy", [("glad", None), ("in good spirits", None)]),
        (MYTHES, "happy", [("glad", "ADJ"), ("cheerful", "ADJ"), ("felicitous", "ADJ")]),
        (MYTHES, "bank", [("depository", "NOUN"), ("tilt", "VERB")]),
        (PPDB2, "happy", [("pleased", "ADJ"), ("glad", "ADJ")]),
        (PPDB2, "give up", [("quit", "VERB")]),
        (PPDB1, "car", [("automobile", "NOUN")]),
        (JSON_LISTS, "happy", [("glad", None), ("in good spirits", None)]),
        (JSON_PARTS, "bank", [("depository", "NOUN"), ("tilt", "VERB")]),
    ],
)
def test_every_format_is_recognised_and_read(read, content, word, expected):
    assert rows(read(content), word) == expected


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_files_are_read_whatever_their_name(read, pack):
    assert rows(read(pack(MOBY.encode())), "big") == [("large", None), ("happy", None)]


def test_scores_of_ppdb_are_kept(read):
    assert [x.score for x in read(PPDB2).lookup("happy")] == [5.25, 4.5]
    # PPDB 1.0 gives negative logarithms: (1.5 + 2.5) / 2, and more is worse.
    assert read(PPDB1).lookup("car")[0].score == -2.0


def test_a_mythes_index_leads_to_its_data_in_the_encoding_it_names(tmp_path):
    (tmp_path / "th.idx").write_text("ISO8859-1\n1\nnaïve|10\n", "latin-1")
    (tmp_path / "th.dat").write_text("ISO8859-1\nnaïve|1\n(adj)|naïf\n", "latin-1")
    assert rows(read_thesaurus(tmp_path / "th.idx"), "naïve") == [("naïf", "ADJ")]


def test_a_word_is_found_however_it_is_written(read):
    thesaurus = read("Well-known,famous\n")
    assert rows(thesaurus, "well known") == rows(thesaurus, "WELL-KNOWN") == [("famous", None)]


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(read):
    assert rows(read(b"\xef\xbb\xbfhappy,glad\r\n"), "happy") == [("glad", None)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("happy,glad\nlonely\n", "line 2 is not 'root,synonym"),
        ("happy", "line 1 is of no known format"),
        ("UTF-8\nhappy|x\n", "line 2 is not 'word.number of meanings'"),
        ("UTF-8\nhappy|2\n(adj)|glad\n", "line 3 is not a meaning"),
        ("[JJ] ||| a ||| b ||| x=1\nnonsense\n", "line 2 is not"),
        ("[JJ] ||| a ||| b ||| PPDB2.0Score=x\n", "line 1 has a score"),
        ('{"a": ["b"],\n\nx}', "line 3"),
        ('{"a": {"pronoun": ["b"]}}', "unknown part of speech 'pronoun'"),
        ('{"a": "b"}', "under 'a' there is no list"),
        ('{"a": [1]}', "under 'a' there is no list"),
        ('{"a": []}', "lists no word"),
        (b"happy,glad\nsad,\xff\n", "not UTF-8"),
        (gzip.compress(MOBY.encode(), mtime=0)[:-9], "damaged or cut short"),
        ('{"a":' * 100_000, "JSON"),
    ],
)
def test_a_bad_file_is_named_with_the_line_that_is_wrong(read, content, message):
    with pytest.raises(BadInputError, match=message) as caught:
        read(content)
    assert "mine.txt" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_format_a_folder_and_a_missing_file_are_named(read, tmp_path):
    with pytest.raises(BadInputError, match="unknown format 'roget'"):
        read(MOBY, form="roget")
    with pytest.raises(BadInputError, match="is a folder"):
        read_thesaurus(tmp_path)
    with pytest.raises(BadInputError, match="no such file"):
        read_thesaurus(tmp_path / "none")
