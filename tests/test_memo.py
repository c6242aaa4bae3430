"""The memo: each value is made once, errors are nobody else's, and pages side by side do not push each other out."""

from __future__ import annotations

import asyncio

import pytest
from castalia.memory.memo import MOST, Memo
from hypothesis import given
from hypothesis import strategies as some


def test_what_many_ask_for_at_once_is_made_once() -> None:
    async def main() -> tuple[list[int], int]:
        memo, made = Memo(), []

        async def make() -> int:
            made.append(1)
            await asyncio.sleep(0.01)
            return 7

        return await asyncio.gather(*(memo.once("key", make) for _ in range(20))), len(made)

    assert asyncio.run(main()) == ([7] * 20, 1)


def test_where_making_fails_or_is_cancelled_the_next_one_tries() -> None:
    async def main() -> list[object]:
        memo, tries = Memo(), iter([ValueError("broken"), None, 7])

        async def make() -> int:
            given = next(tries)
            await asyncio.sleep(0.01 if given else 60)
            if isinstance(given, ValueError):
                raise given
            return given or 0

        asked = [asyncio.create_task(memo.once("key", make)) for _ in range(4)]
        await asyncio.sleep(0.05)
        asked[1].cancel()
        return [
            type(one) if isinstance(one, BaseException) else one
            for one in await asyncio.gather(*asked, return_exceptions=True)
        ]

    assert asyncio.run(main()) == [ValueError, asyncio.CancelledError, 7, 7]


def test_event_loops_one_after_the_other_share_what_was_made() -> None:
    memo = Memo()

    async def make(value: int) -> int:
        return value

    assert [asyncio.run(memo.once("key", lambda value=value: make(value))) for value in (1, 2)] == [1, 1]


@given(some.lists(some.integers(0, 30), max_size=200))
def test_a_memo_holds_no_more_than_it_has_room_for_and_only_what_was_kept(keys: list[int]) -> None:
    memo = Memo(4)
    for key in keys:
        assert memo.get(key) in (None, key + 1)
        memo.keep(key, key + 1)
        assert memo.get(key) == key + 1 and memo.room <= MOST
    assert sum(memo.get(key) is not None for key in range(31)) <= memo.room


def test_what_is_asked_for_and_not_there_takes_no_room() -> None:
    memo = Memo(2)
    memo.keep("a", 1)
    for key in "xyz":
        assert memo.get(key) is None
    memo.keep("b", 2)
    assert (memo.get("a"), memo.get("b")) == (1, 2)


def test_one_page_after_another_needs_no_more_room_and_pages_side_by_side_get_it() -> None:
    async def made(turns: list[int]) -> tuple[int, int]:
        memo, count = Memo(8), 0

        async def make() -> int:
            nonlocal count
            count += 1
            return 1

        for page in turns:
            await memo.once(page, make)
        return count, memo.room

    assert asyncio.run(made([page for page in range(50) for _ in range(20)])) == (50, 8)
    count, room = asyncio.run(made([page for _ in range(20) for page in range(50)]))
    assert room == 64 and count < 4 * 50  # without: a thousand


@pytest.mark.parametrize("value", [0, "", (), False])
def test_values_that_are_empty_are_values(value: object) -> None:
    memo = Memo()
    memo.keep("key", value)
    assert memo.get("key") == value
