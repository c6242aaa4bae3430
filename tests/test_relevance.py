"""The relevance model: anchored in the topic, spread over documents, and honest about topics that the corpus lacks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, replace

import pytest
from castalia.memory.errors import UnknownTopicError
from castalia.memory.identity import snippet_id
from castalia.memory.library import Library
from castalia.memory.protocols import Embedder, Hit
from castalia.memory.records import Snippet
from castalia.tools.language.topic_names import name_stems
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems, token_stems
from castalia.tools.topic.anchor import TITLED, _tie_anywhere, anchor
from castalia.tools.topic.background import Background, learn_background
from castalia.tools.topic.relevance import Floors, Relevance
from castalia.tools.topic.retrieval import rank_hits
from castalia.tools.topic.score_shares import score_shares
from castalia.tools.topic.titled_snippets import FEW


def snippet(text: str, document: str) -> Snippet:
    url = f"https://example.org/{document}#{len(text)}"
    return Snippet(snippet_id(text, url), text, url)


SPONGES = [
    snippet(f"A sponge pumps water through its canals and filters bacteria from the water in pool {n}.", f"a{n % 6}")
    for n in range(12)
]
OTHERS = [
    snippet(f"The glacier of valley {n} carries gravel, and the gravel grinds the rock of valley {n}.", f"b{n}")
    for n in range(60)
]


def learn(
    topic: str, snippets: Sequence[Snippet], sample: Sequence[Snippet] = (), embedder: Embedder | None = None
) -> Relevance:
    async def run() -> Relevance:
        async with Library.open(embedder=embedder) as library:
            await library.snippets.add(snippets)
            return await anchor(topic, library.snippets, learn_background(sample or snippets), None, "")

    return asyncio.run(run())


def test_the_model_weighs_the_topic_most_and_then_what_its_snippets_share() -> None:
    model = learn("Sponge", [*SPONGES, *OTHERS])
    assert max(model.weights, key=lambda stem: model.weights[stem]) == "spong"
    assert {"canal", "filter", "bacterium"} <= set(model.weights)
    assert "gravel" not in model.weights
    assert sum(model.weights.values()) == pytest.approx(1.0)


def test_snippets_that_name_the_topic_score_above_all_others() -> None:
    model = learn("Sponge", [*SPONGES, *OTHERS])
    naming = [model.scores[one.id] for one in SPONGES]
    assert max(naming) == 1.0
    assert min(naming) > max((model.scores.get(one.id, 0.0) for one in OTHERS), default=0.0)
    assert model.literal == len(SPONGES)


def test_a_title_that_names_the_topic_lifts_a_snippet_unless_the_whole_book_bears_it() -> None:
    text = "Canals bring water to cells that catch bacteria, and the water leaves by the top."
    rows = [*SPONGES, *OTHERS]
    plain = snippet(text, "c")
    bare, titled = plain.id, replace(plain, title="Animals > Sponges")
    alone, lifted = learn("Sponge", [*rows, plain]), learn("Sponge", [*rows, titled])
    assert alone.scores[bare] < TITLED == lifted.scores[bare]
    assert not alone.titled and lifted.titled == {bare}
    called = snippet("Sponges, also called poriferans, filter water. The pores of poriferans are small.", "d")
    again = snippet("A sponge, or poriferan, has canals in which bacteria are caught from the water.", "e")
    other = replace(plain, title="Animals > Poriferans")
    assert learn("Sponge", [*rows, other, called, again]).titled == {bare}
    assert not learn("Sponge", [*rows, other]).titled  # nobody says what poriferans are
    whole = learn("Sponge", [replace(one, title="A book of sponges") for one in (*rows, plain)])
    assert not whole.titled and whole.scores[bare] < TITLED


def test_what_stands_in_a_chapter_on_the_topic_counts_as_said_of_it_whatever_its_own_title() -> None:
    text = "Canals bring water to cells that catch bacteria, and the water leaves by the top."
    plain = replace(snippet(text, "c"), title="Canals")
    rows = [replace(one, title="A book of sponges") for one in (*SPONGES, *OTHERS)]
    chapter = learn("Sponge", [*rows, replace(plain, topic="Sponges")])
    assert chapter.titled == {plain.id} and chapter.scores[plain.id] == TITLED
    assert not learn("Sponge", [*rows, replace(plain, topic="Corals and sponges")]).titled
    assert not learn("Sponge", [replace(one, topic="Sponges") for one in (*rows, plain)]).titled


class Astray:
    """An embedder to whom glaciers mean most like whatever is asked for."""

    name = "astray"

    async def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, 0.0] for _ in texts]

    async def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, 0.1] if "glacier" in text else [0.1, 1.0] for text in texts]


def test_what_is_near_by_meaning_takes_no_place_of_what_names_the_topic() -> None:
    many = [
        snippet(f"The sponge at mark {n} of the reef filters bacteria from the water in pool {n}.", f"a{n % 20}")
        for n in range(100)
    ]
    other = [snippet(f"The glacier of valley {n} carries gravel to lake {n} in the snow.", f"b{n}") for n in range(200)]
    by_words, by_meaning = learn("Sponge", [*many, *other]), learn("Sponge", [*many, *other], embedder=Astray())
    assert len(by_words.seed) == len(many)
    assert asdict(by_meaning) == asdict(by_words)


def filters(document: str, naming: int, size: int = 8) -> list[Snippet]:
    """A document that speaks of pumps and canals throughout, and of sponges so often."""
    return [
        snippet(
            f"{'A sponge' if at < naming else 'The animal'} pumps water through canals and filters bacteria {at * 'a'}.",
            document,
        )
        for at in range(size)
    ]


def test_a_document_that_tells_of_the_topic_in_other_words_counts_as_titled_with_it() -> None:
    inland = [
        snippet(f"The water of valley {n} is hard, and its gravel is old {'x' * n}.", f"d{n % 5}") for n in range(60)
    ]
    rows = [*SPONGES, *OTHERS, *inland]
    model = learn("Sponge", [*rows, *filters("canals", 2)])
    (document,) = model.central
    assert document.endswith("canals") and len(model.titled) == 8
    assert min(model.scores[one] for one in model.titled) >= TITLED
    assert not learn("Sponge", [*rows, *filters("canals", 1)]).central  # names it by the way
    assert not learn("Sponge", [*rows, *filters("canals", 2, size=4)]).central  # a page of anything
    assert not learn("Sponge", [*rows, *filters("canals", 2, size=40)]).central  # hardly ever names it


def test_a_document_called_after_what_the_topic_may_be_a_part_of_has_to_name_it_in_half_of_its_snippets() -> None:
    inland = [
        snippet(f"The water of valley {n} is hard, and its gravel is old {'x' * n}.", f"d{n % 5}") for n in range(60)
    ]
    rows = [*SPONGES, *OTHERS, *inland]
    assert learn("Sponge", [*rows, *filters("canals", 2)]).central
    assert learn("Sponge", [*rows, *filters("", 2)]).central  # no name tells nothing
    assert not learn("Sponge", [*rows, *filters("animals", 3)]).central
    assert learn("Sponge", [*rows, *filters("animals", 4)]).central
    assert learn("Sponge", [*rows, *filters("animals-and-sponges", 2)]).central


def test_two_such_documents_of_a_chapter_bring_what_else_of_it_names_the_topic() -> None:
    inland = [
        snippet(f"The water of valley {n} is hard, and its gravel is old {'x' * n}.", f"d{n % 5}") for n in range(60)
    ]
    weak = [
        snippet(f"{'A sponge' if n < 3 else 'This animal'} pumps water {'y' * n} all day.", "3-7-pumps")
        for n in range(8)
    ]
    rows = [*SPONGES, *OTHERS, *inland, *weak]
    one, two = (filters(f"3-{n}-canals", 2) for n in (1, 2))
    assert len(learn("Sponge", [*rows, *one]).central) == 1
    assert len(learn("Sponge", [*rows, *one, *two]).central) == 3


def test_what_tells_of_a_listed_part_of_the_topic_counts_as_titled_with_it_where_few_titles_name_it() -> None:
    listing = snippet("A sponge has three parts: the mantle, the canals, and the pores.", "body")
    part = snippet("The mantle is soft and keeps the water out when the bacteria die.", "body")
    inland = [snippet(f"The water of valley {n} is hard, and its gravel is old {'x' * n}.", f"d{n}") for n in range(30)]
    rows = [*SPONGES, *OTHERS, *inland, listing, part]
    model = learn("Sponge", rows)
    assert model.titled == {part.id} and model.scores[part.id] >= TITLED
    assert not learn("Sponge", [*SPONGES, *OTHERS, *inland, part]).titled
    titled = [replace(snippet(f"Sponge {n} is old and {'x' * n} hard.", "own"), title="Sponges") for n in range(FEW)]
    assert part.id not in learn("Sponge", [*rows, *titled]).titled


def test_a_title_with_other_words_of_the_topics_stem_does_not_name_it() -> None:
    will = [snippet(f"Thinker {n} doubts that there is free will {'x' * n}.", f"d{n}") for n in range(6)]
    riders = [snippet(f"Rider {n} pays nothing {'x' * n} for the bus.", f"e{n}") for n in range(6)]
    rows = [*OTHERS, *(replace(one, title="On Free Will") for one in will)]
    rows += [replace(one, title="Free Riders") for one in riders]
    assert learn("Free will", rows).titled == {one.id for one in will}


def test_the_words_of_a_url_name_an_acronym_in_small_letters() -> None:
    texts = [
        snippet(f"The SPS {n} pumps water {'x' * n} from its pool.", f"books/2-1-uses-of-the-sps/{n}") for n in range(4)
    ]
    own = [replace(one, url=f"https://example.org/books/2-1-uses-of-the-sps#{at}") for at, one in enumerate(texts)]
    assert learn("SPS", [*OTHERS, *own]).titled == {one.id for one in own}


def test_where_enough_has_the_topic_in_its_title_no_other_document_is_taken_for_one_on_it() -> None:
    rows = [*SPONGES, *OTHERS, *filters("animals", 2)]
    titled = [replace(snippet(f"Sponge {n} is old and {'x' * n} hard.", "own"), title="Sponges") for n in range(FEW)]
    assert not learn("Sponge", [*rows, *titled]).central


def test_the_last_word_of_a_name_is_short_for_it_where_it_hardly_ever_stands_alone() -> None:
    beds = [snippet(f"A sponge bed {n} pumps water. The bed is old.", f"a{n}") for n in range(9)]
    alone = [snippet(f"The bed of river {n} is dry.", f"c{n}") for n in range(9)]
    assert learn("Sponge bed", [*beds, *OTHERS]).short == {"bed"}
    assert learn("Sponge bed", [*beds, *alone, *OTHERS]).short == frozenset()
    assert learn("Sponge", [*SPONGES, *OTHERS]).short == frozenset()


def test_a_word_of_the_name_that_mostly_means_something_else_does_not_tell_of_the_topic() -> None:
    beds = [
        snippet(f"A sponge bed of {n} square metres lies under the quay, and the sponge grows there.", f"c{n}")
        for n in range(3)
    ]
    rivers = [snippet(f"The bed of river {n} is gravel, and the bed moves in a flood.", f"d{n}") for n in range(40)]
    model = learn("Sponge bed", [*beds, *SPONGES[:5], *rivers, *OTHERS])
    assert model.tellers == {frozenset({"spong", "bed"})}


def test_a_word_tells_of_the_topic_by_all_snippets_of_the_store_that_hold_it() -> None:
    where = Background(1_000, {"generation": 200}, {}, learn_classes([]))
    assert _tie_anywhere(frozenset({"generation"}), 50, 1_000, where) == pytest.approx(0.25, abs=0.001)
    assert _tie_anywhere(frozenset({"code", "generation"}), 50, 1_000, where) == 1.0


def test_what_goes_before_a_light_head_tells_of_the_topic_where_it_seldom_stands_without_it() -> None:
    systems = [snippet(f"The filter system of sponge {n} has canals.", f"c{n}") for n in range(12)]
    some = [snippet(f"The filter of sponge {n} is fine, and water is let in.", f"d{n}") for n in range(20)]
    many = [snippet(f"The filter of lamp {n} is red, and light is let out.", f"f{n}") for n in range(40)]
    part = frozenset({"filter"})
    assert part in learn("Filter system", [*systems, *some, *OTHERS]).tellers
    assert part not in learn("Filter system", [*systems, *some, *many, *OTHERS]).tellers
    heads = [snippet(f"The filter canal of sponge {n} is long.", f"c{n}") for n in range(12)]
    assert part not in learn("Filter canal", [*heads, *some, *OTHERS]).tellers  # the head says what it is


def test_what_stands_with_the_rest_of_a_name_only_because_most_texts_hold_that_does_not_tell_of_the_topic() -> None:
    models = [snippet(f"A current model of bay {n} is drawn on a map.", f"c{n}") for n in range(12)]
    some = [snippet(f"The current of bay {n} is fast, and a chart shows it.", f"d{n}") for n in range(8)]
    usual = [snippet(f"The glacier of valley {n} is shown by a small model.", f"b{n}") for n in range(60)]
    part = frozenset({"current"})
    assert part in learn("Current model", [*models, *some, *OTHERS]).tellers
    assert part not in learn("Current model", [*models, *some, *usual]).tellers


def test_a_word_of_a_long_name_that_mostly_stands_without_its_neighbours_does_not_tell_of_the_topic() -> None:
    nets = [
        snippet(f"Giant fishing nets of port {n} hold herring, and giant crabs and giant squid.", f"c{n}")
        for n in range(12)
    ]
    apart = [snippet(f"Giant fishing nets of port {n} hold herring.", f"d{n}") for n in range(12)]
    for many in (nets, apart):
        many.append(snippet("A giant squid was seen.", "e"))
    giant = frozenset({"giant"})
    assert giant not in learn("Giant fishing nets", [*nets, *OTHERS]).tellers
    assert giant in learn("Giant fishing nets", [*apart, *OTHERS]).tellers


def test_the_head_of_a_long_name_tells_of_it_alone_where_it_hardly_ever_stands_in_a_text_without_the_others() -> None:
    herring = [
        snippet(f"Fishing nets of port {n} tear on rocks. Tearing costs much, and tearing is feared.", f"c{n}")
        for n in range(12)
    ]
    elsewhere = [snippet(f"Tearing spoils the sail of boat {n}, and tearing is loud.", f"d{n}") for n in range(9)]
    head = frozenset({"tear"})
    assert head in learn("Tearing of fishing nets", [*herring, *OTHERS]).tellers
    assert head not in learn("Tearing of fishing nets", [*herring, *elsewhere, *OTHERS]).tellers


def test_the_model_is_learned_where_the_words_of_a_name_stand_together() -> None:
    beds = [
        snippet(f"A sponge bed of {n} square metres lies under the quay, with crabs in it.", f"c{n}") for n in range(30)
    ]
    apart = [
        snippet(f"The bed of room {n} is soft, and a sponge for the bath lies on the towel by the bed.", f"d{n}")
        for n in range(30)
    ]
    model = learn("Sponge bed", [*beds, *apart, *OTHERS])
    assert "crab" in model.weights
    assert "towel" not in model.weights


def test_a_hyphenated_word_is_as_usual_as_its_parts() -> None:
    usual = [
        snippet(f"The slow gravel of valley {n} moves under the ice, and slow water follows.", f"e{n}")
        for n in range(40)
    ]
    text = "A slow-moving sponge pumps sea water by flagella through pores, canals and chambers, past collar cells, and feeds on plankton"
    sponges = [snippet(f"{text} in pool {n}.", f"a{n}") for n in range(12)]
    model = learn("Sponge", [*sponges, *usual, *OTHERS])
    assert "canal" in model.weights
    assert not {"slow-mov", "slow"} & set(model.weights)


def test_the_order_of_arrival_does_not_matter() -> None:
    assert asdict(learn("Sponge", [*SPONGES, *OTHERS])) == asdict(learn("Sponge", [*OTHERS, *SPONGES][::-1]))


def test_a_corpus_about_the_topic_alone_has_no_floor() -> None:
    model = learn("Sponge", SPONGES)
    assert model.focused
    assert Floors(0.3, 0.15, 90).of(model) == 0.0
    assert len(model.weights) > 3


def test_a_corpus_is_not_about_a_topic_alone_because_its_background_was_learned_from_a_sample() -> None:
    sample = [*SPONGES[::4], *OTHERS[::4]]
    assert len(SPONGES) > len(sample) / 2
    assert not learn("Sponge", [*SPONGES, *OTHERS], sample).focused


def test_a_word_with_the_stem_of_the_topic_that_keeps_other_company_does_not_name_it() -> None:
    law = [snippet(f"The constitution of island {n} binds its council and its courts.", f"c{n}") for n in range(8)]
    court = [snippet(f"The constitutional court of island {n} reads the constitution.", f"d{n}") for n in range(8)]
    diet = [snippet(f"Kelp constitutes half of the diet of the snails in bay {n}.", f"e{n}") for n in range(8)]
    model = learn("Constitution", [*law, *court, *diet, *OTHERS])
    assert model.others == {"constitute"}
    assert {one.id for one in diet}.isdisjoint((*model.seed, *model.scores))
    assert model.literal == len([*law, *court])
    assert "kelp" not in model.weights


def test_what_stems_weigh_together_does_not_hang_on_their_order() -> None:
    tenths = [f"stem{at}" for at in range(10)]
    assert Relevance(("spong",), dict.fromkeys(tenths, 0.1), {}, (), 1, {}, {}).mass(tenths) == 1.0


def test_an_unknown_topic_is_told() -> None:
    with pytest.raises(UnknownTopicError, match="Volcano"):
        learn("Volcano", [*SPONGES, *OTHERS])


def test_of_each_query_come_the_best_that_no_query_before_it_took() -> None:
    model = learn("Sponge", [*SPONGES, *OTHERS])
    one, two, three = (hit.id for hit in SPONGES[:3])
    found = [[Hit(one, 9.0), Hit(two, 1.0), Hit(three, 0.5)], [Hit(one, 9.0), Hit(two, 8.0), Hit(three, 1.0)]]
    assert rank_hits(found, model, 1) == [one, two]
    assert rank_hits(found[:1], model, 2) == [one, two]


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ((8.0, 4.0, 0.0), (1.0, 0.5, 0.0)),
        ((-990.0, -995.0, -1000.0), (1.0, 0.5, 0.0)),  # such as distances
        ((1.0, 0.0, -1.0), (1.0, 0.5, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
        ((-2.0, -2.0, -2.0), (0.0, 0.0, 0.0)),
        ((), ()),
    ],
)
def test_a_score_of_any_scale_is_a_share_of_the_best(scores: tuple[float, ...], shares: tuple[float, ...]) -> None:
    hits = [Hit(f"s{at}", one) for at, one in enumerate(scores)]
    assert score_shares(hits) == {f"s{at}": one for at, one in enumerate(shares)}


def test_the_epithet_of_a_species_does_not_name_the_topic() -> None:
    flu = [snippet(f"Influenza spreads through coughs in the cold months of year {n}.", f"f{n}") for n in range(6)]
    germs = [snippet(f"On plate {n} grew H. influenzae in a broth with blood and salt.", f"g{n}") for n in range(6)]
    model = learn("Influenza", [*flu, *germs, *OTHERS])
    assert set(model.seed) == {one.id for one in flu}
    assert model.literal == len(flu)
    assert set(learn("Haemophilus influenzae", [*flu, snippet("Broth keeps Haemophilus influenzae alive.", "h")]).seed)


@pytest.mark.parametrize(
    ("text", "name", "held"),
    [
        ("The growth of H. influenzae is slow.", "influenza", False),
        ("The spread of H. influenza is slow.", "influenza", False),
        ("Haemophilus influenzae grows in broth.", "influenza", False),
        ("Streptococcus pneumoniae’s coat is thick.", "pneumonia", False),
        ("Influenza virus A spreads in winter.", "virus", True),
        ("Human influenza is a disease.", "influenza", True),
        ("Whereas algae live in the sea, mosses do not.", "alga", True),
        ("Various loci were found.", "locus", True),
        ("Night blindness comes from a lack of vitamin A in food.", "a.", True),
        ("Trade of the US grew; so did that of Peru.", "us.", True),
        ("US exports grew.", "us.", True),
        ("A US-based bank failed.", "base", True),
        ("After World War I many borders moved.", "i.", True),
        ("A third chromosome causes Down’s syndrome.", "down.", True),
        ("A cell divides. A nucleus does, too.", "a.", False),
        ("The teacher told us that I was late, and sat down.", "us.", False),
        ("LET US GO DOWN THE HILL.", "us.", False),
    ],
)
def test_a_word_behind_a_genus_is_part_of_a_name(text: str, name: str, held: bool) -> None:
    assert (name in content_stems(text)) is held
    assert content_stems(text) == tuple(stem for own in token_stems(text) for stem in own)


def test_the_head_of_a_name_comes_last() -> None:
    assert name_stems("Conservation of energy") == ("energi", "conserv")
    assert name_stems("Second law of thermodynamics")[-1] == "law"
    assert name_stems("Black hole") == ("black", "hole")
    assert name_stems("Poverty in the old town") == ("old", "town", "poverti")


def test_an_acronym_that_is_a_function_word_in_small_letters_is_found() -> None:
    named = [snippet(f"The WHO sent {n} doctors to the coast, who came by ship.", f"a{n}") for n in range(4)]
    alone = snippet("Nobody at the WHO had painted walls or played chess before.", "c")
    other = [snippet(f"Those who came to town {n} came by road.", f"b{n}") for n in range(4)]
    model = learn("WHO", [*named, alone, *other, *OTHERS])
    assert set(model.seed) == {one.id for one in (*named, alone)}
    assert model.scores[alone.id] > max(model.scores.get(one.id, 0.0) for one in other)


def test_a_topic_that_more_snippets_name_than_a_search_reaches_is_still_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [f"A sponge of bay {n} filters the water of bay {n} through its pores." for n in range(120)]
    texts += [f"A crane of town {n} lifts the freight of town {n} with its hook." for n in range(120)]
    snippets = [Snippet(snippet_id(one), one, f"https://example.org/{at}") for at, one in enumerate(texts)]

    async def learned() -> Relevance:
        async with Library.open() as library:
            await library.snippets.add(snippets)
            return await anchor("Sponge", library.snippets, learn_background(snippets), None, "")

    whole = asyncio.run(learned())
    monkeypatch.setattr("castalia.tools.topic.anchor.REACH", 30)
    part = asyncio.run(learned())
    assert (whole.literal, part.literal) == (120, 30)
    assert part.tellers == whole.tellers == {frozenset({"spong"})}
    assert part.named == pytest.approx(120, rel=0.02)
    assert part.belonging["pore"] == pytest.approx(whole.belonging["pore"], rel=0.05)
