"""Chat models from a short spec, or from a LangChain object.

No retries, limits, counts or kept replies here: those are the gate's and the tape's. Libraries are imported when a
model is asked for.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import math
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from castalia.memory.errors import InputError
from castalia.memory.http_clients import OF_OPENAI, client_made, key_in
from castalia.tools.models.chat import ChatModel
from castalia.tools.models.langchain_chat import LangChainChat, OpenAIChat
from castalia.tools.models.model_specs import (
    KNOWN,
    NO_KEY,
    address,
    check_spec,
    is_openai,
    object_name,
    plain_address,
    shown_spec,
    split_name,
)
from castalia.tools.models.provider_errors import KEY_REFUSED

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.runnables import RunnableBinding

CONNECT = 15.0  # seconds: a server that does not even accept a connection is told soon
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

    ``openai:MODEL`` is OpenAI (``OPENAI_API_KEY``) or the server of ``OPENAI_BASE_URL``;
    ``openai:MODEL@http://localhost:11434/v1`` a server of one's own, which is sent ``CASTALIA_MODEL_KEY`` if there is
    one, never OpenAI's, or a user and password in its address; ``azure:DEPLOYMENT`` needs ``AZURE_OPENAI_ENDPOINT``,
    ``AZURE_OPENAI_API_KEY`` and ``OPENAI_API_VERSION``; ``scripted`` answers without a model. A LangChain chat model
    keeps its own settings; retries of its own are switched off where it is OpenAI's, and are better switched off in
    others, since the gate retries; with a config (``.with_config``) it is called under that. A ``ChatModel`` is
    returned as it is, with a temperature and a timeout of its own.

    ``temperature``, ``top_p``: the provider's own when ``None``. ``timeout``: seconds that one request may take in all.
    ``InputError`` for a spec that is not known, a missing key, a missing library, and other wrappers of LangChain's.
    """
    if not (_is_number(timeout) and timeout > 0):
        raise InputError(f"a model's timeout is a number of seconds above 0, not {timeout}")
    if temperature is not None and not (_is_number(temperature) and temperature >= 0):
        raise InputError(f"a model's temperature is a number from 0 up, not {temperature}")
    if top_p is not None and not (_is_number(top_p) and 0 < top_p <= 1):
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


