"""A proxy or a certificate in the environment that no client can use is told in one line that names the variable."""

from __future__ import annotations

import asyncio
import gc
import sys
import traceback
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from castalia.memory.errors import CastaliaError, InputError, StoreError
from castalia.memory.http_clients import CERTIFICATES, PROXIES, client_made
from castalia.memory.server_store import ServerStore
from castalia.tools.doors.chat_models import chat_model
from castalia.tools.models.chat import Call, Message, ModelError
from castalia.tools.models.embeddings import embedder
from castalia.tools.models.provider_errors import model_error
from castalia.tools.models.replies import reply_of

WRONG = [
    ("ALL_PROXY", "socks5://me:secret@127.0.0.1:9", "the proxy in ALL_PROXY needs a library: pip install 'httpx"),
    ("HTTPS_PROXY", "http://me:secret@[::1", "what stands in HTTPS_PROXY is no proxy's address"),
    ("http_proxy", "ftp://me:secret@host:1", "what stands in http_proxy is no proxy's address"),
    ("SSL_CERT_FILE", "/nonexistent/ca.pem", "the certificates in SSL_CERT_FILE cannot be read (No such file"),
]


def _openai() -> None:
    chat_model("openai:m@http://127.0.0.1:9/v1")


def _azure() -> None:
    chat_model("azure:m")


def _embeddings() -> None:
    one = embedder("openai:m")
    assert one is not None
    asyncio.run(one.embed_documents(["a reef"]))


def _server() -> None:
    asyncio.run(ServerStore.open("http://127.0.0.1:9/reefs"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*PROXIES, *CERTIFICATES):
        monkeypatch.delenv(name, raising=False)
    azure = {"AZURE_OPENAI_ENDPOINT": "http://127.0.0.1:9", "AZURE_OPENAI_API_KEY": "k", "OPENAI_API_VERSION": "1"}
    for name, value in {"OPENAI_API_KEY": "some-key", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1", **azure}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(("name", "value", "told"), WRONG)
@pytest.mark.parametrize("connect", [_openai, _azure, _embeddings, _server])
def test_what_the_environment_has_wrong_is_named_in_one_line_without_its_password(
    monkeypatch: pytest.MonkeyPatch, connect: Callable[[], None], name: str, value: str, told: str
) -> None:
    if name == "ALL_PROXY":
        monkeypatch.setitem(sys.modules, "socksio", None)
    monkeypatch.setenv(name, value)
    with pytest.raises(InputError) as refused:
        connect()
    line = str(refused.value)
    assert line.startswith(told) and "\n" not in line and "secret" not in line
    assert refused.value.code == 2


@pytest.mark.parametrize(("name", "value"), [one[:2] for one in WRONG[1:]])
@pytest.mark.parametrize("connect", [_openai, _azure, lambda: embedder("openai:m").embed_documents(["a reef"])])
def test_what_the_environment_has_wrong_leaves_no_client_that_disturbs_the_loop(
    monkeypatch: pytest.MonkeyPatch, connect: Callable[[], Any], name: str, value: str
) -> None:
    heard: list[Any] = []

    async def use() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
        with pytest.raises(InputError):
            await (connect() or asyncio.sleep(0))
        gc.collect()
        await asyncio.sleep(0)
        gc.collect()

    gc.collect()
    monkeypatch.setenv(name, value)
    asyncio.run(use())
    assert heard == []


@pytest.mark.parametrize("name", ["HTTP_PROXY", "all_proxy"])
def test_a_failed_connection_names_the_proxy_that_it_went_by(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "http://me:secret@127.0.0.1:9")  # well formed, as every word is
    monkeypatch.setenv("NO_PROXY", "somewhere.example")
    monkeypatch.setenv("OPENAI_PROXY", "http://127.0.0.1:9")
    call = Call("writer", (Message("user", "Write."),))
    with pytest.raises(ModelError) as failed:
        asyncio.run(reply_of(chat_model("openai:m@http://127.0.0.1:9/v1"), call))
    assert f"its address right, and the proxy in {name}, OPENAI_PROXY? (" in str(failed.value)
    with pytest.raises(
        StoreError, match=rf"check the address, and that it runs, and the proxy in {name}( |$)"
    ) as refused:
        _server()
    with pytest.raises(CastaliaError) as lost:
        _embeddings()
    line = str(lost.value)
    assert "(APIConnectionError: " in line and "Connection error." not in line  # but its cause
    assert line.endswith(f"its server and its key, and the proxy in {name}, OPENAI_PROXY")
    assert "secret" not in str(failed.value) + str(refused.value) + line


def test_a_wrong_proxy_of_openais_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_PROXY", "me:secret@proxy")
    with pytest.raises(
        InputError, match=r"^what stands in OPENAI_PROXY is no proxy's address \(\w+\): correct or unset it$"
    ):
        _openai()


def test_an_environment_that_turns_wrong_later_is_told_by_the_next_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    model = chat_model("openai:m@http://127.0.0.1:9/v1")
    monkeypatch.setenv("SSL_CERT_FILE", "/nonexistent/ca.pem")
    with pytest.raises(InputError, match="the certificates in SSL_CERT_FILE cannot be read"):
        asyncio.run(reply_of(model, Call("writer", (Message("user", "Write."),))))


def test_an_error_that_is_not_the_environments_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with pytest.raises(FileNotFoundError, match="elsewhere") as raised, client_made():
        raise FileNotFoundError("elsewhere")
    assert "HTTP_PROXY" not in "".join(traceback.format_exception(raised.value))


def test_a_library_that_knows_no_proxy_of_openais_is_not_told_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_PROXY", "http://127.0.0.1:9")
    assert "OPENAI_PROXY" not in str(model_error(ConnectionError("refused"), "mine"))


def test_a_proxy_of_openais_library_matters_to_no_other_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_PROXY", "me:secret@proxy")
    with client_made():
        pass
    with pytest.raises(InputError, match="what stands in OPENAI_PROXY is no"), client_made("OPENAI_PROXY"):
        pass


def test_what_a_library_reads_beside_the_usual_variables_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSLKEYLOGFILE", "/nonexistent/keys")
    with pytest.raises(InputError, match=r"cannot be read \(No such file"), client_made():
        httpx.Client().close()
