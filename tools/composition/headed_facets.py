"""Headed facets: what a text on a disease tells, where the heading over it says that ("What are the symptoms of
asthma?")."""

from __future__ import annotations

from functools import lru_cache

from castalia.tools.composition.asked_titles import named_question
from castalia.tools.language.words import content_stems, stem_set
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.source_paths import headings_of

_NAMES = {
    "symptoms": "signs symptoms complications",
    "causes": "causes risk inherited inheritance genetics genetic transmission factors changes",
    "care": "diagnosis diagnose diagnostic treat treatment treatments therapy management tests testing outlook prognosis",
    "prevention": "prevention prevent",
    "epidemiology": "epidemiology frequency prevalence incidence people affected",
}
_WORDS = {word: name for name, words in _NAMES.items() for word in content_stems(words)}


def facet_headed(snippet_id: str, evidence: Evidence) -> str:
    """The name of the facet of a disease that the last heading over a snippet on it says; ``""`` where none does, or
    the topic is none."""
    if not evidence.is_condition or snippet_id not in evidence.titled:
        return ""
    return said_facet(headings_of(evidence.snippets[snippet_id]).split(">")[-1], evidence.stems | evidence.other_names)


@lru_cache(maxsize=4_096)
def said_facet(heading: str, topic: frozenset[str]) -> str:
    """The facet that all words of a heading beside the topic's say, "" where they do not say one."""
    words = stem_set(named_question(heading) or heading.rstrip(" ?")) - topic
    said = {_WORDS.get(one, "") for one in words}
    return said.pop() if len(said) == 1 else ""
