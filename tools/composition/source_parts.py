"""Source parts: what inside of a document a section can be divided by."""

from __future__ import annotations

from castalia.tools.composition.heading_words import may_stand
from castalia.tools.composition.source_headings import heading_from
from castalia.tools.composition.sources import Source, parts_of
from castalia.tools.composition.spelling import spelling_of
from castalia.tools.composition.topic_documents import BESIDE
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import SourcePath
from castalia.tools.topic.topic_mentions import touches

PART = 1.5  # sentences of a subsection that readers let stand, as expected


def inner_parts(source: Source, whole: SourcePath, evidence: Evidence) -> list[Source]:
    """The narrowest parts of a document that have enough to say and a title that can stand as a heading; what others
    say counts for the part around them."""
    own = parts_of(source.singles, lambda one: evidence.paths[one.snippet_id], PART, evidence, snippets=1)
    headed = {part.path for part in own if heading_from(part.path[-1], evidence.stems, spelling_of(evidence))}

    def narrowest_part(one: Passage) -> SourcePath:
        path = evidence.paths[one.snippet_id]
        while len(path) > len(whole) + 1 and path not in headed:
            path = path[:-1]
        return path if len(path) > len(whole) else ()

    return parts_of(source.singles, narrowest_part, PART, evidence, snippets=1)


def inferred_in(source: Source, evidence: Evidence) -> list[Source]:
    """The inferred parts of a document that have enough to say and can be parts of the page; none of one that its
    headings divide."""
    inferred = [one for one in source.singles if evidence.divided[one.snippet_id] != evidence.paths[one.snippet_id]]
    found = parts_of(inferred, lambda one: evidence.divided[one.snippet_id], PART, evidence, snippets=1)
    return [one for one in found if _may_be(one, evidence)]


def _may_be(part: Source, evidence: Evidence) -> bool:
    """Whether an inferred part of a document can be one of the page: its term would do as a heading, and enough of it
    names the topic where the title of the document does not."""
    if not may_stand(part.path[-1], evidence.background.classes, evidence.stems):
        return False
    if part.path[0] not in evidence.relevance.central:
        return True
    naming = sum(touches(one.stems, evidence.relevance, evidence.background) for one in part.singles)
    return naming >= BESIDE * len(part.singles)
