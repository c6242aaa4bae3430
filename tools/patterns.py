"""Triplets from one sentence by patterns over its noun phrases and verb groups; no model, no parser.

Hearst (1992) patterns give hypernyms, copulas and "called" give classes, verbs give the rest; a sentence that yields
nothing gives fallback edges of low confidence. Everything is a walk over chunks with bounded windows, linear in the
length of the sentence. Word classes and noun phrases come from their own files; merging names is the graph's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from castalia.tools.phrases import noun_spans
from castalia.tools.word_classes import PAST_FORMS, Word, WordClasses, base_forms, read_sentence
from castalia.tools.words import content_stems, tokens

IS_A = "is a"
PART_OF = "part of"
PRECEDES = "precedes"
LABELS = frozenset((IS_A, PART_OF, PRECEDES))  # the relations that need not be words of the sentence
FALLBACK = 0.3  # no fallback edge has a higher confidence, no other triplet a lower one
LONGEST_HEAD = 7  # words, "of" included
LONGEST_TAIL = 10


@dataclass(frozen=True, slots=True)
class RawTriplet:
    """Head and tail are substrings of the sentence, the relation too unless it is one of ``LABELS``.

    ``parent`` is the closed class of the relation (see ``records.Triplet``); ``positive`` is false where it is denied.
    """

    head: str
    relation: str
    tail: str
    parent: str = "other"
    confidence: float = 0.7
    positive: bool = True


# Heads that say nothing without their sentence.
_GENERIC = frozenset(
    """analysis result way number latter former example case fact factor thing other one approach study finding
    paper work figure table section chapter part aspect kind type form variety range set series group amount
    majority lot use need role variable reason purpose goal aim problem issue question answer point step time
    day year month week hour instance term word name idea concept difference similarity effect change process
    method technique information evidence data research experiment author researcher scientist people person
    student individual team someone situation condition feature characteristic property area place side end
    beginning addition contrast order rest total level degree extent combination presence absence discussion
    description explanation statement interest question text book topic doctor physician patient he she example
    option choice outcome conclusion observation measurement value item object system model task dataset
    performance ability importance lack best worst code http https url website link""".split()
)
# Words that count or sort what follows "of": the noun after it is what is meant.
_PARTITIVE = frozenset(
    """number variety range set series group amount majority lot type kind form class category sort example
    instance combination collection handful couple pair plethora multitude host array list family subset
    percent percentage proportion most many some all each one both several few deal bit rest""".split()
)
_KINDS = frozenset(
    "type kind form class category sort example instance member variety species subset subtype one".split()
)
_PARTS = frozenset("part component portion constituent subunit element section region".split())
_REPORT = frozenset(
    """show prove reveal suggest indicate demonstrate find report argue claim note say believe think conclude propose
    observe imply mean know state assert hypothesize estimate predict assume confirm see discover describe
    explain discuss recall consider suppose learn notice hope want wonder ask feel tell write expect present
    introduce investigate examine explore review""".split()
)
_OBJECT_CONTROL = frozenset(
    "cause allow help enable force lead permit encourage require let make get prompt ask".split()
)
_CAUSES = frozenset("cause trigger induce provoke elicit evoke".split())
_PARENT_BY_VERB = {
    **dict.fromkeys("use employ utilize utilise apply".split(), "uses"),
    **dict.fromkeys("measure quantify gauge".split(), "measures"),
    **dict.fromkeys("precede follow".split(), "precedes"),
    **dict.fromkeys("contrast differ".split(), "contrasts"),
    **dict.fromkeys(_CAUSES, "causes"),
    **dict.fromkeys("contain comprise".split(), "part_of"),
}
_LOCATED = frozenset("locate find situate lie reside occur live inhabit concentrate".split())
_PLACES = frozenset("in on at within inside near between along throughout above below under beneath around".split())
_RAISING = frozenset(
    "tend continue begin start appear seem serve act able likely know think believe help need come design".split()
)
_NAMING = frozenset("call term name dub know refer".split())
_ENUMERATED = 10  # most items read from one list
_HYPERNYM_WINDOW = 12  # tokens
_SUBJECT_WINDOW = 24  # chunks
_PLURALS = frozenset(
    """bacteria people children men women mice data fungi nuclei mitochondria phenomena criteria species genera
    larvae alveoli algae vertebrae stimuli viruses teeth feet media ribosomes cilia flagella loci media taxa
    bronchi""".split()
)
_SINGULAR_S = ("ss", "us", "is", "ics", "itis", "osis")
_OPENINGS = frozenset("not no few if once unless whether neither suppose imagine consider".split())


@dataclass(frozen=True, slots=True)
class _Chunk:
    """A noun phrase (NP), verb group (VG), infinitive (TV), participle (G, E), adjective (J), or single mark or word."""

    kind: str
    first: int
    last: int
    det: str = ""
    plural: bool = False
    verb: str = ""  # base form of the main verb
    voice: str = ""  # cop, pas, act
    denied: bool = False
    number: str = ""  # s or p where the verb shows it
    count: bool = False  # a number word stands before the phrase


def extract_triplets(sentence_text: str, classes: WordClasses) -> tuple[RawTriplet, ...]:
    """The triplets of one sentence, in order of appearance, each once; linear in its length.

    Questions give none. Fallback edges (confidence at most 0.3) only where nothing better was found.
    """
    if sentence_text.rstrip().endswith("?"):
        return ()
    words = read_sentence(sentence_text, classes)
    if len(words) < 3:
        return ()
    reading = _Reading(sentence_text, words, _chunks(sentence_text, words, classes))
    found: list[RawTriplet] = []
    if words[0].lower not in _OPENINGS:
        found += _hearst(reading)
        found += _naming(reading)
        found += _clauses(reading)
        found += _apposition(reading)
        found += _contrasts(reading)
    kept = _distinct([one for one in found if one.confidence > FALLBACK])
    loose = [replace(one, confidence=FALLBACK) for one in found if one.confidence <= FALLBACK]
    return kept or _distinct(loose + _fallback(reading))


def list_of_types(sentence: str, topic: str) -> tuple[str, ...]:
    """The names in "There are three types of T: a, b, and c" or "T is divided into a, b and c"; () if it is no such list.

    The names are substrings of the sentence, articles left out; at least two.
    """
    words = tokens(sentence)[:_ANNOUNCED]
    wanted = set(content_stems(topic))
    if not wanted or not wanted <= set(content_stems(sentence)):
        return ()
    start = _list_start(sentence, [(one.lower, one.start, one.end) for one in words], wanted)
    if start < 0:
        return ()
    names = _names(sentence, start)
    return names if len(names) >= 2 else ()


# --- reading ---------------------------------------------------------------------------------------------------------


class _Reading:
    """One sentence: its text, words and chunks, and what can be asked of a chunk."""

    __slots__ = ("chunks", "subjects", "text", "words")

    def __init__(self, text: str, words: Sequence[Word], chunks: list[_Chunk]) -> None:
        self.text, self.words, self.chunks = text, words, chunks
        # The subject of each verb group, found from left to right: a later one may ask for an earlier one's.
        self.subjects: dict[int, int] = {}
        for at, chunk in enumerate(chunks):
            if chunk.kind == "VG":
                self.subjects[at] = _find_subject(self, at)

    def kind(self, at: int) -> str:
        return self.chunks[at].kind if 0 <= at < len(self.chunks) else ""

    def lower(self, at: int) -> str:
        """The last word of the chunk, lower-case."""
        return self.words[self.chunks[at].last - 1].lower if 0 <= at < len(self.chunks) else ""

    def slice(self, first: int, last: int) -> str:
        """The text from the first to before the last word."""
        return self.text[self.words[first].start : self.words[last - 1].end] if last > first else ""

    def phrase(self, at: int) -> str:
        """A noun phrase with the "of" phrase that belongs to it; a partitive gives way to what it counts."""
        at = self.counted(at)
        chunk = self.chunks[at]
        of = self.lower(at + 1) == "of" and self.kind(at + 1) == "P" and self.kind(at + 2) == "NP"
        if of and not self.chunks[at + 2].det.startswith(("this", "these", "its", "their", "our")):
            last = self.chunks[at + 2].last
            if last - chunk.first <= LONGEST_HEAD:
                return self.slice(chunk.first, last)
        return self.slice(chunk.first, chunk.last)

    def counted(self, at: int) -> int:
        """From "a number of cells" to "cells", at most twice; the phrase itself where it counts nothing."""
        for _ in range(2):
            if self.lower(at + 1) != "of" or self.kind(at + 2) != "NP" or _base_noun(self.lower(at)) not in _PARTITIVE:
                break
            at += 2
        return at

    def is_plural(self, at: int) -> bool:
        """Whether a noun phrase is plural, alone or as the last of "a and b"."""
        chunk = self.chunks[at]
        return chunk.plural or (self.kind(at - 1) == "C" and self.lower(at - 1) == "and" and self.kind(at - 2) == "NP")


def _chunks(text: str, words: Sequence[Word], classes: WordClasses) -> list[_Chunk]:
    spans = dict(noun_spans(text, words, classes))
    chunks: list[_Chunk] = []
    at = 0
    while at < len(words):
        if at in spans:
            chunks.append(_noun_chunk(words, at, spans[at]))
            at = spans[at]
            continue
        tag = words[at].tag
        if tag in ("V", "M", "B", "H", "O"):
            chunk = _verb_chunk(words, at, at, spans)
        elif tag == "T" and at + 1 < len(words) and _infinitive(words, at + 1):
            chunk = _verb_chunk(words, at, at + 1, spans)
        elif tag in ("G", "E"):
            chunk = _Chunk(
                tag, at, at + 1, verb=_base_verb(words[at].lower), denied=at > 0 and words[at - 1].tag == "X"
            )
        elif tag == "D" and not _determines(words, at, spans):
            chunk = _Chunk("U", at, at + 1)
        elif (
            tag in ("D", "R")
            or (words[at].lower == "that" and at and words[at - 1].tag == "B" and at + 1 in spans)
            or (tag == "#" and _determines(words, at, spans))
        ):
            at += 1
            continue
        else:
            chunk = _Chunk("P" if tag == "T" else tag, at, at + 1)
        if chunk.kind == "P" and chunks and chunks[-1].kind == "P" and chunks[-1].last == chunk.first:
            chunk = replace(chunk, first=chunks.pop().first)  # "due to", "out of"
        chunks.append(chunk)
        at = chunk.last
    return chunks


def _noun_chunk(words: Sequence[Word], first: int, last: int) -> _Chunk:
    det, count = "", False
    for place in range(first - 1, max(-1, first - 6), -1):
        if words[place].tag == "#":
            count = True
        elif words[place].tag == "D":
            det = words[place].lower
            break
        elif words[place].tag not in ("R", "J", "E", "N"):
            break
    return _Chunk("NP", first, last, det=det, plural=_is_plural(words[last - 1].lower), count=count)


def _determines(words: Sequence[Word], at: int, spans: dict[int, int]) -> bool:
    """Whether a noun phrase follows this determiner or number, past numbers, adverbs and adjectives."""
    for place in range(at + 1, min(len(words), at + 6)):
        if place in spans:
            return True
        if words[place].tag not in ("D", "#", "R", "J", "E"):
            return False
    return False


def _infinitive(words: Sequence[Word], at: int) -> bool:
    while at < len(words) and words[at].tag == "R":
        at += 1
    return at < len(words) and words[at].tag in ("V", "B", "H", "O")


def _verb_chunk(words: Sequence[Word], first: int, at: int, spans: dict[int, int]) -> _Chunk:
    """The verb group from ``first``; its verbs begin at ``at``. "can be used", "has not been shown", "does not produce"."""
    denied = words[at].lower.endswith(("n't", "not"))
    while words[at].tag == "R":
        at += 1
    verbs = [at]
    last = at + 1
    place = at + 1
    while place < len(words) and place not in spans:
        tag, before = words[place].tag, words[verbs[-1]].tag
        if tag in ("R", "X"):
            denied = denied or words[place].lower in ("not", "never")
            last = place + 1 if tag == "X" else last
        elif _joins(before, tag, words[place].lower):
            verbs.append(place)
            last = place + 1
        else:
            break
        place += 1
    main = words[verbs[-1]]
    lead = words[verbs[-2]].tag if len(verbs) > 1 else ""
    voice = "cop" if main.tag == "B" else "pas" if main.tag == "E" and lead == "B" else "act"
    finite = words[verbs[0]]
    return _Chunk(
        "TV" if words[first].tag == "T" else "VG",
        first,
        last,
        verb="be" if main.tag == "B" else _base_verb(main.lower),
        voice=voice,
        denied=denied or any(words[one].lower == "never" for one in range(max(0, first - 1), last)),
        number=_number(finite),
    )


def _joins(before: str, tag: str, lower: str) -> bool:
    if before in ("M", "O"):
        return tag in ("V", "B", "H")
    if before == "H":
        return tag == "E" or (tag == "B" and lower in ("been", "being")) or tag == "V"
    if before == "B":
        return tag in ("E", "G") or (tag == "B" and lower in ("been", "being"))
    return False


def _number(finite: Word) -> str:
    if finite.lower in ("is", "was", "has", "does"):
        return "s"
    if finite.lower in ("are", "were", "have", "do"):
        return "p"
    if finite.tag == "V" and finite.lower not in PAST_FORMS and not finite.lower.endswith("ed"):
        return "s" if finite.lower.endswith("s") and not finite.lower.endswith("ss") else "p"
    return ""


def _base_verb(lower: str) -> str:
    """The base form of a verb, for look-up: the shortest plausible one."""
    if lower in _IRREGULAR_BASES:
        return _IRREGULAR_BASES[lower]
    for form in base_forms(lower):
        if form in _KNOWN_BASES:
            return form
    return lower


_IRREGULAR_BASES = {
    "found": "find", "made": "make", "known": "know", "led": "lead", "lay": "lie", "lies": "lie", "gave": "give",
    "shown": "show", "seen": "see", "thought": "think", "said": "say", "has": "have", "had": "have",
    "called": "call", "followed": "follow", "built": "build", "held": "hold",
}  # fmt: skip
_OTHER_BASES = frozenset(
    "consist compose include divide lead result give make have belong form replace base precede follow vary".split()
)
_KNOWN_BASES: frozenset[str] = frozenset().union(
    _REPORT, _OBJECT_CONTROL, _CAUSES, _PARENT_BY_VERB, _LOCATED, _RAISING, _NAMING, _OTHER_BASES
)


def _base_noun(lower: str) -> str:
    if lower.endswith("ies") and len(lower) > 4:
        return lower[:-3] + "y" if lower not in ("species", "series") else lower
    if lower.endswith(("sses", "xes", "ches", "shes")):
        return lower[:-2]
    if lower.endswith("yses"):
        return lower[:-2] + "is"
    return lower[:-1] if lower.endswith("s") and not lower.endswith(("ss", "us", "is", "ics")) else lower


def _is_plural(lower: str) -> bool:
    return lower in _PLURALS or (lower.endswith("s") and len(lower) > 2 and not lower.endswith(_SINGULAR_S))


# --- Hearst patterns -------------------------------------------------------------------------------------------------


def _hearst(reading: _Reading) -> list[RawTriplet]:
    """ "X such as a, b, and c", "X, including a", "X (e.g., a)", "a, b and other X"."""
    found: list[RawTriplet] = []
    words, chunks = reading.words, reading.chunks
    for at in range(len(chunks)):
        first = chunks[at].first
        lower = words[first].lower
        begin, upper, confidence = -1, at - 1, 0.8
        if lower == "as" and first and words[first - 1].lower == "such":
            begin = at + 1
            upper = at - 2
        elif lower == "including" and first:
            begin, confidence = at + 1, 0.75
        elif reading.kind(at) == "NP" and first and _cue_before(words, first):
            begin, confidence = at, 0.65
            upper = at - 1
        if begin < 0:
            continue
        apart = reading.kind(upper) in (",", "—", "(")
        while reading.kind(upper) in (",", "—", "("):
            upper -= 1
        hypernym = _hypernym(reading, upper, first)
        if not apart and lower == "including" and hypernym != upper:
            continue
        if hypernym < 0:
            continue
        found += _hyponyms(reading, _items(reading, begin), hypernym, confidence)
    return found + _and_other(reading)


def _cue_before(words: Sequence[Word], first: int) -> bool:
    """Whether "especially", "particularly" or "e.g." after a comma or parenthesis introduces the phrase at ``first``."""
    place = first - 1
    while place > 0 and words[place].tag in ("D", ",", "."):
        place -= 1
    if words[place].lower not in ("especially", "particularly", "notably", "e.g", "eg"):
        return False
    return place > 0 and words[place - 1].tag in (",", "(", "—")


def _hypernym(reading: _Reading, at: int, cue: int) -> int:
    """The nearest plural noun phrase to the left within 12 tokens, no finite verb between; -1 if none."""
    place = at
    while place >= 0 and not _is_barrier(reading, place) and cue - reading.chunks[place].last <= _HYPERNYM_WINDOW:
        if reading.kind(place) in (";", ":", "."):
            return -1
        if reading.kind(place) == "NP" and reading.chunks[place].plural:
            if _is_generic(reading, place):
                return -1
            # "proteins of cell membranes such as" is about proteins as often as about membranes: trust the nearest.
            return place
        place -= 1
    return -1


def _is_barrier(reading: _Reading, at: int) -> bool:
    """Whether a verb group is surely finite: one word in -ed before a preposition may be a participle ("involved in")."""
    chunk = reading.chunks[at]
    if chunk.kind != "VG":
        return False
    single = chunk.last - chunk.first == 1 and reading.lower(at).endswith("ed")
    return not (single and reading.kind(at + 1) == "P")


def _items(reading: _Reading, at: int) -> list[int]:
    """The noun phrases of the list that begins at chunk ``at``: "a, b, and c"."""
    items: list[int] = []
    closed = False
    while len(items) < _ENUMERATED and reading.kind(at) == "NP":
        items.append(at)
        at += 1
        while reading.lower(at) == "of" and reading.kind(at + 1) == "NP":
            at += 2
        if reading.kind(at) == "(":
            at = _past_parenthesis(reading, at)
        if closed:
            break
        comma = reading.kind(at) == ","
        at += comma
        if reading.kind(at) == "C" and reading.lower(at) in ("and", "or"):
            closed = True
            at += 1
        elif not comma:
            break
    # "such as a, and b does ...": the last one begins another clause.
    if closed and len(items) > 1 and reading.kind(items[-1] + 1) in ("VG",) and reading.kind(items[-1] - 2) == ",":
        if any(reading.kind(one) == "VG" for one in range(max(0, items[0] - _SUBJECT_WINDOW), items[0])):
            items.pop()
    elif not closed and len(items) > 1 and (reading.kind(at) not in ("", ".", ")", ";") or reading.kind(at - 1) == ","):
        # A list needs its "and" or the end of the sentence; else what follows a comma is another clause.
        items = items[:1]
    return items


def _past_parenthesis(reading: _Reading, at: int) -> int:
    for place in range(at + 1, min(at + 16, len(reading.chunks))):
        if reading.kind(place) == ")":
            return place + 1
    return at


def _hyponyms(reading: _Reading, items: list[int], hypernym: int, confidence: float) -> list[RawTriplet]:
    counted = reading.counted(hypernym)
    upper = reading.slice(reading.chunks[counted].first, reading.chunks[counted].last)
    found = []
    for item in items:
        name = reading.phrase(item)
        if not name or _is_generic(reading, item) or reading.lower(item) == reading.lower(hypernym):
            continue
        if reading.chunks[item].det in _CONTEXT_BOUND:
            continue
        found.append(RawTriplet(name, IS_A, upper, "is_a", confidence))
    return found


def _and_other(reading: _Reading) -> list[RawTriplet]:
    """ "a, b, and other X"."""
    found: list[RawTriplet] = []
    for at in range(2, len(reading.chunks)):
        chunk = reading.chunks[at]
        if chunk.kind != "NP" or chunk.det != "other" or not chunk.plural or reading.kind(at - 1) != "C":
            continue
        place = at - 2 - (reading.kind(at - 2) == ",")
        items: list[int] = []
        while reading.kind(place) == "NP" and len(items) < _ENUMERATED:
            items.append(place)
            if reading.kind(place - 1) != ",":
                break
            place -= 2
        # After an opening comma ("In X, a, b, and other Y") the first one is not of the list.
        if not _is_generic(reading, at):
            found += _hyponyms(reading, sorted(items[:3]), at, 0.7)
    return found


# --- called, known as ------------------------------------------------------------------------------------------------


def _naming(reading: _Reading) -> list[RawTriplet]:
    """ "an enzyme called lipase", "the process of X is known as Y", "X is also called Y"."""
    found: list[RawTriplet] = []
    for at, chunk in enumerate(reading.chunks):
        if (
            chunk.verb not in _NAMING
            or chunk.denied
            or chunk.kind not in ("E", "VG")
            or (chunk.kind == "VG" and chunk.voice != "pas")
        ):
            continue
        name = at + 1
        if chunk.verb in ("know", "refer"):
            while reading.lower(name) == "to" and chunk.verb == "refer":
                name += 1
            if reading.lower(name) != "as":
                continue
            name += 1
        while reading.kind(name) in ("“", '"', "("):
            name += 1
        if reading.kind(name) != "NP" or reading.chunks[name].det in _CONTEXT_BOUND or _is_generic(reading, name):
            continue
        if chunk.kind == "E":
            what = at - 1
            while reading.kind(what) in (",", "C", "R", ")"):
                what -= 1
            what = _with_of(reading, what)
        else:
            what = _subject(reading, at)
        if what < 0 or reading.kind(what) != "NP":
            continue
        found += _named(reading, at, what, name)
    return found


def _named(reading: _Reading, at: int, what: int, name: int) -> list[RawTriplet]:
    thing, label = reading.phrase(what), reading.phrase(name)
    if not thing or thing.lower() == label.lower():
        return []
    between = [word.lower for word in reading.words[reading.chunks[what].last : reading.chunks[name].first]]
    if "also" in between or "sometimes" in between or "commonly" in between:
        if _is_generic(reading, what) or reading.chunks[what].det in _CONTEXT_BOUND:
            return []
        chunk = reading.chunks[at]
        relation = reading.slice(
            chunk.first, reading.chunks[name - 1].last if reading.kind(name - 1) in ("P", "S") else chunk.last
        )
        return [RawTriplet(thing, relation, label, "same_as", 0.8)]
    if (
        reading.chunks[what].det in ("its", "their", "these", "those")
        or _base_noun(reading.lower(what)) in _VAGUE_KINDS
    ):
        return []
    return [RawTriplet(label, IS_A, thing, "is_a", 0.85)]


_VAGUE_KINDS = frozenset("thing one other what way fact something example number figure".split())


# --- clauses ---------------------------------------------------------------------------------------------------------


def _clauses(reading: _Reading) -> list[RawTriplet]:
    """One or more triplets for each finite verb group, and for participles that carry on a clause."""
    found: list[RawTriplet] = []
    for at, chunk in enumerate(reading.chunks):
        if chunk.kind == "VG":
            head = _subject(reading, at)
            if head < 0 or _unreal(reading, at):
                continue
            confidence = _subject_confidence(reading, head, at)
            for one in _conjuncts(reading, head, at):
                made = _predicates(reading, at, one, confidence)
                # What is loose stays loose; what is not never falls to a fallback for its small deductions.
                floor = 0.0 if confidence <= FALLBACK else FALLBACK + 0.05
                found += [replace(triplet, confidence=max(floor, triplet.confidence)) for triplet in made]
        elif chunk.kind == "E" and at and reading.kind(at - 1) in ("NP", ")"):
            found += _reduced(reading, at)
    return found


_CONTEXT_BOUND = frozenset(
    "this these those that its their his her our my your such another other both each either".split()
)


def _subject(reading: _Reading, at: int) -> int:
    """The subject of the verb group at ``at``, as it was found when the sentence was read; -1 if there is none."""
    return reading.subjects.get(at, -1)


def _find_subject(reading: _Reading, at: int) -> int:
    """The chunk of the subject of the verb group at ``at``; -1 if there is none to trust."""
    place = at - 1
    floor = max(0, at - _SUBJECT_WINDOW)
    verb = reading.chunks[at]
    # "a, b and c V", "X (Y) V", "X, which ..., V"
    while place >= floor:
        kind = reading.kind(place)
        if kind == ")":
            place = _before_parenthesis(reading, place)
        elif kind in ("R", "X"):
            place -= 1
        elif kind == "W":
            return _antecedent(reading, place, at)
        elif kind == "C":
            return _shared_subject(reading, place, at)
        elif kind == ",":
            place = _before_comma(reading, place, floor)
        elif kind == "NP":
            return _attached(reading, place, floor, verb)
        else:
            return -1
    return -1


def _before_parenthesis(reading: _Reading, at: int) -> int:
    for place in range(at - 1, max(-1, at - 16), -1):
        if reading.kind(place) == "(":
            return place - 1
    return -1


def _before_comma(reading: _Reading, comma: int, floor: int) -> int:
    """From the comma that closes an inserted clause to what stands before the one that opens it; -1 if there is none."""
    for place in range(comma - 1, floor, -1):
        if reading.kind(place) == ",":
            following = reading.chunks[place + 1]
            opening = reading.words[following.first].lower
            return place - 1 if following.kind in ("W", "E", "G", "P") or opening in ("or", "which", "who") else -1
    return -1


def _antecedent(reading: _Reading, relative: int, verb: int) -> int:
    """What "which", "that" or "who" before the verb stands for: the phrase to its left that agrees with the verb."""
    place = relative - 1
    if reading.kind(place) == ",":
        place -= 1
    if reading.kind(place) == ")":
        place = _before_parenthesis(reading, place)
    if reading.kind(place) != "NP" or reading.lower(relative) not in ("which", "that", "who"):
        return -1
    if reading.lower(relative) == "that" and reading.chunks[verb].denied:
        return -1  # "grains that do not contain X" says which grains, and denies nothing of grains
    number = reading.chunks[verb].number
    if number and (number == "p") != reading.is_plural(place) and reading.kind(place - 1) == "P":
        other = place - 2
        if reading.kind(other) == "NP" and (number == "p") == reading.is_plural(other):
            return other
    if number and (number == "p") != reading.is_plural(place):
        return -1
    owner = _with_of(reading, place)
    # "an organ that pumps": the predicate's own relative clause speaks of the subject.
    before = owner - 1
    if reading.kind(before) == "VG" and reading.chunks[before].voice == "cop" and not reading.chunks[before].denied:
        subject = _subject(reading, before)
        return subject if subject >= 0 else owner
    # "DICER, an endonuclease that cleaves RNA"
    named = _apposed(reading, owner)
    return named if named >= 0 else place


def _apposed(reading: _Reading, at: int) -> int:
    """What the phrase "a Y" after a comma says more about: "X" in "X, a Y that ..."; -1 if nothing."""
    if reading.chunks[at].det not in ("a", "an") or reading.kind(at - 1) != "," or reading.kind(at) != "NP":
        return -1
    place = at - 2
    if reading.kind(place) == ")":
        place = _before_parenthesis(reading, place)
    if reading.kind(place) != "NP" or reading.chunks[place].det not in ("", "the") or reading.chunks[place].plural:
        return -1
    if reading.kind(place - 1) in (",", "C") or (
        reading.kind(place - 1) == "P" and reading.kind(place - 2) in ("", "NP")
    ):
        return -1
    # "X, a Y, and a Z" is a list.
    after = at + 1
    while reading.kind(after) == "P" and reading.kind(after + 1) == "NP":
        after += 2
    if reading.kind(after) == "," and reading.kind(after + 1) in ("C", "NP"):
        return -1
    return place if reading.kind(after) in (",", "W", "E", ".", "", ";") else -1


def _apposition(reading: _Reading) -> list[RawTriplet]:
    """ "X, a Y that ...": X is a Y."""
    found: list[RawTriplet] = []
    for at in range(2, len(reading.chunks)):
        named = _apposed(reading, at)
        if named < 0 or _is_generic(reading, named) or _is_generic(reading, at):
            continue
        found += _one(reading.phrase(named), IS_A, reading.phrase(at), "is_a", 0.65, False)
    return found


def _with_of(reading: _Reading, at: int) -> int:
    """The phrase that "of" hangs this one on, if any: "walls" for "walls of the heart"."""
    for _ in range(3):
        if reading.kind(at - 1) == "P" and reading.lower(at - 1) == "of" and reading.kind(at - 2) == "NP":
            at -= 2
        else:
            break
    return at


def _shared_subject(reading: _Reading, conjunction: int, at: int) -> int:
    """ "X V1 ... and V2": the subject of the verb before, if that is the next clause to the left."""
    if reading.lower(conjunction) not in ("and", "but", "or"):
        return -1
    for place in range(conjunction - 1, max(-1, conjunction - 14), -1):
        kind = reading.kind(place)
        if kind == "VG":
            same = not reading.chunks[at].number or reading.chunks[at].number == reading.chunks[place].number
            return _subject(reading, place) if same or reading.chunks[place].number == "" else -1
        if kind in ("W", "S", ";", ":", "TV"):
            return -1
    return -1


def _attached(reading: _Reading, at: int, floor: int, verb: _Chunk) -> int:
    """From the phrase before the verb to the one that it hangs on: "NP1 prep NP2 V" has the subject NP1."""
    place = at
    while True:
        before = reading.kind(place - 1)
        if before == "P" and reading.kind(place - 2) == "NP" and place - 2 >= floor:
            if reading.lower(place - 1) != "of" and reading.kind(place - 3) == "VG":
                return -1  # "V NP prep NP V": the reading is off
            place -= 2
        elif before == "P":
            # "In most vertebrates bone marrow ...", "with X, Y": a phrase that opens the sentence has no subject.
            return -1
        elif (
            before == "S"
            and reading.words[reading.chunks[place - 1].first - 1].lower == "such"
            and (owner := _list_owner(reading, place, floor)) >= 0
        ):
            place = owner
        elif before in ("E", "G") and reading.kind(place - 2) == "NP":
            place -= 2
        elif before == "VG":
            return _relative_owner(reading, place - 1, floor)
        elif before == "C" and _hangs_on_preposition(reading, place):
            place -= 2
        elif before in ("C", ",") and (owner := _list_owner(reading, place, floor)) >= 0:
            place = owner
        elif before == "TV":
            return -1
        else:
            break
    if reading.kind(place - 1) in ("G", "E") or (reading.kind(place - 1) == "C" and reading.kind(place - 2) == "VG"):
        return -1
    if verb.number == "s" and reading.chunks[place].plural and not reading.chunks[place].det:
        return -1
    if verb.number == "p" and not reading.is_plural(place) and verb.voice == "cop":
        return -1
    if verb.number == "s" and verb.voice == "cop" and reading.is_plural(place):
        return -1
    return place


def _hangs_on_preposition(reading: _Reading, at: int) -> bool:
    """ "mutations in a or b V": whether "a or" stands before this phrase and a preposition after a phrase before that."""
    return reading.kind(at - 2) == "NP" and reading.kind(at - 3) == "P" and reading.kind(at - 4) == "NP"


def _list_owner(reading: _Reading, at: int, floor: int) -> int:
    """ "Bacteria such as a, b and c V": from "c" to "Bacteria"; -1 if the phrase ends no such list."""
    place = at - 1
    while place > floor and reading.kind(place) in (",", "C", "NP"):
        place -= 1
    lower = reading.words[reading.chunks[place].first].lower
    if lower == "including" or (lower == "as" and reading.words[reading.chunks[place].first - 1].lower == "such"):
        place -= 1
        while place > floor and (reading.kind(place) == "," or reading.lower(place) == "such"):
            place -= 1
        return place if reading.kind(place) == "NP" else -1
    return -1


def _conjuncts(reading: _Reading, head: int, verb: int) -> list[int]:
    """The subjects "a, b and c" that end in ``head``; only ``head`` where the list does not begin its clause."""
    if (
        reading.chunks[verb].number == "s"
        or reading.kind(head - 1) != "C"
        or reading.lower(head - 1) not in ("and", "or")
    ):
        return [head]
    items = [head]
    place = head - 2 - (reading.kind(head - 2) == ",")
    while reading.kind(place) == "NP" and len(items) < _ENUMERATED:
        items.append(place)
        if reading.kind(place - 1) != "," or reading.kind(place - 2) != "NP":
            break
        place -= 2
    return sorted(items) if reading.kind(items[-1] - 1) in ("", "W", "S") else [head]


def _relative_owner(reading: _Reading, verb: int, floor: int) -> int:
    """ "The cells that line the gut secrete": from the inner verb to "cells"."""
    if reading.kind(verb - 1) == "W" and verb - 2 >= floor and reading.kind(verb - 2) == "NP":
        return verb - 2
    return -1


def _unreal(reading: _Reading, at: int) -> bool:
    """Whether the clause is a condition, a question, somebody's hope, or what somebody does not believe."""
    verb = reading.chunks[at]
    if reading.words[verb.first].lower in ("would", "wouldn't", "let"):
        return True
    for place in range(at - 1, max(-1, at - 10), -1):
        chunk = reading.chunks[place]
        if chunk.kind in ("VG", ";", ":"):
            return chunk.denied and chunk.verb in _REPORT and reading.lower(place + 1) == "that"
        if chunk.kind == "S" and reading.lower(place) in (
            "if",
            "whether",
            "unless",
            "how",
            "what",
            "why",
            "where",
            "than",
            "when",
        ):
            return reading.lower(place) != "when"
    return False


