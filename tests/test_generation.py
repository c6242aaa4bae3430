"""From a topic to its page: what holds for every page, on the bundled sample, whatever the order and the way the
snippets come in."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import lighthouses
import pytest
from castalia.graphs import (
    Crew,
    Memory,
    Settings,
    TopicPage,
    apollo,
    extractive_crew,
    generate,
    generate_sync,
    open_memory,
)
from castalia.graphs.changes.rewriting import rewrite
from castalia.graphs.changes.updating import update
from castalia.graphs.checks import LONGEST_TOPIC, check_topic, kept_domain
from castalia.graphs.ingestion import fill_store, ingest
from castalia.graphs.jobs import Clock
from castalia.graphs.measures.evaluation import evaluate
from castalia.graphs.measures.preferring import prefer
from castalia.graphs.pipeline.answers import answering
from castalia.graphs.thinking import Thinking, rehearsal
from castalia.memory.errors import CastaliaError, InputError, UnknownTopicError
from castalia.memory.plain import outline_of, with_ids
from castalia.memory.records import Section, nodes_of
from castalia.tools.language.words import FUNCTION_WORDS, content_stems
from castalia.tools.pages.page_json import dump_page
from castalia.tools.pages.slugs import slug
from castalia.tools.topic.definitions import defines
from hypothesis import given
from hypothesis import strategies as st
from some_reefs import write_reefs

SAMPLE = Path(str(files("castalia.tools") / "sample_coral_reefs.jsonl"))
TOPIC: str = lighthouses.TOPIC
ROWS: list[str] = lighthouses.lighthouse_rows()


def written(folder: Path, rows: list[str], name: str = "rows.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def small_page(tmp_path_factory: pytest.TempPathFactory) -> TopicPage:
    return generate_sync(TOPIC, corpus=written(tmp_path_factory.mktemp("small"), ROWS))


@pytest.fixture(scope="module")
def small_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of few rows, for runs that need not come to a whole page."""
    folder = tmp_path_factory.mktemp("store")
    asyncio.run(fill_store(folder / "store", written(folder, lighthouses.lighthouse_rows(8))))
    return folder / "store"


# What holds for a page.


def words_of(text: str) -> str:
    return " ".join(text.split())


def sections_of(page: TopicPage) -> Iterator[tuple[dict[str, Any], str]]:
    """All sections, with the heading above them."""

    def walk(sections: list[Any], above: str) -> Iterator[tuple[dict[str, Any], str]]:
        for section in sections:
            yield section, above
            yield from walk(section["sections"], section["heading"])

    return walk(list(page.record["sections"]), "")


def test_every_sentence_stands_word_for_word_in_a_snippet_that_it_cites(sample_page: TopicPage) -> None:
    references = {one["number"]: one for one in sample_page.record["references"]}
    assert sample_page.record["claims"]
    for claim in sample_page.record["claims"]:
        assert claim["citations"]
        assert any(words_of(claim["sentence"]) in words_of(references[one]["text"]) for one in claim["citations"])
    assert sample_page.problems == []


def test_every_snippet_on_the_page_is_one_of_the_corpus(sample_page: TopicPage) -> None:
    texts = {words_of(json.loads(row)["content"]) for row in SAMPLE.read_text(encoding="utf-8").splitlines()}
    assert all(words_of(one["text"]) in texts for one in sample_page.record["references"])


def test_citations_are_numbered_by_first_appearance_and_all_resolve(sample_page: TopicPage) -> None:
    record = sample_page.record
    text = " ".join([record["lead"], *(section["text"] for section, _ in sections_of(sample_page))])
    numbers = [int(one) for one in re.findall(r"\[(\d+)\]", text)]
    assert list(dict.fromkeys(numbers)) == [one["number"] for one in record["references"]]
    assert [one["number"] for one in record["references"]] == list(range(1, len(record["references"]) + 1))


def test_no_sentence_is_told_twice_nor_nearly_and_the_lead_is_not_used_again(sample_page: TopicPage) -> None:
    claims = sample_page.record["claims"]
    stems = [frozenset(content_stems(one["sentence"])) for one in claims]
    for place, one in enumerate(stems):
        for other in stems[:place]:
            assert len(one & other) < 0.8 * len(one | other)
    lead = {words_of(one["sentence"]) for one in claims if one["section"] == "lead"}
    assert lead
    assert not [one for one in claims if one["section"] != "lead" and words_of(one["sentence"]) in lead]


def test_the_first_sentence_defines_the_topic(sample_page: TopicPage, small_page: TopicPage) -> None:
    for page, start in ((sample_page, "Coral reefs are"), (small_page, "A lighthouse is a tower")):
        first = page.record["claims"][0]
        assert first["section"] == "lead"
        assert defines(first["sentence"], page.record["topic"]) > 0
        assert first["sentence"].startswith((start, "A coral reef is", "Coral reefs"))


