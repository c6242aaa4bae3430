"""A title that names the topic says what its snippet is about, sentence by sentence (a url says it where there is no
title), and the last part of a title under which heading its sentences belong."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from castalia.memory.records import Citation, Claim, Section, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.fit import FIT, Fits, fit, stands_under
from castalia.tools.composition.labels import _score
from castalia.tools.composition.placement import place_all
from castalia.tools.composition.places import places_of
from castalia.tools.composition.section_topics import count_naming, is_about_topic
from castalia.tools.composition.unit_review import _elsewhere
from castalia.tools.language.words import content_stems
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.source_paths import title_of_path
from castalia.tools.topic.titles import calls, names_topic_first, narrowest, title_of

TOPIC = ("tide", "pool")
DRY = (
    "Barnacles close their shells when the sea withdraws. Limpets clamp down on the rock and keep a little water below the foot. "
    "Crabs of the upper shore hide below stones at noon."
)
WET = "A tide pool is a basin of sea water that stays on a rocky shore at low tide. Tide pools warm up within hours."


@pytest.mark.parametrize(
    ("title", "url", "names"),
    [
        ("Tide pools", "", True),
        ("Tide-pools", "", True),
        ("Tide-pool-dwelling crabs", "", False),
        ("The shore > Life in tide pools > Barnacles", "", True),
        ("Tides > Pools", "", False),  # no part holds all of the name
        ("Tides and swimming pools", "", False),
        ("Tide pools and their visitors", "", True),
        ("Places to visit: the tide pool", "", True),
        ("Dunes and tide pools", "", False),  # may tell of dunes
        ("Barnacles and the tide pool", "", True),  # what they do there
        ("Dunes, barnacles and the tide pool", "", False),
        ("Barnacles and the pools of the tides", "", False),
        ("Life, structure, and uses of the tide pool", "", True),  # all of it is of the topic
        ("The weather and life of tide pools in spring", "", False),
        ("Dunes and birds of tide pool walls", "", False),
        ("Where crabs hide other than in tide pools", "", False),
        ("Tide pools, dunes and marshes", "", False),
        ("Rock pool/tide pool/pool of the spring tides and of the neap tides", "", True),  # three names of it
        ("What is a tide pool?", "", True),
        ("What is a tide pool? What is a dune?", "", False),
        ("What does a tide pool hold? > Crabs", "", True),
        ("How the weather of one summer changed tide pools near the harbour of Tarwick", "", False),  # one study
        ("", "https://example.org/books/shore/7-2-the-tide-pools", True),
        ("", "https://example.org/wiki/Tide_pool?version=3#life", True),
        ("Barnacles", "https://example.org/tide-pool", False),  # a title says more than a url
        ("", "https://example.org/tide-pool/page-3", False),
        ("", "https://example.org/books/shore/7-3-marshes-and-tide-pools", False),  # small words are read, as in titles
        ("", "tide-pool", False),  # no url
    ],
)
def test_a_title_names_the_topic_where_its_words_stand_together(title: str, url: str, names: bool) -> None:
    assert names_topic_first(title_of(Snippet("s", DRY, title=title, url=url)), TOPIC) is names


def test_the_name_behind_and_the_is_what_a_title_is_about_where_it_has_two_words() -> None:
    assert not names_topic_first("Barnacles and the pool", ("pool",))  # may tell of one of its parts


def test_a_url_reads_the_same_wherever_there_is_no_title() -> None:
    one = Snippet("s", DRY, url="https://example.org/books/shore/7-2-types-of-tide-pools.html#p3")
    assert title_of(one) == title_of_path((one.document,)) == "types of tide pools"
    assert title_of(Snippet("s", DRY, url="https://doi.org/10.1371/journal.pbio.0040088")) == ""  # a code


def test_the_words_of_a_url_are_found_in_linear_time() -> None:
    assert title_of(Snippet("s", DRY, url="https://example.org/a/b_c.html")) == ""
    began = time.thread_time()
    for hostile in (
        "://" * 4_000,
        "https://a/" + "b/" * 6_000,
        "https://a/" + "-" * 12_000,
        "https://a/" + "b." * 6_000,
    ):
        title_of(Snippet("s", DRY, url=hostile))
    assert time.thread_time() - began < 0.5


def shore(title: str, text: str = DRY) -> Evidence:
    """Four snippets that name tide pools and one, of this title and text, that does not."""
    rows = [Snippet(f"w{n}", f"{WET} Pool number {n} is deep.", url=f"https://example.org/w{n}") for n in range(4)]
    rows.append(Snippet("dry", text, title=title, url="https://example.org/dry"))
    others = [Snippet(f"o{n}", f"Inland lakes are fed by river number {n}. Herons stand there.") for n in range(40)]
    relevance = Relevance(
        TOPIC,
        {"tide": 0.3, "pool": 0.3, "water": 0.2, "rock": 0.1},
        {one.id: 1.0 for one in rows},
        tuple(one.id for one in rows[:4]),
        4,
        {"water": 0.5, "rock": 0.4, "sea": 0.5, "barnacl": 0.2, "limpet": 0.2},
        {one.id: one.id for one in rows},
        size=44,
        titled=frozenset(one.id for one in rows if names_topic_first(one.title, TOPIC)),
    )
    return weigh("Tide pool", relevance, learn_background([*rows, *others]), rows, TripletGraph.of({}, {}))


def test_what_a_titled_snippet_says_counts_as_said_of_the_topic() -> None:
    titled, bare = shore("Life in tide pools"), shore("Animals")
    texts = [one.text for one in titled.singles if one.snippet_id == "dry"]
    assert texts and all(one.is_named for one in titled.singles)
    assert titled.titled == {"dry"} and not bare.titled
    assert not any(one.snippet_id == "dry" for one in bare.singles)
    assert count_naming(texts, titled) == len(texts) and count_naming(texts, bare) == 0
    assert is_about_topic("Barnacles", texts, titled) and not is_about_topic("Barnacles", texts, bare)


def test_a_heading_holds_what_a_titled_snippet_says_of_it() -> None:
    titled = replace(shore("Life in tide pools"), bar=10.0)
    places = places_of([Section("s", "Barnacles", 1, ("barnacl",))], titled)
    found = [one.text for one, _ in place_all(titled.singles, places, Fits(titled))["s"] if one.snippet_id == "dry"]
    assert any(one.startswith("Barnacles close") for one in found)


@pytest.mark.parametrize(
    ("heading", "may_stand"),
    [
        ("Life in tide pools > Siphon", True),
        ("Life in tide pools > The siphon and the gill", True),
        ("Life in tide pools > The pool’s siphon", True),
        ("Life in tide pools > SIPHON tests", True),  # an acronym needs no other words beside it
        ("Life in tide pools > Animals", False),
        ("Life in tide pools > Siphon repair", False),  # of one, for which the heading does not stand
    ],
)
def test_what_the_heading_over_it_announces_a_sentence_may_take_for_known(heading: str, may_stand: bool) -> None:
    drawn = "The siphon is wide enough for a grain of coarse sand."
    told = shore(heading, f"Mussels keep a soft siphon below the two halves of the shell. {drawn} It closes at night.")
    assert (drawn in {one.text for one in told.singles}) is may_stand


def test_of_papers_a_title_lets_nothing_in() -> None:
    ours = "We collected barnacles. We measured their shells. We report our results. We thank the harbour."
    rows = [Snippet(f"p{n}", f"Tide pools warm up. {ours}", title="On tide pools") for n in range(4)]
    scores = {one.id: 1.0 for one in rows}
    relevance = replace(shore("").relevance, scores=scores, titled=frozenset(scores))
    graph = TripletGraph.of({}, {})
    assert not weigh("Tide pool", relevance, learn_background(rows), rows, graph).titled


@pytest.mark.parametrize(
    ("title", "stems"),
    [
        ("The heart > Cardiac valves", {"cardiac", "valv"}),
        ("Cardiac valves", {"cardiac", "valv"}),
        ("The heart > Valves and vessels", set()),
        ("The heart > Valves, vessels", set()),
        ("", set()),
    ],
)
def test_the_last_part_of_a_title_says_what_stands_under_it_unless_it_joins_several_things(
    title: str, stems: set[str]
) -> None:
    assert narrowest(title) == stems


def under_title(title: str) -> tuple[float, float, Evidence]:
    """How well two sentences that name the topic fit the heading "Sheltered rocks": one that opens with it, and one
    that does not hold it."""
    told = "Sheltered rocks keep the water of a tide pool cool in summer. In winter, crabs leave a tide pool for deeper water."
    rows = [Snippet(f"w{n}", f"{WET} {told} Pool number {n} is deep.", title=title) for n in range(4)]
    plain = replace(shore("").relevance, scores={one.id: 1.0 for one in rows}, titled=frozenset())
    others = [Snippet(f"o{n}", f"Inland lakes are fed by river number {n}. Herons stand there.") for n in range(40)]
    evidence = weigh("Tide pool", plain, learn_background([*rows, *others]), rows, TripletGraph.of({}, {}))
    (place,) = places_of([Section("s", "Sheltered rocks", 1, (" ".join(content_stems("sheltered rocks")),))], evidence)
    naming, other = (one for one in evidence.singles if one.snippet_id == "w0" and one.start > 1)
    return fit(naming, place, evidence), fit(other, place, evidence), evidence


def test_what_stands_under_a_title_fits_the_heading_that_it_names() -> None:
    naming, other, _ = under_title("")
    titled, told, _ = under_title("The shore > Sheltered rocks")
    assert titled > naming and told >= FIT > other
    assert under_title("The shore > Sheltered rocks and cliffs")[:2] == (naming, other)


def test_the_reviewer_leaves_what_stands_under_a_title_in_the_section_that_it_names() -> None:
    bare, titled = under_title("")[2], under_title("The shore > Sheltered rocks")[2]
    (place,) = places_of([Section("s", "Sheltered rocks", 1, (" ".join(content_stems("sheltered rocks")),))], bare)
    text = "In winter, crabs leave a tide pool for deeper water."
    claim, stems = Claim(text, (Citation("k1", "w0"),), text), frozenset(content_stems(text))
    assert not _elsewhere(stems, claim, (None, None), place, titled)
    assert _elsewhere(stems, claim, (None, None), place, bare) == "does not speak of Sheltered rocks"


def test_a_heading_that_titles_bear_goes_before_one_that_they_do_not() -> None:
    bare, titled = under_title("")[2], under_title("The shore > Sheltered rocks")[2]
    own = " ".join(content_stems("sheltered rocks"))
    openers = [one for one in bare.singles if own in one.terms]
    assert openers and _score(own, openers, openers, titled) == 2 * _score(own, openers, openers, bare)


def test_the_title_of_a_paper_says_by_any_of_its_words_what_its_sentences_are_about() -> None:
    *_, evidence = under_title("Sheltered rocks, and how to reach them")
    own = set(content_stems("sheltered rocks"))
    assert not stands_under("w0", own, evidence) and stands_under("w0", own, replace(evidence, papers=True))


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://example.org/wiki/DNA", "DNA"),
        ("https://example.org/p12", ""),
        ("https://example.org/10.1371/journal.pone.0123456", ""),
        ("https://example.org/books/7-3-marshes-and-tide-pools.html", "marshes and tide pools"),
    ],
)
def test_the_words_of_a_url_are_a_title_and_its_codes_are_none(url: str, title: str) -> None:
    assert title_of(Snippet("s", DRY, url=url)) == title


@pytest.mark.parametrize(
    ("heading", "is_it"),
    [
        ("Strain Theory", True),
        ("Robert Merton: Strain theory", True),
        ("Strain theory (ST)", True),
        ("Strain theory and crime", False),
        ("Theories of strain in metals", False),
    ],
)
def test_a_heading_that_is_a_name_and_nothing_else_is_told_from_one_that_holds_it(heading: str, is_it: bool) -> None:
    assert calls(heading, [content_stems("Strain theory")]) is is_it


def test_of_what_a_title_names_only_that_under_the_name_itself_is_headed() -> None:
    titles = {"own": "Coasts > Tide pools", "beside": "Tide pools of the north > Crabs", "none": ""}
    rows = [Snippet(name, f"A tide pool is cold at {name}.", title=title) for name, title in titles.items()]
    stems = content_stems("Tide pool")
    relevance = Relevance(
        stems, dict.fromkeys(stems, 0.5), {}, (), 3, dict.fromkeys(stems, 1.0), {}, titled=frozenset(titles)
    )
    evidence = weigh("Tide pool", relevance, learn_background(rows), rows, TripletGraph.of({}, {}))
    assert evidence.headed == {"own"} < evidence.titled
