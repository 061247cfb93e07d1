"""Run by Alembic: on the connection that ``schema.bring_up_to_date`` hands over, in its transaction."""

from __future__ import annotations

from alembic import context

from steppe.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a column only by making its table anew
)
with context.begin_transaction():
    context.run_migrations()