def _subject_confidence(reading: _Reading, head: int, verb: int) -> float:
    between = verb - head
    direct = not any(reading.kind(place) == "VG" for place in range(head + 1, verb))
    if direct and reading.kind(verb - 1) == "W" and verb - 4 <= head < verb - 1:
        # "drugs that interfere with X" does not say it of drugs; after "in the wall of vessels, which" it may be either.
        deep = reading.kind(head - 1) in ("P", "G")
        if deep or reading.lower(verb - 1) == "that":
            return 0.6 if reading.kind(head + 1) == "," and not deep else FALLBACK
    bare = reading.chunks[head].det == "the" and reading.chunks[head].last - reading.chunks[head].first == 1
    if bare and reading.lower(head + 1) != "of" and reading.words[reading.chunks[head].first].text.islower():
        return 0.6
    return 0.75 if between <= 1 else 0.7 if between <= 3 else 0.6


def _reduced(reading: _Reading, at: int) -> list[RawTriplet]:
    """ "toxins produced by bacteria", "X found in Y": a participle after its noun phrase."""
    chunk = reading.chunks[at]
    if chunk.verb in _NAMING or reading.kind(at + 1) != "P" or reading.kind(at + 2) != "NP":
        return []
    head = at - 1 if reading.kind(at - 1) == "NP" else _before_parenthesis(reading, at - 1)
    if reading.kind(head) != "NP":
        return []
    owner = _with_of(reading, head)
    before = owner - 1
    if reading.kind(before) == "VG" and reading.chunks[before].voice == "cop" and reading.chunks[before].verb == "be":
        subject = _subject(reading, before)
        head = subject if subject >= 0 and not reading.chunks[before].denied else head
    return _predicates(reading, at, head, 0.55)


