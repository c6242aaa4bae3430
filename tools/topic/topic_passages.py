"""The passages of a topic's snippets, found in stages: those about the topic, of papers those that name it whole, with
whether each names the topic and what doubt there is of it.

Everything is a pure function of the topic, the snippets and the background, whatever the order of arrival.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from castalia.memory.records import Snippet
from castalia.tools.topic.doubt import GOES_ON, UNNAMED, centre_of, doubt, page_signs, told_by
from castalia.tools.topic.paper_passages import is_example, systems_in, tells_of_itself
from castalia.tools.topic.passages import Passage, Spot, passages
from castalia.tools.topic.read_sentences import phrases_of
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.snippet_topics import (
    DENSE,
    ENOUGH,
    THIN,
    dense_enough,
    density,
    other_matter,
)
from castalia.tools.topic.sparse import SPARSE
from castalia.tools.topic.spelled_names import headed_by, named_in_full, spelled_out
from castalia.tools.topic.titles import announced, title_of
from castalia.tools.topic.topic_mentions import (
    bare_in,
    in_whole,
    is_familiar,
    is_known,
    is_on_other,
    meant_stems,
    names_topic,
    speaks,
    touches,
)
from castalia.tools.topic.topic_texts import TopicTexts
from castalia.tools.topic.writings import other_bearer

# sentences: a topic with fewer has to make do with those that only use its words, and with all of a snippet about it
FEW = 100
THROUGHOUT = 0.5  # of a snippet's sentences speak of the topic: all of it is about that
# of the snippets hold the last word of a name: where it stands in one on the topic, the topic is meant
RARE_HEAD = 0.06
WHOLE = 40  # sentences of papers that name the whole topic: a page can be made of them alone
NEAREST = 0.7  # of the best relevance: such a snippet may be used for the sentences that name the topic


def passages_of(texts: TopicTexts) -> list[Passage]:
    """The passages that a page may use, with ``is_named``; their ``doubt`` is not known yet."""
    found = _about(texts)
    return _named(_whole(found, texts) if texts.papers else found, texts)


def singles_of(found: Iterable[Passage]) -> tuple[Passage, ...]:
    """The passages of one sentence."""
    return tuple(one for one in found if one.is_single)


def _about(texts: TopicTexts) -> list[Passage]:
    """The passages of the snippets about the topic that take nothing unknown for known, with what their snippet says of
    them."""
    naming = [one for one in texts.snippets.values() if _names_it(one, texts)]
    densities = dict.fromkeys(texts.snippets, 0.0) | {one.id: _density_of(one, texts) for one in naming}
    if texts.relevance.focused and not texts.papers and sum(one >= DENSE for one in densities.values()) < ENOUGH:
        densities |= {one.id: max(DENSE, densities[one.id]) for one in naming}  # in a small corpus all is about it
    # an abstract turns to its own work early
    least = THIN if texts.papers else dense_enough(densities.values())
    other = other_bearer(texts.topic, list(texts.snippets.values()))
    systems = systems_in(naming, texts)
    found = []
    for snippet in naming:
        share = densities[snippet.id]
        matter = other_matter(texts.sentences[snippet.id], texts.relevance, texts.background)
        found += [
            _in_its_snippet(one, share, matter, texts)
            for one in _read(snippet, texts, systems)
            if (one.is_on_system or (_is_near(one, share, least, texts) and _is_understood(one, texts)))
            and not (other and other.search(one.text))
        ]
    return found


def _is_near(one: Passage, share: float, least: float, texts: TopicTexts) -> bool:
    """Whether a passage is on the topic, by the ``share`` of its snippet that speaks of that (``least`` or more), or by
    itself; of papers none that tells of their own work, or of something else that does for the topic, too."""
    is_about = share >= least or _near(one, texts)
    if not texts.papers:
        return is_about
    return (is_about or _opens_with_it(one, texts)) and not (tells_of_itself(one, texts) or is_example(one, texts))


def _names_it(snippet: Snippet, texts: TopicTexts) -> bool:
    """Whether a snippet names the topic, or its title does."""
    score = texts.relevance.scores.get(snippet.id, 0.0)
    return snippet.id in texts.titled or (
        names_topic(snippet.text, texts.aliases_in[snippet.id], texts.relevance, texts.background, score)
        and not is_on_other(snippet, phrases_of(snippet.text, texts.background.classes), texts.relevance)
    )


def _density_of(snippet: Snippet, texts: TopicTexts) -> float:
    """The share of its sentences that speak of the topic; ``DENSE`` at least under a title that names it."""
    share = density(texts.sentences[snippet.id], texts.relevance, texts.background)
    return max(share, DENSE) if snippet.id in texts.titled else share


def _read(snippet: Snippet, texts: TopicTexts, systems: Container[Spot]) -> Iterator[Passage]:
    """The passages of a snippet, read with the topic's name for its other names. What everybody knows, or the heading
    over the snippet announces, does not count among what they presume."""
    relevance = texts.relevance
    known = frozenset[str]()  # a study calls "the …" what it works with
    if not texts.papers:
        known = texts.background.known | announced(title_of(snippet), frozenset(relevance.stems))
    for cut in passages(snippet, texts.background.classes):
        stems = meant_stems(cut.stems, cut.text, relevance)
        one = cut if stems == cut.stems else replace(cut, stems=stems)
        if relevance.parts:
            one = _joined(one, relevance)
        one = spelled_out(one, texts.aliases_in[snippet.id], relevance.stems)
        one = headed_by(one, texts.topic, frozenset(relevance.stems))
        one = _introduced(named_in_full(one, bare_in(one.text, texts.bare[snippet.id]), relevance.stems), known)
        is_on_system = one.is_single and one.spot in systems
        yield replace(one, stems=one.stems | set(relevance.stems), is_on_system=True) if is_on_system else one


def _joined(one: Passage, relevance: Relevance) -> Passage:
    """The passage, read with all of the topic's name for either of the names that it joins."""
    names = {" ".join(part.stems) for part in relevance.parts}
    return replace(
        one,
        opening=in_whole(one.opening, relevance),
        subject=in_whole(one.subject, relevance),
        phrases=frozenset(" ".join(relevance.stems) if phrase in names else phrase for phrase in one.phrases),
    )


