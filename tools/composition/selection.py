"""Selection: from the passages that fit a section, those that together tell most in a given number of words, in order.

Greedy: each step takes the passage with the best quality plus the terms it adds, less what it repeats. The weights of
DENSITY, CARRIED, BEREFT, SUBJECT, NAMED, LEANING, COMPANY, BRACKETS and those of ``Taste`` were set by hand after what
readers objected to.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from castalia.tools.composition.places import SECTION
from castalia.tools.composition.said import Said
from castalia.tools.composition.type_lists import list_of_types
from castalia.tools.language.acronyms import acronyms
from castalia.tools.language.light_nouns import LIGHT
from castalia.tools.language.words import content_stems, stem
from castalia.tools.language.years import years
from castalia.tools.topic.definitions import FAIR, defines, definition_subject
from castalia.tools.topic.evidence import Evidence
from castalia.tools.topic.passages import Passage
from castalia.tools.topic.source_paths import sums_up
from castalia.tools.topic.text_signs import is_narrowed
from castalia.tools.topic.topic_mentions import touches

# What a passage gains or loses, on the scale of ``quality``.
RELEVANT = 0.2  # for how much of the relevance model its words hold; as much for the score of its snippet
FITTING, FITS = 0.5, 1.1  # for its fit, up to this one
LENGTHY, LONG = 0.02, 28  # for each word of its sentences, in the mean, beyond so many,
TERSE, SHORT = 0.03, 11  # and for each that they are short of so many
DEFINITION = 0.6  # opens by defining the heading
SUBJECT = 0.28  # has the topic or the heading for its subject
DENSITY = 0.8  # comes from a snippet that is about the topic throughout
CARRIED = 0.2  # comes first in its snippet, or after a sentence that speaks of the topic
BEREFT = 0.26  # leaves out what its snippet is about besides the topic
BRACKETS = 0.25  # holds an aside
NAMED = 0.2  # names the topic
ELSEWHERE = 0.25  # holds no word of the topic's name
ASIDE = 0.45  # nor does most of its snippet, nor is its subject related
STRAY = 0.3  # does not name the topic in a section that mostly does not
RESERVATION = 0.3  # trips a soft rule, in an abstract, where praise is the rule
RARE = 0.01  # of texts use an abbreviation, at least, that needs no explanation
DIGITS, NAMES, ASIDES, ITEMS = 0.08, 0.06, 0.05, 0.05  # a particular of this kind, by the number of sentences,
PARTICULAR = 0.6  # and all of them, at most; items are commas from the fourth on
LEANING = 0.22  # opens with "The" or a subordinate clause, as sentences in the middle of an account do
SAME_OPENING = 0.2  # begins with the same three words as one that was taken
OVERLAP = 0.9  # for the largest share of its stems, or of those of what was said, that both have;
REDUNDANT, BARRED = 0.6, 1.0  # from this one on it is all but barred
# for each unit of log-odds that a reader objects: over the labels it tells four times as much as all of ``quality``
DOUBT = 1.0
LEAST = 1.2  # below this nothing is taken, however much room is left
LESS = 0.5  # the same for the first passages, without which there is no section
COMPANY = 0.4  # stands in a section beside another snippet of its document
PINNED = 10.0  # more than all of the above: a person wants it

ORDINARY = 15  # words of a sentence, by which the terms that it adds are measured
SLACK = 8  # words that the last passage may go beyond those that are left

LED_UP_TO = 0.2  # less, for what defines a heading behind a sentence that leads up to it

# How naturally a passage follows another:
NEXT, BEFORE = 2.0, 0.2  # from the same snippet, in its order or against it
SAME_DOCUMENT = 0.15
TAKES_UP = 0.2  # its subject was spoken of
SEVERAL = 3  # words in common, with which it stands in one paragraph with the last


@dataclass(frozen=True, slots=True)
class Taste:
    """What a section is after. ``coverage``: for the terms that a passage adds, by the root of their weight (beside all
    of it quality and doubt would not count); ``run``: for each sentence that goes on with what the first began;
    ``midst``: less where it starts in the middle of a snippet of which nothing stands before it; ``inner``: less for a
    paragraph that does not begin a part of its document and follows no paragraph of it; ``wider``: worth that
    may go for the sentences around a sentence in its snippet; ``summing``: for a snippet that sums its chapter up;
    ``unexplained``: less for each abbreviation that is unusual and not spelled out."""

    coverage: float
    run: float
    midst: float
    inner: float
    wider: float
    summing: float
    unexplained: float


# for what many documents say of a subject, and for what one says, paragraph by paragraph
GATHERED = Taste(coverage=0.8, run=0.5, midst=0.6, inner=0.0, wider=1.5, summing=0.0, unexplained=0.2)
RETOLD = Taste(coverage=1.3, run=0.9, midst=2.5, inner=2.5, wider=3.0, summing=0.8, unexplained=0.6)

_SUBORDINATES = frozenset("In When If As Once During Although While Since After".split())
_LEANS = frozenset(map(str.lower, _SUBORDINATES))
_DENIALS = frozenset("not no never neither nor cannot".split())
_ABBREVIATION = re.compile(r"\b[A-Z][A-Z0-9-]{1,7}s?\b")


def quality(
    passage: Passage, fit: float, heading: frozenset[str], evidence: Evidence, taste: Taste = GATHERED
) -> float:
    """How good a passage is on its own: relevance, fit, generality, a readable length; about 0 to 2."""
    relevance = evidence.relevance
    dense = relevance.mass(passage.stems) / relevance.heaviest / math.sqrt(4 + len(passage.stems))
    snippet = relevance.scores.get(passage.snippet_id, 0.0)
    about = SUBJECT if evidence.stems <= passage.subject or (heading and heading <= passage.subject) else 0.0
    is_elsewhere = passage.snippet_id not in evidence.titled and not evidence.stems & passage.stems
    about += NAMED if evidence.stems <= passage.stems else -ELSEWHERE if is_elsewhere else 0.0
    if passage.is_bereft:
        about -= BEREFT
    if passage.is_aside:
        about -= ASIDE
    about += DENSITY * (passage.density - 0.5) + (CARRIED if passage.is_carried else 0.0)
    about -= BRACKETS if "(" in passage.text else 0.0
    first = passage.sentences[0].split(maxsplit=1)[0]
    if first == "The" or first in _SUBORDINATES:
        about -= LEANING
    about -= taste.unexplained * unexplained(passage, evidence)
    mean = passage.words / len(passage.sentences)
    length = -LENGTHY * max(0.0, mean - LONG) - TERSE * max(0.0, SHORT - mean)
    return (
        RELEVANT * dense
        + RELEVANT * snippet
        + FITTING * min(fit, FITS)
        + about
        + length
        - particulars(passage)
        + taste.run * (len(passage.sentences) - 1)
        - (RESERVATION * passage.reservations if evidence.papers else 0.0)
    )


def unexplained(passage: Passage, evidence: Evidence) -> int:
    """How many abbreviations it uses that it does not spell out and that few texts use."""
    known = {short for short, _ in acronyms(passage.text)}
    rare = {
        word
        for word in _ABBREVIATION.findall(passage.text)
        if word.removesuffix("s") not in known  # which are singular
        and evidence.background.share(stem(word.lower())) < RARE
        and word.lower() not in evidence.stems
    }
    return len(rare)


def particulars(passage: Passage, topic: frozenset[str] = frozenset()) -> float:
    """How much a passage dwells on particulars (numbers, names in its middle but the topic's, asides, long lists): 0 is
    general."""
    words = passage.text.split()
    digits = sum(1 for word in words if any(map(str.isdigit, word)))
    names = sum(
        1
        for word in words[1:]
        if word[:1].isupper() and not word.isupper() and word[1:2].islower() and topic.isdisjoint(content_stems(word))
    )
    asides = passage.text.count("(")
    items = max(0, passage.text.count(",") - 3)
    found = DIGITS * digits + NAMES * names + ASIDES * asides + ITEMS * items
    return min(PARTICULAR, found / len(passage.sentences))


def choose(
    pool: Sequence[tuple[Passage, float]],
    words: int,
    evidence: Evidence,
    heading: str,
    told: Iterable[frozenset[str]] = (),
    covered: Iterable[str] = (),
    pinned: frozenset[str] = frozenset(),
    least: float = LEAST,
    taste: Taste = GATHERED,
) -> tuple[Passage, ...]:
    """Passages worth up to ``words`` words, in the order they were chosen; ``told`` are sentences to stay clear of.

    A passage that opens by defining the heading is worth more than its quality. Of each ``pinned`` snippet one passage
    comes before all others.
    """
    base = worth_of(pool, heading, evidence, taste)
    said = Said([one for one, _ in pool], told, evidence)
    seen = set(covered)
    taken: list[Passage] = []
    left = sorted((one for one, _ in pool), key=lambda one: one.id)
    room = words
    while left and room > 0:
        left = [one for one in left if _clear(one, taken) and not said.tells(one)]
        fitting = [one for one in left if one.words <= room + SLACK]
        if not fitting:
            break
        openings = Counter(_opening(one) for one in taken)
        wanted = pinned - {one.snippet_id for one in taken}
        worth = {
            one.id: _value(one, base[one.id], seen, said.overlap(one), evidence, taste.coverage)
            - SAME_OPENING * openings[_opening(one)]
            + (COMPANY if _has_company(one, taken) else 0.0)
            - _cut_off(one, taken, evidence, taste)
            + (PINNED if one.snippet_id in wanted else 0.0)
            for one in fitting
        }
        best = max(fitting, key=lambda one: (worth[one.id], one.id))
        if worth[best.id] <= (least if len(taken) >= SECTION else LESS):
            break
        best = _widened(best, fitting, worth, taste.wider)
        taken.append(best)
        said.hear(evidence.sentences_of(best))
        seen |= best.terms
        room -= best.words
    return tuple(taken)


def arrange(
    chosen: Sequence[Passage], heading: str, chronological: bool = False, topic: frozenset[str] = frozenset()
) -> tuple[Passage, ...]:
    """Reading order: first what opens a section best (``_opens``); then each time what follows best on the last, the
    next of its snippet before what has most in common with it. A history goes by year. ``topic`` are the stems that a
    heading may have or leave out."""
    left = sorted(chosen, key=lambda one: one.id)
    if chronological:
        return tuple(sorted(left, key=lambda one: (min(years(one.text), default=3000), one.snippet_id, one.place)))
    if not left:
        return ()
    own = frozenset(content_stems(heading))
    first = max(left, key=lambda one: (*_opens(one, heading, own, topic), -particulars(one), one.id))
    order = [first]
    left.remove(first)
    while left:
        last = order[-1]
        following = max(left, key=lambda one: (_bond(last, one, own | topic), one.id))
        order.append(following)
        left.remove(following)
    return tuple(order)


def worth_of(pool: Sequence[tuple[Passage, float]], heading: str, evidence: Evidence, taste: Taste) -> dict[str, float]:
    """What each passage is worth under a heading, whatever was told before."""
    stems = frozenset(content_stems(heading))
    names = {
        one.id
        for one, _ in pool
        if one.snippet_id in evidence.titled or touches(one.stems, evidence.relevance, evidence.background)
    }
    strays = 2 * len(names) < len(pool)  # most of what fits the heading is not about the topic
    return {
        one.id: quality(one, fit, stems, evidence, taste)
        - DOUBT * one.doubt
        + (DEFINITION if defines(one.sentences[0], heading, evidence.stems) else 0.0)
        - (STRAY if strays and one.id not in names else 0.0)
        + (taste.summing if taste.summing and sums_up(evidence.snippets[one.snippet_id]) else 0.0)
        for one, fit in pool
    }


def _has_company(one: Passage, taken: Sequence[Passage]) -> bool:
    """Whether another snippet of its document was taken."""
    return any(other.document == one.document and other.snippet_id != one.snippet_id for other in taken)


def _cut_off(one: Passage, taken: Sequence[Passage], evidence: Evidence, taste: Taste) -> float:
    """What a passage loses where something comes before it, and nothing of that was taken: in its snippet, or in the
    paragraph before that."""
    if one.place:
        led = any(other.snippet_id == one.snippet_id and other.place < one.place for other in taken)
        return 0.0 if led else taste.midst
    before = evidence.before.get(one.snippet_id)
    led = before is None or any(other.snippet_id == before for other in taken)
    return 0.0 if led else taste.inner


def _widened(best: Passage, pool: Sequence[Passage], worth: Mapping[str, float], wider: float) -> Passage:
    """The run that holds a passage and begins earliest in its snippet, the longest of these, where that costs little
    worth."""
    around = [
        one
        for one in pool
        if one.snippet_id == best.snippet_id
        and one.place <= best.place
        and one.end >= best.end
        and worth[one.id] > worth[best.id] - wider
    ]
    return max(around, key=lambda one: (-one.place, len(one.sentences)), default=best)


def _opening(passage: Passage) -> str:
    """Its first three words."""
    return " ".join(passage.sentences[0].lower().split()[:3])


def _opens(
    passage: Passage, heading: str, own: frozenset[str], topic: frozenset[str]
) -> tuple[bool, bool, float, bool, bool, bool, bool]:
    """How well a passage opens a section, the strongest test first: it defines the heading (``own``, as stems) fairly;
    lists its kinds; defines it at all; affirms something of it and of nothing narrower; has it in its subject and
    defines nothing narrower; names it early; opens its snippet."""
    sentence = passage.sentences[0]
    score = defines(sentence, heading, topic)
    if len(passage.sentences) > 1:  # "One such form is bullying. Bullying is …"
        score = max(score, defines(passage.sentences[1], heading, topic) - LED_UP_TO)
    words = sentence.lower().replace(" not only ", " ").split()
    early = own <= passage.opening and words[0] not in _LEANS and _DENIALS.isdisjoint(words[:6])
    narrow = own < passage.subject and not passage.subject - own <= LIGHT
    plain = early and own <= passage.subject and not (narrow and definition_subject(sentence))
    bare = plain and own == passage.subject and words[0] != "the" and not is_narrowed(sentence, own)
    return score >= FAIR, bool(list_of_types(sentence, heading)), score, bare, plain, early, not passage.place


def _clear(one: Passage, taken: Sequence[Passage]) -> bool:
    """Whether it shares no sentence with a taken passage."""
    return not any(
        other.snippet_id == one.snippet_id and one.place < other.end and other.place < one.end for other in taken
    )


def _value(one: Passage, base: float, seen: set[str], overlap: float, evidence: Evidence, coverage: float) -> float:
    gain = math.fsum(evidence.weights.get(term, 0.0) for term in one.terms if term not in seen)
    novelty = math.sqrt(gain / math.sqrt(one.words / ORDINARY))
    return base + coverage * novelty - OVERLAP * overlap - (BARRED if overlap > REDUNDANT else 0.0)


def _bond(last: Passage, following: Passage, common: frozenset[str]) -> float:
    """How naturally one passage follows another, whatever of topic and heading (``common``) they share."""
    if last.snippet_id == following.snippet_id:
        return NEXT if following.place > last.place else BEFORE
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
