"""Cleaning: snippets made readable, cut to the length an embedding model takes, each said once.

Text is tidied and cut, never reworded. Reading rows lives in ``corpora``. Duplicates are found in three steps: the same
words exactly; candidates that share shingles (four words in a row, the smallest hashes of each text: Broder, "On the
resemblance and containment of documents", 1997); and a comparison word by word that decides.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import blake2b
from itertools import islice, pairwise
from typing import NamedTuple

from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.records import Scalar, Snippet
from castalia.tools.corpora import PLACES, CorpusReport
from castalia.tools.sentences import split_sentences
from castalia.tools.words import FUNCTION_WORDS, TOKEN, stem

OVERLAP = 0.9  # share of words (as a multiset) that near duplicates have in common
HEADING_WORDS = 12  # a longer beginning is not taken as a heading

_SKETCH = 16  # shingle hashes kept of each text
_BLOCK = 64  # texts listed under one shingle; more is boilerplate
_CANDIDATES = 16  # texts that one text is compared with
_LONGEST = (
    4_000_000  # cells of the largest comparison; texts of many thousand words that differ throughout are not compared
)

# Control characters that are not white space; soft hyphen, zero-width, bidirectional and tag characters, invisible
# operators, supplementary variation selectors; lone surrogates and non-characters, which no store can encode.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufffe\uffff\U000e0000-\U000e01ef]"
)
_DIGITS = re.compile(r"\d+")
_CLAUSE = re.compile(r"(?<=[;:,)\]|—–])\s+")
_SPACE = re.compile(r"\s+")
# What texts are compared by: words, and the signs that carry meaning between them. Other punctuation is layout.
_MARK = re.compile(TOKEN.pattern + r"|[<>=≤≥≠≈≡∝±+−×÷∓∈∉⊂⊃∪∩∧∨¬→←↔↑↓∞∂∇√∫∑∏%‰°]|(?<![^\s(\[,])-(?=[\d.])")
_HYPHENS = str.maketrans({"’": "'", "–": "-", "‐": "-", "‑": "-"})

_NUMBER = r"\d{1,2}(?:\.\d{1,2}){0,4}"
# A number or a name of a part of a document before the text proper: "3.1", "(b)", "IV.", "Table 2:", "Abstract."
_LABEL = re.compile(
    rf"""(?:
      (?i:chapter|section|part|figure|fig\.?|table|box|appendix|example|exercise|problem|step|note|unit|lesson|§)\s?
        {_NUMBER}[a-z]?(?:[.:)|—–-]\s|\s(?=[A-Z]))
    | (?i:abstract|background|introduction|summary|conclusions?|results|methods|discussion|overview|objectives?|aims?)
        \s?[.:|—–]\s?
    | [(\[](?:{_NUMBER}|[a-z]|(?i:[ivx]{{1,5}}))[)\]]\s?
    | (?:{_NUMBER}|(?i:[ivx]{{2,5}}))[.):]\s(?=[^\s\d])
    | \d{{1,2}}(?:\.\d{{1,2}}){{1,4}}\s(?=[A-Z][a-z]{{2}})
    )""",
    re.VERBOSE,
)
_HEADING_NUMBER = re.compile(_NUMBER)
_HEADING_LINKS = frozenset(
    """of and the in for a an to on with by from or at as vs versus between its their how why during under
    through into""".split()
)
_HEADING_ENDS = frozenset(".:!?—–|\n")
_NEGATIONS = frozenset("not no nor neither never none cannot without false wrong myth".split())
# A text that differs in one of these says something else.
_TELLING = (
    _NEGATIONS
    | frozenset(
        """all any both each either every few fewer fewest half least less many more most much only same several some
        always ever often rarely seldom sometimes usually almost nearly hardly barely may might could should must can will
        would if unless although despite except but before after until since during above below over under up down off
        against from into out inside outside upon between among beyond within during once one too than like unlike one's
        first second third last next twice double triple single two three four five six seven eight nine ten""".split()
    )
    | frozenset(
        stem(word)
        for word in """high low higher lower large small larger smaller great greater big long short longer shorter increase
        decrease rise fall grow shrink gain lose loss add remove reduce raise enhance inhibit activate promote suppress
        accelerate slow fast strong weak stronger weaker hot cold warm cool heavy light early late old young new left right
        north south east west northern southern eastern western positive negative true false male female man woman boy girl
        maternal paternal mother father inner outer upper front back dorsal ventral proximal distal anterior posterior
        acute chronic benign malignant major minor maximum minimum major minority majority active passive soluble dominant
        recessive primary secondary tertiary direct indirect open closed begin end start stop succeed fail success failure
        better worse best worst good bad cause prevent protect damage accept reject agree disagree support oppose present
        absent presence absence deny lack similar different unlike opposite reverse inverse import export buy sell supply
        demand day night summer winter spring autumn million billion thousand hundred percent mol min hour minute
        day week month year""".split()
    )
)


def clean(
    snippets: Iterable[Snippet],
    chunk_tokens: int = 512,
    min_words: int = 20,
    count_tokens: Callable[[str], int] | None = None,
) -> tuple[tuple[Snippet, ...], CorpusReport]:
    """Tidy, cut and deduplicated snippets, sorted by id, and what was done; the order of arrival does not matter.

    A text over ``chunk_tokens`` (by ``count_tokens``, else a quarter of its characters) is cut at sentences, only a longer
    sentence inside; each piece is a snippet of its own with ``@chunk1``, ``@chunk2``… on its url. Texts under ``min_words``
    are dropped. Of duplicates and near duplicates the smallest id stays. Cleaning what is clean changes nothing.
    """
    if chunk_tokens < 1:
        raise InputError(f"chunk_tokens is {chunk_tokens}: it must be at least 1")
    count = count_tokens or _quarter_of_characters
    found: dict[str, Snippet] = {}
    rows = chunked = chunks = duplicates = too_short = 0
    for snippet in snippets:
        rows += 1
        tidied = _tidied(snippet)
        texts = _chunks(tidied.text, chunk_tokens, min_words, count)
        if len(texts) > 1:
            chunked += 1
            chunks += len(texts)
        for number, text in enumerate(texts, 1):
            if not _has_words(text, min_words):
                too_short += 1
                continue
            one = _numbered(tidied, text, f"@chunk{number}" if len(texts) > 1 else "")
            other = found.get(one.id)
            found[one.id] = one if other is None else max(one, other, key=_fullness)
            duplicates += other is not None
    ordered = [found[one] for one in sorted(found)]
    kept, repeats, twins = _distinct(ordered)
    return kept, CorpusReport(
        rows=rows,
        kept=len(kept),
        too_short=too_short,
        duplicates=duplicates + repeats,
        near_duplicates=len(twins),
        chunked=chunked,
        chunks=chunks,
        twins=tuple(twins[:PLACES]),
    )


def _quarter_of_characters(text: str) -> int:
    return -(-len(text) // 4)


def _tidied(snippet: Snippet) -> Snippet:
    """The snippet with every string tidy, and the id that belongs to it."""
    text, url = tidy(snippet.text), _line(snippet.url)
    extra: Mapping[str, Scalar] = {
        _line(name): _line(value) if isinstance(value, str) else value for name, value in snippet.extra.items()
    }
    return replace(
        snippet,
        id=snippet_id(text, url),
        text=text,
        url=url,
        domain=_line(snippet.domain),
        topic=_line(snippet.topic),
        title=_line(snippet.title),
        source=_line(snippet.source),
        authors=tuple(map(_line, snippet.authors)),
        doi=_line(snippet.doi),
        extra=extra,
    )


def tidy(text: str) -> str:
    """NFC, nothing invisible, runs of white space as one space; rows of a table (``| a | b |``) keep their lines."""
    if "|" not in text:
        return _line(text)
    lines: list[str] = []
    after_row = True
    for line in map(_line, _visible(text).splitlines()):
        if not line:
            continue
        is_row = len(line) > 1 and line[0] == line[-1] == "|"
        lines += [line] if not lines else ["\n" if is_row or after_row else " ", line]
        after_row = is_row
    return "".join(lines)


def _line(text: str) -> str:
    return " ".join(_visible(text).split())


def _visible(text: str) -> str:
    return text if text.isascii() and text.isprintable() else unicodedata.normalize("NFC", _INVISIBLE.sub("", text))


def _chunks(text: str, limit: int, min_words: int, count: Callable[[str], int]) -> list[str]:
    """The text in as few pieces as fill the limit in turn; a last one too short to stand takes from the one before."""
    if count(text) <= limit:
        return [text]
    cuts = [*_cuts(text, 0, len(text), limit, count, _LEVELS), len(text)]
    ends = [0]
    while ends[-1] < len(cuts) - 1:
        ends.append(_furthest(text, cuts, ends[-1], limit, count))
    if len(ends) > 2 and not _has_words(text[cuts[ends[-2]] :], min_words):
        for end in range(ends[-2] - 1, ends[-3], -1):
            head, tail = text[cuts[ends[-3]] : cuts[end]], text[cuts[end] :].strip()
            if count(tail) > limit or not _has_words(head, min_words):
                break
            if _has_words(tail, min_words):
                ends[-2] = end
                break
    return [piece for start, end in pairwise(ends) if (piece := tidy(text[cuts[start] : cuts[end]]))]


def _cuts(
    text: str,
    start: int,
    end: int,
    limit: int,
    count: Callable[[str], int],
    levels: Sequence[Callable[[str], list[int]]],
) -> list[int]:
    """Where pieces within the limit may begin: at sentences, and inside a longer one at clauses, words, characters."""
    piece = text[start:end].strip()
    if count(piece) <= limit or len(piece) < 2:
        return [start]
    starts = [start, *(start + at for at in levels[0](text[start:end]) if 0 < at < end - start)]
    finer = levels[1:] or levels
    return [cut for one, other in pairwise([*starts, end]) for cut in _cuts(text, one, other, limit, count, finer)]


def _sentence_starts(text: str) -> list[int]:
    return [sentence.start for sentence in split_sentences(text)]


def _clause_starts(text: str) -> list[int]:
    return [match.end() for match in _CLAUSE.finditer(text)]


def _word_starts(text: str) -> list[int]:
    return [match.end() for match in _SPACE.finditer(text)]


def _middle(text: str) -> list[int]:
    return [len(text) // 2]


_LEVELS = (_sentence_starts, _clause_starts, _word_starts, _middle)


def _furthest(text: str, cuts: Sequence[int], first: int, limit: int, count: Callable[[str], int]) -> int:
    """The last cut that still fits, found by doubling and halving: few counts, each of about one chunk."""

    def fits(end: int) -> bool:
        return end < len(cuts) and count(text[cuts[first] : cuts[end]].strip()) <= limit

    good, step = first + 1, 1
    while fits(good + step):
        good += step
        step *= 2
    while step := step // 2:
        if fits(good + step):
            good += step
    return good


def _has_words(text: str, least: int) -> bool:
    return sum(1 for _ in islice(TOKEN.finditer(text), least)) >= least


def _numbered(snippet: Snippet, text: str, suffix: str) -> Snippet:
    if not suffix:
        return snippet
    url = snippet.url + suffix
    return replace(snippet, id=snippet_id(text, url), text=text, url=url)


def _fullness(snippet: Snippet) -> tuple[int, str]:
    """Of two rows with one id the better described one stays; any fixed rule does, so that the order does not matter."""
    told = (snippet.domain, snippet.topic, snippet.title, snippet.year, snippet.source, snippet.authors, snippet.doi)
    extra = sorted((name, repr(value)) for name, value in snippet.extra.items())
    return sum(map(bool, told)) + len(extra), repr((snippet.text, told, extra))


def _distinct(ordered: Sequence[Snippet]) -> tuple[tuple[Snippet, ...], int, list[tuple[str, str]]]:
    """The snippets without duplicates, how many repeats there were, and the near duplicates as (kept, removed) ids.

    By ascending id each one is compared with those kept before it: what is removed has a smaller twin that stays, a chain
    of small differences removes nothing by itself, and running it on its own result changes nothing. Blocks are
    bounded, so time is linear in the texts.
    """
    codes = _Codes()
    digests: list[bytes] = []
    sketches: list[array[int]] = []
    for snippet in ordered:
        words = codes.of(snippet.text)
        digests.append(blake2b(words.tobytes(), digest_size=16).digest())
        sketches.append(_sketch(words))
    shared = _repeated(sketches)
    blocks: dict[int, list[int]] = defaultdict(list)
    kept: list[int] = []
    seen: set[bytes] = set()
    twins: list[tuple[str, str]] = []
    repeats = 0
    for at, snippet in enumerate(ordered):
        if digests[at] in seen:
            repeats += 1
            continue
        hashes = [one for one in sketches[at] if one in shared]
        candidates = _candidates(at, hashes, sketches, blocks)
        twin = _twin(snippet.text, [(other, ordered[other].text) for other in candidates])
        if twin is not None:
            twins.append((ordered[twin].id, snippet.id))
            continue
        kept.append(at)
        seen.add(digests[at])
        for one in hashes:
            if len(blocks[one]) < _BLOCK:
                blocks[one].append(at)
    return tuple(ordered[at] for at in kept), repeats, twins


class _Codes(dict[str, int]):
    """A 64-bit number for each word as it is compared, made when it is first met."""

    def of(self, text: str) -> array[int]:
        return array("Q", map(self.__getitem__, _MARK.findall(_unshouted(text))))

    def __missing__(self, word: str) -> int:
        code = int.from_bytes(blake2b(_key(word).encode(), digest_size=8).digest(), "big")
        self[word] = code
        return code


def _unshouted(text: str) -> str:
    """A text all in capitals says nothing by them."""
    return text.lower() if text.isupper() else text


def _key(word: str) -> str:
    """Lower case and plain hyphens; "CO", "US" or "WHO" are other words than "Co", "us" and "who"."""
    if len(word) <= 3 and not word.islower() and sum(map(str.isupper, word)) > 1:
        return word
    return word.lower() if word.isascii() else word.lower().translate(_HYPHENS)


def _sketch(words: Sequence[int]) -> array[int]:
    """The smallest hashes of its shingles: texts alike share many of them, however long they are."""
    runs = zip(words, words[1:], words[2:], words[3:], strict=False)
    shingles = {(a ^ b << 1 ^ c << 2 ^ d << 3) & 0xFFFFFFFF for a, b, c, d in runs}
    return array("L", sorted(shingles or {word & 0xFFFFFFFF for word in words})[:_SKETCH])


def _repeated(sketches: Iterable[Iterable[int]]) -> frozenset[int]:
    """The hashes that more than one sketch holds (sorted, not counted: a third of the memory)."""
    return frozenset(
        one for one, other in pairwise(sorted(one for sketch in sketches for one in sketch)) if one == other
    )


def _candidates(
    at: int, hashes: Iterable[int], sketches: Sequence[array[int]], blocks: Mapping[int, Sequence[int]]
) -> list[int]:
    """Kept texts that share an eighth of the smaller sketch, most shared first."""
    shared = Counter(other for one in hashes if one in blocks for other in blocks[one])
    enough = [
        (-count, other) for other, count in shared.items() if 8 * count >= min(len(sketches[at]), len(sketches[other]))
    ]
    return [other for _, other in sorted(enough)[:_CANDIDATES]]


def _twin(text: str, others: Sequence[tuple[int, str]]) -> int | None:
    """The first of the others that says the same. The cheap tests come first: numbers, then words by count."""
    for number, other in others:
        ours, theirs = _content(text), _content(other)
        longer, shorter = sorted((ours.numbers, theirs.numbers), key=len, reverse=True)
        least = min(len(ours.words), len(theirs.words))
        if (
            longer[len(longer) - len(shorter) :] == shorter  # a heading may begin with some
            and abs(len(ours.words) - len(theirs.words)) <= HEADING_WORDS + (1 - OVERLAP) * (least + HEADING_WORDS)
            and (ours.counted & theirs.counted).total() >= OVERLAP * least
            and _same(other, text)
        ):
            return number
    return None


class _Word(NamedTuple):
    """A word (or sign) of a text, the form it is compared by, and where it stands."""

    raw: str
    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Content:
    """A text from behind its label, as it is compared."""

    text: str
    words: tuple[_Word, ...]
    counted: Counter[str]
    numbers: tuple[str, ...]


@lru_cache(maxsize=256)  # texts made from one template meet the same candidates again and again
def _content(text: str) -> _Content:
    text = _unshouted(text)
    label = _LABEL.match(text)
    start = label.end() if label else 0
    words = tuple(_Word(m.group(), _key(m.group()), m.start(), m.end()) for m in _MARK.finditer(text, start))
    return _Content(text, words, Counter(word.key for word in words), tuple(_DIGITS.findall(text, start)))


def _same(one: str, other: str) -> bool:
    """Do these texts say the same, but for labels and headings before them and small edits?"""
    a, b = _content(one), _content(other)
    return _edited(a.words, b.words) or _headed(a.text, a.words, b.words) or _headed(b.text, b.words, a.words)


def _headed(text: str, longer: Sequence[_Word], shorter: Sequence[_Word]) -> bool:
    """Is the longer text the shorter one with a heading before it?"""
    opening = [word.key for word in shorter[:3]]
    for length in range(1, min(HEADING_WORDS, len(longer) - len(opening)) + 1):
        if [word.key for word in longer[length : length + 3]] == opening:
            heading, body = longer[:length], longer[length:]
            if _is_heading(heading, body[0], text[heading[-1].end : body[0].start]) and _edited(body, shorter):
                return True
    return False


def _is_heading(heading: Sequence[_Word], following: _Word, gap: str) -> bool:
    """A few words without a verb of the commonest kind, set off by a mark or by the capital that follows."""
    stopped = not _HEADING_ENDS.isdisjoint(gap)
    keys = [word.key for word in heading]
    if any(key in _NEGATIONS or key.endswith("n't") for key in keys):
        return False
    if not stopped:
        titled = keys[1:] if _HEADING_NUMBER.fullmatch(keys[0]) else keys
        if following.raw[0].islower() or not all(key.replace("-", "").isalpha() for key in titled):
            return False
    return "?" in gap or all(key in _HEADING_LINKS or key not in FUNCTION_WORDS for key in keys)


def _edited(a: Sequence[_Word], b: Sequence[_Word]) -> bool:
    """Do the texts share nine words in ten, and differ in none that changes what is said?"""
    ours, theirs = [word.key for word in a], [word.key for word in b]
    if (Counter(ours) & Counter(theirs)).total() < OVERLAP * max(len(a), len(b)):
        return False
    head = next((at for at, (x, y) in enumerate(zip(ours, theirs, strict=False)) if x != y), min(len(a), len(b)))
    most = min(len(a), len(b)) - head
    tail = next((at for at in range(most) if ours[-1 - at] != theirs[-1 - at]), most)
    left, right = ours[head : len(a) - tail], theirs[head : len(b) - tail]
    if len(left) * len(right) > _LONGEST:
        return False
    edits = [
        (a[head + i : head + j], b[head + k : head + m])
        for operation, i, j, k, m in SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        if operation != "equal"
    ]
    return _harmless(edits, _parts(ours), _parts(theirs))


def _parts(keys: Sequence[str]) -> Counter[str]:
    return Counter(part for key in keys for part in key.split("-"))


def _harmless(
    edits: Sequence[tuple[Sequence[_Word], Sequence[_Word]]], ours: Mapping[str, int], theirs: Mapping[str, int]
) -> bool:
    """No number, sign, name, negation or contrast is touched, no word is moved, and no term stands for another throughout."""
    if not all(_is_plain(word) for out, into in edits for word in (*out, *into)):
        return False
    gone = {word.key for out, _ in edits for word in out} - FUNCTION_WORDS
    come = {word.key for _, into in edits for word in into} - FUNCTION_WORDS
    if gone & come:
        return False
    for out, into in edits:
        stems = {stem(word.key) for word in out} & {stem(word.key) for word in into}
        content = [word.key for word in (*out, *into) if word.key not in FUNCTION_WORDS and stem(word.key) not in stems]
        if out and into and any(ours[part] + theirs[part] > 1 for key in content for part in key.split("-")):
            return False
        if len(out) == len(into) == 1 and _contrasts(out[0].key, into[0].key):
            return False
    return True


def _is_plain(word: _Word) -> bool:
    """An everyday word in lower case (a function word in any): no name, acronym, symbol, unit or number."""
    key = word.key
    if key in FUNCTION_WORDS:
        return key not in _TELLING and not key.endswith("n't") and (word.raw.istitle() or word.raw.islower())
    parts = re.split("[-']", key)
    return (
        word.raw.islower()
        and key.isascii()
        and all(part.isalpha() and len(part) > 2 for part in parts)
        and _TELLING.isdisjoint({key, *parts, *map(stem, parts)})
        and not key.startswith("non-")
    )


def _contrasts(one: str, other: str) -> bool:
    """Hypertension and hypotension, stable and unstable, increase and decrease: one ending, another beginning."""
    if stem(one) == stem(other):
        return False
    short = min(len(one), len(other))
    ending = next((at for at in range(short) if one[-1 - at] != other[-1 - at]), short)
    return ending >= 4 and one[:4] != other[:4]
