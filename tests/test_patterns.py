"""Triplets say what the sentence says: the right direction, the right head, and nothing that it denies or only
reports."""

from __future__ import annotations

import pytest
from castalia.tools.extraction.patterns import extract_triplets
from castalia.tools.extraction.raw_triplets import FALLBACK, IS_A, PART_OF, PRECEDES, RawTriplet
from castalia.tools.extraction.tails import LONGEST_TAIL
from castalia.tools.language.word_classes import learn_classes
from hypothesis import given, settings
from hypothesis import strategies as st
from proportion import grows_in_proportion

CLASSES = learn_classes([])
PARENTS = {"is_a", "part_of", "causes", "uses", "measures", "located_in", "precedes", "contrasts", "same_as", "other"}


def strong(sentence: str) -> list[RawTriplet]:
    return [one for one in extract_triplets(sentence, CLASSES) if one.confidence > FALLBACK]


def rows(sentence: str) -> set[tuple[str, str, str, str]]:
    return {(one.head, one.relation, one.tail, one.parent) for one in strong(sentence)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("An artery is a blood vessel.", ("artery", "is a", "blood vessel", "is_a")),
        ("Insulin is one of the hormones that regulate glucose.", ("Insulin", "is a", "hormones", "is_a")),
        ("Feldspar is a type of mineral.", ("Feldspar", "is a", "mineral", "is_a")),
        ("One example of a moon is Titan.", ("Titan", "is a", "moon", "is_a")),
        ("The retina is part of the eye.", ("retina", "part of", "eye", "part_of")),
        ("The retina is a component of the eye.", ("retina", "part of", "eye", "part_of")),
        ("Blood consists of plasma, red cells, and platelets.", ("red cells", "part of", "Blood", "part_of")),
        ("Ribosomes are composed of proteins and RNA.", ("RNA", "part of", "Ribosomes", "part_of")),
        ("The nucleus contains chromosomes.", ("chromosomes", "part of", "nucleus", "part_of")),
        ("Smoking leads to lung cancer.", ("Smoking", "leads to", "lung cancer", "causes")),
        ("Erosion results in deep valleys.", ("Erosion", "results in", "deep valleys", "causes")),
        ("The virus causes severe fever.", ("virus", "causes", "severe fever", "causes")),
        ("Penicillin is used to treat infections.", ("Penicillin", "is used to", "treat infections", "uses")),
        ("Titanium is used for hip implants.", ("Titanium", "is used for", "hip implants", "uses")),
        ("Air pressure is measured by a barometer.", ("barometer", "measured", "Air pressure", "measures")),
        ("The pancreas is located in the abdomen.", ("pancreas", "is located in", "abdomen", "located_in")),
        ("Mitosis is followed by cytokinesis.", ("Mitosis", "is followed by", "cytokinesis", "precedes")),
        ("Unlike bacteria, viruses need a host.", ("viruses", "Unlike", "bacteria", "contrasts")),
        ("Archaea differ from bacteria in their membranes.", ("Archaea", "differ from", "bacteria", "contrasts")),
        ("Vitamin C is also known as ascorbic acid.", ("Vitamin C", "is also known as", "ascorbic acid", "same_as")),
        ("The splitting of a nucleus is called fission.", ("fission", "is a", "splitting of a nucleus", "is_a")),
        ("Fat is digested by an enzyme called lipase.", ("lipase", "is a", "enzyme", "is_a")),
        ("Diabetes is a disease.", ("Diabetes", "is a", "disease", "is_a")),
        ("Measles is caused by a virus.", ("virus", "caused", "Measles", "causes")),
        ("The lens is part of the eye.", ("lens", "part of", "eye", "part_of")),
        ("The US is a country.", ("US", "is a", "country", "is_a")),
        ("Vitamin A is a retinoid.", ("Vitamin A", "is a", "retinoid", "is_a")),
        ("Kestrel, a small falcon, eats voles.", ("Kestrel", "is a", "small falcon", "is_a")),
        ("Scurvy is a cause of death.", ("Scurvy", "is a cause of", "death", "causes")),
        ("Offspring is the result of mating.", ("Offspring", "is the result of", "mating", "other")),
        ("Scurvy is the consequence of a diet.", ("Scurvy", "is the consequence of", "diet", "other")),
        ("Urea is a product of the liver.", ("Urea", "is a product of", "liver", "other")),
        (
            "Meiosis results in separating the chromosomes.",
            ("Meiosis", "results in", "separating the chromosomes", "causes"),
        ),
        ("Camels live in deserts.", ("Camels", "live in", "deserts", "located_in")),
        ("Camels fight in herds.", ("Camels", "fight in", "herds", "other")),
        ("Camels live for decades.", ("Camels", "live for", "decades", "other")),
        ("Steam is employed in turbines.", ("Steam", "is employed in", "turbines", "uses")),
        ("Steam is utilized in turbines.", ("Steam", "is utilized in", "turbines", "uses")),
        ("Steam is applied to metals.", ("Steam", "is applied to", "metals", "uses")),
        ("Iron is measured in grams.", ("Iron", "is measured in", "grams", "measures")),
        ("Mass is measured by comparing weights.", ("Mass", "is measured by", "comparing weights", "measures")),
        ("Signals are carried by moving ions.", ("Signals", "are carried by", "moving ions", "other")),
    ],
)
def test_each_pattern_gives_its_triplet(sentence: str, expected: tuple[str, str, str, str]) -> None:
    found = {(h, r, t if expected[1] != "differ from" else t.split(" in ")[0], p) for h, r, t, p in rows(sentence)}
    assert expected in found


