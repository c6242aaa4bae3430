"""Who speaks when: state, routes, pipelines, running, the command line. The only room that imports LangGraph.

What callers need is here, whichever room it lives in:

- one page: ``generate`` (``generate_sync`` in a script), which gives a ``TopicPage``; ``stream`` gives the events of
  its run, ``notebook_display`` shows them; ``Settings`` say how far a run goes, ``Thinking`` with which models and
  budget
- a store: ``fill_store`` makes one, ``open_memory`` opens one or reads a corpus, ``ingest`` adds to an open ``Memory``;
  its ``store`` is searched with ``SearchQuery`` and ``Filters``
- many pages: ``batch``, of what ``read_topics`` reads
- a finished page: ``rewrite`` one section, ``update`` it from new snippets
- a graph of your own: ``extractive_crew`` or ``model_crew`` make a ``Crew`` of agents, ``apollo`` makes the pipeline of
  it, ``node`` puts that, or one agent, into the graph
- measuring: ``evaluate``, ``compare``, ``prefer``, ``compare_judgements``, ``rating_form``, ``bench``
- what goes wrong: a ``CastaliaError``; an ``InputError`` is one that the caller can mend, an ``UnknownTopicError`` says
  that the corpus does not know the topic, a ``NoPageError`` that nothing can stand on its page

Names are imported when they are first used, for LangGraph takes a second.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    __version__: str
    from castalia.agents.crew import Crew as Crew
    from castalia.agents.extractive.crew import extractive_crew as extractive_crew
    from castalia.agents.model.crew import model_crew as model_crew
    from castalia.graphs.batching.batch_report import BatchReport as BatchReport
    from castalia.graphs.batching.batches import batch as batch
    from castalia.graphs.batching.topic_files import read_topics as read_topics
    from castalia.graphs.batching.topics import Topic as Topic
    from castalia.graphs.benching.bench_report import BenchReport as BenchReport
    from castalia.graphs.benching.benches import bench as bench
    from castalia.graphs.changes.revision import Revised as Revised
    from castalia.graphs.changes.rewriting import rewrite as rewrite
    from castalia.graphs.changes.updating import update as update
    from castalia.graphs.events import Event as Event
    from castalia.graphs.foreign import node as node
    from castalia.graphs.generation import generate as generate
    from castalia.graphs.generation import generate_sync as generate_sync
    from castalia.graphs.ingestion import fill_store as fill_store
    from castalia.graphs.ingestion import ingest as ingest
    from castalia.graphs.measures.comparison import Comparison as Comparison
    from castalia.graphs.measures.comparison import compare as compare
    from castalia.graphs.measures.evaluation import Evaluation as Evaluation
    from castalia.graphs.measures.evaluation import evaluate as evaluate
    from castalia.graphs.measures.judgement_report import JudgementReport as JudgementReport
    from castalia.graphs.measures.judgement_report import compare_judgements as compare_judgements
    from castalia.graphs.measures.preferring import Preferences as Preferences
    from castalia.graphs.measures.preferring import prefer as prefer
    from castalia.graphs.measures.rating_forms import RatingForm as RatingForm
    from castalia.graphs.measures.rating_forms import rating_form as rating_form
    from castalia.graphs.page import TopicPage as TopicPage
    from castalia.graphs.pipeline.apollo_pipeline import apollo as apollo
    from castalia.graphs.screens.notebook import notebook_display as notebook_display
    from castalia.graphs.settings import Settings as Settings
    from castalia.graphs.sources import open_memory as open_memory
    from castalia.graphs.streaming import stream as stream
    from castalia.graphs.thinking import Thinking as Thinking
    from castalia.memory.errors import CastaliaError as CastaliaError
    from castalia.memory.errors import InputError as InputError
    from castalia.memory.errors import NoPageError as NoPageError
    from castalia.memory.errors import UnknownTopicError as UnknownTopicError
    from castalia.memory.memory import Memory as Memory
    from castalia.memory.protocols import Filters as Filters
    from castalia.memory.protocols import SearchQuery as SearchQuery

_HOMES = {
    "BatchReport": "castalia.graphs.batching.batch_report",
    "BenchReport": "castalia.graphs.benching.bench_report",
    "CastaliaError": "castalia.memory.errors",
    "Comparison": "castalia.graphs.measures.comparison",
    "Crew": "castalia.agents.crew",
    "Evaluation": "castalia.graphs.measures.evaluation",
    "Event": "castalia.graphs.events",
    "Filters": "castalia.memory.protocols",
    "InputError": "castalia.memory.errors",
    "JudgementReport": "castalia.graphs.measures.judgement_report",
    "Memory": "castalia.memory.memory",
    "NoPageError": "castalia.memory.errors",
    "Preferences": "castalia.graphs.measures.preferring",
    "RatingForm": "castalia.graphs.measures.rating_forms",
    "Revised": "castalia.graphs.changes.revision",
    "SearchQuery": "castalia.memory.protocols",
    "Settings": "castalia.graphs.settings",
    "Thinking": "castalia.graphs.thinking",
    "Topic": "castalia.graphs.batching.topics",
    "TopicPage": "castalia.graphs.page",
    "UnknownTopicError": "castalia.memory.errors",
    "apollo": "castalia.graphs.pipeline.apollo_pipeline",
    "batch": "castalia.graphs.batching.batches",
    "bench": "castalia.graphs.benching.benches",
    "compare": "castalia.graphs.measures.comparison",
    "compare_judgements": "castalia.graphs.measures.judgement_report",
    "evaluate": "castalia.graphs.measures.evaluation",
    "extractive_crew": "castalia.agents.extractive.crew",
    "fill_store": "castalia.graphs.ingestion",
    "generate": "castalia.graphs.generation",
    "generate_sync": "castalia.graphs.generation",
    "ingest": "castalia.graphs.ingestion",
    "model_crew": "castalia.agents.model.crew",
    "node": "castalia.graphs.foreign",
    "notebook_display": "castalia.graphs.screens.notebook",
    "open_memory": "castalia.graphs.sources",
    "prefer": "castalia.graphs.measures.preferring",
    "rating_form": "castalia.graphs.measures.rating_forms",
    "read_topics": "castalia.graphs.batching.topic_files",
    "rewrite": "castalia.graphs.changes.rewriting",
    "stream": "castalia.graphs.streaming",
    "update": "castalia.graphs.changes.updating",
}
__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version  # takes a while, which who only begins to start need not wait for

        return version("castalia")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