def _is_understood(one: Passage, texts: TopicTexts) -> bool:
    """Whether a reader of the page knows what it presumes and what it points back to; a summary may presume
    anything."""
    relevance, background = texts.relevance, texts.background
    return (
        all(is_known(name, relevance, background) for name in one.presumes) or one.snippet_id in texts.summaries
    ) and all(is_familiar(name.split()[-1], relevance) for name in one.points_back)


def _in_its_snippet(one: Passage, share: float, matter: frozenset[str], texts: TopicTexts) -> Passage:
    """The passage with what its snippet says of it: of that this ``share`` speaks of the topic, and the rest keeps
    speaking of other ``matter``."""
    sentences, relevance, background = texts.sentences[one.snippet_id], texts.relevance, texts.background
    return replace(
        one,
        density=share,
        is_aside=share < DENSE and not _on_topic(one, texts),
        is_bereft=not matter <= one.stems,
        is_carried=not one.start or speaks(sentences[one.start - 1], relevance, background),
    )


def _introduced(one: Passage, known: frozenset[str]) -> Passage:
    """The passage, which presumes and points back to nothing that is ``known`` to everybody."""
    if not (one.presumes or one.points_back):
        return one

    def strange(names: frozenset[str]) -> frozenset[str]:
        return frozenset(name for name in names if known.isdisjoint((name, name.split()[-1])))

    presumes, points_back = strange(one.presumes), strange(one.points_back)
    if (presumes, points_back) == (one.presumes, one.points_back):
        return one
    return replace(one, presumes=presumes, points_back=points_back)


def _near(one: Passage, texts: TopicTexts) -> bool:
    """Whether it names the topic, in a snippet that is among the most relevant."""
    is_nearest = texts.relevance.scores.get(one.snippet_id, 0.0) >= NEAREST
    return is_nearest and touches(one.stems, texts.relevance, texts.background)


