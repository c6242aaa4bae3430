"""Keys in a writer's text: every way of writing one is read, each is taken out with its place, and the rest reads well
without.

What a known key is, ``citations.parse_keys`` decides; which sentence a place belongs to, ``draft_claims``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from castalia.memory.identity import WRITTEN_KEY
from castalia.tools.pages.citations import parse_keys


@dataclass(frozen=True, slots=True)
class Run:
    """Keys that stood together. ``place`` is where in the cleaned text, ``ends`` whether a sentence certainly ends
    there."""

    place: int
    keys: tuple[str, ...]
    ends: bool


@dataclass(frozen=True, slots=True)
class Unkeyed:
    """A text without keys and number marks; ``leads`` is true where the writer set keys before the sentences, not
    behind."""

    text: str
    runs: tuple[Run, ...]
    unknown: tuple[str, ...]
    numbers: tuple[str, ...]
    is_broken: bool
    leads: bool


_BARE = re.compile(rf"(?<![^\W_])[@^#]?({WRITTEN_KEY})(?![^\W_])(?::(?!\w)|†\w{{0,20}}+)?")
# Square brackets of all kinds, for patterns: models write 【】 where they were taught to search.
_OPEN, _CLOSE = r"\[【［〔〖⟦", r"\]】］〕〗⟧"
_GROUP = re.compile(
    rf"[{_OPEN}][^{_OPEN}{_CLOSE}]{{0,400}}+[{_CLOSE}]|\([^()\[\]]{{7,200}}+\)|（[^（）\[\]]{{7,200}}+）"
    rf"|\{{[^{{}}()\[\]]{{7,200}}+\}}|{_BARE.pattern}"
)
_ONLY_KEY = re.compile(WRITTEN_KEY)
_SEPARATORS = re.compile(r"[,;\s]+|\band\b|&")
_BROKEN_KEY = re.compile(r" ?\[(?:[@^]?s[0-9a-fA-F]{0,16}[,; ]{1,3}){0,8}(?:[@^]?(?:s[0-9a-fA-F]{0,16})?)$")
_ONE = r"\[[^\[\]\s]{1,40}\]"
_RUN = re.compile(rf" ?{_ONE}(?: ?(?:[,;&]|and)? ?{_ONE})*+")
_INSIDE = re.compile(r"\[([^\[\]\s]{1,40})\]")
_NUMBER_MARK = re.compile(
    rf" ?(\[\[[0-9]{{1,3}}\]\]|[{_OPEN}]\^?[0-9]{{1,3}}(?: ?[,;–-] ?[0-9]{{1,3}}){{0,20}}[{_CLOSE}]|\[\^[A-Za-z0-9_-]{{1,20}}\]"
    r"|【(?:[^【】\s]{1,40}+|[^【】†]{0,40}+†[^【】]{0,80}+)】|\\cite[a-z]{0,6}\{[^{}]{1,80}\})"
)
_INTERVAL = re.compile(
    r"(?:\b(?:intervals?|range|in|on|onto|to|from|between|over|of|domain|values?|within|and|or|set)|[=∈×(,∪\]]) ?$|^$"
)
_LABELS = frozenset(
    "cite cited citation citations key keys ref refs reference references snippet snippets source sources".split()
)
_CLOSING = frozenset(" .,;:!?)]’”\"'-–%/")

_HERE = "\ue000"  # stands for keys that were taken out; remove_html leaves no such character in a text
_REPORTED = (
    "(?:shown|seen|reported|described|discussed|noted|demonstrated|reviewed|presented|explained|summari[sz]ed|confirmed|detailed"
    "|stated|mentioned|indicated|suggested|observed|documented|outlined|established|found)"
)
_ACCORDING = rf"(?<!\w)(?:as {_REPORTED} (?:in|by)|see(?: also)?|cf\.?|according to|per)"
_OPENING_PHRASE = re.compile(rf"(^|[.!?] ){_ACCORDING} ?{_HERE},? ?(\w)", re.IGNORECASE)
_SAYS = re.compile(
    rf"(^|[.!?]) ?{_HERE} (?:shows?|reports?|states?|notes?|finds?|found|says?|suggests?|demonstrates?|indicates?|describes?|explains?"
    r"|confirms?|argues?)(?: how)? that (\w)"
)
_ASIDE_PHRASE = re.compile(
    rf"(?<=\w), {_ACCORDING} ?{_HERE},(?= )|,? ?{_ACCORDING} ?{_HERE}(?=[.,;)]| ?$)", re.IGNORECASE
)
_BY_KEY = re.compile(rf"({_REPORTED}) (?:in|by) ?{_HERE}", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(rf"(?<=\w){_HERE}(?=\w)")
_GLUED = re.compile(rf"(?<=[.!?…]){_HERE}(?=[^\W\d_])")
_LEFT_OVER = (
    (re.compile(rf" ?\\cite[a-z]{{0,6}} ?{_HERE}"), _HERE),
    (re.compile(rf" ?(?:[({{<（⟨〈《「{_OPEN}] ?){{1,2}}[,;]? ?{_HERE}(?: ?[)}}>）⟩〉》」{_CLOSE}]){{1,2}}"), _HERE),
    (re.compile(rf"^{_HERE}[ ,;:]{{1,4}}+"), _HERE),
    (re.compile(rf"[,;] ?{_HERE} ?(?=[)\]])"), _HERE),
    (re.compile(rf"([.!?…]){_HERE}\.(?!\w)"), rf"\1{_HERE}"),
    (re.compile(rf" {_HERE}(?=[.,;:!?)]|$)"), _HERE),
    (re.compile(r" {2,}+"), " "),
)
_STOPS = (".", "!", "?", "…")
_OPENS = re.compile(r"[.!?…]{0,3}+ (?:[^\Wa-z_]|[“\"'‘(]|[a-z](?:\b|[A-Z0-9-])|[a-z]{2,3}[A-Z])")


def brackets_in(text: str) -> frozenset[str]:
    """The number brackets of a shown snippet (``[0,1]``, ``[18]F``), without white space and with the letter that is
    glued on."""
    return frozenset(_mark_of(text, found) for found in _NUMBER_MARK.finditer(text))


def take_keys(text: str, shown: Mapping[str, str], brackets: Collection[str]) -> Unkeyed:
    """The text of one block (single spaces) without its keys. ``shown`` maps keys to snippet ids, ``brackets`` are
    those that stand in the snippets (``brackets_in``). Linear in the length of the text."""
    known = {key.lower(): key for key in sorted(shown)}
    text, broken = _BROKEN_KEY.subn("", text)
    gathered = _gather(text, known)
    parsed = parse_keys(gathered, shown)
    strange = {key for key in parsed.unknown if _ONLY_KEY.fullmatch(key)}
    # once more with those: a key that was never shown still tells where its sentence ends
    text, numbers = _drop_numbers(parse_keys(gathered, {*shown, *strange}).text, brackets)
    taken: list[tuple[str, ...]] = []

    def take(found: re.Match[str]) -> str:
        inside = _INSIDE.findall(found.group())
        others = [one for one in inside if one not in shown and one not in strange and _says_something(one)]
        if not any(one in shown or one in strange for one in inside):
            return found.group()
        taken.append(tuple(dict.fromkeys(one for one in inside if one in shown)))
        kept = " ".join(f"[{one}]" for one in others)
        return (" " if others and found.group().startswith(" ") else "") + kept + _HERE

    pieces = _tidy(_RUN.sub(take, text)).split(_HERE)
    places, size = [], 0
    for piece in pieces[:-1]:
        size += len(piece)
        places.append(size)
    runs = tuple(
        Run(place, keys, _ends(before, after))
        for place, keys, before, after in zip(places, taken, pieces, pieces[1:], strict=False)
    )
    leads = bool(taken) and not pieces[0].strip() and any(char.isalnum() for char in pieces[-1])
    return Unkeyed("".join(pieces), runs, parsed.unknown, numbers, bool(broken), leads)


def _gather(text: str, known: Mapping[str, str]) -> str:
    """Each key in a bracket of its own kind: ``(s1a2b3c)``, ``[^s1a2b3c]``, ``【s1a2b3c†source】`` and bare known keys
    too."""

    def in_group(found: re.Match[str]) -> str:
        return f" {found[1]} "

    def bare(found: re.Match[str]) -> str:
        return f"[{found[1]}]" if found[1].lower() in known else found.group()

    def gather(found: re.Match[str]) -> str:
        group = found.group()
        if group[0] in _OPEN:
            inside = _BARE.sub(in_group, group[1:-1])
            return f"[{' '.join(inside.split())}]" if inside != group[1:-1] else group
        if group[0] in "(（{":
            words = [word for word in _SEPARATORS.split(group[1:-1]) if word]
            if words and all(_ONLY_KEY.fullmatch(word) for word in words) and any(char.isdigit() for char in group):
                return f"[{' '.join(words)}]"
            return _BARE.sub(bare, group)
        return bare(found) if found[1] else group

    return _GROUP.sub(gather, text)


def _drop_numbers(text: str, brackets: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """The text without made-up number marks; a bracket that stands in a snippet as no citation mark of its own is
    kept."""
    dropped: dict[str, None] = {}

    def drop(found: re.Match[str]) -> str:
        mark = _mark_of(text, found)
        glued = not mark.endswith("]")
        before = text[max(0, found.start() - 24) : found.start()]
        if mark in brackets and (glued or "0" in re.split(r"\D", mark) or _INTERVAL.search(before)):
            return found.group()
        dropped[found[1]] = None
        follows = text[found.end() : found.end() + 1]
        return "" if not follows or follows in _CLOSING or follows == "[" or not found.group().startswith(" ") else " "

    return _NUMBER_MARK.sub(drop, text), tuple(dropped)


def _mark_of(text: str, found: re.Match[str]) -> str:
    follows = text[found.end() : found.end() + 1]
    return "".join(found[1].split()) + (follows if follows.isalnum() or follows == "(" else "")


def _tidy(text: str) -> str:
    """The text with what spoke of its keys taken out: "as shown in [key]", "(see [key])", "[key] reports that"; the
    marks stay.

    A key that opened its sentence moves behind the first letter, so that it is not taken for the end of the one
    before."""
    text = _BETWEEN_WORDS.sub(f"{_HERE} ", text)
    text = _GLUED.sub(f"{_HERE} ", text)
    text = _OPENING_PHRASE.sub(_open_anew, text)
    text = _SAYS.sub(_open_anew, text)
    text = _ASIDE_PHRASE.sub(_HERE, text)
    text = _BY_KEY.sub(rf"\1{_HERE}", text)
    for pattern, instead in _LEFT_OVER:
        text = pattern.sub(instead, text)
    return text


def _says_something(word: str) -> bool:
    """Whether a word that stands beside a key is more than a mark or a name for what follows ("[source: s1a2b3c]")."""
    bare = word.strip(":.-–").lower()
    return any(map(str.isalnum, bare)) and bare not in _LABELS


def _open_anew(found: re.Match[str]) -> str:
    gap = " " if found[1] and not found[1].endswith(" ") else ""
    return f"{found[1]}{gap}{found[2].upper()}{_HERE}"


def _ends(before: str, after: str) -> bool:
    """Whether keys certainly close their sentence: a stop stands at them, and what follows can begin one."""
    at_stop = before.endswith(_STOPS) and not before.endswith("al.")
    return (at_stop or after.startswith(_STOPS)) and _OPENS.match(after) is not None
