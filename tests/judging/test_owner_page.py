"""The owner's page: behind its own token, live figures, decisions with reasons."""

import re

import pytest
from judgement_projects import make_project
from visitors import Browser, Clock, make_browsers, stored  # noqa: F401

from motjuste.collect.service import Invitation
from motjuste.collect.simulation.pages import read_page


def owner(project, browse) -> Browser:
    visitor = browse(project)
    visitor.post("/owner/enter", {"owner": project.new_owner_token()})
    return visitor


def decide(visitor: Browser, **fields: str) -> int:
    token = read_page(visitor.get("/owner").text).fields["token"]
    return visitor.post("/owner/decide", {"token": token, **fields}).status_code


def test_the_page_is_closed_to_everybody_without_the_owners_token(browse):
    worker = browse().join()
    for place in ("/owner", "/owner?token=", "/owner?token=x", "/owner/workers/1"):
        assert worker.get(place).status_code in (200, 401, 403)
        assert "Annotators" not in worker.get(place).text
    session = worker.client.cookies["motjuste_worker"]
    assert worker.post("/owner/enter", {"owner": session}).status_code == 403
    worker.client.cookies.set("motjuste_owner", session, path="/owner")
    assert "Annotators" not in worker.get("/owner").text
    assert worker.post("/owner/decide", {"subject": "worker", "id": "1"}).status_code == 401
    assert worker.post("/owner/invite", {"number": "1"}).status_code == 401


def test_the_owners_key_in_an_address_opens_nothing(browse):
    visitor = browse()
    opened = visitor.get(f"/owner?token={visitor.project.new_owner_token()}")
    assert "Annotators" not in opened.text
    assert "motjuste_owner" not in visitor.client.cookies


def test_an_old_token_opens_nothing_once_there_is_a_new_one(browse):
    visitor = owner(browse().project, browse)
    assert "Annotators" in visitor.get("/owner").text
    visitor.project.new_owner_token()
    assert "Annotators" not in visitor.get("/owner").text


def test_the_token_can_be_given_in_a_form_and_taken_back(browse):
    visitor = browse()
    entered = visitor.post("/owner/enter", {"owner": visitor.project.new_owner_token()})
    assert "Annotators" in entered.text
    token = read_page(entered.text).fields["token"]
    visitor.post("/owner/leave", {"token": token})
    assert "Annotators" not in visitor.get("/owner").text


def session_cookie(visitor: Browser) -> str:
    return visitor.client.cookies.get("motjuste_owner", path="/owner")


def test_the_browser_keeps_a_session_of_its_own_and_never_the_key(browse):
    visitor = browse()
    key = visitor.project.new_owner_token()
    visitor.post("/owner/enter", {"owner": key})
    first = session_cookie(visitor)
    assert key not in first
    other = browse(visitor.project)
    other.post("/owner/enter", {"owner": key})
    # Two browsers, two sessions; neither opens the form that wants the key.
    assert session_cookie(other) != first
    assert browse(visitor.project).post("/owner/enter", {"owner": first}).status_code == 403


def test_the_key_itself_is_no_session(browse):
    visitor = browse()
    key = visitor.project.new_owner_token()
    visitor.client.cookies.set("motjuste_owner", key, path="/owner")
    assert "Annotators" not in visitor.get("/owner").text


def test_a_session_that_was_copied_ends_when_its_owner_leaves(browse):
    visitor = owner(browse().project, browse)
    thief = browse(visitor.project)
    thief.client.cookies.set("motjuste_owner", session_cookie(visitor), path="/owner")
    assert "Annotators" in thief.get("/owner").text
    visitor.post("/owner/leave", {"token": read_page(visitor.get("/owner").text).fields["token"]})
    assert "Annotators" not in thief.get("/owner").text


def test_the_owners_session_ends_after_thirty_days(browse):
    clock = Clock()
    visitor = owner(browse(clock=clock).project, browse)
    clock.time += 30 * 24 * 3600 - 1
    assert "Annotators" in visitor.get("/owner").text
    clock.time += 1
    assert "Annotators" not in visitor.get("/owner").text


def test_progress_agreement_and_workers_are_shown(browse):
    first = browse(targets=2).join()
    for visitor in (first, browse(first.project).join()):
        visitor.submit(visitor.task())
    text = re.sub(r"\s+", " ", owner(first.project, browse).get("/owner").text)
    # Two of three answers to one of two tasks with 8 and 8 candidates: 16 of 48 labels.
    assert "16 / 48" in text
    assert "0 / 2" in text
    assert "2 annotators" in text
    # Both rejected all eight candidates: they agree on every one.
    assert "100.0 %" in text
    # Both controls were right.
    assert '100.0 % <span class="faint">2/2</span>' in text


