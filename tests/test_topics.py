"""Files of topics: every form that is taken, and every mistake told with its line before any work is done."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from castalia.graphs.batching.topic_files import read_topics
from castalia.graphs.batching.topics import Topic, check_topics, topics_of
from castalia.memory.errors import InputError
from castalia.tools.corpus.batch_files import FILES
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)

    def written(name: str, content: str | bytes) -> str:
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return written


def names(path: str) -> list[str]:
    return [one.name for one in read_topics(path).topics]


def refused(path: str) -> str:
    with pytest.raises(InputError) as told:
        read_topics(path)
    assert "\n" not in str(told.value) and len(str(told.value)) < 500
    return str(told.value)


def test_a_csv_has_columns_in_any_order_and_what_is_not_used_is_told(write: Any) -> None:
    path = write(
        "t.csv", 'id, Out ,words,TOPIC,domain\n1,glyco,500,Glycolysis,Biology\n\n2,,,"Krebs cycle, history of",\n'
    )
    found = read_topics(path)
    assert found.topics == (
        Topic("Glycolysis", "Biology", 500, "glyco", "t.csv:2"),
        Topic("Krebs cycle, history of", "", None, "", "t.csv:4"),
    )
    assert found.notices == ("t.csv: not used: id (known are topic, domain, words, out)",)


def test_a_comment_behind_a_topic_has_spaces_around_its_sign(write: Any) -> None:
    lines = ["Atoll # in the Pacific", "Reef\t#\t# both", "C# (programming language)", "Symphony #9", "C#9"]
    assert names(write("t.txt", "\n".join([*lines, "Tide #"]))) == ["Atoll", "Reef", *lines[2:], "Tide"]
    assert names(write("t.csv", "topic\nNo. # 9\n")) == ["No. # 9"]


@pytest.mark.parametrize(
    ("name", "content"),
    [("t.csv", "topic,fault\nRift,San Andreas\n"), ("t.jsonl", '{"topic": "Rift", "fault": "San Andreas"}\n')],
)
def test_no_column_of_a_list_is_taken_for_what_is_wrong_with_it(name: str, content: str, write: Any) -> None:
    found = read_topics(write(name, content))
    assert [one.name for one in found.topics] == ["Rift"]
    assert found.notices == (f"{name}: not used: fault (known are topic, domain, words, out)",)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("t.jsonl", '"Rift"\n{"topic": "Atoll", "word": 300}\n', "t.jsonl:2: there is no word; did you mean words?"),
        ("t.csv", "topic,domian\nRift,Geology\n", "t.csv:2: there is no domian; did you mean domain?"),
    ],
)
def test_a_misspelt_key_is_refused(name: str, content: str, says: str, write: Any) -> None:
    assert refused(write(name, content)) == says


def test_a_key_near_to_a_known_one_that_is_there_is_no_misspelling(write: Any) -> None:
    assert read_topics(write("t.csv", "topic,words,word\nRift,300,rift\n")).notices


@pytest.mark.parametrize("column", ["keywords", "subdomain", "about", "count", "route", "topic_id"])
def test_what_only_resembles_a_known_key_is_no_misspelling(column: str, write: Any) -> None:
    found = read_topics(write("t.csv", f"topic,{column}\nRift,1\n"))
    assert found.notices == (f"t.csv: not used: {column} (known are topic, domain, words, out)",)


def test_a_column_without_a_name_is_passed_over(write: Any) -> None:
    found = read_topics(write("t.csv", "topic,,words\nGlycolysis,mine,500\n"))
    assert found.topics == (Topic("Glycolysis", "", 500, "", "t.csv:2"),) and found.notices == ()


def test_blanks_may_stand_before_a_quoted_cell_and_in_the_name_of_a_folder(write: Any) -> None:
    assert names(write("t.csv", 'domain, topic\nBiology, "Krebs cycle, history of"\n')) == ["Krebs cycle, history of"]
    (found,) = read_topics(write("t.jsonl", '{"topic": "Krebs  cycle ", "out": " my  folder "}')).topics
    assert (found.name, found.folder) == ("Krebs cycle", "my  folder")


def test_a_packed_file_is_of_the_kind_that_its_name_says(write: Any) -> None:
    for name in ("t.txt.gz", "t.TXT.GZ"):
        assert names(write(name, gzip.compress(b"Topic, focus\n"))) == ["Topic, focus"]


def test_a_domain_is_written_as_the_snippets_have_it(write: Any) -> None:
    (found,) = read_topics(write("t.txt", "Glycolysis\n"), "Cell\u00a0 biology").topics
    assert found.domain == "Cell biology"


def test_a_csv_of_one_column_needs_no_header(write: Any) -> None:
    assert names(write("t.csv", 'Glycolysis\n"Krebs cycle, history of"\n')) == [
        "Glycolysis",
        "Krebs cycle, history of",
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_text_is_a_topic_a_line_with_comments(end: str, write: Any) -> None:
    path = write("t.txt", end.join(["# my topics", "Glycolysis", "", "  C#  ", "   # more", "Enzyme"]))
    assert [(one.name, one.where) for one in read_topics(path).topics] == [
        ("Glycolysis", "t.txt:2"),
        ("C#", "t.txt:4"),
        ("Enzyme", "t.txt:6"),
    ]


def test_jsonl_is_objects_or_strings(write: Any) -> None:
    path = write("t.jsonl", '{"topic": "Glycolysis", "words": 300, "domain": null}\n\n"Enzyme"\n')
    assert read_topics(path).topics == (
        Topic("Glycolysis", words=300, where="t.jsonl:1"),
        Topic("Enzyme", where="t.jsonl:3"),
    )


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("topic,domain\nGlycolysis,Biology\n", Topic("Glycolysis", "Biology", where="stdin:2")),
        ("Glycolysis\n", Topic("Glycolysis", where="stdin:1")),
        ('{"topic": "Glycolysis"}\n', Topic("Glycolysis", where="stdin:1")),
        ('"Glycolysis" and more\n', Topic('"Glycolysis" and more', where="stdin:1")),
    ],
)
def test_stdin_is_what_its_first_line_looks_like(content: str, found: Topic, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    assert read_topics("-").topics == (found,)


@pytest.mark.parametrize("name", ["t.csv", "t.txt", "t.jsonl"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_part_of_a_topic(name: str, encoding: str, write: Any) -> None:
    content = '"Überträger"\n' if name == "t.jsonl" else "topic\nÜberträger\n" if name == "t.csv" else "Überträger\n"
    assert names(write(name, content.encode(encoding))) == ["Überträger"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"domain": 5}, "^the domain is 5: give a str, or leave it out$"),
        ({"corpus_columns": "corpus"}, "^corpus_columns is 'corpus': give a list of the names of columns$"),
        ({"corpus_columns": None}, "^corpus_columns is None: give a list"),
    ],
)
def test_an_option_of_the_wrong_kind_is_told(wrong: dict[str, Any], says: str, write: Any) -> None:
    with pytest.raises(InputError, match=says):
        read_topics(write("t.txt", "Glycolysis\n"), **wrong)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": 5}, "^the name of a topic is 5: give a str$"),
        ({"domain": None}, "^the domain of a topic is None: give a str$"),
        ({"out": Path("folder")}, "^the out of a topic is .*: give a str$"),
        ({"words": "300"}, "^words is '300': give a whole number from 100 up$"),
        ({"words": 0}, "^words is 0: give a whole number from 100 up$"),
    ],
)
def test_a_topic_is_of_text_and_a_number(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        Topic(**({"name": "Glycolysis"} | wrong))


def test_the_default_domain_is_for_topics_without_one(write: Any) -> None:
    path = write("t.csv", "topic,domain\nGlycolysis,Biology\nEnzyme,\n")
    assert [one.domain for one in read_topics(path, "Chemistry").topics] == ["Biology", "Chemistry"]


def test_a_topic_that_comes_twice_is_written_once_and_told(write: Any) -> None:
    found = read_topics(write("t.txt", "Glycolysis\nEnzyme\nglycolysis\nGlycolysis  \n"))
    assert [one.name for one in found.topics] == ["Glycolysis", "Enzyme"]
    assert found.notices == (
        't.txt:3: "glycolysis" is there before at t.txt:1: it is written once',
        't.txt:4: "Glycolysis" is there before at t.txt:1: it is written once',
    )


def test_a_topic_in_its_plural_or_with_other_capitals_is_the_same_page(write: Any) -> None:
    titles = read_topics(
        write("t.txt", "Black hole\nBlack Holes\nHole\nSupernovae\nSupernova\nLED\nled\nPhysics\nPhysic\n")
    )
    assert len(titles) == 9  # who makes gold pages asks an encyclopedia which of them are one
    found = topics_of(titles, "")
    assert [one.name for one in found] == ["Black hole", "Hole", "Supernovae", "LED", "led", "Physics", "Physic"]
    assert found.notices == (
        't.txt:2: "Black Holes" is there before at t.txt:1, as "Black hole": it is written once',
        't.txt:5: "Supernova" is there before at t.txt:4, as "Supernovae": it is written once',
    )


def test_a_topic_all_in_capitals_is_one_that_is_not_unless_it_may_be_an_acronym() -> None:
    loud = ["Coral reef", "CORAL REEF", "PHOTOSYNTHESIS", "Photosynthesis", "Zooxanthellae", "zooxanthella"]
    others = ["AIDS", "aids", "SALT", "Salt", "DNA repair", "Dna repair", "Fauna", "Faunae", "Reggae"]
    found = topics_of([*loud, *others], "")
    assert [one.name for one in found] == [*loud[::2], *others[:7], "Reggae"]
    assert found.notices[0] == '"CORAL REEF" is there before, as "Coral reef": it is written once'


def test_a_topic_with_a_mark_behind_it_is_one_without() -> None:
    found = topics_of(["Coral reef.", "Coral reef?", "coral reefs", "Coral  reef;", "C", "C++", "?"], "")
    assert [one.name for one in found] == ["Coral reef.", "C", "C++", "?"]
    assert found.notices[0] == '"Coral reef?" is there before, as "Coral reef.": it is written once'


def test_a_topic_with_a_greek_letter_is_one_with_its_name() -> None:
    found = topics_of(["β-lactam", "Beta-lactams", "beta lactam", "α-lactam"], "")
    assert [one.name for one in found] == ["β-lactam", "beta lactam", "α-lactam"]


def test_a_corpus_in_place_of_the_topics_is_told_and_a_file_of_gold_pages_is_not(write: Any) -> None:
    rows = [{"topic": f"Topic {at // 3}", "content": f"The text of snippet {at}."} for at in range(9)]
    told = refused(write("rows.jsonl", "\n".join(map(json.dumps, rows))))
    assert (
        told
        == "rows.jsonl looks like a corpus (9 rows with text on 3 topics): give the topics, each once and without text"
    )
    gold = [{"topic": f"Topic {at}", "text": "What people wrote.", "sections": []} for at in range(9)]
    assert len(names(write("gold.jsonl", "\n".join(map(json.dumps, gold))))) == 9
    twice = [*gold, gold[0]]
    assert len(names(write("twice.jsonl", "\n".join(map(json.dumps, twice))))) == 9


def test_one_topic_in_two_domains_needs_two_folders(write: Any) -> None:
    said = refused(write("t.csv", "topic,domain\nCell,Biology\nCell,Physics\n"))
    assert said == (
        't.csv:3: "Cell" (Physics) would go into the folder "cell" of "Cell" (Biology) at t.csv:2: give it an out of its own'
    )
    said = refused(write("t.csv", "topic,out\nReef,r\u00e9cif\nCoral,RE\u0301CIF\n"))
    assert 't.csv:3: "Coral" would go into the folder' in said  # one folder on some systems, though it is two here
    path = write("t.csv", "topic,domain,out\nCell,Biology,\nCell,Physics,physics/cell\n")
    assert [one.folder for one in read_topics(path).topics] == ["cell", "physics/cell"]


def test_topics_that_only_look_alike_have_a_folder_each(write: Any) -> None:
    folders = [one.folder for one in read_topics(write("t.txt", "C\nC++\nC#\nAIDS\naids\n")).topics]
    assert len(set(folders)) == 5


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("t.csv", "name,domain\nGlycolysis,Biology\n", "t.csv:1: there is no column topic (it has name, domain)"),
        ("t.csv", "topic\nKrebs cycle, history\n", "t.csv:2: 2 cells, and the header has 1: quote a topic"),
        ("t.csv", "Glycolysis;Biology\nAsthma;\n", "t.csv:1: a row of several cells: name the columns in a first line"),
        ("t.csv", "topic,words\nA b,x\nEnzyme,0\nBone,3\n", "t.csv:2: words is 'x': give a whole number"),
        ("t.csv", "topic,words\nEnzyme,120\nBone,-3\n", "t.csv:3: words is '-3'"),
        ("t.csv", "topic,words\nEnzyme,120\n,300\n", "t.csv:3: the topic is empty"),
        ("t.csv", 'topic,domain\nEnzyme,x\n"Bone,y\nRNA,z\n', "t.csv:3: this is no CSV from here on"),
        ("t.csv", "topic,topic\nEnzyme,x\n", "t.csv:1: the column topic is there twice"),
        ("t.csv", "topic,out\nEnzyme,../x\n", "t.csv:2: out is '../x'"),
        ("t.csv", "topic,out\nEnzyme,/etc\n", "t.csv:2: out is '/etc'"),
        ("t.csv", "topic,out\nEnzyme,manifest.jsonl\n", "which the batch needs for itself"),
        ("t.csv", "topic,out\nEnzyme,Index.HTML\n", "which the batch needs for itself"),
        ("t.csv", "topic,out\nEnzyme,a/CON\n", "t.csv:2: out is 'a/CON'"),
        ("t.csv", "topic,out\nEnzyme,c:d\n", "t.csv:2: out is 'c:d'"),
        ("t.csv", "topic,out\nEnzyme,a\x07b\n", r"t.csv:2: out is 'a\x07b'"),
        ("t.csv", "topic,out\nEnzyme,nul.txt\n", "t.csv:2: out is 'nul.txt'"),
        ("t.csv", "topic,out\nEnzyme,-rf\n", "t.csv:2: out is '-rf'"),
        ("t.csv", "topic,out\nEnzyme,a\nBone,A\n", 't.csv:3: "Bone" would go into the folder "A" of "Enzyme"'),
        ("t.csv", "topic,out\nEnzyme,a/b\nBone,a\n", 't.csv:2: "Enzyme" would go inside the folder of "Bone"'),
        ("t.txt", "Enzyme\nB\xf6ne\n".encode("latin-1"), "t.txt:2: this is not UTF-8"),
        ("t.txt", "# nothing\n\n", "t.txt holds no topic"),
        ("t.csv", "topic\n", "t.csv holds no topic"),
        ("t.jsonl", '{"topic": "Enzyme"}\n{"topic": \n', "t.jsonl:2: this is no JSON"),
        ("t.jsonl", '{"topic": "Enzyme"}\n[1]\n', "t.jsonl:2: this is no object"),
        ("t.jsonl", '{"name": "Enzyme"}\n', 't.jsonl:1: there is no "topic" (it has name)'),
        ("t.jsonl", '{"topic": 7}\n', "t.jsonl:1: topic is '7': give text"),
        ("t.jsonl", '{"topic": "Enzyme", "words": true}\n', "t.jsonl:1: words is 'True'"),
        ("t.jsonl", '{"topic": "Enzyme", "words": 1.5}\n', "t.jsonl:1: words is '1.5'"),
    ],
)
def test_a_mistake_is_told_with_file_and_line(name: str, content: str | bytes, says: str, write: Any) -> None:
    assert says in refused(write(name, content))


def test_further_mistakes_are_counted(write: Any) -> None:
    assert refused(write("t.csv", "topic,words\nA,x\nB,y\nC,z\n")).endswith("(and 2 more such rows)")


def test_a_file_that_is_not_there_or_a_folder_is_told(write: Any, tmp_path: Path) -> None:
    assert "missing.csv does not exist" in refused("missing.csv")
    assert "is a folder" in refused(str(tmp_path))
    assert "does not exist" in refused("")


def test_what_cannot_be_read_is_told(write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    path = write("t.csv", "topic\nGlycolysis\n")
    monkeypatch.setattr(Path, "read_bytes", forbidden)
    assert refused(path) == "cannot read t.csv (Permission denied): choose a file that you may read"
    monkeypatch.setattr(sys, "stdin", None)  # a process without a terminal
    assert refused("-") == "there is no stdin to read topics from: name a file"


def test_a_topic_that_no_page_can_be_about_is_left_to_its_own_page(write: Any) -> None:
    assert names(write("t.txt", "the\n../../etc\nEnzyme\n")) == ["the", "../../etc", "Enzyme"]


@given(st.lists(st.text(max_size=30), max_size=6))
def test_folders_never_leave_the_batch_nor_meet(texts: list[str]) -> None:
    given_topics = [Topic(" ".join(text.split())) for text in texts if text.strip()]
    found = check_topics(given_topics).topics
    folders = [one.folder.casefold() for one in found]
    assert len(set(folders)) == len(folders)
    assert not any("/" in one or one in FILES or one.startswith((".", "_")) for one in folders)


@given(st.binary(max_size=200), st.sampled_from(["t.csv", "t.txt", "t.jsonl", "t"]))
def test_any_bytes_are_topics_or_one_line(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    path = tmp_path_factory.mktemp("bytes") / name
    path.write_bytes(data)
    try:
        found = read_topics(path)
    except InputError as error:
        assert "\n" not in str(error)
        return
    assert found.topics and all(one.name.strip() for one in found.topics)
    json.dumps([one.name for one in found.topics])


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("name", ["topics.csv", "topics.tsv"])
def test_a_table_as_spreadsheets_write_it_is_a_table(separator: str, name: str, tmp_path: Path) -> None:
    rows = [["Topic", "out"], ["Coral reef, Belize", "x"], ["Lens", "y"]]
    (tmp_path / name).write_text("\r\n".join(separator.join(row) for row in rows), encoding="utf-8-sig")
    found = read_topics(tmp_path / name).topics
    assert [(one.name, one.out) for one in found] == [("Coral reef, Belize", "x"), ("Lens", "y")]
