"""What the checker tells people who write rules."""

import pytest

from motjuste.rules.__main__ import main


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("zap.v > flan.n\tzop\t\tI {zap|zop} a dog.\tI zap.", "does not fire"),
        ("zap.v > flan.n\tzop\t\tI {zap|zip} a flan.\tI zap.", "wrong text after the edit"),
        ("zap.v > flan.n\tzop\t\tI {zap|zop} a flan.\tYou zap a flan.", "fires in the quiet"),
        ("zap.v > flan.n\tzop\t\tI zap a flan.\tI zap.", "needs {wrong|right}"),
        ("zap.v > flan.n\tzop\tI {zap|zop} a flan.\tI zap.", "4 columns"),
        ("zap.v > flan.n\tzop|\t\tI {zap|zop} a flan.\tI zap.", "is empty"),
        ("zap.v > the\tzop\t\tI {zap|zop} a flan.\tI zap.", "part of speech"),
        ("zap.v > flan.n\tzop\t\tI {zap|zop} a flan.\tI zap.\tmaybe", "unknown flag 'maybe'"),
        ("#! kind: rude", "unknown kind 'rude'"),
        ("#! colour: red", "unknown header 'colour'"),
        ("flub a grob\tx\t\tI {flub a grob|x}.\tI flub.", "same pattern stands in rows.tsv:3"),
        ("do.v > mistake.n\tmake\t\tI {did|made} a mistake.\tI did it.", "another file has this"),
    ],
)
def test_a_bad_row_gets_one_line_that_says_what_is_wrong(tmp_path, capsys, row, message):
    path = tmp_path / "rows.tsv"
    good = "[flub a] grob\tflub the\t\tWe {flub a|flub the} grob.\tWe flub the grob."
    path.write_text(f"#! kind: pattern\n# A comment.\n{good}\n{row}\n", "utf-8")
    assert main([str(path)]) == 1
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("rows.tsv:4: ")
    assert message in first
    assert last.endswith("1 problems")


def test_a_sentence_can_be_tried(capsys):
    assert main(["--try", "I did a mistake."]) == 0
    assert "I made a mistake." in capsys.readouterr().out


def test_matches_in_a_text_are_counted_per_thousand_words(tmp_path, capsys):
    path = tmp_path / "text.txt"
    path.write_text("I did a mistake. " + "All is well. " * 32, "utf-8")
    assert main(["--on", str(path)]) == 0
    assert "1 matches in 100 words: 10.00 per 1000" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_named_in_one_line(capsys):
    assert main(["nowhere.tsv"]) == 2
    assert "nowhere.tsv" in capsys.readouterr().err