def test_the_sections_are_those_of_an_article(sample_page: TopicPage) -> None:
    record = sample_page.record
    assert len(record["sections"]) >= 5
    headings = [section["heading"] for section, _ in sections_of(sample_page)]
    top = [section["heading"].casefold() for section in record["sections"]]
    assert len(set(top)) == len(top)
    topic = set(content_stems("Coral reef"))
    for section, above in sections_of(sample_page):
        heading = section["heading"]
        assert heading.casefold() != above.casefold()
        assert heading.casefold() not in FUNCTION_WORDS | {"overview", "other", "further aspects"}
        assert set(content_stems(heading)) and set(content_stems(heading)) != topic
        assert not re.search(r"[\[\]<>]|^\W|[,;:]$", heading)
    assert max(Counter(headings).values()) == 1
    sizes = Counter(one["section"] for one in record["claims"])
    for whole in record["sections"]:
        assert sizes[whole["id"]] + sum(sizes[one["id"]] for one in whole["sections"]) >= 3


def test_the_page_is_long_enough_draws_on_many_snippets_and_says_how_it_was_made(sample_page: TopicPage) -> None:
    record = sample_page.record
    assert 900 <= record["stats"]["words"] <= 2_500
    assert len(record["references"]) >= 25
    assert record["engine"] == "extractive" and set(record["engines"].values()) == {"extractive"}
    assert record["stats"]["stopped_by"] in ("depth", "snippets", "saturated")
    assert record["stats"]["model_calls"] == 0
    assert "without a language model" in sample_page.markdown
    assert "297 rows read" in sample_page.run["corpus"][0]


def test_noise_of_the_sample_does_not_get_onto_the_page(sample_page: TopicPage) -> None:
    rows = [json.loads(row) for row in SAMPLE.read_text(encoding="utf-8").splitlines()]
    noise = {
        words_of(one["content"]) for one in rows if one["topic"] in ("Textiles", "Hobby", "Boilerplate", "Sea ice")
    }
    assert noise
    assert not [one for one in sample_page.record["references"] if words_of(one["text"]) in noise]


# The same inputs give the same page.


def test_the_order_of_the_rows_and_of_the_files_makes_no_difference(small_page: TopicPage, tmp_path: Path) -> None:
    expected = dump_page(small_page.record)
    rows = list(ROWS)
    random.Random(0).shuffle(rows)
    assert dump_page(generate_sync(TOPIC, corpus=written(tmp_path, rows)).record) == expected
    parts = [written(tmp_path, ROWS[half::2], f"part{half}.jsonl") for half in (1, 0)]
    assert dump_page(generate_sync(TOPIC, corpus=parts).record) == expected


def test_a_store_gives_the_page_that_its_corpus_gives(small_page: TopicPage, tmp_path: Path) -> None:
    async def go() -> None:
        for half in (1, 0):
            await fill_store(tmp_path / "store", written(tmp_path, ROWS[half::2]))
        await fill_store(tmp_path / "store", written(tmp_path, ROWS))

    asyncio.run(go())
    expected = dump_page(small_page.record)
    for _ in range(2):  # the second finds background and triplets in the store
        assert dump_page(generate_sync(TOPIC, store=tmp_path / "store").record) == expected


def test_an_open_memory_serves_many_pages(small_page: TopicPage, tmp_path: Path) -> None:
    async def go() -> list[str]:
        memory, _ = await open_memory(written(tmp_path, ROWS))
        async with memory:
            pages = await asyncio.gather(*(generate(TOPIC, memory=memory) for _ in range(2)))
            return [dump_page(one.record) for one in pages]

    assert asyncio.run(go()) == [dump_page(small_page.record)] * 2


# What a caller asks for.


def test_a_topic_gives_one_page_however_it_is_capitalised(small_page: TopicPage, tmp_path: Path) -> None:
    other = generate_sync(TOPIC.lower() if TOPIC.lower() != TOPIC else TOPIC.upper(), corpus=written(tmp_path, ROWS))
    assert other.record["topic"] != TOPIC
    told = ("lead", "sections", "claims", "references")
    assert [other.record[one] for one in told] == [small_page.record[one] for one in told]


