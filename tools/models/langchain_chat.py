"""LangChain's chat models as ours: one request, one reply, on whatever server.

Which model a spec names is read in ``chat_models``; what providers raise is told by ``provider_errors``.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from castalia.memory.http_clients import OF_OPENAI, client_made
from castalia.memory.long_answers import at_most
from castalia.tools.models.chat import Call, Finish, Message, Reply
from castalia.tools.models.loop_clients import LoopClients
from castalia.tools.models.provider_errors import KEY_REFUSED, model_error, refuses_format, refuses_limit
from castalia.tools.models.replies import LONGEST, token_counts

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable, RunnableBinding

Form = Literal["json_schema", "json_object", "text"]

NEXT_FORM: Mapping[Form, Form] = {"json_schema": "json_object", "json_object": "text"}
AS_JSON = (
    "Answer with one JSON object and nothing else: no introduction, no code fence. It has to follow this JSON schema:\n"
)
MOST_BYTES = 13 * LONGEST  # of an answer: no character of its text takes more than 12 in JSON
# What providers call the reason for which an answer ended, other than that it was done.
ENDS: Mapping[str, Finish] = {
    **dict.fromkeys(("length", "max_tokens", "max_output_tokens", "model_length"), "length"),
    **dict.fromkeys(("content_filter", "content_filtered", "guardrail_intervened"), "filtered"),
    **dict.fromkeys(("safety", "blocklist", "prohibited_content", "recitation", "spii"), "filtered"),
    "refusal": "refused",
}


class LangChainChat:
    """Any LangChain chat model. It is asked for plain text: how to ask it for JSON differs from one to the next, so the
    schema is told in the prompt. ``max_tokens`` is not sent for the same reason. ``binding`` is the wrapper in which it
    was given: tags, callbacks and listeners of the user's."""

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
        refused: str = KEY_REFUSED,
        binding: RunnableBinding[Any, Any] | None = None,
    ) -> None:
        self.name, self.endpoint, self.parameters = name, endpoint, dict(parameters)
        self._model, self._timeout, self._extra = model, timeout, dict(extra or {})
        self._secrets, self._refused, self._binding = tuple(secrets), refused, binding

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    async def complete(self, call: Call) -> Reply:
        """One request. ``ModelError`` when it fails."""
        outcome = await self._attempt(self._model, call, "text", self._extra)
        if isinstance(outcome, Reply):
            return outcome
        raise model_error(outcome, self.name, self._secrets, self._refused)

    async def _attempt(
        self, model: BaseChatModel, call: Call, form: Form, arguments: Mapping[str, Any]
    ) -> Reply | Exception:
        """The reply, or whatever the library raised: returned, so that our error has no cause that quotes a key."""
        try:
            # A limit on the whole: the client's own starts again with every byte, and busy servers send blank lines.
            async with asyncio.timeout(self._timeout):
                return _reply(await self._configured(model).ainvoke(_messages(call, form), **arguments))
        except Exception as error:  # noqa: BLE001 (every library has errors of its own; nothing is swallowed)
            return error

    def _configured(self, model: BaseChatModel) -> Runnable[Any, BaseMessage]:
        """The model under the config that it was given with."""
        return model if self._binding is None else self._binding.model_copy(update={"bound": model})


class OpenAIChat(LangChainChat):
    """A model behind OpenAI's interface, on whatever server.

    Answers with a schema are asked for as ``json_schema``; an endpoint that refuses gets ``json_object``, then plain
    text, both with the schema told in the prompt. What it refuses is remembered, and so is its name for the limit of an
    answer. Connections belong to one event loop, so each loop has a client of its own, closed with it. ``own_http`` are
    the arguments of its HTTP client, ``None`` when the model came with one. ``plain_limit``: ask for a limit by its old
    name, the one that most other servers know.
    """

    def __init__(
        self, model: BaseChatModel, *, own_http: Mapping[str, Any] | None, plain_limit: bool = False, **settings: Any
    ) -> None:
        super().__init__(model if own_http is not None else _through(model), **settings)
        self._own_http = own_http
        self._form: Form = "json_schema"
        self._plain_limit = plain_limit
        self._first_limit = plain_limit
        self._clients = LoopClients(self._leased)

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
                raise model_error(outcome, self.name, self._secrets, self._refused)

    def _arguments(self, call: Call, form: Form, plain_limit: bool) -> dict[str, Any]:
        arguments, body = dict(self._extra), dict(getattr(self._model, "extra_body", None) or {})
        wanted = _response_format(call, form)
        if getattr(self._model, "use_responses_api", None) is True:
            arguments |= {"response_format": wanted} if wanted else {}
        elif wanted:
            # In the body as it is: as an argument the client would parse the answer, and raise for one that was cut
            # short.
            body["response_format"] = wanted
        if call.max_tokens is not None:
            (body if plain_limit else arguments)["max_tokens"] = call.max_tokens
        return arguments | ({"extra_body": body} if body else {})

    async def _here(self) -> BaseChatModel:
        """The model with the client of this event loop."""
        if self._own_http is None:
            return self._model
        return await self._clients.here()

    async def _leased(self) -> AsyncGenerator[BaseChatModel]:
        """The model with an HTTP client of its own."""
        with client_made(OF_OPENAI):
            client = importlib.import_module("castalia.tools.models.openai_http").TokenCountingClient(
                proxy=getattr(self._model, "openai_proxy", None) or None,
                event_hooks={"response": [at_most(MOST_BYTES)]},
                **self._own_http or {},
            )
        try:
            yield _through(self._model, http_client=client)
        finally:
            await client.aclose()


def _through(model: Any, **changed: Any) -> BaseChatModel:
    """The model with a changed client, which never retries."""
    root = model.root_async_client.copy(max_retries=0, **changed)
    copied: BaseChatModel = model.model_copy(update={"root_async_client": root, "async_client": root.chat.completions})
    return copied


def _response_format(call: Call, form: Form) -> dict[str, Any] | None:
    if call.schema is None or form == "text":
        return None
    if form == "json_object":
        return {"type": "json_object"}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", call.schema_name)[:64] or "answer"
    return {"type": "json_schema", "json_schema": {"name": name, "schema": dict(call.schema), "strict": True}}


def _messages(call: Call, form: Form) -> list[BaseMessage]:
    """LangChain's messages. Without ``json_schema`` the schema ends the system message: it stays the same from call to
    call."""
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
    cached = sum(token_counts(*(value for name, value in details.items() if name.endswith("cache_read"))))
    prompt, completion = token_counts(usage.get("input_tokens"), usage.get("output_tokens"))
    return Reply(
        text=str(answer.text),
        finish=_finish(answer),
        prompt_tokens=prompt,
        completion_tokens=completion,
        cached_tokens=cached,
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
