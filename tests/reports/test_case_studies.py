"""A page of cases from any runs: targets, what people said, and what each run said."""

import json

from motjuste.benchmarks.swords import write
from motjuste.cli import main
from small import benchmark, item, labels

SENTENCE = "I cannot help knowing events ."
GOLD = {
    "7": {
        "sentence": SENTENCE,
        "sentence_split": SENTENCE.split(),
        "substitutes": [
            [[3, 4], {"learning": 3, "discovering": 1}, 1],
            [[1, 2], {"can not": 2}, 2],
        ],
    }
}


def marked(*spans):
    return {"7": {"input_words": SENTENCE.split(), "substitute_topk": list(spans)}}


def written(folder, gold, runs, *options):
    (folder / "gold.json").write_text(json.dumps(gold))
    paths = []
    for name, run in runs.items():
        (folder / name).write_text(json.dumps(run))
        paths.append(str(folder / name))
    out = folder / "cases.md"
    command = ["reproduce", "cases", *paths, "-b", f"sws:{folder / 'gold.json'}", "--out", str(out)]
    code = main([*command, *options])
    return code, out.read_text() if out.exists() else ""


def test_cases_of_sws_say_what_was_not_detected_and_mark_what_people_gave(tmp_path):
    runs = {
        "bert.json": marked([["knowing", 3, 4], ["understanding", "learning"]]),
        "rules.json": marked([["knowing", 3, 4], ["learning"]]),
    }
    code, page = written(tmp_path, GOLD, runs)
    assert code == 0
    # The runs differ on `knowing` alone: BERT's first word is not among people's.
    assert "## 7:3-4\n\nI cannot help **knowing** events .\n" in page
    assert "- people: learning 3, discovering 1\n" in page
    assert "- bert: understanding, **learning**\n" in page
    assert "- rules: **learning**\n" in page
    assert "## 7:1-2" not in page


def test_named_targets_are_shown_whether_or_not_runs_differ(tmp_path, capsys):
    runs = {"bert.json": marked([["knowing", 3, 4], ["learning"]])}
    assert "- bert: not detected\n" in written(tmp_path, GOLD, runs, "--items", "7:1-2")[1]
    assert written(tmp_path, GOLD, runs, "--items", "9")[0] == 2
    assert "has no target '9'" in capsys.readouterr().err


def test_cases_of_substitution_show_the_first_words_of_each_run(tmp_path):
    path = tmp_path / "gold.json.gz"
    write(benchmark(item("1", "car", {"auto": labels(3, 1), "train": labels(0, 4)})), path)
    for name, words in (("a", ["train", "auto"]), ("b", ["auto"])):
        answers = {"1": [[word, -rank] for rank, word in enumerate(words)]}
        document = {"substitutes": answers, "substitutes_lemmatized": True}
        (tmp_path / f"{name}.lsr.json").write_text(json.dumps(document))
    runs = [str(tmp_path / "a.lsr.json"), str(tmp_path / "b.lsr.json")]
    out = tmp_path / "cases.md"
    assert main(["reproduce", "cases", *runs, "-b", f"swords:{path}", "--out", str(out)]) == 0
    page = out.read_text()
    assert "- people: auto 3\n" in page
    assert "- a: train, **auto**\n" in page
    assert "- b: **auto**\n" in page
