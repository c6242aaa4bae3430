"""Answers: what a model sends back is read if it can be, row by row, and never guessed."""

from __future__ import annotations

import json
import time
from typing import Any, Literal

import pytest
from castalia.tools.models.answer_schema import json_schema_of
from castalia.tools.models.answers import AnswerError, Read, read_answer
from castalia.tools.models.chat import ModelError
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field, RootModel, model_validator


class Row(BaseModel):
    head: str
    tail: str
    kind: Literal["is_a", "causes"] = "is_a"
    weight: float = Field(default=1.0, ge=0, le=1)
    aliases: list[str] = []


class Rows(BaseModel):
    rows: list[Row]


class Verdict(BaseModel):
    supported: bool
    reason: str = ""
    quote: str | None = None


class Both(BaseModel):
    title: str
    terms: tuple[str, ...] = ()
    rows: list[Row] = []


class Heading(BaseModel):
    heading: str
    inner: list[Heading] = []


class Left(BaseModel):
    side: Literal["left"]


class Right(BaseModel):
    side: Literal["right"]


class Nothing(BaseModel):
    pass


class Chosen(BaseModel):
    one: Left | Right = Field(discriminator="side")
    rest: Nothing


class Range(BaseModel):
    low: int
    high: int

    @model_validator(mode="after")
    def is_one(self) -> Range:
        if self.low > self.high:
            raise ValueError("low is above high")
        return self


AB = {"head": "a", "tail": "b"}
CD = {"head": "c", "tail": "d"}
ROWS = Rows(rows=[Row(head="a", tail="b"), Row(head="c", tail="d")])
CLEAN = json.dumps({"rows": [AB, CD]})


def heads(read: Read[Rows]) -> list[str]:
    return [row.head for row in read.value.rows]


def test_the_schema_is_strict() -> None:
    schema = json_schema_of(Rows)
    row = schema["$defs"]["Row"]
    assert row["required"] == ["head", "tail", "kind", "weight", "aliases"]
    assert row["additionalProperties"] is schema["additionalProperties"] is False
    assert row["properties"]["weight"] == {"type": "number"}
    assert row["properties"]["kind"] == {"enum": ["is_a", "causes"], "type": "string"}
    assert schema["properties"]["rows"] == {"items": {"$ref": "#/$defs/Row"}, "type": "array"}
    assert json_schema_of(Verdict)["properties"]["quote"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}


def test_a_shape_that_contains_itself_has_an_object_at_its_root() -> None:
    schema = json_schema_of(Heading)
    assert schema["type"] == "object" and "$ref" not in schema
    assert schema["$defs"]["Heading"]["required"] == ["heading", "inner"]


def test_a_field_may_be_called_like_a_word_of_json_schema() -> None:
    class Odd(BaseModel):
        title: str
        default: str
        format: str = Field(default="x", description="How it looks")

    properties = json_schema_of(Odd)["properties"]
    assert properties["title"] == {"type": "string"}
    assert properties["format"] == {"type": "string", "description": "How it looks"}


def test_words_that_strict_schemas_do_not_take_are_said_in_those_that_they_do() -> None:
    schema = json_schema_of(Chosen)
    assert schema["properties"]["one"] == {"anyOf": [{"$ref": "#/$defs/Left"}, {"$ref": "#/$defs/Right"}]}
    assert schema["$defs"]["Left"]["properties"]["side"] == {"enum": ["left"], "type": "string"}
    assert schema["properties"]["rest"] == {"$ref": "#/$defs/Nothing"}
    assert schema["$defs"]["Nothing"]["properties"] == {} and schema["$defs"]["Nothing"]["required"] == []


def test_what_cannot_be_strict_is_refused() -> None:
    class Mapped(BaseModel):
        counts: dict[str, int]

    class Pair(BaseModel):
        pair: tuple[int, str]

    class Bare(RootModel[list[int]]):
        pass

    for shape in (Mapped, Pair, Bare):
        with pytest.raises(ValueError):
            json_schema_of(shape)


