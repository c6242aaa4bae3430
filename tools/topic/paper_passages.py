"""Passages of papers: what of an abstract is said of the topic, and not of its own work or of something else.

Which passages a page may use is decided in ``topic_passages``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterable

from castalia.memory.records import Snippet
from castalia.tools.language.words import FUNCTION_WORDS, stem_set
from castalia.tools.objections.own_work import announces, names_coined, shows, tells_of_one_system, tells_of_trials
from castalia.tools.objections.rules import read
from castalia.tools.topic.coined_systems import coined_system
from castalia.tools.topic.passages import Passage, Spot
from castalia.tools.topic.topic_mentions import touches
from castalia.tools.topic.topic_texts import TopicTexts


def tells_of_itself(one: Passage, texts: TopicTexts) -> bool:
    """Whether a paper tells of its own work: what it announces, its trials, what it shows of something else than the
    topic, and all behind its first "we" but what has the bare topic for its subject, and is not on one system, nor names
    what the paper coined."""
    sentences = zip(one.sentences, texts.sentences_of(one), strict=True)
    if any(
        announces(text)
        or tells_of_trials(text)
        or (shows(text) and not touches(stems, texts.relevance, texts.background))
        for text, stems in sentences
    ):
        return True
    if not one.own_work:
        return False
    is_general = one.subject >= set(texts.relevance.stems) and one.text.split()[0].lower() not in FUNCTION_WORDS
    if not is_general or tells_of_one_system(one.text):
        return True
    coined = {name.lower() for name in names_coined(texts.snippets[one.snippet_id].text)}
    return not (coined - texts.aliases - set(texts.topic.lower().split())).isdisjoint(read(one.text).bag)


def is_example(one: Passage, texts: TopicTexts) -> bool:
    """Whether its first sentence has the topic only among the tasks of something else ("are good at many tasks,
    including hate speech detection")."""
    text, found = one.sentences[0], _TASKS.search(one.sentences[0])
    if found is None:
        return False
    around = text[: found.start()] + text[found.end() :]
    return stem_set(around).isdisjoint({*texts.relevance.stems, *texts.aliases})


_TASKS = re.compile(  # with what is listed, up to the verb of the clause
    r"\b(?:applications?|areas?|domains?|fields?|problems?|tasks?),? (?:\(?e\.g\.,?|including|like|ranging from|such as) "
    r".+?(?=,? (?:is|are|was|were|has|have|can|could|may|might|will|would|must|do|does)\b|, (?:yet|but|which|where)\b|$)"
)


def systems_in(snippets: Iterable[Snippet], texts: TopicTexts) -> Container[Spot]:
    """The sentences that say what a system is or does that a paper on the topic has coined a name for: on that is a
    paper that begins with it, or names it in its title or where it presents the system. Elsewhere the topic may be a
    tool of something else. Of systems that have one name only the first that was published counts."""
    own = set(texts.relevance.stems)
    first: dict[str, Spot] = {}
    for snippet in sorted(snippets, key=lambda one: (one.year or math.inf, one.id)) if texts.papers else ():
        found = coined_system(snippet, texts.aliases)
        if found is None:
            continue
        at, presented, name = found
        sentences, title = texts.sentences[snippet.id], stem_set(snippet.title)
        if any(own <= one for one in (sentences[0], title | sentences[presented])) or title & texts.aliases:
            first.setdefault(name, (snippet.id, at))
    return frozenset(first.values())
