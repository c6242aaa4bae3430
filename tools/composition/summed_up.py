"""What a section has told by the summary of a document, before it comes to the document itself.

An author says little again but in a summary. Of the sentences that have as much in common with what their document's
summary said before them in a section, readers object to three in four on the pages by which the limits were set; of
those that have it in common with another sentence of their document, to one in four. How it is elsewhere is not known.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from castalia.memory.records import Claim, Draft, Section, nodes_of
from castalia.tools.drafting.drafts import keep_claims
from castalia.tools.language.words import stem_set
from castalia.tools.objections.sentence_rules import follows_on
from castalia.tools.topic.definitions import definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.quotations import home_of
from castalia.tools.topic.read_sentences import opening_stems

# The least that both sentences have, besides the topic's own words: stems, and of what is rare in each, in the mean.
COMMON, ALIKE = 4, 0.43


def without_summed_up(
    outline: Sequence[Section], drafts: Mapping[str, Draft], lead: Sequence[Claim], evidence: Evidence
) -> dict[str, Draft]:
    """The drafts without the sentences that the lead, or their section before them, has told in sum, that define
    nothing, and that no other leans on: "Elliptical galaxies consist of old stars, and …", behind "Ellipticals are
    systems of old stars, …"."""
    left = dict(drafts)
    for section in outline:
        heard = [claim for claim in lead if home_of(claim) in evidence.summaries]
        for node in nodes_of([section]):
            left[node.id] = _without_told(drafts[node.id], heard, evidence)
    return left


def are_of_one_text(one: Claim, other: Claim, evidence: Evidence) -> bool:
    """Whether both are quoted from what one document says, or both from its summary."""
    homes = [evidence.snippets.get(home_of(claim)) for claim in (one, other) if claim.sentence == claim.quote]
    texts = {(home.document, home.id in evidence.summaries) for home in homes if home is not None}
    return len(homes) == 2 and None not in homes and len(texts) == 1


def _without_told(draft: Draft, heard: list[Claim], evidence: Evidence) -> Draft:
    """The draft without what the claims from summaries that were ``heard`` have told; adds its own to these."""
    leant_on = {
        one
        for paragraph in draft.paragraphs
        for one, other in pairwise(paragraph)
        if one.citations == other.citations and follows_on(other.sentence)
    }

    def is_new(claim: Claim) -> bool:
        if home_of(claim) in evidence.summaries:
            heard.append(claim)
            return True
        is_wanted = claim in leant_on or bool(definition_subject(claim.sentence))
        return is_wanted or not _is_summed_up(claim, heard, evidence)

    return keep_claims(draft, is_new)


def _is_summed_up(claim: Claim, heard: Iterable[Claim], evidence: Evidence) -> bool:
    home = evidence.snippets.get(home_of(claim))
    return home is not None and any(
        evidence.snippets[home_of(one)].document == home.document
        and _says_alike(claim.sentence, one.sentence, evidence)
        for one in heard
    )


def _says_alike(one: str, other: str, evidence: Evidence) -> bool:
    """Whether two sentences begin alike and have much of what is rare in them in common."""
    a, b = (stem_set(text) - evidence.stems for text in (one, other))
    if len(a & b) < COMMON or not {*opening_stems(one)} & {*opening_stems(other)} - evidence.stems:
        return False
    shared, first, second = (math.fsum(map(evidence.background.idf, stems)) for stems in (a & b, a, b))
    return shared >= ALIKE * math.sqrt(first * second)