def test_hearst_takes_the_nearest_plural_and_every_item() -> None:
    sentence = (
        "Neurotransmitters involved with the process of memory, such as serotonin, dopamine, and glycine, decline."
    )
    heads = {head for head, _, tail, parent in rows(sentence) if parent == "is_a" and tail == "Neurotransmitters"}
    assert heads == {"serotonin", "dopamine", "glycine"}
    assert {
        h for h, _, t, p in rows("Metals, including iron and tin, conduct heat.") if p == "is_a" and t == "Metals"
    } == {"iron", "tin"}
    assert {h for h, _, t, _ in rows("Wasps, ants, and other insects sting.") if t == "insects"} == {"Wasps", "ants"}


def test_of_a_long_list_the_first_items_are_read() -> None:
    metals = "iron tin bismuth zinc gold silver copper nickel cobalt mercury platinum chromium".split()
    sentence = f"Metals, including {', '.join(metals[:-1])} and {metals[-1]}, conduct heat."
    heads = {head for head, _, tail, parent in rows(sentence) if parent == "is_a" and tail == "Metals"}
    assert heads == set(metals[:10])


def test_hearst_stops_at_a_finite_verb_and_at_generic_hypernyms() -> None:
    assert not [one for one in rows("Rivers carve the valley, such as granite.") if one[3] == "is_a"]
    assert not [one for one in rows("Growth depends on factors such as light and heat.") if one[3] == "is_a"]


def test_what_is_said_of_several_is_said_of_each() -> None:
    each = rows("Calcium, iron and zinc strengthen bones.")
    assert {head for head, _, tail, _ in each if tail == "bones"} == {"Calcium", "iron", "zinc"}
    assert {head for head, *_ in rows("Salt and sugar strengthens bones.")} == {"sugar"}


def test_what_such_as_lists_is_not_the_subject() -> None:
    causes = [one for one in rows("Bacteria such as Listeria and Salmonella cause disease.") if one[3] == "causes"]
    assert causes == [("Bacteria", "cause", "disease", "causes")]


def test_a_passive_with_by_is_turned_round() -> None:
    assert ("plasma cells", "produced", "Antibodies", "other") in rows("Antibodies are produced by plasma cells.")


