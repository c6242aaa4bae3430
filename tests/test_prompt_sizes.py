"""How long prompts get: never longer with more iterations, never beyond the window, and the same beginning in every
call of a run."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from castalia.agents.model.crew import model_crew
from castalia.agents.model.mind import CHARACTERS, Mind
from castalia.graphs import generate_sync
from castalia.graphs.settings import Settings
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import InputError
from castalia.memory.identity import citation_keys, snippet_id
from castalia.memory.memory import Memory
from castalia.memory.plain import plain
from castalia.memory.protocols import Hit
from castalia.memory.records import Citation, Claim, Draft, Feedback, Query, Question, Section, Snippet, Triplet
from castalia.memory.triplet_log import Extraction
from castalia.tools.models.chat import SMALLEST, Call
from castalia.tools.models.fences import fence, fence_text
from castalia.tools.scripted.scripted_model import ScriptedModel
from hypothesis import given, settings
from hypothesis import strategies as st

AUDIENCE = "a keeper of lights who has read much about the sea and wants to know how lamps came to be what they are"
NOUNS = (
    "lens lamp lantern tower keeper harbour rock beam signal wick prism mirror gallery chart buoy reef channel pilot coast foghorn"
).split()
VERBS = "guides uses carries protects measures replaces contains needs marks warns".split()


def sentence(at: int) -> str:
    """One of many different sentences, each with names of its own."""
    one, two, three = (NOUNS[(at * step + at // 20) % len(NOUNS)] for step in (1, 3, 7))
    place = "".join(chr(97 + at // 26**power % 26) for power in range(3))
    return (
        f"The {one} of the {place.title()}ton lighthouse {VERBS[at % len(VERBS)]} the {two} with a {place}ic {three}."
    )


def text(at: int, count: int) -> str:
    return " ".join(sentence(at * count + inner) for inner in range(count))


def characters_of(call: Call) -> int:
    """The characters of a prompt."""
    return sum(len(one.text) for one in call.messages)


def longest(calls: Sequence[Call]) -> dict[tuple[str, str], int]:
    """By role and kind of answer the characters of the longest prompt."""
    found: dict[tuple[str, str], int] = defaultdict(int)
    for call in calls:
        name = call.role, call.schema_name
        found[name] = max(found[name], characters_of(call))
    return found


def systems(calls: Sequence[Call]) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for call in calls:
        found[call.role, call.schema_name].add(call.messages[0].text)
    return found


# A run, of two depths.


def run_of(corpus: Path, depth: int, **means: Any) -> tuple[Sequence[Call], Any]:
    model = ScriptedModel()
    limits = Settings.for_models(depth=depth, words=900, saturation=False, anchored=False, seed=8, per_query=2)
    page = generate_sync("Lighthouse", corpus=corpus, model=Thinking.of(model, **means), settings=limits)
    return model.calls, page


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sizes") / "corpus.jsonl"
    rows = [{"text": text(at, 5), "url": f"https://example.org/{at}", "year": 1990 + at % 30} for at in range(120)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def depths(corpus: Path) -> Mapping[int, tuple[Sequence[Call], Any]]:
    return {depth: run_of(corpus, depth) for depth in (2, 6)}


def test_more_iterations_really_happened(depths: Mapping[int, tuple[Sequence[Call], Any]]) -> None:
    (_, short), (_, long) = depths[2], depths[6]
    assert short.record["stats"]["iterations"] == 2 and long.record["stats"]["iterations"] == 6
    assert long.record["stats"]["snippets"] > 2 * short.record["stats"]["snippets"]


def test_no_prompt_grows_with_the_number_of_iterations(depths: Mapping[int, tuple[Sequence[Call], Any]]) -> None:
    """Views, lists and evidence have budgets that depth does not raise; a run of depth 6 may fill them better, by no
    more than that."""
    calls, _ = depths[6]
    for role in ("researcher", "synthesizer", "normaliser"):
        sizes = [characters_of(call) for call in calls if call.role == role]
        half = len(sizes) // 2
        assert half
        assert max(sizes[half:]) <= 1.35 * max(sizes[:half]) + 400, role
    short, long = longest(depths[2][0]), longest(calls)
    bound = (16_000 - 3_000) * CHARACTERS
    for name, size in long.items():
        assert size <= bound
        assert size <= 1.6 * short.get(name, size) + 1_000, (name, size, short[name])


def test_the_system_part_of_a_role_is_the_same_in_all_calls_of_a_run(
    depths: Mapping[int, tuple[Sequence[Call], Any]],
) -> None:
    for calls, _ in depths.values():
        found = systems(calls)
        assert {name: len(those) for name, those in found.items()} == dict.fromkeys(found, 1)
        assert all(call.messages[0].speaker == "system" for call in calls)


# Agents at their limits.

TOPIC = "Lighthouse " + "of the northern coasts and islands " * 5 + "in fog"
OUTLINE = [
    Section(
        f"u{at}", f"{NOUNS[at].title()} and the {NOUNS[-at - 1]} at the far end of northern harbours", 1, (NOUNS[at],), "",
        tuple(Section(f"u{at}.{inner}", f"{NOUNS[(at + 5 * inner) % 20].title()} in the long years before electric {inner} lamps", 2) for inner in range(4)),
    )
    for at in range(10)
]  # fmt: skip
SNIPPETS = [
    Snippet(snippet_id(body), body, title="A title " * 40, year=1900 + at, url=f"https://example.org/{at}")
    for at in range(20)
    if (body := f"{TOPIC} is told of in volume {at}. {text(at, 110)}"[:10_000].rpartition(".")[0] + ".")
]
KEYS = citation_keys(one.id for one in SNIPPETS)
QUESTIONS = [
    Question(f"How does the {at}th " + f"{NOUNS[at % 20]} of penguin{at} " * 12 + "sleep?", "why " * 70, "depth" if at % 2 else "breadth")
    for at in range(60)
]  # fmt: skip


def state(**more: Any) -> Any:
    return {"topic": TOPIC, "run_id": "r", "iterations": 3, **more}


async def play(memory: Memory, mind: Mind) -> None:
    """Every agent once, with as much as it may ever be given."""
    await memory.store.add(SNIPPETS)
    run = memory.run("r")
    ids = [one.id for one in SNIPPETS]
    for step in range(3):
        run.curate(step, [Hit(one, 1.0) for one in ids[step * 6 : (step + 1) * 7]])
        run.ask(step, QUESTIONS[step * 20 : (step + 1) * 20])
        run.search(step, [Query(f"{NOUNS[at % 20]} penguin{at} q{step} sleep{at}", "") for at in range(10)])
    crew = model_crew(memory, mind)
    for one in SNIPPETS[:5]:
        await crew.extractor(state(snippet_id=one.id))
    for at, one in enumerate(SNIPPETS):  # names that are alike, and claims that contradict each other
        names = [
            f"{'very ' * 20}long name of the {NOUNS[at % 20]}{'s' * (inner % 2)} {chr(97 + inner)}x"
            for inner in range(8)
        ]
        claims = [
            Triplet(name, relation, names[0], one.id, one.text[:30])
            for name in names[1:]
            for relation in ("uses", "does not use")
        ]
        memory.log.record(one.id, "wide", Extraction(tuple(claims)))
    wide = model_crew(memory, mind)
    await wide.normaliser(state(iterations=2))
    run.read_with("wide")
    await wide.normaliser(state(iterations=2))
    await wide.researcher(state())
    await wide.synthesizer(state(questions=[plain(one) for one in QUESTIONS[:10]]))
    await wide.outliner(state())
    outline = [plain(one) for one in OUTLINE]
    unit = state(outline=outline, section=outline[0], snippet_ids=ids, words=400, revision=0)
    await wide.relevance_filter(unit)
    writer = wide.writer
    drafts = (await writer(unit))["drafts"]
    many = [
        Claim(one, (Citation(KEYS[snippet.id], snippet.id),))
        for snippet in SNIPPETS[:20]
        for one in (part.strip() + "." for part in snippet.text.split(".")[:4])
    ]
    long = plain(Draft("u0", tuple(tuple(many[at : at + 6]) for at in range(0, len(many), 6))))
    await wide.reviewer(unit | {"drafts": [long, *drafts[1:]]})
    await wide.reviewer(unit | {"drafts": drafts, "revision": 1})
    feedback = [plain(Feedback("u0", one.sentence, "it is not said " * 26, "rewrite")) for one in many[:40]]
    await writer(unit | {"drafts": [long, *drafts[1:]], "feedback": feedback, "revision": 1})
    pages = {node.id: plain(Draft(node.id, (tuple(many[:20]),))) for one in OUTLINE for node in (one, *one.sections)}
    await wide.editor(state(outline=outline, drafts=pages))


@pytest.fixture(scope="module")
def tight() -> tuple[int, int, Sequence[Call]]:
    """The calls of a window that all of it overflows; the runs above have one that is four times as wide."""
    window, answer = 4_000, 1_000
    model = ScriptedModel()

    async def run() -> None:
        async with await Memory.open() as memory:
            await play(memory, Mind(model, window=window, answer=answer, audience=AUDIENCE))

    asyncio.run(run())
    return window, answer, model.calls


def test_every_prompt_fits_its_window_with_its_answer(tight: tuple[int, int, Sequence[Call]]) -> None:
    window, answer, calls = tight
    too_long = {
        (call.role, call.schema_name, len(call.messages)): characters_of(call) - (window - answer) * CHARACTERS
        for call in calls
        if characters_of(call) > (window - answer) * CHARACTERS
    }
    assert too_long == {}
    assert all(call.max_tokens == answer for call in calls)


def test_a_full_prompt_still_shows_its_evidence(tight: tuple[int, int, Sequence[Call]]) -> None:
    _, _, calls = tight
    fences = {"extractor": "snippet", "normaliser": "pairs", "researcher": "graph", "synthesizer": "questions", "outliner": "graph",
              "relevance_filter": "snippet", "writer": "snippet", "reviewer": "section", "editor": "article"}  # fmt: skip
    assert {call.role for call in calls} == set(fences)
    for call in calls:
        assert f"</{fences[call.role]}>" in call.messages[1].text, (call.role, call.schema_name)


BAD = ("truncated JSON", "parrot", "empty answer", "wrong types")


@pytest.mark.parametrize("way", BAD)
def test_repairs_fit_the_window_too(way: str) -> None:
    window, answer = 4_000, 1_000
    model = ScriptedModel({"*": (way, 10**6)})

    async def run() -> None:
        async with await Memory.open() as memory:
            await memory.store.add(SNIPPETS[:8])
            memory.run("r").curate(0, [Hit(one.id, 1.0) for one in SNIPPETS[:8]])
            crew = model_crew(memory, Mind(model, window=window, answer=answer, audience=AUDIENCE))
            unit = state(
                outline=[plain(OUTLINE[0])],
                section=plain(OUTLINE[0]),
                snippet_ids=[one.id for one in SNIPPETS[:8]],
                words=400,
                revision=0,
            )
            body = [plain(Draft("u0", ((Claim(sentence(1), (Citation(KEYS[SNIPPETS[0].id], SNIPPETS[0].id),)),),)))]
            await crew.relevance_filter(unit)
            await crew.synthesizer(state(questions=[plain(one) for one in QUESTIONS[:10]]))
            await crew.editor(state(outline=[plain(OUTLINE[0])], drafts={"u0": body[0]}))
            await crew.reviewer(unit | {"drafts": body})

    asyncio.run(run())
    assert any(len(call.messages) > 2 for call in model.calls)
    for call in model.calls:
        assert characters_of(call) <= (window - answer) * CHARACTERS, (call.role, len(call.messages))


# Laws.


@settings(max_examples=200, deadline=None)
@given(st.integers(SMALLEST, 200_000), st.floats(0.01, 0.5), st.lists(st.text(max_size=50), max_size=6))
def test_a_prompt_that_fills_its_room_fits_the_window(window: int, share: float, fixed: list[str]) -> None:
    answer = max(1, int(window * share))
    mind = Mind(ScriptedModel(), window=window, answer=answer)
    room = mind.room(*fixed)
    assert room + sum(map(len, fixed)) <= (window - answer) * CHARACTERS
    assert mind.room() - room == sum(map(len, fixed))
    assert Mind(ScriptedModel(), window=window + 1, answer=answer).room(*fixed) > room


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(alphabet="ab. \n<[s1a2b3c]>é", max_size=900), max_size=8), st.integers(-50, 4_000))
def test_a_fence_stays_within_its_room(texts: list[str], room: int) -> None:
    snippets = [Snippet(snippet_id(one, str(at)), one) for at, one in enumerate(texts)]
    shown = fence(snippets, citation_keys(one.id for one in snippets), room)
    assert len(shown.text) <= max(room, 0)
    assert set(shown.shown.values()) | set(shown.left_out) == {one.id for one in snippets}
    assert len(fence_text("graph", "\n".join(texts), room).text) <= max(room, 0)


@pytest.mark.parametrize(("window", "answer"), [(SMALLEST - 1, 100), (4000, 2001), (4000, 0), (4000, -5)])
def test_a_window_without_room_is_refused(window: int, answer: int) -> None:
    with pytest.raises(InputError):
        Mind(ScriptedModel(), window=window, answer=answer)
