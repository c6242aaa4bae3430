"""A page says of which parts of its sources it quotes nothing, though they speak of its topic."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from castalia.graphs.changes.left_open import kept_open
from castalia.memory.identity import snippet_id
from castalia.memory.records import Citation, Claim, Draft, Snippet
from castalia.memory.triplets import TripletGraph
from castalia.tools.composition.limits import MOST_UNQUOTED, UNQUOTED, few_cited, limits_of, undefined
from castalia.tools.composition.unquoted import LONGEST, unquoted_parts
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.topic.background import learn_background
from castalia.tools.topic.evidence import Evidence, weigh
from castalia.tools.topic.relevance import Relevance

ON = "https://example.org/sponges"
OFF = "https://example.org/seas"


def part(title: str, count: int = 3, url: str = ON, name: str = "sponges") -> list[Snippet]:
    texts = [
        f"Under {title[-7:]}, {name} of kind {at} are told of at some length, with all that {at} divers saw."
        for at in range(count)
    ]
    return [Snippet(snippet_id(one, url), one, url, title=title) for one in texts]


def read(*parts: list[Snippet]) -> tuple[Evidence, dict[str, str]]:
    """The evidence, and one snippet of each title."""
    snippets = [one for those in parts for one in those]
    ids = {one.id: 1.0 for one in snippets}
    relevance = Relevance(("spong",), {"spong": 0.6}, ids, tuple(ids), 100, {}, {one: one for one in ids}, False)
    found = weigh("Sponge", relevance, learn_background(snippets), snippets, TripletGraph.of({}, {}))
    return found, {one.title: one.id for one in snippets}


def test_parts_of_which_nothing_is_quoted_are_told_those_with_most_first() -> None:
    evidence, ids = read(part("Sponges > Feeding"), part("Sponges > Growth", 5), part("Sponges > Age"))
    assert unquoted_parts(evidence, {ids["Sponges > Age"]}) == [("Growth", 5), ("Feeding", 3)]
    assert "Parts of its sources that speak of the topic and are not quoted here: “Feeding” (3 snippets)." in limits_of(
        evidence, True, {ids["Sponges > Age"], ids["Sponges > Growth"]}, ()
    )
    assert not any("Parts of its" in one for one in limits_of(evidence, True, set(ids.values()), ()))


def test_what_is_small_or_on_something_else_is_not_told() -> None:
    small, other = part("Sponges > Feeding", 2), part("Seas > Currents", 4, OFF)
    silent, box = part("Sponges > Corals", 4, name="corals"), part("Sponges > Box: A dive", 4)
    assert unquoted_parts(read(small, other, silent, box)[0], set()) == []


def test_narrow_parts_count_together_and_a_url_is_a_name() -> None:
    narrow = [part(f"Sponges > Feeding > Method {at}", 1) for at in range(3)]
    assert unquoted_parts(read(*narrow)[0], set()) == [("Feeding", 3)]
    bare = [Snippet(one.id, one.text, "https://example.org/the-sponges-of-lakes") for one in part("x")]
    assert unquoted_parts(read(bare)[0], set()) == [("the sponges of lakes", 3)]


def test_a_part_is_quoted_where_anything_in_it_is() -> None:
    chapter, inner = part("Sponges", 4), part("Sponges > Feeding", 1)
    box = part("Sponges > Growth > Box: A dive", 1)
    evidence, ids = read(chapter, inner, part("Sponges > Growth"), box)
    assert unquoted_parts(evidence, {ids["Sponges > Feeding"]}) == [("Growth", 3)]
    assert unquoted_parts(evidence, {ids["Sponges > Growth > Box: A dive"]}) == []


def test_what_is_called_as_the_topic_or_as_something_quoted_is_not_told() -> None:
    same, topic = part("On sponges > Feeding", 4, OFF), part("Life of seas > Sponges", 4, OFF)
    evidence, ids = read(part("Sponges > Feeding"), same, topic)
    assert unquoted_parts(evidence, {ids["Sponges > Feeding"]}) == []


def test_a_long_title_is_cut() -> None:
    [(title, _)] = unquoted_parts(read(part(f"Sponges > {'Feeding in the seas ' * 40}"))[0], set())
    assert len(title) <= LONGEST and title.endswith(" …")
    [(title, _)] = unquoted_parts(read(part(f"Sponges > {'ACGT' * 40}"))[0], set())
    assert len(title) == LONGEST and title.startswith("ACGTACGT")


def test_a_changed_page_does_not_say_what_was_counted_before_where_rules_do_not_look_again() -> None:
    gaps = [f"{UNQUOTED}: “Feeding” (3 snippets).", *few_cited(2), "No snippet answers: How old?"]
    page = {"topic": "Sponge", "claims": [], "sections": [{}], "references": [{}, {}]}
    lead = Draft("lead", ((Claim("Sponges eat.", (Citation("k", "s"),)),),))
    left = ["Only 1 snippet of the corpus is cited here.", "No snippet answers: How old?"]
    assert kept_open(cast(PageRecord, page), gaps, lead, {}) == left
    counted_before_checking = [*few_cited(3), gaps[-1]]
    assert kept_open(cast(PageRecord, page), counted_before_checking, lead, {}) == left


def test_few_are_told_and_how_many_more_there_are() -> None:
    evidence, _ = read(*(part(f"Sponges > Sea {at}") for at in range(MOST_UNQUOTED + 3)))
    [told] = [one for one in limits_of(evidence, True, set(), ()) if one.startswith(UNQUOTED)]
    assert told.count("(3 snippets)") == MOST_UNQUOTED and told.endswith(" and 3 more.")


def test_of_papers_each_is_told_by_its_title_the_most_relevant_first() -> None:
    def abstract(title: str, text: str) -> Snippet:
        url, above = f"https://example.org/{len(text)}", {"section": "Sponges of the sea"}
        return Snippet(snippet_id(text), text, url, title=title, extra=above)

    near = abstract("How sponges feed", "We measured how much the sponge of a cold sea eats in a day.")
    far = abstract("A census of sponges", "We counted each sponge in nine bays, and our counts differ.")
    other = abstract("Waves of the north", "We measured waves, and one of them moved a sponge.")
    evidence, _ = read([near], [far], [other])
    assert evidence.papers
    evidence = replace(evidence, relevance=replace(evidence.relevance, scores={near.id: 0.9, far.id: 0.4}))
    assert unquoted_parts(evidence, set()) == [("How sponges feed", 1), ("A census of sponges", 1)]
    assert "Papers on the topic that are not quoted here: “A census of sponges”." in limits_of(
        evidence, True, {near.id}, ()
    )


def test_that_nothing_defines_the_topic_goes_with_a_definition_whatever_name_it_was_looked_for_by() -> None:
    gaps = [undefined("bond"), "No snippet answers: How old?"]
    page = {"topic": "Chemical bond", "claims": [], "sections": [{}], "references": [{}]}

    def left(sentence: str) -> list[str]:
        lead = Draft("lead", ((Claim(sentence, (Citation("k", "s"),)),),))
        return kept_open(cast(PageRecord, page), gaps, lead, {})

    assert left("A bond is a link that holds two atoms together.") == gaps[1:]
    assert left("Two atoms are held together.") == gaps
    gaps[0] = undefined("Ada Quay")
    assert left("In 1847, Danish physiologist Ada Quay found bonds.") == gaps[1:]
    assert left("Although much was known, Danish physiologist Ada Quay found bonds.") == gaps[1:]
    assert left("Danish physiologist Bo Reed found bonds.") == gaps
