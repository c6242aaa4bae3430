"""Urls of stores on a server: ``http://host:6333/COLLECTION``, checked. No connection here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from castalia.memory.errors import StoreError

PORT = 6333  # Qdrant's own, where the url names none
LONGEST_NAME = 255  # bytes of a collection's name
KEY = "QDRANT_API_KEY"  # the environment variable; a key never stands in a url

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")  # two letters or more: C:/ is a drive
_USER = re.compile(r"(?<=:/)(/?).*@", re.DOTALL)  # up to the last @: a password may hold one
_NO_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')


@dataclass(frozen=True, slots=True)
class ServerUrl:
    """The server's address (scheme, host, port and, behind a proxy, a path) and the name of the collection."""

    server: str
    collection: str

    def __str__(self) -> str:
        return f"{self.server}/{quote(self.collection, safe='')}"


def is_url(path: str | Path) -> bool:
    """Whether this names a store on a server rather than a folder."""
    return bool(_SCHEME.match(str(path).strip()))


def server_url(text: str | Path) -> ServerUrl:
    """The parts of a url; the same store always has the same. ``StoreError`` says what is missing, without any
    secret."""
    shown = without_secrets(text)
    if isinstance(text, Path):
        raise StoreError(f"{shown} is a url, and a Path drops one of its slashes: give it as text")
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise StoreError(f"the url {shown} cannot be read ({error}): write http://HOST:{PORT}/COLLECTION") from None
    if parts.scheme not in ("http", "https"):
        raise StoreError(f"the url {shown} is not http or https: write http://HOST:{PORT}/COLLECTION")
    if parts.username is not None or parts.password is not None:
        raise StoreError(f"the url {shown} holds a user or a key: leave it out, and set {KEY}")
    if parts.query or parts.fragment:
        raise StoreError(f"the url {shown} has more than a path: write {parts.scheme}://HOST:{PORT}/COLLECTION")
    if not host:
        raise StoreError(f"the url {shown} names no host: write {parts.scheme}://HOST:{PORT}/COLLECTION")
    *before, name = parts.path.rstrip("/").split("/")
    server = f"{parts.scheme}://{f'[{host}]' if ':' in host else host}:{port or PORT}{'/'.join(before)}"
    collection = unquote(name)
    if not collection:
        raise StoreError(f"the url {shown} names no collection: write {server}/COLLECTION")
    if _NO_NAME.search(collection) or collection in (".", "..") or len(collection.encode()) > LONGEST_NAME:
        raise StoreError(f"the url {shown} names no collection that there can be: choose a plain name")
    return ServerUrl(server, collection)


def without_secrets(url: str | Path) -> str:
    """The url without what stands before an @ or after a question mark, for messages."""
    return _USER.sub(r"\1…@", str(url).strip().partition("?")[0])
