"""An annotator's way through the site, as the papers' annotators went it."""

import pytest
from judgement_projects import make_project
from visitors import Browser, Clock, make_browsers, stored  # noqa: F401

from motjuste.collect.simulation.pages import read_page

QUESTION = (
    "Would you actually consider using this substitute as the author of the original sentence?"
)


def test_an_invitation_leads_to_the_instructions_and_then_to_tasks(browse):
    visitor = browse()
    (token,) = visitor.project.invite()
    arrived = visitor.get(f"/join/{token}")
    assert arrived.url.path == "/instructions"
    # SWORDS, figure 2.
    assert "Ignoring grammar, please keep a high bar" in arrived.text
    assert "gazint" in arrived.text
    agreed = visitor.post("/consent", read_page(arrived.text).fields)
    assert agreed.url.path == "/task"
    assert QUESTION in agreed.text


def test_people_agree_to_the_projects_own_terms(browse):
    visitor = browse(title='"Ours"\nconsent = "Our board has approved <this>."')
    (token,) = visitor.project.invite()
    shown = visitor.get(f"/join/{token}").text
    assert "Our board has approved &lt;this&gt;." in shown
    assert "Taking part is voluntary" not in shown


def test_no_task_is_shown_before_somebody_has_agreed(browse):
    visitor = browse()
    (token,) = visitor.project.invite()
    visitor.get(f"/join/{token}")
    assert visitor.get("/task").url.path == "/instructions"


def test_a_task_shows_the_context_with_its_target_and_rows_with_both_controls(browse):
    page = browse().join().task()
    assert page.before.endswith("She gave him a ")
    assert page.word == "candid"
    assert page.after.startswith(" answer. Nobody said anything")
    # Eight candidates, the target itself, and a random word that is no candidate.
    shown = set(page.rows.values())
    assert len(page.rows) == 10
    assert {"frank", "honest", "candid"} <= shown


def test_submitting_leads_to_another_task_until_none_is_left(browse):
    visitor = browse(targets=2).join()
    words = []
    for _ in range(2):
        page = visitor.task()
        words.append(page.word)
        assert visitor.submit(page).status_code == 200
    assert words == ["candid", "said"]
    assert visitor.task().heading == "Nothing to do just now"
    assert stored(visitor.project) == 2


def test_a_row_without_an_answer_brings_the_form_back_with_the_others(browse):
    visitor = browse().join()
    page = visitor.task()
    _, *others = page.rows
    answers = dict.fromkeys(others, "UNSURE")
    answer = visitor.post(page.action, {**page.fields, **answers, "comment": "hard"})
    assert answer.status_code == 422
    assert "10 words to judge" in answer.text
    assert answer.text.count(" checked>") == len(others)
    assert ">hard</textarea>" in answer.text
    assert stored(visitor.project) == 0
    again = read_page(answer.text)
    assert visitor.submit(again).url.path == "/task"
    assert stored(visitor.project) == 1


def test_a_returned_task_goes_to_others_and_never_back(browse):
    first = browse(targets=1).join()
    page = first.task()
    first.post(f"{page.action}/return", {**page.fields, "comment": "I don't know this word"})
    assert not first.task().is_task
    assert browse(first.project).join().task().word == page.word
    assert [row.comment for row in first.project.comments()] == ["I don't know this word"]


def test_a_comment_is_kept_with_the_task(browse):
    visitor = browse().join()
    visitor.submit(visitor.task(), comment="“candid” was <b>odd</b>")
    assert [row.comment for row in visitor.project.comments()] == ["“candid” was <b>odd</b>"]


def test_a_crowd_worker_gets_the_code_and_the_way_back_after_the_last_task(browse):
    visitor = browse(completion_code='"C0DE"', completion_url='"https://crowd.example/?cc="')
    key = visitor.project.crowd_key("prolific")
    visitor.arrive(f"/crowd/{key}?PROLIFIC_PID=p1&STUDY_ID=s&SESSION_ID=x")
    for _ in range(2):
        assert "C0DE" not in visitor.get("/task").text
        visitor.submit(visitor.task())
    done = visitor.get("/task").text
    assert read_page(done).code == "C0DE"
    assert 'href="https://crowd.example/?cc=C0DE"' in done


@pytest.mark.parametrize(
    ("platform", "query"),
    [
        ("prolific", "PROLIFIC_PID=p&STUDY_ID=s&SESSION_ID=x"),
        ("mturk", "workerId=p&hitId=s&assignmentId=x"),
        ("crowd", "worker=p"),
    ],
)
def test_platforms_are_known_by_their_parameters(browse, platform, query):
    visitor = browse()
    visitor.arrive(f"/crowd/{visitor.project.crowd_key(platform)}?{query}")
    assert visitor.task().is_task
    assert [row.kind for row in visitor.project.workers()] == ["crowd"]