@pytest.mark.parametrize(
    "text",
    [CLEAN, f"```json\n{CLEAN}\n```", f"```\n{CLEAN}", f"Sure [1], here {{it}} is:\n{CLEAN}\nHope that helps {{you}} [2].",
     json.dumps({"rows": [AB, CD]}, indent=2), json.dumps({"note": [{"x": 1}], "rows": [{**AB, "more": {"y": []}}, CD]})],
)  # fmt: skip
def test_well_formed_json_is_read_wherever_it_stands(text: str) -> None:
    assert read_answer(text, Rows) == Read(ROWS)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([AB, CD]), f"{json.dumps(AB)}\n{json.dumps(CD)}", json.dumps({"answer": {"rows": [AB, CD]}}), json.dumps([{"rows": [AB, CD]}]),
        json.dumps({"type": "object", "properties": {"rows": [AB, CD]}}), json.dumps({"rows": {"1": AB, "2": CD}}), json.dumps({"Rows": [{"Head": "a", "TAIL": "b"}, CD]}),
        CLEAN.replace("}]", "},],"), CLEAN.replace("}, {", "} {"), CLEAN.replace('"', "'"), CLEAN.replace('"rows"', "rows").replace('"head"', "head"),
        CLEAN.replace('"', "“", 1).replace('"', "”", 1), CLEAN.replace("[", "[ // the rows\n", 1), CLEAN.replace("}, {", "}, /* next */ {"), CLEAN.replace("}]}", "]}"),
        CLEAN.replace('"a", "tail"', '"a" "tail"'), CLEAN.replace('"d"', "d"), CLEAN.replace("}]", '}, ...]'), json.dumps({"rows": [{**AB, "kind": "Is A", "weight": None}, CD]}),
        json.dumps({"rows": [{**AB, "aliases": None}, {**CD, "kind": "IS-A"}]}), CLEAN.replace('"d"', '"d", "weight": NaN'),
    ],
)  # fmt: skip
def test_faulty_json_is_mended(text: str) -> None:
    assert read_answer(text, Rows) == Read(ROWS)


def test_one_object_stands_for_a_list_of_one() -> None:
    assert heads(read_answer(json.dumps(AB), Rows)) == heads(read_answer(json.dumps({"rows": AB}), Rows)) == ["a"]
    assert read_answer('{"title": "t", "terms": "one"}', Both).value.terms == ("one",)


def test_invalid_rows_are_dropped_each_with_its_reason() -> None:
    rows = [
        AB,
        {"head": "x"},
        {**CD, "weight": 7},
        5,
        None,
        {**CD, "kind": "eats"},
        CD,
        {**AB, "aliases": ["p", {}, 3]},
    ]
    read = read_answer(json.dumps({"rows": rows}), Rows)
    assert heads(read) == ["a", "c", "a"]
    assert read.value.rows[2].aliases == ["p", "3"]
    assert [reason.split(":")[0] for reason in read.dropped] == [
        "rows[1]", "rows[2].weight", "rows[3]", "rows[4]", "rows[5].kind", "rows[7].aliases[1]",
    ]  # fmt: skip
    assert read.dropped[0] == "rows[1]: field 'tail' is missing"
    assert not any("\n" in reason for reason in read.dropped)


def test_a_row_inside_a_row_is_dropped_alone() -> None:
    read = read_answer(
        '{"heading": "a", "inner": [{"heading": "b", "inner": [{"x": 1}, {"heading": "c"}]}, 4]}', Heading
    )
    assert read.value == Heading(heading="a", inner=[Heading(heading="b", inner=[Heading(heading="c")])])
    assert len(read.dropped) == 2


def test_numbers_and_strings_stand_for_each_other() -> None:
    row = read_answer('{"rows": [{"head": 18, "tail": 2.5, "weight": "0.5"}]}', Rows).value.rows[0]
    assert (row.head, row.tail, row.weight) == ("18", "2.5", 0.5)
    with pytest.raises(AnswerError):
        read_answer('{"title": true}', Both)


