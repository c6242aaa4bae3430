"""What the scripted model answers where the graph is built and read: extractor, normaliser, researcher, synthesizer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from castalia.tools.extraction.patterns import extract_triplets
from castalia.tools.extraction.raw_triplets import RawTriplet
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.language.words import FUNCTION_WORDS, tokens
from castalia.tools.scripted.scripted_prompt import Prompt, stems_of
from castalia.tools.scripted.scripted_view import GraphView

Answer = dict[str, Any]

KINDS = frozenset("is_a part_of causes uses measures located_in precedes contrasts same_as other".split())
MOST_RELATIONS = 20
LONGEST_NAME = 80  # characters
NEAR = 0.6  # of a question's words in one that was asked before: too near

_CLASSES = WordClasses()
_PAIR = re.compile(r"(\d+)\. (.+)")
_QUESTION = re.compile(r"(\d+)\. \((?:depth|breadth)\) (.+?) Why: ")
_BRACKET = re.compile(r" ?\([^()]{0,80}\)$")

# Questions that read well with a name in the singular and in the plural; the second is the key word that they add.
DEPTH = (
    ("What is the mechanism behind {}?", "mechanism"),
    ("Which conditions shape {}?", "conditions"),
    ("What evidence is there for {}?", "evidence"),
    ("By which methods can {} be measured?", "measurement"),
)
BREADTH = (
    ("What is the history of {}?", "history"),
    ("What are the uses of {}?", "uses"),
    ("Which kinds of {} are there?", "kinds"),
    ("What are the limits of {}?", "limits"),
    ("What is disputed about {}?", "dispute"),
)
# Words of questions that no passage is found by.
_ASKING = frozenset(
    "what which how why where when who does did behind shape evidence known kinds kind there disputed methods".split()
)


def extraction(prompt: Prompt, sample: int) -> Answer:
    """Φ: what simple patterns read in the snippet's sentences; the sentence is the quote."""
    text = prompt.snippets[0].text if prompt.snippets else ""
    read = [(one.text, triplet) for one in split_sentences(text) for triplet in _triplets(one.text)][:MOST_RELATIONS]
    names = Counter(name for _, triplet in read for name in (triplet.head, triplet.tail))
    known = [name for name, _ in names.most_common(15)]
    return {
        "questions": [DEPTH[sample % len(DEPTH)][0].format(known[0])] if known else [],
        "entities": [{"name": name, "description": _description(name, read)} for name in known],
        "relations": [
            {
                "head": one.head,
                "relation": "_".join(one.relation.lower().split()[:4]),
                "tail": one.tail,
                "kind": one.parent if one.parent in KINDS else "other",
                "denied": not one.positive,
                "quote": quote,
            }
            for quote, one in read
            if one.head in known and one.tail in known
        ],
        "key_words": known[:5],
    }


def verdicts(prompt: Prompt, sample: int) -> Answer:
    """η: the same only for a plural, or a name with something added in brackets."""
    lines = prompt.blocks.get("pairs", "").split("\n")
    rows = []
    for line, following in pairwise(lines):
        if found := _PAIR.fullmatch(line):
            verdict, why = _judge(found[2].partition(": ")[0].strip(), following.partition(": ")[0].strip())
            rows.append({"pair": int(found[1]), "verdict": verdict, "why": why})
    return {"verdicts": rows}


def questions(prompt: Prompt, sample: int) -> Answer:
    """Ψ: into what the gap lines and the thin nodes name, and about what the map names as an end only; none that was
    asked."""
    view = GraphView.of(prompt.blocks.get("graph", ""))
    taken = [stems_of(one) for one in view.asked]
    near = view.near(prompt.topic)
    thin = [(name, f"One document alone speaks of {name}.") for name, documents, _ in view.nodes if documents < 2]
    ends = [tail for _, _, tails in view.nodes for tail in tails]
    leaves = [(name, f"Of {name} the graph says nothing more.") for name in dict.fromkeys(ends)]
    regions = [(names[0], f"It is the head of a region: {', '.join(names)}.") for names in view.regions]
    start = [(prompt.topic, "It is the topic of the page.")] if prompt.topic else []
    deep = sorted([*view.gaps, *thin], key=lambda one: one[0] not in near) + start
    wide = start + sorted([*regions, *leaves], key=lambda one: one[0] not in near)
    return {
        "depth": _ask(DEPTH, deep, prompt.number(r"Up to (\d+) depth", 5), taken, sample),
        "breadth": _ask(BREADTH, wide, prompt.number(r"up to (\d+) breadth", 5), taken, sample),
    }