def test_a_domain_keeps_the_others_out(tmp_path: Path) -> None:
    other = "A lighthouse is an early warning in the language of managers. A lighthouse project is a project that others imitate."
    rows = [*ROWS, json.dumps({"text": other, "domain": "Management"})]
    page = generate_sync(TOPIC, corpus=written(tmp_path, rows), domain="Seamanship")
    assert kept_domain("Sea\n\nLife") == "Sea Life"  # as snippets have it
    assert page.record["domain"] == "Seamanship"
    assert not [one for one in page.record["references"] if "managers" in one["text"]]
    with pytest.raises(InputError, match="choose one of Seamanship, Marine biology, Management, or leave it out"):
        generate_sync(TOPIC, corpus=tmp_path / "rows.jsonl", domain="Physics")
    for typed in (" Sea\xadmanship\n", "Seamanship\udcff"):  # it is kept as tidy text, and looked for as that
        assert generate_sync(TOPIC, corpus=tmp_path / "rows.jsonl", domain=typed).record == page.record
    for nothing in (" ", "\u200b", "\udcff"):  # "" would be all domains
        with pytest.raises(InputError, match="has no character that shows"):
            generate_sync(TOPIC, corpus=tmp_path / "rows.jsonl", domain=nothing)
        with pytest.raises(InputError, match="has no character that shows"):
            asyncio.run(fill_store(tmp_path / "store", tmp_path / "rows.jsonl", domain=nothing))
        assert not (tmp_path / "store").exists()


def test_progress_is_told_as_it_happens_and_the_run_keeps_it(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    page = generate_sync(TOPIC, corpus=written(tmp_path, ROWS), progress=events.append)
    phases = list(dict.fromkeys(one["phase"] for one in events))
    assert phases == ["ingest", "seed", "curate", "outline", "write", "assemble"]
    assert set(page.run["seconds"]) == set(phases)
    assert (page.run["topic"], page.run["domain"]) == (TOPIC, "")
    assert page.run["settings"]["seed"] == 5 and page.run["stats"] == page.record["stats"]


def test_out_saves_the_page(tmp_path: Path) -> None:
    page = generate_sync(TOPIC, corpus=written(tmp_path, ROWS), out=tmp_path / "a" / "page")
    assert TopicPage.open(tmp_path / "a" / "page").record == page.record
    assert TopicPage.open(tmp_path / "a" / "page" / "page.json").run == TopicPage.open(tmp_path / "a" / "page").run


def test_an_unknown_topic_carries_its_neighbours(tmp_path: Path) -> None:
    with pytest.raises(UnknownTopicError, match='names "Lihgthouse"; nearest: ') as refused:
        generate_sync("Lihgthouse", corpus=written(tmp_path, ROWS))
    assert refused.value.nearest and "lighthouse" in refused.value.nearest[0].lower()


@pytest.mark.parametrize("topic", ["escherichia coli", "ESCHERICHIA COLI", "E. Coli"])
def test_a_species_in_other_letters_is_told_how_it_is_written(topic: str, tmp_path: Path) -> None:
    said = "Escherichia coli is a rod. E. coli lives in the gut of many animals, and harms few of them there, in year"
    rows = [*ROWS, *(json.dumps({"text": f"{said} {at} as in year {at + 7}."}) for at in range(5))]
    with pytest.raises(UnknownTopicError) as refused:
        generate_sync(topic, corpus=written(tmp_path, rows))
    assert refused.value.nearest[0] == topic.capitalize() and f"nearest: {topic.capitalize()}" in str(refused.value)
    assert generate_sync("e. coli", corpus=written(tmp_path, rows)).record["claims"]  # nothing else is written so


def test_sources_are_one_of_three(tmp_path: Path) -> None:
    async def two() -> None:
        memory, _ = await open_memory(written(tmp_path, ROWS))
        async with memory:
            with pytest.raises(InputError, match="a corpus and an open memory are given: give one"):
                await generate(TOPIC, memory=memory, corpus=tmp_path)

    asyncio.run(two())
    with pytest.raises(InputError, match="either a corpus"):
        generate_sync(TOPIC)
    with pytest.raises(InputError, match="a corpus and a store are given: give one, not two of them"):
        generate_sync(TOPIC, corpus=tmp_path, store=tmp_path)


@pytest.mark.parametrize("most", [1, 3, 8])
def test_no_more_snippets_are_read_than_may_be(most: int, tmp_path: Path) -> None:
    page = generate_sync(TOPIC, corpus=written(tmp_path, ROWS), settings=Settings(most=most))
    assert page.record["stats"]["snippets"] == most


def test_generate_sync_inside_a_running_loop_says_to_await() -> None:
    async def notebook_cell() -> None:
        generate_sync(TOPIC, corpus=SAMPLE)

    with pytest.raises(CastaliaError, match=r"use `await generate"):
        asyncio.run(notebook_cell())


# What Python callers may get wrong.


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"topic": None}, "the topic is None: give a str"),
        ({"domain": 5}, "the domain is 5: give a str"),
        ({"corpus": 5}, "the corpus is of type int: give a path, a list of paths, or a list of rows"),
        ({"corpus": [None]}, "None is no path"),
        ({"corpus": "a\0b.jsonl"}, "NUL character"),
        ({"corpus": "a" * 300}, "too long for a path"),
        ({"out": 5}, "5 is no path"),
        ({"out": "a\0b"}, "NUL character"),
        ({"store": "a\0b", "corpus": None}, "NUL character"),
        ({"store": "a" * 300, "corpus": None}, "too long for a path"),
        ({"memory": "memory", "corpus": None}, "the memory is 'memory': give an open castalia Memory"),
        ({"crew": 3}, "the crew is 3: give what builds one"),
        ({"crew": lambda memory: None}, "the crew is None: its function has to return a Crew"),
        ({"crew": lambda memory: {"writer": 1}}, "its function has to return a Crew"),
        ({"crew": lambda memory: replace(extractive_crew(memory), writer=None)}, "the crew's writer is None"),
        ({"crew": lambda memory: replace(extractive_crew(memory), extractor="x")}, "the crew's extractor is 'x'"),
        ({"settings": {"depth": 2}}, "give Settings"),
        ({"fields": ["text"]}, "fields is ..text..: give a dict"),
        ({"bad_rows": b"skip", "out": "page"}, "bad_rows is b'skip': choose 'skip' or 'refuse'"),
        ({"progress": 5}, "progress is 5: give a function"),
        ({"gate": 5}, "the gate is 5: give a Gate"),
        ({"gate": 5, "model": "scripted"}, "the gate is 5: give a Gate"),
        ({"account": 5}, "the account is 5: give an Account"),
        ({"account": 5, "model": "scripted"}, "the account is 5: give an Account"),
    ],
)
def test_an_argument_of_the_wrong_kind_is_told(wrong: dict[str, Any], says: str, tmp_path: Path) -> None:
    good = {"topic": TOPIC, "corpus": written(tmp_path, ROWS)}
    with pytest.raises(InputError, match=says) as refused:
        generate_sync(**(good | wrong))
    assert "\n" not in str(refused.value)
    assert [one.name for one in tmp_path.iterdir()] == ["rows.jsonl"]


