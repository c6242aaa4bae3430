"""Chat models by spec, against a real server: what is sent, what comes back, what is told when it fails, and what never
shows."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import subprocess
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import chat_server as served
import httpx
import pytest
from castalia.graphs.thinking import name_of
from castalia.memory.errors import InputError
from castalia.memory.retries import retry_after
from castalia.tools.doors.chat_models import chat_model
from castalia.tools.models import openai_http
from castalia.tools.models.chat import Call, ChatModel, Message, ModelError, Reply
from castalia.tools.models.provider_errors import model_error
from castalia.tools.models.replies import token_counts
from hypothesis import given
from hypothesis import strategies as st

ChatServer = served.ChatServer

KEY = "sk-proj-topsecret0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"names": {"type": "array", "items": {"type": "string"}}},
    "required": ["names"],
    "additionalProperties": False,
}
PLAIN = Call("writer", (Message("system", "Be brief."), Message("user", "What is a lighthouse?")))
TYPED = Call("graph", PLAIN.messages, schema=SCHEMA, schema_name="Names")


@pytest.fixture(autouse=True)
def _no_models_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = (
        "OPENAI_API_KEY OPENAI_BASE_URL OPENAI_API_BASE AZURE_OPENAI_ENDPOINT AZURE_OPENAI_API_KEY OPENAI_API_VERSION"
    )
    theirs = "OPENAI_PROXY OPENAI_ORG_ID LANGSMITH_GATEWAY LANGSMITH_TRACING LANGCHAIN_TRACING_V2"
    for name in f"{ours} {theirs}".split():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("no_proxy", "127.0.0.1,localhost")


def ask(model: ChatModel, call: Call = PLAIN) -> Reply:
    return asyncio.run(model.complete(call))


def fail(model: ChatModel, call: Call = PLAIN) -> ModelError:
    with pytest.raises(ModelError) as failed:
        ask(model, call)
    assert "\n" not in str(failed.value)
    assert len(str(failed.value)) < 600
    return failed.value


def at(server: Any, **settings: Any) -> ChatModel:
    return chat_model(f"openai:tiny@{server.url}", **settings)


# What a spec may be


@pytest.mark.parametrize(
    "spec",
    [
        "",
        " ",
        ":",
        "openai",
        "openai:",
        "gpt-4o",
        "azure:",
        "azure",
        "OPENAI:x",
        "llama:x",
        "openai:a b",
        "openai:a\nb",
        "openai:a\u200bb",
        "openai:@http://localhost:1/v1",
    ],
)
def test_an_unknown_spec_is_refused_in_one_line_with_those_that_are_known(spec: str) -> None:
    with pytest.raises(InputError, match=r"give openai:MODEL, .*LangChain") as refused:
        chat_model(spec)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("spec", [object(), 7, None, ModelError])
def test_an_object_that_is_no_chat_model_is_refused(spec: Any) -> None:
    with pytest.raises(InputError, match="is not known: give openai:MODEL"):
        chat_model(spec)


def test_openai_needs_a_key_or_a_server_of_ones_own() -> None:
    with pytest.raises(InputError, match=r"'openai:gpt-4o-mini' needs OPENAI_API_KEY, or OPENAI_BASE_URL"):
        chat_model("openai:gpt-4o-mini")


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("OPENAI_API_KEY", "openai:small"),
        ("CASTALIA_MODEL_KEY", "openai:small@http://localhost:1/v1"),
        ("AZURE_OPENAI_API_KEY", "azure:small"),
    ],
)
def test_a_key_that_no_request_could_carry_is_told_before_the_first(
    name: str, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "“sk-1234”")  # as a word processor quotes it
    with pytest.raises(InputError, match=f"^{name} holds characters that no key has: set it anew$"):
        chat_model(spec)


def test_azure_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", "https://res.openai.azure.com")
    with pytest.raises(InputError, match="needs AZURE_OPENAI_API_KEY and OPENAI_API_VERSION in the environment"):
        chat_model("azure:small")


@pytest.mark.parametrize(
    "url",
    [
        "http://",
        "http://:80/v1",
        "https://host:port/v1",
        "http://host/v1?key=hidden",
        "http://h#f",
        "http://h#f?key=hidden",
    ],
)
def test_an_address_that_cannot_be_one_is_refused(url: str) -> None:
    with pytest.raises(InputError, match="needs an address such as") as told:
        chat_model(f"openai:tiny@{url}")
    assert "hidden" not in str(told.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"timeout": 0.0},
        {"timeout": float("nan")},
        {"timeout": None},
        {"temperature": -1.0},
        {"temperature": "warm"},
        {"top_p": [1]},
    ],
)
def test_senseless_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="a model's"):
        chat_model("openai:tiny@http://localhost:1/v1", **settings)


def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain_openai", None)
    with pytest.raises(InputError, match="pip install langchain-openai"):
        chat_model("openai:tiny@http://localhost:1/v1")


def test_no_library_is_imported_before_a_model_is_asked_for() -> None:
    code = (
        "import sys, castalia.tools.doors.chat_models as m\n"
        "heavy = [n for n in ('langchain_core', 'langchain_openai', 'openai', 'httpx') if n in sys.modules]\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


class Echo:
    name, endpoint = "echo", "nowhere"
    parameters: Mapping[str, Any] = {}

    async def complete(self, call: Call) -> Reply:
        return Reply(call.messages[-1].text)


def test_a_chat_model_is_taken_as_it_is_but_not_its_class() -> None:
    echo = Echo()
    assert chat_model(echo) is echo
    with pytest.raises(InputError, match="class Echo"):
        chat_model(Echo)  # type: ignore[arg-type, unused-ignore]


def test_the_scripted_model_needs_nothing() -> None:
    model = chat_model("scripted")
    assert isinstance(model, ChatModel)
    assert model.name == "scripted"


@pytest.mark.parametrize("model", ["llama3.2:3b", "org/model-7B@2024-05", "mistral-small:24b-instruct@q4"])
def test_a_models_name_may_hold_colons_slashes_and_ats(model: str) -> None:
    with ChatServer() as server:
        made = chat_model(f"openai:{model}@{server.url}/")
        ask(made)
    assert server.requests[0].body["model"] == model
    assert made.name == f"openai:{model}@{server.url}"
    assert made.endpoint == server.url


def test_the_server_of_the_environment_is_part_of_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY + "\n")
        made = chat_model("openai:tiny")
        assert ask(made).text == "An answer."
    assert made.name == f"openai:tiny@{server.url}"
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_openai_itself_goes_by_its_plain_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    made = chat_model("openai:gpt-4o-mini", temperature=0.5)
    assert (made.name, made.endpoint) == ("openai:gpt-4o-mini", "https://api.openai.com/v1")
    assert made.parameters == {"temperature": 0.5}


def test_azure_is_asked_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer(cached=0.5) as server:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", server.root)
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
        made = chat_model("azure:small", temperature=0.0)
        assert ask(made, TYPED).text == "An answer."
        assert ask(made).text == "An answer."
    assert made.name == f"azure:small@{server.root}"
    assert [one.path for one in server.requests] == ["/openai/deployments/small/chat/completions"] * 2
    assert server.requests[0].headers["api-key"] == KEY
    assert server.requests[0].body["response_format"]["type"] == "json_schema"
    assert KEY not in repr(made) + made.name + made.endpoint + repr(made.parameters)


# What is sent, and what comes back


def test_messages_settings_and_counts_go_there_and_back() -> None:
    with ChatServer(lambda body: f"You said: {body['messages'][-1]['content']}", cached=0.5) as server:
        model = at(server, temperature=0.25)
        messages = (*PLAIN.messages, Message("assistant", "A tower."), Message("user", "Go on, {x} [0,1] π."))
        reply = ask(model, Call("writer", messages, max_tokens=77))
    body = server.requests[0].body
    assert [(one["role"], one["content"]) for one in body["messages"]] == [
        ("system", "Be brief."),
        ("user", "What is a lighthouse?"),
        ("assistant", "A tower."),
        ("user", "Go on, {x} [0,1] π."),
    ]
    assert body["temperature"] == 0.25
    assert body["max_tokens"] == 77 and "max_completion_tokens" not in body
    assert not body.get("stream") and "response_format" not in body
    assert reply.text == "You said: Go on, {x} [0,1] π."
    prompt = (len(served.prompt_of(body)) + 3) // 4
    assert reply == Reply(reply.text, "stop", prompt, (len(reply.text) + 3) // 4, prompt // 2)
    assert model.parameters == {"temperature": 0.25}


def test_without_a_temperature_none_is_sent() -> None:
    with ChatServer() as server:
        model = at(server)
        ask(model)
    assert "temperature" not in server.requests[0].body
    assert model.parameters == {}


@pytest.mark.parametrize(
    ("step", "text", "finish"),
    [
        (served.truncated('{"names": ["a'), '{"names": ["a', "length"),
        (served.filtered("Half"), "Half", "filtered"),
        (served.refused(), "", "refused"),
        (served.empty(), "", "stop"),
        (served.Step(text="", finish="length"), "", "length"),
    ],
)
@pytest.mark.parametrize("call", [PLAIN, TYPED])
def test_answers_that_ended_otherwise_are_replies_with_their_reason(
    call: Call, step: Any, text: str, finish: str
) -> None:
    with ChatServer(script=[step]) as server:
        reply = ask(at(server), call)
    assert (reply.text, reply.finish) == (text, finish)
    assert reply.prompt_tokens > 0  # paid for all the same
    assert server.count == 1


def test_a_server_that_tells_no_counts_is_read() -> None:
    with ChatServer(script=[served.Step(usage=False)]) as server:
        assert ask(at(server)) == Reply("An answer.")


@pytest.mark.parametrize(
    ("usage", "prompt", "completion"),
    [
        ([], 0, 0),
        ("many", 0, 0),
        ({"prompt_tokens": "12", "completion_tokens": None, "total_tokens": None}, 12, 0),
        ({"prompt_tokens": "a dozen", "completion_tokens": 3}, 0, 0),
        ({"prompt_tokens": {}, "completion_tokens": 3}, 0, 0),
        ({"prompt_tokens": 12, "completion_tokens": 3, "prompt_tokens_details": "none", "queue_time": "1 s"}, 12, 3),
        ({"prompt_tokens": 12, "completion_tokens": 3, "prompt_tokens_details": [{"modality": "TEXT"}]}, 12, 3),
        ({"prompt_tokens": 12, "completion_tokens": 3, "completion_tokens_details": {"reasoning_tokens": -1}}, 12, 3),
        ({"prompt_tokens": 12, "completion_tokens": 3, "prompt_tokens_details": None, "queue_time": "1 s"}, 12, 3),
    ],
)
def test_no_answer_is_lost_over_what_a_server_tells_of_tokens(usage: Any, prompt: int, completion: int) -> None:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "An \ud800answer."}}
    told = {"id": "1", "object": "chat.completion", "created": 0, "model": "tiny", "choices": [choice], "usage": usage}
    with ChatServer(script=[served.raw(json.dumps(told))]) as server:
        assert ask(at(server)) == Reply("An \ud800answer.", "stop", prompt, completion)


def test_what_is_taken_out_of_a_packed_answer_leaves_it_readable() -> None:
    told = {"usage": {"prompt_tokens": "many"}, "model": "tiny"}
    packed = {"content-encoding": "gzip", "x-request-id": "1"}
    request = httpx.Request("POST", "http://models.invalid/v1/chat/completions")
    answer = httpx.Response(200, headers=packed, content=gzip.compress(json.dumps(told).encode()), request=request)
    counted = openai_http._counted(answer)
    assert counted.json() == told | {"usage": None} and counted.headers["x-request-id"] == "1"


def test_a_long_answer_comes_whole() -> None:
    long = "Ein Satz über Türme. " * 5000
    with ChatServer(lambda body: long) as server:
        assert ask(at(server)).text == long


# Structured answers


def forms(server: Any) -> list[str]:
    return [(one.body.get("response_format") or {"type": "text"})["type"] for one in server.requests]


def test_a_schema_goes_as_strict_json_schema_where_the_endpoint_has_it() -> None:
    with ChatServer(lambda body: '{"names": []}') as server:
        reply = ask(at(server), Call("graph", PLAIN.messages, SCHEMA, "Names of things"))
    sent = server.requests[0].body
    named = {"name": "Names_of_things", "schema": SCHEMA, "strict": True}
    assert sent["response_format"] == {"type": "json_schema", "json_schema": named}
    assert len(sent["messages"]) == 2 and sent["messages"][0]["content"] == "Be brief."
    assert reply.text == '{"names": []}'


@pytest.mark.parametrize(
    ("known", "learned"),
    [
        (("text", "json_object"), ["json_schema", "json_object", "json_object", "text"]),
        (("text",), ["json_schema", "json_object", "text", "text", "text"]),
    ],
)
def test_what_an_endpoint_refuses_is_asked_once_and_the_schema_told_instead(
    known: tuple[str, ...], learned: list[str]
) -> None:
    with ChatServer(lambda body: '{"names": []}', formats=known) as server, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # LangChain has a hint about a method of its own
        model = at(server)
        assert ask(model, TYPED).text == '{"names": []}'
        assert ask(model, TYPED).text == '{"names": []}'
        ask(model, PLAIN)
    assert forms(server) == learned
    told, plain = server.requests[-2].body["messages"][0], server.requests[-1].body["messages"][0]
    assert told["content"].startswith("Be brief.\n\nAnswer with one JSON object")
    assert '"additionalProperties":false' in told["content"]
    assert plain["content"] == "Be brief."


def test_a_schema_is_told_without_a_system_message_too() -> None:
    with ChatServer(formats=("text",)) as server, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ask(at(server), Call("graph", (Message("user", "Names?"),), SCHEMA))
    assert [one["role"] for one in server.requests[-1].body["messages"]] == ["system", "user"]


def test_calls_at_once_learn_together() -> None:
    async def all_at_once(model: ChatModel) -> list[Reply]:
        return await asyncio.gather(*(model.complete(TYPED) for _ in range(16)))

    with ChatServer(formats=("text", "json_object"), delay=0.05) as server, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = at(server)
        assert len(asyncio.run(all_at_once(model))) == 16
        ask(model, TYPED)
    assert forms(server).count("json_schema") <= 16  # those that had left already
    assert "text" not in forms(server)
    assert server.most_at_once > 8  # all, if the machine has the time for it


def test_another_400_teaches_nothing() -> None:
    with ChatServer(script=[served.context_too_long()]) as server:
        model = at(server)
        assert fail(model, TYPED).trouble == "context"
        ask(model, TYPED)
    assert forms(server) == ["json_schema", "json_schema"]


def test_an_endpoint_that_calls_the_limit_otherwise_is_asked_its_way() -> None:
    def answer(body: Mapping[str, Any]) -> Any:
        if "max_tokens" in body:
            return served.failing(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return "Fine."

    with ChatServer(answer) as server:
        model, call = at(server), Call("writer", PLAIN.messages, max_tokens=50)
        assert ask(model, call).text == "Fine."
        assert ask(model, call).text == "Fine."
    assert [one.body.get("max_completion_tokens") for one in server.requests] == [None, 50, 50]


def test_an_endpoint_that_knows_no_limit_at_all_is_not_asked_for_ever() -> None:
    def answer(body: Mapping[str, Any]) -> Any:
        return served.failing(400, "Unknown parameters: max_tokens, max_completion_tokens")

    with ChatServer(answer) as server:
        assert fail(at(server), Call("writer", PLAIN.messages, max_tokens=50)).trouble == "request"
    assert server.count == 2


# What goes wrong


@pytest.mark.parametrize(
    ("step", "trouble", "transient", "wait"),
    [
        (served.rate_limited(), "rate limit", True, None),
        (served.rate_limited(7), "rate limit", True, 7.0),
        (served.rate_limited(0.25), "rate limit", True, 0.25),
        (served.rate_limited("soon"), "rate limit", True, None),
        (served.failing(429, headers={"retry-after-ms": "1500", "Retry-After": "9"}), "rate limit", True, 1.5),
        (served.out_of_quota(), "rate limit", False, None),
        (served.failing(429, "You exceeded your current quota, retry in 26s"), "rate limit", True, None),
        (served.failing(402, "This request requires more credits"), "rate limit", False, None),
        (served.failing(403, "Your input was flagged"), "filtered", False, None),
        (served.failing(500), "server", True, None),
        (served.failing(503, headers={"Retry-After": "3"}), "server", True, 3.0),
        (served.failing(408), "timeout", True, None),
        (served.failing(409), "server", True, None),
        (served.raw("<html><b>Bad gateway</b></html>", 502, "text/html"), "server", True, None),
        (served.dropped(), "connection", True, None),
        (served.dropped(midway=True), "connection", True, None),
        (served.raw('{"choices": [{"mess'), "server", True, None),
        (served.raw('{"object": "chat.completion", "choices": null}'), "server", True, None),
        (served.raw('{"object": "chat.completion", "choices": []}'), "server", True, None),
        (served.raw('{"error": {"code": 429, "message": "Too many requests upstream"}}'), "rate limit", True, None),
        (served.raw("<html>Welcome</html>", 200, "text/html"), "server", False, None),
        (served.raw("[1]"), "server", False, None),
        (served.raw("null"), "server", False, None),
        (served.failing(400), "request", False, None),
        (served.failing(422), "request", False, None),
        (served.failing(401), "key", False, None),
        (served.failing(403), "key", False, None),
        (served.failing(404, "The model tiny does not exist"), "not found", False, None),
        (served.context_too_long(), "context", False, None),
        (
            served.failing(400, "the request exceeds the available context size, try increasing it"),
            "context",
            False,
            None,
        ),
        (served.failing(413), "context", False, None),
        (served.prompt_filtered(), "filtered", False, None),
    ],
)
@pytest.mark.parametrize("call", [PLAIN, TYPED])
def test_each_trouble_is_told_apart(call: Call, step: Any, trouble: str, transient: bool, wait: float | None) -> None:
    with ChatServer(script=[step]) as server:
        model = at(server)
        error = fail(model, call)
        assert (error.trouble, error.transient, error.retry_after) == (trouble, transient, wait)
        assert str(error).startswith(f"the model openai:tiny@{server.url}: ")
        assert "<html" not in str(error)
        assert server.count == 1  # no tries of the library's own
        assert ask(model, call).text == "An answer."  # and none of it lasts


@pytest.mark.parametrize("body", ["[1]", "null", '"hello"'])
def test_what_is_no_chat_completion_is_told_as_that(body: str) -> None:
    with ChatServer(script=[served.raw(body)]) as server:
        assert ": the answer is no chat completion; is the address right?" in str(fail(at(server)))


def test_an_answer_that_is_no_utf_8_is_a_hiccup_of_the_server() -> None:
    error = UnicodeDecodeError("utf-8", b"\xe9", 0, 1, "invalid continuation byte")
    told = model_error(error, "openai:m")
    assert (told.trouble, told.transient) == ("server", True) and "the answer was broken" in str(told)


def test_a_stall_ends_after_the_timeout() -> None:
    with ChatServer(script=[served.stalled(20)]) as server:
        start = time.monotonic()
        error = fail(at(server, timeout=0.3))
        assert time.monotonic() - start < 2.0
    assert (error.trouble, error.transient) == ("timeout", True)


def test_no_server_is_a_transient_trouble_that_says_what_to_look_at() -> None:
    with ChatServer() as server:
        url = server.url
    error = fail(chat_model(f"openai:tiny@{url}"))
    assert (error.trouble, error.transient) == ("connection", True)
    assert "is the server up" in str(error)


def test_a_cancelled_call_is_cancelled_and_the_next_one_works() -> None:
    async def run(server: Any, model: ChatModel) -> str:
        task = asyncio.create_task(model.complete(PLAIN))
        assert await asyncio.to_thread(server.wait_for, 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        reply = await model.complete(PLAIN)
        return reply.text

    with ChatServer(script=[served.stalled(20)]) as server:
        assert asyncio.run(run(server, at(server))) == "An answer."


def test_retry_after_reads_dates_by_the_servers_own_clock() -> None:
    wrong_clock = datetime(2001, 5, 6, 7, 8, 9, tzinfo=UTC)
    later = format_datetime(wrong_clock + timedelta(seconds=90), usegmt=True)
    assert retry_after({"retry-after": later, "date": format_datetime(wrong_clock, usegmt=True)}) == 90.0
    assert retry_after({"retry-after": later}) == 0.0  # long past by ours
    for senseless in ("", "soon", "Mon, 01 Jan 99999999999999999999 00:00:00 GMT"):
        assert retry_after({"retry-after": senseless}) is None
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    assert 50 < (retry_after({"retry-after": soon}) or 0) <= 60


def test_retry_after_as_a_date_comes_through_a_server() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    with ChatServer(script=[served.rate_limited(soon)]) as server:
        assert 20 < (fail(at(server)).retry_after or 0) <= 31


@given(
    st.text(max_size=30)
    | st.sampled_from(["-5", "nan", "inf", "1e3", "Wed, 99 Foo 2001", "Mon, 01 Jan 0001 00:00:00 -2359"])
)
def test_whatever_retry_after_says_is_a_time_from_now_on_or_none(given_header: str) -> None:
    seconds = retry_after({"retry-after": given_header, "date": given_header})
    assert seconds is None or 0 <= seconds < float("inf")


class Foreign(Exception):
    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message)
        for name, value in fields.items():
            setattr(self, name, value)


class APIError(Foreign):
    """Called as that of OpenAI's library, which has no status where a stream breaks off."""


