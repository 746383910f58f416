"""The default improver on whole texts: the share of words marked, and changes that last."""

import io
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from motjuste.check import Checker, Settings
from motjuste.cli import main
from motjuste.systems.default import Default
from motjuste.text.segmentation import sentences

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXTS = ["learner.txt", "news.txt", "story.txt", "mail.txt"]


@pytest.fixture(scope="module")
def system():
    return Default(glosses=0)


def text_of(name):
    return (EXAMPLES / name).read_text("utf-8")


def marked(findings):
    return sum(len(finding.text.split()) for finding in findings)


@pytest.mark.parametrize("name", TEXTS)
def test_the_share_of_words_marked_is_the_one_asked_for(system, name):
    shares = []
    for share in (0.02, 0.06, 0.15, 0.33):
        checker = Checker(replace(system, sensitivity=share), Settings())
        shares.append(marked(checker.findings(text_of(name))) / checker.words_read)
        assert shares[-1] == pytest.approx(share, abs=0.03)
    assert shares == sorted(shares)
    assert shares[0] < 0.03
    assert shares[-1] > 0.3


def test_sentences_one_by_one_have_that_share_together(system):
    spans = [(name, span) for name in TEXTS[:2] for span in sentences(text_of(name))]
    parts = [text_of(name)[span.start : span.end] for name, span in spans]
    words = sum(len(part.split()) for part in parts)
    for share in (0.06, 0.3):
        marked = zip(parts, replace(system, sensitivity=share).improve(parts), strict=True)
        count = sum(len(t[i.start : i.end].split()) for t, some in marked for i in some)
        assert count / words == pytest.approx(share, abs=0.03)


def test_a_text_is_marked_alike_whatever_else_is_asked_for(system):
    system = replace(system, sensitivity=0.12)
    parts = text_of("news.txt").split("\n\n")
    alone = [Default(glosses=0, sensitivity=0.12).improve([part])[0] for part in parts]
    assert system.improve(parts) == alone
    assert system.improve(parts[::-1]) == alone[::-1]


def test_applying_a_second_time_changes_nothing(tmp_path, capsys):
    path = tmp_path / "essay.md"
    path.write_text(text_of("essay.md"), encoding="utf-8")
    assert main(["check", str(path), "--apply", "--no-config"]) == 0
    once = path.read_text("utf-8")
    assert once != text_of("essay.md")
    assert main(["check", str(path), "--apply", "--no-config"]) == 0
    assert path.read_text("utf-8") == once
    capsys.readouterr()


def test_a_diff_is_what_apply_does(monkeypatch, capsys):
    text = "He did a mistake in the strong rain, and we discussed about it.\n"

    def changed(*options):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert main(["check", "-", "--no-config", *options]) == 0
        return capsys.readouterr().out

    new = changed("--apply")
    assert new != text
    assert f"+{new}" in changed("--diff")
