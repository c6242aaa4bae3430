"""Titled snippets: those that stand under the topic's name, or in a document that is central to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from statistics import fmean

from castalia.memory.records import Snippet
from castalia.tools.language.words import stem_set
from castalia.tools.topic.background import Background
from castalia.tools.topic.central_documents import central_documents, uses_in, weight_beside
from castalia.tools.topic.chapter_mates import chapter_mates
from castalia.tools.topic.home_documents import home_documents
from castalia.tools.topic.keywords import keyed_documents
from castalia.tools.topic.titles import document_title, names_topic_first, title_of
from castalia.tools.topic.topic_forms import speaks_of_other, unwritten

FEW = 10  # snippets under a title that names the topic: where there are fewer, those of ``central_documents`` count too
# Where there are SOME, a central document has to hold NEARLY as much of the words that go with the topic, in the mean.
SOME, NEARLY = 3, 0.7
HINTS = 0.4  # of the snippets with a word of the topic name it: the word says what a title is about
# A name that stands in more than MOST of all titles is that of a whole book, unless NAMED of what stands under them has
# it as well: in ten books 0.02 to 0.28 do, on 46 of 50 of their topics more. Titles of several documents that share
# nothing else are of no book. Fewer than BOOK snippets that are called so and nothing else are an article.
MOST, NAMED, BOOK = 0.25, 0.35, 60


def titled_and_central(
    reach: Sequence[Snippet],
    stems: tuple[str, ...],
    long: tuple[str, ...],
    synonyms: Mapping[str, str],
    weights: Mapping[str, float],
    belonging: Mapping[str, float],
    background: Background,
    others: frozenset[str] = frozenset(),
) -> tuple[frozenset[str], frozenset[str]]:
    """The ids of the snippets under the topic's name, or what it is short for (``long``), and the documents that are
    central to it, which count as such where the titles name it rarely, or their own has a word of it. A title that has
    only ``others`` of the words with the topic's stem names something else."""

    def titles(title_of: Callable[[Snippet], str]) -> list[tuple[str, str]]:
        found = [(one.id, title_of(one)) for one in reach]
        return [(name, "" if _is_other(title, others, stems[-1]) else title) for name, title in found]

    naming = frozenset(one.id for one in reach if stem_set(one.text).issuperset(stems))
    own = titles(title_of)
    titled = _titled(own, stems, synonyms, naming) | _titled(titles(lambda one: one.topic), stems, synonyms, naming)
    uses = uses_in(reach, stems, synonyms.keys(), weights)

    def near() -> frozenset[str]:
        """The central documents that hold nearly as much of what goes with the topic as the snippets under its name."""
        found = central_documents(stems, synonyms.keys(), belonging, reach, uses, background)
        if len(titled) < SOME or not found:
            return found
        least = NEARLY * fmean(weight_beside(one, stems, weights) for one in reach if one.id in titled)
        return frozenset(name for name in found if uses[name].likeness >= least)

    central = frozenset[str]()
    if len(titled) < FEW:
        central = near() | home_documents(stems, reach)
    elif hinted := _hinted(stems, belonging, reach):
        central = near() & hinted
    central |= chapter_mates(stems, titled, reach, uses)
    titled |= {one.id for one in reach if one.document in central}
    if len(titled) < FEW:
        central |= keyed_documents(stems, synonyms.keys(), reach, background)
        titled |= {one.id for one in reach if one.document in central}
    return titled | (_titled(own, long, {}, naming) if long else frozenset()), central


def _hinted(stems: tuple[str, ...], belonging: Mapping[str, float], reach: Sequence[Snippet]) -> frozenset[str]:
    """The documents of which the title has, in place of the topic's name, a word of it that belongs to it: "The innate
    immune response" for the immune system. "Lymphatic and immune systems" is a title of others as well."""
    telling = {stem for stem in stems if belonging.get(stem, 0.0) >= HINTS}
    if len(stems) == 1 or not telling:
        return frozenset()
    titles = {one.document: stem_set(document_title(one)) for one in reach}
    return frozenset(name for name, title in titles.items() if telling & title and not title.issuperset(stems))


def _is_other(title: str, others: frozenset[str], name: str) -> bool:
    """Whether a title names something else; of one in small letters, as the words of a url are, no acronym tells."""
    told = frozenset(one for one in others if not (title.islower() and one.isupper()))
    return speaks_of_other(title, told, name)


def _titled(
    titles: Sequence[tuple[str, str]],
    name: tuple[str, ...],
    synonyms: Mapping[str, str],
    naming: Set[str],
) -> frozenset[str]:
    """The ids of the snippets of which the title names the topic; none where so many bear it, and so few of these name
    the topic (``naming``), that it is the title of a whole book, and tells nothing."""
    found = {one: title for one, title in titles if _names(title, name, synonyms)}
    tops = {stem_set(title.partition(">")[0]) - {*name} for title in found.values()}
    is_alike = len(tops) < 2 or bool(frozenset.intersection(*tops))
    is_of_book = is_alike and len(found) > MOST * len(titles) and len(found.keys() & naming) < NAMED * len(found)
    is_article = len(found) < BOOK and all(stem_set(title.partition(">")[0]) == {*name} for title in found.values())
    return frozenset() if is_of_book and not is_article else frozenset(found)


def _names(title: str, name: tuple[str, ...], synonyms: Mapping[str, str]) -> bool:
    """Whether a title names the topic, by its full ``name`` or by another one ("Leukocytes" for white blood cells)."""
    others = ((other,) for other in synonyms.keys() - unwritten(title, synonyms))
    return any(names_topic_first(title, one) for one in (name, *others))
