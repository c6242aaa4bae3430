"""Chat models from a short spec, or from a LangChain object: one request, one reply.

No retries, limits, counts or kept replies here: those are the gate's and the tape's. What providers raise is told by
``provider_errors``. Libraries are imported when a model is asked for.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import math
import os
import re
import sys
import threading
import warnings
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import unquote, urlsplit

from castalia.memory.errors import InputError
from castalia.tools.chat import Call, ChatModel, Finish, Message, Reply
from castalia.tools.provider_errors import model_error, refuses_format, refuses_limit

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

Form = Literal["json_schema", "json_object", "text"]

KNOWN = "openai:MODEL, openai:MODEL@http://HOST:PORT/v1, azure:DEPLOYMENT, scripted, or a LangChain chat model"
NO_KEY = "no-key"  # for servers of one's own, which ask for none
CONNECT = 15.0  # seconds: a server that does not even accept a connection is told soon
NEXT_FORM: Mapping[Form, Form] = {"json_schema": "json_object", "json_object": "text"}
AS_JSON = (
    "Answer with one JSON object and nothing else: no introduction, no code fence. It has to follow this JSON schema:\n"
)
# What providers call the reason for which an answer ended, other than that it was done.
ENDS: Mapping[str, Finish] = {
    **dict.fromkeys(("length", "max_tokens", "max_output_tokens", "model_length"), "length"),
    **dict.fromkeys(("content_filter", "content_filtered", "guardrail_intervened"), "filtered"),
    **dict.fromkeys(("safety", "blocklist", "prohibited_content", "recitation", "spii"), "filtered"),
    "refusal": "refused",
}
# What changes an answer, by the names that LangChain's models give it.
PARAMETERS = (
    "temperature top_p top_k min_p seed max_tokens num_predict num_ctx max_output_tokens stop frequency_penalty presence_penalty "
    "repeat_penalty reasoning_effort verbosity"
).split()


def chat_model(
    spec: str | BaseChatModel | ChatModel,
    *,
    temperature: float | None = None,
    top_p: float | None = None,
    timeout: float = 120.0,
) -> ChatModel:
    """The chat model that a spec names.

    ``openai:MODEL`` is OpenAI (``OPENAI_API_KEY``) or the server of ``OPENAI_BASE_URL``; ``openai:MODEL@http://localhost:11434/v1`` a
    server of one's own, which is sent ``CASTALIA_MODEL_KEY`` if there is one, never OpenAI's, or a user and password in its address;
    ``azure:DEPLOYMENT`` needs ``AZURE_OPENAI_ENDPOINT``, ``AZURE_OPENAI_API_KEY`` and ``OPENAI_API_VERSION``; ``scripted`` answers
    without a model. A LangChain chat model keeps its own settings; retries of its own are switched off where it is OpenAI's, and are
    better switched off in others, since the gate retries. A ``ChatModel`` is returned as it is, with a temperature and a timeout of
    its own.

    ``temperature``, ``top_p``: the provider's own when ``None``. ``timeout``: seconds that one request may take in all. ``InputError`` for a spec
    that is not known, a missing key, and a missing library.
    """
    if not (math.isfinite(timeout) and timeout > 0):
        raise InputError(f"a model's timeout is a number of seconds above 0, not {timeout}")
    if temperature is not None and not (math.isfinite(temperature) and temperature >= 0):
        raise InputError(f"a model's temperature is a number from 0 up, not {temperature}")
    if top_p is not None and not 0 < top_p <= 1:
        raise InputError(f"a model's top_p is a number above 0, up to 1, not {top_p}")
    given = {"temperature": temperature, "top_p": top_p}
    sampling = {name: value for name, value in given.items() if value is not None}
    if not isinstance(spec, str):
        return _given(spec, sampling, timeout)
    kind, rest = check_spec(spec)
    builders: dict[str, Callable[[str, Mapping[str, float], float], ChatModel]] = {
        "openai": _openai,
        "azure": _azure,
        "scripted": _scripted,
    }
    return builders[kind](rest, sampling, timeout)


# An address in a model's name has lost its "@http://"; there may be a password in it, which would go into the record.
_MISTYPED = re.compile(r"//|@[\w.-]+:\d{2,5}(?:/|\Z)")


def check_spec(spec: str) -> tuple[str, str]:
    """The kind of a spec and what stands behind its colon; ``InputError`` for a kind that is not known, or no name. No key is asked for."""
    kind, _, rest = spec.strip().partition(":")
    model, _, url = _split(rest) if kind == "openai" else (rest, "", "")
    if kind in ("openai", "azure") and _MISTYPED.search(model):
        raise InputError(
            f"the model {_shown(spec.strip())!r} is not known: an address is written MODEL@http://HOST:PORT/v1"
        )
    # Letters that cannot be printed, or blanks, belong to no model's name.
    known = kind == "scripted" or (kind in ("openai", "azure") and bool(rest))
    if not known or not spec.strip().isprintable() or " " in spec.strip():
        raise InputError(f"the model {_shown(spec.strip())!r} is not known: give {KNOWN}")
    if url:
        _address(url, f"openai:{model}")
    return kind, rest


class LangChainChat:
    """Any LangChain chat model. It is asked for plain text: how to ask it for JSON differs from one to the next, so the schema is
    told in the prompt. ``max_tokens`` is not sent for the same reason."""

    def __init__(
        self,
        model: BaseChatModel,
        *,
        name: str,
        endpoint: str,
        parameters: Mapping[str, Any],
        timeout: float,
        extra: Mapping[str, Any] | None = None,
        secrets: Sequence[str] = (),
    ) -> None:
        self.name, self.endpoint, self.parameters = name, endpoint, dict(parameters)
        self._model, self._timeout, self._extra = model, timeout, dict(extra or {})
        self._secrets = tuple(secrets)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    async def complete(self, call: Call) -> Reply:
        """One request. ``ModelError`` when it fails."""
        outcome = await self._attempt(self._model, call, "text", self._extra)
        if isinstance(outcome, Reply):
            return outcome
        raise model_error(outcome, self.name, self._secrets)

    async def _attempt(
        self, model: BaseChatModel, call: Call, form: Form, arguments: Mapping[str, Any]
    ) -> Reply | Exception:
        """The reply, or whatever the library raised: returned, so that our error has no cause that quotes a key."""
        try:
            # A limit on the whole: the client's own starts again with every byte, and busy servers send blank lines.
            async with asyncio.timeout(self._timeout):
                return _reply(await model.ainvoke(_messages(call, form), **arguments))
        except Exception as error:  # noqa: BLE001 (every library has errors of its own; nothing is swallowed)
            return error


class OpenAIChat(LangChainChat):
    """A model behind OpenAI's interface, on whatever server.

    Answers with a schema are asked for as ``json_schema``; an endpoint that refuses gets ``json_object``, then plain text, both with
    the schema told in the prompt. What it refuses is remembered, and so is its name for the limit of an answer. Connections belong to
    one event loop, so each loop has a client of its own, closed with it. ``own_http`` are the arguments of its HTTP client, ``None``
    when the model came with one. ``plain_limit``: ask for a limit by its old name, the one that most other servers know.
    """

    def __init__(
        self, model: BaseChatModel, *, own_http: Mapping[str, Any] | None, plain_limit: bool = False, **settings: Any
    ) -> None:
        super().__init__(model if own_http is not None else _through(model), **settings)
        self._own_http = own_http
        self._form: Form = "json_schema"
        self._plain_limit = plain_limit
        self._first_limit = plain_limit
        self._clients: dict[asyncio.AbstractEventLoop, tuple[BaseChatModel, AsyncGenerator[BaseChatModel]]] = {}
        self._lock = threading.Lock()  # loops may run in threads

    async def complete(self, call: Call) -> Reply:
        """One request; a few more when the endpoint has yet to say what it takes. ``ModelError`` when it fails."""
        model = await self._here()
        while True:
            form: Form = "text" if call.schema is None else self._form
            plain_limit = self._plain_limit
            outcome = await self._attempt(model, call, form, self._arguments(call, form, plain_limit))
            if isinstance(outcome, Reply):
                return outcome
            if form != "text" and refuses_format(outcome):
                if self._form == form:  # else another call has learned it meanwhile
                    self._form = NEXT_FORM[form]
            elif call.max_tokens is not None and plain_limit is self._first_limit and refuses_limit(outcome):
                self._plain_limit = not self._first_limit
            else:
                raise model_error(outcome, self.name, self._secrets)

    def _arguments(self, call: Call, form: Form, plain_limit: bool) -> dict[str, Any]:
        arguments, body = dict(self._extra), dict(getattr(self._model, "extra_body", None) or {})
        wanted = _response_format(call, form)
        if getattr(self._model, "use_responses_api", None) is True:
            arguments |= {"response_format": wanted} if wanted else {}
        elif wanted:
            # In the body as it is: as an argument the client would parse the answer, and raise for one that was cut short.
            body["response_format"] = wanted
        if call.max_tokens is not None:
            (body if plain_limit else arguments)["max_tokens"] = call.max_tokens
        return arguments | ({"extra_body": body} if body else {})

    async def _here(self) -> BaseChatModel:
        """The model with the client of this event loop, made at its first call."""
        if self._own_http is None:
            return self._model
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop in self._clients:
                return self._clients[loop][0]
            for ended in [one for one in self._clients if one.is_closed()]:
                del self._clients[ended]
        lease = _leased(self._model, self._own_http)
        model = await anext(lease)  # runs to its yield without a pause: no other task of this loop comes between
        with self._lock:
            self._clients[loop] = (model, lease)
        return model


async def _leased(model: Any, http: Mapping[str, Any]) -> AsyncGenerator[BaseChatModel]:
    """The model with an HTTP client of its own. A loop closes its open generators before it ends, and so this client."""
    client = importlib.import_module("openai").DefaultAsyncHttpxClient(**http)
    try:
        yield _through(model, http_client=client)
    finally:
        await client.aclose()


def _through(model: Any, **changed: Any) -> BaseChatModel:
    """The model with a changed client, which never retries."""
    root = model.root_async_client.copy(max_retries=0, **changed)
    copied: BaseChatModel = model.model_copy(update={"root_async_client": root, "async_client": root.chat.completions})
    return copied


def _openai(rest: str, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    model, _, url = _split(rest)
    address = url or os.environ.get("OPENAI_BASE_URL", "").strip()
    # OpenAI's key goes to OpenAI, or where the user points everything that is OpenAI's; never to a server that a spec names.
    key = os.environ.get("CASTALIA_MODEL_KEY" if url else "OPENAI_API_KEY", "").strip()
    if not model:
        raise InputError(f"the model {_shown('openai:' + rest)!r} is not known: give {KNOWN}")
    if not key and not address:
        raise InputError(
            f"the model 'openai:{model}' needs OPENAI_API_KEY, or OPENAI_BASE_URL or openai:{model}@http://… for a server of your own"
        )
    base, login = _address(address, "openai:" + model) if address else (None, None)
    library = _library("openai:" + model)
    client = library.ChatOpenAI(
        model=model,
        base_url=base,
        api_key=key or NO_KEY,
        **_settings(sampling, timeout),
        # Only OpenAI itself has the other interface; LangChain goes by the model's name.
        use_responses_api=False if base and not _is_openai(base) else None,
    )
    endpoint = _plain(str(client.root_async_client.base_url))
    own = not _is_openai(endpoint)
    return OpenAIChat(
        client,
        name=f"openai:{model}@{endpoint}" if own else f"openai:{model}",
        endpoint=endpoint,
        parameters=_parameters(client),
        timeout=timeout,
        secrets=_secrets(client, *(login or ())),
        own_http={"auth": login} if login else {},
        plain_limit=own,
    )


def _azure(rest: str, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    names = ("AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY", "OPENAI_API_VERSION")
    endpoint, key, version = (os.environ.get(name, "").strip() for name in names)
    missing = [name for name, value in zip(names, (endpoint, key, version), strict=True) if not value]
    if missing:
        raise InputError(f"the model {_shown('azure:' + rest)!r} needs {' and '.join(missing)} in the environment")
    base, login = _address(endpoint, "azure:" + rest)
    client = _library("azure:" + rest).AzureChatOpenAI(
        azure_deployment=rest, azure_endpoint=base, api_key=key, api_version=version, **_settings(sampling, timeout)
    )
    return OpenAIChat(
        client,
        name=f"azure:{rest}@{base}",
        endpoint=base,
        parameters=_parameters(client),
        timeout=timeout,
        secrets=_secrets(client, *(login or ())),
        own_http={"auth": login} if login else {},
    )


def _scripted(rest: str, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    kind = importlib.import_module("castalia.tools.scripted_model").ScriptedModel
    model: ChatModel = kind.of(f"scripted:{rest}" if rest else "scripted")
    return model


def _given(model: object, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    """An object from Python."""
    if isinstance(model, ChatModel) and not isinstance(model, type):
        return model
    from langchain_core.language_models import BaseChatModel

    if not isinstance(model, BaseChatModel):
        what = f"class {model.__name__}" if isinstance(model, type) else type(model).__name__
        raise InputError(f"the model {what} is not known: give {KNOWN}")
    known_as = (getattr(model, attribute, None) for attribute in ("model_name", "model", "model_id", "deployment_name"))
    parts = ["langchain", type(model).__name__, *[one for one in known_as if isinstance(one, str) and one][:1]]
    extra = dict(sampling)
    parameters = _parameters(model) | extra
    name, secrets = ":".join(parts), _secrets(model)
    # An object of the library's can only be there when the library is.
    openai = sys.modules.get("langchain_openai.chat_models.base")
    if openai is None or not isinstance(model, openai.BaseChatOpenAI):
        return LangChainChat(
            model, name=name, endpoint=name, parameters=parameters, timeout=timeout, extra=extra, secrets=secrets
        )
    endpoint = _plain(str(model.root_async_client.base_url))
    return OpenAIChat(
        model,
        name=f"{name}@{endpoint}",
        endpoint=endpoint,
        parameters=parameters,
        timeout=timeout,
        extra=extra,
        secrets=secrets,
        # A client of the user's own (a proxy, certificates) is theirs to keep.
        own_http={} if model.http_async_client is None else None,
    )


def _settings(sampling: Mapping[str, float], timeout: float) -> dict[str, Any]:
    limits = importlib.import_module("openai").Timeout(timeout, connect=min(CONNECT, timeout))
    return {
        "temperature": sampling.get("temperature"),
        "top_p": sampling.get("top_p"),
        "timeout": limits,
        "max_retries": 0,  # the gate retries, and counts
        "cache": False,  # LangChain's cache does not tell one sample from the next
        "disable_streaming": True,  # LangGraph would switch it on, and many servers then tell no token counts
    }


def _library(name: str) -> Any:
    # It speaks of a method that is not used here: what an endpoint does not take is learned from its answer.
    warnings.filterwarnings(
        "ignore", message="This model does not support OpenAI's structured output", category=UserWarning
    )
    try:
        return importlib.import_module("langchain_openai")
    except ImportError as error:
        raise InputError(f"the model {name!r} needs a library: pip install langchain-openai") from error


def _split(rest: str) -> tuple[str, str, str]:
    """Model and address; a model's name may hold @ and : itself."""
    found = re.search(r"@(?=https?://)", rest, re.IGNORECASE)
    return (rest[: found.start()], "@", rest[found.end() :]) if found else (rest, "", "")