def test_arguments_of_the_wrong_kind_are_told_by_the_others_too(tmp_path: Path) -> None:
    corpus = written(tmp_path, ROWS)
    page = generate_sync(TOPIC, corpus=corpus, out=tmp_path / "page")
    for work, says in (
        (fill_store(tmp_path / "store", corpus, domain=5), "the domain is 5"),  # type: ignore[arg-type]
        (ingest(None, corpus), "the memory is None: give an open"),  # type: ignore[arg-type]
        (update(tmp_path / "page", corpus=corpus, fields=5), "fields is 5"),  # type: ignore[arg-type]
        (update(tmp_path / "page", corpus=corpus, bad_rows=b"skip"), "bad_rows is b'skip': choose"),  # type: ignore[arg-type]
        (evaluate(page, gold=5), "the gold is 5"),  # type: ignore[arg-type]
        (evaluate(page, gold={TOPIC: "page.md"}), "the gold is .*: give a path"),  # type: ignore[dict-item]
        (prefer([page], "scripted"), "give a dict of their names to their pages"),  # type: ignore[arg-type]
        (prefer({1: page, 2: page}, "scripted"), "give a dict of their names to their pages"),  # type: ignore[dict-item]
    ):
        with pytest.raises(InputError, match=says):
            asyncio.run(work)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"memory": "my_store"}, "^the memory is 'my_store': give an open castalia Memory"),
        ({"crew": 3}, "^the crew is 3: give what builds one over a memory"),
        ({"crew": extractive_crew, "model": "scripted"}, "^give a model, or a crew"),
        ({"progress": 5}, "^progress is 5: give a function"),
        ({"changed": {"words": 300}}, "^changed is {'words': 300}: give a function from Settings to Settings"),
        ({"changed": lambda settings: None}, "^changed answered None: let it give the Settings"),
    ],
)
def test_what_a_change_is_given_in_the_wrong_kind_is_told_and_changes_nothing(
    wrong: dict[str, Any], says: str, tmp_path: Path
) -> None:
    corpus, folder = written(tmp_path, ROWS), tmp_path / "page"
    generate_sync(TOPIC, corpus=corpus, out=folder)
    before = (folder / "page.json").read_bytes()
    for work in (rewrite(folder, "lead", **wrong), update(folder, corpus=corpus, **wrong)):
        with pytest.raises(InputError, match=says):
            asyncio.run(work)
    assert (folder / "page.json").read_bytes() == before


def test_an_error_of_the_function_that_changes_settings_is_its_own(tmp_path: Path) -> None:
    corpus, folder = written(tmp_path, ROWS), tmp_path / "page"
    generate_sync(TOPIC, corpus=corpus, out=folder)
    with pytest.raises(TypeError, match="unexpected keyword"):
        asyncio.run(rewrite(folder, "lead", changed=lambda settings: replace(settings, wordz=300)))


