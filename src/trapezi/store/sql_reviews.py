"""Store the reviews of finished games in an SQL database (`ReviewStore`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, delete, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from trapezi.store.interface import ReviewEntry
from trapezi.store.schema import entries, processes, reviews

if TYPE_CHECKING:
    from trapezi.store.sql import SqlStore


class SqlReviews:
    """The table `reviews` of one database. A row without a body says which process is computing the review."""

    def __init__(self, store: SqlStore, dialect: str) -> None:
        self._store = store
        self._insert: Any = sqlite.insert if dialect == "sqlite" else postgresql.insert

    async def find(self, code: str, number: int) -> ReviewEntry | None:
        rows = await self._store.fetch_in_thread(select(reviews).where(same_game(code, number)))
        return ReviewEntry(*rows[0]) if rows else None

    async def claim(self, code: str, number: int, version: int) -> bool:
        mine = {"version": version, "process_id": self._store.process_id, "progress": 0.0, "body": None}

        def claim_row(connection: Connection) -> bool:
            new = self._insert(reviews).values(code=code, number=number, **mine).on_conflict_do_nothing()
            connection.execute(new)
            found = ReviewEntry(*connection.execute(select(reviews).where(same_game(code, number)).with_for_update()).one())
            if found.body is not None and found.version >= version:
                return False
            if found.body is None and self._is_alive(connection, found.process_id):
                return False
            connection.execute(update(reviews).where(same_game(code, number)).values(mine))
            return True

        return await self._store.write_in_thread(claim_row)

    def _is_alive(self, connection: Connection, process_id: str) -> bool:
        """Return whether the process with this id is another process and is running."""
        if not self._store.shared or process_id == self._store.process_id:
            return False
        return connection.execute(select(processes).where(processes.c.process_id == process_id)).first() is not None

    async def report_progress(self, code: str, number: int, progress: float) -> bool:
        mine = same_game(code, number) & (reviews.c.process_id == self._store.process_id) & reviews.c.body.is_(None)
        if not self._store.shared:  # No other process reads the progress, so it need not be written.
            return bool(await self._store.fetch_in_thread(select(reviews.c.code).where(mine)))

        def set_progress(connection: Connection) -> bool:
            connection.execute(text("SET LOCAL synchronous_commit = off"))  # Progress need not survive a power cut.
            return bool(connection.execute(update(reviews).where(mine).values(progress=progress)).rowcount)

        return await self._store.write_in_thread(set_progress)

    async def finish(self, code: str, number: int, body: bytes) -> None:
        values = {"body": body, "progress": 1.0, "process_id": ""}
        mine = same_game(code, number) & (reviews.c.process_id == self._store.process_id)
        statement = update(reviews).where(mine, reviews.c.body.is_(None)).values(values)
        await self._store.write_in_thread(lambda connection: connection.execute(statement))

    async def give_up_claim(self, code: str, number: int) -> None:
        mine = same_game(code, number) & (reviews.c.process_id == self._store.process_id)
        statement = delete(reviews).where(mine, reviews.c.body.is_(None))
        await self._store.write_in_thread(lambda connection: connection.execute(statement))

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def finished_reviews_of_table(self, code: str) -> list[ReviewEntry]:
        query = select(reviews).where(reviews.c.code == code, reviews.c.body.is_not(None)).order_by(reviews.c.number)
        return [ReviewEntry(*row) for row in await self._store.fetch_in_thread(query)]

    async def restore(self, given: Sequence[ReviewEntry]) -> None:
        def insert_reviews(connection: Connection) -> None:
            for each in given:
                if connection.execute(select(entries.c.code).where(entries.c.code == each.code)).first() is not None:
                    row = {"code": each.code, "number": each.number, "version": each.version, "body": each.body}
                    connection.execute(self._insert(reviews).values(row).on_conflict_do_nothing())

        if given:
            await self._store.write_in_thread(insert_reviews)


def same_game(code: str, number: int) -> ColumnElement[bool]:
    return (reviews.c.code == code) & (reviews.c.number == number)
