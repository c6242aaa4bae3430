"""What the scripted model answers where the page is planned and written: outliner, relevance filter, writer."""

from __future__ import annotations

from typing import Any

from castalia.tools.language.words import FUNCTION_WORDS
from castalia.tools.scripted.scripted_prompt import Prompt, Shown, stems_of
from castalia.tools.scripted.scripted_view import GraphView

Answer = dict[str, Any]

SECTIONS = 8
SUBSECTIONS = 3
HEADING_WORDS = 6


def outline(prompt: Prompt, sample: int) -> Answer:
    """Ω: a heading for each region of the graph that has to do with the topic, its next names as subsections; then
    single names that do; others only where these are too few."""
    view = GraphView.of(prompt.blocks.get("graph", ""))
    least = prompt.number(r"(\d+) to \d+ top-level", 5)
    most = min(SECTIONS, prompt.number(r"\d+ to (\d+) top-level", SECTIONS))
    near = view.near(prompt.topic)
    about = {name: [name, *ends[:5]] for name, _, ends in view.nodes}
    regions = [tuple(dict.fromkeys((*head, *inner))) for head, inner in zip(view.regions, view.members, strict=True)]
    single = [(name,) for name, _, _ in view.nodes]
    ends = [(end,) for _, _, tails in view.nodes for end in tails]
    taken = [stems_of(prompt.topic)]
    sections: list[Answer] = []
    for is_near in (True, False):
        for names in (*regions, *single, *ends):
            if len(sections) < (most if is_near else least) and (not near.isdisjoint(names)) is is_near:
                rows = _headings(names, taken, about, 1 + SUBSECTIONS)
                sections += [row | {"sections": rows[1:]} for row in rows[:1]]
    return {"sections": sections}


def helpful(prompt: Prompt, sample: int) -> Answer:
    """Θ: the snippets that share a word with the section or its subsections; all of them if none does."""
    told = f"{prompt.line('Section')} {prompt.line('Its subsections').removesuffix('none')}"
    wanted = stems_of(told, prompt.topic) or stems_of(told)
    keys = [one.key for one in prompt.snippets if wanted & stems_of(one.text)]
    return {"helpful": keys or [one.key for one in prompt.snippets]}


def section_text(prompt: Prompt, sample: int) -> str:
    """Γ: under each heading the sentences of the snippets that share most words with it, as they stand, each with its
    keys."""
    headings = [one for one in prompt.lines if one.startswith(("# ", "## "))]
    room = prompt.number(r"About (\d+) words", 300)
    keys = _keys_of_sentences(prompt.snippets)
    told: dict[str, list[str]] = {one: [] for one in headings}
    wanted = stems_of(" ".join(headings), prompt.topic)
    said: set[str] = set()
    words = 0
    # A first sentence of each snippet, then a second one: no snippet crowds out another.
    for turn in (0, 1):
        for snippet in prompt.snippets:
            sentences = sorted(snippet.sentences, key=lambda one: -len(wanted & stems_of(one)))
            if turn >= len(sentences) or not headings:
                continue
            sentence = sentences[(turn + sample) % len(sentences)]
            length = len(sentence.split())
            if sentence in said or (words and words + length > room):
                continue
            said.add(sentence)
            words += length
            told[_heading_for(snippet, headings, told, prompt.topic)].append(cited(sentence, keys[sentence]))
    # The unit's own heading stands whatever comes; a subsection with nothing under it is left out.
    return "\n\n".join(
        "\n\n".join(filter(None, (heading, " ".join(told[heading]))))
        for heading in headings
        if told[heading] or heading == headings[0]
    )


def cited(sentence: str, keys: list[str]) -> str:
    """The sentence with its keys before the final stop."""
    return f"{sentence[:-1]} {''.join(f'[{key}]' for key in keys)}{sentence[-1]}"


def _headings(
    names: tuple[str, ...], taken: list[frozenset[str]], about: dict[str, list[str]], most: int
) -> list[Answer]:
    """The names that can be headings: short, and alike to none before; ``taken`` grows by them."""
    rows: list[Answer] = []
    for name in names:
        words = stems_of(name)
        first = name.split()[0].lower() if words else ""
        if len(rows) == most or not words or words in taken or "," in name or first in FUNCTION_WORDS:
            continue
        if len(name.split()) > HEADING_WORDS:
            continue
        taken.append(words)
        rows.append({"heading": name[:1].upper() + name[1:], "about": about.get(name, [name])})
    return rows


def _keys_of_sentences(snippets: tuple[Shown, ...]) -> dict[str, list[str]]:
    """Each sentence to the keys of all snippets that say it word for word."""
    keys: dict[str, list[str]] = {}
    for snippet in snippets:
        for sentence in snippet.sentences:
            if snippet.key not in keys.setdefault(sentence, []):
                keys[sentence].append(snippet.key)
    return keys


def _heading_for(snippet: Shown, headings: list[str], told: dict[str, list[str]], topic: str) -> str:
    """The heading that shares most words with the snippet; of several the one with least under it; the unit's own where
    none does."""
    words = stems_of(snippet.text)
    shared = {one: len(words & stems_of(one, topic)) for one in headings}
    if not any(shared.values()):
        return headings[0]
    return min(headings, key=lambda one: (-shared[one], len(told[one])))
