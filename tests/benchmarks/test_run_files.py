import gzip
import json
import warnings
from pathlib import Path

import pytest

from motjuste.benchmarks import read_benchmark, read_run, read_runs, sws, tsar2022
from motjuste.benchmarks.benchmark import Benchmark, Context, Item, voted
from motjuste.benchmarks.run import Guess, MarkedSentence, MarkedSpan, Run
from motjuste.benchmarks.run_files import write_sws
from motjuste.errors import BadInputError, BadInputWarning
from motjuste.text import Target


def benchmark(*ids: str, extra=None) -> Benchmark:
    items = tuple(
        Item(name, name, Target("so glad", 3, 7, "ADJ", "glad"), (voted("happy", 1),), extra or {})
        for name in ids
    )
    return Benchmark("b", "plain", {name: Context("so glad") for name in ids}, items)


GLAD = benchmark("glad.a 1", "glad.a 2")


def put(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def texts(run, item: str) -> list[str]:
    return [guess.text for guess in run.answers[item]]


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.best", "glad.a 1 :: happy;merry\n", "best"),
        ("a.oot", "glad.a 1 ::: happy;merry\n", "oot"),
        ("a.mw", "glad.a 1 :: happy;merry\n", "mw"),
        ("a.mw", "glad.a 1 ::happy;merry\n", "mw"),
        ("a.txt", "glad.a 1 :: happy;merry\n", "best"),
        ("a.txt", "\ufeffglad.a 1 ::: happy;merry\r\n", "oot"),
    ],
)
def test_the_form_of_a_semeval_file_is_told_by_name_else_by_separator(tmp_path, name, text, form):
    run = read_run(put(tmp_path / name, text), GLAD)
    assert (run.form, run.system) == (form, "a")
    assert texts(run, "glad.a 1") == ["happy", "merry"]


def test_a_given_form_goes_before_the_name(tmp_path: Path):
    path = put(tmp_path / "a.best", "glad.a 1 :: happy\n")
    assert read_run(path, GLAD, "mw").form == "mw"


def test_guesses_are_not_trimmed_and_come_best_first(tmp_path: Path):
    path = put(tmp_path / "a.best", "glad.a 1 ::  happy; merry ;;Glad\nglad.a 2 :: \n")
    run = read_run(path, GLAD)
    # The empty guess counts, as in the task's own program.
    assert texts(run, "glad.a 1") == [" happy", " merry ", "", "Glad"]
    scores = [guess.score for guess in run.answers["glad.a 1"]]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == 4
    assert run.answers["glad.a 2"] == ()


def test_of_repeated_answers_the_first_counts_with_a_warning(tmp_path: Path):
    path = put(tmp_path / "a.best", "glad.a 1 :: happy\nglad.a 1 :: merry\n")
    with pytest.warns(BadInputWarning, match=r"1 answers .*glad.a 1"):
        run = read_run(path, GLAD)
    assert texts(run, "glad.a 1") == ["happy"]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.best", "glad.a 1 :: happy\n\nglad.a happy\n", "line 3 is not an answer"),
        ("a.oot", "glad.a ::: happy\n", "line 1 is not an answer"),
        ("a.best", "", "holds no answers"),
        ("gold", "glad.a 1 :: happy 3;merry 1;\n", "gold file with counts, not a run"),
        ("b.xml", "<corpus/>", "is a benchmark, not a run"),
        ("b.csv", "target word,Sentence,acc_subs\n", "is a benchmark, not a run"),
        ("b.json", '{"s": {"sentence": "", "sentence_split": []}}', "is a benchmark, not a run"),
        ("b.json", '{"contexts": {}, "substitutes": {}}', "is a benchmark, not a run"),
        ("b.json", '{"contexts": {}, "targets": {}}', "is a benchmark, not a run"),
        ("r.json", "{}", "is not a run"),
        ("r.json", '{"a": [1]}', "is not a run"),
        ("r.json", '{"a": ', "is not JSON"),
        ("r.txt", "", "is not a run of any known form"),
        ("r.txt", "some words", "is not a run of any known form"),
    ],
)
def test_what_is_no_run_is_one_clear_line(tmp_path: Path, name: str, text: str, message: str):
    with pytest.raises(BadInputError, match=message) as caught:
        read_run(put(tmp_path / name, text), GLAD)
    assert "\n" not in str(caught.value)