def test_a_part_of_an_object_that_was_cut_off_does_not_stand_for_it() -> None:
    with pytest.raises(AnswerError):
        read_answer('{"first": [{"head": "a", "tail": "b"}], "second": [{"head": "c"', Rows)


def test_an_answer_that_is_at_fault_as_a_whole_is_not_mended() -> None:
    with pytest.raises(AnswerError, match="low is above high"):
        read_answer('{"low": 2, "high": 1}', Range)


@pytest.mark.parametrize("end", range(len(CLEAN)))
def test_a_cut_off_answer_keeps_whole_rows_and_completes_nothing(end: int) -> None:
    try:
        read = read_answer(CLEAN[:end], Rows)
    except AnswerError:
        assert end <= CLEAN.index('"b"') + 2
        return
    assert read.value.rows in (ROWS.rows[:1], ROWS.rows)
    assert "the end of the answer is missing" in read.dropped


def test_a_string_that_breaks_off_is_left_out() -> None:
    read = read_answer('```json\n{"supported": true, "reason": "because the sou', Verdict)
    assert read.value == Verdict(supported=True)
    assert read.dropped == ("the end of the answer is missing",)


@pytest.mark.parametrize(
    "head",
    [
        'the "big" one',
        "5' 3\" tall",
        '"quoted"',
        "it's {x} [0,1]",
        "a // b",
        "x: y, z",
        'say "p", then',
        "$\\alpha$ \\gamma",
    ],
)
def test_characters_of_text_are_not_taken_for_json(head: str) -> None:
    text = CLEAN.replace('"a"', f'"{head}"').replace("}]", "},]")
    assert heads(read_answer(text, Rows)) == [head, "c"]


def test_latex_and_letters_survive() -> None:
    for formula in (
        r"\tau_1",
        r"\theta_0",
        r"\nu_e",
        r"\nabla_x",
        r"x \to 0",
        r"\textbf{a}",
        r"2\times10",
        r"\notin A",
        r"\tan x",
    ):
        assert read_answer(f'{{"supported": true, "reason": "${formula}$"}}', Verdict).value.reason == f"${formula}$"
    told = r'{"rows": [{"head": "$\tau$, \beta, \frac{a}{b}, \nu", "tail": "\rho \times \u03b1 \ud83d\ude00"}]}'
    row = read_answer(told, Rows).value.rows[0]
    assert (row.head, row.tail) == (r"$\tau$, \beta, \frac{a}{b}, \nu", "\\rho \\times α 😀")
    mended = read_answer(told.replace("}]}", "},]}"), Rows).value.rows[0]
    assert (mended.head, mended.tail) == (row.head, row.tail)
    assert (
        read_answer(r'{"supported": true, "reason": "a\nnew line\tab \ud800x"}', Verdict).value.reason
        == "a\nnew line\tab x"
    )


def test_prose_with_brackets_is_not_taken_for_the_answer() -> None:
    assert read_answer('In [0,1) and {x: y}: {"supported": false}', Verdict).value == Verdict(supported=False)
    assert read_answer("[Note: a long remark on the answer, longer than it] " + CLEAN, Rows).value == ROWS


@pytest.mark.parametrize(
    ("text", "shape", "told"),
    [
        ("", Rows, "empty"), (" \n", Rows, "empty"), ("I cannot answer that.", Rows, "no JSON"), ("null", Rows, "no JSON"), ('"rows"', Rows, "no JSON"),
        ("{}", Rows, "field 'rows' is missing"), ('{"rows": 3}', Rows, "rows: "), ("[]", Verdict, "list stands where the object belongs"),
        ('{"supported": null}', Verdict, "'supported' is missing"), ('{"supported": "perhaps"}', Verdict, "supported: "), ('{"yes": 1}', Verdict, "none of its fields"),
        (json.dumps({"rows": [{"h": 1}, {"h": 2}]}), Rows, "rows[0]: field 'head' is missing"), ('{"rows": [{"head": "a', Rows, "the end of the answer is missing"),
        ("[" * 100_000, Rows, "brackets"), ('{"rows":' * 20_000, Rows, "brackets"), ("x" * 500_000, Rows, "longer than"), ('{"rows": [' + "9" * 5000 + "]}", Rows, "rows[0]"),
    ],
)  # fmt: skip
def test_an_error_says_what_is_wrong_and_no_more(text: str, shape: type[BaseModel], told: str) -> None:
    with pytest.raises(AnswerError) as caught:
        read_answer(text, shape)
    message = str(caught.value)
    assert told in message and len(message) < 900 and "\n" not in message
    shown = caught.value.shown  # to the model, with what it shall do
    assert "JSON object" in shown.removeprefix(message[0].upper() + message[1:]) and "JSON object" not in message
    assert isinstance(caught.value, ModelError) and caught.value.trouble == "answer" and not caught.value.transient