def _opens_with_it(one: Passage, texts: TopicTexts) -> bool:
    """Whether it names the topic among its first words: an abstract tells of that before it turns to its own work."""
    return frozenset(texts.relevance.stems) & one.opening in texts.relevance.tellers


def _on_topic(one: Passage, texts: TopicTexts) -> bool:
    """Whether it names the topic, or its subject has another word that goes with the topic."""
    relevance = texts.relevance
    familiar = any(stem in relevance.weights and stem not in relevance.stems for stem in one.subject)
    return familiar or touches(one.stems, relevance, texts.background)


def _whole(found: list[Passage], texts: TopicTexts) -> list[Passage]:
    """The passages that begin by naming the topic by its whole name, by a part that tells of it alone, or by a rare
    last word; where that is too little for a page, also those of snippets that speak of it throughout. In papers
    readers find what only stands beside such sentences off the topic."""
    own, head = frozenset(texts.relevance.stems), texts.relevance.stems[-1]
    is_rare = texts.background.share(head) <= RARE_HEAD

    def names_it(one: Passage) -> bool:
        stems = texts.sentences[one.snippet_id][one.start]
        return one.is_on_system or own & stems in texts.relevance.tellers or (is_rare and head in stems)

    whole = [one for one in found if names_it(one)]
    if sum(not one.is_on_system for one in singles_of(whole)) >= WHOLE:
        return whole
    return [one for one in found if names_it(one) or one.density >= THROUGHOUT]


def _named(found: Sequence[Passage], texts: TopicTexts) -> list[Passage]:
    """The passages with their ``is_named``: of a topic of which little is said, whatever speaks of it counts."""
    sparse = texts.relevance.literal < SPARSE or len(singles_of(found)) < FEW
    names = speaks if sparse else touches

    def is_named(one: Passage) -> bool:
        return (
            names(texts.sentences[one.snippet_id][one.start], texts.relevance, texts.background)
            or one.snippet_id in texts.titled
            or (sparse and one.density >= THROUGHOUT)
        )

    return [one if is_named(one) else replace(one, is_named=False) for one in found]


def doubted(
    found: Sequence[Passage], texts: TopicTexts, documents: Mapping[str, int], known: Sequence[Passage] = ()
) -> list[Passage]:
    """The passages with their ``doubt``, whatever the heading: that of a run is its worst sentence's. ``documents``
    counts those that hold a term; of those that are ``known`` it was found before. Not to name the topic adds to a
    sentence's doubt, unless the title of its snippet does; to follow another in the run takes from it, if it names the
    topic or points back to that one."""
    if texts.papers:
        return list(found)
    relevance, background = texts.relevance, texts.background
    singles = singles_of(found)
    centre, told = centre_of(singles, relevance, background), told_by(singles)
    before = {(one.snippet_id, one.start, one.end): one for one in known}
    doubts = {place: one.doubt for place, one in before.items()}
    for one in sorted(found, key=lambda one: len(one.sentences)):
        if (one.snippet_id, one.start, one.end) in doubts:
            continue
        snippet, those = texts.snippets[one.snippet_id], texts.sentences[one.snippet_id]
        count = told.get(one.document, 0)
        own = doubt(page_signs(one, snippet, those, centre, documents, relevance, background, count))
        is_naming = touches(those[one.end - 1], relevance, background)
        if not is_naming and one.snippet_id not in texts.titled:
            own += UNNAMED
        if not one.is_single and (is_naming or one.links[-1] is None):
            own -= GOES_ON
        ends = range(one.end - 1, one.start, -1)  # some shorter runs may not be quoted
        shorter = next((doubts[at] for end in ends if (at := (one.snippet_id, one.start, end)) in doubts), own)
        doubts[one.snippet_id, one.start, one.end] = max(own, shorter)
    places = [(one.snippet_id, one.start, one.end) for one in found]
    return [before.get(place) or replace(one, doubt=doubts[place]) for one, place in zip(found, places, strict=True)]
