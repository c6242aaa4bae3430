"""Limits: what a reader would look for on a page of quoted sentences and does not find there, and how far that was
looked for.

A limit says what was searched, what was found, and what of it could not be quoted alone, so that nobody takes what this
way of writing cannot use for what the corpus does not hold. Questions of the run live in ``open_questions``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence, Set

from castalia.tools.composition.facet_lists import facets_for
from castalia.tools.composition.facets import facet_strength
from castalia.tools.composition.fit import FIT, count_fitting
from castalia.tools.composition.places import SECTION
from castalia.tools.composition.unquoted import unquoted_parts
from castalia.tools.language.counting import count
from castalia.tools.language.listing import listed
from castalia.tools.language.topic_names import is_question
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.read_sentences import sentence_stems
from castalia.tools.topic.topic_acronyms import meanings_of

WELL_COVERED = 25  # snippets cited
QUOTED = "This page quotes"
UNQUOTED = "Parts of its sources that speak of the topic and are not quoted here"
UNQUOTED_PAPERS = "Papers on the topic that are not quoted here"
MOST_UNQUOTED = 5  # that are told by their titles
COUNTED = (QUOTED, UNQUOTED, UNQUOTED_PAPERS)  # how the limits begin that hang on what the page cites
STANDS_FOR, LITTLE, NOTHING = "stands for", "Too little for a section was found in the", "Nothing on"
_FEW_CITED = re.compile(r"Only \d+ snippets? of the corpus (?:is|are) cited here\.")
_UNDEFINED = "No sentence was found that defines “{}” and can be quoted alone."  # once also of a question
USUAL = 0.7  # of the articles in an encyclopedia have it


def limits_of(evidence: Evidence, is_defined: bool, cited: Set[str], present: Collection[str]) -> list[str]:
    """The limits of a page that cites these snippets (ids) and has sections on the facets ``present``."""
    topic = evidence.topic
    limits = []
    meanings = meanings_of(topic, (one.text for one in evidence.snippets.values()))
    if len(meanings) > 1:
        limits.append(
            f"{topic} {STANDS_FOR} {listed(meanings)} in these snippets: ask for one of them by its full name."
        )
    if not is_defined:
        limits.append(undefined(topic))
    if len(cited) < WELL_COVERED:
        limits.append(_quoted(cited, evidence))
    if unquoted := unquoted_parts(evidence, cited):
        limits.append(f"{UNQUOTED_PAPERS if evidence.papers else UNQUOTED}: {_titles(unquoted)}.")
    naming = [] if evidence.papers else _naming(evidence)
    nothing, little, where = [], [], f"{count(len(evidence.snippets), 'snippet')} read"
    # What an article of an encyclopedia has, abstracts do not promise.
    for one in () if evidence.papers else facets_for(papers=False, condition=evidence.is_condition):
        if one.prior < USUAL or one.is_general or one.name in present:
            continue
        usable = count_fitting(one, evidence)
        found = max(usable, sum(facet_strength(text, one) >= FIT for text in naming))
        if not found:
            nothing.append(one.heading.lower())
        elif usable < SECTION:
            told = f"{usable} of {count(found, 'sentence')} usable" if usable < found else count(usable, "sentence")
            little.append(f"{one.heading.lower()} ({told})")
    if little:
        limits.append(f"{LITTLE} {where} on {listed(little)}.")
    if nothing:
        limits.append(f"{NOTHING} {listed(nothing, 'or')} was recognised in the {where}.")
    return limits


def _quoted(cited: Set[str], evidence: Evidence) -> str:
    """How many snippets are quoted of those that were read, and how many of the others could not be."""
    read, others = len(evidence.snippets), evidence.snippets.keys() - cited
    if not others:
        all_of_them = {1: "the one snippet", 2: "both snippets"}.get(read, f"all {read} snippets")
        return f"{QUOTED} {all_of_them} read for it."
    usable = len(others & {one.snippet_id for one in evidence.passages if one.doubt <= evidence.bar})
    told = f"{QUOTED} {len(cited)} of the {count(read, 'snippet')} read for it."
    alone = "on the topic that can be quoted without the text around it"
    if not usable:
        return f"{told} None of the others holds a sentence {alone}."
    if usable == len(others):
        return f"{told} What the others say was told already, or fits no section."
    hold, say = "holds" if len(others) - usable == 1 else "hold", "one says" if usable == 1 else f"{usable} say"
    return (
        f"{told} {len(others) - usable} of the others {hold} no sentence {alone}; what the other {say} was told already, or "
        "fits no section."
    )


def _titles(unquoted: Sequence[tuple[str, int]]) -> str:
    """The first titles, each with its number of snippets where there are several, and how many more there are."""
    told = [
        f"“{title}” ({count(number, 'snippet')})" if number > 1 else f"“{title}”"
        for title, number in unquoted[:MOST_UNQUOTED]
    ]
    more = len(unquoted) - len(told)
    return listed([*told, f"{more} more"] if more else told)


def is_limit(gap: str, topic: str) -> bool:
    """Whether a gap of a page on this topic, of an earlier version too, is one of its limits, and not a question or a
    heading that was left out."""
    return gap in (undefined(topic), _UNDEFINED.format(topic)) or gap.startswith(
        (f"{topic} {STANDS_FOR} ", *COUNTED, LITTLE, NOTHING)
    )


def few_cited(number: int) -> list[str]:
    """What a page that a model made says in place of its limits where it cites few snippets."""
    told = "1 snippet of the corpus is" if number == 1 else f"{number} snippets of the corpus are"
    return [f"Only {told} cited here."] if number < WELL_COVERED else []


def is_few_cited(gap: str) -> bool:
    """Whether a gap of a page tells how few snippets it cites, or cited when that was counted."""
    return _FEW_CITED.fullmatch(gap) is not None


def undefined(topic: str) -> str:
    """The limit of a page that does not say what its topic is, as nothing does of a question."""
    if is_question(topic):
        return (
            f"“{topic}” is a question: this page has what the snippets say of its words, which need not answer it. "
            "Ask for what it is about by its name, as an encyclopedia would."
        )
    return _UNDEFINED.format(topic)


def undefined_in(gap: str) -> str:
    """The name of which a gap says that nothing defines it; ``""`` for any other gap."""
    before, after = _UNDEFINED.split("{}")
    return gap.removeprefix(before).removesuffix(after) if gap.startswith(before) and gap.endswith(after) else ""


def _naming(evidence: Evidence) -> list[str]:
    """The sentences of the snippets, fit for a page or not, that name the topic."""
    return [
        text
        for snippet in evidence.snippets.values()
        for text, stems, _ in sentence_stems(snippet.text, evidence.background.classes)
        if evidence.stems <= stems
    ]
