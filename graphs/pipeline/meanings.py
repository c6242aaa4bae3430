"""What a page says where the name of its topic has several meanings: which one it is about, and what was left out. Also
whether most snippets still have that meaning, before a page is updated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from castalia.graphs.pipeline.noted import details
from castalia.memory.ellipsis import whole_words
from castalia.memory.errors import InputError
from castalia.memory.event_kinds import OTHER_SENSE, SEARCHED_AS
from castalia.memory.ledgers import Event
from castalia.tools.language.counting import count
from castalia.tools.language.listing import listed
from castalia.tools.language.topic_names import qualifier_of, topic_name, unsaid_word
from castalia.tools.language.words import content_stems
from castalia.tools.topic.senses import OtherSense

SHOWN, LONGEST = 4, 60  # domains that a notice names, and characters of each


def meaning(sense: OtherSense) -> dict[str, Any]:
    """What an event says of another sense: who means it (a way of writing, or domains, and how many ``documents``), who
    means the topic (the ways of writing or domains ``meant``), and how many snippets were left out."""
    inner = sense.within or sense
    return {
        "written": sense.written,
        "domains": sorted(sense.their_groups) if sense.by == "domain" else [],
        "documents": len(inner.their_groups) if inner.by == "document" else 0,
        "meant": [] if sense.by == "document" else sorted(sense.our_groups),
        "is_asked": sense.is_asked,
        "left_out": sense.count,
        "held": sense.held,
    }


def meaning_notices(events: Sequence[Event]) -> list[str]:
    """What a reader should know of how the topic's name was understood."""
    others = details(events, OTHER_SENSE)
    told, qualifier = [], ""
    for one in details(events, SEARCHED_AS):
        name = f"Snippets were looked for as “{one['name']}”"
        if word := unsaid_word(one["topic"], one["name"]):
            told.append(f"{name}: what is said of it was taken to be {word}.")
        elif (asked := topic_name(one["topic"])) != one["name"]:
            told.append(f"{name}: more of them say that than “{asked}”.")
        if qualifier := qualifier_of(one["topic"]):
            if not others:
                told.append(f"{name}, without “{qualifier}”: all snippets were taken to mean one thing by it.")
            elif others[-1]["is_asked"]:
                told.append(f"{name}, and “{qualifier}” told which of them are meant.")
            else:
                told.append(
                    f"{name}; “{qualifier}” does not tell which of them are meant, so these are what most mean."
                )
    return [*told, *(_left_out(one, qualifier) for one in others[-1:])]


def check_meaning(topic: str, events: Sequence[Event], sense: OtherSense | None) -> None:
    """``InputError`` where most snippets by now mean something else by the name than the page of these events does."""
    before = next((one["meant"] for one in reversed(details(events, OTHER_SENSE))), None)
    if before and sense is not None and sense.their_groups.issuperset(before):
        raise InputError(
            f"most snippets now mean something else by {topic!r} than this page does: generate the page anew, and say in "
            "brackets behind the topic which is meant"
        )


def check_name(topic: str, events: Sequence[Event], name: str) -> None:
    """``InputError`` where the snippets by now tell of the topic by another name (``name``) than the page of these
    events does, and not only by more or less of it."""
    before = next((one["name"] for one in reversed(details(events, SEARCHED_AS))), topic)
    then, now = frozenset(content_stems(before)), frozenset(content_stems(name))
    if not (then <= now or now <= then):
        raise InputError(
            f"snippets of {topic!r} were looked for as “{before}” when this page was made, and by now would be as "
            f"“{name}”: generate the page anew"
        )


def _left_out(other: dict[str, Any], qualifier: str) -> str:
    left, held, written = other["left_out"], other["held"], other["written"]
    which = []
    if written:
        which.append(f"those that write {written} {'small' if written.islower() else 'with a capital'}")
    elif other["domains"]:
        which.append(f"those that are of {_domains(other['domains'])}")
    if documents := other.get("documents"):
        which.append(f"those of {count(documents, 'document')} that hardly say “{qualifier.strip('()')}”")
    told = f"{left:,} of {held:,} snippets with this word were taken to mean something else by it and left out, mostly {listed(which)}"
    return told + ("." if other["is_asked"] else "; to choose another meaning, put it in brackets behind the topic.")


def _domains(names: Sequence[str]) -> str:
    shown = [f"“{whole_words(one, LONGEST)}”" for one in names[:SHOWN]]
    if more := len(names) - len(shown):
        shown.append(f"{more} more")
    return f"the domain{'s' if len(names) > 1 else ''} {listed(shown)}"