def test_an_error_does_not_repeat_the_answer() -> None:
    secret = "a long text of the model " * 50
    with pytest.raises(AnswerError) as caught:
        read_answer(json.dumps({"supported": secret, secret: 1}), Verdict)
    assert "a long text" not in str(caught.value)


def test_an_empty_list_is_an_answer() -> None:
    assert read_answer('{"rows": []}', Rows) == Read(Rows(rows=[]))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["rows", "head", "tail", "kind", "aliases", "x"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
SCRAPS = st.lists(
    st.sampled_from(
        [*"{}[]\"':,\\/ \n`", '"rows":', '{"head":"a","tail":"b"}', "null", "```json", "//", "/*", "“", "1", "x"]
    ),
    max_size=30,
)


@given(JSON)
@settings(max_examples=200, deadline=None)
def test_any_json_is_read_or_refused(value: Any) -> None:
    _read_or_refused(json.dumps(value))


@given(SCRAPS.map("".join) | st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    _read_or_refused(text)
    _read_or_refused('{"rows": [' + text)


@given(
    st.lists(
        st.builds(
            Row, head=st.text(st.characters(codec="utf-8", exclude_categories=["C"])), tail=st.text("ab{}[],:'\n é")
        ),
        max_size=5,
    )
)
@settings(deadline=None)
def test_what_fits_is_read_as_it_stands(rows: list[Row]) -> None:
    shape = Rows(rows=rows)
    assert read_answer(shape.model_dump_json(), Rows) == Read(shape)
    assert read_answer("Here:\n```json\n" + shape.model_dump_json(indent=1) + "\n```", Rows).value == shape


def _read_or_refused(text: str) -> None:
    for shape in (Rows, Verdict, Both, Heading):
        try:
            read = read_answer(text, shape)
        except AnswerError as error:
            assert len(str(error)) < 900
        else:
            assert isinstance(read.value, shape)
            read.value.model_dump_json().encode()


BOMBS = ["{", "[", "{}", "[]", "}]{", '{"a":', '"', "'", "\\", "/*", "//", "`", '{"a":1},', '"x "y" z", ', '{"head":"a","tail":"b",},', '{"head":"a"},', "null,", "it's a {thing' ", "word ", "\n", "9", "/*#,"]  # fmt: skip


@pytest.mark.parametrize("piece", BOMBS)
@pytest.mark.parametrize("before", ["", '{"rows":[', '{"rows":[{"head":"'])
def test_time_is_linear(piece: str, before: str) -> None:
    text = (before + piece * 100_000)[:100_000]
    started = time.process_time()
    _read_or_refused_as(text, Rows)
    assert time.process_time() - started < 1.5


def _read_or_refused_as(text: str, shape: type[BaseModel]) -> None:
    try:
        read_answer(text, shape)
    except AnswerError as error:
        assert len(str(error)) < 900


def test_a_long_faulty_answer_is_read_fast() -> None:
    text = '{"rows": [' + ",\n".join('{"head": "the "big" reef", "tail": "grows",}' for _ in range(2200)) + "]}"
    started = time.process_time()
    assert len(read_answer(text, Rows).value.rows) == 2200
    assert time.process_time() - started < 1.0
