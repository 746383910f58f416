"""The first tables: targets, tasks, people, answers, marks and batches."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "batches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("closed_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
    )
    op.create_table(
        "exclusions",
        sa.Column("identity", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("identity", name=op.f("pk_exclusions")),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
    )
    op.create_table(
        "items",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.String(), nullable=False),
        sa.Column("context_id", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=True),
        sa.Column("end", sa.Integer(), nullable=True),
        sa.Column("pos", sa.String(), nullable=True),
        sa.Column("lemma", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.Column("context_extra", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
        sa.UniqueConstraint("source_id", name=op.f("uq_items_source_id")),
    )
    op.create_table(
        "stages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("positives", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stages")),
        sa.UniqueConstraint("number", name=op.f("uq_stages_number")),
    )
    op.create_table(
        "workers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("identity", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=True),
        sa.Column("decision", sa.String(), nullable=True),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workers")),
        sa.UniqueConstraint("identity", name=op.f("uq_workers_identity")),
    )
    op.create_table(
        "candidates",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["items.id"], name=op.f("fk_candidates_item_id_items")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_candidates")),
        sa.UniqueConstraint("item_id", "text", name=op.f("uq_candidates_item_id_text")),
    )
    op.create_index(op.f("ix_candidates_item_id"), "candidates", ["item_id"], unique=False)
    op.create_table(
        "tasks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("stage_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("taken", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_tasks_item_id_items")),
        sa.ForeignKeyConstraint(["stage_id"], ["stages.id"], name=op.f("fk_tasks_stage_id_stages")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tasks")),
    )
    op.create_index(op.f("ix_tasks_item_id"), "tasks", ["item_id"], unique=False)
    op.create_index(
        "ix_tasks_open",
        "tasks",
        ["stage_id", "position"],
        unique=False,
        sqlite_where=sa.text("answered < wanted"),
        postgresql_where=sa.text("answered < wanted"),
    )
    op.create_table(
        "visits",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("platform", sa.String(), nullable=False),
        sa.Column("study", sa.String(), nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["workers.id"], name=op.f("fk_visits_worker_id_workers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visits")),
        sa.UniqueConstraint("worker_id", "session", name=op.f("uq_visits_worker_id_session")),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("visit_id", sa.Integer(), nullable=True),
        sa.Column("batch_id", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("leased_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("submitted_at", sa.Double(), nullable=True),
        sa.Column("submission_key", sa.String(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("comment", sa.String(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("controls", sa.Integer(), nullable=False),
        sa.Column("controls_right", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["batches.id"], name=op.f("fk_assignments_batch_id_batches")
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["tasks.id"], name=op.f("fk_assignments_task_id_tasks")
        ),
        sa.ForeignKeyConstraint(
            ["visit_id"], ["visits.id"], name=op.f("fk_assignments_visit_id_visits")
        ),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["workers.id"], name=op.f("fk_assignments_worker_id_workers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("name", name=op.f("uq_assignments_name")),
        sa.UniqueConstraint("task_id", "worker_id", name=op.f("uq_assignments_task_id_worker_id")),
        sa.UniqueConstraint(
            "worker_id", "submission_key", name=op.f("uq_assignments_worker_id_submission_key")
        ),
    )
    op.create_index(
        op.f("ix_assignments_state_expires_at"),
        "assignments",
        ["state", "expires_at"],
        unique=False,
    )
    op.create_index(op.f("ix_assignments_visit_id"), "assignments", ["visit_id"], unique=False)
    op.create_index(
        "uq_assignments_open",
        "assignments",
        ["worker_id"],
        unique=True,
        sqlite_where=sa.text("state = 'leased'"),
        postgresql_where=sa.text("state = 'leased'"),
    )
    op.create_table(
        "batch_tasks",
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("came", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["batches.id"], name=op.f("fk_batch_tasks_batch_id_batches")
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["tasks.id"], name=op.f("fk_batch_tasks_task_id_tasks")
        ),
        sa.PrimaryKeyConstraint("batch_id", "task_id", name=op.f("pk_batch_tasks")),
    )
    op.create_index(op.f("ix_batch_tasks_task_id"), "batch_tasks", ["task_id"], unique=False)
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.Integer(), nullable=False),
        sa.Column("stage_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("candidate_id", sa.Integer(), nullable=True),
        sa.Column("control", sa.String(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidates.id"], name=op.f("fk_entries_candidate_id_candidates")
        ),
        sa.ForeignKeyConstraint(
            ["stage_id"], ["stages.id"], name=op.f("fk_entries_stage_id_stages")
        ),
        sa.ForeignKeyConstraint(["task_id"], ["tasks.id"], name=op.f("fk_entries_task_id_tasks")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint(
            "stage_id", "candidate_id", name=op.f("uq_entries_stage_id_candidate_id")
        ),
        sa.UniqueConstraint("task_id", "number", name=op.f("uq_entries_task_id_number")),
    )
    op.create_index(op.f("ix_entries_candidate_id"), "entries", ["candidate_id"], unique=False)
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("visit_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["visit_id"], ["visits.id"], name=op.f("fk_keys_visit_id_visits")),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["workers.id"], name=op.f("fk_keys_worker_id_workers")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_keys")),
    )
    op.create_index(op.f("ix_keys_worker_id"), "keys", ["worker_id"], unique=False)
    op.create_table(
        "answers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.Integer(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("candidate_id", sa.Integer(), nullable=True),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("repeated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_answers_assignment_id_assignments")
        ),
        sa.ForeignKeyConstraint(
            ["candidate_id"], ["candidates.id"], name=op.f("fk_answers_candidate_id_candidates")
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["entries.id"], name=op.f("fk_answers_entry_id_entries")
        ),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["workers.id"], name=op.f("fk_answers_worker_id_workers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answers")),
        sa.UniqueConstraint(
            "assignment_id", "entry_id", name=op.f("uq_answers_assignment_id_entry_id")
        ),
    )
    op.create_index(op.f("ix_answers_candidate_id"), "answers", ["candidate_id"], unique=False)
    op.create_index(
        "uq_answers_once",
        "answers",
        ["worker_id", "candidate_id"],
        unique=True,
        sqlite_where=sa.text("repeated = 0"),
        postgresql_where=sa.text("NOT repeated"),
    )
    op.create_table(
        "marks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("lifted_at", sa.Double(), nullable=True),
        sa.Column("lifted_reason", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_marks_assignment_id_assignments")
        ),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["workers.id"], name=op.f("fk_marks_worker_id_workers")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_marks")),
    )
    op.create_index(op.f("ix_marks_assignment_id"), "marks", ["assignment_id"], unique=False)
    op.create_index(op.f("ix_marks_worker_id"), "marks", ["worker_id"], unique=False)
    op.create_table(
        "suggestions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("substitute", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignments.id"],
            name=op.f("fk_suggestions_assignment_id_assignments"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suggestions")),
        sa.UniqueConstraint(
            "assignment_id",
            "first",
            "last",
            "substitute",
            name=op.f("uq_suggestions_assignment_id_first_last_substitute"),
        ),
    )


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("suggestions")
    op.drop_index(op.f("ix_marks_worker_id"), table_name="marks")
    op.drop_index(op.f("ix_marks_assignment_id"), table_name="marks")
    op.drop_table("marks")
    op.drop_index(
        "uq_answers_once",
        table_name="answers",
        sqlite_where=sa.text("repeated = 0"),
        postgresql_where=sa.text("NOT repeated"),
    )
    op.drop_index(op.f("ix_answers_candidate_id"), table_name="answers")
    op.drop_table("answers")
    op.drop_index(op.f("ix_keys_worker_id"), table_name="keys")
    op.drop_table("keys")
    op.drop_index(op.f("ix_entries_candidate_id"), table_name="entries")
    op.drop_table("entries")
    op.drop_index(op.f("ix_batch_tasks_task_id"), table_name="batch_tasks")
    op.drop_table("batch_tasks")
    op.drop_index(
        "uq_assignments_open",
        table_name="assignments",
        sqlite_where=sa.text("state = 'leased'"),
        postgresql_where=sa.text("state = 'leased'"),
    )
    op.drop_index(op.f("ix_assignments_visit_id"), table_name="assignments")
    op.drop_index(op.f("ix_assignments_state_expires_at"), table_name="assignments")
    op.drop_table("assignments")
    op.drop_table("visits")
    op.drop_index(
        "ix_tasks_open",
        table_name="tasks",
        sqlite_where=sa.text("answered < wanted"),
        postgresql_where=sa.text("answered < wanted"),
    )
    op.drop_index(op.f("ix_tasks_item_id"), table_name="tasks")
    op.drop_table("tasks")
    op.drop_index(op.f("ix_candidates_item_id"), table_name="candidates")
    op.drop_table("candidates")
    op.drop_table("workers")
    op.drop_table("stages")
    op.drop_table("items")
    op.drop_table("facts")
    op.drop_table("exclusions")
    op.drop_table("batches")
