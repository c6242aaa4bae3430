"""Reading order: what opens a section, and what follows on what."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from castalia.memory.records import Snippet
from castalia.tools.composition.passage_worth import SUBORDINATES
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import stem_set
from castalia.tools.language.years import years
from castalia.tools.topic.definitions import FAIR, defines, definition_subject
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.text_signs import is_narrowed
from castalia.tools.topic.type_lists import list_of_types

LED_UP_TO = 0.2  # less, for what defines a heading behind a sentence that leads up to it

UNDATED = 3000  # the year of what names none, nor has a neighbour that does

# How naturally a passage follows another:
NEXT, BEFORE = 2.0, 0.2  # from the same snippet, in its order or against it
SAME_DOCUMENT = 0.15
TAKES_UP = 0.2  # its subject was spoken of
SEVERAL = 3  # words in common, with which it stands in one paragraph with the last

_LEANS = frozenset(map(str.lower, SUBORDINATES))
_DENIALS = frozenset("not no never neither nor cannot".split())


def arrange(chosen: Sequence[Passage], heading: str, topic: frozenset[str] = frozenset()) -> tuple[Passage, ...]:
    """Reading order: first what opens a section best (``_opening_ranks``); then each time what follows best on the
    last, the next of its snippet before what has most in common with it. What one snippet says stays in its order, but
    for the sentence that says what the heading is. ``topic`` are the stems that a heading may have or leave out."""
    left = sorted(chosen, key=lambda one: one.id)
    if not left:
        return ()
    own = stem_set(heading)
    ranks, _, first = max((_opening_ranks(one, heading, own, topic), one.id, one) for one in left)
    order = [first]
    left.remove(first)
    while left:
        last = order[-1]
        following = max(left, key=lambda one: (_bond(last, one, own | topic), one.id))
        order.append(following)
        left.remove(following)
    says_what = ranks[0] or ranks[1]
    return (first, *as_said(order[1:])) if says_what else as_said(order)


def as_said(order: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages in this order, those of one snippet on their places in the order in which it says them."""
    said: defaultdict[str, list[Passage]] = defaultdict(list)
    for one in sorted(order, key=lambda one: (one.start, one.id), reverse=True):
        said[one.snippet_id].append(one)
    return tuple(said[one.snippet_id].pop() for one in order)


def by_year(chosen: Sequence[Passage]) -> tuple[Passage, ...]:
    """The order of a history: by the earliest year that each speaks of. What names none stays beside its neighbour of
    the same snippet, behind the one before it rather than before the next; what has no such neighbour comes last."""
    left = sorted(chosen, key=lambda one: one.id)
    dated = {one.id: min(years(one.text), default=UNDATED) for one in left}

    def key(one: Passage) -> tuple[int, str, int]:
        near = [other for other in left if other.snippet_id == one.snippet_id and dated[other.id] != UNDATED]
        beside = max(near, key=lambda other: (other.start <= one.start, -abs(other.start - one.start)), default=one)
        return dated[beside.id], one.snippet_id, one.start

    return tuple(sorted(left, key=key))


def by_publication(chosen: Sequence[Passage], snippets: Mapping[str, Snippet]) -> tuple[Passage, ...]:
    """The order in which their snippets were published, those without a year last."""
    return tuple(sorted(chosen, key=lambda one: (snippets[one.snippet_id].year or UNDATED, one.text, one.id)))


def _opening_ranks(
    passage: Passage, heading: str, own: frozenset[str], topic: frozenset[str]
) -> tuple[bool, bool, float, bool, bool, bool, bool]:
    """How well a passage opens a section, the strongest test first: it defines the heading (``own``, as stems) fairly;
    lists its kinds; defines it at all; affirms something of it and of nothing narrower; has it in its subject and
    defines nothing narrower; names it early; opens its snippet."""
    sentence = passage.sentences[0]
    score = defines(sentence, heading, topic)
    if not passage.is_single:  # "One such form is bullying. Bullying is …"
        score = max(score, defines(passage.sentences[1], heading, topic) - LED_UP_TO)
    words = sentence.lower().replace(" not only ", " ").split()
    early = own <= passage.opening and words[0] not in _LEANS and _DENIALS.isdisjoint(words[:6])
    narrow = own < passage.subject and not passage.subject - own <= LIGHT
    plain = early and own <= passage.subject and not (narrow and definition_subject(sentence))
    bare = plain and own == passage.subject and words[0] != "the" and not is_narrowed(sentence, own)
    return score >= FAIR, bool(list_of_types(sentence, heading)), score, bare, plain, early, not passage.start


def _bond(last: Passage, following: Passage, common: frozenset[str]) -> float:
    """How naturally one passage follows another, whatever of topic and heading (``common``) they share."""
    if last.snippet_id == following.snippet_id:
        return NEXT if following.start > last.start else BEFORE
    one, other = last.stems - common, following.stems - common
    same = SAME_DOCUMENT if last.document == following.document else 0.0
    takes_up = TAKES_UP if (following.subject - common) & last.stems else 0.0
    return len(one & other) / (len(one | other) or 1) + same + takes_up


def goes_on(last: Passage, following: Passage, common: frozenset[str]) -> bool:
    """Whether a passage speaks of what the last one spoke of: it is of its snippet, or has something of it besides
    topic and heading (``common``) for its subject, or several words."""
    if last.snippet_id == following.snippet_id or (following.subject - common) & last.stems:
        return True
    return len((last.stems & following.stems) - common) >= SEVERAL
