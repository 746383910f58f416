"""Counting: the same numbers as by plain loops, with any workers, compression and interruption."""

import bz2
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from corpora import cells, loops, sentences_of, write_corpus

from motjuste.engine import Backend, Block, blocks, corpus_files, open_worker_pool
from motjuste.errors import BadInputError
from motjuste.spaces import counting
from motjuste.spaces.analysis import Analyser
from motjuste.spaces.conllu import read_conllu
from motjuste.spaces.counting import Settings, count
from motjuste.spaces.sorted_runs import merge_cells, run_path, runs
from motjuste.spaces.vocabulary import VocabularyChoice, choose_bigrams, choose_words

pytest.importorskip("scipy")

WORDS = Settings(unit="word", choice=VocabularyChoice(least=1), block=2000)
LEMMAS = Settings(
    unit="lemma.pos",
    bigrams=("an", "vo", "vs"),
    choice=VocabularyChoice(least=1, bigram_least=1),
    block=3000,
)


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_words_are_counted_as_plain_loops_count_them(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt")
    space = count(corpus_files([corpus]), tmp_path / "out", WORDS)["words"]
    assert cells(space) == loops(sentences_of(corpus), 3)
    frequencies = Counter(word for words in sentences_of(corpus) for word in words)
    assert dict(zip(space.rows, space.frequencies.tolist(), strict=True)) == frequencies
    assert space.rows == sorted(space.rows, key=lambda word: (-frequencies[word], word))


@pytest.mark.parametrize("window", [1, 2, 5])
def test_a_window_is_as_wide_as_it_is_set(tmp_path, window):
    corpus = write_corpus(tmp_path / "a.txt", 40)
    settings = Settings(unit="word", window=window, choice=VocabularyChoice(least=1))
    space = count(corpus_files([corpus]), tmp_path / "out", settings)["words"]
    assert cells(space) == loops(sentences_of(corpus), window)


def test_a_word_outside_the_vocabulary_keeps_its_place(tmp_path):
    (tmp_path / "a.txt").write_text("Red far far blue. Red far blue far green.", "utf-8")
    settings = Settings(
        unit="word", window=2, choice=VocabularyChoice(("red", "blue", "green"), most=3)
    )
    space = count(corpus_files([tmp_path / "a.txt"]), tmp_path / "out", settings)["words"]
    # Three words apart in the first sentence; two in the second.
    pairs = {("red", "blue"): 1, ("blue", "green"): 1}
    assert cells(space) == Counter(pairs) + Counter({(b, a): n for (a, b), n in pairs.items()})


@pytest.mark.parametrize("settings", [WORDS, LEMMAS], ids=["words", "lemmas and bigrams"])
def test_counts_are_the_same_files_whatever_the_number_of_workers(tmp_path, settings):
    corpus = write_corpus(tmp_path / "a.txt", 700)
    for workers in (1, 3):
        count(corpus_files([corpus]), tmp_path / str(workers), settings, Backend(workers))
    assert files_below(tmp_path / "1") == files_below(tmp_path / "3")
    assert len(list(blocks(corpus_files([corpus]), settings.block))) > 16, "merging is in it"


def test_how_a_corpus_is_packed_and_parted_makes_no_difference(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 60)
    text = corpus.read_text("utf-8")
    folder = tmp_path / "corpus"
    folder.mkdir()
    parts = text.split("\n\n")
    (folder / "a.txt.gz").write_bytes(gzip.compress("\n\n".join(parts[:10]).encode()))
    (folder / "b.txt.bz2").write_bytes(bz2.compress("\n\n".join(parts[10:20]).encode()))
    (folder / "c.txt.xz").write_bytes(lzma.compress("\r\n\r\n".join(parts[20:30]).encode()))
    lines = "".join(json.dumps({"text": part}) + "\n" for part in parts[30:])
    (folder / "d.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    (folder / "notes.md").write_text("This is not part of it.")
    one = count(corpus_files([corpus]), tmp_path / "one", WORDS)["words"]
    two = count(corpus_files([folder]), tmp_path / "two", WORDS)["words"]
    assert cells(one) == cells(two)


def test_bigrams_are_counted_with_what_stands_around_both_words(tmp_path):
    (tmp_path / "a.txt").write_text(
        "The old dog sees the green house. The old dog sees the green house.", "utf-8"
    )
    spaces = count(corpus_files([tmp_path / "a.txt"]), tmp_path / "out", LEMMAS)
    counted = cells(spaces["bigrams"])
    rows = {
        row: {c: n for (r, c), n in counted.items() if r == row} for row in spaces["bigrams"].rows
    }
    assert rows["an:old.a dog.n"] == {"the.x": 4, "see.v": 2, "green.a": 2}
    # Within three places of `sees` or of `house`, the two themselves left out.
    assert rows["vo:see.v house.n"] == {"the.x": 4, "old.a": 2, "dog.n": 2, "green.a": 2}
    assert rows["vs:see.v dog.n"] == {"the.x": 4, "old.a": 2, "green.a": 2, "house.n": 2}
    assert spaces["bigrams"].frequencies.tolist() == [2, 2, 2, 2]


CONLLU = """\
# sent_id = 1
# text = Old dogs don't chase red fast cars
1\tOld\told\tADJ\tJJ\t_\t2\tamod\t_\t_
2\tdogs\tdog\tNOUN\tNNS\t_\t5\tnsubj\t_\t_
3-4\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
3\tdo\tdo\tAUX\tVBP\t_\t5\taux\t_\t_
4\tn't\tnot\tPART\tRB\t_\t5\tadvmod\t_\t_
5\tchase\tchase\tVERB\tVB\t_\t0\troot\t_\t_
6\tred\tred\tADJ\tJJ\t_\t8\tamod\t_\t_
7\tfast\tfast\tADJ\tJJ\t_\t8\tamod\t_\t_
8\tcars\tcar\tNOUN\tNNS\t_\t5\tobj\t_\t_
8.1\tcars\tcar\tNOUN\tNNS\t_\t_\t_\t_\t_
9\t.\t.\tPUNCT\t.\t_\t5\tpunct\t_\t_

"""


def test_bigrams_come_from_dependencies_where_there_are_some(tmp_path):
    (tmp_path / "a.conllu").write_text(CONLLU, "utf-8")
    spaces = count(corpus_files([tmp_path / "a.conllu"]), tmp_path / "out", LEMMAS)
    assert spaces["bigrams"].rows == [
        "an:fast.a car.n",
        "an:old.a dog.n",
        "an:red.a car.n",
        "vo:chase.v car.n",
        "vs:chase.v dog.n",
    ]
    assert spaces["words"].frequencies.sum() == 8


def test_conllu_that_is_none_is_reported_with_its_line(tmp_path):
    (tmp_path / "a.conllu").write_text(CONLLU + "1\tno\tmore\n", "utf-8")
    with pytest.raises(BadInputError, match=r"a\.conllu: line 15 has 3 columns"):
        count(corpus_files([tmp_path / "a.conllu"]), tmp_path / "out", LEMMAS)
    with pytest.raises(BadInputError, match="line 1: there is no word '7' for a head"):
        list(read_conllu("1\ta\ta\tX\tX\t_\t7\tdep\t_\t_\n"))


PATTERNS = {
    "She has often told old stories.": {"an:old.a story.n", "vo:tell.v story.n"},
    "The story was told.": set(),
    "The man in the garden slept.": set(),
    "The garden dog will not bark.": {"nn:garden.n dog.n", "vs:bark.v dog.n"},
    "The men with hats saw cats.": {"vo:see.v cat.n"},
}


@pytest.mark.parametrize("text", PATTERNS)
def test_patterns_find_what_is_near_and_leave_what_is_unsure(text):
    analysed = Analyser(bigrams=("an", "nn", "vo", "vs"))(Block(0, "", "text", 1, text.encode()))
    kinds = ("an", "nn", "vo", "vs")
    pairs = {
        f"{kinds[kind]}:{analysed.types[analysed.ids[a]]} {analysed.types[analysed.ids[b]]}"
        for kind, a, b in zip(analysed.kinds, analysed.predicates, analysed.nouns, strict=True)
    }
    assert pairs == PATTERNS[text]


KILLED = """
import sys
from pathlib import Path
from motjuste.engine import Backend, corpus_files
from motjuste.spaces.counting import Settings, count
from motjuste.spaces.vocabulary import VocabularyChoice

if __name__ == "__main__":
    settings = Settings(unit="lemma.pos", bigrams=("an", "vo", "vs"),
                        choice=VocabularyChoice(least=1, bigram_least=1), block=3000)
    count(corpus_files([Path(sys.argv[1])]), Path(sys.argv[2]), settings, Backend(int(sys.argv[3])))
"""


def started(script: Path, *arguments: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(script), *map(str, arguments)],
        start_new_session=True,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_a_count_that_is_killed_goes_on_where_it_was(tmp_path, workers):
    corpus = write_corpus(tmp_path / "a.txt", 900)
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    work = tmp_path / "killed" / "work"
    for stage in ("names", "words", "bigrams"):
        process, folder = started(script, corpus, tmp_path / "killed", workers), work / stage
        while process.poll() is None:
            if folder.exists() and len(list(folder.iterdir())) >= 12:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            time.sleep(0.001)
        assert process.returncode == -signal.SIGKILL, f"it was done before its {stage} were seen"
    resumed = count(corpus_files([corpus]), tmp_path / "killed", LEMMAS)
    whole = count(corpus_files([corpus]), tmp_path / "whole", LEMMAS)
    assert files_below(tmp_path / "killed") == files_below(tmp_path / "whole")
    assert cells(resumed["words"]) == cells(whole["words"])


def test_what_was_done_before_is_not_done_again(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 100)
    files, expected = corpus_files([corpus]), loops(sentences_of(corpus), 3)

    def stop_at_the_fourth_block(stage, done, total):
        if stage == "counting words" and done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(files, tmp_path / "out", WORDS, watch=stop_at_the_fourth_block)
    # Whoever read or counted anything again would miss these.
    corpus.unlink()
    for number in range(3):
        (tmp_path / "out" / "work" / "tokens" / f"{number:07}.npz").unlink()
    assert cells(count(files, tmp_path / "out", WORDS)["words"]) == expected


def test_a_merge_that_was_cut_off_before_cleaning_up_counts_once(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 400)
    files = corpus_files([corpus])
    job = counting.CountJob(files, tmp_path / "out", WORDS)
    job.begin()
    pool = open_worker_pool(counting.TaskWorker(job.work), Backend())
    total = job.analyse(pool, counting.no_watch)
    job.choose()
    real = counting.merge_group
    job.count_cells("words", total, pool, counting.no_watch)
    merged = run_path(job.work / "words", 1, 0)
    assert merged.exists()
    assert real is counting.merge_group
    # What the first run held is inside the merged one: put it back as if nobody had removed it.
    counting.count_block(job.work, WORDS, "words", 0)
    assert run_path(job.work / "words", 0, 0).exists()
    assert run_path(job.work / "words", 0, 0) not in runs(job.work / "words")
    assert cells(job.write("words", total)) == loops(sentences_of(corpus), 3)


def test_a_worker_that_does_not_see_the_folder_says_so(tmp_path):
    with pytest.raises(BadInputError, match="cannot be seen by a worker; choose an --out that all"):
        open_worker_pool(counting.TaskWorker(tmp_path / "work"), Backend())


def test_merging_in_small_pieces_gives_the_same(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 100)
    job = counting.CountJob(corpus_files([corpus]), tmp_path / "out", WORDS)
    job.begin()
    pool = open_worker_pool(counting.TaskWorker(job.work), Backend())
    total = job.analyse(pool, counting.no_watch)
    job.choose()
    job.count_cells("words", total, pool, counting.no_watch)
    paths = runs(job.work / "words")
    whole = [pair for keys, counts in merge_cells(paths) for pair in zip(keys, counts, strict=True)]
    pieces = list(merge_cells(paths, chunk=64))
    assert len(pieces) > 3
    assert whole == [pair for keys, counts in pieces for pair in zip(keys, counts, strict=True)]


def test_a_work_folder_of_another_count_is_refused(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 10)
    counting.CountJob(corpus_files([corpus]), tmp_path / "out", WORDS).begin()
    with pytest.raises(BadInputError, match="another corpus or with other settings"):
        count(corpus_files([corpus]), tmp_path / "out", LEMMAS)


def test_a_finished_count_is_not_counted_again(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 10)
    count(corpus_files([corpus]), tmp_path / "out", WORDS)
    with pytest.raises(BadInputError, match="holds a finished count"):
        count(corpus_files([corpus]), tmp_path / "out", WORDS)


BAD = {
    "empty.txt": (b" \n\n", "the corpus is empty"),
    "signs.txt": (b"... !!", "no word of the corpus"),
    "cut.txt.gz": (gzip.compress(b"abc " * 1000)[:30], "is damaged or cut short"),
    "no.txt.bz2": (b"abc", "is not compressed as its name says"),
    "no.txt.xz": (b"abc", "is not compressed as its name says"),
    "no.jsonl": (b'{"text": "a"}\n{"text"\n', "line 2 is not JSON"),
    "other.jsonl": (b'{"body": "a"}\n', "line 1 has no text under 'text'"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_corpus_is_one_clear_line(tmp_path, name):
    content, message = BAD[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadInputError, match=message):
        count(corpus_files([tmp_path / name]), tmp_path / "out", WORDS)


def test_a_line_of_an_old_encoding_is_read_as_such(tmp_path):
    (tmp_path / "a.txt").write_bytes("na\xefve \u201cone\u201d\n".encode() + b"caf\xe9\n")
    space = count(corpus_files([tmp_path / "a.txt"]), tmp_path / "out", WORDS)["words"]
    assert set(space.rows) == {"na\xefve", "one", "caf\xe9"}


def test_odd_characters_in_json_and_spaces_in_forms_do_no_harm(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "a\\ud800b one"}\n{"text": ""}\n')
    row = "1\t20 000\t20 000\tNUM\t_\t_\t0\troot\t_\t_\n"
    (tmp_path / "b.conllu").write_text(row)
    files = corpus_files([tmp_path / "a.jsonl", tmp_path / "b.conllu"])
    assert {"one", "20_000"} <= set(count(files, tmp_path / "out", WORDS)["words"].rows)


def test_a_second_count_in_the_same_place_has_its_own_vocabulary(tmp_path):
    for number, text in enumerate(("one two", "three four")):
        (tmp_path / "a.txt").write_text(text)
        space = count(corpus_files([tmp_path / "a.txt"]), tmp_path / "out", WORDS)["words"]
        assert cells(space) == Counter({tuple(text.split()): 1, tuple(text.split()[::-1]): 1})
        (tmp_path / "out").rename(tmp_path / str(number))


def test_files_that_are_not_there_are_named(tmp_path):
    with pytest.raises(BadInputError, match="there is no such file"):
        corpus_files([tmp_path / "no.txt"])
    with pytest.raises(BadInputError, match=r"holds no \.txt"):
        corpus_files([tmp_path])


def test_blocks_end_between_paragraphs_and_hold_all(tmp_path):
    corpus = write_corpus(tmp_path / "a.txt", 50)
    pieces = list(blocks(corpus_files([corpus]), 700))
    assert b"".join(block.content for block in pieces) == corpus.read_bytes()
    assert all(block.content.endswith(b"\n\n") for block in pieces[:-1])
    lines = corpus.read_text("utf-8").split("\n")
    assert all(lines[block.line - 1] == block.text().split("\n")[0] for block in pieces)


def test_listed_words_come_first_into_the_vocabulary():
    counted = [("a.n", 9), ("b.v", 7), ("c.n", 7), ("d.n", 1), ("e.x", 50)]
    choice = VocabularyChoice(("d.n", "missing.n"), most=3, least=2, pos=("n", "v"))
    assert choose_words(counted, choice) == [("a.n", 9), ("b.v", 7), ("d.n", 1)]


def test_of_each_predicate_the_commonest_nouns_are_kept():
    counted = [("an:big.a x.n", 3), ("an:big.a y.n", 9), ("an:big.a z.n", 5), ("vo:see.v x.n", 2)]
    words = ["big.a", "see.v", "x.n", "y.n", "z.n"]
    kept = list(choose_bigrams(counted, words, VocabularyChoice(bigram_most=2, bigram_least=2)))
    assert kept == [("an:big.a y.n", 9), ("an:big.a z.n", 5), ("vo:see.v x.n", 2)]
    assert list(choose_bigrams(counted, ["see.v", "x.n"], VocabularyChoice(bigram_least=3))) == []


def test_a_corpus_without_one_bigram_has_an_empty_space_of_them(tmp_path):
    (tmp_path / "a.txt").write_text("Yes. No. Yes and no.", "utf-8")
    spaces = count(corpus_files([tmp_path / "a.txt"]), tmp_path / "out", LEMMAS)
    assert spaces["bigrams"].shape[0] == 0
    assert spaces["words"].shape[0] == 3
