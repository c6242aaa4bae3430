"""Reads the points of a collection on a Qdrant server one after the other, a page at a time."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from castalia.memory.server_client import ServerClient
from qdrant_client import models


async def scroll(
    server: ServerClient,
    limit: int | None,
    page: int,
    condition: models.Filter | None,
    with_payload: bool | list[str],
) -> AsyncGenerator[list[models.Record]]:
    """The first ``limit`` points by ascending id, or all, up to ``page`` at a time, with their payloads, none of them,
    or these fields of each. The collection has to be there."""
    offset: Any = None
    seen = 0
    while limit is None or seen < limit:
        size = page if limit is None else min(page, limit - seen)
        found, offset = await _page(server, condition, size, offset, with_payload)
        yield found
        seen += len(found)
        if offset is None:
            return


async def _page(
    server: ServerClient,
    condition: models.Filter | None,
    size: int,
    offset: Any,
    with_payload: bool | list[str],
) -> tuple[list[models.Record], Any]:
    return await server.ask(
        "read",
        lambda client: client.scroll(
            server.url.collection, condition, limit=size, offset=offset, with_payload=with_payload, with_vectors=False
        ),
    )
