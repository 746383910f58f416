"""What may go wrong while people annotate: back-ups, updates, a full disk, changed settings."""

import threading
import time
import warnings

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")

from alembic import op
from judgement_projects import make_project
from sqlalchemy import event, inspect, make_url, text
from sqlalchemy.exc import OperationalError
from visitors import make_browsers, stored  # noqa: F401

from motjuste.cli import main
from motjuste.collect.config import template
from motjuste.collect.project import Project
from motjuste.collect.service import Invitation
from motjuste.errors import BadInputError, BadInputWarning
from postgres import postgres_cluster  # noqa: F401


def answer(project, worker, task):
    word = task.text[task.start : task.end]
    labels = {row.number: "TRUE" if row.text == word else "FALSE" for row in task.rows}
    return project.submit(worker, task.id, labels, key=task.id)


def work(project, done):
    """Do all tasks; note each when it is acknowledged."""
    (token,) = project.invite()
    worker = project.join(Invitation(token)).worker
    while (task := project.lease(worker)) is not None:
        answer(project, worker, task)
        done.append(task.id)


def test_a_copy_made_while_people_annotate_has_all_that_was_acknowledged_before(tmp_path):
    with make_project(tmp_path / "fit", targets=12) as project:
        done = []
        people = [threading.Thread(target=work, args=(project, done)) for _ in range(3)]
        for person in people:
            person.start()
        while len(done) < 5:
            time.sleep(0.001)
        before = set(done)
        assert (
            main(["collect", "backup", str(project.folder), "--out", str(tmp_path / "copy")]) == 0
        )
        for person in people:
            person.join()
    with Project.open(tmp_path / "copy") as copy:
        with copy.store.db.reading() as session:
            assert session.scalar(text("PRAGMA integrity_check")) == "ok"
            names = set(session.scalars(text("SELECT name FROM assignments WHERE state = 'done'")))
        assert before <= names
        # Work goes on in the copy.
        rest = []
        work(copy, rest)
        assert rest
    assert (tmp_path / "copy" / "project.sqlite").stat().st_mode & 0o077 == 0


def test_a_copy_is_not_put_over_another_project(tmp_path, capsys):
    with make_project(tmp_path / "fit") as project:
        command = ["collect", "backup", str(project.folder), "--out", str(project.folder)]
        assert main(command) == 2
    assert "there is a project already" in capsys.readouterr().err


def test_an_update_of_the_tables_that_is_interrupted_changes_nothing(tmp_path, monkeypatch):
    with make_project(tmp_path / "fit") as project:
        db = project.store.db
        db.downgrade("0001")
        tables = sorted(inspect(db.engine).get_table_names())

        def interrupted(*_):
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(op, "add_column", interrupted)
            with pytest.raises(KeyboardInterrupt):
                db.upgrade()
        assert db.revision() == "0001"
        assert sorted(inspect(db.engine).get_table_names()) == tables
        db.upgrade()
        db.check()


def test_a_full_disk_is_reported_and_the_same_page_sent_again_is_stored(browse):
    visitor = browse(targets=12).join()
    limit = {"pages": 1}

    def bound(connection):
        """As many pages as are set; SQLite never takes fewer than there are."""
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit['pages']}")

    event.listen(visitor.project.store.db.engine, "begin", bound)
    # Long comments use up what is free inside the file; no task is lost until then.
    acknowledged, page = 0, visitor.task()
    while visitor.submit(page, comment="x" * 1900).status_code == 200:
        acknowledged += 1
        limit["pages"] = 1_000_000
        page = visitor.task()
        limit["pages"] = 1
    assert page.is_task
    refused = visitor.submit(page, comment="x" * 1900)
    assert refused.status_code == 503
    assert "Nothing is lost" in refused.text
    limit["pages"] = 1_000_000
    assert visitor.submit(page, comment="x" * 1900).status_code == 200
    assert stored(visitor.project) == acknowledged + 1