def _predicates(reading: _Reading, at: int, head: int, confidence: float) -> list[RawTriplet]:
    """The triplets of the verb group (or participle) at ``at`` whose subject is the phrase ``head``."""
    chunk = reading.chunks[head]
    verb = reading.chunks[at]
    denied = verb.denied or chunk.det in ("no", "neither") or _shares_denial(reading, at)
    if chunk.det in _CONTEXT_BOUND or _is_generic(reading, head) or chunk.det in ("few", "certain", "whose"):
        return []
    name = reading.phrase(head)
    if not name:
        return []
    if verb.voice == "cop":
        return _copula(reading, at, head, name, confidence, denied)
    follower = reading.kind(at + 1)
    if verb.voice == "pas" or verb.kind == "E":
        return _passive(reading, at, name, confidence, denied)
    if verb.verb in _REPORT and (follower in ("W", "S", "NP", "U", "") or reading.lower(at + 1) == "that"):
        return []
    if verb.verb in _OBJECT_CONTROL and follower in ("NP", "U") and _then_infinitive(reading, at + 1):
        return []
    if follower == "TV" and verb.verb in (*_RAISING, "have"):
        inner = reading.chunks[at + 1]
        if inner.voice != "act" or verb.verb == "need":
            return []
        merged = replace(inner, kind="VG", first=verb.first, denied=denied)
        return _active(reading, at + 1, merged, name, confidence - 0.05, denied)
    return _active(reading, at, verb, name, confidence, denied)


