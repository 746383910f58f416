"""Making projects: configuration, targets, pools, estimates, and the tables' revisions."""

import pytest

pytest.importorskip("sqlalchemy")

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from projects import Clock, make_projects, targets  # noqa: F401
from sqlalchemy import inspect, select, text

from motjuste.benchmarks.benchmark import Benchmark, Context, Item
from motjuste.cli import main
from motjuste.collect import config, intake, pools
from motjuste.collect.config import PayConfig
from motjuste.collect.database import Database, database_url, newest_revision
from motjuste.collect.estimate import estimate, wage
from motjuste.collect.models import Base, CandidateRow, Consent
from motjuste.collect.project import Project
from motjuste.errors import BadInputError
from motjuste.lexicon.thesauri import Thesaurus
from motjuste.text import Target
from postgres import postgres_cluster  # noqa: F401


@pytest.mark.parametrize("kind", ["swords", "sws", "posthoc"])
def test_a_new_projects_configuration_says_what_holds_without_it(tmp_path, kind):
    text = config.template(kind, 'A "title"', 7, "")
    written = config.parse_config(text, tmp_path / "project.toml")
    bare = config.parse_config(f'kind = "{kind}"\ntitle = \'A "title"\'\nseed = 7', tmp_path)
    if kind != "swords":
        assert not written.tasks.control_target
        written = written.__class__(**{**written.__dict__, "tasks": bare.tasks})
    assert written == bare


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('kind = "swords"\n[tasks]\nsize = 0', 3, "size is 0, not from 1 to 100"),
        ('kind = "swords"\n[tasks]\nsiez = 4', 3, "no key 'siez' in .tasks.; did you mean size"),
        ('kind = "swords"\n\ntitel = "x"', 3, "no key 'titel'; did you mean title"),
        ('kind = "words"', 1, "kind is 'words'; it is swords, sws, posthoc or memory"),
        ('title = "x"', 1, "there is no kind"),
        ('kind = "swords"\n[quality]\naccuracy = "high"', 3, "accuracy is 'high', not a number"),
        ('kind = "swords"\n[quality]\ncontrols = 1', 3, "controls is 1, not true or false"),
        ('kind = "swords"\n[lease\nminutes = 3', 2, "is not TOML"),
        (
            'kind = "swords"\n[[stages]]\nname = "a"\n[[stages]]\nname = "b"\nlabels = true',
            6,
            "lab",
        ),
        ('kind = "swords"\n[[stages]]\nname = "a"\n[[stages]]\nname = "a"', 5, "two stages 'a'"),
        ('kind = "swords"\n[[stages]]\nlabels = 3', 2, "a stage has no name"),
        ('kind = "swords"\nstages = 3', 2, "write each stage as a table"),
        ('kind = "swords"\n[pay]\ntask = nan', 3, "task is nan"),
        (
            'kind = "swords"\n[crowd]\ncompletion_url = "javascript:alert(1)//"',
            3,
            "write an address that begins with https://",
        ),
    ],
)
def test_a_wrong_configuration_is_one_line_with_file_and_line(tmp_path, text, line, message):
    path = tmp_path / "project.toml"
    with pytest.raises(BadInputError, match=message) as error:
        config.parse_config(text, path)
    assert str(error.value).startswith(f"{path}: line {line}: ")
    assert "\n" not in str(error.value)


def test_a_number_of_thousands_of_digits_is_one_line(tmp_path):
    with pytest.raises(BadInputError, match=r"project\.toml: is not TOML \(Exceeds the limit"):
        config.parse_config("size = " + "9" * 6000, tmp_path / "project.toml")


def corpus():
    """Three contexts, the last a repetition, with several targets each."""
    texts = {"a": "We saw big dogs run.", "b": "She sang well.", "c": "We saw big dogs run."}
    places = {"a": [(3, 6, "VERB"), (7, 10, "ADJ"), (11, 15, "NOUN")], "b": [(4, 8, "VERB")]}
    places["c"] = places["a"]
    items = [
        Item(f"{name}{start}", name, Target(texts[name], start, end, pos), ())
        for name, spans in places.items()
        for start, end, pos in spans
    ]
    items.append(Item("b0", "b", Target(texts["b"], 0, 3, "PRON"), ()))
    contexts = {name: Context(text) for name, text in texts.items()}
    return Benchmark("corpus", "coinco", contexts, tuple(items))