def test_a_database_that_is_away_is_reported_and_comes_back(browse, monkeypatch, caplog):
    visitor = browse().join()
    page = visitor.task()
    (token,) = visitor.project.invite()

    def away(*_, **__):
        raise OperationalError("connect", {}, Exception("the server is gone"))

    with monkeypatch.context() as patch:
        patch.setattr(visitor.project.store.db.write_engine, "connect", away)
        patch.setattr(visitor.project.store.db.engine, "connect", away)
        answer = visitor.submit(page)
        assert answer.status_code == 503
        assert "Nothing is lost" in answer.text
        assert visitor.get("/healthz").status_code == 200
        assert visitor.get(f"/join/{token}").status_code == 503
    # Whoever reads the log must not come in by another's invitation.
    assert "GET /join/…: the database" in caplog.text
    assert token not in caplog.text
    assert visitor.submit(page).status_code == 200
    assert stored(visitor.project) == 1


def changed(project, old, new):
    path = project.folder / "project.toml"
    content = path.read_text("utf-8")
    assert old in content
    path.write_text(content.replace(old, new), "utf-8")


def test_a_project_stays_of_its_kind(tmp_path):
    with make_project(tmp_path / "fit") as project:
        changed(project, 'kind = "swords"', 'kind = "sws"')
        with pytest.raises(BadInputError, match="was made as 'swords'"):
            Project.open(project.folder)


def test_stages_that_were_changed_after_the_opening_are_reported_to_do_nothing(tmp_path):
    with make_project(tmp_path / "fit") as project:
        changed(project, "labels = 7", "labels = 2")
        with pytest.warns(BadInputWarning, match="stages were fixed"):
            Project.open(project.folder).close()
        changed(project, "labels = 2", "labels = 7")
        changed(project, "minutes = 30", "minutes = 5")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            Project.open(project.folder).close()


def test_a_password_in_the_configuration_is_its_owners_alone(tmp_path, postgres):
    address = make_url(postgres()).set(password="secret").render_as_string(hide_password=False)
    with Project.create(tmp_path, template("swords", "Fit", 0, address)):
        path = tmp_path / "project.toml"
        assert "secret" in path.read_text("utf-8")
        assert path.stat().st_mode & 0o777 == 0o600


def test_a_postgresql_that_is_restarted_while_people_annotate_loses_nothing(
    tmp_path, browse, postgres
):
    project = make_project(tmp_path / "fit", database=postgres())
    visitor = browse(project).join()
    page = visitor.task()
    postgres.stop()
    try:
        answer = visitor.submit(page)
        assert answer.status_code == 503
        assert "Nothing is lost" in answer.text
        assert visitor.get("/task").status_code == 503
        assert visitor.get("/healthz").status_code == 200
    finally:
        postgres.start()
    assert visitor.submit(page).status_code == 200
    assert visitor.submit(page).status_code == 200
    assert stored(project) == 1
    project.close()


def test_what_postgresql_cannot_hold_is_one_line(tmp_path, postgres, capsys):
    table = tmp_path / "sentences.csv"
    table.write_text("text,substitutes\nA *big*\0 dog,large;huge\n", "utf-8")
    command = ["collect", "init", str(tmp_path / "fit"), "--csv", str(table)]
    command += ["--database", postgres()]
    assert main(command) == 2
    error = capsys.readouterr().err
    assert "the database cannot hold a value" in error
    assert error.count("\n") == 1
    # Nothing is left behind: the same database takes a project.
    table.write_text("text,substitutes\nA *big* dog,large;huge\n", "utf-8")
    assert main(command) == 0


def test_a_project_that_cannot_be_filled_leaves_nothing_in_a_folder_that_was_there(tmp_path):
    table, folder = tmp_path / "own.jsonl", tmp_path / "fit"
    # Half of a character, which no database can hold.
    table.write_text('{"text": "A *big* dog \\ud800", "substitutes": {"large": 3}}\n', "utf-8")
    folder.mkdir()
    (folder / "notes.txt").touch()
    assert main(["collect", "init", str(folder), "--from", f"plain:{table}"]) == 2
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]