def test_work_is_rejected_with_a_reason_and_restored(browse):
    worker = browse(targets=1).join()
    worker.submit(worker.task())
    visitor = owner(worker.project, browse)
    assert decide(visitor, subject="worker", id="1", verdict="reject", reason="same in all") == 200
    assert "same in all" in visitor.get("/owner").text
    assert worker.project.workers()[0].dropped
    assert worker.project.progress().stages[0].labels == 0
    assert (
        decide(visitor, subject="worker", id="1", verdict="accept", reason="talked to them") == 200
    )
    assert not worker.project.workers()[0].dropped
    assert worker.project.progress().stages[0].labels == 8


def test_one_task_is_rejected_and_restored(browse):
    worker = browse(targets=2).join()
    for _ in range(2):
        worker.submit(worker.task())
    visitor = owner(worker.project, browse)
    number = str(worker.project.assignments(1)[0].id)
    fields = {"subject": "assignment", "id": number, "back": "1"}
    assert decide(visitor, **fields, verdict="reject", reason="odd") == 200
    assert "Dropped: odd" in visitor.get("/owner/workers/1").text
    assert worker.project.progress().stages[0].labels == 8
    assert decide(visitor, **fields, verdict="accept") == 200
    assert worker.project.progress().stages[0].labels == 16


@pytest.fixture(scope="module")
def decided(tmp_path_factory):
    """An owner with one annotator's work before them."""
    with make_project(tmp_path_factory.mktemp("owner") / "project", targets=1) as project:
        worker, visitor = Browser(project).join(), Browser(project)
        worker.submit(worker.task())
        yield owner(project, lambda _: visitor)
        worker.close()
        visitor.close()


@pytest.mark.parametrize(
    "fields",
    [
        {"subject": "worker", "id": "1", "verdict": "reject"},
        {"subject": "worker", "id": "1", "verdict": "burn", "reason": "x"},
        {"subject": "worker", "id": "1e9", "verdict": "reject", "reason": "x"},
        {"subject": "worker", "id": "9" * 30, "verdict": "reject", "reason": "x"},
        {"subject": "worker", "id": "77", "verdict": "reject", "reason": "x"},
        {"subject": "planet", "id": "1", "verdict": "reject", "reason": "x"},
        {},
    ],
)
def test_a_decision_that_makes_no_sense_changes_nothing(decided, fields):
    before = decided.project.workers()
    assert decide(decided, **fields) == 422
    assert decided.project.workers() == before


def test_decisions_need_the_token_of_the_page(browse):
    worker = browse(targets=1).join()
    worker.submit(worker.task())
    visitor = owner(worker.project, browse)
    fields = {"subject": "worker", "id": "1", "verdict": "reject", "reason": "x"}
    assert visitor.post("/owner/decide", fields).status_code == 403
    assert visitor.client.get("/owner/decide", params=fields).status_code == 405
    assert not worker.project.workers()[0].dropped


def test_invitations_are_made_and_their_links_work(browse):
    visitor = owner(browse().project, browse)
    token = read_page(visitor.get("/owner").text).fields["token"]
    made = visitor.post("/owner/invite", {"token": token, "number": "2", "note": "Ann"}).text
    links = re.findall(r"<code>http://localhost(/join/[^<]+)</code>", made)
    assert len(links) == 2
    for link in links:
        assert browse(visitor.project).arrive(link).task().is_task
    for wrong in ("0", "101", "x", "0000000019999", "9" * 5000):
        assert visitor.post("/owner/invite", {"token": token, "number": wrong}).status_code == 422


def test_a_return_is_rejected_and_counts_again_if_that_is_taken_back(browse, tmp_path):
    with make_project(tmp_path / "essays", "sws", targets=1) as project:
        for token in project.invite(2):
            worker = project.join(Invitation(token)).worker
            project.give_back(worker, project.lease(worker).id, "a grammar error")
        visitor = owner(project, browse)
        shown = visitor.get("/owner").text
        assert "left out" in shown
        assert shown.count("a grammar error") >= 2
        number = str(project.returns()[0].id)
        fields = {"subject": "assignment", "id": number}
        assert decide(visitor, **fields, verdict="reject", reason="there is none") == 200
        assert "does not count" in visitor.get("/owner").text
        assert [row.left_out for row in project.returns()] == [False, False]
        assert decide(visitor, **fields, verdict="accept", reason="there is one") == 200
        assert [row.left_out for row in project.returns()] == [True, True]
