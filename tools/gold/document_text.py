"""The running text of a document from the web, and what it says of itself. Fetching lives in ``source_documents``.
Needs trafilatura (the extra ``gold``)."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from castalia.memory.errors import CastaliaError, one_line
from castalia.tools.gold.response_cache import Answer


class UnreadableError(CastaliaError):
    """A document at which the reader of web pages fails."""


def document_text(answer: Answer) -> tuple[str, dict[str, Any]]:
    """The running text of a document, and what it says of itself: title, year, authors, source. ``UnreadableError``
    names the kind of error that the reader of web pages ends with."""
    if answer.kind == "text/plain":
        return answer.body.decode("utf-8", "replace"), {"source": urlsplit(answer.url).hostname or ""}
    import trafilatura
    from lxml import etree

    try:
        found: Any = trafilatura.bare_extraction(
            answer.body, url=answer.url, with_metadata=True, include_comments=False, include_tables=False
        )
    except (
        AssertionError,
        ValueError,
        TypeError,
        AttributeError,
        LookupError,
        RecursionError,
        etree.LxmlError,
    ) as error:
        raise UnreadableError(one_line(f"{type(error).__name__}: {error}")) from error
    if found is None:
        return "", {}
    year = str(found.date or "")[:4]
    authors = [one.strip() for one in str(found.author or "").split(";") if one.strip()]
    about = {
        "title": found.title or "",
        "year": int(year) if year.isdecimal() else None,
        "source": found.sitename or urlsplit(answer.url).hostname or "",
        "authors": authors,
    }
    return str(found.text or ""), {name: value for name, value in about.items() if value}
