"""What every snippet store must do, whatever it is made of: subclass ``StoreContract`` and say how to open an empty
one.

Not a test file itself. A failure names the behaviour that broke.
"""

from __future__ import annotations

import asyncio
import itertools
import math
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from castalia.memory import bm25
from castalia.memory.errors import InputError, StoreError
from castalia.memory.fusion import settled_score
from castalia.memory.identity import snippet_id
from castalia.memory.known_ids import KnownIds
from castalia.memory.protocols import Embedder, Filters, Hit, SearchQuery, SnippetStore
from castalia.memory.records import Snippet

WORDS = (
    "enzyme membrane photon orbit neuron crystal protein catalyst plasma genome lattice virus reef ocean star".split()
)


def snippet(text: str, url: str = "", **fields: Any) -> Snippet:
    return Snippet(id=snippet_id(text, url), text=text, url=url, **fields)


def corpus(size: int, seed: int = 7) -> list[Snippet]:
    """Snippets of random words, with repeats, so that scores tie often."""
    chance = random.Random(seed)
    return [
        snippet(
            " ".join(chance.choices(WORDS, k=chance.randint(2, 9))),
            f"https://example.org/{number}",
            domain=chance.choice(["biology", "physics"]),
            topic=chance.choice(["cells", "stars", "reefs"]),
            year=chance.choice([None, 1999, 2010, 2020]),
        )
        for number in range(size)
    ]


class CountingEmbedder:
    """Two dimensions: how much of a text is about cells, and how much is not. Keeps what it was asked."""

    name = "counting"

    def __init__(self) -> None:
        self.documents: list[str] = []
        self.queries: list[str] = []

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        self.documents += texts
        return [self._vector(text) for text in texts]

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        self.queries += texts
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        about = sum(word in text for word in ("enzyme", "membrane", "protein", "genome", "living"))
        return [1.0 + about, 1.0 + len(text.split()) - about]


class BrokenEmbedder:
    """Gives whatever vectors it is told to."""

    name = "broken"

    def __init__(self, give: Callable[[int], list[list[float]]]) -> None:
        self.give = give

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return self.give(len(texts))

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.give(len(texts))