def _openai(rest: str, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    model, url = split_name(rest)
    at = url or os.environ.get("OPENAI_BASE_URL", "").strip()
    # OpenAI's key goes to OpenAI, or where the user points everything that is OpenAI's; never to a server that a spec
    # names.
    variable = "CASTALIA_MODEL_KEY" if url else "OPENAI_API_KEY"
    key = key_in(variable)
    if not model:
        raise InputError(f"the model {shown_spec('openai:' + rest)!r} is not known: give {KNOWN}")
    if not key and not at:
        raise InputError(
            f"the model 'openai:{model}' needs OPENAI_API_KEY, or OPENAI_BASE_URL or openai:{model}@http://… for a server of your own"
        )
    base, login = address(at, "openai:" + model) if at else (None, None)
    library = _library("openai:" + model)
    with client_made(OF_OPENAI):
        client = library.ChatOpenAI(
            model=model,
            base_url=base,
            api_key=key or NO_KEY,
            **_settings(sampling, timeout),
            # Only OpenAI itself has the other interface; LangChain goes by the model's name.
            use_responses_api=False if base and not is_openai(base) else None,
        )
    endpoint = plain_address(str(client.root_async_client.base_url))
    own = not is_openai(endpoint)
    name = f"openai:{model}@{endpoint}" if own else f"openai:{model}"
    refused = _refused(variable, key, login)
    return _chat(client, login, name=name, endpoint=endpoint, timeout=timeout, plain_limit=own, refused=refused)


def _azure(rest: str, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    names = ("AZURE_OPENAI_ENDPOINT", "AZURE_OPENAI_API_KEY", "OPENAI_API_VERSION")
    endpoint, version = (os.environ.get(name, "").strip() for name in names[::2])
    key = key_in(names[1])
    missing = [name for name, value in zip(names, (endpoint, key, version), strict=True) if not value]
    if missing:
        raise InputError(f"the model {shown_spec('azure:' + rest)!r} needs {' and '.join(missing)} in the environment")
    base, login = address(endpoint, "azure:" + rest)
    library = _library("azure:" + rest)
    with client_made(OF_OPENAI):
        client = library.AzureChatOpenAI(
            azure_deployment=rest, azure_endpoint=base, api_key=key, api_version=version, **_settings(sampling, timeout)
        )
    refused = KEY_REFUSED if login else _refused(names[1], key, None)  # which sends both
    return _chat(client, login, name=f"azure:{rest}@{base}", endpoint=base, timeout=timeout, refused=refused)


def _refused(variable: str, key: str, login: tuple[str, str] | None) -> str:
    """What to tell where a server refuses the key that this variable holds, or the login that goes in its place."""
    if login:
        return "the user and password in its address were refused: check them"
    if key:
        return f"the key in {variable} was refused: check it, and what its account may use"
    return f"no key was sent, and that was refused: put one for this server into {variable}"


def _chat(client: Any, login: tuple[str, str] | None, **settings: Any) -> OpenAIChat:
    """A client of the library's as our model; ``login`` is the user and password that stood in its address."""
    return OpenAIChat(
        client,
        parameters=_parameters(client),
        secrets=_secrets(client, *(login or ())),
        own_http={"auth": login} if login else {},
        **settings,
    )


def _scripted(rest: str, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    from castalia.tools.scripted.scripted_model import ScriptedModel

    return ScriptedModel.of(f"scripted:{rest}" if rest else "scripted")


def _given(model: object, sampling: Mapping[str, float], timeout: float) -> ChatModel:
    """An object from Python."""
    if isinstance(model, ChatModel) and not isinstance(model, type):
        return model
    from langchain_core.language_models import BaseChatModel

    model, binding = _unwrapped(model)
    if not isinstance(model, BaseChatModel):
        what = f"class {model.__name__}" if isinstance(model, type) else type(model).__name__
        raise InputError(f"the model {what} is not known: give {KNOWN}")
    name = object_name(model, ("model_name", "model", "model_id", "deployment_name"))
    settings: dict[str, Any] = {
        "parameters": _parameters(model) | dict(sampling),
        "timeout": timeout,
        "extra": sampling,
        "secrets": _secrets(model),
        "binding": binding,
    }
    # An object of the library's can only be there when the library is.
    openai = sys.modules.get("langchain_openai.chat_models.base")
    if openai is None or not isinstance(model, openai.BaseChatOpenAI):
        return LangChainChat(model, name=name, endpoint=name, **settings)
    endpoint = plain_address(str(model.root_async_client.base_url))
    # A client of the user's own (a proxy, certificates) is theirs to keep.
    own_http: dict[str, Any] | None = {} if model.http_async_client is None else None
    return OpenAIChat(model, name=f"{name}@{endpoint}", endpoint=endpoint, own_http=own_http, **settings)


def _unwrapped(model: object) -> tuple[object, RunnableBinding[Any, Any] | None]:
    """What is in a wrapper of LangChain's that changes no answer (``.with_config``, ``.with_listeners``), and this;
    ``InputError`` for one that does, or beneath which calls would be made that no tape, budget or count sees."""
    from langchain_core.language_models import BaseChatModel
    from langchain_core.runnables import RunnableBinding, RunnableWithFallbacks
    from langchain_core.runnables.retry import RunnableRetry

    binding = model if isinstance(model, RunnableBinding) else None
    inner = binding.bound if binding is not None else model
    if binding is not None and binding.kwargs and isinstance(inner, BaseChatModel):
        what = f"the model {type(model).__name__} is a chat model bound to arguments"
        raise InputError(f"{what}: give the model itself, without .bind")
    again = "; its calls are tried again all the same, and counted"
    if isinstance(inner, RunnableRetry):
        what = f"the model {type(inner).__name__} tries again by itself, which no budget would count"
        raise InputError(f"{what}: give the model itself, without .with_retry{again}")
    if isinstance(inner, RunnableWithFallbacks):
        what = f"the model {type(inner).__name__} is more than one model, and all would count as the first"
        raise InputError(f"{what}: give one of them, without .with_fallbacks{again}")
    return inner, binding


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


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _secrets(model: object, *more: str) -> tuple[str, ...]:
    """Whatever the object keeps to itself, and its headers."""
    values = [one.get_secret_value() for one in vars(model).values() if hasattr(one, "get_secret_value")]
    headers = getattr(model, "default_headers", None) or {}
    found = [*values, *headers.values(), *more]
    return tuple(sorted({one for one in found if isinstance(one, str) and len(one) > 3 and one != NO_KEY}))


def _parameters(model: object) -> dict[str, Any]:
    """What changes the model's answers, as plain values. Open-ended settings may hold secrets: they show as a
    digest."""
    named = {name: getattr(model, name, None) for name in PARAMETERS}
    found = {
        name: value
        for name, value in named.items()
        if isinstance(value, str | int | float | list | tuple) and value != []
    }
    for name in ("model_kwargs", "extra_body", "reasoning", "thinking", "logit_bias", "service_tier", "base_url"):
        if value := getattr(model, name, None):
            told = json.dumps(value, sort_keys=True, default=lambda one: type(one).__name__)
            found[name] = hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16]
    return found
