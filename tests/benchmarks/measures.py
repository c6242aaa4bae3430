"""The measures of a page: each a plain function of texts, headings or of the ``page.json`` record.

Nothing here knows a corpus, a gold page or how pages are made; shares are in per cent, counts are counts. Sentences are
split by a small splitter of its own, the same for pages and baselines, so that the product cannot flatter itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from typing import Any

from castalia.tools.language.words import FUNCTION_WORDS, content_stems, tokens
from castalia.tools.metrics.metric_article import count_words
from castalia.tools.metrics.rouge import rouge as rouge_of

OVERLAP = 0.6  # of the stems of the shorter sentence: above it, a sentence repeats an earlier one
NEAR = 0.6  # Jaccard over stems: above it, two sentences are near duplicates
SHORTEST = 4  # stems: a shorter sentence ("It is rare.") overlaps by chance and is not judged
EMPTY_HEADINGS = frozenset({"overview", "other", "further aspects"})

_MARKER = re.compile(r"\s?\[(\d{1,4})\]")
_END = re.compile(r"(?<=[.!?])[\"”’)\]]*\s+(?=[\"“(\[]*[A-Z0-9])")

Record = Mapping[str, Any]


def measure(record: Record, objections: Callable[[str], Iterable[object]] | None = None) -> dict[str, float]:
    """Everything that a page's own record tells: its shape, its repetitions, its grounding, its headings."""
    sentences = [claim["sentence"] for claim in record["claims"]]
    headings = page_headings(record)
    row: dict[str, float] = {
        "words": count_words(page_text(record)),
        "top_sections": len(record["sections"]),
        "headings": len(headings),
        "snippets": len(_cited_snippets(record)),
        "claims": len(sentences),
        "verbatim": verbatim_share(record),
        "unbacked": unbacked_share(record),
        "duplicates": duplicates(sentences),
        "near_duplicates": near_duplicates(sentences),
        "lead_reused": lead_reused(record),
        "unresolvable": unresolvable(record),
        "bad_headings": len(bad_headings(headings, record["topic"])),
    }
    if objections is not None:
        row["objectionable_claims"] = objectionable_share(sentences, objections)
    return row | measure_text(page_text(record), objections)


def measure_text(text: str, objections: Callable[[str], Iterable[object]] | None = None) -> dict[str, float]:
    """What can be said of any text, a baseline's too: its redundancy and the share of sentences objected to."""
    sentences = split_text(text)
    row = {"redundancy": redundancy(sentences), "redundancy_own": redundancy(sentences, own=True)}
    if objections is not None:
        row["objectionable"] = objectionable_share(sentences, objections)
    return row


# The page as text.


def page_sections(record: Record) -> list[Mapping[str, Any]]:
    """Every section of the page at any depth, in reading order."""
    found: list[Mapping[str, Any]] = []
    waiting = list(reversed(record["sections"]))
    while waiting:
        section = waiting.pop()
        found.append(section)
        waiting.extend(reversed(section.get("sections") or ()))
    return found


def page_headings(record: Record) -> list[str]:
    """All headings of the page, in reading order."""
    return [str(section["heading"]) for section in page_sections(record)]


def page_text(record: Record) -> str:
    """Lead and sections as a reader sees them, without headings and citation numbers."""
    numbers = {str(reference["number"]) for reference in record["references"]}
    parts = [str(record["lead"]), *(str(section.get("text") or "") for section in page_sections(record))]
    return "\n\n".join(_without_markers(part, numbers) for part in parts if part.strip())


def split_text(text: str) -> list[str]:
    """Sentences by a stop followed by space and a capital or digit; lines never join. Rough, and linear."""
    return [one.strip() for line in text.split("\n") for one in _END.split(line) if one.strip()]


# ROUGE.


def rouge(candidate: str, reference: str) -> tuple[float, float, float]:
    """ROUGE-1, -2 and -L F1 in per cent, as ``castalia evaluate`` measures them; 0 where a text is empty."""
    one, two, longest = (100.0 * (share or 0.0) for share in rouge_of(candidate, reference))
    return one, two, longest


# Repetition.


def redundancy(sentences: Sequence[str], own: bool = False) -> float:
    """Share of sentences with more than 60 % of stems in common with one earlier sentence.

    The share is taken of the shorter of the two, so that a fuller restatement counts as well; with ``own``, of the
    later sentence alone. Sentences of fewer than four stems are not judged.
    """
    earlier: list[frozenset[str]] = []
    repeated = 0
    for stems in _judged(sentences):
        if any(len(stems & one) > OVERLAP * (len(stems) if own else min(len(stems), len(one))) for one in earlier):
            repeated += 1
        earlier.append(stems)
    return _percent(repeated, earlier)


def duplicates(sentences: Sequence[str]) -> int:
    """How many sentences stood there before, letter case and white space aside."""
    return len(sentences) - len({_plain(one) for one in sentences})


def near_duplicates(sentences: Sequence[str]) -> int:
    """How many sentences share more than 60 % of all stems (Jaccard) with an earlier, different one."""
    different = list({_plain(one): one for one in sentences}.values())
    earlier: list[frozenset[str]] = []
    near = 0
    for stems in _judged(different):
        near += any(len(stems & one) > NEAR * len(stems | one) for one in earlier)
        earlier.append(stems)
    return near


def lead_reused(record: Record) -> int:
    """How many sentences of the lead stand in a section as well."""
    lead = {_plain(claim["sentence"]) for claim in record["claims"] if claim["section"] == "lead"}
    body = {_plain(claim["sentence"]) for claim in record["claims"] if claim["section"] != "lead"}
    return len(lead & body)