def test_a_truncated_gzip_is_one_clear_line(tmp_path: Path):
    path = tmp_path / "r.json.gz"
    path.write_bytes(gzip.compress(b'{"substitutes": {}}' * 50)[:-12])
    with pytest.raises(BadInputError, match="damaged or cut short"):
        read_run(path, GLAD)


def test_swords_runs_are_told_by_their_content(tmp_path: Path):
    path = put(tmp_path / "r.json", '{"substitutes": {"glad.a 1": [["happy", 0.5]]}}')
    run = read_run(path, GLAD)
    assert (run.form, run.answers) == ("swords", {"glad.a 1": (Guess("happy", 0.5),)})


def predictions(spans, words=("so", "glad")):
    return {"s": {"input_words": list(words), "substitute_topk": spans}}


def test_sws_predictions_are_spans_of_tokens_with_suggestions(tmp_path: Path):
    spans = [[["glad", 1, 2], ["happy", "merry"]], [["so", 0, 1], []]]
    run = read_run(put(tmp_path / "r.json", json.dumps(predictions(spans))), GLAD)
    assert run.form == "sws"
    marked = (MarkedSpan(1, 2, ("happy", "merry")), MarkedSpan(0, 1, ()))
    assert run.answers == {"s": MarkedSentence(2, marked)}


@pytest.mark.parametrize("tokens", [{}, {"input_words": "so glad"}])
def test_sws_predictions_without_tokens_mark_the_benchmarks_own(tmp_path: Path, tokens):
    # The authors' BERT (s_p, s_v) writes no input_words, their rules the sentence as one string.
    sentence = {"sentence": "so glad", "sentence_split": ["so", "glad"], "substitutes": []}
    benchmark = read_benchmark(f"sws:{put(tmp_path / 'gold.json', json.dumps({'s': sentence}))}")
    answer = {"s": {**tokens, "substitute_topk": [[["glad", 1, 2], ["happy", "none"]]]}}
    run = read_run(put(tmp_path / "r.json", json.dumps(answer)), benchmark)
    assert run.answers == {"s": MarkedSentence(2, (MarkedSpan(1, 2, ("happy", "none")),))}


def test_runs_of_one_system_are_named_by_their_files(tmp_path: Path):
    text = '{"substitutes": {"glad.a 1": [["happy", 0.5]]}, "extra": {"system": "stored"}}'
    paths = [put(tmp_path / f"{name}.lsr.json", text) for name in ("gpt3", "wordtune")]
    other = put(tmp_path / "x.json", '{"substitutes": {"glad.a 1": []}}')
    assert [run.system for run in read_runs(paths[:1], GLAD)] == ["stored"]
    assert [run.system for run in read_runs([*paths, other], GLAD)] == ["gpt3", "wordtune", "x"]


def test_json_under_a_name_of_semevals_is_read_as_json(tmp_path: Path):
    path = put(tmp_path / "r.oot", '{"substitutes": {"glad.a 1": [["happy", 0.5]]}}')
    assert read_run(path, GLAD).form == "swords"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (predictions([[["glad", 1, 3], []]]), "from 1 to 3 is not a span of its 2 tokens"),
        (predictions([[["glad", "1", 2], []]]), "from '1' to 2"),
        (predictions([[["glad", True, 2], []]]), "from True to 2"),
        (predictions([[["glad", 1, 2], "happy"]]), "'happy' is not a list of suggestions"),
        (predictions([[["glad", 1, 2], [3]]]), r"\[3\] is not a list of suggestions"),
        (predictions([["glad", 1, 2]]), r"is not \[\[word, start, end\]"),
        (predictions({}), "substitute_topk not a list"),
        (predictions([], [1]), "input_words is not a list of tokens"),
        ({"s": {"input_words": []}}, "sentence s: needs input_words and substitute_topk"),
    ],
)
def test_sws_predictions_are_checked(tmp_path: Path, document, message: str):
    with pytest.raises(BadInputError, match=message):
        read_run(put(tmp_path / "r.json", json.dumps(document)), GLAD)


