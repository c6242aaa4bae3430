"""Doubt: how likely a reader is to object to a sentence on a page about the topic, under a heading.

A logistic regression over signs that are cheap to read. Most weights were learned by ``tests/benchmarks/doubt.py`` from
the labels on textbook pages that ``tests/benchmarks/labels.jsonl.gz`` held at the time; run today, over more labels and
other rules, it finds other weights, and measures those in use on the labels of later readers. Who reads is told in
docs/measuring.md. None of the signs is a word of any topic.

Abstracts are left alone: what readers object to there (restated motivation, praise) these signs do not see.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from castalia.memory.records import Snippet
from castalia.tools.language.vectors import cosine
from castalia.tools.language.words import FUNCTION_WORDS, stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.definitions import defines, definition_subject
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.read_sentences import OPENING_WORDS
from castalia.tools.topic.relevance import BROAD, Relevance, is_strange
from castalia.tools.topic.source_paths import headings_of
from castalia.tools.topic.spelled_names import full_stems
from castalia.tools.topic.text_signs import text_signs
from castalia.tools.topic.topic_forms import unwritten

Signs = Mapping[str, float]

# Which sentences have no place.
DOUBTFUL = 0.3  # chance of an objection above which a sentence has none, where ENOUGH are left without it
ENOUGH = 80  # sentences that name the topic
HOPELESS = 0.5  # chance of an objection above which it has none where fewer are left
SOME = 20  # sentences that may stand all the same, the least doubtful
FOCUSED = 60  # as many may in a corpus about little else
# Log-odds set by hand after what readers of whole pages wanted gone, which the labels of single sentences hardly show.
GOES_ON = 0.6  # less where the sentence before stands there too
UNNAMED = 0.4  # more where a sentence does not name the topic

INTERCEPT = -0.684  # log-odds of an objection to the average sentence
AT_HOME = 1.0  # log-odds by which an objection is less likely where a section tells the sentence's own document again
# sign: (its mean over the labelled sentences, what one more of it adds to the log-odds of an objection)
WEIGHTS: Mapping[str, tuple[float, float]] = {
    "fit": (0.714, -0.220),
    "opens with the heading": (0.484, -0.338),
    "heading without the topic": (0.116, 0.110),
    "heading in title": (0.264, -0.253),
    "defines the heading": (0.027, -0.476),
    "topic word in title": (0.515, -0.157),
    "topic in title": (0.482, -0.405),
    "strange title": (0.454, 0.027),
    "topic in sentence": (0.826, -0.100),
    "topic in opening": (0.480, -0.156),
    "usual beside the topic": (0.519, -0.335),
    "near the centre": (0.204, -1.963),
    "known to one document": (0.375, 0.311),
    "leaves out its matter": (0.381, 0.117),
    "relevance of the snippet": (0.795, -1.741),
    "place in the snippet": (0.424, 0.203),
    "figures in the snippet": (0.098, 0.164),
    "the, named before": (0.405, 0.111),
    "the, named before only": (0.097, 0.209),
    "opens with the": (0.174, 0.214),
    "would": (0.050, 0.455),
    "if": (0.030, 0.286),
    "opens with a small word": (0.580, 0.019),
    "opens with a clause": (0.097, 0.199),
    "goes on": (0.120, 0.118),
    "may": (0.156, 0.079),
    "was": (0.049, 0.321),
    "brackets": (0.136, 0.020),
    "defines something else": (0.100, -0.251),
    "comes late to the topic": (0.475, 0.254),
    "one of several": (0.043, 0.455),
    "promises a list": (0.014, 0.285),
    "names": (0.241, 0.109),
    "brief": (0.049, 0.474),
    "in company": (0.463, -0.226),
    # Added later, while the weights above stayed as they are. A round of labels is the rows of
    # tests/benchmarks/labels.jsonl.gz with one "reader".
    # Four fifths of the weight that a fit found over the rounds before "thirtyfourth":
    "strange the, in the subject": (0.003, 1.2),
    "strange the": (0.022, 0.4),
    # Four fifths of the weight that a fit found over rounds in which all titles were hidden:
    "told by its untitled document": (1.917, -0.350),
    # From the round "sixtyeighth", which read 60 pages with all titles hidden:
    "heading nowhere in its untitled snippet": (0.0, 0.6),
    # Set by hand, at about half of what the share of objections rises by with it on pages with all titles hidden:
    "aside of its undivided document": (-2.8, 0.3),
}


def doubt(signs: Signs) -> float:
    """What these signs add to the log-odds of an objection; a sign that is not there adds nothing."""
    assert signs.keys() <= WEIGHTS.keys()  # one that is mistyped would add nothing, unseen
    return sum(weight * (signs[name] - mean) for name, (mean, weight) in WEIGHTS.items() if name in signs)


def bar(doubts: Iterable[float], is_focused: bool) -> float:
    """The log-odds above which a sentence has no place. ``doubts`` are those of all sentences that name the topic;
    ``is_focused``: the corpus is about little else.

    On topics that the weights were not fitted to, the ranking within a topic holds better than the level of the topic:
    a topic of which little is said, or in an unusual voice, keeps its best.
    """
    ranked = sorted(doubts)
    limit = _log_odds(DOUBTFUL)
    for most, least in ((HOPELESS, ENOUGH), (1.0, FOCUSED if is_focused else SOME)):
        beyond = ranked[least - 1] if len(ranked) >= least else math.inf
        limit = max(limit, min(_log_odds(most), beyond))
    return limit


def objection_log_odds(passage: Passage, is_at_home: bool) -> float:
    """The log-odds that a reader objects to the passage; ``is_at_home``: its document is on the topic, or its section
    tells that document again."""
    return passage.doubt + INTERCEPT - (AT_HOME if is_at_home else 0.0)


def _log_odds(share: float) -> float:
    """The chance of an objection as log-odds beyond those of the average sentence."""
    return math.inf if share == 1 else math.log(share / (1 - share)) - INTERCEPT


def page_signs(
    passage: Passage,
    snippet: Snippet,
    sentences: Sequence[frozenset[str]],
    centre: Mapping[str, float],
    documents: Mapping[str, int],
    relevance: Relevance,
    background: Background,
    told: int,
) -> Signs:
    """What can be said of the last sentence of a passage, whatever its heading.

    ``sentences`` are the stems of each sentence of its snippet, ``centre`` is the middle of what is said about the
    topic (``centre_of``), ``documents`` counts the documents that hold a term, ``told`` is how many sentences of its
    document may stand on the page (``told_by``), 0 where documents are not known.
    """
    text = passage.sentences[-1]
    at = passage.end - 1
    before = _NOTHING.union(*sentences[:at])
    own = frozenset(relevance.stems)
    stems = passage.stems if passage.is_single else _named(text, relevance)
    beside = stems - own
    signs = {
        "topic in sentence": float(bool(own & stems)),
        "usual beside the topic": _share(relevance.breadth.get(one, 0.0) >= BROAD for one in beside),
        "known to one document": _share(documents.get(one, 0) <= 1 for one in passage.terms),
        "leaves out its matter": float(passage.is_bereft),
        "place in the snippet": at / max(1, len(sentences) - 1),
        "figures in the snippet": 20 * _figures(snippet.text),
        "the, named before": float(sum(not before.isdisjoint(one) for one in _definites(text))),
        "the, named before only": float(len(passage.points_back)),
        "strange the, in the subject": background.strangeness(passage.definite_subject),
        "strange the": math.fsum(background.strangeness(one) for one in passage.definites),
        **_own_signs(text, relevance),
    }
    if snippet.id in relevance.asides:
        signs["aside of its undivided document"] = relevance.asides[snippet.id]
    # In a corpus about little else every snippet is about the topic, and hardly anything is near its centre.
    if not relevance.focused:
        signs |= {
            "near the centre": cosine(background.profile([beside], own), centre),
            "relevance of the snippet": relevance.scores.get(snippet.id, 0.0),
        }
    headings = headings_of(snippet)
    named = _named(headings, relevance)
    if told and not named:  # what a title would have said
        signs["told by its untitled document"] = math.log(1 + told)
    if named:
        last = _named(headings.rpartition(">")[2], relevance) or named
        signs |= {
            "topic word in title": float(bool(own & named)),
            "topic in title": float(own <= named),
            "strange title": _share(is_strange(one, relevance) for one in last),
        }
    return signs


def section_signs(
    passage: Passage,
    title: str,
    heading: str,
    is_facet: bool,
    fit: float,
    topic: frozenset[str],
    in_company: bool | None,
    sentences: Sequence[frozenset[str]],
) -> Signs:
    """What can be said of the last sentence of a passage under a heading that it fits this well; a facet's heading is
    no subject, and the lead has none at all. It is ``in_company`` where another snippet of its document has a place
    there; ``sentences`` are the stems of each sentence of its snippet."""
    text = passage.sentences[-1]
    stems = passage.stems if passage.is_single else stem_set(text)
    whole = stem_set(heading)
    own = (whole - topic) or whole
    is_subject = bool(own) and not is_facet
    named = stem_set(title)
    signs = {
        "fit": fit,
        "opens with the heading": float(is_subject and own <= passage.opening),
        "heading without the topic": float(is_subject and bool(own & stems) and not topic & stems),
        "defines the heading": defines(text, heading),
    }
    if named:
        signs["heading in title"] = float(is_subject and bool(own & named))
    elif is_subject and sentences:  # what a title would have said
        signs["heading nowhere in its untitled snippet"] = float(all(own.isdisjoint(one) for one in sentences))
    if in_company is not None:
        signs["in company"] = float(in_company)
    return signs


def told_by(singles: Sequence[Passage]) -> Mapping[str, int]:
    """How many of these sentences each document has; nothing where every snippet is a document of its own."""
    snippets = {one.snippet_id: one.document for one in singles}
    return Counter(one.document for one in singles) if len(set(snippets.values())) < len(snippets) else {}


def centre_of(singles: Iterable[Passage], relevance: Relevance, background: Background) -> Mapping[str, float]:
    """The profile of what sentences that name the topic speak of."""
    own = frozenset(relevance.stems)
    return background.profile((one.stems for one in singles if own <= one.stems), own)


@lru_cache(maxsize=2_048)  # those of a page: each is asked for in every run that it ends, at each step of curation
def _own_signs(text: str, relevance: Relevance) -> Signs:
    """What a sentence shows by itself on a page about this topic."""
    own = frozenset(relevance.stems)
    words = text.split()
    lower = text.lower().split()
    bare = {one.strip(",.;:()“”") for one in lower}
    return {
        "topic in opening": float(own <= _named(" ".join(words[:OPENING_WORDS]), relevance)),
        "opens with the": float(words[0] == "The"),
        "opens with a small word": float(words[0].lower() in FUNCTION_WORDS),
        "opens with a clause": float(words[0].strip(",").lower() in _CLAUSE),
        "goes on": float(not _GOES_ON.isdisjoint(bare)),
        "may": float(not _MAY.isdisjoint(lower)),
        "was": float(not _WAS.isdisjoint(lower)),
        "brackets": float("(" in text),
        "defines something else": float(_named(definition_subject(text), relevance) not in (own, _NOTHING)),
        **text_signs(text, own | (relevance.synonyms.keys() - unwritten(text, relevance.synonyms))),
    }


@lru_cache(maxsize=2_048)
def _definites(text: str) -> tuple[frozenset[str], ...]:
    """The content stems of each word behind "the"."""
    return tuple(stem_set(one) for one in _THE.findall(text))


@lru_cache(maxsize=4_096)
def _named(text: str, relevance: Relevance) -> frozenset[str]:
    """The content stems of a text, with the topic's name for its other names."""
    others = frozenset(relevance.synonyms) - unwritten(text, relevance.synonyms)
    return full_stems(stem_set(text), others, relevance.stems)


@lru_cache(maxsize=1_024)
def _figures(text: str) -> float:
    """The share of its characters that are digits."""
    return sum(map(str.isdigit, text)) / max(1, len(text))


def _share(those: Iterable[bool]) -> float:
    found = list(those)
    return sum(found) / max(1, len(found))


_NOTHING: frozenset[str] = frozenset()
_THE = re.compile(r"\b[Tt]he ([a-z-]+)")
_CLAUSE = frozenset("if when as since because once while whereas although though after before".split())
_GOES_ON = frozenset("however also even still then thus therefore only again yet".split())
_MAY = frozenset("can may might could must".split())
_WAS = frozenset("was were had did".split())
