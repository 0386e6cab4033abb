"""Run by Alembic. The connection comes from ``storage.py``; there is no ini file."""

from alembic import context

from gaple.server.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite changes a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
