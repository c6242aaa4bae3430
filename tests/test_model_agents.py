"""The model agents, each by itself, with a model that says what the test tells it to: the rules hold whatever it
says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

import lighthouses
import pytest
from castalia.agents.extractive.extractor import ExtractiveExtractor
from castalia.agents.model import outliner
from castalia.agents.model.crew import model_crew
from castalia.agents.model.editor import ModelEditor, _renamed
from castalia.agents.model.extractor import Extracted, ModelExtractor
from castalia.agents.model.mind import Mind
from castalia.agents.model.normaliser import ModelNormaliser
from castalia.agents.model.outliner import ModelOutliner
from castalia.agents.model.relevance_filter import ModelRelevanceFilter
from castalia.agents.model.researcher import ModelResearcher
from castalia.agents.model.reviewer import ModelReviewer
from castalia.agents.model.standby import Standby
from castalia.agents.model.synthesizer import ModelSynthesizer, Terms
from castalia.agents.model.writer import ModelWriter
from castalia.graphs.foreign import node
from castalia.memory.errors import InputError
from castalia.memory.identity import citation_keys, snippet_id
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, plain
from castalia.memory.protocols import Hit
from castalia.memory.records import Citation, Claim, Draft, Feedback, Query, Question, Section, Snippet, Triplet
from castalia.memory.triplet_log import Extraction
from castalia.tools.drafting.drafts import claims_in
from castalia.tools.language.words import content_stems
from castalia.tools.models.answers import read_answer
from castalia.tools.models.chat import BudgetError, Call, ModelError, Reply
from castalia.tools.models.gate import Gate
from castalia.tools.models.tape import Tape
from castalia.tools.scripted.scripted_model import ScriptedModel
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

TOPIC = "Lighthouse"
SNIPPETS = [
    Snippet(snippet_id(text), text, title=f"Lights {at}", year=1990 + at) for at, text in enumerate(lighthouses.TEXTS)
]
LENS, LAMP, RANGE = SNIPPETS[2], SNIPPETS[3], SNIPPETS[5]
KEYS = citation_keys(one.id for one in SNIPPETS)
Answer = str | Mapping[str, Any] | Exception | Callable[[Call], str | Mapping[str, Any]]
UNIT = Section("u", "Lamps", 1, ("lamp",), "", (Section("u1", "Lenses", 2, ("lens",)),))
OUTLINE = [plain(UNIT), plain(Section("v", "Keepers", 1, ("keeper",)))]


class Fake:
    """Gives the answers in their order, the last one from then on."""

    def __init__(self, *answers: Answer, name: str = "fake") -> None:
        self.name = name
        self.endpoint = "fake"
        self.parameters: Mapping[str, Any] = {}
        self.calls: list[Call] = []
        self._answers = answers

    async def complete(self, call: Call) -> Reply:
        answer = self._answers[min(len(self.calls), len(self._answers) - 1)]
        self.calls.append(call)
        given = answer(call) if callable(answer) else answer
        if isinstance(given, Exception):
            raise given
        return Reply(given if isinstance(given, str) else json.dumps(given))

    @property
    def prompts(self) -> list[str]:
        """What the user part of each call said first."""
        return [call.messages[1].text for call in self.calls]


def with_run(
    work: Callable[[Memory], Awaitable[Any]], snippets: Sequence[Snippet] = SNIPPETS, curated: int | None = None
) -> Any:
    """Work on a memory whose run "r" curated these snippets in one step (or the first ones of them)."""

    async def run() -> Any:
        async with await Memory.open() as memory:
            await memory.store.add(snippets)
            memory.run("r").curate(0, [Hit(one.id, 1.0) for one in snippets[:curated]])
            return await work(memory)

    return asyncio.run(run())


def mind(model: Any, **changes: Any) -> Mind:
    return Mind(model, **changes)


def kinds(memory: Memory, *without: str) -> list[str]:
    return [one.kind for one in memory.run("r").events() if one.kind not in without]


def state(**more: Any) -> Any:
    return {"topic": TOPIC, "run_id": "r", "iterations": 1, **more}


def learn(memory: Memory, rows: Iterable[tuple[Snippet, str, str, str]], extractor: str = "extractive") -> None:
    """Put claims into the log."""
    found: dict[str, list[Triplet]] = {}
    for snippet, head, relation, tail in rows:
        found.setdefault(snippet.id, []).append(Triplet(head, relation, tail, snippet.id, snippet.text[:20]))
    for name, triplets in found.items():
        memory.log.record(name, extractor, Extraction(tuple(triplets)))


def ledgers(memory: Memory) -> list[tuple[Any, ...]]:
    return memory.ledgers._rows("SELECT run, ledger, part, step, place, value FROM entries ORDER BY 1, 2, 3, 4, 5", ())


# Φ, the extractor.

RELATION = {
    "head": "Fresnel lens", "relation": "bends", "tail": "light", "kind": "causes", "denied": False,
    "quote": "The  fresnel lens bends\nthe light of a lamp",
}  # fmt: skip
EXTRACTED = {
    "questions": ["How heavy is it?", "What of the cost?", "And a third?"],
    "entities": [{"name": "Fresnel lens", "description": "a lens of rings"}, {"name": "Elephant", "description": "grey"}],
    "relations": [
        RELATION,
        RELATION | {"quote": "The Fresnel lens is made in Paris", "tail": "Paris"},
        RELATION | {"head": " "},
        RELATION | {"tail": "x" * 200},
        {"head": "no quote", "relation": "is", "tail": "here"},
        RELATION | {"relation": "uses_less_glass_than", "tail": "solid lens", "quote": "it uses far less glass than a solid lens"},
        "not a row",
    ],
    "key_words": ["lens", ""],
}  # fmt: skip


def extract(*answers: Answer, gate: Gate | None = None) -> tuple[Any, Extraction | None, list[str], Fake]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        agent = ModelExtractor(mind(model, gate=gate or Gate()), memory)
        try:
            update: Any = await agent(state(snippet_id=LENS.id))
        except ModelError as error:
            update = error
        return update, memory.log.extractions([LENS.id], agent.name).get(LENS.id), kinds(memory), model

    found: tuple[Any, Extraction | None, list[str], Fake] = with_run(work)
    return found


def test_phi_keeps_the_good_rows_of_a_bad_answer_and_only_what_its_snippet_says() -> None:
    update, logged, events, model = extract(EXTRACTED)
    assert update == {"triplets": 2}
    assert logged is not None and len(model.calls) == 1
    assert [one.tail for one in logged.triplets] == ["light", "solid lens"]
    assert all(one.quote in LENS.text for one in logged.triplets)
    assert logged.triplets[0].quote == "The Fresnel lens bends the light of a lamp"
    assert logged.triplets[1].relation == "uses less glass than"
    assert logged.descriptions == (("Fresnel lens", "a lens of rings"),)
    assert len(logged.questions) == 2 and logged.keywords == ("lens",)
    assert events.count("relation_dropped") == 5 and events.count("surplus_dropped") == 1  # the third question


def test_one_repair_shows_the_error_and_the_bad_answer() -> None:
    update, logged, _, model = extract("I would rather not.", EXTRACTED)
    assert update == {"triplets": 2} and logged is not None
    first, second = model.calls
    assert second.messages[: len(first.messages)] == first.messages
    assert [one.speaker for one in second.messages[2:]] == ["assistant", "user"]
    assert second.messages[2].text == "I would rather not."
    assert "no JSON" in second.messages[3].text


def test_an_answer_that_stays_bad_is_a_failure_and_no_guess() -> None:
    update, logged, _, model = extract("no", "no", EXTRACTED)
    assert isinstance(update, ModelError) and update.trouble == "answer"
    assert logged is None  # so that a later run reads it again
    assert len(model.calls) == 2


def test_answers_of_which_nothing_came_are_not_told_again_from_the_tape() -> None:
    tape = Tape()

    def read(*answers: str) -> tuple[Any, Fake]:
        update, _, _, model = extract(*answers, gate=Gate(tape=tape))
        return update, model

    failed, _ = read("no", "no")
    assert isinstance(failed, ModelError)
    update, model = read("I would rather not.", EXTRACTED)  # mended by the repair: both are kept
    assert update == {"triplets": 2} and len(model.calls) == 2
    again, model = read()
    assert again == update and not model.calls


def test_a_snippet_is_read_once_by_a_model_and_again_by_another() -> None:
    first, second = Fake(EXTRACTED), Fake(EXTRACTED, name="other")

    async def work(memory: Memory) -> None:
        for model in (first, first, second):
            await ModelExtractor(mind(model), memory)(state(snippet_id=LENS.id))

    with_run(work)
    assert len(first.calls) == len(second.calls) == 1


def test_a_snippet_of_which_nothing_can_be_shown_is_told_and_nobody_is_asked() -> None:
    hidden = Snippet(snippet_id("hidden"), "\u200b\u200b", title="Lights")

    async def work(memory: Memory) -> Fake:
        model = Fake(EXTRACTED)
        with pytest.raises(ModelError, match="the snippet has no text that can be shown"):
            await ModelExtractor(mind(model), memory)(state(snippet_id=hidden.id))
        return model

    assert with_run(work, [hidden]).calls == []


def test_the_prompt_of_phi_does_not_name_the_topic() -> None:
    model = Fake(EXTRACTED)
    with_run(
        lambda memory: ModelExtractor(mind(model), memory)({"topic": "Zebra", "run_id": "r", "snippet_id": LENS.id})
    )
    assert not any("zebra" in one.text.lower() for one in model.calls[0].messages)


# η, the normaliser.

NAMES = ("optical lens", "optic lens", "type 1 lamp", "type 2 lamp", "fog signal", "fog signals station")


def judged(*answers: Answer, rounds: int = 2) -> tuple[list[Any], Fake, list[Any], list[str]]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        learn(memory, [(SNIPPETS[at], name, "shines on", "sea") for at, name in enumerate(NAMES)])
        agent = ModelNormaliser(mind(model), memory)
        updates = [await agent(state(iterations=0)) for _ in range(rounds)]
        return updates, model, list(memory.log.resolutions()), kinds(memory)

    found: tuple[list[Any], Fake, list[Any], list[str]] = with_run(work)
    return found


def verdicts(verdict: str, *numbers: int) -> dict[str, Any]:
    return {"verdicts": [{"pair": one, "verdict": verdict, "why": "so"} for one in numbers]}


def test_eta_asks_by_number_about_undecided_pairs_that_no_rule_forbids() -> None:
    _, model, _, _ = judged(verdicts("unsure", 1, 2))
    (prompt,) = model.prompts
    assert "1. optic" in prompt and "optical lens shines on sea" in prompt
    assert "type 1 lamp" not in prompt.partition("<pairs>")[2] or "type 2 lamp" not in prompt


@pytest.mark.parametrize("verdict", ["same", "different", "unsure"])
def test_eta_never_asks_a_pair_twice(verdict: str) -> None:
    updates, model, resolutions, _ = judged(verdicts(verdict, 1, 2, 3), rounds=3)
    assert len(model.calls) == 1
    assert updates[0] == updates[1] == updates[2]
    assert {one.verdict for one in resolutions} == {verdict}


def test_eta_ignores_numbers_that_are_none_and_second_verdicts() -> None:
    rows = [("same", 0), ("same", -1), ("same", 99), ("unsure", 1), ("same", 1)]
    answer = {"verdicts": [{"pair": number, "verdict": verdict} for verdict, number in rows]}
    _, _, resolutions, _ = judged(answer, rounds=1)
    assert [one.verdict for one in resolutions] == ["unsure"]


def test_eta_tells_of_pairs_that_an_answer_passes_over() -> None:
    *_, events = judged(verdicts("same"), rounds=1)
    assert events == ["pairs_not_judged"]
    *_, events = judged(verdicts("same", *range(1, 21)), rounds=1)
    assert events == []


def test_same_makes_one_node_of_two() -> None:
    merged, *_ = judged(verdicts("same", 1), rounds=1)
    apart, *_ = judged(verdicts("different", 1), rounds=1)
    assert merged[0]["nodes"] == apart[0]["nodes"] - 1


def test_pairs_that_could_not_be_judged_are_told_and_asked_again() -> None:
    _, model, resolutions, events = judged("no", "no", verdicts("unsure", 1, 2, 3), rounds=2)
    assert len(model.calls) == 3 and resolutions
    updates, _, _, events = judged("no", rounds=1)
    assert events == ["pairs_not_judged"]
    assert updates[0]["nodes"] == len(NAMES) + 1


# Ψ, the researcher.


def asked(*answers: Answer, steps: Sequence[int] = (1,)) -> tuple[list[list[Any]], Fake, list[str]]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        learn(memory, [(LENS, "Fresnel lens", "bends", "light"), (LAMP, "lamp", "burns", "oil")])
        agent = ModelResearcher(mind(model), memory)
        return [(await agent(state(iterations=step)))["questions"] for step in steps], model, kinds(memory)

    found: tuple[list[list[Any]], Fake, list[str]] = with_run(work)
    return found


def rows(*texts: str) -> list[dict[str, str]]:
    return [{"question": text, "why": "it is thin", "focus": "lens"} for text in texts]


def test_psi_never_asks_again_what_an_earlier_step_asked() -> None:
    first = {"depth": rows("How does the lens bend light?"), "breadth": rows("Which oils did lamps burn?")}
    second = {
        "depth": rows("How does a lens bend the light?", "What did granite cost?"),
        "breadth": rows("Which oils did lamps burn?", "What did granite cost?"),
    }
    (one, two), _, events = asked(first, second, steps=(1, 2))
    assert [each["text"] for each in one] == ["How does the lens bend light?", "Which oils did lamps burn?"]
    assert [each["text"] for each in two] == ["What did granite cost?"]
    assert events.count("repeat_refused") == 3


def test_psi_takes_no_more_questions_than_it_asked_for_and_none_without_words() -> None:
    deep = [
        "",
        "?",
        "1. What is 1 lens?",
        *(f"What is the {word} of the lens?" for word in "price mass age hue cut".split()),
    ]
    (kept,), _, events = asked({"depth": rows(*deep), "breadth": rows(*deep[:2])})
    assert {one["kind"] for one in kept} == {"depth"}
    assert "What is 1 lens?" in [one["text"] for one in kept]
    assert 0 < len(kept) <= 5
    assert all(one["rationale"] for one in kept)
    assert len(kept) + events.count("question_dropped") + events.count("repeat_refused") == len(deep) + 2


def test_psi_and_lambda_ask_for_as_many_as_the_state_says_and_take_no_more() -> None:
    model = Fake(
        {"depth": rows("How does the lens bend light?", "Who pays the keeper?"), "breadth": rows("Which oils burned?")},
        terms("lens glass", "oil price", "keeper wage"),
    )

    async def work(memory: Memory) -> Any:
        few: dict[str, Any] = {"depth_questions": 1, "breadth_questions": 0}
        asked = (await ModelResearcher(mind(model), memory)(state(**few)))["questions"]
        found = await ModelSynthesizer(mind(model), memory)(state(questions=QUESTIONS, most_queries=2))
        return [one["text"] for one in asked], [one["text"] for one in found["queries"]]

    assert with_run(work) == (["How does the lens bend light?"], ["lens glass", "oil price"])
    first, second = ("\n".join(one.text for one in call.messages) for call in model.calls)
    assert "Up to 1 depth and up to 0 breadth questions" in first and "at most 2 terms" in second


def test_psi_tells_of_rows_that_are_no_questions() -> None:
    (kept,), _, events = asked({"depth": [*rows("How does the lens bend light?"), "no row"], "breadth": []})
    assert len(kept) == 1 and events.count("question_dropped") == 1


def test_psi_shows_what_was_asked_and_what_is_missing() -> None:
    _, model, _ = asked({"depth": rows("How does the Fresnel lens bend light?"), "breadth": []}, steps=(1, 2))
    assert "Fresnel lens" in model.prompts[0]
    assert "Asked before" not in model.prompts[0]


def test_psi_that_fails_has_no_questions_and_says_why() -> None:
    (kept,), model, events = asked("nothing to ask")
    assert kept == [] and "no_questions" in events and len(model.calls) == 2


# Λ, the query synthesizer.

QUESTIONS = [
    plain(Question("How does the lens bend light?", "thin", "depth")),
    plain(Question("Which oils did lamps burn?", "missing", "breadth")),
]
WORDS = st.sampled_from(
    ["lighthouse", "Lighthouses", "the", "of", "lens", "lenses", "lamp", "oil", "whale", "granite", "bird", "fog", "1.", "“", "?", "light-emitting",
     "COVID-19", "keeper", "\n", "how", "does"]
)  # fmt: skip
TERMS = st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=14)


def searched(answers: Sequence[Answer], steps: Sequence[int] = (1,)) -> tuple[list[list[str]], Fake, list[str]]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        agent = ModelSynthesizer(mind(model), memory)
        found = [(await agent(state(iterations=step, questions=QUESTIONS)))["queries"] for step in steps]
        return [[one["text"] for one in step] for step in found], model, kinds(memory)

    found: tuple[list[list[str]], Fake, list[str]] = with_run(work)
    return found


def terms(*texts: str, serves: int = 1) -> dict[str, Any]:
    return {"terms": [{"term": text, "serves": serves} for text in texts]}


@settings(max_examples=15, deadline=None)
@given(TERMS, TERMS)
def test_the_laws_of_lambda_hold_whatever_the_model_says(first: list[str], second: list[str]) -> None:
    (one, two), _, _ = searched([terms(*first), terms(*second)], steps=(1, 2))
    for step in (one, two):
        assert len(step) <= 10
        assert all(len(text.split()) <= 5 and len(set(content_stems(text))) >= 2 for text in step)
        assert not any(set(content_stems(text)) & set(content_stems(TOPIC)) for text in step)
        assert all(len(set(content_stems(a)) & set(content_stems(b))) <= 1 for a, b in combinations(step, 2))
    assert not {frozenset(content_stems(text)) for text in one} & {frozenset(content_stems(text)) for text in two}


def test_lambda_says_what_it_dropped_and_keeps_the_first_of_two_alike() -> None:
    answer = terms("whale oil price", "Lighthouse", "price of whale oil", "lighthouse granite blocks", "granite")
    (kept,), _, events = searched([answer])
    assert kept == ["whale oil price", "granite blocks"]
    assert events.count("term_dropped") == 3


def test_lambda_tells_of_terms_beyond_those_that_it_sends_out() -> None:
    words = ["oil", "brass", "granite", "slate", "gas", "fog", "iron", "bird", "tide", "mirror", "clock", "stair"]
    (kept,), _, events = searched([terms(*(f"{one} {one}ware" for one in words))])
    assert len(kept) == 10 and events == ["term_dropped"] * 2


def test_lambda_is_shown_the_audience_and_what_was_used() -> None:
    model = Fake(terms("whale oil price"))

    async def work(memory: Memory) -> None:
        memory.run("r").search(0, [Query("granite blocks", "")])
        await ModelSynthesizer(mind(model, audience="a retired sailor"), memory)(state(questions=QUESTIONS))

    with_run(work)
    text = "\n".join(one.text for one in model.calls[0].messages)
    assert "a retired sailor" in text and "granite blocks" in text and "Which oils did lamps burn?" in text


def test_lambda_reads_questions_that_are_only_a_text() -> None:
    model = Fake(terms("whale oil"))
    with_run(lambda memory: ModelSynthesizer(mind(model), memory)(state(questions=[{"text": "Who built it?"}])))
    assert "Who built it?" in "\n".join(one.text for one in model.calls[0].messages)


def test_lambda_without_questions_asks_nobody_and_without_an_answer_says_why() -> None:
    model = Fake(terms("whale oil"))
    assert with_run(lambda memory: ModelSynthesizer(mind(model), memory)(state(questions=[]))) == {"queries": []}
    assert model.calls == []
    (kept,), _, events = searched(["no"])
    assert kept == [] and events == ["no_search_terms"]


def test_a_term_serves_its_question_and_no_other() -> None:
    async def work(memory: Memory) -> Any:
        model = Fake({"terms": [{"term": "whale oil", "serves": 2}, {"term": "granite blocks", "serves": 9}]})
        return (await ModelSynthesizer(mind(model), memory)(state(questions=QUESTIONS)))["queries"]

    assert [one["question"] for one in with_run(work)] == ["Which oils did lamps burn?", ""]


# Ω, the outliner.


def outlined(*answers: Answer) -> tuple[Any, list[str], Fake]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        learn(memory, [(LENS, "Fresnel lens", "bends", "light"), (LAMP, "lamp", "burns", "oil")])
        try:
            return (await ModelOutliner(mind(model), memory)(state()))["outline"], kinds(memory), model
        except ModelError as error:
            return error, kinds(memory), model

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outliner, "MOST", 3)
        found: tuple[Any, list[str], Fake] = with_run(work)
    return found


def test_omega_has_no_heading_that_is_empty_the_topic_or_there_already() -> None:
    inner = [{"heading": one} for one in ("Optic", "Fresnel lens", "## Fresnel lens", "", "Oil", "Gas")]
    answer = {
        "sections": [
            {"heading": "**1. Optics**", "about": ["Fresnel lens"], "sections": inner},
            {"heading": "Lighthouses", "sections": inner},
            {"heading": "OPTICS", "sections": []},
            {"heading": "Introduction"},
            {"heading": "  "},
            {"heading": "Lamps", "sections": [{"heading": "Fresnel lens"}, {"heading": "Lighthouse"}]},
            {"heading": "Keepers", "sections": "none"},
            {"heading": "Birds"},
            {"heading": "Fog signals"},
            {"heading": 7},
        ]
    }
    outline, events, model = outlined(answer)
    assert [one["heading"] for one in outline] == ["Optics", "Lamps", "Keepers"]  # and then there are enough
    headings = [one["heading"] for one in outline[0]["sections"]]
    assert headings[0] == "Fresnel lens" and len(headings) == len(set(headings)) <= 4 and "" not in headings
    ids = [node["id"] for one in outline for node in (one, *one["sections"])]
    assert len(ids) == len(set(ids))  # though two subsections share a heading
    assert events.count("heading_dropped") >= 8
    assert len(model.calls) == 1


def test_omega_tells_of_subsections_and_entities_beyond_those_that_it_takes() -> None:
    inner = [{"heading": one} for one in ("Oil", "Gas", "Wood", "Coal", "Electricity")]
    outline, events, _ = outlined({"sections": [{"heading": "Lamps", "about": list("abcdefgh"), "sections": inner}]})
    assert [one["heading"] for one in outline[0]["sections"]] == ["Oil", "Gas", "Wood", "Coal"]
    assert sorted(events) == ["entities_dropped", "heading_dropped"]


def test_omega_without_a_heading_that_can_stand_is_a_failure() -> None:
    error, _, _ = outlined({"sections": [{"heading": "Lighthouse"}, {"heading": "Summary"}]})
    assert isinstance(error, ModelError)


# Θ, the relevance filter.


def filtered(*answers: Answer, batch: int = 8, most: int = 6, **means: Any) -> tuple[list[str], Fake, list[str]]:
    model = Fake(*answers)
    ids = [one.id for one in SNIPPETS[:most]][::-1]

    async def work(memory: Memory) -> Any:
        agent = ModelRelevanceFilter(mind(model, **means), memory, batch)
        kept = (await agent(state(section=plain(UNIT), outline=OUTLINE, snippet_ids=ids)))["snippet_ids"]
        return kept, model, kinds(memory)

    found: tuple[list[str], Fake, list[str]] = with_run(work)
    return found


def test_theta_keeps_what_helps_in_the_order_it_came_and_no_key_that_was_not_shown() -> None:
    stranger = KEYS[SNIPPETS[9].id]
    answer = {"helpful": [f"[{KEYS[LENS.id]}]", KEYS[RANGE.id].upper(), stranger, "s0bad0bad", "", KEYS[LENS.id]]}
    kept, model, events = filtered(answer)
    assert kept == [RANGE.id, LENS.id]
    assert "Lamps" in model.prompts[0] and "Lenses" in model.prompts[0]
    assert events == ["unknown_keys"]


def test_theta_keeps_what_could_not_be_judged() -> None:
    kept, model, events = filtered("no", batch=6)
    assert kept == [one.id for one in SNIPPETS[:6]][::-1]
    assert events == ["not_judged"] and len(model.calls) == 2


@pytest.mark.parametrize(
    "answer",
    [{"helpful": [KEYS[LENS.id], {"key": KEYS[LAMP.id]}]}, f'{{"helpful": ["{KEYS[LENS.id]}", "s12'],
)
def test_theta_keeps_all_of_a_batch_where_a_part_of_the_answer_is_lost(answer: Answer) -> None:
    kept, _, events = filtered(answer)
    assert kept == [one.id for one in SNIPPETS[:6]][::-1]
    assert events == ["not_judged"]


def test_theta_loses_one_batch_only_when_it_fails() -> None:
    def answer(call: Call) -> Any:
        return "no" if KEYS[LENS.id] in call.messages[1].text else {"helpful": []}

    kept, _, events = filtered(answer, batch=2)
    assert kept == [LAMP.id, LENS.id] and events == ["not_judged"]


def test_theta_keeps_what_did_not_fit_its_prompt() -> None:
    kept, model, events = filtered({"helpful": []}, batch=20, most=18, window=2500, answer=1250)
    shown = [one.id for one in SNIPPETS if f'key="{KEYS[one.id]}"' in model.prompts[0]]
    assert 0 < len(shown) < 18
    assert kept == [one.id for one in SNIPPETS[::-1] if one.id not in shown]
    assert events == ["not_judged"]


# Γ, the writer.

GIVEN = [LENS.id, LAMP.id, RANGE.id]
SHOWN = citation_keys(GIVEN)
GOOD = (
    f"# Lamps\n\nLamps burned wood at first [{SHOWN[LAMP.id]}]. Height decides the range [{SHOWN[RANGE.id]}].\n\n"
    f"## Lenses\n\nThe lens bends light [{SHOWN[LENS.id]}]."
)


def writing(**more: Any) -> Any:
    return state(outline=OUTLINE, section=plain(UNIT), snippet_ids=GIVEN, words=200, revision=0) | more


def wrote(given: Any, *answers: Answer, **means: Any) -> tuple[Any, Fake, list[str]]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        learn(memory, [(LAMP, "lamp", "burns", "oil"), (RANGE, "lamp", "does not burn", "oil")])
        memory.run("r").ask(
            0, [Question("How do penguins sleep?", "", "breadth"), Question("What is a lens?", "", "depth")]
        )
        try:
            drafts = (await ModelWriter(mind(model, **means), memory)(given))["drafts"]
        except ModelError as error:
            return error, model, kinds(memory)
        return [draft_of(one) for one in drafts], model, kinds(memory)

    found: tuple[Any, Fake, list[str]] = with_run(work)
    return found


def test_an_id_that_the_store_does_not_hold_is_told() -> None:
    async def work(memory: Memory) -> None:
        for agent, asked_for in (
            (ExtractiveExtractor(memory), state(snippet_id="nope")),
            (ModelExtractor(mind(Fake("")), memory), state(snippet_id="nope")),
            (ModelWriter(mind(Fake("")), memory), writing(snippet_ids=[LENS.id, "nope"])),
        ):
            with pytest.raises(InputError, match=r"^the store holds no snippet 'nope': give the ids"):
                await agent(asked_for)
        memory.run("r").curate(0, [Hit("nope", 1.0)])
        with pytest.raises(InputError, match=r"^the store holds no snippet 'nope'"):
            await memory.graph("r")

    with_run(work)


def test_gamma_uses_no_key_that_was_not_shown() -> None:
    stranger = KEYS[SNIPPETS[9].id]
    text = GOOD.replace(f"[{SHOWN[LENS.id]}]", f"[{SHOWN[LENS.id]}][{stranger}][s0bad0bad0bad][1]")
    drafts, model, events = wrote(writing(), text)
    cited = {one for draft in drafts for claim in claims_in(draft) for one in claim.citations}
    assert cited == {Citation(SHOWN[name], name) for name in GIVEN}
    assert [one.section for one in drafts] == ["u", "u1"]
    assert "unknown key" in events
    assert stranger not in model.prompts[0]


def test_gamma_is_handed_audience_words_open_questions_and_disputes() -> None:
    _, model, _ = wrote(writing(), GOOD, audience="a retired sailor")
    text = "\n".join(one.text for one in model.calls[0].messages)
    assert "a retired sailor" in text and "About 200 words" in text
    not_answered = next(line for line in model.prompts[0].split("\n") if line.startswith("Not answered"))
    assert "How do penguins sleep?" in not_answered and "What is a lens?" not in not_answered
    disputed = next(line for line in model.prompts[0].split("\n") if line.startswith("Sources disagree"))
    assert "lamp" in disputed and "oil" in disputed
    assert "Keepers" in model.prompts[0]
    assert model.calls[0].schema is None and model.calls[0].role == "writer"


def test_gamma_tries_once_more_and_then_fails() -> None:
    drafts, model, _ = wrote(writing(), "# Lamps", GOOD)
    assert sum(len(claims_in(one)) for one in drafts) == 3 and len(model.calls) == 2
    told = [(one.speaker, one.text) for one in model.calls[1].messages]
    assert told[-2] == ("assistant", "# Lamps") and told[-1][0] == "user"  # in turn: some servers refuse anything else
    error, model, _ = wrote(writing(), "# Lamps")
    assert isinstance(error, ModelError) and len(model.calls) == 2


def test_a_section_that_came_to_nothing_is_asked_for_again_and_then_kept() -> None:
    tape = Tape()
    error, _, _ = wrote(writing(), "# Lamps", gate=Gate(tape=tape))
    assert isinstance(error, ModelError)
    drafts, model, _ = wrote(writing(), GOOD, gate=Gate(tape=tape))
    assert sum(len(claims_in(one)) for one in drafts) == 3 and len(model.calls) == 1
    again, model, _ = wrote(writing(), "# Lamps", gate=Gate(tape=tape))
    assert again == drafts and not model.calls


def test_where_the_window_has_no_room_for_evidence_nobody_is_asked() -> None:
    error, model, _ = wrote(writing(), GOOD, window=2500, answer=1000, audience="sailors " * 800)
    assert isinstance(error, ModelError) and "2,500" in str(error) and model.calls == []


def test_gamma_without_evidence_asks_nobody() -> None:
    error, model, _ = wrote(writing(snippet_ids=[]), GOOD)
    assert isinstance(error, ModelError) and model.calls == []


def claim(sentence: str, snippet: Snippet, quote: str = "") -> Claim:
    return Claim(sentence, (Citation(SHOWN[snippet.id], snippet.id),), quote)


FIRST, SECOND, THIRD = (
    claim("Lamps burned wood at first.", LAMP),
    claim("Height decides the range.", RANGE),
    claim("The lens bends light.", LENS),
)
DRAFTS = [plain(Draft("u", ((FIRST, SECOND),))), plain(Draft("u1", ((THIRD,),)))]
OBJECTIONS = [
    plain(Feedback("u", SECOND.sentence, "the lamp counts too", "rewrite")),
    plain(Feedback("u", THIRD.sentence, "nobody says so", "remove")),
    plain(Feedback("u", "", f"Say what it burned later. See {SHOWN[LAMP.id]}.", "add")),
]


def revised(*answers: Answer, feedback: Sequence[Any] = OBJECTIONS) -> tuple[list[str], Fake, list[str]]:
    drafts, model, events = wrote(writing(revision=1, drafts=DRAFTS, feedback=list(feedback)), *answers)
    assert all(one.revision == 1 and all(one.paragraphs) for one in drafts)
    return [one.sentence for draft in drafts for one in claims_in(draft)], model, events


def test_a_revision_changes_the_sentences_objected_to_and_no_other() -> None:
    changes = [
        {"objection": 1, "text": f"Lamp and height decide the range [{SHOWN[RANGE.id]}]."},
        {"objection": 1, "text": "A second answer changes nothing."},
        {"objection": 2, "text": ""},
        {"objection": 3, "text": f"Later it burned gas [{SHOWN[LAMP.id]}]."},
        {"objection": 9, "text": f"Nobody asked for this [{SHOWN[LAMP.id]}]."},
    ]
    sentences, model, events = revised({"changes": changes})
    assert sentences == [FIRST.sentence, "Lamp and height decide the range.", "Later it burned gas."]
    assert events.count("change_dropped") == 2
    assert all(one["reason"] in model.prompts[0] for one in OBJECTIONS)


def test_an_addition_of_nothing_and_a_second_objection_to_a_sentence_that_went_change_nothing() -> None:
    twice = [*OBJECTIONS, OBJECTIONS[1]]
    changes = [{"objection": at, "text": ""} for at in (2, 3)] + [{"objection": 4, "text": f"Gas [{SHOWN[LAMP.id]}]."}]
    sentences, _, _ = revised({"changes": changes}, feedback=twice)
    assert sentences == [FIRST.sentence, SECOND.sentence]


def test_objections_that_are_not_answered_stay_open() -> None:
    sentences, _, _ = revised({"changes": [{"objection": 2, "text": ""}]})
    assert sentences == [FIRST.sentence, SECOND.sentence]


def test_a_revision_that_answers_each_objection_with_the_whole_section_repeats_nothing() -> None:
    whole = f"{FIRST.sentence[:-1]} [{SHOWN[LAMP.id]}]. {SECOND.sentence[:-1]} [{SHOWN[RANGE.id]}]."
    sentences, _, events = revised({"changes": [{"objection": at, "text": whole} for at in (1, 2, 3)]})
    assert sentences == [FIRST.sentence, SECOND.sentence] and "sentences_dropped" in events
    endless = " ".join(f"Lamps burned {at} logs of wood [{SHOWN[LAMP.id]}]." for at in range(900))
    sentences, _, _ = revised({"changes": [{"objection": 3, "text": endless}]})
    assert 300 < sum(len(one.split()) for one in sentences) <= 420


def test_a_long_section_is_not_cut_because_a_sentence_of_it_grew() -> None:
    long = tuple(claim(f"Lamps burned {at} logs of wood.", LAMP) for at in range(900))
    drafts, _, events = wrote(
        writing(revision=1, drafts=[plain(Draft("u", ((*long, SECOND),)))], feedback=OBJECTIONS[:1]),
        {
            "changes": [
                {"objection": 1, "text": f"Lamp and height decide the range{' of it' * 50} [{SHOWN[RANGE.id]}]."}
            ]
        },
    )
    assert len(claims_in(drafts[0])) == 901 and "sentences_dropped" not in events


def test_a_revision_that_fails_leaves_the_draft() -> None:
    sentences, model, events = revised("no")
    assert sentences == [FIRST.sentence, SECOND.sentence, THIRD.sentence]
    assert events == ["not_revised"] and len(model.calls) == 2


def test_a_revision_without_objections_asks_nobody() -> None:
    sentences, model, _ = revised({"changes": []}, feedback=())
    assert sentences == [FIRST.sentence, SECOND.sentence, THIRD.sentence] and model.calls == []


def test_a_revision_cites_only_what_was_shown() -> None:
    text = f"It burned coal [{KEYS[SNIPPETS[9].id]}][s0bad0bad0bad][{SHOWN[LAMP.id]}]."
    drafts, _, events = wrote(
        writing(revision=1, drafts=DRAFTS, feedback=OBJECTIONS[:1]), {"changes": [{"objection": 1, "text": text}]}
    )
    assert {one.key for draft in drafts for each in claims_in(draft) for one in each.citations} <= set(SHOWN.values())
    assert "unknown key" in events


# π, the reviewer.

STRANGE = claim("Elephants of Hannover weigh 7200 tonnes.", LAMP)
BARE = Claim("Lamps were dear.", ())
APPROVED = {"verdict": "approved", "issues": []}


def reviewing(drafts: Sequence[Any], revision: int = 0) -> Any:
    return state(outline=OUTLINE, section=plain(UNIT), snippet_ids=GIVEN, drafts=list(drafts), revision=revision)


def reviewed(states: Sequence[Any], *answers: Answer, **means: Any) -> tuple[list[list[Any]], Fake, list[str]]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        agent = ModelReviewer(mind(model, **means), memory)
        return [(await agent(one))["feedback"] for one in states], model, kinds(memory, "grounded")

    found: tuple[list[list[Any]], Fake, list[str]] = with_run(work)
    return found


def test_pi_asks_nothing_about_claims_that_grounding_rejects() -> None:
    drafts = [plain(Draft("u", ((STRANGE, BARE),)))]
    (items,), model, _ = reviewed([reviewing(drafts)], APPROVED)
    assert model.calls == []
    assert [(one["claim"], one["request"]) for one in items] == [
        (STRANGE.sentence, "rewrite"),
        (BARE.sentence, "cite"),
    ]
    mixed = [plain(Draft("u", ((STRANGE, FIRST),)))]
    (items,), model, _ = reviewed([reviewing(mixed)], APPROVED)
    assert f"(1) {FIRST.sentence}" in model.prompts[0] and "(2)" not in model.prompts[0]
    assert [one["claim"] for one in items] == [STRANGE.sentence]


def test_pi_does_not_ask_again_what_it_approved_and_looks_at_what_changed() -> None:
    changed = claim("Range grows with height.", RANGE)
    later = [plain(Draft("u", ((FIRST, changed),))), DRAFTS[1]]
    _, model, _ = reviewed([reviewing(DRAFTS), reviewing(DRAFTS, 1), reviewing(later, 2)], APPROVED)
    assert len(model.calls) == 2  # nothing was left to ask in the second pass
    assert f"(1) {changed.sentence}" in model.prompts[1]
    assert FIRST.sentence in model.prompts[1] and "(2)" not in model.prompts[1]
    assert f'key="{SHOWN[LENS.id]}"' in model.prompts[0] and f'key="{SHOWN[LENS.id]}"' not in model.prompts[1]


def test_a_sentence_with_another_key_is_another_claim() -> None:
    moved = replace(FIRST, citations=(Citation(SHOWN[RANGE.id], RANGE.id),))
    later = [plain(Draft("u", ((moved, SECOND),))), DRAFTS[1]]
    _, model, _ = reviewed([reviewing(DRAFTS), reviewing(later, 1)], APPROVED)
    assert len(model.calls) == 2 and f"(1) {FIRST.sentence} [{SHOWN[RANGE.id]}]" in model.prompts[1]


def test_an_objection_names_its_sentence_and_shown_keys_only() -> None:
    issues = [
        {"sentence": 2, "problem": "too much", "request": "rewrite", "keys": [SHOWN[LAMP.id], "s0bad0bad0bad"]},
        {"sentence": 2, "problem": "again", "request": "remove"},
        {"sentence": 9, "problem": "no such sentence"},
        {"sentence": 1, "problem": "  "},
        {"sentence": 3, "problem": "odd", "request": "sing"},
        *({"sentence": 0, "problem": f"missing {at}", "request": "add", "keys": [SHOWN[LAMP.id]]} for at in range(5)),
        {"sentence": 0, "problem": "missing without a source", "request": "add", "keys": []},
    ]  # fmt: skip
    (items, later), model, events = reviewed([reviewing(DRAFTS), reviewing(DRAFTS, 1)], {"issues": issues}, APPROVED)
    assert len(items) + events.count("issue_dropped") == len(issues) and events.count("unknown_keys") == 1
    assert items[0]["claim"] == SECOND.sentence
    assert SHOWN[LAMP.id] in items[0]["reason"] and "0bad" not in json.dumps(items)
    assert [one["request"] for one in items[1:]] == ["rewrite", "add", "add"]  # what it asks for is not always known
    assert later == []
    assert f"(1) {SECOND.sentence}" in model.prompts[1] and "(3)" not in model.prompts[1]


@pytest.mark.parametrize(
    "answer",
    [
        {"verdict": "needs revision", "issues": []},
        {"verdict": "needs revision", "issues": [{"sentence": 9, "problem": "no such sentence"}]},
        {"verdict": "needs revision", "issues": [{"sentence": "the last one", "problem": "odd"}, {"sentence": 2, "problem": "odd"}]},
        '{"verdict": "needs revision", "issues": [{"sentence": 2, "problem": "odd"}, {"sentence": 3, "prob',
    ],
)  # fmt: skip
def test_where_objections_are_lost_nothing_is_approved(answer: Any) -> None:
    (_, later), model, events = reviewed([reviewing(DRAFTS), reviewing(DRAFTS, 1)], answer, APPROVED)
    assert "not_reviewed" in events
    assert "(3)" in model.prompts[1]  # asked again of all that went there
    assert later == []


def test_a_kind_of_relation_or_a_question_that_nobody_knows_costs_no_row() -> None:
    row = {"head": "a lens", "relation": "bends", "tail": "light", "kind": "optics", "quote": "lens"}
    assert read_answer(json.dumps({"relations": [row]}), Extracted).value.relations[0].kind == "other"
    term = {"term": "fog signal range", "serves": "Q2"}
    assert read_answer(json.dumps({"terms": [term]}), Terms).value.terms[0].serves == 0


def test_what_could_not_be_reviewed_is_not_approved() -> None:
    (first, second), model, events = reviewed([reviewing(DRAFTS), reviewing(DRAFTS, 1)], "no", "no", APPROVED)
    assert first == second == []
    assert "not_reviewed" in events
    assert len(model.calls) == 3 and "(3)" in model.prompts[2]


def test_no_sentence_is_approved_that_was_not_shown() -> None:
    many = [
        claim(f"Lamps burned {word} wood at first, and nobody who kept them minded it at all.", LAMP)
        for word in (chr(97 + at // 26) + chr(97 + at % 26) + "ish" for at in range(60))
    ]
    drafts = [plain(Draft("u", tuple((one,) for one in many)))]

    async def work(memory: Memory) -> Any:
        model = Fake(APPROVED)
        await ModelReviewer(mind(model, window=3000, answer=1000), memory)(reviewing(drafts))
        shown = [one.sentence for one in many if any(one.sentence in prompt for prompt in model.prompts)]
        return memory.run("r").approved("u"), shown

    approved, shown = with_run(work)
    assert shown
    assert all(any(one.startswith(sentence) for sentence in shown) for one in approved)


def test_a_sentence_of_more_sources_than_a_prompt_holds_is_not_approved() -> None:
    many = [
        Snippet(snippet_id(text), text)
        for text in (f"Lamps burned wood at first, {'oil ' * 90}{at}." for at in range(12))
    ]
    marks = citation_keys(one.id for one in many)
    broad = Claim("Lamps burned wood at first.", tuple(Citation(marks[one.id], one.id) for one in many))

    async def work(memory: Memory) -> Any:
        given = reviewing([plain(Draft("u", ((broad,),)))]) | {"snippet_ids": [one.id for one in many]}
        await ModelReviewer(mind(Fake(APPROVED), window=3000, answer=1000), memory)(given)
        return memory.run("r").approved("u"), [
            one.detail for one in memory.run("r").events() if one.kind == "not_reviewed"
        ]

    approved, told = with_run(work, many)
    assert not approved and told == [{"sentences": 1, "reason": "what they cite did not fit the prompt"}]


def test_sentences_of_one_long_snippet_are_asked_together() -> None:
    long = Snippet(snippet_id("long"), " ".join(f"Lamps of kind {at}a burned wood." for at in range(400)))
    claims = tuple(Claim(f"Lamps of kind {at}a burned wood.", (Citation("s123456", long.id),)) for at in range(5))

    async def work(memory: Memory) -> Any:
        model = Fake(APPROVED)
        given = reviewing([plain(Draft("u", (claims,)))]) | {"snippet_ids": [long.id]}
        await ModelReviewer(mind(model, window=4000, answer=1000), memory)(given)
        return model.calls

    assert len(with_run(work, [long])) == 1


# The editor.

LEAD = f"A lighthouse is a lamp behind a lens [{SHOWN[LENS.id]}]. Lamps burned wood at first [{SHOWN[LAMP.id]}]."


def edited(*answers: Answer, drafts: Sequence[Any] = DRAFTS, **more: Any) -> tuple[Any, Fake, list[str]]:
    model = Fake(*answers)

    async def work(memory: Memory) -> Any:
        memory.run("r").ask(0, [Question("How do penguins sleep?", "", "breadth")])
        given = state(outline=OUTLINE, drafts={one["section"]: one for one in drafts}) | more
        return await ModelEditor(mind(model), memory)(given), model, kinds(memory)

    found: tuple[Any, Fake, list[str]] = with_run(work)
    return found


def sentences(draft: Any) -> list[str]:
    return [one.sentence for one in claims_in(draft_of(draft))]


def test_the_lead_keeps_grounded_sentences_only_after_one_more_try() -> None:
    bad = f"{LEAD} It shone 7300 miles [{SHOWN[LAMP.id]}]. Napoleon praised every keeper. Granite is heavy [{KEYS[SNIPPETS[9].id]}]."
    update, model, events = edited({"lead": bad})
    assert sentences(update["lead"]) == ["A lighthouse is a lamp behind a lens.", "Lamps burned wood at first."]
    assert len(model.calls) == 2
    assert "7300" in model.calls[1].messages[-1].text
    assert events.count("lead_rejected") == 1 and events.count("lead_sentence_dropped") == 3
    update, model, _ = edited({"lead": bad}, {"lead": LEAD})
    assert len(sentences(update["lead"])) == 2
    update, model, _ = edited({"lead": LEAD})
    assert len(model.calls) == 1


def test_a_key_of_the_page_behind_another_sentence_is_no_source_of_the_lead() -> None:
    swapped = f"A lighthouse is a lamp behind a lens [{SHOWN[LENS.id]}]. Wood was burned at first [{SHOWN[LENS.id]}]."
    update, model, events = edited({"lead": swapped})
    assert sentences(update["lead"]) == ["A lighthouse is a lamp behind a lens."]
    assert "with one of its keys" in model.calls[1].messages[-1].text and "lead_sentence_dropped" in events


def test_a_lead_has_an_end_and_says_nothing_twice() -> None:
    endless = " ".join(f"Lamps burned {'wood ' * (1 + at % 40)}at first [{SHOWN[LAMP.id]}]." for at in range(900))
    update, model, events = edited({"lead": f"{LEAD} {LEAD} {endless}"})
    told = sentences(update["lead"])
    assert len(told) == len(set(told)) and sum(len(one.split()) for one in told) <= 300
    assert "lead_shortened" in events and len(model.calls) == 1


def test_the_editor_drops_true_repeats_only() -> None:
    again = claim("At first lamps burned wood.", LAMP)
    drafts = [plain(Draft("u", ((FIRST, SECOND), (again,)))), DRAFTS[1]]
    repeats = [
        {"keep": 1, "drop": 2},  # nothing in common
        {"keep": 1, "drop": 3},
        {"keep": 3, "drop": 1},  # then both would be gone
        {"keep": 1, "drop": 1},
        {"keep": 0, "drop": 2},
        {"keep": 1, "drop": 99},
    ]
    update, _, events = edited({"lead": LEAD, "repeats": repeats}, drafts=drafts)
    assert sentences(update["drafts"]["u"]) == [FIRST.sentence, SECOND.sentence]
    assert events.count("repeat_dropped") == 1 and events.count("repeat_ignored") == 5


def test_the_editor_gives_a_thing_one_name_where_the_source_knows_it() -> None:
    terms_ = [
        {"keep": "beam", "replace": ["light"]},  # the lens' snippet speaks of a beam
        {"keep": "Napoleon", "replace": ["Lamps"]},
        {"keep": "", "replace": ["wood"]},
        {"keep": "wood", "replace": [""]},
        {"keep": "height", "replace": ["ange"]},  # whole words only
    ]
    update, _, events = edited({"lead": LEAD, "terms": terms_})
    assert sentences(update["drafts"]["u"]) == [FIRST.sentence, SECOND.sentence]
    assert sentences(update["drafts"]["u1"]) == ["The lens bends beam."]
    assert events.count("renamed") == 1


@pytest.mark.parametrize(
    "keep, other, told, shown",
    [
        (
            "radar beacon (racon)",
            "racon",
            "A radar beacon (racon) answers a racon.",
            "A radar beacon (racon) answers a {}.",
        ),
        ("harbour light", "light", "Harbour light and light differ.", "Harbour light and {} differ."),
        ("lamp", "Lamp", "A Lamp burns.", "A {} burns."),
        ("lamp", "lamp-house", "The lamp-house holds a lamp.", "The {} holds a lamp."),
        ("radar beacon", "racon", "eLoran and the racon agree.", "eLoran and the {} agree."),
        ("radar beacon", "Racon", "Racon answers.", "Radar beacon answers."),
    ],
)
def test_a_name_is_put_in_no_place_that_has_it_and_leaves_the_rest_as_it_is(
    keep: str, other: str, told: str, shown: str
) -> None:
    assert _renamed(told, other, keep) == shown.format(keep)


def test_a_sentence_that_a_person_or_a_reviewer_spoke_about_keeps_its_words() -> None:
    given = {"lead": LEAD, "terms": [{"keep": "beam", "replace": ["light"]}]}
    update, _, events = edited(given, settled=[THIRD.sentence])
    assert sentences(update["drafts"]["u1"]) == [THIRD.sentence] and "renamed" not in events


def test_a_repeat_that_the_sentence_to_be_kept_leans_on_stays() -> None:
    leaning = claim("This height decides the range of lamps.", RANGE)
    drafts = [plain(Draft("u", ((SECOND, leaning),))), DRAFTS[1]]
    update, _, events = edited({"lead": LEAD, "repeats": [{"keep": 2, "drop": 1}]}, drafts=drafts)
    assert sentences(update["drafts"]["u"]) == [SECOND.sentence, leaning.sentence]
    assert "repeat_ignored" in events and "repeat_dropped" not in events


def test_the_editor_leaves_out_headings_with_nothing_under_them_and_tells_gaps() -> None:
    update, _, _ = edited({"lead": LEAD})
    assert [one["heading"] for one in update["outline"]] == ["Lamps"]
    assert set(update["drafts"]) == {"u", "u1"}
    assert any("penguins" in one for one in update["gaps"])


# All of them.

ROLE_STATES: dict[str, Any] = {
    "extractor": {"topic": TOPIC, "run_id": "r", "snippet_id": LENS.id},
    "normaliser": state(iterations=0),
    "researcher": state(),
    "synthesizer": state(questions=QUESTIONS),
    "outliner": state(),
    "relevance_filter": state(outline=OUTLINE, section=plain(UNIT), snippet_ids=GIVEN),
    "writer": writing(),
    "reviser": writing(revision=1, drafts=DRAFTS, feedback=OBJECTIONS),
    "reviewer": reviewing(DRAFTS),
    "editor": state(outline=OUTLINE, drafts={one["section"]: one for one in DRAFTS}),
}


async def crew_of(memory: Memory, model: Any, before: str) -> Any:
    """A crew whose extractor has read all snippets where the role needs a graph."""
    crew = model_crew(memory, Mind(model))
    if before != "extractor":
        for one in SNIPPETS:
            await crew.extractor(state(snippet_id=one.id))
    return crew


@pytest.mark.parametrize("role", sorted(ROLE_STATES))
def test_an_agent_that_runs_again_gives_the_same_and_so_it_does_as_a_node_of_a_foreign_graph(role: str) -> None:
    given = ROLE_STATES[role]
    mine = TypedDict("mine", {**{f"my_{key}": Any for key in given}, "answer": Any}, total=False)  # type: ignore[operator]

    async def work(memory: Memory) -> Any:
        agent = getattr(await crew_of(memory, ScriptedModel(), role), "writer" if role == "reviser" else role)
        expected = await agent(given)
        kept = ledgers(memory), memory.log.resolutions()
        assert expected and await agent(given) == expected
        assert (ledgers(memory), memory.log.resolutions()) == kept
        name = sorted(expected)[0]
        builder = StateGraph(mine)
        builder.add_node("work", node(agent, reads={key: f"my_{key}" for key in given}, writes={name: "answer"}))
        builder.add_edge(START, "work")
        builder.add_edge("work", END)
        graph = builder.compile()
        found = await graph.ainvoke({f"my_{key}": value for key, value in given.items()})
        own = StateGraph(TypedDict("own", dict.fromkeys([*given, *expected], Any), total=False))  # type: ignore[operator]
        own.add_node("work", agent)
        own.add_edge(START, "work")
        own.add_edge("work", END)
        return expected[name], found["answer"], (await own.compile().ainvoke(given))[name]

    expected, mapped, bare = with_run(work)
    assert mapped == bare == expected


def test_every_role_of_the_crew_thinks_with_the_model() -> None:
    async def work(memory: Memory) -> Any:
        crew = model_crew(memory, Mind(ScriptedModel()))
        return crew.engines, [one.name for one in fields(crew)]

    engines, names = with_run(work)
    assert engines == dict.fromkeys(names, "model")


# Standby.


class Says:
    def __init__(self, engine: str, answer: Any) -> None:
        self.engine = engine
        self._answer = answer

    async def __call__(self, given: Any) -> Any:
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


def test_a_standby_works_only_where_the_first_cannot_and_says_so_once() -> None:
    async def work(memory: Memory) -> Any:
        second, both = Says("extractive", "second"), (ModelError, BudgetError)
        ways = [
            await Standby("outliner", Says("model", "first"), second, memory, both)(state()),
            await Standby("outliner", Says("model", ModelError("gone", "server")), second, memory, both)(state()),
            await Standby("outliner", Says("model", ModelError("gone", "server")), second, memory, both)(state()),
        ]
        with pytest.raises(ModelError):
            await Standby("writer", Says("model", ModelError("gone", "server")), second, memory, (BudgetError,))(
                state()
            )
        spent = Says("model", BudgetError("spent", "calls"))
        ways.append(await Standby("writer", spent, second, memory, (BudgetError,))(writing()))
        with pytest.raises(ZeroDivisionError):
            await Standby("writer", Says("model", ZeroDivisionError()), second, memory, both)(state())
        assert Standby("writer", spent, second, memory, both).engine == "model"
        return ways, [(one.kind, one.detail["role"], one.detail["section"]) for one in memory.run("r").events()]

    ways, events = with_run(work)
    assert ways == ["first", "second", "second", "second"]
    assert events == [("stood_in", "outliner", ""), ("stood_in", "writer", "u")]


def test_a_standby_is_paid_from_the_account_of_the_two_and_not_from_two() -> None:
    async def work(memory: Memory) -> Any:
        one = mind(Fake("{}"))
        first, second, rules = ModelOutliner(one, memory), ModelOutliner(one, memory), Says("extractive", "rules")
        other = ModelOutliner(mind(Fake("{}")), memory)
        paid = [Standby("outliner", a, b, memory, (ModelError,)).account for a, b in ((first, second), (rules, first))]
        with pytest.raises(InputError, match="the outliner and who stands in for it pay from accounts of their own"):
            Standby("outliner", first, other, memory, (ModelError,))
        return paid == [one.account] * 2 and Standby("outliner", rules, rules, memory, ()).account is None

    assert with_run(work)


def test_the_crew_s_outline_and_lead_come_from_the_rules_where_the_model_fails() -> None:
    async def work(memory: Memory) -> Any:
        crew = model_crew(memory, Mind(ScriptedModel({"outliner": "refusal", "editor": "empty answer"})))
        for one in SNIPPETS:
            await crew.extractor(state(snippet_id=one.id))
        outline = (await crew.outliner(state()))["outline"]
        update = await crew.editor(ROLE_STATES["editor"])
        return outline, update, kinds(memory)

    outline, update, events = with_run(work)
    assert isinstance(outline, list) and set(update) >= {"lead", "outline", "drafts", "gaps"}
    assert events.count("stood_in") == 2
