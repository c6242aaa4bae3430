"""Checks the schema number in a SQLite file, and makes the table where the file is new.

Opening the file, and telling what is wrong with it, is the business of those who keep something there. Files that say
in their header whose they are, and which several programs may be pointed at, are ``sqlite_file``'s.
"""

from __future__ import annotations

import sqlite3

from castalia.memory.errors import StoreError
from castalia.memory.write_ahead import write_ahead


def with_schema(connection: sqlite3.Connection, name: str, schema: int, table: str, remedy: str) -> sqlite3.Connection:
    """The connection to a file that has this schema; ``table`` is the statement that makes its table, where there is
    none. A file that has this schema already is not written to.

    ``StoreError`` for a file of another schema; what SQLite says passes.
    """
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found not in (0, schema):
        raise StoreError(f"{name} has schema {found}, and this version reads {schema}: {remedy}")
    write_ahead(connection)
    if found != schema:
        with connection:
            connection.execute("BEGIN IMMEDIATE")  # another process may be making it, too
            connection.execute(table)
            connection.execute(f"PRAGMA user_version = {schema}")
    return connection
