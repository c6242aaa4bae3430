"""Topics as people write them: with a qualifier in brackets, an article, or cut out of a sentence."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from castalia.graphs import TopicPage, generate_sync
from castalia.graphs.batching.topics import Topic, check_topics
from castalia.graphs.checks import check_topic
from castalia.memory.errors import InputError, UnknownTopicError
from castalia.tools.language.topic_names import qualifier_of, topic_name
from some_reefs import write_reefs
from test_source_sections import among_towns

SAMPLE = str(files("castalia.tools") / "sample_coral_reefs.jsonl")


@pytest.fixture(scope="module")
def reefs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_reefs(tmp_path_factory.mktemp("reefs") / "rows.jsonl", 8)


@pytest.fixture(scope="module")
def plain(reefs: Path) -> TopicPage:
    return generate_sync("Atoll", corpus=reefs)


def test_a_qualifier_in_brackets_is_put_aside_and_told(reefs: Path, plain: TopicPage) -> None:
    page = generate_sync("Atoll (geology)", corpus=reefs)
    assert page.record["topic"] == "Atoll (geology)"
    for part in ("lead", "sections", "references", "gaps"):
        assert page.record[part] == plain.record[part]  # type: ignore[literal-required]
    assert page.record["notices"] == [
        "Snippets were looked for as “Atoll”, without “(geology)”: all snippets were taken to mean one thing by it."
    ]
    assert [one for one in page.run["notes"] if one["kind"] == "searched_as"] == [
        {"step": "", "kind": "searched_as", "topic": "Atoll (geology)", "name": "Atoll"}
    ]
    assert "'''atoll'''" in page.wikitext
    assert not plain.record["notices"] and "searched_as" not in {one["kind"] for one in plain.run["notes"]}


def test_an_article_before_a_topic_makes_no_other_page(reefs: Path) -> None:
    page = generate_sync("the atoll", corpus=reefs)
    assert page.record["claims"] == generate_sync("atoll", corpus=reefs).record["claims"]


def test_that_a_part_of_the_body_is_a_human_one_goes_without_saying(tmp_path: Path) -> None:
    texts = [
        "The tongue is a muscle in the floor of the mouth. The tongue moves food about and forms the sounds of speech.",
        "The upper side of the tongue is covered with small bumps. The bumps of the tongue hold most of the taste buds.",
        "The tongue is attached to the floor of the mouth by a fold. A short fold keeps the tongue from moving freely.",
    ]
    corpus = among_towns(tmp_path, texts)
    page, plain = generate_sync("Human tongue", corpus=corpus), generate_sync("tongue", corpus=corpus)
    assert page.record["claims"] == plain.record["claims"]
    assert page.record["topic"] == "Human tongue"
    assert page.record["notices"] == ["Snippets were looked for as “tongue”: what is said of it was taken to be human."]
    assert not plain.record["notices"]


def test_what_is_not_there_is_told_by_its_name() -> None:
    with pytest.raises(UnknownTopicError) as told:
        generate_sync("Mercury (planet)", corpus=SAMPLE)
    assert 'names "Mercury"' in str(told.value) and "several things" not in str(told.value)


@pytest.mark.parametrize(
    ("topic", "name", "qualifier"),
    [
        ("Coral reef (biology)", "Coral reef", "(biology)"),
        ("Polymerase chain reaction (PCR)", "Polymerase chain reaction", "(PCR)"),
        ("the coral", "coral", ""),
        ("The immune system (anatomy)", "immune system", "(anatomy)"),
        ("an atoll", "atoll", ""),
        ("Human brain", "brain", ""),
        ("the human digestive system (anatomy)", "digestive system", "(anatomy)"),
        ("Human gastrointestinal tract", "gastrointestinal tract", ""),
        ("What is mercury (element)?", "mercury", "(element)"),
        ("Mercury (planet)?", "Mercury", "(planet)"),
        ("Mercury (planet", "Mercury", "(planet)"),
        ("Mercury（planet）", "Mercury", "(planet)"),
        ("Mercury (元素)", "Mercury", "(元素)"),
        ("Mercury (planet) (element)", "Mercury", "(planet, element)"),
        ("Iron (III) (chemistry)", "Iron (III)", "(chemistry)"),
        ("Mercury ()", "Mercury", ""),
        ("Mercury (", "Mercury", ""),
        *((one, one, "") for one in (
            "Coral reef", "(coral reef)", "Iron (III)", "Calcium (2+)", "Iron(III) oxide", "Poly(methyl methacrylate)", "The Gambia", "A priori",
            "Human rights", "Human rights system", "Human capital", "Human body", "Human evolution", "Human brain mapping",
            "a priori", "A level", "Vitamin A", "The The", "Theory", "(biology) of reefs",
        )),
    ],
)  # fmt: skip
def test_the_name_of_a_topic_is_what_a_corpus_calls_it(topic: str, name: str, qualifier: str) -> None:
    assert (topic_name(topic), qualifier_of(topic)) == (name, qualifier)


@pytest.mark.parametrize(
    ("topic", "rest"),
    [(" of coral ", "coral"), ("coral of", "coral"), ("Of coral", "coral"), ("and the coral of the", "the coral")],
)
def test_a_topic_cut_out_of_a_sentence_is_refused_in_one_line(topic: str, rest: str) -> None:
    with pytest.raises(InputError) as told:
        check_topic(topic)
    assert f'ask for "{rest}"' in str(told.value) and "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Schro\u0308dinger equation", "Schrödinger equation"),  # as it is pasted from the name of a file
        ("Schrödinger equa\xadtion", "Schrödinger equation"),  # from a web page that hyphenates
        ("\ufeffSchrödinger\u200b\u3000equation\n", "Schrödinger equation"),
        ("ＣＯＶＩＤ－１９", "COVID-19"),
        ("Ｍｅｒｃｕｒｙ（planet）", "Mercury (planet)"),
        ("CO₂ and ½ μm ﬁsh", "CO₂ and ½ μm fish"),  # as they stand in snippets, too
        ('"Nature, nurture"', "Nature, nurture"),  # from a list in which titles stand in quotation marks
        ("“ ‘Coral reef’ ”", "Coral reef"),
        ('"Nature" and "nurture"', '"Nature" and "nurture"'),
        ("'Nature', nurture", "'Nature', nurture"),
    ],
)
def test_a_topic_has_the_characters_that_snippets_have(typed: str, name: str) -> None:
    assert check_topic(typed) == name
    (topic,) = check_topics([Topic(typed)]).topics
    assert topic.name == name


def test_a_topic_of_bytes_that_are_no_text_is_refused_and_not_read_without_them() -> None:
    (topic,) = check_topics([Topic("Cor\udcc3al reef")]).topics
    with pytest.raises(
        InputError, match=r"the topic 'Cor\\udcc3al reef' holds bytes that are no text.*: write it anew"
    ):
        check_topic(topic.name)


@pytest.mark.parametrize(
    "topic", ["Of Mice and Men", "In vitro fertilisation", "in situ hybridization", "Vitamin A", "Boolean AND", "On the Origin of Species"]
)  # fmt: skip
def test_a_title_keeps_its_small_words(topic: str) -> None:
    assert check_topic(topic) == topic


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("What is a coral reef?", "coral reef"),
        ("what are atolls?", "atolls"),
        ("What's the Gulf Stream ?", "the Gulf Stream"),
        ("What is osmosis", "osmosis"),
        ("Define osmosis.", "osmosis"),
        ("An Overview of Osmosis", "Osmosis"),
        ("Introduction to the Gulf Stream", "the Gulf Stream"),
        ("What is it?", "What is it?"),
        ("What women want", "What women want"),
        ("Defined benefit", "Defined benefit"),
    ],
)
def test_a_question_what_something_is_asks_for_its_page(asked: str, name: str) -> None:
    assert topic_name(asked) == topic_name(name)
