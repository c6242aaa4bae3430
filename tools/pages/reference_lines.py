"""What a reader is told of a reference: its name, who wrote it and when, and where it stands."""

from __future__ import annotations

from castalia.memory.records import without_chunks
from castalia.tools.pages.page_json import PageReference
from castalia.tools.pages.page_text import printable

MOST_AUTHORS = 10  # that a reader is told of one source


def reference_name(reference: PageReference) -> str:
    """What to call a reference: its title, else its source, else what it is cited from."""
    named = (title_in(reference), reference.get("source", ""), without_chunks(reference["url"]), reference["doi"] or "")
    return next((one for one in map(printable, named) if one), f"Snippet {reference['key']}")


def title_in(reference: PageReference) -> str:
    """The title of a reference, and behind it the headings above the snippet that the title does not have
    ("Volcanoes > Calderas"); "" where it has no title."""
    title = printable(reference["title"])
    told = [part.strip() for part in title.split(">")]
    more = (part for part in map(str.strip, printable(reference.get("section", "")).split(">")) if part not in told)
    return " > ".join([title, *filter(None, more)]) if title else ""


def byline(reference: PageReference) -> str:
    """Who wrote it and when, as a reference begins: "N. Adeyemi, B. Li (2001)"; what is not known is left out."""
    year = f"({reference['year']})" if reference["year"] is not None else ""
    return " ".join(one for one in (named_authors(reference), year) if one)


def named_authors(reference: PageReference) -> str:
    """The authors as a reader is told them: of many the first few, and that there are others. Names that hold a comma
    ("Li, Bo") are parted by semicolons."""
    authors = reference["authors"]
    shown = authors if len(authors) <= MOST_AUTHORS else [*authors[:MOST_AUTHORS], "et al."]
    return ("; " if any("," in one for one in shown) else ", ").join(shown)


def around_name(reference: PageReference) -> tuple[str, str]:
    """What stands before the name of a reference, and right behind it: who wrote it and when, or where nobody is known
    the year alone."""
    return (byline(reference), "") if reference["authors"] else ("", f" {byline(reference)}".rstrip())


def source_beside(reference: PageReference, name: str) -> str:
    """The source of a reference of this name, unless the name is that, or a place in it ("Field notes > Reefs")."""
    source = printable(reference.get("source", ""))
    is_said = name.startswith(source) and name[len(source) :].lstrip()[:1] in ("", ">")
    return "" if is_said else source
