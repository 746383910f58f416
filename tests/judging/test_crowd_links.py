"""A crowd link believes only what its own platform says, and nobody takes another's task."""

import pytest
from visitors import Clock, make_browsers, stored  # noqa: F401

from motjuste.cli import main
from motjuste.collect.project import Project
from motjuste.collect.service import CrowdIds
from motjuste.collect.simulation.pages import read_page
from motjuste.errors import RefusedError

ARRIVE = "/crowd/{key}?PROLIFIC_PID={who}&STUDY_ID=s&SESSION_ID={session}"


@pytest.fixture(name="study")
def make_study(browse):
    """A project with a Prolific link; a function lets people come by it, each in a browser."""
    first = browse(clock=Clock(), signups_per_minute="5 ", signups="8 ")
    key = first.project.crowd_key("prolific")

    def come(who, session="x", visitor=None):
        visitor = visitor or browse(first.project)
        return visitor.arrive(ARRIVE.format(key=key, who=who, session=session))

    come.project, come.key, come.browse = first.project, key, browse
    return come


def test_somebody_else_who_types_an_id_does_not_get_its_task(study):
    bob = study("bob")
    page = bob.task()
    thief = study("bob")
    shown = thief.get("/task")
    assert shown.status_code == 409
    assert "another browser" in shown.text
    assert page.word not in shown.text
    assert thief.submit(page).status_code in (403, 409)
    token = {"token": thief_token(thief)}
    assert thief.submit(page, **token).status_code == 409
    assert thief.post(f"{page.action}/return", {**page.fields, **token}).status_code == 409
    assert stored(study.project) == 0
    assert bob.submit(page).status_code == 200
    assert stored(study.project) == 1


def thief_token(visitor):
    """What the forms of a browser carry, as the page of instructions has it."""
    return read_page(visitor.get("/instructions").text).fields["token"]


def test_the_same_browser_that_comes_again_by_the_link_goes_on(study):
    bob = study("bob")
    page = bob.task()
    study("bob", visitor=bob)
    assert bob.task().action == page.action


def test_another_browser_gets_a_task_when_the_time_for_the_first_ran_out(study):
    study("bob").task()
    study.project.store.now.time += 31 * 60
    assert study("bob").task().is_task


def test_one_link_is_for_one_platform_whatever_parameters_are_typed(study):
    study("p1").task()
    for query in ("workerId=p1&hitId=h&assignmentId=a", "worker=p1"):
        assert study.browse(study.project).get(f"/crowd/{study.key}?{query}").status_code == 400
    both = study.browse(study.project)
    both.get(f"/crowd/{study.key}?worker=p1&workerId=p1&PROLIFIC_PID=p1&SESSION_ID=x")
    assert len(study.project.workers()) == 1
    # Nor can whoever runs another site on the project mistake the link.
    with pytest.raises(RefusedError, match="another platform"):
        study.project.join(CrowdIds(platform="mturk", worker="p1", session="x", key=study.key))
    assert len(study.project.workers()) == 1


def test_sign_ups_are_capped_a_minute_and_for_the_link(study):
    answers = [study.browse(study.project) for _ in range(12)]
    statuses = []
    for number, visitor in enumerate(answers):
        if number == 7:
            study.project.store.now.time += 61
        place = ARRIVE.format(key=study.key, who=f"p{number}", session=number)
        statuses.append(visitor.get(place).status_code)
    # Five in the first minute, then three more until the link's eight are full.
    assert statuses == [200] * 5 + [429] * 2 + [200] * 3 + [403] * 2
    assert len(study.project.workers()) == 8
    known = study.browse(study.project)
    assert known.get(ARRIVE.format(key=study.key, who="p0", session=0)).status_code == 200


def test_only_ids_in_the_platforms_export_count_if_the_owner_says_so(study, tmp_path, capsys):
    for who in ("real", "typed"):
        visitor = study(who, session=f"S{who}")
        visitor.submit(visitor.task())
    listed = tmp_path / "export.csv"
    listed.write_text("Submission id,Participant id,Status\nSreal,real,APPROVED\n", "utf-8")
    command = ["collect", "count-only", str(study.project.folder), str(listed)]
    assert main(command) == 0
    assert "1 tasks left out" in capsys.readouterr().out
    live = {row.id: study.project.assignments(row.id)[0].live for row in study.project.workers()}
    assert live == {1: True, 2: False}
    listed.write_text(
        "Submission id,Participant id,Status\nSreal,real,A\nStyped,typed,A\n", "utf-8"
    )
    assert main(command) == 0
    assert "1 put back" in capsys.readouterr().out
    assert study.project.assignments(2)[0].live


def test_consent_is_stored_with_its_time_and_its_text(browse):
    visitor = browse(clock=Clock()).join()
    (row,) = visitor.project.consents()
    assert (row.worker, row.agreed) == ("w1", 1_000_000.0)
    assert row.text.startswith("Taking part is voluntary")


def reworded(project, text):
    """The project as a server opens it after the owner has changed the text of the consent."""
    path = project.folder / "project.toml"
    kept = [line for line in path.read_text("utf-8").splitlines() if "consent =" not in line]
    path.write_text("\n".join([f'consent = "{text}"', *kept]), "utf-8")
    return Project.open(project.folder, clock=project.store.now)


def moved(visitor, other):
    """The same browser, at another server of the same project."""
    other.client.cookies = visitor.client.cookies
    return other


def test_consent_to_a_changed_text_leaves_the_earlier_record(browse):
    visitor = browse(clock=Clock()).join()
    visitor.project.store.now.time += 60
    with reworded(visitor.project, "New words.") as project:
        later = moved(visitor, browse(project))
        page = read_page(later.get("/task").text)
        for _ in range(2):
            later.post("/consent", page.fields)
            project.store.now.time += 60
        rows = project.consents()
    assert [(row.worker, row.agreed) for row in rows] == [("w1", 1_000_000.0), ("w1", 1_000_060.0)]
    assert rows[0].text.startswith("Taking part is voluntary")
    assert rows[1].text == "New words."


def test_who_was_shown_an_earlier_text_is_asked_again(browse):
    visitor = browse(clock=Clock())
    (token,) = visitor.project.invite()
    page = read_page(visitor.get(f"/join/{token}").text)
    with reworded(visitor.project, "New words.") as project:
        later = moved(visitor, browse(project))
        assert "New words." in later.post("/consent", page.fields).text
        assert project.consents() == []


def test_the_same_key_with_other_answers_is_refused_and_both_are_shown(browse):
    visitor = browse().join()
    page = visitor.task()
    visitor.submit(page)
    row, text = next((row, text) for row, text in page.rows.items() if text != page.word)
    changed = visitor.submit(page, **{row: "UNSURE"})
    assert changed.status_code == 409
    assert f"<b>{text}</b> FALSE" in changed.text
    assert f"<b>{text}</b> UNSURE" in changed.text
    assert stored(visitor.project) == 1
    assert visitor.submit(page, comment="one more thing").status_code == 409
    assert visitor.submit(page).status_code == 200
