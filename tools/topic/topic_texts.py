"""A topic's snippets as its rules read them: the words of every sentence, with the topic's name for its other names.

Which passages a page may use lives in ``topic_passages``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from castalia.memory.records import Snippet
from castalia.tools.topic.background import Background
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.read_sentences import phrases_of, sentence_stems
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.silences import silent_snippets
from castalia.tools.topic.snippet_topics import are_papers
from castalia.tools.topic.source_paths import sums_up
from castalia.tools.topic.spelled_names import Spelled, aliases_of, full_stems, spelled_otherwise
from castalia.tools.topic.topic_acronyms import unclear_acronyms
from castalia.tools.topic.topic_mentions import bare_in, bare_name, meant_stems


@dataclass(frozen=True, eq=False)  # without slots: evidence is made of its values
class TopicTexts:
    """A topic's snippets as its rules read them."""

    topic: str
    """Its name, as snippets have it."""
    snippets: Mapping[str, Snippet]
    """By id."""
    other_names: frozenset[str]
    """Words (as stems) that mean the topic as well: its acronyms, and its synonyms of one word."""
    aliases: frozenset[str]
    """These, and the topic's last word where it stands for the whole name (``Relevance.short``): in papers only that of
    a name of three words or more, in textbooks only where the corpus is not about little else."""
    aliases_in: Mapping[str, frozenset[str]]
    """By snippet id, the aliases without the acronyms that it spells out as something else."""
    relevance: Relevance
    background: Background
    papers: bool
    """Whether the snippets come from papers rather than textbooks."""
    sentences: Mapping[str, tuple[frozenset[str], ...]]
    """By snippet id, the content stems of every sentence, usable or not, with the topic's name for its aliases."""
    bare: Mapping[str, frozenset[str]]
    """By snippet id, the last word of the topic's name where that means the topic by itself; else nothing."""
    titled: frozenset[str]
    """The ids of the snippets whose title names the topic; none of papers."""
    summaries: frozenset[str]
    """The ids of the snippets that sum up their document."""

    def sentences_of(self, passage: Passage) -> tuple[frozenset[str], ...]:
        """The content stems of each sentence of a passage."""
        return self.sentences[passage.snippet_id][passage.start : passage.end]


def read_texts(
    topic: str,
    snippets: Sequence[Snippet],
    spelled: Spelled,
    relevance: Relevance,
    background: Background,
) -> TopicTexts:
    """Read every sentence of the snippets; ``spelled`` are the names that they spell out, as pairs of a short and a
    full one."""
    papers = are_papers(snippets)
    unclear = unclear_acronyms(relevance.stems, [one.text for one in snippets])
    short = frozenset[str]().union(*(aliases_of(name, spelled) for name in relevance.names))
    other_names = (short - unclear) | frozenset(relevance.synonyms)
    # papers call something else the answer where question answering is the topic, and hallucination nothing else where
    # it is hallucination in language models
    reads_short = len(relevance.stems) > 2 if papers else not relevance.focused
    aliases = other_names | relevance.short if reads_short else other_names
    bare = {one.id: bare_name(one, phrases_of(one.text, background.classes), relevance) for one in snippets}
    aliases_in = {one.id: aliases - spelled_otherwise(one.text, aliases, relevance.names) for one in snippets}
    sentences = {one.id: _stems_of(one, aliases_in[one.id], bare[one.id], relevance, background) for one in snippets}
    whole = {one.id: one for one in snippets}
    # an abstract's own work does not stand on a page because of its title, nor what a document says of something else
    titled = frozenset[str]()
    if not papers:
        own = [one for one in snippets if one.id in relevance.titled]
        titled = frozenset(one.id for one in own) - silent_snippets(own, sentences, relevance, background)
    summaries = frozenset(one.id for one in snippets if one.id in relevance.summaries or sums_up(one))
    return TopicTexts(
        topic,
        whole,
        other_names,
        aliases,
        aliases_in,
        relevance,
        background,
        papers,
        sentences,
        bare,
        titled,
        summaries,
    )


def _stems_of(
    snippet: Snippet, aliases: frozenset[str], bare: frozenset[str], relevance: Relevance, background: Background
) -> tuple[frozenset[str], ...]:
    """The content stems of each sentence, with the topic's name for its acronyms, and for its last word alone where
    that means it."""
    name = relevance.stems
    read = sentence_stems(snippet.text, background.classes)
    return tuple(
        full_stems(
            meant_stems(stems, text, relevance), aliases | bare_in(text, bare) if bare & phrases else aliases, name
        )
        for text, stems, phrases in read
    )