class StoreContract:
    """Subclass, and give ``open_store``: an empty store (or an awaitable of one), with the embedder if there is one."""

    def open_store(self, embedder: Embedder | None = None) -> SnippetStore | Awaitable[SnippetStore]:
        raise AssertionError("say which store the contract is tried on")

    def run(self, use: Callable[[SnippetStore], Awaitable[Any]], embedder: Embedder | None = None) -> Any:
        async def whole() -> Any:
            opened = self.open_store(embedder)
            store = await opened if isinstance(opened, Awaitable) else opened
            try:
                return await use(store)
            finally:
                await store.close()

        return asyncio.run(whole())

    def filled(self, snippets: Sequence[Snippet], embedder: Embedder | None = None) -> Callable[..., Any]:
        """Runs ``use(store)`` on a store that holds these snippets."""

        def go(use: Callable[[SnippetStore], Awaitable[Any]]) -> Any:
            async def fill(store: SnippetStore) -> Any:
                await store.add(snippets)
                return await use(store)

            return self.run(fill, embedder)

        return go

    def found(self, snippets: Sequence[Snippet], query: str, k: int = 10, filters: Filters | None = None) -> list[str]:
        hits = self.filled(snippets)(lambda store: store.search([SearchQuery(query)], k, filters))[0]
        return [hit.snippet_id for hit in hits]

    # Adding and getting.

    def test_it_speaks_the_protocol(self) -> None:
        async def use(store: SnippetStore) -> bool:
            return isinstance(store, SnippetStore)

        assert self.run(use)

    def test_an_empty_store_answers_everything(self) -> None:
        async def use(store: SnippetStore) -> Any:
            return (
                await store.count(),
                await store.search([SearchQuery("cell")], 3),
                await store.sample(5),
                await store.get([]),
            )

        assert self.run(use) == (0, [[]], [], [])
        assert self.run(use, CountingEmbedder()) == (0, [[]], [], [])

    def test_adding_again_changes_nothing_and_counts_new_ids_only(self) -> None:
        snippets = corpus(40)

        async def use(store: SnippetStore) -> Any:
            first = await store.add(snippets[:30])
            before = await store.search([SearchQuery("enzyme star")], 10)
            again = await store.add(snippets[:30])
            after = await store.search([SearchQuery("enzyme star")], 10)
            more = await store.add([*snippets[20:], *snippets[35:]])
            return first, again, before == after, more, await store.add([]), await store.count()

        assert self.run(use) == (30, 0, True, 10, 0, 40)

    def test_more_than_one_batch_arrives_whole(self) -> None:
        snippets = corpus(1300)

        async def use(store: SnippetStore) -> Any:
            return await store.add(snippets), await store.count(), await store.get([one.id for one in snippets])

        assert self.run(use) == (1300, 1300, snippets)

    def test_a_snippet_comes_back_exactly_as_it_was(self) -> None:
        full = snippet(
            "The β-decay of [18]F takes 109.8 min;\n\n| a | b |\n\x00 tail \u2028 e\u0301 😀 ",
            "https://example.org/a#b",
            domain="Physik",
            topic="Zerfälle",
            title="“Decay”",
            year=-44,
            source="A book",
            authors=("Ada Łovelace", "李"),
            doi="10.1/x",
            extra={
                "module": "m1",
                "a.b": 1,
                'quo"te': 2.0,
                "flag": True,
                "": "",
                "big": 2**62,
                "tiny": 5e-324,
                "ten": 10,
            },
        )
        bare = Snippet(id="only-an-id", text="")

        async def use(store: SnippetStore) -> Any:
            return await store.get([bare.id, full.id, bare.id])

        back = self.filled([full, bare])(use)
        assert back == [bare, full, bare]
        assert {key: type(value) for key, value in back[1].extra.items()} == {
            key: type(value) for key, value in full.extra.items()
        }
        assert isinstance(back[1].authors, tuple) and back[0].year is None

    def test_a_missing_id_is_named(self) -> None:
        snippets = corpus(3)
        with pytest.raises(KeyError, match="nowhere"):
            self.filled(snippets)(lambda store: store.get([snippets[0].id, "nowhere"]))

    def test_a_snippet_with_other_fields_takes_the_place_of_its_former_self(self) -> None:
        old, new = snippet("enzyme", topic="a", extra={"x": 1}), snippet("enzyme", topic="b")

        async def use(store: SnippetStore) -> Any:
            assert await store.get([old.id]) == [old]  # what was read before is not what is read again
            added = await store.add([new])
            return (
                added,
                await store.get([old.id]),
                await store.count(Filters({"topic": "a"})),
                len((await store.search([SearchQuery("enzyme")], 5, Filters({"topic": "b"})))[0]),
            )

        assert self.filled([old])(use) == (0, [new], 0, 1)

    @pytest.mark.parametrize(
        "bad",
        [
            Snippet(id="x", text="half a \ud83d pair"),
            Snippet(id="x", text="a", extra={"score": math.nan}),
            Snippet(id="x", text="a", extra={"score": math.inf}),
            Snippet(id="x", text="a", extra={"big": 2**64}),
            Snippet(id="x", text="a", extra={"list": [1]}),  # type: ignore[dict-item]
            Snippet(id="x", text="a", year=2**70),
            Snippet(id="", text="a"),
        ],
    )
    def test_what_cannot_be_kept_exactly_is_refused_before_anything_is_written(self, bad: Snippet) -> None:
        async def use(store: SnippetStore) -> int:
            with pytest.raises(StoreError, match="cannot be kept") as refusal:
                await store.add([*corpus(600), bad])
            assert "\n" not in str(refusal.value)
            return await store.count()

        assert self.run(use) == 0

    def test_concurrent_adds_lose_and_count_nothing_twice(self) -> None:
        snippets = corpus(400)

        async def use(store: SnippetStore) -> Any:
            counts = await asyncio.gather(*(store.add(snippets[start : start + 100]) for start in range(0, 350, 50)))
            return sum(counts), await store.count()

        assert self.run(use) == (400, 400)

    # Searching by words.

    def test_scores_rank_like_bm25_with_idf(self) -> None:
        snippets = corpus(300)
        vectors = {one.id: dict(zip(*bm25.encode_document(one.text), strict=True)) for one in snippets}
        frequency = Counter(index for vector in vectors.values() for index in vector)
        for query in ("enzyme star", "photon", "reef ocean virus plasma"):
            indices = bm25.encode_query(query).indices
            idf = {one: math.log((300 - frequency[one] + 0.5) / (frequency[one] + 0.5) + 1) for one in indices}
            scores = {
                one: sum(idf[index] * vector.get(index, 0.0) for index in indices) for one, vector in vectors.items()
            }
            expected = sorted((-settled_score(score), one) for one, score in scores.items() if score)[:20]
            hits = self.filled(snippets)(lambda store, query=query: store.search([SearchQuery(query)], 20))[0]
            assert [hit.score for hit in hits] == pytest.approx([-score for score, _ in expected], rel=1e-4)
            assert {hit.snippet_id for hit in hits[:10]} <= {one for _, one in expected}

    def test_single_letters_names_and_irregular_plurals_are_words(self) -> None:
        texts = {
            "T cells mature in the thymus": "T cells",
            "B cells make antibodies": "B cells",
            "Scurvy is a lack of vitamin C": "vitamin C",
            "Rickets is a lack of vitamin D": "vitamin D",
            "Night blindness is a lack of vitamin A": "vitamin A",
            "Blood vessels widen with NO": "NO vessels",
            "A bacterium divides": "bacteria",
            "Einstein's equations": "Einstein equation",
        }
        snippets = [snippet(text) for text in texts]
        queries = [SearchQuery(query) for query in texts.values()]
        found = self.filled(snippets)(lambda store: store.search(queries, 1))
        assert [[hit.snippet_id for hit in hits] for hits in found] == [[one.id] for one in snippets]

    def test_a_query_without_a_known_word_finds_nothing(self) -> None:
        queries = [SearchQuery(text) for text in ("", "the of and", "  \n", "!?", "zyxwvu")]
        assert self.filled(corpus(20))(lambda store: store.search(queries, 5)) == [[]] * 5

    def test_half_a_surrogate_pair_names_nothing(self) -> None:
        """JSON may hold one, and UTF-8 may not: a filter or an id with one matches no snippet."""
        half = "\ud83d"

        async def use(store: SnippetStore) -> Any:
            with pytest.raises(KeyError):
                await store.get([half])
            with pytest.raises(InputError, match="or is no text"):
                await store.count(Filters({half: 1}))
            asked = (Filters({"domain": half}), Filters({"domain": [half]}), Filters(ids=frozenset({half})))
            return [await store.count(one) for one in (*asked, Filters(exclude=frozenset({half})))]

        assert self.filled(corpus(20))(use) == [0, 0, 0, 20]

    def test_a_batch_gives_what_single_searches_give(self) -> None:
        queries = [SearchQuery(text) for text in ("enzyme", "the", "star ocean", "enzyme", "")]
        queries.append(SearchQuery(weights={"neuron": 0.2}))

        async def use(store: SnippetStore) -> Any:
            together = await store.search(queries, 7)
            return together, [(await store.search([query], 7))[0] for query in queries], await store.search([], 7)

        for embedder in (None, CountingEmbedder()):
            together, alone, none = self.filled(corpus(120), embedder)(use)
            assert together == alone and none == [] and len(together[0]) == 7

    def test_k_is_kept_to(self) -> None:
        async def use(store: SnippetStore) -> Any:
            for wrong in (-1, "5", 2.5):
                with pytest.raises(InputError, match=f"k is {wrong!r}"):
                    await store.search([SearchQuery("enzyme")], wrong)  # type: ignore[arg-type]
            return [len((await store.search([SearchQuery("enzyme")], k))[0]) for k in (0, 1, 3, 5000)]

        snippets = corpus(50)
        holding = sum("enzyme" in one.text for one in snippets)
        assert self.filled(snippets)(use) == [0, 1, 3, holding]

    def test_weighted_words_search_in_place_of_the_text(self) -> None:
        snippets = [snippet("enzyme enzyme membrane"), snippet("membrane photon"), snippet("orbit star")]

        async def use(store: SnippetStore) -> Any:
            with pytest.raises(InputError, match="weight"):
                await store.search([SearchQuery(weights={"enzyme": math.nan})], 3)
            return await store.search(
                [
                    SearchQuery("orbit", {"photons": 1.0, "enzyme": 0.001}),
                    SearchQuery("orbit", {"photon": 0.001, "enzymes": 1.0}),
                    SearchQuery("orbit", {"the": 1.0, "star": 0.0}),
                ],
                3,
            )

        for embedder in (None, CountingEmbedder()):
            by_photon, by_enzyme, by_nothing = self.filled(snippets, embedder)(use)
            assert [hit.snippet_id for hit in by_photon] == [snippets[1].id, snippets[0].id]
            assert [hit.snippet_id for hit in by_enzyme] == [snippets[0].id, snippets[1].id]
            assert by_nothing == []

    # Ties and the order of arrival.

    def test_ties_go_to_the_smallest_ids_however_many_there_are(self) -> None:
        twins = [snippet("a virus infects the cell", f"https://example.org/{number}") for number in range(150)]
        others = [snippet("a star shines", f"https://example.org/{number}") for number in range(30)]
        expected = sorted(one.id for one in twins)
        for seed in range(3):
            arrived = [*twins, *others]
            random.Random(seed).shuffle(arrived)
            assert self.found(arrived, "virus", 5) == expected[:5]
            assert self.found(arrived, "virus", 100) == expected[:100]

    @pytest.mark.parametrize("embedded", [False, True])
    def test_the_order_of_arrival_does_not_matter(self, embedded: bool) -> None:
        snippets = corpus(260)
        queries = [SearchQuery("enzyme star"), SearchQuery("reef"), SearchQuery(weights={"photon": 0.3, "virus": 0.7})]
        answers = []
        for seed, batch in ((0, 260), (1, 31), (2, 100)):
            arrived = list(snippets)
            random.Random(seed).shuffle(arrived)

            async def use(store: SnippetStore, arrived: list[Snippet] = arrived, batch: int = batch) -> Any:
                for start in range(0, len(arrived), batch):
                    await store.add(arrived[start : start + batch])
                return await store.search(queries, 9), await store.sample(20)

            answers.append(self.run(use, CountingEmbedder() if embedded else None))
        assert answers[0] == answers[1] == answers[2]

    def test_fewer_hits_are_the_beginning_of_more(self) -> None:
        async def use(store: SnippetStore) -> list[list[Hit]]:
            return [(await store.search([SearchQuery("enzyme ocean crystal")], k))[0] for k in (1, 4, 9, 40)]

        for embedder in (None, CountingEmbedder()):
            lists = self.filled(corpus(200), embedder)(use)
            for shorter, longer in itertools.pairwise(lists):
                assert shorter == longer[: len(shorter)]
            assert lists[-1] == sorted(lists[-1], key=lambda hit: (-hit.score, hit.snippet_id))

    # Filters.

    def test_fields_filter_by_value_list_range_and_absence(self) -> None:
        snippets = corpus(120)
        cases: list[tuple[dict[str, Any], Callable[[Snippet], bool]]] = [
            ({"domain": "biology"}, lambda one: one.domain == "biology"),
            ({"domain": ["biology", "physics"]}, lambda one: True),
            ({"domain": []}, lambda one: False),
            ({"year": 2010}, lambda one: one.year == 2010),
            ({"year": 2010.0}, lambda one: one.year == 2010),
            ({"year": [1999, 2020]}, lambda one: one.year in (1999, 2020)),
            ({"year": (2000, None)}, lambda one: one.year is not None and one.year >= 2000),
            ({"year": (None, 2010)}, lambda one: one.year is not None and one.year <= 2010),
            ({"year": (2010, 2010)}, lambda one: one.year == 2010),
            ({"year": None}, lambda one: one.year is None),
            ({"domain": "biology", "topic": ["stars"]}, lambda one: one.domain == "biology" and one.topic == "stars"),
            ({"unheard of": 1}, lambda one: False),
            ({"year": 2**80}, lambda one: False),
        ]

        async def use(store: SnippetStore) -> None:
            for where, wanted in cases:
                filters = Filters(where)
                expected = {one.id for one in snippets if wanted(one)}
                assert await store.count(filters) == len(expected), where
                assert {one.id for one in await store.sample(500, filters)} == expected, where
                hits = (await store.search([SearchQuery(" ".join(WORDS))], 500, filters))[0]
                assert {hit.snippet_id for hit in hits} == expected, where

        self.filled(snippets)(use)

    def test_authors_and_unknown_fields_filter_too(self) -> None:
        one = snippet(
            "enzyme", authors=("Ada", "Grace"), extra={"a.b": 1, "flag": True, "share": 0.5, "huge": 2**60 + 1}
        )
        other = snippet("star", extra={"a.b": 2, "flag": False, "a": 1, "huge": 2**60})

        async def use(store: SnippetStore) -> None:
            for where in (
                {"authors": "Grace"}, {"a.b": 1}, {"a.b": 1.0}, {"flag": True}, {"share": 0.5}, {"share": (0.4, 0.6)},
                {"huge": 2**60 + 1}, {"authors": ["Nobody", "Ada"]},
            ):  # fmt: skip
                assert [found.id for found in await store.sample(5, Filters(where))] == [one.id], where
            assert await store.count(Filters({"flag": 1})) == 0  # a truth value is not a number
            refused: tuple[dict[str, Any], ...] = (
                {'quo"te': 1},
                {"year": (1, 2, 3)},
                {"year": ("1999", None)},
                {"topic": {"a": 1}},
            )
            for wrong in refused:
                with pytest.raises(InputError):
                    await store.count(Filters(wrong))

        self.filled([one, other])(use)

    def test_ids_limit_and_exclude_leaves_out(self) -> None:
        snippets = corpus(80)
        some = frozenset(one.id for one in snippets[:20])
        few = frozenset(one.id for one in snippets[:5])
        everything = SearchQuery(" ".join(WORDS))

        async def use(store: SnippetStore) -> Any:
            found = []
            for filters in (
                Filters(ids=some),
                Filters(exclude=some),
                Filters(ids=some, exclude=few),
                Filters(ids=some | {"unknown"}, exclude=frozenset({"unknown too"})),
                Filters(ids=frozenset()),
                Filters(ids=few, exclude=few),
            ):
                hits = (await store.search([everything], 200, filters))[0]
                assert len(hits) == await store.count(filters) == len(await store.sample(200, filters))
                found.append({hit.snippet_id for hit in hits})
            return found

        all_ids = {one.id for one in snippets}
        assert self.filled(snippets)(use) == [set(some), all_ids - some, some - few, set(some), set(), set()]

    # Samples.

    def test_a_sample_depends_on_the_content_alone_and_grows_by_adding(self) -> None:
        snippets = corpus(200)

        async def use(store: SnippetStore) -> Any:
            return [await store.sample(limit) for limit in (0, 10, 50, 1000)]

        none, small, large, whole = self.filled(snippets)(use)
        assert none == [] and len(small) == 10 and len(large) == 50
        assert {one.id for one in small} < {one.id for one in large}
        assert whole == sorted(snippets, key=lambda one: one.id)
        assert [one.id for one in large] == sorted(one.id for one in large)
        # Hash order: neither the first to arrive nor those with the smallest ids.
        assert {one.id for one in large} != {one.id for one in snippets[:50]} and large != whole[:50]

    # Embeddings.

    def test_a_hybrid_search_finds_what_shares_meaning_but_no_word(self) -> None:
        snippets = [
            snippet("enzyme membrane protein genome"),
            *(snippet(f"star number {number} shines") for number in range(9)),
        ]

        async def use(store: SnippetStore) -> Any:
            return await store.search([SearchQuery("living"), SearchQuery("star living")], 10)

        by_meaning, by_both = self.filled(snippets, CountingEmbedder())(use)
        assert by_meaning[0].snippet_id == snippets[0].id
        assert len({hit.snippet_id for hit in by_both}) == 10
        assert self.found(snippets, "living") == []

    def test_a_text_is_embedded_once(self) -> None:
        snippets = corpus(30)
        counting = CountingEmbedder()

        async def use(store: SnippetStore) -> None:
            await store.add(snippets)
            await store.add(snippets)
            await store.add([snippet(one.text, one.url, title="a new title") for one in snippets])
            await store.search([SearchQuery("star"), SearchQuery("star"), SearchQuery(weights={"reef": 1.0})], 3)
            assert (await store.get([snippets[0].id]))[0].title == "a new title"

        self.run(use, counting)
        assert sorted(counting.documents) == sorted(one.text for one in snippets)
        assert counting.queries == ["star"]

    @pytest.mark.parametrize(
        "vector",
        [[math.nan, 1.0], [math.inf, 1.0], [0.0, 0.0], [1e-300, 0.0], [1e300, 1.0], [1.0], [1.0, 2.0, 3.0], []],
    )
    def test_a_bad_vector_is_refused_before_anything_is_written(self, vector: list[float]) -> None:
        good = [1.0, 2.0]
        embedder = BrokenEmbedder(lambda count: [good] * (count - 1) + [vector])

        async def use(store: SnippetStore) -> Any:
            with pytest.raises(StoreError, match="broken"):
                await store.add(corpus(20))
            assert await store.count() == 0
            embedder.give = lambda count: [good] * count
            assert await store.add(corpus(20)) == 20
            embedder.give = lambda count: [vector] * count
            with pytest.raises(StoreError, match="broken"):
                await store.add([snippet("one more")])
            with pytest.raises(StoreError, match="broken"):
                await store.search([SearchQuery("star")], 3)
            return await store.count()

        assert self.run(use, embedder) == 20

    def test_too_few_vectors_are_refused(self) -> None:
        async def use(store: SnippetStore) -> int:
            with pytest.raises(StoreError, match="3 vectors for 4"):
                await store.add([snippet(f"star {number}") for number in range(4)])
            return await store.count()

        assert self.run(use, BrokenEmbedder(lambda count: [[1.0, 2.0]] * (count - 1))) == 0

    def test_it_tells_what_it_held_from_what_came_since(self) -> None:
        snippets = corpus(60)

        async def use(store: Any) -> None:
            empty = KnownIds(await store.beginnings())
            assert len(empty) == 0 and snippets[0].id not in empty
            await store.add(snippets[:40])
            known = KnownIds(await store.beginnings())
            await store.add(snippets)
            ids = [one.id for one in snippets]
            assert known.missing(ids) == ids[40:] and len(known) == 40
            assert KnownIds(await store.beginnings()).missing(ids) == []

        self.run(use)