def test_what_would_be_left_unused_beside_a_memory_a_store_or_a_run_is_told(tmp_path: Path) -> None:
    async def go() -> None:
        fields = {"text": "content"}
        async with await Memory.open() as memory:
            with pytest.raises(InputError, match=r"^an open memory has its embeddings: give them to open_memory, or"):
                await generate(TOPIC, memory=memory, embeddings="fastembed")
            with pytest.raises(
                InputError, match=r"^fields say how to read a corpus, and an open memory was read before"
            ):
                await generate(TOPIC, memory=memory, fields=fields)
        with pytest.raises(InputError, match=r"^fields say how to read a corpus, and a store was read before: leave"):
            await generate(TOPIC, store="my_store", fields=fields)
        with pytest.raises(InputError, match=r"^fields say how to read a corpus, and a store was read before: leave"):
            await open_memory(store="my_store", fields=fields)
        await generate("Coral reef", corpus=SAMPLE, out=tmp_path / "page")
        with pytest.raises(
            InputError, match=r"^fields say how to read a corpus, and that of the run was read before: l"
        ):
            await generate("Coral reef", out=tmp_path / "page", resume=True, fields=fields)

    asyncio.run(go())


def test_a_crew_that_is_built_already_or_awaited_is_told(tmp_path: Path) -> None:
    async def awaited(memory: Memory) -> Crew:
        return extractive_crew(memory)

    async def go() -> None:
        async with await Memory.open() as memory:
            crew: Any = extractive_crew(memory)
            with pytest.raises(InputError, match="the crew is built already: give what builds one"):
                await generate(TOPIC, memory=memory, crew=crew)
            with pytest.raises(InputError, match="the crew's extractor is None"):
                apollo(replace(crew, extractor=None), memory)
            with pytest.raises(InputError, match="the crew is None"):
                apollo(None, memory)  # type: ignore[arg-type]

    asyncio.run(go())
    with pytest.raises(InputError, match="the crew is a coroutine: build it in a plain function"):
        generate_sync(TOPIC, corpus=written(tmp_path, ROWS), crew=awaited)


ROLES_ASKED = "normaliser researcher synthesizer outliner relevance_filter writer reviewer editor".split()


def crew_with(role: str, answer: Any) -> Any:
    """A crew by rules, in which this role gives this answer to everything."""

    async def agent(state: Any) -> Any:
        return answer

    return lambda memory: replace(extractive_crew(memory), **{role: agent})


def asked_once(role: str, answer: Any) -> None:
    """The role is asked as the pipeline asks it, without what comes before it."""

    async def go() -> None:
        async with await Memory.open() as memory:
            await getattr(answering(crew_with(role, answer)(memory), memory), role)({})

    asyncio.run(go())


@pytest.mark.parametrize("role", ROLES_ASKED)
def test_an_agent_that_answers_nothing_ends_the_page_and_is_named(role: str, small_store: Path) -> None:
    limits = Settings(depth=1, words=300, gaps=True, reflection=True)
    with pytest.raises(CastaliaError, match=f"the {role} .agent. .*answered None: an agent answers a dict with"):
        generate_sync(TOPIC, store=small_store, crew=crew_with(role, None), settings=limits)


@pytest.mark.parametrize("role", ROLES_ASKED)
@pytest.mark.parametrize(
    ("answer", "says"),
    [(None, "answered None: an agent answers a dict with"), ([], "answered a list"), ({}, "no keys")],
)
def test_an_agent_that_answers_what_it_should_not_is_named(role: str, answer: Any, says: str) -> None:
    with pytest.raises(InputError, match=f"the {role} .agent. .*{says}"):
        asked_once(role, answer)


@pytest.mark.parametrize(("option", "says"), [("resume", "a run is resumed in"), ("force", "force writes over what")])
def test_an_option_on_a_folder_without_a_folder_is_named(option: str, says: str) -> None:
    with pytest.raises(InputError, match=f"{says}.*: give it as out"):
        generate_sync(TOPIC, corpus="rows.jsonl", **{option: True})


QUESTION = {"text": "Why?", "rationale": "", "kind": "depth"}
DEEP = {"heading": "Towers", "sections": [{"heading": "Lamps", "sections": [{"heading": "Wicks"}]}]}
EDITED = {"lead": {"section": "lead", "paragraphs": []}, "outline": [], "drafts": {}}


