"""The page that compares runs, in a real browser: figures, items side by side, filters."""

import json
import re
import shutil
from urllib.parse import quote

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("playwright")

from browsing import PHONE, ROOT, faults, page, picture
from motjuste.benchmarks.swords import write
from serving import running
from small import benchmark, item, labels

MARKUP = "<b>bold</b>"
EXAMPLES = ROOT / "examples"
LETTERS = f"plain:{EXAMPLES / 'letters.csv'}"
P_AT_1 = re.compile(r"^P@1$")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    gold = folder.parent / "gold.json.gz"
    items = [
        item("1", "car", {"auto": labels(9, 1), "train": labels(1, 9), MARKUP: labels(0, 10)}),
        item("2", "dog", {"hound": labels(6, 4), "cat": labels(0, 10)}),
        item("3", "run", {"sprint": labels(8, 2), "walk": labels(2, 8)}, pos="VERB"),
    ]
    write(benchmark(*items), gold)
    answers = {"base": ("train", "cat", "sprint"), "new": ("auto", "hound", "sprint")}
    for name, words in answers.items():
        given = {str(place): [[word, 1.0], ["other", 0.5]] for place, word in enumerate(words, 1)}
        (folder / f"{name}.lsr.json").write_text(json.dumps({"substitutes": given}))
    for path in EXAMPLES.glob("*.lsr.json"):
        shutil.copy(path, folder)
    with running("--runs", str(folder), "-b", f"swords:{gold}", "-b", LETTERS) as running_server:
        yield running_server


@pytest.fixture
def compared(server, chromium):
    with page(chromium, server.address) as opened:
        opened.goto("/compare")
        choose(opened)
        yield opened


def choose(opened):
    opened.get_by_label("base.lsr.json", exact=True).check()
    opened.get_by_label("new.lsr.json", exact=True).check()
    opened.get_by_role("button", name="Compare").click()
    opened.locator(".item").first.wait_for()


def targets(opened):
    return opened.locator(".item .target").all_inner_texts()


def test_figures_stand_beside_the_baseline_with_intervals_and_differences(compared):
    assert compared.locator("thead th").all_inner_texts()[1:] == ["base\nbaseline", "new"]
    compared.get_by_label("Measures").fill("p@1")
    row = compared.get_by_role("row").filter(has=compared.get_by_role("rowheader", name=P_AT_1))
    # Two of three first answers are conceivable in the one run, three of three in the other.
    assert row.locator(".score").all_inner_texts() == ["66.67", "100.00"]
    assert row.locator(".delta").inner_text() == "+33.33"
    assert "100.0 – 100.0" in row.inner_text()
    assert "GAP" not in compared.locator("tbody").inner_text()


def test_each_answer_stands_beside_the_gold_with_what_people_thought_of_it(compared):
    first = compared.locator(".item").first
    columns = first.locator(".column")
    assert columns.locator("h4").all_inner_texts() == ["Gold", "base", "new"]
    entries = (
        columns.nth(0)
        .locator("li")
        .evaluate_all(
            "all => all.map(each => [each.querySelector('.text').textContent,"
            " each.className, each.querySelector('.gold-score').textContent])"
        )
    )
    assert entries == [
        ["auto", "acceptable", "90"],
        ["train", "conceivable", "10"],
        [MARKUP, "not", "0"],
    ]
    assert columns.nth(1).locator("li").first.get_attribute("class") == "conceivable"
    assert columns.nth(2).locator("li").nth(1).get_attribute("class") == "unjudged"


def test_items_are_searched_and_filtered_by_keys_and_the_address_keeps_it(compared):
    assert targets(compared) == ["car", "dog", "run"]
    compared.keyboard.press("/")
    compared.keyboard.type("hound")
    compared.get_by_text("1 to 1 of 1").wait_for()
    assert targets(compared) == ["dog"]
    compared.get_by_label("Search").fill("")
    compared.get_by_text("1 to 3 of 3").wait_for()
    compared.get_by_label("Part of speech").select_option("VERB")
    compared.get_by_text("1 to 1 of 1").wait_for()
    assert targets(compared) == ["run"]
    compared.get_by_label("Part of speech").select_option("")
    compared.get_by_label("only where first answers differ").check()
    compared.get_by_text("1 to 2 of 2").wait_for()
    compared.reload()
    compared.get_by_text("1 to 2 of 2").wait_for()
    assert targets(compared) == ["car", "dog"]


def test_two_runs_at_least_are_chosen_and_any_can_be_the_baseline(server, chromium):
    with page(chromium, server.address) as opened:
        opened.goto("/compare")
        opened.get_by_label("base.lsr.json", exact=True).check()
        assert opened.get_by_role("button", name="Compare").is_disabled()
        opened.get_by_label("new.lsr.json is the baseline").check()
        opened.get_by_role("button", name="Compare").click()
        opened.locator(".item").first.wait_for()
        heads = opened.locator("thead th").all_inner_texts()
        assert heads[1:] == ["new\nbaseline", "base"]


@pytest.mark.parametrize(
    "settings",
    [
        {"color_scheme": "light", "viewport": {"width": 1160, "height": 1000}},
        {"color_scheme": "dark", "viewport": PHONE},
    ],
    ids=["desktop-light", "phone-dark"],
)
def test_nothing_serious_bars_anybody_from_comparing(server, chromium, settings):
    with page(chromium, server.address, **settings) as opened:
        runs = "run=thesaurus.lsr.json&run=reader.lsr.json"
        opened.goto(f"/compare?benchmark={quote(LETTERS)}&{runs}")
        opened.locator(".item").first.wait_for()
        assert faults(opened) == []
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
        opened.get_by_label("Measures").fill("conceivable.F@10 GAP")
        opened.evaluate("document.querySelector('#scores').scrollIntoView()")
        if settings["viewport"] != PHONE:
            picture(opened, "compare")


def test_real_runs_are_compared(data, reference, chromium):
    runs = reference / "swords_dev"
    with (
        running("--runs", str(runs)) as running_server,
        page(chromium, running_server.address) as opened,
    ):
        opened.goto(
            "/compare?benchmark=swords-v1.1-dev&show=differ"
            "&run=bert_proposal_keep.lsr.json&run=coinco.lsr.json"
        )
        opened.locator(".item").first.wait_for()
        expected = json.loads((runs / "expected.json").read_text("utf-8"))
        row = opened.get_by_role("row").filter(has_text="strict.acceptable.F@10")
        figures = [expected[name]["strict_a_f@10"] for name in ("bert_proposal_keep", "coinco")]
        assert row.locator(".score").all_inner_texts() == [f"{figure:.2f}" for figure in figures]
