"""The extractive agents as their users call them: plain awaitables over a memory."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from castalia.agents.extractive.crew import extractive_crew
from castalia.agents.extractive.extractor import ExtractiveExtractor
from castalia.agents.extractive.researcher import _ask
from castalia.agents.extractive.synthesizer import ExtractiveSynthesizer
from castalia.agents.roles import reads_as
from castalia.graphs import generate_sync, open_memory
from castalia.memory.gaps import Gap, Kind
from castalia.memory.identity import snippet_id
from castalia.memory.known_ids import KnownIds
from castalia.memory.ledgers import Ban
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, outline_of, plain
from castalia.memory.protocols import Hit, SearchQuery
from castalia.memory.records import Query, Question, Snippet
from castalia.memory.triplet_log import Resolution
from castalia.memory.triplets import TripletGraph
from castalia.tools.claims.verification import verify
from castalia.tools.composition.facet_lists import facets_for
from castalia.tools.composition.fit import Fits
from castalia.tools.composition.open_facets import open_facets
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import places_of
from castalia.tools.drafting.drafts import claims_in, keep_claims
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, run_evidence, weigh
from castalia.tools.topic.new_evidence import new_hits
from castalia.tools.topic.quotations import quoted_in
from castalia.tools.topic.relevance import Floors, Relevance
from castalia.tools.topic.retrieval import DEEP, Batch, batch_hits, seed_hits
from scattered import write_scattered
from some_reefs import write_reefs

TOPIC = "Coral bleaching"


def with_run(work: Callable[[Memory, dict[str, Any]], Awaitable[Any]]) -> Any:
    """Work on a run that has its seed and the triplets of it."""

    async def run() -> Any:
        with tempfile.TemporaryDirectory() as folder:
            memory, _ = await open_memory(write_reefs(Path(folder) / "rows.jsonl", 2))
        async with memory:
            hits = await seed_hits(memory, TOPIC, "", 12, anchored=True)
            memory.run("r").curate(0, hits)
            for hit in hits:
                await extractive_crew(memory).extractor({"topic": TOPIC, "run_id": "r", "snippet_id": hit.snippet_id})
            return await work(memory, {"topic": TOPIC, "run_id": "r", "iterations": 1})

    return asyncio.run(run())


def test_every_triplet_quotes_its_snippet() -> None:
    async def quotes(memory: Memory, state: dict[str, Any]) -> list[tuple[str, str]]:
        ids = [hit.snippet_id for hit in memory.run("r").curated(1)]
        texts = {one.id: one.text for one in await memory.store.get(ids)}
        found = memory.log.extractions(ids, memory.run("r").extractor)
        return [(one.quote, texts[name]) for name, those in found.items() for one in those.triplets]

    found = with_run(quotes)
    assert len(found) > 10
    assert all(quote in text for quote, text in found)


def test_an_extractor_of_another_name_reads_under_that_name() -> None:
    class Mine(ExtractiveExtractor):
        name = "mine"

    async def read(memory: Memory, state: dict[str, Any]) -> tuple[Any, Any]:
        (first, *_) = [hit.snippet_id for hit in memory.run("r").curated(1)]
        await Mine(memory)({"topic": TOPIC, "run_id": "r", "snippet_id": first})
        return memory.log.extractions([first], reads_as(Mine(memory))), memory.log.extractions(
            [first], ExtractiveExtractor.name
        )

    mine, others = with_run(read)
    assert mine and mine == others


def test_evidence_is_weighed_anew_where_the_library_has_learned_more() -> None:
    async def weighed(memory: Memory, state: dict[str, Any]) -> tuple[Evidence, ...]:
        first = await run_evidence(memory, state)
        one, other = (node.label for node in first.graph.nodes[:2])
        memory.log.resolve(Resolution(one, other, "same", "human"))
        merged = await run_evidence(memory, state)
        text = "Coral bleaching follows a week of warm water, and divers see it in the shallows first of all."
        await memory.store.add([Snippet(snippet_id(text), text)])
        return first, merged, await run_evidence(memory, state), await run_evidence(memory, state)

    first, merged, grown, again = with_run(weighed)
    assert len(merged.graph.nodes) < len(first.graph.nodes)
    assert grown.relevance.literal == first.relevance.literal + 1
    assert again is grown


def test_the_researcher_says_why_and_never_asks_twice() -> None:
    async def ask(memory: Memory, state: dict[str, Any]) -> tuple[list[Any], list[Any]]:
        researcher = extractive_crew(memory).researcher
        first = (await researcher(state))["questions"]  # type: ignore[arg-type]
        second = (await researcher(state | {"iterations": 2}))["questions"]  # type: ignore[arg-type]
        return first, second

    first, second = with_run(ask)
    assert 0 < len(first) <= 10
    assert all(one["rationale"] for one in first)
    assert {one["kind"] for one in first} <= {"depth", "breadth"}
    assert not {one["text"] for one in first} & {one["text"] for one in second}


def test_no_more_is_asked_and_searched_for_than_the_state_says() -> None:
    async def ask(memory: Memory, state: dict[str, Any]) -> tuple[list[str], list[Any]]:
        crew, few = extractive_crew(memory), {"depth_questions": 2, "breadth_questions": 1}
        questions = (await crew.researcher(state | few))["questions"]  # type: ignore[arg-type]
        asked = state | {"questions": questions, "most_queries": 1}
        return [one["kind"] for one in questions], (await crew.synthesizer(asked))["queries"]  # type: ignore[arg-type]

    kinds, queries = with_run(ask)
    assert sorted(kinds) == ["breadth", "depth", "depth"] and len(queries) == 1


def test_a_question_that_was_asked_is_refused_by_the_ledger_and_the_next_takes_its_place() -> None:
    async def ask(memory: Memory, state: dict[str, Any]) -> None:
        researcher, run = extractive_crew(memory).researcher, memory.run("r")
        first = (await researcher(state))["questions"]  # type: ignore[arg-type]
        asked = next(one["text"] for one in first if one["kind"] == "depth")
        run.ask(0, [Question(f"{asked} Please tell.", "earlier", "depth")])
        again = (await researcher(state))["questions"]  # type: ignore[arg-type]
        assert refusals(memory, "questions")[0] == asked and asked not in [one["text"] for one in again]
        assert len(again) == len(first)
        assert again == [plain(one) for one in run.questions()[1:]]

    with_run(ask)


def test_a_search_term_that_was_used_is_refused_by_the_ledger() -> None:
    async def search(memory: Memory, state: dict[str, Any]) -> None:
        memory.run("r").search(0, [Query("damage by storms")])
        focuses = ("calcium carbonate", "storm damage", "larvae fish", "light water")
        questions = [plain(Question(f"What of {one}?", "thin", "depth", one)) for one in focuses]
        found = (await ExtractiveSynthesizer(memory)(state | {"questions": questions, "most_queries": 2}))["queries"]  # type: ignore[arg-type]
        assert [one["text"] for one in found] == ["calcium carbonate", "larvae fish"]
        assert refusals(memory, "queries") == ["storm damage"]
        assert found == [plain(one) for one in memory.run("r").queries()[1:]]

    with_run(search)


def refusals(memory: Memory, ledger: str) -> list[str]:
    events = [one for one in memory.run("r").events() if one.kind == "repeat_refused"]
    return [one.detail["text"] for one in events if one.detail["ledger"] == ledger]


def test_search_terms_are_short_differ_and_leave_the_topic_out() -> None:
    async def terms(memory: Memory, state: dict[str, Any]) -> list[str]:
        crew = extractive_crew(memory)
        questions = (await crew.researcher(state))["questions"]  # type: ignore[arg-type]
        found = (await crew.synthesizer(state | {"questions": questions}))["queries"]  # type: ignore[arg-type]
        return [one["text"] for one in found]

    found = with_run(terms)
    assert 0 < len(found) <= 10
    assert all(len(text.split()) <= 5 and len(set(content_stems(text))) >= 2 for text in found)
    assert not any(set(content_stems(text)) & set(content_stems(TOPIC)) for text in found)
    assert all(len(set(content_stems(a)) & set(content_stems(b))) <= 1 for a, b in combinations(found, 2))


def test_a_search_term_that_is_one_word_or_too_like_another_is_dropped_and_said() -> None:
    focuses = ["Countries", "calcium carbonate skeleton", TOPIC, "skeleton of calcium", "storm damage"]

    async def terms(memory: Memory, state: dict[str, Any]) -> tuple[list[str], list[str]]:
        questions = [plain(Question(f"What of {one}?", "thin", "depth", one)) for one in focuses]
        found = (await extractive_crew(memory).synthesizer(state | {"questions": questions}))["queries"]  # type: ignore[arg-type]
        dropped = [one.detail["term"] for one in memory.run("r").events() if one.kind == "term_dropped"]
        return [one["text"] for one in found], dropped

    found, dropped = with_run(terms)
    assert found == ["calcium carbonate skeleton", "storm damage"]
    assert dropped == ["Countries", TOPIC, "skeleton calcium"]


@pytest.mark.parametrize("anchored", [True, False])
def test_a_search_term_brings_what_is_new_however_much_of_its_best_is_known(anchored: bool) -> None:
    async def search(memory: Memory, state: dict[str, Any]) -> tuple[int, Batch]:
        term = "sea temperature"  # without the topic, as search terms are
        (best,) = await memory.store.search([SearchQuery(term)], DEEP + 2)
        known = frozenset(hit.snippet_id for hit in best)
        return len(known), await batch_hits(
            memory, TOPIC, "", [term], known, k=2, nearest=0, floors=Floors(0.0, 0.0, 0), anchored=anchored
        )

    known, batch = with_run(search)
    assert known == DEEP + 2 and len(batch.hits) == 2 and not batch.is_last


def test_without_the_anchor_a_page_takes_in_anew_what_its_queries_and_its_topic_find() -> None:
    queries = ("elephants", "fish")

    async def find(memory: Memory, state: dict[str, Any]) -> tuple[set[str], list[list[Hit]]]:
        wanted = [SearchQuery(one) for one in (*queries, TOPIC)]
        best = {hit.snippet_id for hits in await memory.store.search(wanted, DEEP) for hit in hits}
        nothing, floors = KnownIds(b""), Floors(0.5, 0.5, 0)
        return best, [
            await new_hits(memory, TOPIC, "", queries, nothing, frozenset(), Ban(), floors, 1_000, anchored)
            for anchored in (False, True)
        ]

    best, (all_found, near) = with_run(find)
    assert {one.snippet_id for one in all_found} == best
    assert {one.snippet_id for one in near} < best and all(one.score <= 1 for one in near)


@pytest.mark.parametrize(
    ("kind", "asks"),
    [
        ("single_source", "Which other sources describe sea water in Coral bleaching?"),
        ("conflict", "Where do sources disagree about sea water white coral in Coral bleaching?"),
        ("hole", "What connects sea water and white coral in Coral bleaching?"),
        ("island", "What has sea water to do with Coral bleaching?"),
        ("frontier", "What is known about sea water white coral in Coral bleaching?"),
    ],
)
def test_each_kind_of_gap_has_a_question_of_its_own(kind: Kind, asks: str) -> None:
    graph = SimpleNamespace(label=lambda node: {"a": "sea water", "b": "white coral"}[node])
    evidence: Any = SimpleNamespace(topic=TOPIC, stems=frozenset(content_stems(TOPIC)), graph=graph)
    asked = _ask(Gap(kind, ("a", "b"), 1.0, "why"), evidence)
    assert asked is not None and asked.text == asks


def test_every_section_of_an_outline_can_be_filled() -> None:
    async def fill(memory: Memory, state: dict[str, Any]) -> dict[str, set[str]]:
        outline = outline_of((await extractive_crew(memory).outliner(state))["outline"])  # type: ignore[arg-type]
        evidence = await run_evidence(memory, state)
        placed = place_all(evidence.singles, places_of(outline, evidence), Fits(evidence))
        tops = {one.id: [one.id, *(child.id for child in one.sections)] for one in outline}
        return {name: {single.id for node in nodes for single, _ in placed[node]} for name, nodes in tops.items()}

    found = with_run(fill)
    assert found
    assert all(len(those) >= 3 for those in found.values())
    everything = [one for those in found.values() for one in those]
    assert len(everything) == len(set(everything))  # no passage has two places


@pytest.mark.parametrize(("topic", "opens"), [("Parsing", True), ("Evaluation of parsing", False)])
def test_a_facet_that_the_topic_s_own_name_says_is_no_section(topic: str, opens: bool) -> None:
    told = {
        "takes a metric that counts the brackets": "train two parsers",
        "needs a measure of what a human sees": "ask which of them helps most",
        "has metrics that people disagree with": "repeat it with others",
        "is best when human judgments agree with its scores": "show a table of them",
    }
    texts = [f"Evaluation of parsing {what}. We {work}." for what, work in told.items()]
    snippets = [Snippet(snippet_id(one), one) for one in texts]
    others = [Snippet(str(n), f"Harbour number {n} has {n} cranes.") for n in range(50)]
    stems, scores = content_stems(topic), {one.id: 1.0 for one in snippets}
    relevance = Relevance(stems, {}, scores, tuple(scores), 100, {}, {one.id: one.id for one in snippets})
    evidence = weigh(topic, relevance, learn_background([*snippets, *others]), snippets, TripletGraph.of({}, {}))
    headings = [one.heading for one in open_facets(evidence)]
    assert "Research" in headings and ("Evaluation" in headings) == opens


def test_sections_on_kinds_of_the_topic_stand_together_before_the_other_topical_ones(tmp_path: Path) -> None:
    facets = {one.heading for papers in (True, False) for one in facets_for(papers=papers, condition=False)}
    page = generate_sync("Reef", corpus=write_scattered(tmp_path / "rows.jsonl", 2))
    topical = [one["heading"] for one in page.record["sections"] if one["heading"] not in facets]
    kinds = [one.lower().endswith(("reef", "reefs")) for one in topical]
    assert sum(kinds) >= 2
    assert not all(kinds)
    assert kinds == sorted(kinds, reverse=True)


@pytest.fixture(scope="module")
def unit() -> dict[str, Any]:
    """A unit as the writer left it, and what the reviewer says of it and of two spoiled copies."""

    async def write(memory: Memory, state: dict[str, Any]) -> dict[str, Any]:
        crew = extractive_crew(memory)
        outline = (await crew.outliner(state))["outline"]  # type: ignore[arg-type]
        ids = [hit.snippet_id for hit in memory.run("r").curated(1)]
        given: Any = state | {
            "outline": outline,
            "section": outline[0],
            "snippet_ids": ids,
            "words": 200,
            "revision": 0,
        }
        drafts = (await crew.writer(given))["drafts"]
        clean = (await crew.reviewer(given | {"drafts": drafts}))["feedback"]
        fallen = {item["claim"] for item in clean}
        first = next(one for one in drafts[0]["paragraphs"][0] if one["sentence"] not in fallen)
        strange = first | {"sentence": "Elephants remember every coral reef that they have seen."}
        spoiled = [drafts[0] | {"paragraphs": [[strange, *drafts[0]["paragraphs"][0]]]}, *drafts[1:]]
        doubled = [drafts[0] | {"paragraphs": [[first, first]]}, *drafts[1:]]
        return {
            "drafts": drafts,
            "clean": clean,
            "spoiled": (await crew.reviewer(given | {"drafts": spoiled, "revision": 1}))["feedback"],
            "doubled": (await crew.reviewer(given | {"drafts": doubled, "revision": 2}))["feedback"],
            "again": (await crew.writer(given | {"revision": 3, "drafts": drafts}))["drafts"],
            "passages": (await run_evidence(memory, given)).passages,
            "anew": (await crew.writer(given | {"revision": 3}))["drafts"],
            "strange": strange["sentence"],
            "first": first["sentence"],
            "snippets": {one.id: one for one in await memory.store.get(ids)},
        }

    return dict(with_run(write))


def test_the_writer_cites_the_snippet_that_holds_each_sentence(unit: dict[str, Any]) -> None:
    claims = [claim for one in unit["drafts"] for claim in claims_in(draft_of(one))]
    assert claims
    assert all(verify(claim, unit["snippets"], TOPIC, ())[0].verdict == "supported" for claim in claims)


def test_the_reviewer_rejects_what_the_source_does_not_say(unit: dict[str, Any]) -> None:
    reasons = {item["claim"]: item["reason"] for item in unit["spoiled"]}
    assert "not in the snippet" in reasons[unit["strange"]]


def test_the_reviewer_rejects_what_is_said_twice(unit: dict[str, Any]) -> None:
    assert [item["reason"] for item in unit["doubled"] if item["claim"] == unit["first"]] == [
        "says again what was said"
    ]


def sentences_of(drafts: Iterable[Any]) -> list[str]:
    return [claim.sentence for one in drafts for claim in claims_in(draft_of(one))]


@pytest.mark.parametrize("revised", ["again", "anew"])
def test_the_writer_never_takes_again_what_was_rejected(unit: dict[str, Any], revised: str) -> None:
    rejected = {item["claim"] for name in ("clean", "spoiled", "doubled") for item in unit[name]}
    assert unit["first"] in rejected
    assert not rejected & set(sentences_of(unit[revised]))


def test_a_revision_keeps_what_nobody_rejected(unit: dict[str, Any]) -> None:
    rejected = {item["claim"] for name in ("clean", "spoiled", "doubled") for item in unit[name]}
    drafts = [draft_of(one) for one in unit["drafts"]]
    allowed = [keep_claims(one, lambda claim: claim.sentence not in rejected) for one in drafts]
    alone = [passage for one in allowed for passage in quoted_in(one, unit["passages"])]
    stays = {sentence for one in alone for sentence in one.sentences}
    assert len(stays) > 5
    assert stays <= set(sentences_of(unit["again"]))


def test_a_sentence_goes_with_the_one_that_it_leans_on(unit: dict[str, Any]) -> None:
    claim = unit["drafts"][0]["paragraphs"][0][0]
    leaning = claim | {"sentence": "It also lasts for many weeks in hot summers."}
    free = claim | {"sentence": "Corals of the bay were pale for most of the summer."}
    draft = draft_of({"section": "s", "paragraphs": [[free, claim, leaning, free, leaning]]})
    kept = claims_in(keep_claims(draft, lambda one: one.sentence != claim["sentence"]))
    assert [one.sentence for one in kept] == [free["sentence"], free["sentence"], leaning["sentence"]]