@pytest.mark.parametrize(
    ("role", "answer", "says"),
    [
        ("normaliser", {"nodes": 1, "edges": 1, "novelty": "much"}, "as numbers"),
        ("researcher", {"questions": ["Why?"]}, "as questions, dicts such as ."),
        ("synthesizer", {"queries": ["heat stress"]}, "as queries, dicts such as ."),
        ("outliner", {"outline": ["Towers"]}, r"as sections, dicts such as \{\"heading\": \"History\"\}"),
        ("outliner", {"outline": [{"id": "a"}]}, "KeyError: 'heading'"),
        ("outliner", {"outline": [Section("a", "Towers")]}, "as castalia.memory.plain makes them"),
        (
            "outliner",
            {"outline": [{"id": "a", "heading": one} for one in ("Towers", "Lamps")]},
            "two sections have one",
        ),
        ("outliner", {"outline": [{"id": "a", "heading": "Towers", "facet": "x"}]}, "there is no facet 'x'"),
        ("outliner", {"outline": [{"id": "lead", "heading": "Towers"}]}, "a section has the id 'lead'"),
        ("outliner", {"outline": [DEEP]}, "an outline has two levels: sections and their subsections"),
        ("relevance_filter", {"snippet_ids": None}, "as ids of snippets"),
        ("relevance_filter", {"snippet_ids": "a1"}, "give a list of them"),
        ("relevance_filter", {"snippet_ids": [1]}, "1 is no text"),
        (
            "writer",
            {"drafts": "Towers stand."},
            r"as drafts, dicts such as \{\"section\": .* as castalia.memory.plain makes them",
        ),
        ("writer", {"drafts": [{"section": "a"}]}, "makes them .KeyError: 'paragraphs'"),
        ("reviewer", {"feedback": [{"claim": "Towers stand."}]}, r"as feedback, dicts such as \{.*KeyError: 'section'"),
        (
            "editor",
            {"lead": "Towers.", "outline": [], "drafts": {}, "gaps": []},
            r"as drafts and sections, dicts such as \{",
        ),
        ("normaliser", {"nodes": 1, "edges": 1, "novelty": float("nan")}, "nan is no number"),
        ("normaliser", {"nodes": 1, "edges": 1, "novelty": 2}, "it is a share, from 0 to 1"),
        ("normaliser", {"nodes": -5, "edges": 0, "novelty": 0.5}, "there are -5 nodes and 0 edges: numbers from 0 up"),
        ("researcher", {"questions": [{"text": None}]}, "None is no text"),
        ("researcher", {"questions": [QUESTION | {"kind": object()}]}, "is neither text, number, list nor dict"),
        ("researcher", {"questions": (one for one in [QUESTION])}, "is neither text, number, list nor dict"),
        ("synthesizer", {"queries": [{"text": 7}]}, "7 is no text"),
        ("outliner", {"outline": [{"id": 1, "heading": "Towers"}]}, "1 is no text"),
        ("outliner", {"outline": [{"id": "a", "heading": 5}]}, "5 is no text"),
        ("outliner", {"outline": [{"id": "a", "heading": "Towers \ud800"}]}, "surrogates not allowed"),
        ("outliner", {"outline": [{"heading": " "}]}, "the heading '' has neither letter nor number"),
        ("outliner", {"outline": [{"heading": "\0"}]}, r"the heading '\\x00' has neither letter nor number"),
        ("outliner", {"outline": [{"heading": "x" * 100_000}]}, "a heading has 100,000 characters: 1000 are the most"),
        ("writer", {"drafts": [{"section": "s", "paragraphs": [[{"sentence": 5, "citations": []}]]}]}, "5 is no text"),
        (
            "outliner",
            {"outline": [{"heading": "Towers", "level": "x"}]},
            "the level 'x' of “Towers” is no whole number",
        ),
        (
            "outliner",
            {"outline": [{"heading": "Towers", "level": 10**30}]},
            "the level 10{30} of “Towers” is no whole number from 1 to 6",
        ),
        ("reviewer", {"feedback": [{"section": "s", "claim": 2, "reason": "no"}]}, "2 is no text"),
        ("reviewer", {"feedback": [{"section": "s", "claim": "", "reason": None}]}, "None is no text"),
        ("editor", EDITED | {"gaps": 5}, "'int' object is not iterable"),
        ("editor", EDITED | {"gaps": "none"}, "give a list of them"),
        ("editor", EDITED | {"gaps": [object()]}, "is neither text, number, list nor dict"),
    ],
)
def test_an_agent_whose_records_cannot_be_read_is_named(role: str, answer: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=f"the {role} .*answered .*{says}"):
        asked_once(role, answer)


