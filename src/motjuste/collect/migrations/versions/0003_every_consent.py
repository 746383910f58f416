"""Every consent of a session is kept: a changed text no longer replaces the earlier record."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_COLUMNS = ("session", "worker_id", "agreed_at", "text")


def upgrade() -> None:
    """Number the consents, so that a session can have several."""
    rows = _take_rows()
    _create(sa.Column("id", sa.Integer(), nullable=False), key="id")
    op.create_index(op.f("ix_consents_session"), "consents", ["session"], unique=False)
    _put_rows(rows)


def downgrade() -> None:
    """Keep one consent of each session: the newest."""
    newest = {row["session"]: row for row in _take_rows()}
    _create(key="session")
    _put_rows(list(newest.values()))


def _take_rows() -> list[dict[str, object]]:
    """Read all consents, the oldest first, and drop their table.

    A table beside the old one would need other names for the same constraints.
    """
    table = sa.table("consents", *map(sa.column, _COLUMNS))
    rows = op.get_bind().execute(sa.select(table).order_by(table.c.agreed_at)).mappings().all()
    op.drop_table("consents")
    return [dict(row) for row in rows]


def _create(*first: "sa.Column[int]", key: str) -> None:
    op.create_table(
        "consents",
        *first,
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("worker_id", sa.Integer(), nullable=False),
        sa.Column("agreed_at", sa.Double(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["worker_id"], ["workers.id"], name=op.f("fk_consents_worker_id_workers")
        ),
        sa.PrimaryKeyConstraint(key, name=op.f("pk_consents")),
    )
    op.create_index(op.f("ix_consents_worker_id"), "consents", ["worker_id"], unique=False)


def _put_rows(rows: list[dict[str, object]]) -> None:
    table = sa.table("consents", *map(sa.column, _COLUMNS))
    if rows:
        op.bulk_insert(table, rows)