def objectionable_share(sentences: Sequence[str], objections: Callable[[str], Iterable[object]]) -> float:
    """Share of sentences with at least one objection."""
    return _percent(sum(bool(list(objections(one))) for one in sentences), sentences)


# Grounding.


def verbatim_share(record: Record) -> float:
    """Share of claims whose sentence stands, white space aside, in the text of a snippet that they cite."""
    texts = {reference["number"]: _squeezed(str(reference.get("text") or "")) for reference in record["references"]}
    claims = record["claims"]
    return _percent(
        sum(
            any(_squeezed(claim["sentence"]) in texts.get(number, "") for number in claim["citations"])
            for claim in claims
        ),
        claims,
    )


def verbatim_in_corpus(record: Record, corpus: Mapping[str, str]) -> float:
    """The same against the corpus file itself: url to the text of all its snippets (the record may be mistaken)."""
    urls = {reference["number"]: str(reference.get("url") or "") for reference in record["references"]}
    squeezed = {url: _squeezed(corpus.get(url, "")) for url in set(urls.values())}
    claims = record["claims"]
    return _percent(
        sum(
            any(_squeezed(claim["sentence"]) in squeezed.get(urls.get(number, ""), "") for number in claim["citations"])
            for claim in claims
        ),
        claims,
    )


def unbacked_share(record: Record) -> float:
    """Share of the letters a reader sees that belong to no claim (so that nothing above has judged them)."""
    shown = _squeezed(page_text(record))
    left = shown
    for sentence in sorted(
        {_squeezed(claim["sentence"]) for claim in record["claims"]} - {""}, key=lambda s: (-len(s), s)
    ):
        left = left.replace(sentence, "\n")
    return _percent(len(left.replace("\n", "")), shown)


def unresolvable(record: Record) -> int:
    """How many citations lead nowhere: in a claim or in the text, a number without a reference; a claim without any.

    A bracketed number that stands in a snippet's own text (``[18]F``) is the snippet's, not a citation.
    """
    known = {reference["number"] for reference in record["references"]}
    in_claims = [number for claim in record["claims"] for number in claim["citations"] if number not in known]
    bare = sum(1 for claim in record["claims"] if not claim["citations"])
    sources = "\n".join(str(reference.get("text") or "") for reference in record["references"])
    parts = [str(record["lead"]), *(str(section.get("text") or "") for section in page_sections(record))]
    shown = [int(match.group(1)) for part in parts for match in _MARKER.finditer(part)]
    in_text = [one for one in shown if one not in known and one not in in_claims and f"[{one}]" not in sources]
    return len(in_claims) + bare + len(in_text)


# Headings.


def heading_overlap(headings: Sequence[str], gold: Sequence[str], topic: str) -> dict[str, float]:
    """Precision and recall of headings against all gold headings, by stems without those of the topic.

    ``any``: a heading counts when it shares a stem with one heading of the other side; ``half``: when one of them holds
    at least half of its stems; ``stems``: the stems of all headings taken together. A heading of nothing but
    the topic counts as wrong on the page and is left out of the gold side, where it asks for nothing.
    """
    about = frozenset(content_stems(topic))
    mine = [frozenset(content_stems(one)) - about for one in headings]
    theirs = [stems for one in gold if (stems := frozenset(content_stems(one)) - about)]
    all_mine, all_theirs = frozenset[str]().union(*mine), frozenset[str]().union(*theirs)
    return {
        "heading_precision_any": _percent(_matched(mine, theirs, 0.0), mine),
        "heading_precision_half": _percent(_matched(mine, theirs, 0.5), mine),
        "heading_precision_stems": _percent(len(all_mine & all_theirs), all_mine),
        "heading_recall_any": _percent(_matched(theirs, mine, 0.0), theirs),
        "heading_recall_half": _percent(_matched(theirs, mine, 0.5), theirs),
        "heading_recall_stems": _percent(len(all_mine & all_theirs), all_theirs),
    }


def bad_headings(headings: Sequence[str], topic: str) -> list[str]:
    """Headings that say nothing: of function words alone, empty names, the topic itself, or one that stood before."""
    about = frozenset(content_stems(topic))
    bad: list[str] = []
    earlier: set[frozenset[str]] = set()
    for heading in headings:
        stems = frozenset(content_stems(heading))
        empty = all(token.lower in FUNCTION_WORDS for token in tokens(heading))
        if empty or _plain(heading) in EMPTY_HEADINGS or stems == about or stems in earlier:
            bad.append(heading)
        earlier.add(stems)
    return bad


# Steps.


def _cited_snippets(record: Record) -> set[str]:
    ids = {reference["number"]: str(reference["snippet_id"]) for reference in record["references"]}
    return {ids[number] for claim in record["claims"] for number in claim["citations"] if number in ids}


def _matched(these: Sequence[frozenset[str]], those: Sequence[frozenset[str]], least: float) -> int:
    return sum(any(one & other and len(one & other) >= least * len(one) for other in those) for one in these)


def _judged(sentences: Sequence[str]) -> list[frozenset[str]]:
    return [stems for one in sentences if len(stems := frozenset(content_stems(one))) >= SHORTEST]


def _without_markers(text: str, numbers: set[str]) -> str:
    return _MARKER.sub(lambda match: "" if match.group(1) in numbers else match.group(), text)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _percent(part: int, whole: Sized) -> float:
    return 100.0 * part / len(whole) if whole else 0.0
