"""Wraps a snippet store that somebody else wrote: each answer is checked before it is used, and an error names the
method that answered wrongly.

What the methods have to answer is said in ``protocols``.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable, Sequence
from itertools import islice
from numbers import Integral, Real
from typing import Any

from castalia.memory.errors import CastaliaError, StoreError, one_line
from castalia.memory.known_ids import WIDTH
from castalia.memory.protocols import Filters, Hit, ListedStore, SearchQuery, SnippetStore
from castalia.memory.records import Snippet

_TEXTS = ("id", "text", "url", "domain", "topic", "title", "source", "doi")
_SEE = "see castalia.memory.protocols"
_MOST = 300  # characters of what the store itself says
_REMEMBERED = 50_000  # ids that it answered last


def checked(store: SnippetStore) -> SnippetStore:
    """This store, with its faults as ``StoreError`` in one line: what it raises, and what it answers that is no
    answer."""
    return _CheckedListedStore(store) if isinstance(store, ListedStore) else _CheckedStore(store)


class _CheckedStore:
    def __init__(self, behind: SnippetStore) -> None:
        self._behind = behind
        self._found: dict[str, str] = {}  # ids that it answered, with the method that did

    async def add(self, snippets: Sequence[Snippet]) -> int:
        return self._number("add", await self._answer("add", snippets), "the number of ids that were new, an int")

    async def search(self, queries: Sequence[SearchQuery], k: int, filters: Filters | None = None) -> list[list[Hit]]:
        wanted = "a list of Hits for each query"
        answer = self._listed("search", await self._answer("search", queries, k, filters), wanted)
        if len(answer) != len(queries):
            raise self._fault("search", f"{len(answer)} lists to {len(queries)} queries", wanted)
        found = [[self._hit(one) for one in self._listed("search", hits, wanted)] for hits in answer]
        self._remember("search", (one.snippet_id for hits in found for one in hits))
        return found

    async def get(self, ids: Sequence[str]) -> list[Snippet]:
        wanted = "the Snippets with these ids, in that order, or raise KeyError"
        found = self._snippets("get", await self._answer("get", ids, known=ids), wanted)
        if [one.id for one in found] != list(ids):
            raise self._fault("get", f"{len(found)} Snippets to {len(ids)} ids, which are not theirs", wanted)
        return found

    async def sample(self, limit: int, filters: Filters | None = None) -> list[Snippet]:
        found = self._snippets("sample", await self._answer("sample", limit, filters), "a list of Snippets")
        self._remember("sample", (one.id for one in found))
        return found

    async def count(self, filters: Filters | None = None) -> int:
        return self._number("count", await self._answer("count", filters), "the number of snippets, an int")

    async def close(self) -> None:
        await self._answer("close")

    async def _answer(self, method: str, *given: Any, known: Sequence[str] = ()) -> Any:
        """What the store answers; that one of the ``known`` ids is not there is an answer, too, unless it answered that
        id itself."""
        try:
            answer = getattr(self._behind, method)(*given)
            if not inspect.isawaitable(answer):
                raise self._fault(method, f"{_told(answer)} without being awaited", "what `async def` gives")
            return await answer
        except CastaliaError:
            raise
        except Exception as error:
            if isinstance(error, KeyError) and (missing := _named_in(str(error), known)):
                if not (own := [one for one in missing if one in self._found]):
                    raise
                said = f"that there is no snippet {own[0]!r}, which its {self._found[own[0]]} answered before"
                raise self._fault(method, said, "the Snippet of each id that the others answer") from error
            reason = one_line(f"{type(error).__name__}: {error}")[:_MOST]
            raise StoreError(f"{self._name(method)} failed ({reason}): mend it, {_SEE}") from error

    def _remember(self, method: str, ids: Iterable[str]) -> None:
        for one in ids:
            self._found.pop(one, None)
            self._found[one] = method
        for oldest in list(islice(self._found, max(0, len(self._found) - _REMEMBERED))):
            del self._found[oldest]

    def _number(self, method: str, answer: Any, wanted: str) -> int:
        if not isinstance(answer, Integral) or isinstance(answer, bool):
            raise self._fault(method, _told(answer), wanted)
        return int(answer)

    def _listed(self, method: str, answer: Any, wanted: str) -> list[Any]:
        if not isinstance(answer, Sequence) or isinstance(answer, str | bytes):
            raise self._fault(method, _told(answer), wanted)
        return list(answer)

    def _hit(self, one: Any) -> Hit:
        name, score = getattr(one, "snippet_id", None), getattr(one, "score", None)
        if not isinstance(name, str) or not isinstance(score, Real) or not math.isfinite(score):
            told = f"{_told(one)} in place of a Hit" if name is None else f"a Hit({name!r}, {score!r})"
            raise self._fault("search", told, "Hits of a snippet_id, a str, and a score, a number")
        return Hit(name, float(score))  # a vector library has floats of its own, which JSON does not know

    def _snippets(self, method: str, answer: Any, wanted: str) -> list[Snippet]:
        found = self._listed(method, answer, wanted)
        for one in found:
            if not isinstance(one, Snippet):
                raise self._fault(method, f"{_told(one)} in place of a Snippet", wanted)
            for name in _TEXTS:
                if not isinstance(value := getattr(one, name), str):
                    raise self._fault(
                        method, f"a Snippet whose {name} is {_told(value)}", "Snippets in which it is a str"
                    )
        return found

    def _fault(self, method: str, answered: str, wanted: str) -> StoreError:
        return StoreError(f"{self._name(method)} answered {answered}: it has to answer {wanted}, {_SEE}")

    def _name(self, method: str) -> str:
        return f"{type(self._behind).__name__}.{method}"


class _CheckedListedStore(_CheckedStore):
    async def fingerprint(self) -> str:
        answer = await self._answer("fingerprint")
        if not isinstance(answer, str):
            raise self._fault("fingerprint", _told(answer), "a str")
        return answer

    async def beginnings(self) -> bytes:
        answer = await self._answer("beginnings")
        if not isinstance(answer, bytes) or len(answer) % WIDTH:
            raise self._fault("beginnings", _told(answer), f"bytes, {WIDTH} for each snippet")
        return answer


def _named_in(message: str, ids: Sequence[str]) -> list[str]:
    """The ids that a message names; "1" is not named where "10" is."""
    found = [one for one in ids if one in message]
    return [one for one in found if not any(one != other and one in other for other in found)]


def _told(value: object) -> str:
    name = type(value).__name__
    return "None" if value is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