class ContextOverflowError(Foreign):
    """Called as that of LangChain."""


@pytest.mark.parametrize(
    ("error", "trouble", "transient"),
    [
        (Foreign("slow down", status_code=429), "rate limit", True),
        (Foreign("overloaded", code=529), "server", True),
        (Foreign("no", response={"ResponseMetadata": {"HTTPStatusCode": 403}}), "key", False),
        (TimeoutError(), "timeout", True),
        (ConnectionResetError("reset by peer"), "connection", True),
        (ValueError("no such setting"), "request", False),
        (Foreign("?", code="weird", response=3, body=[1]), "request", False),
        (APIError("the prompt exceeds the context window"), "context", False),  # in the midst of a stream
        (ContextOverflowError("too long", status_code=400), "context", False),
    ],
)
def test_errors_of_other_libraries_are_read_by_what_they_have_in_common(
    error: Exception, trouble: str, transient: bool
) -> None:
    told = model_error(error, "langchain:X")
    assert (told.trouble, told.transient) == (trouble, transient)


# Secrets


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 500])
def test_no_key_shows_in_an_error_even_when_the_server_quotes_it(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = "a.key/of+no=known-kind"
    for key in (KEY, odd):
        monkeypatch.setenv("OPENAI_API_KEY", key)
        quoted = f"Incorrect API key provided: {key[:12]}***. headers: Authorization: Bearer {key} at http://u:pw@host"
        with ChatServer(script=[served.failing(status, quoted)]) as server:
            error = fail(at(server))
        shown = str(error) + repr(error) + "".join(traceback.format_exception(error))
        assert key not in shown and "u:pw" not in shown and KEY[:12] not in shown
        assert error.__cause__ is None and error.__context__ is None


@pytest.mark.parametrize(
    ("place", "variable", "key", "told"),
    [
        ("own", "OPENAI_API_KEY", KEY, "no key was sent, and that was refused: put one for this server into CASTALIA_MODEL_KEY"),
        ("own", "CASTALIA_MODEL_KEY", KEY, "the key in CASTALIA_MODEL_KEY was refused: check it"),
        ("login", "CASTALIA_MODEL_KEY", KEY, "the user and password in its address were refused: check them"),
        ("base", "OPENAI_API_KEY", KEY, "the key in OPENAI_API_KEY was refused: check it"),
        ("base", "CASTALIA_MODEL_KEY", KEY, "no key was sent, and that was refused: put one for this server into OPENAI_API_KEY"),
        ("azure", "AZURE_OPENAI_API_KEY", KEY, "the key in AZURE_OPENAI_API_KEY was refused: check it"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_variable_whose_key_was_sent_or_says_that_none_was(
    place: str, variable: str, key: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CASTALIA_MODEL_KEY", raising=False)
    monkeypatch.setenv(variable, key)
    with ChatServer(script=[served.failing(401)]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL" if place == "base" else "AZURE_OPENAI_ENDPOINT", server.url)
        monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
        with_login = server.url.replace("http://", "http://reader:pass@")
        specs = {"own": f"openai:tiny@{server.url}", "login": f"openai:tiny@{with_login}", "azure": "azure:tiny"}
        error = fail(chat_model(specs.get(place, "openai:tiny")))
    assert error.trouble == "key" and f": {told}" in str(error)


def test_credentials_of_an_address_are_used_and_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    with ChatServer(script=[None, served.failing(404)]) as server:
        secret = server.url.replace("http://", "http://reader:p%40ss-w0rd@")
        model = chat_model(f"openai:tiny@{secret}")
        ask(model)
        error = fail(model)
    assert server.requests[0].headers["authorization"].startswith("Basic ")
    shown = repr(model) + model.name + model.endpoint + repr(model.parameters) + str(error) + caplog.text
    assert "w0rd" not in shown and "reader" not in shown
    with pytest.raises(InputError) as refused:
        chat_model("openai:tiny@http://reader:p@ssw0rd@host/v1?x=1")
    assert "ssw0rd" not in str(refused.value)


@pytest.mark.parametrize(
    "spec",
    [
        "openai:@https://u:hidden@host/v1",
        "llama:x@https://u:hidden@host",
        "azure:x@https://u:hidden@h",
        "openai:x@ftp://u:hidden@host/v1",
        "openai:x@http//u:hidden@host/v1",
        "openai:x@u:hidden@host:8000/v1",
        "openai:x@http://u:hid/hidden@host/v1",
        "openai:x@http://u:hid hidden@host/v1",
        "openai:x@http://u:hid#hidden@host/v1",
    ],
)
def test_a_refused_spec_shows_no_credentials(spec: str) -> None:
    with pytest.raises(InputError) as refused:
        chat_model(spec)
    assert "hid" not in str(refused.value)


@given(st.text(max_size=300), st.text(alphabet="abcXYZ019-_./+", min_size=8, max_size=40))
def test_a_secret_never_survives_in_a_message(around: str, secret: str) -> None:
    told = str(model_error(ValueError(around + secret + around), "m", [secret]))
    assert secret not in told and "\n" not in told


def test_hostile_error_texts_are_read_in_linear_time() -> None:
    start = time.monotonic()
    for text in (
        "://" * 3000,
        "bearer " * 1500,
        "sk-" * 3000,
        "api key:" * 1200,
        "a" * 10_000_000,
        "://x" + "y" * 9000,
    ):
        model_error(ValueError(text), "m")
    assert time.monotonic() - start < 1.0


# Connections and event loops


def test_one_connection_serves_many_calls_of_a_loop_and_each_loop_has_its_own() -> None:
    async def five(model: ChatModel) -> None:
        for _ in range(5):
            await model.complete(PLAIN)

    with ChatServer() as server:
        model = at(server)
        asyncio.run(five(model))
        assert server.connections == 1
        asyncio.run(five(model))  # a loop of its own: an old connection would raise here
        assert server.connections == 2


def test_half_a_surrogate_pair_does_not_keep_a_prompt_from_being_sent() -> None:
    with ChatServer() as server:
        ask(chat_model(f"openai:tiny@{server.url}"), Call("writer", (Message("user", "a \ud83d lamp"),)))
    assert server.requests[0].body["messages"][0]["content"] == "a ? lamp"


def test_loops_in_threads_do_not_meet() -> None:
    async def five(model: ChatModel) -> None:
        await asyncio.gather(*(model.complete(PLAIN) for _ in range(5)))

    with ChatServer() as server:
        model = at(server)
        threads = [threading.Thread(target=lambda: asyncio.run(five(model))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert server.count == 20


def test_connections_are_closed_with_their_loop() -> None:
    with ChatServer() as server:
        model = at(server)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            ask(model)
            ask(model)
            gc.collect()
        assert [one for one in told if issubclass(one.category, ResourceWarning)] == []


# LangChain objects


def test_a_langchain_model_bound_to_arguments_is_told_from_what_is_no_model() -> None:
    from langchain_core.language_models.fake_chat_models import FakeListChatModel

    model: Any = FakeListChatModel(responses=["A tower."])
    with pytest.raises(InputError, match=r"^the model \w+ is .* give the model itself, without \.bind$"):
        chat_model(model.bind(stop=["."]))


@pytest.mark.parametrize("more", [{}, {"tags": ["mine"]}])
@pytest.mark.parametrize(
    ("wrapper", "why"), [("retry", "tries again by itself"), ("fallbacks", "is more than one model")]
)
def test_a_wrapper_whose_calls_nobody_would_count_is_refused_with_what_to_give(
    wrapper: str, why: str, more: dict[str, Any]
) -> None:
    from langchain_core.language_models.fake_chat_models import FakeListChatModel

    model: Any = FakeListChatModel(responses=["A tower."])
    wrapped = model.with_retry() if wrapper == "retry" else model.with_fallbacks([model])
    with pytest.raises(InputError, match=rf"^the model \w+ {why}, .*: give .*without \.with_{wrapper}; .* tried again"):
        chat_model(wrapped.with_config(**more) if more else wrapped)


@pytest.mark.parametrize("of_openai", [False, True])
def test_a_langchain_model_with_a_config_is_the_model_and_is_called_under_that_config(of_openai: bool) -> None:
    from langchain_core.callbacks import BaseCallbackHandler
    from langchain_core.language_models.fake_chat_models import FakeListChatModel
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    seen: list[Any] = []

    class Listener(BaseCallbackHandler):
        def on_chat_model_start(self, *_: Any, tags: list[str] | None = None, **__: Any) -> None:
            seen.append(tags)

    with ChatServer() as server:
        plain: Any = FakeListChatModel(responses=["An answer."])
        if of_openai:
            plain = ChatOpenAI(model="tiny", base_url=server.url, api_key=SecretStr(KEY))
        model, bare = chat_model(plain.with_config(tags=["mine"], callbacks=[Listener()])), chat_model(plain)
        assert (model.name, model.endpoint, model.parameters) == (bare.name, bare.endpoint, bare.parameters)
        assert name_of(plain.with_config(tags=["mine"])) == name_of(plain)
        assert type(model) is type(bare) and ask(model).text == "An answer."
    assert len(seen) == 1 and "mine" in seen[0]


@pytest.mark.parametrize(
    ("told", "counts"),
    [(("5", "2"), (5, 2)), (("5", None), (5, 0)), (("5", "many"), (0, 0)), ((5, "-2"), (0, 0)), ((5, "²"), (0, 0))],
)
def test_counts_of_tokens_may_be_told_as_digits(told: tuple[Any, ...], counts: tuple[int, ...]) -> None:
    assert token_counts(*told) == counts


def test_any_langchain_model_is_asked_for_plain_text_with_the_schema_told() -> None:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.outputs import ChatGeneration, ChatResult

    seen: list[Any] = []

    class Parrot(BaseChatModel):
        model: str = "grey"
        temperature: float = 0.3

        @property
        def _llm_type(self) -> str:
            return "parrot"

        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
            seen.append((messages, kwargs))
            answer = AIMessage(
                content=[{"type": "text", "text": "Poll"}, {"type": "text", "text": "y"}],
                response_metadata={"stop_reason": "max_tokens"},
                usage_metadata={
                    "input_tokens": 9,
                    "output_tokens": 2,
                    "total_tokens": 11,
                    "input_token_details": {"cache_read": 4},
                },
            )
            return ChatResult(generations=[ChatGeneration(message=answer)])

    model = chat_model(Parrot(), temperature=0.9)
    assert (model.name, model.endpoint) == ("langchain:Parrot:grey", "langchain:Parrot:grey")
    assert model.parameters == {"temperature": 0.9}
    assert ask(model, Call("graph", TYPED.messages, SCHEMA, max_tokens=5)) == Reply("Polly", "length", 9, 2, 4)
    messages, arguments = seen[0]
    assert "additionalProperties" in messages[0].content
    assert arguments == {"temperature": 0.9}


def test_a_langchain_model_that_fails_is_told_like_any_other() -> None:
    from langchain_core.language_models import FakeListChatModel

    class Broken(FakeListChatModel):
        def _call(self, *args: Any, **kwargs: Any) -> str:
            raise Foreign(f"nothing works, {KEY}", status_code=503)

    error = fail(chat_model(Broken(responses=["x"])))
    assert (error.trouble, error.transient) == ("server", True)
    assert KEY not in str(error)


def test_an_openai_object_keeps_its_settings_and_learns_without_retries_of_its_own() -> None:
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    with ChatServer(formats=("text", "json_object")) as server, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        given_model = ChatOpenAI(
            model="tiny", base_url=server.url, api_key=SecretStr(KEY), top_p=0.5, extra_body={"top_k": 3}, max_retries=4
        )
        model = chat_model(given_model)
        ask(model, TYPED)
        ask(model, TYPED)
        server.push(served.failing(500))
        fail(model, TYPED)
    assert forms(server) == ["json_schema"] + ["json_object"] * 3
    assert {(one.body["top_p"], one.body["top_k"]) for one in server.requests} == {(0.5, 3)}
    assert model.name == f"langchain:ChatOpenAI:tiny@{server.url}" and model.endpoint == server.url
    assert model.parameters["top_p"] == 0.5 and model.parameters["extra_body"] != "3"
    efforts = [
        chat_model(ChatOpenAI(model="tiny", api_key=SecretStr(KEY), reasoning={"effort": effort})).parameters
        for effort in ("low", "high")
    ]
    assert efforts[0] != efforts[1]  # or a tape would answer the one with the other
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def test_a_client_of_the_users_own_is_kept() -> None:
    from langchain_openai import ChatOpenAI
    from openai import DefaultAsyncHttpxClient
    from pydantic import SecretStr

    with ChatServer() as server:
        http = DefaultAsyncHttpxClient(headers={"x-mine": "yes"})
        model = chat_model(
            ChatOpenAI(model="tiny", base_url=server.url, api_key=SecretStr(KEY), http_async_client=http)
        )
        server.push(served.failing(500))
        fail(model)
    assert [one.headers["x-mine"] for one in server.requests] == ["yes"]


def test_a_proxy_of_openais_library_is_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer() as proxy:
        monkeypatch.setenv("OPENAI_PROXY", proxy.root)
        assert ask(chat_model("openai:tiny@http://models.invalid/v1")).text == "An answer."
    assert [one.path for one in proxy.requests] == ["http://models.invalid/v1/chat/completions"]


def test_a_streaming_object_is_read_too() -> None:
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    with ChatServer(script=[served.truncated("A tow")]) as server:
        client = ChatOpenAI(
            model="tiny", base_url=server.url, api_key=SecretStr(KEY), streaming=True, stream_usage=True
        )
        reply = ask(chat_model(client), TYPED)
    assert server.requests[0].body["stream"] is True
    assert (reply.text, reply.finish) == ("A tow", "length")
    assert reply.prompt_tokens > 0
