"""A chat model that follows a script: no network, no randomness, answers made of what its prompt shows.

For dry runs, notebooks and tests. What each role answers is in ``scripted_graph``, ``scripted_page``,
``scripted_review`` and ``scripted_judging``; what it can be told to do wrong is in ``scripted_faults``.
"""

from __future__ import annotations

import asyncio
import json
import math
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from castalia.memory.errors import InputError
from castalia.tools.models.chat import Call, Finish, ModelError, Reply
from castalia.tools.scripted.scripted_faults import FAULTS
from castalia.tools.scripted.scripted_graph import extraction, questions, search_terms, verdicts
from castalia.tools.scripted.scripted_judging import choice, grade, verdicts_on_claims
from castalia.tools.scripted.scripted_page import helpful, outline, section_text
from castalia.tools.scripted.scripted_prompt import Prompt
from castalia.tools.scripted.scripted_review import changes, edited, review

# What a callable may give: an answer, a whole reply, or an exception (raised for it).
Way = str | Callable[[Call, str], str | Reply | Exception]

# The answers by the name of their schema; the writer's first draft is the one that has none.
ANSWERS: Mapping[str, Callable[[Prompt, int], Mapping[str, Any] | str]] = {
    "Extracted": extraction,
    "Verdicts": verdicts,
    "Asked": questions,
    "Terms": search_terms,
    "Outlined": outline,
    "Helpful": helpful,
    "": section_text,
    "Changes": changes,
    "Review": review,
    "Edited": edited,
    "Entailments": verdicts_on_claims,
    "Scored": grade,
    "Preferred": choice,
}
ROLES = frozenset(
    "extractor normaliser researcher synthesizer outliner relevance_filter writer reviewer editor entailment_judge rubric_judge preference_judge".split()
)


class ScriptedModel:
    """A ``ChatModel`` that answers every role of the model crew from the evidence in its prompt.

    The answer is a function of the messages, the schema's name and the sample, which turns its choices; tokens are
    characters / 4. ``misbehave`` maps a role, the name of an answer's schema ("Changes"), or "*" to a way of going
    wrong: a name from ``scripted_faults.FAULTS`` or a callable (call, good answer) -> answer, reply or exception;
    ``(way, n)`` goes wrong in the first n calls only. The schema's name counts before the role, the role before "*".
    ``delay``: seconds a call takes. Safe to use from several threads and event loops. ``InputError`` for a role or a
    way that is not known.
    """

    endpoint = "scripted"

    def __init__(
        self,
        misbehave: Mapping[str, Way | tuple[Way, int]] | None = None,
        delay: float = 0.0,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.delay = delay
        self._ways = {role: _checked(role, way) for role, way in (misbehave or {}).items()}
        told = {role: _way_told(*self._ways[role]) for role in sorted(self._ways)}
        self.parameters: Mapping[str, Any] = MappingProxyType({"misbehave": told} if told else {})
        self._lock = threading.Lock()
        self._calls: list[Call] = []
        self._counts: Counter[str] = Counter()
        self._under_way = 0
        self._most_at_once = 0

    @classmethod
    def of(cls, spec: str) -> ScriptedModel:
        """``scripted``, or what goes wrong behind a colon: ``scripted:writer=no heading,*=truncated JSON/1`` (the first
        call only).

        Hyphens may stand for the blanks of a way. ``InputError`` for junk.
        """
        kind, _, rest = spec.strip().partition(":")
        if kind != "scripted" or (":" in spec and not rest.strip()):
            raise InputError(
                f"the scripted model {spec[:80]!r} is not known: give scripted, or scripted:ROLE=WAY,ROLE=WAY/N"
            )
        ways: dict[str, Way | tuple[Way, int]] = {}
        for part in rest.split(",") if rest else ():
            role, _, way = (one.strip() for one in part.partition("="))
            way, _, times = way.partition("/")
            if times and not (times.isascii() and times.isdigit()):
                raise InputError(f"the scripted model goes wrong in a number of calls, not in {times[:20]!r}")
            ways[role] = (_way_named(way), int(times)) if times else _way_named(way)
        return cls(ways, name=spec.strip())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls so far, in the order in which they came."""
        with self._lock:
            return tuple(self._calls)

    @property
    def most_at_once(self) -> int:
        """The most calls that were under way at the same time."""
        with self._lock:
            return self._most_at_once

    async def complete(self, call: Call) -> Reply:
        """The scripted answer, or what it was told to do instead. ``ModelError`` for an answer of a name it does not
        know."""
        way = self._begin(call)
        try:
            await asyncio.sleep(self.delay)  # without a delay too: other calls get their turn, as with a server
            good, finish = _bounded(good_answer(call), call.max_tokens)
            return _reply(call, good, finish) if way is None else _astray(call, good, way)
        finally:
            with self._lock:
                self._under_way -= 1

    def _begin(self, call: Call) -> Way | None:
        """Note the call; the way in which its answer goes wrong, if it does."""
        with self._lock:
            self._calls.append(call)
            self._under_way += 1
            self._most_at_once = max(self._most_at_once, self._under_way)
            role = next((one for one in (call.schema_name, call.role, "*") if one in self._ways), None)
            if role is None:
                return None
            way, times = self._ways[role]
            self._counts[role] += 1
            return way if times is None or self._counts[role] <= times else None


def good_answer(call: Call) -> str:
    """What the role is expected to answer: JSON for a call with a schema, Markdown for the writer's draft."""
    answer = ANSWERS.get(call.schema_name)
    if answer is None:
        raise ModelError(f"the scripted model knows no answer {call.schema_name[:40]!r}", "request")
    given = answer(Prompt.of(call.messages), call.sample)
    return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)


def _bounded(text: str, max_tokens: int | None) -> tuple[str, Finish]:
    """The answer within its bound: cut off where it is longer."""
    if max_tokens is None or len(text) <= 4 * max_tokens:
        return text, "stop"
    return text[: 4 * max_tokens], "length"


def _astray(call: Call, good: str, way: Way) -> Reply:
    if isinstance(way, str):
        fault, finish = FAULTS[way]
        return _reply(call, fault(call, good), finish)
    given = way(call, good)
    if isinstance(given, Exception):
        raise given
    return given if isinstance(given, Reply) else _reply(call, given, "stop")


def _reply(call: Call, text: str, finish: Finish) -> Reply:
    prompt = sum(len(one.text) for one in call.messages)
    return Reply(text, finish, math.ceil(prompt / 4), math.ceil(len(text) / 4))


def _checked(role: str, given: Way | tuple[Way, int]) -> tuple[Way, int | None]:
    if role not in ROLES and role != "*" and (role not in ANSWERS or not role):
        known = ", ".join([*sorted(ROLES), *(one for one in ANSWERS if one), "*"])
        raise InputError(f"the scripted model has no role {role[:40]!r}: there are {known}")
    way, times = given if isinstance(given, tuple) else (given, None)
    if isinstance(way, str) and way not in FAULTS:
        raise InputError(f"the scripted model knows no way {way[:40]!r} to go wrong: there are {', '.join(FAULTS)}")
    return way, times


def _way_told(way: Way, times: int | None) -> str:
    name = way if isinstance(way, str) else getattr(way, "__qualname__", type(way).__name__)
    return name if times is None else f"{name}/{times}"


def _way_named(text: str) -> str:
    """The way of this name, hyphens for blanks or not; the text itself where there is none."""
    return next((one for one in FAULTS if one.replace(" ", "-") == text.strip().replace(" ", "-")), text)
