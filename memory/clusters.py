"""Which names of a triplet graph mean one entity: union-find over keys, acronyms and verdicts.

The keys of names live in ``names``, the vetoes in ``name_vetoes``; nodes are made of the clusters in ``derivation``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache

from castalia.memory.name_vetoes import veto
from castalia.memory.names import name_key
from castalia.memory.triplet_log import Resolution


def merge(
    surfaces: Iterable[str], acronyms: Iterable[tuple[str, str]], resolutions: Iterable[Resolution]
) -> tuple[list[list[str]], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Clusters of names, sorted, and the homographs: acronyms with their long forms, where there are several.

    ``surfaces`` have been through ``surface``; no order matters. Names that only acronyms or verdicts mention are
    bridges between the others; names without a key are passed over.
    """
    pairs = sorted({_short_first(surface(a), surface(b)) for a, b in acronyms if name_key(a) and name_key(b)})
    surfaces = set(surfaces)
    resolutions = _connected(resolutions, {name_key(name) for name in surfaces.union(*pairs)})
    bridges = [name for pair in pairs for name in pair] + [
        surface(name) for one in resolutions for name in (one.a, one.b)
    ]
    names = sorted({*surfaces, *bridges})
    clusters = _Clusters(names)
    verdicts = _verdicts(resolutions)
    for a, b, verdict, _ in verdicts:
        if verdict == "different":
            clusters.forbid(a, b)
    by_key: dict[str, list[str]] = defaultdict(list)
    for name in names:
        by_key[name_key(name)].append(name)
    for group in by_key.values():
        _merge_group(clusters, group)
    _merge_verdicts(clusters, [(a, b, by) for a, b, verdict, by in verdicts if verdict == "same"])
    homographs = _merge_acronyms(clusters, pairs)
    return clusters.all(), homographs


def _connected(resolutions: Iterable[Resolution], keys: set[str]) -> list[Resolution]:
    """The verdicts that concern names with these keys, directly or through a chain of other names. A library also holds
    many verdicts on names of other pages: those are left out."""
    beside: dict[str, list[Resolution]] = defaultdict(list)
    for one in resolutions:
        a, b = name_key(surface(one.a)), name_key(surface(one.b))
        if a and b:
            beside[a].append(one)
            beside[b].append(one)
    open_keys, seen = sorted(keys & beside.keys()), set(keys)
    found: dict[Resolution, None] = {}
    while open_keys:
        for one in beside[open_keys.pop()]:
            found[one] = None
            fresh = {name_key(surface(name)) for name in (one.a, one.b)} - seen
            seen |= fresh
            open_keys += sorted(fresh)
    return list(found)


@lru_cache(maxsize=30_000)
def surface(name: str) -> str:
    """A name as clusters and nodes know it: with single spaces between its words and none around."""
    return " ".join(name.split())


class _Clusters:
    """Union-find over names, with pairs that must stay apart."""

    def __init__(self, names: Sequence[str]) -> None:
        self._root = {name: name for name in names}
        self._members = {name: [name] for name in names}
        self._apart: dict[str, set[str]] = {name: set() for name in names}

    def find(self, name: str) -> str:
        while (parent := self._root[name]) != name:
            self._root[name] = name = self._root[parent]
        return name

    def members(self, name: str) -> list[str]:
        return self._members[self.find(name)]

    def forbid(self, a: str, b: str) -> None:
        self._apart[self.find(a)].add(b)
        self._apart[self.find(b)].add(a)

    def may_join(self, a: str, b: str) -> bool:
        """Whether no verdict holds any two members of the clusters apart."""
        a, b = self.find(a), self.find(b)
        few, other = (a, b) if len(self._apart[a]) <= len(self._apart[b]) else (b, a)
        return not any(self.find(name) == other for name in self._apart[few])

    def join(self, a: str, b: str) -> None:
        a, b = self.find(a), self.find(b)
        if a == b:
            return
        if len(self._members[a]) < len(self._members[b]):
            a, b = b, a
        self._root[b] = a
        self._members[a] += self._members.pop(b)
        self._apart[a] |= self._apart.pop(b)

    def all(self) -> list[list[str]]:
        return sorted(sorted(members) for members in self._members.values())


def _short_first(a: str, b: str) -> tuple[str, str]:
    return (a, b) if (len(a), a) <= (len(b), b) else (b, a)


def _verdicts(resolutions: Iterable[Resolution]) -> list[tuple[str, str, str, str]]:
    """One (name, name, verdict, who) for each pair of keys.

    A person's verdict goes before a model's; of two by the same, "different" goes before "same".
    """
    rank = {"human": 0, "model": 1}
    weight = {"different": 0, "same": 1, "unsure": 2}
    best: dict[tuple[str, ...], tuple[int, int, str, str, str, str]] = {}
    for one in resolutions:
        a, b = sorted((surface(one.a), surface(one.b)))
        keys = (a, b) if name_key(a) == name_key(b) else tuple(sorted((name_key(a), name_key(b))))
        candidate = (rank.get(one.by, 2), weight.get(one.verdict, 3), a, b, one.verdict, one.by)
        best[keys] = min(best.get(keys, candidate), candidate)
    return [(a, b, verdict, by) for _, _, a, b, verdict, by in sorted(best.values())]


def _merge_group(clusters: _Clusters, group: Sequence[str]) -> None:
    """Join names of one key; a verdict may split them, then each goes to the first cluster that takes it."""
    heads: list[str] = []
    for name in group:
        home = next((head for head in heads if clusters.may_join(head, name)), None)
        if home is None:
            heads.append(name)
        else:
            clusters.join(home, name)


def _merge_verdicts(clusters: _Clusters, same: Sequence[tuple[str, str, str]]) -> None:
    """Join what verdicts call the same, unless a veto holds between any two names of the clusters: chains weld
    opposites."""
    for a, b, by in same:
        if clusters.find(a) == clusters.find(b) or not clusters.may_join(a, b):
            continue
        rivals = ((x, y) for x in _entities(clusters, a) for y in _entities(clusters, b))
        if by == "human" or not any(veto(x, y) for x, y in rivals):
            clusters.join(a, b)


def _entities(clusters: _Clusters, name: str) -> list[str]:
    """One surface for each key of a cluster: capitals sort first, so that an acronym is seen as one."""
    return list({name_key(one): one for one in sorted(clusters.members(name), reverse=True)}.values())


def _merge_acronyms(clusters: _Clusters, pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Join each acronym with its long form; one that the snippets expand in two ways is a homograph and joins
    neither."""
    expansions: dict[str, dict[str, str]] = defaultdict(dict)
    for short, long in pairs:
        if name_key(short) != name_key(long):
            expansions[name_key(short)].setdefault(clusters.find(long), long)
    shorts = {name_key(short): short for short, _ in reversed(pairs)}
    homographs = []
    for key in sorted(expansions):
        short, longs = shorts[key], sorted(expansions[key].values())
        if len(longs) > 1:
            homographs.append((short, tuple(longs)))
            continue
        long = longs[0]
        allowed = {key, name_key(long)}
        rivals = [(x, y) for x in _entities(clusters, short) for y in _entities(clusters, long)]
        if clusters.may_join(short, long) and not any(
            veto(x, y) for x, y in rivals if {name_key(x), name_key(y)} != allowed
        ):
            clusters.join(short, long)
    return tuple(homographs)