def test_tsar_rows_are_matched_by_sentence_and_target_in_order(tmp_path: Path):
    gold = "A novice novice .\tnovice\tx\nA novice novice .\tnovice\ty\nOther word .\tword\tz\n"
    items = tsar2022.read(put(tmp_path / "gold.tsv", gold))
    out = (
        "Other word .\tword\n"
        "A novice novice .\tnovice\tbeginner\tlearner\n"
        "A novice novice .\tnovice\tnewcomer\n"
        "Unknown .\tUnknown\tstranger\n"
    )
    run = read_run(put(tmp_path / "system.tsv", out), items)
    assert (run.form, run.system) == ("tsar2022", "system")
    assert texts(run, "1") == ["beginner", "learner"]
    assert texts(run, "2") == ["newcomer"]
    assert texts(run, "3") == []
    assert texts(run, "line 4") == ["stranger"]


PROLEX = benchmark("1", "2", extra={"target word": "glad"})


def test_prolex_rows_are_matched_by_order(tmp_path: Path):
    path = put(tmp_path / "r.csv", 'n,Substitutes\n1,"happy, merry"\n2,\n')
    run = read_run(path, PROLEX)
    assert run.form == "prolex"
    assert (texts(run, "1"), texts(run, "2")) == (["happy", "merry"], [])


def test_prolex_rows_that_name_sentence_and_target_are_matched_by_them(tmp_path: Path):
    text = "target word,Sentence,Substitutes\nbad,so **bad**,evil\nglad,so **glad**,happy\n"
    run = read_run(put(tmp_path / "r.csv", text), PROLEX)
    assert texts(run, "1") == ["happy"]
    assert texts(run, "line 2") == ["evil"]


def test_prolex_rows_that_cannot_be_matched_are_an_error(tmp_path: Path):
    with pytest.raises(BadInputError, match="has 1 rows for 2 items"):
        read_run(put(tmp_path / "r.csv", "Substitutes\nhappy\n"), PROLEX)


def test_sws_predictions_are_read_back_as_written(tmp_path: Path):
    document = {"s": {"sentence": "so glad", "sentence_split": ["so", "glad"], "substitutes": []}}
    gold = sws.read(put(tmp_path / "gold.json", json.dumps(document)))
    marked = MarkedSentence(2, (MarkedSpan(0, 2, ("happy", "très gai")),))
    write_sws(Run("x", "sws", {"s": marked}), gold, tmp_path / "x.json")
    assert read_run(tmp_path / "x.json", gold).answers == {"s": marked}
    entry = json.loads((tmp_path / "x.json").read_text())["s"]
    assert entry["substitute_topk"][0][0] == ["so glad", 0, 2]


@pytest.mark.parametrize(
    ("folder", "name", "files"),
    [
        ("swords_dev", "swords:{data}/swords/swords-v1.1_dev.json.gz", 5),
        ("semeval2007_trial", "semeval2007:{data}/semeval2007#trial", 9),
        ("sws_validation", "sws:{data}/sws/sws_validation.json", 2),
    ],
)
def test_all_reference_outputs_are_read(data: Path, reference: Path, folder, name, files):
    gold = read_benchmark(name.format(data=data))
    others = {"expected.json", "multiword.gold"}
    paths = [path for path in sorted((reference / folder).iterdir()) if path.name not in others]
    assert len(paths) == files
    known = set(gold.contexts) | {item.id for item in gold.items}
    for path in paths:
        with warnings.catch_warnings():
            # The multiword file repeats answers, on purpose.
            warnings.simplefilter("ignore" if path.suffix == ".mw" else "error", BadInputWarning)
            run = read_run(path, gold)
        assert run.answers
        assert path.suffix == ".mw" or any(name in known for name in run.answers)


@pytest.mark.parametrize("name", ["run.json", "run.lsr.json"])
def test_a_run_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    path, seen = tmp_path / name, []
    path.write_text('{"substitutes": {"1": [["glad", 1.0]]}}')
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: seen.append(file) or read(file))
    assert read_run(path, Benchmark("none", "swords", {}, ())).answers
    assert seen == [path]