def _address(url: str, name: str) -> tuple[str, tuple[str, str] | None]:
    """The address without its credentials, and these: in the address they would reach the logs of the HTTP library."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # such as a port that is no number
        fine = False
    if not fine or parts.query or parts.fragment:
        raise InputError(f"the model {name!r} needs an address such as http://localhost:11434/v1, not {_shown(url)!r}")
    login = (unquote(parts.username or ""), unquote(parts.password or ""))
    return _plain(url), login if any(login) else None


def _plain(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"


def _shown(text: str) -> str:
    """A spec or address as it may stand in an error: a password may hold a slash or a blank that nobody escaped."""
    head, mark, rest = text.partition("//" if "//" in text else "@")
    return (head + mark + rest.rpartition("@")[2])[:200]


def _is_openai(url: str) -> bool:
    return urlsplit(url).hostname in ("api.openai.com", "eu.api.openai.com", "us.api.openai.com")


def _secrets(model: object, *more: str) -> tuple[str, ...]:
    """Whatever the object keeps to itself, and its headers."""
    values = [one.get_secret_value() for one in vars(model).values() if hasattr(one, "get_secret_value")]
    headers = getattr(model, "default_headers", None) or {}
    found = [*values, *headers.values(), *more]
    return tuple(sorted({one for one in found if isinstance(one, str) and len(one) > 3 and one != NO_KEY}))


def _parameters(model: object) -> dict[str, Any]:
    """What changes the model's answers, as plain values. Open-ended settings may hold secrets: they show as a digest."""
    named = {name: getattr(model, name, None) for name in PARAMETERS}
    found = {
        name: value
        for name, value in named.items()
        if isinstance(value, str | int | float | list | tuple) and value != []
    }
    for name in ("model_kwargs", "extra_body"):
        if value := getattr(model, name, None):
            told = json.dumps(value, sort_keys=True, default=lambda one: type(one).__name__)
            found[name] = hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]
    return found


