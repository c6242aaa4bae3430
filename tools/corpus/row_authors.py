"""The authors of a row: their names, in whatever shape a row has them."""

from __future__ import annotations

from castalia.tools.corpus.source_markup import strip_markup
from castalia.tools.pages.author_names import read_authors


def authors_of(value: object, notes: list[str]) -> tuple[str, ...]:
    """A list of names (or of the parts of one, as CSL, arXiv and OpenAlex have them), or one string with names between
    semicolons."""
    if value is None:
        return ()
    parts = strip_markup(value).split(";") if isinstance(value, str) else value  # "M&uuml;ller" is one name
    if not isinstance(parts, list):
        notes.append("authors left out: neither a list nor a string")
        return ()
    names = [name_in(part) for part in parts]
    if not all(isinstance(name, str) for name in names):
        notes.append("an author left out: not a string")
    return tuple(name.strip() for name in names if isinstance(name, str) and name.strip())


def name_in(author: object) -> object:
    """The name of one author, of which a row has the name or its parts; anything else as it is, and ``None`` for an
    object without a name."""
    if isinstance(author, list):  # "Moon", "Ada", "Jr"
        family, given, *behind = [one for one in author if isinstance(one, str)] + ["", ""]
        return _written_name(family, given, "".join(behind[:1]))
    if not isinstance(author, dict):
        return author
    if isinstance(author.get("author"), dict):
        return name_in(author["author"])
    given, dropped, particle, family, suffix = (
        part if isinstance(part := author.get(key), str) else ""
        for key in ("given", "dropping-particle", "non-dropping-particle", "family", "suffix")
    )
    whole = author.get("name") or author.get("literal") or author.get("display_name")
    return whole or _written_name(f"{particle} {family}", f"{given} {dropped}", suffix) or None


def _written_name(family: str, given: str, suffix: str) -> str:
    """A name as people write it, where it is read so again, or with the family name first: "Vargas Llosa, Mario"; a
    suffix that nobody reads goes."""
    family, given, suffix = (" ".join(one.split()).strip(" ,") for one in (family, given, suffix))
    for behind in dict.fromkeys((suffix, "")):
        told = _joined(" ", family, behind)
        for name in (_joined(" ", given, told), _joined(", ", family, behind, given)):
            if [_joined(" ", one.family, one.suffix) for one in read_authors([name])] == [told]:
                return name
    return _joined(" ", given, family)


def _joined(between: str, *parts: str) -> str:
    return between.join(filter(None, parts))
