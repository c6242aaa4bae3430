"""What HTTP clients are made of and take from the environment, told where it is wrong: keys, proxies, certificates."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from castalia.memory.errors import InputError

OF_OPENAI = "OPENAI_PROXY"  # which its library reads beside the others
_WAYS = ("ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY")
_NAMES = (*_WAYS, "NO_PROXY")
PROXIES = (*_NAMES, *map(str.lower, _NAMES), OF_OPENAI)
CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR")


def key_in(name: str) -> str:
    """The key that this variable holds, or ""; ``InputError`` where no request could carry it."""
    key = os.environ.get(name, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise InputError(f"{name} holds characters that no key has: set it anew")
    return key


@contextmanager
def client_made(*more: str) -> Iterator[None]:
    """Around the making of an HTTP client that reads the usual variables, and ``more`` as proxies: ``InputError`` that
    names them where none can be made in this environment; any other error as it is.

    Looked at before, for a client that fails when it is half made closes itself in whatever event loop runs by then,
    which is told of an exception that nobody can look at.
    """
    fault = _fault(more) if any(os.environ.get(name) for name in (*PROXIES, *CERTIFICATES)) else None
    if fault is not None:
        raise InputError(fault)
    try:
        yield
    except Exception as error:  # by what the library reads beside these variables
        fault = _fault(more)
        if fault is None:
            raise
        raise InputError(fault) from error


def or_proxy(*more: str) -> str:
    """What to add to the message of a failed connection: the proxies that the environment names, in the variables
    ``more`` as well; "" where it names none. A mistyped proxy shows only there, for any word may be a host."""
    ways = (*_WAYS, *map(str.lower, _WAYS), *more)
    named = ", ".join(name for name in ways if os.environ.get(name))
    return f", and the proxy in {named}" if named else ""


def _fault(more: Sequence[str]) -> str | None:
    """Why a client with nothing but the environment cannot be made, or ``None`` where it can. In words of ours: a
    proxy's address may hold a password."""
    import httpx  # here, for it takes a while

    try:
        for name in more:
            httpx.Client(proxy=os.environ.get(name) or None).close()
        httpx.Client().close()
    except ImportError:
        return f"the proxy in {_set(PROXIES)} needs a library: pip install 'httpx[socks]', or unset it"
    except OSError as error:
        said = error.strerror or type(error).__name__
        return f"the certificates in {_set(CERTIFICATES)} cannot be read ({said}): correct or unset it"
    except Exception as error:  # noqa: BLE001 (httpx.InvalidURL and ValueError, and whatever else it finds wrong there)
        return f"what stands in {_set(PROXIES)} is no proxy's address ({type(error).__name__}): correct or unset it"
    return None


def _set(names: tuple[str, ...]) -> str:
    return ", ".join(name for name in names if os.environ.get(name)) or "the environment"
