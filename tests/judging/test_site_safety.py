"""Nobody sees or writes what is not theirs, and nothing that is sent does harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judgement_projects import make_project
from visitors import ORIGIN, Browser, make_browsers, stored  # noqa: F401

from motjuste.collect.service import WorkerSubject
from motjuste.collect.simulation.pages import read_page

EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&amp;{{project}}"


@pytest.fixture(scope="module")
def lasting(tmp_path_factory):
    """A visitor who has a task; for tests that store nothing."""
    project = make_project(tmp_path_factory.mktemp("fuzz") / "project", targets=1)
    visitor = Browser(project).join()
    yield visitor, visitor.task()
    visitor.close()
    project.close()


@pytest.mark.parametrize("place", ["/", "/task", "/instructions"])
def test_a_stranger_sees_no_page_of_annotators(lasting, place):
    stranger = Browser(lasting[0].project)
    answer = stranger.get(place)
    stranger.close()
    assert answer.status_code == 401
    assert "come by your link" in answer.text


def test_a_link_that_was_never_made_opens_nothing(browse):
    visitor = browse()
    (token,) = visitor.project.invite()
    for link in (f"/join/{token[:-1]}", "/join/x", f"/crowd/{token}?worker=w"):
        assert visitor.get(link).status_code == 404
        assert not visitor.client.cookies
    assert [row.joined for row in visitor.project.workers()] in ([], [None])


def test_links_and_sessions_cannot_be_guessed(browse):
    visitor = browse().join()
    token = visitor.client.cookies["motjuste_worker"]
    # 256 random bits in base64 are 43 characters.
    assert len(token) == 43
    assert len(visitor.project.invite()[0]) == 43
    assert len(visitor.task().action.rsplit("/")[-1]) >= 22


def test_a_worker_cannot_answer_or_return_the_task_of_another(browse):
    mine = browse().join()
    other = browse(mine.project).join()
    theirs, own = mine.task(), other.task()
    assert theirs.action != own.action
    labels = dict.fromkeys(theirs.rows, "TRUE")
    for place in (theirs.action, f"{theirs.action}/return"):
        assert other.post(place, {**own.fields, **labels}).status_code == 404
    assert stored(mine.project) == 0
    assert mine.task().action == theirs.action


def test_a_task_is_one_workers_alone_until_it_is_done(browse):
    visitor = browse().join()
    assert visitor.task().action == visitor.task().action
    done = visitor.task()
    visitor.submit(done)
    assert visitor.task().action != done.action


@pytest.mark.parametrize("token", ["", "x", "é" * 64, "0" * 64])
def test_a_form_without_its_token_is_refused(lasting, token):
    visitor, page = lasting
    for place in (page.action, f"{page.action}/return", "/consent"):
        assert visitor.submit(page, token=token).status_code == 403
        assert visitor.post(place, {"token": token}).status_code == 403
    assert stored(visitor.project) == 0


def test_a_form_of_another_session_is_refused_even_with_its_own_token(browse):
    visitor = browse().join()
    other = browse(visitor.project).join()
    page = visitor.task()
    assert visitor.submit(page, token=other.task().fields["token"]).status_code == 403
    assert stored(visitor.project) == 0


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:81"])
def test_a_form_on_another_site_is_refused_even_with_the_token(lasting, origin):
    visitor, page = lasting
    labels = dict.fromkeys(page.rows, "TRUE")
    answer = visitor.post(page.action, {**page.fields, **labels}, Origin=origin)
    assert answer.status_code == 403
    assert stored(visitor.project) == 0


def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(browse):
    visitor = browse()
    (token,) = visitor.project.invite()
    arrived = visitor.client.get(f"/join/{token}", follow_redirects=False)
    cookie = arrived.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    entered = visitor.client.post(
        "/owner/enter", data={"owner": visitor.project.new_owner_token()}, follow_redirects=False
    )
    assert "samesite=strict" in entered.headers["set-cookie"].lower()
    assert "path=/owner" in entered.headers["set-cookie"].lower()


def test_pages_allow_no_script_but_ours_and_are_not_kept(browse):
    headers = browse().join().get("/task").headers
    policy = dict(
        rule.strip().split(" ", 1) for rule in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["cache-control"] == "no-store"


def test_text_of_candidates_contexts_notes_and_comments_is_never_markup(
    tmp_path, browse, monkeypatch
):
    sentence = (f"She gave {EVIL} a *candid* answer.", "frank")
    monkeypatch.setattr("judgement_projects.SENTENCES", (sentence,))
    project = make_project(tmp_path / "evil", targets=1, title=f"'''{EVIL}'''")
    with project.store.db.writing() as session:
        from motjuste.collect.models import CandidateRow, EntryRow

        for table in (CandidateRow, EntryRow):
            for row in session.query(table).filter(table.text == "frank"):
                row.text = EVIL
    visitor = browse(project).join()
    shown = visitor.get("/task").text
    page = read_page(shown)
    assert EVIL in page.rows.values()
    assert EVIL in page.before
    visitor.submit(page, comment=EVIL)
    owner = browse(project)
    owner.post("/owner/enter", {"owner": project.new_owner_token()})
    project.decide(WorkerSubject(1), False, EVIL)
    pages = [shown, owner.get("/owner").text, owner.get("/owner/workers/1").text]
    for text in pages:
        assert "&lt;script&gt;alert(1)" in text
        assert "<script>alert" not in text
        assert "<img" not in text
        assert "{{project}}" in text


def test_a_submission_sent_again_is_stored_once_and_acknowledged_again(browse):
    visitor = browse().join()
    page = visitor.task()
    assert visitor.submit(page).url.path == "/task"
    again = visitor.submit(page)
    assert (again.status_code, again.url.path) == (200, "/task")
    assert stored(visitor.project) == 1


def test_other_answers_to_a_submitted_task_are_refused_and_the_first_stay(browse):
    visitor = browse().join()
    page = visitor.task()
    visitor.submit(page)
    before = visitor.project.assignments(1)
    other = visitor.post(
        page.action, {**page.fields, "key": "another", **dict.fromkeys(page.rows, "UNSURE")}
    )
    assert other.status_code == 409
    assert "already submitted" in other.text
    assert visitor.project.assignments(1) == before


def test_a_dropped_worker_gets_no_further_task_and_cannot_submit(browse):
    visitor = browse().join()
    page = visitor.task()
    visitor.project.decide(WorkerSubject(1), False, "spam")
    assert visitor.submit(page).status_code in (403, 404, 410)
    assert not visitor.task().is_task
    assert stored(visitor.project) == 0


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"token=x&comment=" + b"a" * 70_000, "application/x-www-form-urlencoded", 413),
        (b"&".join(b"f%d=1" % n for n in range(300)), "application/x-www-form-urlencoded", 400),
        (b"token=a&token=b", "application/x-www-form-urlencoded", 400),
        (b"token=%ff%fe", "application/x-www-form-urlencoded", 400),
        (b"\xff\xfe\x00", "application/x-www-form-urlencoded", 400),
        (b'{"token": 1}', "application/json", 415),
        (b"--x\r\n\r\n", "multipart/form-data; boundary=x", 415),
        (b"", "", 415),
    ],
)
def test_what_is_no_form_of_the_site_is_refused(lasting, body, kind, status):
    visitor, page = lasting
    headers = {"Origin": ORIGIN, "Content-Type": kind}
    answer = visitor.client.post(page.action, content=body, headers=headers)
    assert answer.status_code == status
    assert stored(visitor.project) == 0


@pytest.mark.parametrize("name", ["row-" + "9" * 5000, "row-01", "row-0", "row-٣"])
def test_only_the_pages_own_spelling_of_a_row_is_an_answer(lasting, name):
    visitor, page = lasting
    answer = visitor.post(page.action, {"token": page.fields["token"], "key": "k", name: "TRUE"})
    assert answer.status_code == 422
    assert stored(visitor.project) == 0


def test_a_comment_that_is_too_long_is_refused_and_nothing_stored(lasting):
    visitor, page = lasting
    answer = visitor.submit(page, comment="a" * 2001)
    assert answer.status_code == 422
    assert stored(visitor.project) == 0


@given(
    st.dictionaries(
        st.sampled_from(["row-1", "row-99999999999999999999", "row-²", "row-", "key", "comment"])
        | st.text(max_size=8),
        st.sampled_from(["TRUE", "UNSURE", ""]) | st.text(max_size=30),
        max_size=15,
    ),
    st.text(max_size=40),
)
def test_no_form_brings_the_site_down_or_gets_half_stored(lasting, fields, name):
    visitor, page = lasting
    fields = {key: value.encode("utf-8", "ignore").decode() for key, value in fields.items()}
    named = {key.encode("utf-8", "ignore").decode(): value for key, value in fields.items()}
    sent = {**named, "token": page.fields["token"]}
    answers = [visitor.post(page.action, sent)]
    answers.append(visitor.client.get(f"/task/x{name.encode('utf-8', 'ignore').hex()}"))
    assert all(400 <= answer.status_code < 500 for answer in answers)
    assert stored(visitor.project) == 0


def test_crowd_ids_are_nowhere_after_arrival(browse, tmp_path, caplog):
    visitor = browse()
    key = visitor.project.crowd_key("prolific")
    caplog.set_level("DEBUG", logger="motjuste")
    arrived = visitor.client.get(
        f"/crowd/{key}?PROLIFIC_PID=WORKER-77&STUDY_ID=STUDY-88&SESSION_ID=SESSION-99",
        follow_redirects=False,
    )
    assert arrived.headers["location"] == "/task"
    assert "WORKER-77" not in str(arrived.headers)
    page = read_page(visitor.get("/instructions").text)
    visitor.post("/consent", page.fields)
    visitor.submit(visitor.task())
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for secret in (b"WORKER-77", b"SESSION-99", key.encode()):
        assert secret not in kept
        assert secret.decode() not in caplog.text
