"""What the topics of a bench are written from: one corpus or store for all, or for each topic the corpus that its row
names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from castalia.graphs.batching.topic_files import read_topics
from castalia.graphs.batching.topics import Topic, TopicList, topics_of
from castalia.graphs.ingestion import Corpus, corpus_paths
from castalia.graphs.progress import Tell
from castalia.graphs.sources import Source, check_one_source
from castalia.memory.errors import InputError
from castalia.memory.library import is_store
from castalia.memory.paths import expand
from castalia.memory.server_urls import is_url, without_secrets
from castalia.tools.corpus.corpora import corpus_files
from castalia.tools.corpus.held_rows import CorpusFile
from castalia.tools.pages.slugs import slug

COLUMNS = ("corpus", "corpus_file", "store")  # of the file of topics: the name of what a topic is written from
KEPT = "_corpora"  # the folder of ingested corpora


@dataclass(frozen=True, slots=True)
class BenchCorpus:
    """A corpus (``paths``) or a ``store``, and the topics that are written from it; ``name`` is "" where there is no
    other."""

    name: str
    topics: tuple[Topic, ...]
    paths: tuple[CorpusFile, ...] = ()
    store: str | Path | None = None

    @property
    def where(self) -> str:
        """What it is, for messages and manifests, without secrets."""
        if self.store is None:
            return ", ".join(map(str, self.paths))
        return str(without_secrets(self.store)) if is_url(self.store) else str(expand(self.store).resolve())


def read_bench_topics(topics: str | Path | Iterable[Topic | str], domain: str) -> TopicList:
    """The topics, each once, of a file (CSV, text or JSONL; a file of gold pages will do) or of a list; and what was
    passed over."""
    if isinstance(topics, str | Path):
        return read_topics(topics, domain, COLUMNS)
    return topics_of(topics, domain)


def corpora_of(topics: Sequence[Topic], corpus: Corpus | None, store: str | Path | None) -> tuple[BenchCorpus, ...]:
    """The corpora in the order in which topics name them. ``InputError`` for one that is not there, or not one of
    them."""
    check_one_source(corpus, store)
    if store is not None:
        return (BenchCorpus("", tuple(topics), store=store),)
    paths = tuple(corpus_paths(corpus if corpus is not None else ()))
    if not any(one.corpus for one in topics):
        corpus_files(paths)
        return (BenchCorpus("", tuple(topics), paths),)
    folder = paths[0] if len(paths) == 1 else None
    if not isinstance(folder, Path) or not folder.is_dir():
        named = next(one for one in topics if one.corpus)
        raise InputError(
            f'"{named.name}" is to be written from {named.corpus}: give the one folder that such corpora are in as CORPUS'
        )
    groups: dict[Path, list[Topic]] = {}
    for topic in topics:
        groups.setdefault(_place(topic, folder), []).append(topic)
    names = _names(list(groups))
    return tuple(_corpus(names[path] if len(groups) > 1 else "", tuple(those), path) for path, those in groups.items())


async def opened_store(corpus: BenchCorpus, folder: Path, given: Source, tell: Tell) -> str | Path:
    """Its store; a corpus is ingested into the bench's folder, once, and read as the source that is given says."""
    if corpus.store is not None:
        return corpus.store
    return await replace(given, corpus=corpus.paths).kept_in(folder / KEPT, tell)


async def content_key(corpus: BenchCorpus, given: Source) -> str:
    """What stands for its content and how it is read; of a store, its place."""
    if corpus.store is not None:
        return corpus.where
    return await replace(given, corpus=corpus.paths).key()


def _place(topic: Topic, folder: Path) -> Path:
    """Where a topic's corpus is; one that is only there gzipped will do."""
    if not topic.corpus:
        raise InputError(
            f'{topic.where or topic.name}: "{topic.name}" names no corpus, and other topics do: fill that column, or remove it'
        )
    place = folder / topic.corpus
    found = next((one for one in (place, place.with_name(f"{place.name}.gz")) if one.exists()), None)
    if found is None or not found.resolve().is_relative_to(folder.resolve()):
        raise InputError(
            f"{topic.where or topic.name}: there is no {topic.corpus} in {folder}: name a corpus or a store in that folder"
        )
    return found


def _corpus(name: str, topics: tuple[Topic, ...], path: Path) -> BenchCorpus:
    if is_store(path):
        return BenchCorpus(name, topics, store=path)
    corpus_files([path])
    return BenchCorpus(name, topics, (path,))


def _names(paths: Sequence[Path]) -> dict[Path, str]:
    """A folder name for each: short, and different."""
    names = {path: slug(path.name.split(".")[0].replace("_", " ")) for path in paths}
    for longer in ({path: path.name for path in paths}, {path: str(path) for path in paths}):
        often = Counter(names.values())
        names = {path: slug(longer[path]) if often[one] > 1 else one for path, one in names.items()}
    return names
