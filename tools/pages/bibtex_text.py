"""Text, titles and names as values of BibTeX: whatever TeX would act on is escaped, so that no title can run a command,
and what was said is shown. Unicode stays as it is. What an entry is made of lives in ``bibtex``."""

from __future__ import annotations

import re

from castalia.memory.name_words import FUNCTION_WORDS
from castalia.tools.pages.author_names import OTHERS, Author
from castalia.tools.pages.bidi_text import undirected

# BibTeX counts braces behind a backslash too, so they need names; so do the signs that old encodings of fonts show as
# others.
_NAMED = {
    "\\": "textbackslash",
    "{": "textbraceleft",
    "}": "textbraceright",
    "~": "textasciitilde",
    "^": "textasciicircum",
    "`": "textasciigrave",
    "<": "textless",
    ">": "textgreater",
    "|": "textbar",
}
_ACTING = re.compile(r"[\\{}~^`<>|#$%&_]")
_WORD = re.compile(r"[^\s()\[\],;:.?!“”\"/]+")
_HYPHENS = re.compile(r"[-‐‑–'’]")
_AND = re.compile(r"(?<!\S)and(?!\S)", re.IGNORECASE)
_SMALL = FUNCTION_WORDS | frozenset(
    "across after against along before beyond through toward towards upon using versus".split()
)
_BEGINNINGS = ":?!.–—"  # behind these a title begins anew


def bibtex_text(text: str) -> str:
    """Text that is shown as it is: one line, braces balanced. Linear in its length."""
    return _inside(undirected(text))


def bibtex_title(title: str) -> str:
    """A title in which the capitals that a style must not lower are in braces.

    Those are capitals behind the first letter, and single ones ("X-ray"); where the title is written like a sentence,
    names as well: each word with a capital that begins nothing. In a title with capitals throughout, such a word before
    a small one ("Homo sapiens") is one.
    """
    title = undirected(title)
    words = [(found.group(), found.start()) for found in _WORD.finditer(title)]
    begins = [_begins(title, start) for _, start in words]
    has_names = _is_like_a_sentence([word for (word, _), first in zip(words, begins, strict=True) if not first])
    told, end = [], 0
    for place, (word, start) in enumerate(words):
        is_name = has_names or (place + 1 < len(words) and _is_small(words[place + 1][0]))
        keeps = _has_capitals_inside(word) or (not begins[place] and _is_name(word, is_name))
        told += [_inside(title[end:start]), _in_braces(_inside(word)) if keeps else _inside(word)]
        end = start + len(word)
    return "".join(told) + _inside(title[end:])


def bibtex_name(author: Author) -> str:
    """``van der Berg, Jan``; what stays whole is in braces, as is what BibTeX would take apart."""
    if author == OTHERS:
        return "others"
    if author.is_whole:
        return f"{{{bibtex_text(author.family)}}}"
    parts = [_name_part(one) for one in (author.family, author.suffix, author.given) if one]
    if _has_small_word_inside(author.family):  # which BibTeX takes for a "von", with all that stands before it
        parts[0] = f"{{{bibtex_text(author.family)}}}"
    return ", ".join(parts)


def verbatim(value: str) -> str:
    """An address or an identifier, which ``\\url`` and biblatex read as it stands: only what would end the field is
    given otherwise."""
    return "".join(f"%{ord(one):02X}" if one in "{}\\" else one for one in undirected(value))


def _inside(text: str) -> str:
    return _ACTING.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    char = found.group()
    return f"{{\\{_NAMED[char]}}}" if char in _NAMED else f"\\{char}"


def _in_braces(text: str) -> str:
    """A brace before a backslash begins an accented letter, whose case a style may change: then another one."""
    return f"{{{{{text}}}}}" if text.startswith("\\") else f"{{{text}}}"


def _begins(title: str, start: int) -> bool:
    """Whether a title, or what follows a colon in it, begins here."""
    before = title[max(0, start - 3) : start].rstrip(" (“\"'‘")
    return not before or (before[-1] in _BEGINNINGS and title[start - 1] != before[-1])


def _is_like_a_sentence(words: list[str]) -> bool:
    """Whether the words that say something are in small letters, but for some."""
    telling = [one for one in words if len(one) > 3 and one.lower() not in _SMALL]
    capitals = sum(one[0].isupper() for one in telling)
    return capitals <= 2 * (len(telling) - capitals)


def _is_small(word: str) -> bool:
    return len(word) > 3 and word.isalpha() and word.islower() and word not in _SMALL


def _has_capitals_inside(word: str) -> bool:
    """DNA, mRNA, COVID-19, X-ray, O'Neill; not Meta-Analysis."""
    parts = [one for one in _HYPHENS.split(word) if one]
    lone = len(parts) > 1 and any(len(one) == 1 and one.isupper() for one in parts)
    later = any(map(str.isupper, "".join(one[1:] for one in parts)))
    return lone or later or (word[0].islower() and any(map(str.isupper, word)))


def _is_name(word: str, is_known: bool) -> bool:
    if len(word) == 1:
        return word.isupper() and word not in "AI"
    return is_known and word[0].isupper()


def _name_part(text: str) -> str:
    """A part in which BibTeX would see the end of a name, or nothing at all, is in braces."""
    written = bibtex_text(text)
    is_plain = any(map(str.isalnum, text)) and "," not in text and not _AND.search(text)
    return written if is_plain else f"{{{written}}}"


def _has_small_word_inside(family: str) -> bool:
    words = family.split()
    first = next((place for place, one in enumerate(words) if not one[0].islower()), len(words))
    return any(one[0].islower() for one in words[first:])
