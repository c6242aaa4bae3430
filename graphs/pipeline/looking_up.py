"""Whether a corpus knows a topic, and what it knows instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from castalia.graphs.checks import how_to_ask
from castalia.memory.errors import InputError, UnknownTopicError
from castalia.memory.memory import Memory
from castalia.tools.composition.topics_instead import topics_instead
from castalia.tools.language.counting import count
from castalia.tools.language.topic_names import topic_name
from castalia.tools.language.unspaced import UNREAD, is_unspaced
from castalia.tools.topic.background import SAMPLE, background_of
from castalia.tools.topic.evidence import filters_for, read_anchor
from castalia.tools.topic.nearest import nearest_topics

SHOWN_DOMAINS = 10


async def look_up(topic: str, domain: str, memory: Memory, source: str) -> None:
    """Anchor the topic (the run finds it in the memo). ``UnknownTopicError``, or ``InputError`` where there is nothing
    to search, says what was searched (``source``) and what is there instead."""
    filters = filters_for(domain)
    held, name = await memory.store.count(filters), topic_name(topic)
    if not held:
        raise InputError(await _emptiness(domain, memory, source))
    try:
        await read_anchor(memory, topic, domain)
    except UnknownTopicError:
        nearest = await nearest_topics(name, memory.store, await background_of(memory.library, filters), filters)
        near = tuple(dict.fromkeys([*await _in_capitals(name, domain, memory), *nearest.near]))
        where = count(held, "snippet") + (f' of the domain "{domain}"' if domain else "")
        message = f'no snippet of {source} ({where}) names "{name}"'
        unread = f"; {UNREAD}" if is_unspaced(topic) else ""
        raise UnknownTopicError(
            message + unread + how_to_ask(name) + replace(nearest, near=near).told(), near, nearest.common
        ) from None


async def near_topics(topic: str, domain: str, memory: Memory) -> tuple[str, ...]:
    """What to ask for in place of a topic of which the corpus says too little: topics near to it of which it says
    enough, if there are any."""
    filters, name = filters_for(domain), topic_name(topic)
    nearest = await nearest_topics(name, memory.store, await background_of(memory.library, filters), filters)
    return await topics_instead(name, nearest.near, memory, domain)


async def _in_capitals(name: str, domain: str, memory: Memory) -> tuple[str, ...]:
    """A topic as a name is written, if the corpus knows it so: "escherichia coli" is no species."""
    written = name.lower().capitalize()
    if written == name:
        return ()
    try:
        await read_anchor(memory, written, domain)
    except UnknownTopicError:
        return ()
    return (written,)


async def _emptiness(domain: str, memory: Memory, source: str) -> str:
    """Why there is nothing to search."""
    snippets = await memory.store.sample(SAMPLE)
    if not snippets:
        return f"{source} holds no snippets: ingest a corpus first"
    domains = Counter(one.domain for one in snippets if one.domain)
    if not domains:
        return f'{source} has no domain "{domain}", its snippets name none: leave the domain out'
    none = f'{source} has no domain "{domain}"'
    if near := _nearest_domains(domain, sorted(domains)):
        return f"{none}; nearest: {', '.join(near)}"
    known = [one for one, _ in sorted(domains.items(), key=lambda pair: (-pair[1], pair[0]))][:SHOWN_DOMAINS]
    return f"{none}: choose one of {', '.join(known)}, or leave it out"


def _nearest_domains(domain: str, known: Sequence[str]) -> list[str]:
    """Those that are this domain in other capitals, or else nearly."""
    folded = {one: one.casefold() for one in known}
    near = get_close_matches(domain.casefold(), folded.values())
    same = [one for one in known if folded[one] == domain.casefold()]
    return same or list(dict.fromkeys(one for found in near for one in known if folded[one] == found))