def _shares_denial(reading: _Reading, at: int) -> bool:
    """ "do not lose or gain": the second verb is denied as well."""
    before = reading.chunks[at - 2] if at > 1 and reading.kind(at - 1) == "C" and reading.kind(at - 2) == "VG" else None
    return before is not None and before.denied and reading.chunks[at].last - reading.chunks[at].first == 1


def _then_infinitive(reading: _Reading, at: int) -> bool:
    for place in range(at, min(at + 6, len(reading.chunks))):
        if reading.kind(place) == "TV":
            return True
        if reading.kind(place) not in ("NP", "P", "U"):
            return False
    return False


def _copula(reading: _Reading, at: int, head: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X is a Y", "X is part of Y", "X is one of the Y", "X is responsible for Y"."""
    verb = reading.chunks[at]
    relation = reading.slice(verb.first, verb.last)
    follower = reading.kind(at + 1)
    if _base_noun(reading.lower(head)) in _KINDS and reading.lower(head + 1) == "of":
        return _instance(reading, at, head, confidence, denied)
    if follower == "J":
        if reading.kind(at + 2) in ("P", "TV") and reading.lower(at + 2) not in ("than", "as"):
            plain = reading.kind(at + 2) == "P"
            tail = _tail(reading, at + 3 if plain else at + 2, skip_to=True)
            end = reading.chunks[at + 2].last if plain else reading.chunks[at + 2].first + 1
            if tail and not (reading.kind(at + 2) == "TV" and _vague_to(reading, at + 1)):
                return [
                    RawTriplet(
                        name,
                        reading.slice(verb.first, end),
                        tail,
                        _adjective_parent(reading, at + 1),
                        confidence - 0.1,
                        not denied,
                    )
                ]
        return []
    if (
        follower == "P"
        and reading.kind(at + 2) == "NP"
        and reading.lower(at + 1) in _PLACES
        and reading.words[verb.last].lower != "like"
    ):
        tail = _tail(reading, at + 2)
        return _one(
            name, reading.slice(verb.first, reading.chunks[at + 1].last), tail, "located_in", confidence - 0.2, denied
        )
    noun = at + 1
    if follower == "U" and reading.lower(at + 1) == "one" and reading.lower(at + 2) == "of":
        noun = at + 3
        if (
            reading.kind(noun) == "NP"
            and not _is_generic(reading, noun)
            and reading.chunks[noun].det not in ("these", "those", "its", "their")
        ):
            return [RawTriplet(name, IS_A, reading.phrase(noun), "is_a", confidence, not denied)]
        return []
    if reading.kind(noun) != "NP":
        return []
    target = reading.chunks[noun]
    of = reading.lower(noun + 1) == "of" and reading.kind(noun + 2) == "NP"
    base = _base_noun(reading.lower(noun))
    if of and base in _PARTS:
        return _one(name, PART_OF, reading.phrase(noun + 2), "part_of", confidence, denied)
    if of and base in _KINDS:
        return _one(name, IS_A, reading.phrase(noun + 2), "is_a", confidence + 0.05, denied)
    if of and base in ("cause", "result", "consequence", "product", "source"):
        tail = _tail(reading, noun + 2)
        parent = "causes" if base == "cause" else "other"
        return _one(name, reading.slice(verb.first, reading.chunks[noun + 1].last), tail, parent, confidence, denied)
    article = target.det in ("a", "an") or (target.det == "the" and not target.plural)
    agrees = reading.is_plural(head) and target.plural and target.det in ("", "the", "all", "both")
    mass = not reading.is_plural(head) and not target.plural and not target.det
    if not (article or agrees or mass) or target.det in _CONTEXT_BOUND:
        return []
    tail = (
        reading.phrase(noun)
        if not (of and base in _GENERIC)
        else reading.slice(target.first, reading.chunks[noun + 2].last)
    )
    if base in _GENERIC and not of and target.last - target.first == 1:
        tail = _tail(reading, noun)
        return _one(name, relation, tail, "other", confidence - 0.15, denied) if len(tail.split()) > 2 else []
    boost = 0.15 if target.det in ("a", "an") or agrees else 0.0 if target.det == "the" else -0.1
    first = RawTriplet(name, IS_A, tail, "is_a", min(0.95, confidence + boost), not denied)
    return [first, *_continued(reading, noun, name, confidence, denied)] if tail else []


def _instance(reading: _Reading, at: int, head: int, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "One example of X is Y": Y is an X."""
    noun = at + 1
    if reading.kind(noun) != "NP" or reading.kind(head + 2) != "NP" or denied or reading.chunks[head].plural:
        return []
    if _is_generic(reading, noun) or _is_generic(reading, head + 2) or reading.chunks[noun].det in _CONTEXT_BOUND:
        return []
    return _one(reading.phrase(noun), IS_A, reading.phrase(head + 2), "is_a", confidence, denied)


def _continued(reading: _Reading, noun: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """What a preposition adds to "X is a Y": "Y for/in/between ..."."""
    place = noun + 1
    while reading.kind(place) == "P" and reading.lower(place) == "of" and reading.kind(place + 1) == "NP":
        place += 2
    if (
        denied
        or reading.kind(place) != "P"
        or reading.kind(place + 1) not in ("NP", "G")
        or reading.lower(place) in ("to", "like", "as")
    ):
        return []
    tail = _tail(reading, place + 1)
    start = reading.chunks[noun].last - 1
    relation = reading.slice(start, reading.chunks[place].last)
    if not tail or len(relation.split()) > 5:
        return []
    return [RawTriplet(name, relation, tail, "other", confidence - 0.15)]


def _vague_to(reading: _Reading, at: int) -> bool:
    return reading.lower(at) in (
        "important",
        "possible",
        "necessary",
        "difficult",
        "easy",
        "hard",
        "impossible",
        "likely",
        "due",
    )


def _adjective_parent(reading: _Reading, at: int) -> str:
    lower = reading.lower(at)
    return (
        "causes"
        if lower == "responsible"
        else "contrasts"
        if lower == "different"
        else "located_in"
        if lower == "present"
        else "other"
    )


def _passive(reading: _Reading, at: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X is produced by Y" (turned round), "X is found in Y", "X is composed of a and b", "X is used to V"."""
    verb = reading.chunks[at]
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    participle = reading.slice(verb.last - 1, verb.last)
    if verb.verb in _NAMING and (word == "as" or follower in ("NP", "“", '"')):
        return []
    if verb.verb in ("compose", "make", "comprise", "form") and (
        word == "of" or (word == "up" and reading.lower(at + 2) == "of")
    ):
        start = at + 2 if word == "of" else at + 3
        return _parts(reading, start, name, confidence, denied)
    if word == "by" and reading.kind(at + 2) == "NP" and verb.verb not in _REPORT | {"divide"}:
        return _agent(reading, at, name, participle, confidence, denied)
    if word == "by" and reading.kind(at + 2) == "G":
        tail = _tail(reading, at + 2)
        parent = "measures" if verb.verb == "measure" else "other"
        return _one(
            name, reading.slice(verb.first, reading.chunks[at + 1].last), tail, parent, confidence - 0.1, denied
        )
    if follower == "TV":
        if verb.verb in _REPORT | _OBJECT_CONTROL | {"need", "require", "expect", "say"}:
            inner = reading.chunks[at + 1]
            if verb.verb in ("know", "think", "believe", "show", "find") and inner.voice == "act":
                merged = replace(inner, kind="VG", first=verb.first)
                return _active(reading, at + 1, merged, name, confidence - 0.1, denied)
            return []
        tail = _tail(reading, at + 1, skip_to=True)
        first = reading.words[reading.chunks[at + 1].first]
        relation = reading.text[reading.words[verb.first].start : first.end]
        parent = "uses" if verb.verb in ("use", "employ", "utilize", "apply") else "other"
        return _one(name, relation, tail, parent, confidence - 0.05, denied)
    if (
        follower in ("P", "S")
        and reading.kind(at + 2) in ("NP", "G")
        and word not in ("than", "if", "when", "because", "since", "while")
    ):
        tail = _tail(reading, at + 2)
        parent = "other"
        if word in _PLACES and verb.verb in _LOCATED:
            parent = "located_in"
        elif verb.verb in ("use", "employ", "utilize", "apply"):
            parent = "uses"
        elif verb.verb == "measure":
            parent = "measures"
        if verb.verb in _REPORT and parent == "other":
            return []
        return _one(
            name, reading.slice(verb.first, reading.chunks[at + 1].last), tail, parent, confidence - 0.05, denied
        )
    return []


def _agent(reading: _Reading, at: int, name: str, participle: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """Passive with "by": the agent is the head."""
    verb = reading.chunks[at]
    agent = at + 2
    if reading.chunks[agent].det in _CONTEXT_BOUND or _is_generic(reading, agent):
        return []
    relation = reading.slice(verb.first, reading.chunks[at + 1].last)
    if verb.verb == "follow":
        return _one(name, relation, reading.phrase(agent), "precedes", confidence, denied)
    if verb.verb == "precede":
        return _one(reading.phrase(agent), participle, name, "precedes", confidence, denied)
    if verb.verb == "characterize" or verb.verb.startswith(("character", "accompan", "surround")):
        return _one(name, relation, _tail(reading, agent), "other", confidence, denied)
    parent = _PARENT_BY_VERB.get(verb.verb, "other")
    return _one(reading.phrase(agent), participle, name, parent, confidence, denied)


def _parts(reading: _Reading, at: int, whole: str, confidence: float, denied: bool) -> list[RawTriplet]:
    found = []
    for item in _items(reading, at):
        part = reading.phrase(item)
        if part and not _is_generic(reading, item) and part.lower() != whole.lower():
            found.append(RawTriplet(part, PART_OF, whole, "part_of", confidence, not denied))
    return found


def _active(reading: _Reading, at: int, verb: _Chunk, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X V Y ...", "X V prep Y ..."."""
    follower, word = reading.kind(at + 1), reading.lower(at + 1)
    relation = reading.slice(verb.first, verb.last)
    if follower == "NP":
        target = reading.chunks[at + 1]
        if target.det in ("no",):
            denied = True
        if verb.verb in ("contain", "comprise", "include") and not target.det.startswith(("this", "these", "its")):
            parts = _contained(reading, at, name, confidence, denied)
            if parts:
                return parts
        if verb.verb == "follow":
            return _one(reading.phrase(at + 1), PRECEDES, name, "precedes", confidence - 0.2, denied)
        if target.det in ("his", "her", "our", "my", "your"):
            confidence -= 0.15
        if verb.verb == "give" and reading.lower(at + 1) == "rise" and reading.lower(at + 2) == "to":
            end = reading.chunks[at + 2].last
            return _one(name, reading.slice(verb.first, end), _tail(reading, at + 3), "causes", confidence, denied)
        tail = _tail(reading, at + 1)
        return _one(name, relation, tail, _PARENT_BY_VERB.get(verb.verb, "other"), confidence, denied)
    if follower in ("P", "S") and reading.kind(at + 2) in ("NP", "G", "J") and word not in _CLAUSAL:
        if verb.verb == "consist" and word == "of":
            return _parts(reading, at + 2, name, confidence, denied)
        tail = _tail(reading, at + 2)
        return _one(
            name,
            reading.slice(verb.first, reading.chunks[at + 1].last),
            tail,
            _prepositional(verb.verb, word),
            confidence - 0.05,
            denied,
        )
    if (
        follower == "J"
        and verb.verb in ("become", "remain", "stay", "appear", "seem")
        and reading.kind(at + 2) in ("P", ".", "")
    ):
        return []
    if follower == "G" and reading.kind(at + 2) in ("NP", "P"):
        tail = _tail(reading, at + 1)
        return _one(name, relation, tail, "other", confidence - 0.15, denied)
    return []


_CLAUSAL = frozenset(
    "than if when because since while whereas although though as where after before until why how".split()
)


def _prepositional(verb: str, word: str) -> str:
    if (verb, word) in (("lead", "to"), ("result", "in")):
        return "causes"
    if verb in _LOCATED and word in _PLACES:
        return "located_in"
    if verb in ("differ", "contrast"):
        return "contrasts"
    return "other"


def _contained(reading: _Reading, at: int, name: str, confidence: float, denied: bool) -> list[RawTriplet]:
    """ "X contains a, b and c": parts of X; "Xs include a and b": kinds of X."""
    head = _subject(reading, at)
    include = reading.chunks[at].verb == "include"
    if include and head >= 0 and reading.chunks[head].plural:
        if _is_generic(reading, head):
            return []
        items = _items(reading, at + 1)
        return [
            RawTriplet(reading.phrase(item), IS_A, name, "is_a", confidence - 0.1, not denied)
            for item in items
            if reading.phrase(item)
            and not _is_generic(reading, item)
            and reading.chunks[item].det not in _CONTEXT_BOUND
        ]
    return _parts(reading, at + 1, name, confidence - 0.05, denied)


def _one(head: str, relation: str, tail: str, parent: str, confidence: float, denied: bool) -> list[RawTriplet]:
    if not head or not tail or not relation or head.lower() == tail.lower():
        return []
    return [RawTriplet(head, relation, tail, parent, confidence, not denied)]


_TAIL_STOPS = frozenset((";", ":", ".", "(", ")", "—", "W", "U", "!", "?", "[", "]"))
_TAIL_CLAUSES = frozenset(
    "because although though while whereas since if when unless how why what where whether".split()
)


def _tail(reading: _Reading, at: int, skip_to: bool = False) -> str:
    """The rest of the clause from chunk ``at``, at most ten words, ending where a phrase ends; "" if there is none."""
    if not 0 <= at < len(reading.chunks):
        return ""
    words, chunks = reading.words, reading.chunks
    first = chunks[at].first
    if skip_to and words[first].tag == "T":
        first += 1
    if chunks[at].kind == "NP":
        if chunks[at].det in ("this", "these", "those", "such"):
            return ""
        while first and (words[first - 1].tag == "#" or words[first - 1].lower in _DEGREES):
            first -= 1
    place, end = at, first
    before_list = marks = 0
    while place < len(chunks):
        chunk = chunks[place]
        kind = chunk.kind
        if kind in _TAIL_STOPS or (kind == "S" and reading.lower(place) in _TAIL_CLAUSES):
            break
        if kind == "VG" and place > at:
            # A verb right after the object: an object clause, or a misreading.
            if reading.kind(place - 1) == "NP":
                return ""
            break
        if kind == ",":
            if not _list_goes_on(reading, place):
                break
            before_list = before_list or end
            marks += 1
        elif kind == "C" and _new_clause(reading, place + 1):
            break
        if chunk.last - first - marks > LONGEST_TAIL:
            end = before_list or end
            break
        if kind in ("NP", "#") or (kind == "J" and _closes(reading, place)):
            end = chunk.last
        elif kind in ("G", "TV", "E") and place > at and chunk.last - first > LONGEST_TAIL - 2:
            break
        place += 1
    text = reading.slice(first, end)
    if chunks[at].kind == "NP" and end <= chunks[at].last and _is_generic(reading, at):
        return ""
    return text if content_stems(text) else ""


_DEGREES = frozenset("more less fewer most highly very".split())


def _closes(reading: _Reading, at: int) -> bool:
    return reading.kind(at + 1) in ("", ".", ",", ";", "P")


def _list_goes_on(reading: _Reading, comma: int) -> bool:
    """Whether the comma stands in a list of noun phrases that ends in "and" or "or"."""
    place = comma
    for _ in range(6):
        if reading.kind(place) != ",":
            return False
        place += 1
        if reading.kind(place) == "C":
            return reading.lower(place) in ("and", "or") and not _new_clause(reading, place + 1)
        if reading.kind(place) != "NP":
            return False
        place += 1
        if reading.lower(place) == "of" and reading.kind(place + 1) == "NP":
            place += 2
        if reading.kind(place) == "C":
            return reading.lower(place) in ("and", "or") and not _new_clause(reading, place + 1)
    return True


def _new_clause(reading: _Reading, at: int) -> bool:
    """Whether a finite verb, with or without a subject before it, follows here."""
    for place in range(at, min(at + 6, len(reading.chunks))):
        kind = reading.kind(place)
        if kind in ("VG", "U"):
            return True
        if kind not in ("NP", "P"):
            return False
    return False


# --- contrasts -------------------------------------------------------------------------------------------------------


def _contrasts(reading: _Reading) -> list[RawTriplet]:
    """ "Unlike X, Y ..."."""
    if reading.kind(0) != "P" or reading.words[0].lower != "unlike" or reading.kind(1) != "NP":
        return []
    for place in range(2, min(8, len(reading.chunks))):
        if reading.kind(place) == "," and reading.kind(place + 1) == "NP":
            ends = (1, place + 1)
            if any(_is_generic(reading, one) or reading.chunks[one].det in _CONTEXT_BOUND for one in ends):
                return []
            return [RawTriplet(reading.phrase(place + 1), reading.slice(0, 1), reading.phrase(1), "contrasts", 0.7)]
    return []


# --- fallback --------------------------------------------------------------------------------------------------------


def _fallback(reading: _Reading) -> list[RawTriplet]:
    """Loose edges "NP, verb, clause" for a sentence without a triplet; the head may be generic, the reading wrong."""
    found: list[RawTriplet] = []
    denied = reading.words[0].lower in ("no", "not", "neither")
    last = -1
    for at, chunk in enumerate(reading.chunks):
        if chunk.kind == "NP":
            last = at
        if chunk.kind not in ("VG", "TV", "G", "E") or len(found) >= 4:
            continue
        start = at + 2 if reading.kind(at + 1) in ("P", "S") else at + 1
        tail = _tail(reading, start)
        head = _with_of(reading, last) if last >= 0 else -1
        if head < 0 or not tail:
            continue
        end = reading.chunks[start - 1].last
        name = reading.phrase(head)
        confidence = FALLBACK if chunk.kind == "VG" and head == last == at - 1 else 0.2
        found += (
            [RawTriplet(name, reading.slice(chunk.first, end), tail, "other", confidence, not (denied or chunk.denied))]
            if name
            else []
        )
    return [one for one in found if len(one.relation.split()) <= 6]


# --- shared ----------------------------------------------------------------------------------------------------------


def _is_generic(reading: _Reading, at: int) -> bool:
    """Whether a noun phrase says too little to be a node: a generic noun without a modifier of its own, or a symbol."""
    at = reading.counted(at)
    chunk = reading.chunks[at]
    if reading.words[chunk.last - 1].end - reading.words[chunk.first].start < 2:
        return True
    base = _base_noun(reading.words[chunk.last - 1].lower)
    of = reading.lower(at + 1) == "of" and reading.kind(at + 2) == "NP"
    if base not in _GENERIC or (base in _PERSONS and chunk.last - chunk.first > 1):
        return not any(letter.isalpha() for letter in reading.words[chunk.last - 1].text)
    if of and base in (
        "use",
        "lack",
        "process",
        "presence",
        "absence",
        "level",
        "effect",
        "study",
        "degree",
        "end",
        "system",
    ):
        return False
    return chunk.last - chunk.first == 1 or all(
        _is_bland(reading.words[place]) for place in range(chunk.first, chunk.last - 1)
    )


_PERSONS = frozenset("people patient individual student".split())
_BLAND = frozenset(
    """new old main major different same important several many various first second third last next previous
    recent current severe other key certain specific particular possible common good better best large small
    great single whole similar experimental final overall present early later following above proposed existing
    extensive human real simple possible significant further additional original own""".split()
)


def _is_bland(word: Word) -> bool:
    return word.lower in _BLAND or word.tag == "#" or word.lower.endswith("est")


def _distinct(found: list[RawTriplet]) -> tuple[RawTriplet, ...]:
    """Each (head, relation, tail) once, with its highest confidence, in order."""
    best: dict[tuple[str, str, str], RawTriplet] = {}
    for one in found:
        key = (one.head.lower(), one.relation.lower(), one.tail.lower())
        if key not in best or one.confidence > best[key].confidence:
            best[key] = replace(one, confidence=round(one.confidence, 2))
    return tuple(best.values())


# --- lists of types --------------------------------------------------------------------------------------------------

_ANNOUNCED = 60  # words within which a list has to be announced
_SORTS = frozenset(
    """types kinds forms classes categories groups branches stages phases divisions parts components varieties
    subtypes families species layers regions levels subfields fields domains modes states""".split()
)
_DIVIDED = frozenset("divided classified grouped categorized subdivided split separated".split())


def _list_start(sentence: str, words: list[tuple[str, int, int]], wanted: set[str]) -> int:
    """Where the list of names begins; -1 if the sentence announces none."""
    lowers = [word for word, _, _ in words]
    for at, lower in enumerate(lowers):
        if (
            lower in _DIVIDED
            and "into" in lowers[at + 1 : at + 4]
            and wanted <= set(content_stems(" ".join(lowers[:at])))
        ):
            into = lowers.index("into", at)
            colon = sentence.find(":", words[into][2])
            return colon + 1 if 0 <= colon - words[into][2] <= 60 else words[into][2]
        if lower in _SORTS and "of" in lowers[at + 1 : at + 2]:
            near = " ".join(lowers[at + 2 : at + 4 + len(wanted)])
            if wanted <= set(content_stems(near)):
                return _after_announcement(sentence, words, at)
    return -1


def _after_announcement(sentence: str, words: list[tuple[str, int, int]], at: int) -> int:
    """After "types of T": a colon, else "are" or "include", within the next words."""
    end = words[at][2]
    colon = sentence.find(":", end)
    if 0 <= colon - end <= 80:
        return colon + 1
    for lower, _, stop in words[at + 2 : at + 10]:
        if lower in ("are", "include", "including", "were"):
            return stop
    return -1


def _names(sentence: str, start: int) -> tuple[str, ...]:
    """The items of "a, b, and c" from ``start`` to the end of the sentence, none longer than six words."""
    end = len(sentence)
    for mark in (".", ";", ":"):
        place = sentence.find(mark + " ", start)
        if place >= 0 and mark != ";":
            end = min(end, place)
    names: list[str] = []
    for first, last in _pieces(sentence, start, end):
        name = _name(sentence[first:last])
        if not name:
            return () if not names else tuple(names)
        names.append(name)
    joined = any(cue in sentence[start:end] for cue in (" and ", " or ", ";", " & "))
    return tuple(names) if joined else ()


def _pieces(sentence: str, start: int, end: int) -> list[tuple[int, int]]:
    """Spans between commas, semicolons and "and", outside parentheses; a parenthesis ends nothing but is left out."""
    pieces: list[tuple[int, int]] = []
    depth, first, at, last = 0, start, start, -1
    while at < end:
        mark = sentence[at]
        if mark == "(":
            if depth == 0 and sentence[first:at].strip() and last < first:
                last = at
            depth += 1
        elif mark == ")":
            depth = max(0, depth - 1)
            if depth == 0 and not (last >= first and sentence[first:last].strip()):
                first = at + 1
        elif depth == 0:
            width = 1 if mark in ",;" else 0
            for word in (" and ", " or "):
                if sentence.startswith(word, at):
                    width = len(word) - 1
            if width:
                pieces.append((first, last if last >= first else at))
                first = at + width
                last = -1
                at += width
                continue
        at += 1
    pieces.append((first, last if last >= first else end))
    return [(a, b) for a, b in pieces if sentence[a:b].strip(" .")]


_NO_NAME = frozenset("it they this these we not is are was were be been rather also often found used called".split())


def _name(piece: str) -> str:
    """One name without its article and without a relative clause; "" if it is no name."""
    words = tokens(piece)
    first = 0
    while first < len(words) and words[first].lower in ("and", "or", "the", "a", "an", "either", "both", "those"):
        first += 1
    last = first
    while last < len(words) and words[last].lower not in (
        "which",
        "that",
        "who",
        "where",
        "each",
        "with",
        "based",
        "depending",
    ):
        last += 1
    if last == first or last - first > 6 or any(one.lower in _NO_NAME for one in words[first:last]):
        return ""
    return piece[words[first].start : words[last - 1].end]