def test_one_content_word_of_each_context_is_drawn_by_the_seed():
    seen = set()
    for seed in range(20):
        choice = intake.Choice(one_per_context=True, content_words=True, seed=seed)
        chosen = intake.choose(corpus(), choice)
        assert [item.target.text for item in chosen] == ["We saw big dogs run.", "She sang well."]
        assert chosen[1].id == "b4"
        assert chosen == intake.choose(corpus(), choice)
        seen.add(chosen[0].target.word)
    assert seen == {"saw", "big", "dogs"}


def test_more_targets_than_there_are_cannot_be_drawn():
    with pytest.raises(BadInputError, match="there are 8 targets, not 9"):
        intake.choose(corpus(), intake.Choice(sample=9))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("text,mood\nA *big* dog,x\n", "line 1: has an unknown column 'mood'"),
        ("words\nx\n", "line 1: has an unknown column 'words'"),
        ("id,lemma\n1,x\n", "line 1: has no column"),
        ("text\nA *big* dog\nno mark here\n", "line 3: no target is given"),
        ('text,pos\n"A *big* dog"\n', "line 2 does not have the header's columns"),
        ("text,pos\nA *big* dog,XYZ\n", "line 2: unknown part of speech"),
        ("text, pos\nA *big* dog,ADJ\n", "line 1: has an unknown column ' pos'"),
        ("text,id,text\nA *big* dog,1,A *red* dog\n", "line 1: has the column 'text' twice"),
        ('text\nA *big* dog\n"A *red* dog\nA *sad* dog\n', "line 3 is not CSV"),
    ],
)
def test_a_broken_csv_of_targets_is_one_line_with_file_and_line(tmp_path, content, message):
    path = tmp_path / "sentences.csv"
    path.write_text(content)
    with pytest.raises(BadInputError, match=message) as error:
        intake.read_targets(path)
    assert str(error.value).startswith(str(path))


def test_pools_are_the_union_of_sources_as_lemmas_without_the_target(make):
    made = make(number=1, candidates=0)
    thesaurus = Thesaurus("words")
    for word, pos in (("Gladder", "ADJ"), ("cheery", None), ("fete", "VERB"), ("happier", "ADJ")):
        thesaurus.add("happy", word, pos)
    pooled = pools.pool(made.store, pools.thesaurus_offers(made.store, thesaurus, "words"))
    # "gladder" is "glad", which people gave; "happier" is the target; "fete" is a verb.
    assert pooled == (1, 1, 1)
    with made.store.db.reading() as session:
        sources_of = {
            candidate.text: candidate.sources for candidate in session.scalars(select(CandidateRow))
        }
    assert sources_of == {"glad": ["people", "words"], "merry": ["people"], "cheery": ["words"]}


def test_what_is_no_word_is_no_candidate(make):
    made = make(number=1, candidates=0)
    odd = ["", "  ", "?!", "x" * 101, "a\tb\0", "123"]
    pooled = pools.pool(made.store, [pools.Offer("t0", text, ("odd",)) for text in odd])
    assert pooled == (0, 0, 6)
    with pytest.raises(BadInputError, match="no target 't9'"):
        pools.pool(made.store, [pools.Offer("t0", "jolly", ("a",)), pools.Offer("t9", "x", ("a",))])
    assert made.progress().candidates == 2


def test_the_wage_is_the_papers():
    # SWORDS, B.2: 0.10 a task lies between 7.25 and 15 an hour from 50 down to 24 seconds.
    hourly_wage = wage(PayConfig(task=0.10, seconds=25, slower=2, lowest=7.25, target=15))
    assert (hourly_wage.fastest, round(hourly_wage.slowest)) == (24.0, 50)
    assert hourly_wage.at_pilot == pytest.approx(14.4)


