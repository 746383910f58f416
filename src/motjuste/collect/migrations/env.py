"""How Alembic runs: on the connection that it is given, in the transaction that is open."""

from alembic import context

from motjuste.collect.models import Base

connection = context.config.attributes.get("connection")
context.configure(
    connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True
)
with context.begin_transaction():
    context.run_migrations()
