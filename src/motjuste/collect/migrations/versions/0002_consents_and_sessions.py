"""Consents, confirmed lemmas, and the browser session that a crowd worker's task is bound to."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two tables and a column."""
    op.create_table(
        "consents",
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("agreed_at", sa.Double(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["workers.id"], name=op.f("fk_consents_worker_id_workers")
        ),
        sa.PrimaryKeyConstraint("session", name=op.f("pk_consents")),
    )
    op.create_index(op.f("ix_consents_worker_id"), "consents", ["worker_id"], unique=False)
    op.create_table(
        "lemmas",
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("pos", sa.String(), nullable=False),
        sa.Column("lemma", sa.String(), nullable=False),
        sa.Column("confirmed_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("text", "pos", name=op.f("pk_lemmas")),
    )
    op.add_column("assignments", sa.Column("session", sa.String(), nullable=True))


def downgrade() -> None:
    """Drop them again."""
    op.drop_column("assignments", "session")
    op.drop_table("lemmas")
    op.drop_index(op.f("ix_consents_worker_id"), table_name="consents")
    op.drop_table("consents")
