"""Sessions of the owner, so that browsers keep a secret of their own instead of the owner's key."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "owner_sessions",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_owner_sessions")),
    )


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("owner_sessions")
