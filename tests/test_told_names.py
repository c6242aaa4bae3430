"""A topic is told under the name that its texts have for it, where they hardly ever say all of its title."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs import Settings, TopicPage, generate_sync, update
from castalia.graphs.events import event_of
from castalia.graphs.screens.display import lines_of
from castalia.memory.errors import InputError, UnknownTopicError
from castalia.memory.records import Snippet
from castalia.tools.language.topic_names import called_by_owner, without_field, without_theory
from castalia.tools.language.word_classes import learn_classes
from castalia.tools.language.words import content_stems
from castalia.tools.scripted.scripted_model import ScriptedModel
from castalia.tools.topic.background import Background
from castalia.tools.topic.relevance import Relevance
from castalia.tools.topic.told_names import TOGETHER, are_counted, is_same_thing, names_of_person
from test_joined_names import model
from test_source_sections import among_towns

FULL = [
    "A chemical bond holds the atoms of a molecule together, and an atom of carbon takes part in four of them at a time.",
    "Whether a chemical bond is strong depends on the atoms of the molecule, on their size above all and on their charge.",
]
ELEMENTS = (
    ("carbon", "which lies at the heart of wood, coal and sugar"),
    ("oxygen", "a gas that animals breathe and fires need"),
    ("nitrogen", "of which four fifths of the air consist"),
    ("sulfur", "found as yellow crystals near volcanoes"),
    ("iodine", "known for its violet vapor and for brown stains"),
)
BARE = [f"The bond of {name}, {where}, {what}" for name, where in ELEMENTS for what in (
    "holds two atoms of a molecule together. A weak bond breaks early when the vessel is heated.",
    "has a length that rises with the size of its atoms. Measured by X-rays, a bond is shorter in a small molecule.",
    "gives off energy as the molecule forms from its atoms. Later the same amount of work undoes this bond again.",
    "takes up light of one color alone. Hit by such a ray, the bond swings until the molecule and its atoms grow warm.",
    "is polar next to hydrogen. Electrons of the bond then crowd at one end of the molecule, far from the lesser atoms.",
    "is drawn as a line in chemical tables. Two lines side by side stand for a bond of four electrons in a molecule.",
    "was a riddle of chemical research for long. What kept such a bond in a molecule nobody knew before electrons.",
    "bends where a third partner pushes. Crowded atoms open the angle between one bond and another within a molecule.",
)]  # fmt: skip


def page(
    tmp_path: Path, topic: str, texts: Sequence[str], title: str = "", titled: int = 0, **options: Any
) -> TopicPage:
    """The page from these texts, the first ``titled`` of which have this title."""
    corpus = among_towns(tmp_path, texts, title, titled)
    return generate_sync(topic, corpus=corpus, **options)


@pytest.mark.parametrize(
    ("bare", "text", "counted"),
    [("Newton's laws", "By Newton’s second law it moves.", True), ("newtons laws", "By Newton's first law it rests.", True), ("Jones' laws", "Jones’s third law is new.", True), ("gas laws", "Of a gas first laws were known.", False), ("Women's movements", "Women's first vote.", False), ("", "The first.", False)],
)  # fmt: skip
def test_what_bears_a_name_and_is_counted(bare: str, text: str, counted: bool) -> None:
    assert are_counted(bare, [Snippet("a", text)]) is counted


@pytest.mark.parametrize(
    ("topic", "bare"),
    [("Newton's laws of motion", "Newton's laws"), ("Newton’s three laws of motion", "Newton’s laws"), ("Newton's law of gravitation", ""), ("Laws of thermodynamics", ""), ("Newton's laws", "")],
)  # fmt: skip
def test_a_name_without_what_its_things_are_of(topic: str, bare: str) -> None:
    assert called_by_owner(topic) == bare


@pytest.mark.parametrize(
    ("topic", "bare"),
    [("Big Bang theory", "Big Bang"), ("The theory of special relativity", "special relativity"), ("Theory of sliding filaments", "sliding filaments"), ("Conflict theory", ""), ("Theory of evolution", ""), ("Theory", ""), ("Big Bang", "")],
)  # fmt: skip
def test_a_name_without_that_it_is_a_theory(topic: str, bare: str) -> None:
    assert without_theory(topic) == bare


def is_same(
    whole: Sequence[str],
    alone: Sequence[str],
    topic: str = "Chemical bond",
    at: int = -1,
    bare: str = "",
    said: int = TOGETHER,
    others: str = "Gulls nest on the roofs of towns.",
) -> bool:
    """Whether a word of the topic (the last), or what of it is ``bare``, means what all of it does, in a corpus of
    these texts, of as many that have the field elsewhere as are ``said``, and of others."""
    if without_field(topic):
        alone = [*alone, *[f"{one} Its {topic.split()[0].lower()} side is known." for one in alone[:said]]]
    texts = [*whole, *alone, *[others] * 200]
    counts: dict[str, int] = {}
    for text in texts:
        for one in set(content_stems(text)):
            counts[one] = counts.get(one, 0) + 1
    stems, bare = content_stems(topic), bare or topic.split()[at]
    weights = dict.fromkeys(stems, 0.3) | {"atom": 0.2, "molecul": 0.2}
    naming = [Snippet(f"w{at}", text) for at, text in enumerate(whole)]
    holding = [Snippet(f"a{at}", text) for at, text in enumerate(alone)]
    relevance = Relevance(stems, weights, {}, tuple(one.id for one in naming), len(naming), {}, {})
    background = Background(len(texts), counts, {}, learn_classes([]))
    return is_same_thing(bare, topic, relevance, naming, [*naming, *holding], background)


WHOLE = ["A chemical bond holds the atoms of a molecule."]
ALONE = [f"The bond of atom {at} in the molecule is strong." for at in range(20)]


def test_a_field_that_texts_leave_unsaid_is_left_out_and_told(tmp_path: Path) -> None:
    whole, plain = page(tmp_path, "Chemical bond", [*FULL, *BARE]), page(tmp_path, "bond", [*FULL, *BARE])
    assert whole.record["claims"] == plain.record["claims"]
    assert whole.record["topic"] == "Chemical bond"
    assert whole.record["notices"] == [
        "Snippets were looked for as “bond”: what is said of it was taken to be chemical."
    ]
    assert not plain.record["notices"]


def test_a_run_tells_at_once_by_which_name_it_looks(tmp_path: Path) -> None:
    for topic, name in (("Chemical bond", "“bond”"), ("bond", "the topic")):
        told: list[dict[str, Any]] = []
        page(tmp_path, topic, [*FULL, *BARE], progress=told.append)
        (seed,) = (one for one in told if one["phase"] == "seed")
        assert lines_of(event_of(seed)) == [f"seed      the 5 snippets that name {name} best"]


def test_the_bare_name_is_the_same_thing_where_it_keeps_the_same_company() -> None:
    assert is_same(WHOLE, ALONE)
    assert not is_same(WHOLE, [f"The bond of town {at} yields much interest." for at in range(20)])


def test_a_field_is_left_out_only_where_texts_with_the_bare_name_say_it_more_often_than_others() -> None:
    assert not is_same(WHOLE, ALONE, said=TOGETHER - 2)
    assert not is_same(WHOLE, ALONE, others="Gulls nest on the chemical works of towns.")


def test_what_animals_and_plants_have_as_well_is_not_taken_for_human() -> None:
    whole, alone = [one.replace("chemical", "human") for one in WHOLE], [*ALONE]
    assert is_same(whole, alone, "Human bond", said=0)
    alone[:2] = [f"{alone[at]} Those of {one} are stronger." for at, one in enumerate(("animals", "plants"))]
    assert not is_same(whole, alone, "Human bond", said=0)


def test_a_field_that_texts_do_say_is_kept() -> None:
    assert not is_same([f"{WHOLE[0]} {at}" for at in range(3)], ALONE)


@pytest.mark.parametrize("other", ["physical", "mental"])
def test_a_field_that_tells_kinds_apart_is_kept(other: str) -> None:
    assert not is_same(WHOLE, [*ALONE[:18], *(one.replace("bond", f"{other} bond") for one in ALONE[18:])])
    assert is_same(WHOLE, [*ALONE, ALONE[0].replace("bond", "physical bond")])


def test_a_field_that_tells_kinds_apart_where_the_whole_name_stands_is_kept() -> None:
    assert not is_same([WHOLE[0].replace("molecule", "molecule, a physical bond those of a wall")], ALONE)
    spelled = [one.replace("bond", "electrical bond") for one in ALONE[:2]]  # the same field
    assert is_same([WHOLE[0].replace("chemical", "electric")], [*ALONE, *spelled], "Electric bond")


def test_the_places_of_a_name_are_seen_whatever_stands_in_it() -> None:
    whole = ["The chemical theory of the bond speaks of atoms and of the molecule."]
    texts = [one.replace("bond", "theory of the bond") for one in ALONE]
    name = "Chemical theory of the bond"
    assert is_same(whole, texts, name, bare=name[9:])
    assert not is_same(whole, [one.replace("theory", "weak theory") for one in texts], name, bare=name[9:])
    scattered = [f"The bond of atom {at} in the molecule has no theory." for at in range(20)]
    assert not is_same(whole, scattered, name, bare=name[9:])


def test_a_name_that_mostly_stands_behind_another_word_is_not_the_bare_one() -> None:
    assert not is_same(WHOLE, [*ALONE[:7], *(one.replace("bond", "stable bond") for one in ALONE[7:])])


@pytest.mark.parametrize(
    ("topic", "bare"),
    [("Chemical element", "element"), ("Human immune system", "immune system"), ("Chemical", ""), ("Kinetic energy", ""), ("Social the", ""), ("Physical chemistry", ""), ("Human genetics", "")],
)  # fmt: skip
def test_the_field_before_a_name(topic: str, bare: str) -> None:
    assert without_field(topic) == bare


SPONGES = [
    f"The growth of sponges is slow in {place}. The growth of sponges depends on the food that the water carries."
    for place in ("caves", "bays", "lakes", "harbors", "lagoons", "fjords")
]


@pytest.mark.parametrize("topic", ["Growth and decline of sponges", "Decline and growth of sponges"])
def test_of_two_names_that_hardly_a_text_joins_the_one_that_is_known_is_told(tmp_path: Path, topic: str) -> None:
    told = page(tmp_path, topic, SPONGES)
    assert told.record["claims"] == page(tmp_path, "growth of sponges", SPONGES).record["claims"]
    name = topic.replace("Growth and decline", "Growth").replace("Decline and growth", "growth")
    assert told.record["notices"] == [f"Snippets were looked for as “{name}”: more of them say that than “{topic}”."]


def test_of_two_names_that_texts_join_both_are_told(tmp_path: Path) -> None:
    both = [one.replace("growth", "growth and decline") for one in SPONGES[:4]]
    assert not page(tmp_path, "Growth and decline of sponges", [*SPONGES, *both]).record["notices"]


def test_a_title_of_which_neither_name_is_known_is_unknown_by_all_of_it(tmp_path: Path) -> None:
    with pytest.raises(UnknownTopicError, match='names "Moss/fern"'):
        page(tmp_path, "Moss/fern", SPONGES)


LAWS = [
    *(
        f"Mossman's laws of tidal growth say how sponges grow with the tides of a {where}, as Mossman's first law does."
        for where in ("bay", "lagoon", "harbor", "fjord")
    ),
    *(
        f"Mossman's {which} law is on the {what} of sponges. Mossman's laws are true {where}, where sponges grow with the tides."
        for which, what in (("first", "size"), ("second", "shape"), ("third", "color"))
        for where in ("in caves", "on reefs", "in harbors", "under the ice")
    ),
]


LOW = [
    f"The low tide of {month} lays the sponges of the bay bare. Sponges live through such a low tide in their own water."
    for month in ("March", "April", "May", "June", "July", "August", "October", "November")
]
CALLED = ["The low tide theory says that sponges of a bay live on water which they keep.", "A low tide theory of sponges in bays is new."]  # fmt: skip


@pytest.mark.parametrize(
    ("called", "name"), [(CALLED[:0], "Low tide"), (CALLED, "Low tide"), (CALLED * 4, "Low tide theory")]
)
def test_a_theory_that_texts_seldom_call_so_is_told_without(called: list[str], name: str) -> None:
    texts = [*LOW, *(f"{one} It was called so {at} times." for at, one in enumerate(called))]
    assert (
        model("Low tide theory", [*texts, *(f"Gulls nest on the roofs of town {at}." for at in range(300))]).name
        == name
    )


@pytest.mark.parametrize(
    ("topic", "counted", "name"),
    [("Mossman's laws of tidal growth", True, "Mossman's laws"), ("mossmans laws of tidal growth", True, "mossmans laws"), ("Mossman's laws of tidal growth", False, ""), ("Mossman's law of tidal growth", True, ""), ("Tidal laws of growth", True, "")],
)  # fmt: skip
def test_laws_that_texts_count_are_told_by_their_owner_alone(topic: str, counted: bool, name: str) -> None:
    texts = LAWS if counted else [re.sub("(first|second|third) law", "book", one) for one in LAWS]
    told = model(topic, [*texts, *(f"Gulls nest on the roofs of town {at}." for at in range(300))])
    assert told.name == (name or topic)
    assert {*told.full_name} == {*(content_stems(topic) if name else ())}


FULL_NAMES = [
    "The biologist Ada Mossman was the first to count the sponges of the bay, in a winter when it was covered with ice.",
    "Ada Mossman (1901–1980) kept the sponges of her bay in tanks, and she wrote a book on how they grow in the cold.",
]
SURNAMES = [
    f"Mossman {what}. The sponges that Mossman had seen there were {how}, and her book on them is still read."
    for what, how in (
        ("went to the caves of the island when she was a student", "white and without any light to grow by"),
        ("spent three years at the harbor of the capital", "covered with oil from the many ships"),
        ("found a lake in the mountains where no fish live", "green because of the algae inside of them"),
        ("dived to the reef with a helmet made of copper", "as tall as a man and shaped like a barrel"),
    )
]


@pytest.mark.parametrize("topic", ["Ada Mossman", "ada mossman", "Mossman"])
def test_a_person_is_told_by_the_family_name_alone(tmp_path: Path, topic: str) -> None:
    told = page(tmp_path, topic, [*FULL_NAMES, *SURNAMES])
    cited = {one["sentence"].partition(" ")[0] for one in told.record["claims"]}
    assert "Mossman" in cited
    notice = f"Snippets were looked for as “Mossman”: more of them say that than “{topic}”."
    assert told.record["notices"] == ([notice] if topic != "Mossman" else [])
    assert told.record["lead"].startswith("The biologist Ada Mossman was the first") is (topic != "Mossman")


def test_no_heading_on_a_person_is_the_whole_name(tmp_path: Path) -> None:
    first = [one.replace("Mossman", "The biologist Ada Mossman", 1) for one in SURNAMES]
    told = page(tmp_path, "Ada Mossman", [*first, *SURNAMES, *FULL_NAMES], "Bay sponges > Ada Mossman", titled=4)
    assert told.record["notices"]
    assert "Ada Mossman" not in json.dumps([one["heading"] for one in told.record["sections"]])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The physicist Tycho Moss measured it.", ("Moss", "Tycho")),
        ("Tycho Moss (1901–1980) measured it.", ("Moss", "Tycho")),
        ("Few towns of Tycho Moss (see there) have one, after Tycho Moss fell.", ()),
    ],
)
def test_a_person_is_known_by_what_texts_call_one(text: str, names: tuple[str, ...]) -> None:
    assert names_of_person("Tycho Moss", [Snippet("a", text)]) == names


@pytest.mark.parametrize(
    ("topic", "family"),
    [("Tycho van der Moss", "van der Moss"), ("Tycho Moss Jr.", "Moss"), ("Tycho Moss, Jr.", "Moss")],
)
def test_the_family_name_is_all_of_it_and_nothing_more(topic: str, family: str) -> None:
    assert names_of_person(topic, [Snippet("a", f"{topic} (1901–1980) measured it.")]) == (family, "Tycho")


def test_a_word_that_texts_write_small_is_no_name() -> None:
    whole = ["The scientist Tycho Bond (1901) joined the atoms of a molecule."]
    texts = [one.replace("bond", "Bond") for one in ALONE]

    def is_told(alone: Sequence[str]) -> bool:
        return is_same(whole, alone, topic="Tycho Bond")

    assert is_told(texts)
    assert not is_told([*texts[:17], *ALONE[17:]])


def test_what_is_called_after_a_person_tells_nothing_of_one() -> None:
    whole = ["The scientist Tycho Bond (1901) joined the atoms of a molecule."]
    texts = [one.replace("bond", "Bond") for one in ALONE]
    law = [one.replace("The Bond of", "Bond’s law of") for one in texts[:8]]
    model = [one.replace("The Bond of", "The Bond model of") for one in texts[8:14]]
    assert not is_same(whole, [*law, *model, *texts[14:]], "Tycho Bond")
    assert is_same(whole, [*law, *texts[8:]], "Tycho Bond")


def test_hardly_any_person_goes_by_the_given_name() -> None:
    whole = [f"The scientist Tycho Bond ({year}) joined the atoms of a molecule." for year in range(1901, 1906)]
    texts = [one.replace("bond", "Tycho") for one in ALONE]
    assert not is_same(whole, texts, "Tycho Bond", at=0)
    assert is_same(whole[:4], texts, "Tycho Bond", at=0)


CALLED = [
    f"In {place} there are sea pens (also called feather corals), which stand upright in the mud of the quiet {where}."
    for place, where in (("Norway", "fjords of the west"), ("Chile", "channels between the many islands"))
]
PENS = [
    f"Sea pens {what}. A sea pen is a colony of polyps, of which {how}."
    for what, how in (
        ("glow when they are touched at night", "the oldest one forms the stem that holds the rest"),
        ("draw water in and stand up to feed", "most catch small animals with eight feathery arms"),
        ("are eaten by sea stars and slugs", "some pump water and never catch anything at all"),
        ("grow for a century in cold water", "new ones bud from the sides of the stem each year"),
    )
]


@pytest.mark.parametrize("anchored", [True, False])
def test_a_topic_that_most_texts_call_by_another_name_is_told_under_that(anchored: bool, tmp_path: Path) -> None:
    settings = Settings(anchored=anchored)
    told = page(tmp_path, "Feather coral", [*CALLED, *PENS], settings=settings)
    assert told.record["claims"] == page(tmp_path, "sea pens", [*CALLED, *PENS], settings=settings).record["claims"]
    assert told.record["notices"] == [
        "Snippets were looked for as “sea pens”: more of them say that than “Feather coral”."
    ]


def test_no_heading_by_a_model_is_the_name_by_which_the_topic_is_told(tmp_path: Path) -> None:
    heads = [{"heading": one, "about": ["polyps"]} for one in ("Sea pens", "Polyps", "Feather corals")]

    def outline(*_: Any) -> str:
        return json.dumps({"sections": [{**heads[1], "sections": heads}, *heads]})

    model, settings = ScriptedModel({"Outlined": outline}), Settings.for_models(depth=0)
    told = page(tmp_path, "Feather coral", [*CALLED, *PENS], model=model, settings=settings)
    dropped = [one["heading"] for one in told.run["notes"] if one.get("reason") == "the topic's own name"]
    assert dropped == ["Sea pens", "Feather corals"] * 2


def test_a_page_is_not_updated_by_what_has_another_name_by_now(tmp_path: Path) -> None:
    page(tmp_path, "Feather coral", [*CALLED, *PENS], out=tmp_path / "out")
    new = tmp_path / "new.jsonl"
    own = [one.replace("Sea pen", "Feather coral").replace("sea pen", "feather coral") + " So it is." for one in PENS]
    rows = [{"content": text, "url": f"https://example.org/new/{at}"} for at, text in enumerate(own)]
    new.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(InputError, match=r"looked for as “sea pens” .* would be as “Feather coral”: generate"):
        asyncio.run(update(tmp_path / "out", corpus=new))


def test_a_name_that_is_as_usual_as_the_other_stays(tmp_path: Path) -> None:
    own = [one.replace("Sea pen", "Feather coral").replace("sea pen", "feather coral") for one in PENS]
    assert not page(tmp_path, "Feather coral", [*CALLED, *own]).record["notices"]