def test_cost_and_time_are_estimated_from_the_pool(make):
    made = make(number=3, candidates=12)
    # 14 candidates a target: 2 tasks x 3 labels x 3 targets; half pass, 7: 1 task x 7 x 3.
    cost = estimate(made.store, passing=0.5, dropped=0.0)
    assert [(stage.tasks, stage.assignments) for stage in cost.stages] == [(6, 18), (3, 21)]
    assert cost.total.pay == pytest.approx(3.9)
    assert cost.total.fee == pytest.approx(0.78)
    assert cost.total.hours == pytest.approx(39 * 50 / 3600)
    assert cost.visits == 2
    # A tenth that must be asked again: 18 / 0.9 = 20, 21 / 0.9 = 23.3.
    again = estimate(made.store, passing=0.5, dropped=0.1)
    assert [stage.assignments for stage in again.stages] == [20, 24]


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_migrations_make_exactly_the_tables_of_the_code_and_go_back(tmp_path, request, where):
    given = "" if where == "sqlite" else request.getfixturevalue("postgres")()
    db = Database(database_url(given, tmp_path))
    assert db.revision() is None
    db.upgrade()
    db.check()
    assert db.revision() == newest_revision()
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    db.downgrade("base")
    assert set(inspect(db.engine).get_table_names()) <= {"alembic_version"}
    db.upgrade()
    db.close()


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_consents_of_older_tables_are_kept(tmp_path, request, where):
    given = "" if where == "sqlite" else request.getfixturevalue("postgres")()
    db = Database(database_url(given, tmp_path))
    db.upgrade("0002")
    with db.writing() as session:
        session.execute(text("INSERT INTO workers VALUES (7, 'invited', NULL, '', 1, NULL, false)"))
        for name, when in (("b", 30), ("a", 20)):
            row = f"('{name}', 7, {when}, 'I {name}gree 100 %')"
            session.execute(text(f"INSERT INTO consents VALUES {row}"))
    db.upgrade()
    with db.writing() as session:
        session.add(Consent(session="a", worker_id=7, agreed_at=40.0, text="Anew"))
    assert [(row.id, row.session, row.agreed_at) for row in _consents(db)] == [
        (1, "a", 20.0),
        (2, "b", 30.0),
        (3, "a", 40.0),
    ]
    db.downgrade("0002")
    db.upgrade()
    # The older tables have room for one consent of a session.
    kept = [(row.session, row.text) for row in _consents(db)]
    assert kept == [("b", "I bgree 100 %"), ("a", "Anew")]
    db.close()


def _consents(db):
    with db.reading() as session:
        return session.scalars(select(Consent).order_by(Consent.id)).all()


def test_a_project_of_another_revision_says_what_to_do(make):
    made = make()
    made.store.db.downgrade("base")
    with pytest.raises(BadInputError, match="holds no project"):
        Project.open(made.folder)


def test_a_project_that_cannot_be_opened_or_made_leaves_no_connection_open(
    make, tmp_path, monkeypatch
):
    made = make()
    again = config.template("swords", "x", 0, f"sqlite:///{made.folder / 'project.sqlite'}")
    closed = []
    with monkeypatch.context() as patch:
        patch.setattr(Database, "close", lambda db: (closed.append(db), db.engine.dispose()))
        with pytest.raises(BadInputError, match="holds a project already"):
            Project.create(tmp_path / "other", again)
        made.store.db.downgrade("base")
        with pytest.raises(BadInputError, match="holds no project"):
            Project.open(made.folder)
    assert len(closed) == 2


def test_a_project_is_made_once_and_its_database_is_its_owners_alone(make, tmp_path):
    made = make()
    assert (made.folder / "project.sqlite").stat().st_mode & 0o077 == 0
    with pytest.raises(BadInputError, match="there is a project already"):
        Project.create(made.folder, config.template("swords", "x", 0, ""))
    with pytest.raises(BadInputError, match="holds no project"):
        Project.open(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://host/x", "mysql cannot be used"),
        ("not a url", "is not a URL"),
        ("env:NO_SUCH_VARIABLE", "NO_SUCH_VARIABLE, which is not set"),
        ("postgresql://nobody@127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path, url, message):
    pytest.importorskip("psycopg")
    with pytest.raises(BadInputError, match=message) as error:
        Project.create(tmp_path / "p", config.template("swords", "x", 0, url))
    assert "\n" not in str(error.value)
    assert not (tmp_path / "p" / "project.toml").exists()


@pytest.mark.parametrize("at", [100, 4096, 20_000])
def test_a_database_file_that_is_damaged_is_one_line(make, capsys, at):
    made = make()
    made.publish()
    made.close()
    path = made.folder / "project.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[:at] + b"\xff" * 500 + content[at:])
    assert main(["collect", "status", str(made.folder)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "damaged" in error


def test_targets_are_stored_once(make):
    made = make()
    benchmark = targets(1)
    with pytest.raises(BadInputError, match="has its targets already"):
        intake.add_targets(made.store, benchmark, benchmark.items)