def test_the_subject_is_the_phrase_that_the_preposition_hangs_on() -> None:
    found = rows("The rate of photosynthesis in leaves depends on light.")
    assert ("rate of photosynthesis", "depends on", "light", "other") in found
    assert not [one for one in found if one[0] == "leaves"]
    assert ("bone marrow", "produces", "red cells", "other") in rows("In most adults, bone marrow produces red cells.")


def test_a_relative_clause_after_a_copula_speaks_of_the_subject() -> None:
    found = rows("An artery is a blood vessel that conducts blood away from the heart.")
    assert ("artery", "conducts", "blood away from the heart", "other") in found


def test_a_restrictive_relative_clause_is_no_strong_claim_about_its_noun() -> None:
    assert not [one for one in rows("The clinic stores drugs that destroy kidneys.") if one[0] == "drugs"]


def test_denials_are_kept_as_denials() -> None:
    (one,) = strong("Red blood cells do not contain mitochondria.")
    assert (one.head, one.tail, one.positive) == ("mitochondria", "Red blood cells", False)
    (other,) = strong("Viruses have no metabolism.")
    assert other.head == "Viruses" and not other.positive
    both = strong("Noble gases do not gain or lose electrons.")
    assert both and not any(one.positive for one in both)


@pytest.mark.parametrize(
    "sentence",
    [
        "The results are a surprise.",
        "This leads to rapid growth.",
        "Does the heart contain bone?",
        "If the valve fails, blood floods the lung.",
        "Not all bacteria cause disease.",
        "Developing new drugs is a slow task.",
        "Its nucleus contains water.",
        "The study shows a trend.",
        "Hormones cause the liver to release sugar.",
        "Critics do not believe that schools reduce poverty.",
    ],
)
def test_what_says_nothing_on_its_own_gives_no_strong_triplet(sentence: str) -> None:
    assert strong(sentence) == []


def test_a_report_gives_way_to_what_it_reports() -> None:
    assert rows("Researchers showed that aspirin inhibits cyclooxygenase.") == {
        ("aspirin", "inhibits", "cyclooxygenase", "other")
    }


def test_a_copula_needs_agreement_in_number() -> None:
    assert not [one for one in rows("The use of drugs are tools.") if one[3] == "is_a"]


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("The server contains files.", "A server contains files."),  # which one the sentence before may have said
        ("The server contains files.", "The file server contains files."),
        ("The server contains files.", "The server of the bank contains files."),
        ("The treaty contains files.", "The GATT contains files."),
        ("Einstein published his theory.", "Einstein published a theory."),
        ("Curie published her theory.", "Curie published a theory."),
        ("Dust dims our skies.", "Dust dims the skies."),
        ("The production of insulin lowers glucose.", "Insulin lowers glucose."),
        ("A solid is rigid and holds a shape.", "The grain of a solid holds a shape."),
        ("The heart is the pump.", "The heart is a pump."),
        ("Flour is starch.", "Flour is the starch."),
    ],
)
def test_how_surely_it_is_said_shows(less: str, more: str) -> None:
    (loose,), (firm,) = strong(less)[-1:], strong(more)[-1:]
    assert loose.confidence < firm.confidence


def test_fallback_edges_come_alone_and_are_marked() -> None:
    sentence = "Their results fill a long list of tables."
    found = extract_triplets(sentence, CLASSES)
    assert found and all(one.confidence <= FALLBACK for one in found)
    assert all(one.confidence > FALLBACK for one in extract_triplets("An artery is a blood vessel.", CLASSES))


def test_the_tail_is_the_clause_and_ends_with_a_phrase() -> None:
    (one,) = strong("The kidney removes waste from the blood in a slow and steady way across many fine tubes.")
    assert one.tail.startswith("waste from the blood") and len(one.tail.split()) <= LONGEST_TAIL
    assert one.tail.split()[-1] not in ("in", "a", "and", "the", "across")