def _response_format(call: Call, form: Form) -> dict[str, Any] | None:
    if call.schema is None or form == "text":
        return None
    if form == "json_object":
        return {"type": "json_object"}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", call.schema_name)[:64] or "answer"
    return {"type": "json_schema", "json_schema": {"name": name, "schema": dict(call.schema), "strict": True}}


def _messages(call: Call, form: Form) -> list[BaseMessage]:
    """LangChain's messages. Without ``json_schema`` the schema ends the system message: it stays the same from call to call."""
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

    messages = list(call.messages)
    if call.schema is not None and form != "json_schema":
        told = AS_JSON + json.dumps(dict(call.schema), ensure_ascii=False, separators=(",", ":"))
        if messages and messages[0].speaker == "system":
            messages[0] = Message("system", f"{messages[0].text}\n\n{told}")
        else:
            messages.insert(0, Message("system", told))
    kinds: dict[str, type[BaseMessage]] = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}
    # What a model said goes back to it, and half a surrogate pair in it would never leave this machine.
    return [kinds[one.speaker](content=one.text.encode("utf-8", "replace").decode()) for one in messages]


def _reply(answer: BaseMessage) -> Reply:
    usage: Mapping[str, Any] = getattr(answer, "usage_metadata", None) or {}
    details: Mapping[str, Any] = usage.get("input_token_details") or {}
    # A service tier other than the default stands in front of the name: priority_cache_read.
    cached = sum(value or 0 for name, value in details.items() if name.endswith("cache_read"))
    return Reply(
        text=_without_thoughts(str(answer.text)),
        finish=_finish(answer),
        prompt_tokens=int(usage.get("input_tokens") or 0),
        completion_tokens=int(usage.get("output_tokens") or 0),
        cached_tokens=int(cached),
    )


def _finish(answer: BaseMessage) -> Finish:
    blocks = answer.content if isinstance(answer.content, list) else []
    if answer.additional_kwargs.get("refusal") or any(
        isinstance(block, Mapping) and (block.get("type") == "refusal" or block.get("refusal")) for block in blocks
    ):
        return "refused"
    told = answer.response_metadata
    reasons = [told.get(name) for name in ("finish_reason", "stop_reason", "done_reason")]
    incomplete = told.get("incomplete_details")
    reasons.append(incomplete.get("reason") if isinstance(incomplete, Mapping) else None)
    return next((ENDS[str(one).lower()] for one in reasons if str(one).lower() in ENDS), "stop")


def _without_thoughts(text: str) -> str:
    """The answer after the thinking that some open models send in front of it."""
    if not text.lstrip().startswith("<think>"):
        return text
    return text.partition("</think>")[2].lstrip()