def search_terms(prompt: Prompt, sample: int) -> Answer:
    """Λ: two to four key words a question, without the topic's; at most one shared with another term, none used
    before."""
    used = [stems_of(one) for one in prompt.blocks.get("used", "").split("\n")]
    kept: list[frozenset[str]] = []
    rows: list[Answer] = []
    for line in prompt.blocks.get("questions", "").split("\n"):
        if not (found := _QUESTION.match(line)):
            continue
        for term in _windows(found[2], prompt.topic, sample):
            stems = stems_of(term)
            if any(len(stems & one) > 1 for one in kept) or any(stems <= one for one in used):
                continue
            kept.append(stems)
            rows.append({"term": term, "serves": int(found[1])})
            break
    return {"terms": rows[: prompt.number(r"at most (\d+) terms", 10)]}


def _triplets(sentence: str) -> Iterator[RawTriplet]:
    for one in extract_triplets(sentence, _CLASSES):
        if max(len(one.head), len(one.tail)) <= LONGEST_NAME:
            yield one


def _description(name: str, read: list[tuple[str, RawTriplet]]) -> str:
    """What the first triplet says of it, in at most twenty words."""
    one = next(one for _, one in read if name in (one.head, one.tail))
    return " ".join(f"{one.head} {one.relation} {one.tail}".split()[:20])


def _judge(a: str, b: str) -> tuple[str, str]:
    bare_a, bare_b = _BRACKET.sub("", a).lower(), _BRACKET.sub("", b).lower()
    if bare_a == bare_b and (a.lower() == bare_a or b.lower() == bare_b):
        return "same", "one is the other with something added in brackets"
    short, long = sorted((a.lower(), b.lower()), key=lambda one: (len(one), one))
    if long in (f"{short}s", f"{short}es") or (short.endswith("y") and long == f"{short[:-1]}ies"):
        return "same", "singular and plural"
    words_a, words_b = stems_of(a), stems_of(b)
    if words_a & words_b and words_a != words_b:
        return "different", "they share a word only"
    return "unsure", "what is told does not decide it"


def _ask(
    forms: tuple[tuple[str, str], ...],
    names: list[tuple[str, str]],
    most: int,
    taken: list[frozenset[str]],
    sample: int,
) -> list[Answer]:
    """Each name with one form, then with the next one, until there are enough; ``taken`` grows by what is asked."""
    rows: list[Answer] = []
    for turn in range(len(forms)):
        for place, (name, why) in enumerate(names):
            question, aspect = forms[(turn + place + sample) % len(forms)]
            text = question.format(name)
            words = stems_of(text)
            if len(rows) < most and words and all(len(words & one) < NEAR * len(words | one) for one in taken):
                taken.append(words)
                rows.append({"question": text, "why": why, "focus": " ".join([*_key_words(name)[:4], aspect])})
    return rows


def _windows(question: str, topic: str, sample: int) -> list[str]:
    """Runs of two to four key words of a question, the longest first; ``sample`` turns their order."""
    own = stems_of(topic)
    words = [one for one in _key_words(question) if not stems_of(one) <= own]
    runs = [
        " ".join(words[at : at + size])
        for size in range(min(4, len(words)), 1, -1)
        for at in range(len(words) - size + 1)
    ]
    turn = sample % max(len(runs), 1)
    return runs[turn:] + runs[:turn]


def _key_words(text: str) -> list[str]:
    words = [one.text for one in tokens(text) if one.lower not in FUNCTION_WORDS | _ASKING]
    return list(dict.fromkeys(words))