def test_a_preview_and_a_nameless_visitor_are_told_what_to_do(browse):
    visitor = browse()
    key = visitor.project.crowd_key("mturk")
    preview = visitor.get(f"/crowd/{key}?workerId=&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE")
    assert preview.status_code == 403
    assert "Accept the task on the platform" in preview.text
    assert visitor.get(f"/crowd/{key}").status_code == 400
    assert visitor.project.workers() == []


def test_when_the_time_ran_out_and_somebody_else_has_the_task_it_is_reported(browse):
    clock = Clock()
    slow = browse(targets=1, clock=clock).join()
    page = slow.task()
    clock.time += 31 * 60
    for _ in range(3):
        other = browse(slow.project).join()
        other.submit(other.task())
    late = slow.submit(page)
    assert late.status_code == 410
    assert "The time for this task ran out" in late.text


def test_a_late_answer_counts_if_nobody_has_the_task(browse):
    clock = Clock()
    slow = browse(targets=1, clock=clock).join()
    page = slow.task()
    clock.time += 31 * 60
    assert slow.submit(page).url.path == "/task"
    assert stored(slow.project) == 1


def marks(*rows: tuple[str, str, str]) -> dict[str, str]:
    """The fields of words to change, as they are without a script."""
    names = ("phrase", "substitutes", "kind")
    return {
        f"{name}-{number}": value
        for number, row in enumerate(rows)
        for name, value in zip(names, row, strict=True)
    }


def sentence(browse) -> tuple[Browser, str, dict[str, str]]:
    visitor = browse(kind="sws", targets=1).join()
    page = read_page(visitor.get("/task").text)
    hidden = {name: page.fields[name] for name in ("token", "key")}
    return visitor, page.action, hidden


def test_words_to_change_are_stored_with_their_places_and_substitutes(browse):
    visitor, action, hidden = sentence(browse)
    # With the help of the intimate cooperation of … , we pointed out a new method .
    given = marks(
        ("help", "support; assistance", "diversify-expression"),
        ("intimate", "close", "refine-usage"),
        ("pointed out", "developed", "refine-usage"),
    )
    assert visitor.post(action, {**hidden, **given}).status_code == 200
    (worker,) = visitor.project.workers()
    (task,) = visitor.project.assignments(worker.id)
    stored_answers = dict(task.answers)
    assert len(stored_answers) >= 3
    assert "developed" in str(task.answers)
    assert "assistance" in str(task.answers)


def test_a_chosen_place_is_taken_before_the_first_that_looks_alike(browse):
    visitor, action, hidden = sentence(browse)
    # The second "the" stands at character 17: "With the help of the".
    given = marks(("the", "a", "refine-usage"), ("help", "aid", "refine-usage"))
    given |= {"start-0": "17", "phrase-2": "the", "substitutes-2": "this", "kind-2": "refine-usage"}
    assert visitor.post(action, {**hidden, **given}).status_code == 200
    assert stored(visitor.project) == 1


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory):
    """A visitor who has a sentence; for tests that store nothing."""
    with make_project(tmp_path_factory.mktemp("sws") / "project", "sws", targets=1) as project:
        visitor = Browser(project)
        yield sentence(lambda **_: visitor)
        visitor.close()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("help", "aid", "refine-usage")], "at least 3"),
        ([("helpful", "aid", "refine-usage")] * 3, "not in the sentence"),
        ([("el", "aid", "refine-usage")] * 3, "not in the sentence"),
        ([("help", "aid", "refine-usage")] * 3, "marked already"),
        ([("help", " ; ", "refine-usage")] * 1, "substitutes"),
        ([("help", "aid", "")] * 1, "neither refine-usage nor diversify-expression"),
    ],
)
def test_what_is_wrong_with_words_to_change_is_reported_and_nothing_lost(unfinished, rows, message):
    visitor, action, hidden = unfinished
    answer = visitor.post(action, {**hidden, **marks(*rows)})
    assert answer.status_code == 422
    assert message in answer.text
    assert f'value="{rows[0][0]}"' in answer.text
    assert stored(visitor.project) == 0


def test_substitutes_are_judged_good_reasonable_or_bad(browse):
    visitor = browse(kind="posthoc", targets=1).join()
    page = visitor.task()
    assert len(page.rows) == 8
    labels = dict(zip(page.rows, ["good", "reasonable", "bad"] * 3, strict=False))
    assert visitor.post(page.action, {**page.fields, **labels}).url.path == "/task"
    (worker,) = visitor.project.workers()
    (task,) = visitor.project.assignments(worker.id)
    assert {label for _, label in task.answers} == {"good", "reasonable", "bad"}
