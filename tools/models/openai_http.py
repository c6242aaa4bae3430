"""The HTTP client of models behind OpenAI's interface.

The libraries above it reckon with what a server tells of tokens, and fail where that is no number: an answer that was
paid for would be lost. So what they cannot reckon with is taken out of the answer here, which counts as not told.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from castalia.tools.models.replies import token_count
from openai import DefaultAsyncHttpxClient

_OF_THE_BODY = ("content-encoding", "content-length", "transfer-encoding")


class TokenCountingClient(DefaultAsyncHttpxClient):
    """A client whose answers tell of tokens in numbers, or not at all. Streams are left as they are."""

    async def send(self, *given: Any, **options: Any) -> Any:
        response: Any = await super().send(*given, **options)
        return _counted(response) if response.is_closed else response


def _counted(response: Any) -> Any:
    """The response, of whichever library, as it was read."""
    try:
        body = response.json()
    except ValueError:  # others tell what is wrong with it
        return response
    if not isinstance(body, dict) or (told := body.get("usage")) is None or (usage := _usage_of(told)) == told:
        return response
    headers = [one for one in response.headers.multi_items() if one[0].lower() not in _OF_THE_BODY]
    content = json.dumps(body | {"usage": usage})
    return type(response)(response.status_code, headers=headers, content=content, request=response.request)


def _usage_of(told: object) -> dict[str, Any] | None:
    """What a server tells of tokens, in numbers; ``None`` where one of its counts is no number. Details that cannot be
    read are left out: the totals are of use without them."""
    if not isinstance(told, Mapping):
        return None
    usage: dict[str, Any] = dict(told)
    for name, value in told.items():
        if name.endswith("_details"):
            usage[name] = _usage_of(value) or {}
        elif name.endswith("_tokens"):
            usage[name] = token_count(value)
        else:
            continue
        if usage[name] is None:
            return None
    return usage