@pytest.mark.parametrize(
    ("role", "answer", "says"),
    [
        ("outliner", {"outline": [DEEP]}, "an outline has two levels: sections and their subsections"),
        ("writer", {"drafts": [{"section": "other", "paragraphs": []}]}, "sections that it was not given: other"),
        ("editor", EDITED | {"gaps": "none"}, "give a list of them"),
    ],
)
def test_records_that_cannot_be_read_end_the_page(
    role: str, answer: dict[str, Any], says: str, small_store: Path
) -> None:
    with pytest.raises(CastaliaError, match=f"the {role} .*answered .*{says}"):
        generate_sync(TOPIC, store=small_store, crew=crew_with(role, answer), settings=Settings(depth=1, words=300))


def test_what_an_agent_answers_beside_the_keys_of_its_role_goes_no_further(small_store: Path) -> None:
    def crew(memory: Memory) -> Crew:
        rules = extractive_crew(memory)

        async def researcher(state: Any) -> Any:  # as many a node of LangGraph: its whole state, changed
            return {**state, "topic": "Cheese", "drafts": [], "questions": []}

        async def normaliser(state: Any) -> Any:
            return {**await rules.normaliser(state), "phase": "mine", "step": object()}

        return replace(rules, researcher=researcher, normaliser=normaliser)

    page = generate_sync(TOPIC, store=small_store, crew=crew, settings=Settings(depth=1, words=300))
    assert page.record["topic"] == TOPIC
    assert [one["step"] for one in page.run["events"] if one["phase"] == "curate"] == [0, 1]


def test_a_citation_of_a_snippet_that_nobody_has_costs_itself_alone(small_store: Path) -> None:
    def crew(memory: Memory) -> Crew:
        rules = extractive_crew(memory)

        async def writer(state: Any) -> Any:
            found = await rules.writer(state)
            for draft in found["drafts"]:
                for paragraph in draft["paragraphs"]:
                    paragraph[0]["citations"].append({"key": "sdeadbe", "snippet_id": "deadbeefdeadbeef"})
            return found

        async def reviewer(state: Any) -> Any:
            return {"feedback": []}

        return replace(rules, writer=writer, reviewer=reviewer)

    page = generate_sync(TOPIC, store=small_store, crew=crew, settings=Settings(depth=1, words=300))
    assert page.record["sections"] and all(claim["citations"] for claim in page.record["claims"])
    assert any("sdeadbe" in one["reason"] for one in page.record["open_issues"])


def test_no_heading_stands_over_nothing_whatever_an_editor_answers(small_store: Path) -> None:
    def crew(memory: Memory) -> Crew:
        rules = extractive_crew(memory)

        async def editor(state: Any) -> Any:
            found = await rules.editor(state)
            bare = {"id": "bare", "heading": "Lamps", "level": 1}
            return {**found, "outline": [*found["outline"], bare]}

        return replace(rules, editor=editor)

    page = generate_sync(TOPIC, store=small_store, crew=crew, settings=Settings(depth=1, words=300))
    assert page.record["sections"] and all(one["text"] or one["sections"] for one in page.record["sections"])


def test_sections_without_an_id_are_given_one_each(tmp_path: Path) -> None:
    headings = ["History", "Atolls", "Coral bleaching"]
    twice = [{"heading": "Keepers"}, {"heading": "Lamps"}]

    async def outliner(state: Any) -> Any:
        return {"outline": [{"heading": one} for one in headings]}

    def crew(memory: Memory) -> Crew:
        return replace(extractive_crew(memory), outliner=outliner)

    page = generate_sync("Coral reef", corpus=write_reefs(tmp_path / "reefs.jsonl", step=8), crew=crew)
    assert [one["heading"] for one in page.record["sections"]] == headings
    given = with_ids([{"heading": "Towers", "sections": twice}, {"heading": "Towers", "id": "", "sections": twice}])
    assert given == with_ids(given) and len({one.id for one in nodes_of(outline_of(given))}) == 6


def test_headings_of_an_outline_of_ones_own_are_kept_in_one_line() -> None:
    given = with_ids([{"heading": "  Towers\n", "sections": [{"heading": "Lenses\tand \n lamps"}]}])
    assert [one.heading for one in nodes_of(outline_of(given))] == ["Towers", "Lenses and lamps"]


def test_an_agent_that_takes_its_state_apart_loses_its_section_with_its_own_error(tmp_path: Path) -> None:
    async def writer(state: Any) -> Any:
        state["section"].pop("id")
        state["outline"].clear()
        raise LookupError("no such pen")

    def crew(memory: Memory) -> Crew:
        return replace(extractive_crew(memory), writer=writer)

    with pytest.raises(CastaliaError, match="no such pen"):
        generate_sync(TOPIC, corpus=written(tmp_path, ROWS), crew=crew, settings=Settings(depth=1, words=300))