PATTERNS = (
    "cells of the ", "number of number of ", "X is a Y that is a Z that ", "cells produce and ", "a, b, and c such as ",
    "( ", "very ", "to lead to ", "called known as ", ", a b of ", "of mutations in a or b ", "including a, ", "types of cells: ",
    "cells divided into ",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_ten_kilobytes_of_anything_take_time_in_proportion(pattern: str) -> None:
    short, long = (pattern * 5000)[:5_000], (pattern * 5000)[:20_000]
    assert grows_in_proportion(lambda text: extract_triplets(text, CLASSES), short, long)


WORDS = st.sampled_from(
    """the a cells cell bacteria produce produces is are called such as including and or of by which that not no to used
    in found , ( ) : ; . contains toxins E. coli DNA quickly resistant unlike other one part if""".split()
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=60).map(" ".join))
def test_pieces_stand_in_the_sentence_whatever_it_says(sentence: str) -> None:
    found = extract_triplets(sentence, CLASSES)
    for one in found:
        assert one.head in sentence and one.tail in sentence
        assert one.relation in sentence or one.relation in (IS_A, PART_OF, PRECEDES)
        assert one.parent in PARENTS and 0 < one.confidence <= 1
    assert found == extract_triplets(sentence, CLASSES)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    for one in extract_triplets(text, CLASSES):
        assert one.head in text and one.tail in text


@pytest.mark.parametrize(
    "sentence",
    [
        "Nutrients besides sugars, including fats and salts, are stored.",
        "Fuels other than coals, including oils and gases, burn well.",
        "Organs apart from glands, including the kidneys and the lungs, are hollow.",
    ],
)
def test_what_a_sentence_sets_aside_has_none_of_its_members_for_kinds(sentence: str) -> None:
    set_aside = {"sugars", "coals", "glands"}
    assert not [one for one in extract_triplets(sentence, CLASSES) if one.relation == IS_A and one.tail in set_aside]


def test_a_tail_ends_where_and_goes_on_with_a_participle_or_an_infinitive() -> None:
    tails = {
        one.tail
        for sentence in (
            "The liver converts lactate to glucose and used in the muscles.",
            "The liver makes bile and to store glycogen.",
        )
        for one in extract_triplets(sentence, CLASSES)
    }
    assert tails
    assert not [one for one in tails if "used" in one or "store" in one]


@pytest.mark.parametrize(
    ("sentence", "never"),
    [
        ("At a speed of sixty kilometers per second, it broke, producing a hot fireball.", "speed"),
        ("Looking only at such images, it is easy to confuse comets.", "images"),
        ("He began to hear voices and became suspicious of his neighbours.", "voices"),
        ("However, in its orbit around Earth is its perigee.", "Earth"),
    ],
)
def test_a_loose_edge_has_the_phrase_right_before_its_verb_unless_that_is_an_object(sentence: str, never: str) -> None:
    assert never not in " ".join(one.head for one in extract_triplets(sentence, CLASSES))


@pytest.mark.parametrize(
    "sentence",
    [
        "The lactate is resynthesized and transported to the liver.",
        "The information learned more recently hinders the recall of older information.",
    ],
)
def test_no_tail_begins_with_a_conjunction_or_a_finite_verb(sentence: str) -> None:
    assert not [one for one in extract_triplets(sentence, CLASSES) if one.tail.startswith(("and ", "hinders "))]


def test_a_plural_verb_says_nothing_of_a_single_thing() -> None:
    """It is a noun of a compound, which is read as a verb."""
    found = extract_triplets("Lactate serves as a substrate for the enzyme spin reductase.", CLASSES)
    assert not [one for one in found if one.relation == "spin"]
    assert ("cells of the liver", "produce", "sugar", "other") in rows("The cells of the liver produce sugar.")
    assert ("bacteria", "need", "sugar", "other") in rows("The bacteria need sugar.")
    assert ("iron", "need", "sugar", "other") in rows("Carbon and iron need sugar.")
