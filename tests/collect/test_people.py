"""Who comes in: unguessable links, hashed ids, quotas and completion codes."""

import re

import pytest

pytest.importorskip("sqlalchemy")

from projects import make_projects, people, right  # noqa: F401
from sqlalchemy import select, text

from motjuste.collect.models import Base, Visit
from motjuste.collect.service import CrowdIds, Invitation
from motjuste.errors import RefusedError


def test_an_invitation_opens_one_workers_session_on_any_device(make):
    made = make()
    (token,) = made.invite(1, note="Anna")
    first, again = made.join(Invitation(token)), made.join(Invitation(token))
    assert first.worker == again.worker
    assert first.token != again.token
    assert made.worker(first.token) == made.worker(again.token) == first.worker
    # An invitation is no session, and a session no invitation.
    assert made.worker(token) is None
    for wrong in ("", "x" * 43, first.token):
        with pytest.raises(RefusedError) as refused:
            made.join(Invitation(wrong))
        assert refused.value.reason == "unknown-link"


def test_secrets_are_long_and_only_hashes_of_them_and_of_ids_are_stored(make):
    made = make()
    (token,) = made.invite()
    key, owner = made.crowd_key("mturk"), made.new_owner_token()
    joined = made.join(CrowdIds(key, "A1WORKER", "STUDY9", "SESSION7", "mturk"))
    assert all(re.fullmatch(r"[\w-]{43}", secret) for secret in (token, key, owner, joined.token))
    with made.store.db.reading() as session:
        stored = "\n".join(
            str(row)
            for table in Base.metadata.sorted_tables
            for row in session.execute(text(f"SELECT * FROM {table.name}"))
        )
    for secret in (token, key, owner, joined.token, "A1WORKER", "SESSION7"):
        assert secret not in stored


def test_the_same_id_has_another_hash_in_another_project(make):
    hashes = set()
    for made in (make(), make()):
        made.join(CrowdIds(made.crowd_key(), "anna"))
        with made.store.db.reading() as session:
            hashes |= set(session.scalars(text("SELECT identity FROM workers")))
    assert len(hashes) == 2


def test_new_keys_end_the_old_ones(make):
    made = make()
    old, new = made.new_owner_token(), made.new_owner_token()
    assert [bool(made.open_owner_session(key)) for key in (old, new, "")] == [False, True, False]
    first = made.crowd_key()
    made.crowd_key()
    with pytest.raises(RefusedError):
        made.join(CrowdIds(first, "anna"))


@pytest.mark.parametrize("worker", ["", "  ", "x" * 300, "a\nb", "a\0b"])
def test_ids_that_no_platform_gives_are_refused(make, worker):
    made = make()
    with pytest.raises(RefusedError) as refused:
        made.join(CrowdIds(made.crowd_key(), worker))
    assert refused.value.reason == "invalid"


def test_a_crowd_worker_is_done_after_the_quota_of_a_visit_and_gets_its_code(make):
    change = {
        "tasks = 20  ": "tasks = 2  ",
        'completion_url = ""': 'completion_url = "https://p/?cc="',
    }
    made = make(number=5, change=change)
    made.publish()
    key = made.crowd_key("prolific")
    codes = set()
    for visit in ("one", "two"):
        worker = made.join(CrowdIds(key, "anna", "study", visit, "prolific")).worker
        for number in range(2):
            assert made.standing(worker).state == "work"
            task = made.lease(worker)
            made.submit(worker, task.id, right(task), key=f"{visit}{number}")
        assert made.lease(worker) is None
        standing = made.standing(worker)
        assert (standing.state, standing.done, standing.quota) == ("finished", 2, 2)
        assert standing.url == f"https://p/?cc={standing.code}"
        codes.add(standing.code)
    assert len(codes) == 2
    assert len(made.workers()) == 1
    with made.store.db.reading() as session:
        assert len(session.scalars(select(Visit)).all()) == 2


def test_coming_back_on_the_same_visit_goes_on_where_it_was(make):
    made = make()
    made.publish()
    ids = CrowdIds(made.crowd_key("prolific"), "anna", "study", "one", "prolific")
    joined = made.join(ids)
    task = made.lease(joined.worker)
    again = made.join(ids, joined.token)
    assert again.token == joined.token
    assert made.lease(again.worker).id == task.id


def test_one_who_waits_for_the_next_stage_is_told_so(make):
    made = make(number=1, candidates=0)
    made.publish()
    first, _ = people(made, 2)
    task = made.lease(first)
    made.submit(first, task.id, right(task), key="1")
    assert made.standing(first).state == "waiting"