def test_an_outliner_need_not_say_more_than_headings(tmp_path: Path) -> None:
    headings = ["History", "Atolls", "Coral bleaching"]

    async def outliner(state: Any) -> Any:
        return {"outline": [{"id": one, "heading": one} for one in headings]}

    def crew(memory: Memory) -> Crew:
        return replace(extractive_crew(memory), outliner=outliner)

    asked = {"outline": lambda question: {"sections": [{"heading": one} for one in headings]}}
    reefs = write_reefs(tmp_path / "reefs.jsonl", step=8)
    page, approved = (generate_sync("Coral reef", corpus=reefs, **one) for one in ({"crew": crew}, {"approve": asked}))
    told = [(one["heading"], one["text"]) for one in page.record["sections"]]
    assert [heading for heading, _ in told] == headings
    assert told == [(one["heading"], one["text"]) for one in approved.record["sections"]]


def test_a_progress_function_that_fails_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    def fail(event: dict[str, Any]) -> None:
        raise ValueError("bar\nfull")

    corpus = written(tmp_path, ROWS)
    for work in (
        generate(TOPIC, corpus=corpus, progress=fail, out=tmp_path / "page"),
        fill_store(tmp_path / "store", corpus, progress=fail),
    ):
        with pytest.raises(CastaliaError, match=r"the progress function failed .ValueError: bar full.: mend it"):
            asyncio.run(work)  # type: ignore[arg-type]
    assert [one.name for one in tmp_path.iterdir()] == ["rows.jsonl"]


def test_a_progress_function_that_would_have_to_be_awaited_is_told(tmp_path: Path) -> None:
    told: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    with pytest.raises(InputError, match="the progress function answered a coroutine, which nobody awaits"):
        generate_sync(TOPIC, corpus=written(tmp_path, ROWS), progress=lambda event: told.put(event))
    assert told.empty()


NAN = float("nan")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        *((name, value, "a whole number") for name in ("depth", "words") for value in ("3", True, 2.5, None, NAN)),
        *((name, value, "a share") for name in ("floor", "least_yield") for value in (NAN, float("inf"), -0.1, 2)),
        *(("sparse_floor", value, "give a number") for value in ("0.5", True, None)),
        *(("reviewer", value, "True or False") for value in (1, "no", None)),
        ("sparse_below", -1, "it cannot be negative"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_told(name: str, value: Any, says: str) -> None:
    with pytest.raises(InputError, match=f"setting {name} is .*{says}"):
        Settings(**{name: value})
    assert Settings(floor=1, least_yield=0).floor == 1


# Topics.


@pytest.mark.parametrize(
    "topic",
    ["TCP/IP", "C++", "and/or gate", "Vitamin C", "β-oxidation", "光合作用", "[0,1]", "3.5 GHz", "~10 kHz", "A", "NO"],
)
def test_topics_of_science_are_taken_as_they_are(topic: str) -> None:
    if topic in ("A", "NO"):  # words that stand in every text
        with pytest.raises(InputError, match="write it out"):
            check_topic(topic)
    else:
        assert check_topic(f"  {topic}\n") == topic


@given(st.text(max_size=300))
def test_a_topic_is_refused_or_safe_on_one_line(topic: str) -> None:
    try:
        name = check_topic(topic)
    except InputError as error:
        assert "\n" not in str(error) or "\n" in topic
        return
    assert name.isprintable() and 0 < len(name) <= LONGEST_TOPIC
    assert check_topic(name) == name
    assert Path(slug(name)).name == slug(name)


def test_what_is_wrong_is_told_without_the_event_loop_that_was_not_there() -> None:
    with pytest.raises(InputError, match="the topic is empty") as error:
        generate_sync("", corpus=SAMPLE)
    assert error.value.__context__ is None


def test_a_home_folder_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="home folder"):
        generate_sync("Coral reef", corpus=str(SAMPLE), out="~nobody-of-this-name/page")
    with pytest.raises(InputError, match="home folder"):
        generate_sync("Coral reef", store="~nobody-of-this-name/store")


def test_a_rehearsal_leaves_nothing_in_the_store_that_a_run_would_take_for_the_models_own(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text("\n".join(lighthouses.lighthouse_rows(8)), encoding="utf-8")
    asyncio.run(fill_store(tmp_path / "store", tmp_path / "rows.jsonl"))
    played, limits = rehearsal(Thinking.of("openai:m")), Settings.for_models(depth=0, words=300)
    for _ in range(2):  # the second reads every snippet again: the first was not believed
        page = generate_sync("Lighthouse", store=tmp_path / "store", model=played, settings=limits)
        assert page.run["account"]["by_role"]["extractor"]["calls"] == limits.seed


def test_a_phase_of_many_short_moments_counts_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(at * 0.0004 for at in range(2_501))
    monkeypatch.setattr("time.perf_counter", lambda: next(moments))
    clock = Clock(lambda _: None)
    for _ in range(2_500):
        clock.tell({"phase": "write"})
    assert clock.seconds == {"write": 1.0}
