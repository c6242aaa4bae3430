"""The specs of chat models, as far as they can be read without a library: kind, name, address. No key is asked for
here."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from castalia.memory.errors import InputError

KNOWN = "openai:MODEL, openai:MODEL@http://HOST:PORT/v1, azure:DEPLOYMENT, scripted, or a LangChain chat model"

NO_KEY = "no-key"  # for servers of one's own, which ask for none

# An address in a model's name has lost its "@http://"; there may be a password in it, which would go into the record.
_MISTYPED = re.compile(r"//|@[\w.-]+:\d{2,5}(?:/|\Z)")


def check_spec(spec: str) -> tuple[str, str]:
    """The kind of a spec and what stands behind its colon; ``InputError`` for a kind that is not known, or no name. No
    key is asked for."""
    kind, _, rest = spec.strip().partition(":")
    model, url = split_name(rest) if kind == "openai" else (rest, "")
    if kind in ("openai", "azure") and _MISTYPED.search(model):
        raise InputError(
            f"the model {shown_spec(spec.strip())!r} is not known: an address is written MODEL@http://HOST:PORT/v1"
        )
    # Letters that cannot be printed, or blanks, belong to no model's name.
    known = kind == "scripted" or (kind in ("openai", "azure") and bool(rest))
    if not known or not spec.strip().isprintable() or " " in spec.strip():
        raise InputError(f"the model {shown_spec(spec.strip())!r} is not known: give {KNOWN}")
    if url:
        address(url, f"openai:{model}")
    return kind, rest


def object_name(model: object, attributes: Iterable[str]) -> str:
    """The name of an object of LangChain's: its class, and the first of these attributes that holds a text."""
    known_as = (getattr(model, attribute, None) for attribute in attributes)
    return ":".join(["langchain", type(model).__name__, *[one for one in known_as if isinstance(one, str) and one][:1]])


def is_openai(url: str) -> bool:
    """Whether an address is that of OpenAI's own service."""
    return urlsplit(url).hostname in ("api.openai.com", "eu.api.openai.com", "us.api.openai.com")


def split_name(rest: str) -> tuple[str, str]:
    """Model and address; a model's name may hold @ and : itself."""
    found = re.search(r"@(?=https?://)", rest, re.IGNORECASE)
    return (rest[: found.start()], rest[found.end() :]) if found else (rest, "")


def address(url: str, name: str) -> tuple[str, tuple[str, str] | None]:
    """The address without its credentials, and these: in the address they would reach the logs of the HTTP library."""
    try:
        parts = urlsplit(url)
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # such as a port that is no number
        fine = False
    if not fine or parts.query or parts.fragment:
        raise InputError(
            f"the model {name!r} needs an address such as http://localhost:11434/v1, not {shown_spec(url)!r}"
        )
    login = (unquote(parts.username or ""), unquote(parts.password or ""))
    return plain_address(url), login if any(login) else None


def plain_address(url: str) -> str:
    """The address without credentials and a slash at the end."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"


def shown_spec(text: str) -> str:
    """A spec or address as it may stand in an error: a password may hold a slash or a blank that nobody escaped, and a
    key may stand behind a question mark."""
    head, mark, rest = text.partition("//" if "//" in text else "@")
    plain, asks, key = (head + mark + rest.rpartition("@")[2]).partition("?")
    return (plain + asks + (key and "…"))[:200]
