"""Whatever a chat model's library raises, told as one ``ModelError``: what happened, whether to try again, and when.

Read from what such exceptions have in common (a status, a response with headers, the names of their classes), so that
no provider's library is imported here. Waiting and trying again are the gate's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from castalia.memory.errors import one_line
from castalia.memory.http_clients import OF_OPENAI, or_proxy
from castalia.memory.long_answers import is_too_long
from castalia.memory.retries import retry_after
from castalia.tools.models.chat import ModelError, Trouble

LONGEST_REASON = 300  # characters of the provider's own words
HIDDEN = "***"
KEY_REFUSED = (
    "the key was refused: check the key, and what its account may use"  # of one that came from nobody knows where
)

# Credentials by their looks, for those that nobody has told us: in an address, a header, or a provider's complaint.
_CREDENTIALS = re.compile(
    r"(?P<address>://)[^/\s@]{1,200}@|\b(?:bearer|basic)\s+[^\s'\",]+|\b(?:sk|key|pk)-[^\s'\",.]{4,}"
    r"|(?P<named>\bapi[-_ ]?key['\"]?\s?[:=]\s?)[^\s,;]+",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"context[ _-]?(?:length|window|size|limit)|maximum context|prompt is too long|input is too long|too many input tokens",
    re.IGNORECASE,
)
_FILTER = re.compile(r"content[ _-]?(?:filter|management|policy)|responsible ?ai|moderation|flagged", re.IGNORECASE)
# "You exceeded your current quota" is said of a minute's as well.
_QUOTA = re.compile(r"insufficient[ _]?(?:quota|funds|balance|credit)", re.IGNORECASE)
_FORMAT = re.compile(r"response[ _]?format|json[ _]?(?:schema|object)|structured[ _]?outputs?|guided", re.IGNORECASE)
_LIMIT = re.compile(r"max_(?:completion_)?tokens")
_UNKNOWN = re.compile(
    r"un(?:supported|recogni[sz]ed|known|expected)|not (?:supported|permitted|allowed)|extra", re.IGNORECASE
)
_TIMEOUTS = frozenset({"TimeoutError", "APITimeoutError", "ModelTimeoutError", "TimeoutException", "Timeout"})
_CONNECTIONS = frozenset(
    "ConnectionError OSError APIConnectionError ModelConnectionError TransportError NetworkError ProtocolError "
    "ClientConnectionError EndpointConnectionError".split()
)
# LangChain's own classes, for integrations whose exceptions carry no status.
_STATUS_OF = {
    "ContextOverflowError": 413,
    "ModelAuthenticationError": 401,
    "ModelPermissionDeniedError": 403,
    "ModelInvalidRequestError": 400,
    "ModelNotFoundError": 404,
    "ModelRateLimitError": 429,
    "ModelAPIError": 500,
}


def model_error(error: Exception, name: str, secrets: Iterable[str] = (), refused: str = KEY_REFUSED) -> ModelError:
    """The exception as a ``ModelError`` in one line. ``secrets`` never show in it, nor does anything that looks like a
    credential. ``refused`` is what to tell of a refused key.

    Transient are 408, 409, 425, 429, 5xx, timeouts, lost connections and answers that broke off; 429 is not when the
    account's quota is used up.
    """
    kinds = {kind.__name__ for kind in type(error).__mro__}
    status, said = _status(error, kinds), said_by(error)
    trouble, transient, told = _diagnosis(error, kinds, status, said)
    if trouble == "key":
        told = refused
    # A provider that refuses a key quotes it: its words are left out, but for its code.
    reason = str(_body(error).get("code") or "") if trouble == "key" else said
    shown = "" if "<html" in reason.lower() or "<!doctype" in reason.lower() else without_credentials(reason, secrets)
    details = ", ".join(part for part in (f"HTTP {status}" if status else "", shown) if part)
    message = f"the model {name}: {told}" + (f" ({details})" if details else "")
    return ModelError(message, trouble, transient=transient, retry_after=retry_after(_headers(error)))


def refuses_format(error: Exception) -> bool:
    """Whether the endpoint says that it does not take this ``response_format``."""
    return _status(error, set()) in (400, 422, 500, 501) and bool(_FORMAT.search(said_by(error)))


def refuses_limit(error: Exception) -> bool:
    """Whether the endpoint says that it knows the limit of an answer by its other name (max_tokens,
    max_completion_tokens)."""
    said = said_by(error)
    known = _LIMIT.search(said) and _UNKNOWN.search(said) and not _CONTEXT.search(said)
    return _status(error, set()) in (400, 422) and bool(known)


def _diagnosis(error: Exception, kinds: set[str], status: int | None, said: str) -> tuple[Trouble, bool, str]:
    """The trouble, whether it is transient, and our words for it."""
    if status is not None:
        return _by_status(status, f"{said} {_body(error).get('code') or ''}")
    if is_too_long(error):
        return "server", False, "the server does not stop answering; is the address right?"
    if kinds & _TIMEOUTS:
        return "timeout", True, "no answer in time"
    if kinds & _CONNECTIONS:
        return "connection", True, f"the connection failed; is the server up, and its address right{proxy_of(error)}?"
    if _CONTEXT.search(said) and "APIError" in kinds:
        return "context", False, "the prompt is too long for it"
    if "Unexpected response type" in said:
        return "server", False, "the answer is no chat completion; is the address right? Most end in /v1"
    # Half an answer or one in no known letters, an error without a status in a stream, or an answer without choices: a
    # hiccup of the server's.
    if kinds & {"JSONDecodeError", "UnicodeDecodeError", "APIError", "IndexError"} or "choices" in said:
        return "server", True, "the answer was broken"
    return "request", False, f"the call failed with {type(error).__name__}"


def _by_status(status: int, said: str) -> tuple[Trouble, bool, str]:
    if status == 402 or (status == 429 and _QUOTA.search(said)):
        return "rate limit", False, "the account's quota is used up"
    if status == 429:
        return "rate limit", True, "too many requests"
    if status == 403 and _FILTER.search(said):
        return "filtered", False, "a content filter stopped the prompt"
    if status in (401, 403):
        return "key", False, KEY_REFUSED
    if status == 404:
        return "not found", False, "not found: check the model's name and the server's address"
    if status == 413 or _CONTEXT.search(said):
        return "context", False, "the prompt is too long for it"
    if status == 408:
        return "timeout", True, "the server gave up waiting"
    if status in (409, 425) or status >= 500:
        return "server", True, "the server failed"
    if _FILTER.search(said):
        return "filtered", False, "a content filter stopped the prompt"
    return "request", False, "the request was refused"


def _status(error: Exception, kinds: set[str]) -> int | None:
    """The HTTP status of a failure (400 to 599), wherever the exception keeps it. Some servers send status 200 and the
    true one in the body."""
    response = getattr(error, "response", None)
    if isinstance(response, Mapping):  # AWS
        response = response.get("ResponseMetadata")
        found = [response.get("HTTPStatusCode")] if isinstance(response, Mapping) else []
    else:
        found = [getattr(response, "status_code", None)]
    found = [getattr(error, "status_code", None), *found, getattr(error, "code", None), _body(error).get("code")]
    numbers = [
        int(one) for one in found if isinstance(one, int) or (isinstance(one, str) and re.fullmatch(r"\d{3}", one))
    ]
    by_name = [status for name, status in _STATUS_OF.items() if name in kinds]
    if by_name and by_name[0] == 413:
        return 413
    return next((one for one in numbers if 400 <= one < 600), by_name[0] if by_name else None)


def _body(error: Exception) -> Mapping[str, Any]:
    """The error as the server told it, when it told it as an object."""
    for body in (getattr(error, "body", None), *error.args[:1]):
        if isinstance(body, Mapping):
            inner = body.get("error")
            return inner if isinstance(inner, Mapping) else body
    return {}


def said_by(error: Exception) -> str:
    """What went wrong in the words of the provider; for a lost connection those of its cause, which say more."""
    told = _body(error).get("message") or getattr(error, "message", None) or str(error)
    if str(told) == "Connection error.":
        cause: BaseException = error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        told = str(cause) or type(cause).__name__
    return one_line(told)[:4000]


def proxy_of(error: Exception) -> str:
    """What to look at, too, where a connection failed: the proxies that the environment names for this library."""
    is_openai = any(one.__module__.partition(".")[0] == "openai" for one in type(error).__mro__)
    return or_proxy(OF_OPENAI) if is_openai else or_proxy()


def _headers(error: Exception) -> Mapping[str, str]:
    headers: Any = getattr(getattr(error, "response", None), "headers", None)
    return {str(name).lower(): str(value) for name, value in headers.items()} if hasattr(headers, "items") else {}


def without_credentials(reason: str, secrets: Iterable[str]) -> str:
    """A provider's words, cut at ``LONGEST_REASON``, without these secrets and what looks like a credential."""
    line = reason
    for secret in sorted(secrets, key=len, reverse=True):
        line = line.replace(secret, HIDDEN)
    line = _CREDENTIALS.sub(lambda found: (found["address"] or found["named"] or "") + HIDDEN, line)
    return line if len(line) <= LONGEST_REASON else line[:LONGEST_REASON].rstrip() + " …"
