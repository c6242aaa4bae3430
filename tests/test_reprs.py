"""What a notebook shows of a memory: where it is and what it holds, as far as that is known without asking; no secrets,
no waiting. Of a crew it shows who thinks with what, of a batch and a change in a line what came of them."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from pathlib import Path
from typing import Any

from castalia.graphs import extractive_crew, model_crew, open_memory
from castalia.graphs.batching.batch_report import BatchReport
from castalia.graphs.batching.ended import Ended, Status
from castalia.graphs.batching.topics import Topic
from castalia.graphs.changes.revision import Revised
from castalia.graphs.measures.comparison import Comparison
from castalia.graphs.measures.evaluation import Evaluation, MetricRow
from castalia.graphs.measures.measuring import PageValues
from castalia.graphs.page import TopicPage
from castalia.memory.library import Library
from castalia.memory.memory import Memory
from castalia.memory.server_client import ServerClient
from castalia.memory.server_store import ServerStore
from castalia.memory.server_urls import server_url
from castalia.memory.store_vectors import DenseSettings
from castalia.memory.triplets import TripletGraph
from castalia.tools.metrics.metric_list import METRICS
from castalia.tools.models.embeddings import embedder
from castalia.tools.pages.page_diff import Changes

SAMPLE = Path(str(files("castalia.tools") / "sample_coral_reefs.jsonl"))


class Own:
    """A store of somebody's own, which says what nobody should see."""

    def __repr__(self) -> str:
        raise AssertionError("nobody asks")

    async def add(self, snippets: Any) -> int:
        return 0

    search = get = sample = count = close = add


def test_a_memory_in_a_folder_says_where_it_is_and_what_it_holds(tmp_path: Path) -> None:
    async def shown() -> list[str]:
        memory = await Memory.open(tmp_path / "mine", embedder("hashing:64"))
        found = [repr(memory), repr(memory.library), repr(memory.store)]
        await memory.library.fingerprint()
        found.append(repr(memory))
        await memory.close()
        return [*found, repr(memory), repr(memory.store)]

    place = str(tmp_path / "mine")
    assert asyncio.run(shown()) == [
        f"Memory('{place}', embeddings='hashing:64')",
        f"Library('{place}', embeddings='hashing:64')",
        f"EdgeStore('{place}/snippets', embeddings='hashing:64')",
        f"Memory('{place}', 0 snippets, embeddings='hashing:64')",
        f"Memory('{place}', 0 snippets, embeddings='hashing:64', closed)",
        f"EdgeStore('{place}/snippets', 0 snippets, embeddings='hashing:64', closed)",
    ]


def test_a_memory_over_a_corpus_is_temporary_and_counted() -> None:
    async def shown() -> str:
        memory, _ = await open_memory(SAMPLE)
        async with memory:
            return repr(memory)

    assert asyncio.run(shown()) == "Memory(temporary, 285 snippets)"


def test_a_crew_is_shown_by_its_agents_and_what_they_think_with() -> None:
    async def shown() -> tuple[str, str]:
        memory, _ = await open_memory(SAMPLE)
        async with memory:
            return repr(extractive_crew(memory)), repr(model_crew(memory, "scripted"))

    rules, model = asyncio.run(shown())
    assert rules.startswith("Crew(extractor=ExtractiveExtractor(), normaliser=ExtractiveNormaliser(), ")
    assert "reviewer=ModelReviewer('scripted'), " in model
    assert "writer=Standby(ModelWriter('scripted'), ExtractiveWriter()), " in model
    assert " object at 0x" not in rules + model


def test_a_store_on_a_server_is_shown_by_its_url_without_a_connection() -> None:
    store = ServerStore(ServerClient(server_url("http://localhost:6333/reefs"), None), None, DenseSettings())
    assert repr(store) == "ServerStore('http://localhost:6333/reefs')"
    asyncio.run(store.close())
    assert repr(store) == "ServerStore('http://localhost:6333/reefs', closed)"


def test_a_store_of_ones_own_is_shown_by_its_kind(tmp_path: Path) -> None:
    library = Library.over(Own())  # type: ignore[arg-type]
    assert repr(library) == "Library(temporary, over Own)"
    assert repr(Library.over(Own(), tmp_path)) == f"Library('{tmp_path}', over Own)"  # type: ignore[arg-type]


def test_a_batch_is_shown_by_how_many_topics_ended_in_which_way() -> None:
    def ended(status: Status) -> Ended:
        return Ended("Lens", "", "lens", None, status)

    report = BatchReport(Path("pages"), (ended("done"), ended("done"), ended("failed")), (Topic("Reef"),))
    assert repr(report) == "BatchReport('pages': 2 done, 1 failed, 1 not begun)"
    assert repr(BatchReport(Path("pages"), (ended("short of budget"),))) == "BatchReport('pages': 1 short of budget)"
    assert repr(BatchReport(Path("pages"), ())) == "BatchReport('pages': no topic)"


def test_one_thing_is_counted_as_one() -> None:
    record = {"topic": "Lens", "sections": [{}], "references": [{}], "stats": {"words": 1}}
    assert repr(TopicPage(record, TripletGraph.of({}, {}), {})) == "TopicPage('Lens': 1 section, 1 word, 1 reference)"  # type: ignore[arg-type]
    values = PageValues("Lens", "lens", False, {}, {})
    row = MetricRow(METRICS[0], "words", 1, None, 1)
    assert repr(Evaluation((row,), (values,), {}, (), ())) == "Evaluation(1 page, 1 metric)"
    assert (
        repr(Comparison(("a", "b"), (), ((values, values),), {}, (), ()))
        == "Comparison('a' and 'b': 1 topic, 0 metrics)"
    )
    changed = Revised(
        TopicPage({"topic": "Lens"}, TripletGraph.of({}, {}), {}), "--- page.md", Changes(("Types",), 1, 0)
    )
    assert repr(changed) == "Revised('Lens': 1 sentence added, 0 removed in Types)"


def test_a_change_is_shown_by_what_it_changed() -> None:
    page = TopicPage({"topic": "Lens"}, TripletGraph.of({}, {}), {})
    changed = Revised(page, "--- page.md", Changes(("Types", "Lead"), added=3, removed=1), touched=("Types",))
    assert repr(changed) == "Revised('Lens': 3 sentences added, 1 removed in Types, Lead)"
    assert repr(Revised(page)) == "Revised('Lens': nothing changed)"
    assert repr(Revised(page, touched=("Types",))) == "Revised('Lens': nothing changed, touched: Types)"
