"""Lead summaries: what a lead reads on from the summary of a document on the topic that the page tells only by its
parts.

What an author says in sum of a whole document belongs under none of its parts, and before all of them. Readers object
to one in ten sentences of a summary that is read from its beginning, and to one in five that a lead gathers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from castalia.memory.records import Claim, Draft, Section, Snippet, nodes_of
from castalia.tools.composition.source_lines import Line, Run, gain, lines_of
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.repetition import is_told
from castalia.tools.topic.source_paths import path_of
from castalia.tools.topic.topic_definition import says_what

ALONE = 2  # sentences, at least, that go on from an opening
NAMING = 0.5  # share of them beyond which they name the topic: what else a summary tells is of a part of it


def summary_run(
    outline: Sequence[Section],
    drafts: Mapping[str, Draft],
    opening: Sequence[Claim],
    evidence: Evidence,
    words: int,
) -> Run:
    """The longest run, of up to ``words`` words, that begins where a reader can begin the summary of a document on the
    topic as a whole, of which no section tells anything; empty where none ``_is_on_topic``."""
    claims = [*opening, *(claim for draft in drafts.values() for claim in claims_in(draft))]
    told = [stem_set(claim.sentence) for claim in claims]
    cited = {citation.snippet_id for claim in claims for citation in claim.citations}
    documents = {path[0] for node in nodes_of(outline) for path in node.sources}
    summaries = {
        name
        for name in evidence.summaries - cited
        if evidence.snippets[name].document in documents and has_wide_title(evidence.snippets[name], evidence)
    }
    known = evidence.stems.union(*(stem_set(claim.sentence) for claim in opening))

    def may_tell(one: Passage, _is_next: bool) -> bool:
        return not any(is_told(stems, told) for stems in evidence.sentences_of(one))

    pool = [one for one in evidence.passages if one.snippet_id in summaries and _may_follow(one, evidence)]
    lines = lines_of(pool, evidence)
    runs = [
        run
        for one in pool
        if _begins(one, lines[one.snippet_id], known)
        and (run := lines[one.snippet_id].run_from(one, words, known, may_tell))
        and _is_on_topic(run, evidence)
    ]
    return max(runs, key=lambda run: (math.fsum(map(gain, run)), run[0].id), default=())


def has_wide_title(snippet: Snippet, evidence: Evidence) -> bool:
    """Whether the title of its document names the topic and nothing that narrows it ("Energy, Matter, and Enzymes";
    not "Evolution of Massive Stars")."""
    titles = path_of(snippet)[1:2]
    parts = (stem_set(part) - (LIGHT - evidence.stems) for title in titles for part in _PARTS.split(title))
    return any(part == evidence.stems for part in parts)


_PARTS = re.compile(r"[,:;]|\b(?:and|or|of|in|on|by|for|from|over|to|with)\b")


def _may_follow(one: Passage, evidence: Evidence) -> bool:
    """Whether it does not say anew what the topic is, and is not too doubtful."""
    return one.doubt <= evidence.bar and not any(says_what(text, evidence) for text in one.sentences)


def _is_on_topic(run: Run, evidence: Evidence) -> bool:
    """Whether a run is long enough, and enough of it names the topic."""
    told = [stems for one in run for stems in evidence.sentences_of(one)]
    naming = sum(not evidence.stems.isdisjoint(stems) for stems in told)
    return len(told) >= ALONE and naming > NAMING * len(told)


def _begins(one: Passage, line: Line, known: frozenset[str]) -> bool:
    """Whether nothing that may be told comes before it in its summary, and it leans on little."""
    return not line.skipped(0, line.number(one)) and not line.leans(one, 0, known, most=1)
