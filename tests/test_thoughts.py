"""Of an answer, what is said reaches the page: no thoughts, and none of the tokens that belong to a chat template."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import pytest
from castalia.memory.records import Citation, Claim, Snippet
from castalia.tools.claims.grounding import ground
from castalia.tools.language.special_tokens import special_tokens
from castalia.tools.models.chat import Call, Message, Reply
from castalia.tools.models.replies import LONGEST, reply_of
from castalia.tools.models.thoughts import spoken

SAID = "# Reefs\n\nA reef pales in heat [s1a2b3c]."
TOKENS = (
    "<|im_end|> <|eot_id|> <end_of_turn> <|return|> <|endoftext|> <|end|> <|END_OF_TURN_TOKEN|> [/INST] </s>"
    " <｜end▁of▁sentence｜> <|end_of_sentence|>"
).split()


class Says:
    """A model of somebody's own, with this answer."""

    name = endpoint = "one"
    parameters: Mapping[str, Any] = {}

    def __init__(self, text: str) -> None:
        self.text = text

    async def complete(self, call: Call) -> Reply:
        return Reply(self.text)


@pytest.mark.parametrize("token", TOKENS)
def test_special_tokens_at_the_ends_of_an_answer_are_no_part_of_it(token: str) -> None:
    for sent in (SAID + token, f"{SAID}\n{token} {token}\n", token + SAID, f"{token}{token}{SAID}"):
        assert spoken(sent).strip() == SAID


@pytest.mark.parametrize(
    "thoughts",
    ["<think>a</think>\n<think>b</think>", "<think>a <think>b</think> c</think>", "a</think><think>b</think>"],
)
def test_what_is_thought_in_several_goes_is_no_part_of_an_answer(thoughts: str) -> None:
    assert spoken(f"{thoughts}{SAID}") == SAID
    assert spoken(f'{thoughts}{{"text": "a </think> b"}}') == '{"text": "a </think> b"}'


@pytest.mark.parametrize(
    "head",
    [
        "<|start_header_id|>assistant<|end_header_id|>\n\n",
        "<|im_start|>assistant\n",
        "<start_of_turn>model\n",
        "<｜Assistant｜>",
    ],
)
def test_the_head_of_a_turn_is_no_part_of_an_answer(head: str) -> None:
    assert spoken(head + SAID).strip() == SAID


@pytest.mark.parametrize(
    "sent",
    [
        "Use f <| x and x |> f. The mean is <|v|>",
        "The bracket <ψ|H|φ> is a number, and <|cos θ|> a mean <|cos θ|>",
        "The token `<|im_end|>` ends a turn, and <|im_start|> begins one.",
        "A <think> tag </think> inside.",
        "A model writes `</think>` when it is done.",
        "The channel is named by `<|channel|>final<|message|>` there.",
        '{"text": "thoughts </think> end, then <|channel|>final<|message|> comes"}',
        "",
    ],
)
def test_text_about_tokens_and_text_that_looks_like_them_stays_as_it_is(sent: str) -> None:
    assert spoken(sent) == sent


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("<think>\nIs <b> a tag?\n</think>\n\nA tower.", "A tower."),
        ("<think>never done", ""),
        ("<thinking>Hm.</thinking>\n\nA tower.", "A tower."),
        ("[THINK]Hm.[/THINK]A tower.", "A tower."),
        ("Hm, a tower.\n</think>\n\nA tower.", "A tower."),
        ("Hm.</thinking>A tower.", "A tower."),
        ("<|im_start|>assistant\n<think>Hm.</think>A tower.<|im_end|>", "A tower."),
    ],
)
def test_thinking_in_front_of_an_answer_is_no_part_of_it(sent: str, read: str) -> None:
    assert spoken(sent) == read


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (
            "<|channel|>analysis<|message|>I plan.<|end|><|start|>assistant<|channel|>final<|message|>A tower.<|return|>",
            "A tower.",
        ),
        ("analysis<|message|>I plan.<|end|><|start|>assistant<|channel|>final<|message|>A tower.", "A tower."),
        ("<|start|>assistant<|channel|>final <|constrain|>json<|message|>{}", "{}"),
        ("final<|message|>A tower.", "A tower."),
        (
            "<|channel|>analysis<|message|>“<|channel|>final<|message|>” comes next.<|end|><|start|>assistant<|channel|>final<|message|>A.",
            "A.",
        ),
        ("<|channel|>analysis<|message|>I plan and never", ""),
    ],
)
def test_of_the_channels_of_an_answer_only_the_last_final_one_is_read(sent: str, read: str) -> None:
    assert spoken(sent) == read


def test_an_answer_is_freed_of_thoughts_and_tokens_whatever_the_model() -> None:
    call = Call("writer", (Message("user", "Write."),))
    assert asyncio.run(reply_of(Says(f"Hm.\n</think>\n{SAID}<|im_end|>"), call)).text == SAID


def test_of_an_answer_without_end_the_beginning_is_read_as_cut_off() -> None:
    call = Call("writer", (Message("user", "Write."),))
    reply = asyncio.run(reply_of(Says("Reefs pale. " * LONGEST), call))
    assert len(reply.text) <= LONGEST and reply.finish == "length"
    assert asyncio.run(reply_of(Says("x" * LONGEST), call)) == Reply("x" * LONGEST)


def test_a_sentence_with_a_special_token_stands_only_where_its_source_has_it_too() -> None:
    told = Snippet("a1b2c3d4e5f60718", "Reefs pale in heat. A turn ends with <|im_end|> in this template.")

    def reason(sentence: str) -> str:
        return ground(Claim(sentence, (Citation("s1", told.id),)), {told.id: told}, "Reefs", ()).reason

    assert reason("In heat, reefs pale.") == ""
    assert reason("The template ends a turn with <|im_end|>.") == ""
    assert reason("In heat, reefs pale <|eot_id|>.") == "what it cites does not have: <|eot_id|>"
    assert reason("analysis<|message|>In heat, reefs pale.") == "what it cites does not have: <|message|>"


def test_tokens_are_found_in_linear_time() -> None:
    text = "<|im_end|> " * 50_000 + "a" + " </think" * 50_000
    began = time.perf_counter()
    assert special_tokens(text) == ("<|im_end|>",)
    assert spoken(text).strip().startswith("a </think")
    assert time.perf_counter() - began < 5
