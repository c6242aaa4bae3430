"""Cleaning: snippets made readable, cut to the length an embedding model takes, each said once.

Text is tidied, read as what its source shows (each module that is called below knows one kind of source) and cut, never
reworded. Reading rows lives in ``corpora``, cutting in ``cuts``, finding what is said twice in ``duplicates``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from castalia.memory.errors import InputError
from castalia.memory.identity import snippet_id
from castalia.memory.records import Scalar, Snippet
from castalia.memory.views import estimated_tokens
from castalia.tools.corpus.book_markdown import strip_book_marks
from castalia.tools.corpus.broken_lines import join_lines
from castalia.tools.corpus.closing_notes import strip_closing_notes
from castalia.tools.corpus.corpus_report import CorpusReport
from castalia.tools.corpus.duplicates import distinct
from castalia.tools.corpus.html_frames import without_page
from castalia.tools.corpus.kramdown_attributes import without_attributes
from castalia.tools.corpus.letters import plain_letters
from castalia.tools.corpus.note_marks import strip_note_marks
from castalia.tools.corpus.page_elements import without_elements
from castalia.tools.corpus.reference_links import strip_references
from castalia.tools.corpus.row_snippets import SECTION
from castalia.tools.corpus.running_heads import without_heads
from castalia.tools.corpus.short_definitions import defines_briefly
from castalia.tools.corpus.snippet_length import MIN_WORDS
from castalia.tools.corpus.source_markdown import strip_emphasis, strip_links, without_code
from castalia.tools.corpus.source_marks import strip_marks
from castalia.tools.corpus.source_markup import strip_markup, typeset_quotes
from castalia.tools.corpus.source_org import strip_org
from castalia.tools.corpus.source_pictures import without_pictures
from castalia.tools.corpus.source_pointers import without_pointers
from castalia.tools.corpus.source_rest import strip_rest
from castalia.tools.corpus.source_roles import strip_roles
from castalia.tools.corpus.source_tex import strip_tex
from castalia.tools.corpus.source_wiki import strip_wiki
from castalia.tools.corpus.speakers import Said, without_speakers
from castalia.tools.corpus.text_lines import join_full_lines
from castalia.tools.corpus.transcripts import without_cues
from castalia.tools.language.cuts import cut, has_words

# A digest of what these rules make of fixed texts; what was read by others is read anew.
RULES = "da5b360e"

# Control characters that are not white space; soft hyphen, zero-width, bidirectional and tag characters, invisible
# operators, supplementary variation selectors; lone surrogates and non-characters, which no store can encode.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufffe\uffff\U000e0000-\U000e01ef]"
)

_MOST_STEPS = 20  # a text takes two, as a rule


def clean(
    snippets: Iterable[Snippet],
    chunk_tokens: int = 512,
    min_words: int = MIN_WORDS,
    count_tokens: Callable[[str], int] | None = None,
    look: Callable[[], object] = lambda: None,
) -> tuple[tuple[Snippet, ...], CorpusReport]:
    """Tidy, cut and deduplicated snippets, sorted by id, and what was done; the order of arrival does not matter.
    ``look`` is called all the while; it may raise, to end this.

    A text over ``chunk_tokens`` (by ``count_tokens``, else a quarter of its characters) is cut at sentences, only a
    longer sentence inside; each piece is a snippet of its own with ``@chunk1``, ``@chunk2``… on its url. Texts under
    ``min_words`` are dropped, but for those that say what something is. Of duplicates and near duplicates the smallest
    id stays. Cleaning what is clean changes nothing.
    """
    if chunk_tokens < 1:
        raise InputError(f"chunk_tokens is {chunk_tokens}: it must be at least 1")
    count = count_tokens or estimated_tokens
    found: dict[str, Snippet] = {}
    rows = chunked = chunks = duplicates = too_short = 0
    for snippet in _without_speakers([_tidied(one) for one in _looked(snippets, look)]):
        look()
        rows += 1
        pieces = _pieces(snippet, chunk_tokens, min_words, count)
        if len(pieces) > 1:
            chunked += 1
            chunks += len(pieces)
        read = [one for one in pieces if has_words(one.text, min_words) or defines_briefly(one.text)]
        too_short += len(pieces) - len(read)
        for one in read:
            other = found.get(one.id)
            found[one.id] = one if other is None else max(one, other, key=_fullness)
            duplicates += other is not None
    kept, repeats, near = distinct([found[one] for one in sorted(found)], look)
    return kept, CorpusReport(
        rows=rows,
        kept=len(kept),
        too_short=too_short,
        min_words=min_words,
        duplicates=duplicates + repeats,
        near_duplicates=near,
        chunked=chunked,
        chunks=chunks,
    )


def _looked(snippets: Iterable[Snippet], look: Callable[[], object]) -> Iterator[Snippet]:
    for one in snippets:
        look()
        yield one


def tidy(text: str) -> str:
    """NFC, nothing invisible, no ligature, runs of white space as one space; paragraphs, lists and the rows of a table
    (``| a | b |``) keep their lines."""
    return _in_full_lines(_visible(text))


def one_line(text: str) -> str:
    """NFC, nothing invisible, and all of it on one line."""
    return " ".join(_visible(text).split())


def _in_full_lines(visible: str) -> str:
    lines = [" ".join(line.split()) for line in visible.splitlines()]
    return lines[0] if len(lines) == 1 else join_full_lines(lines)


def _settled(text: str, step: Callable[[str], str]) -> str:
    """The text after as many steps as it takes until one changes nothing, and neither would a second pass: what one rule
    takes away may bring to light what another knows, or itself."""
    for _ in range(_MOST_STEPS):
        before, text = text, step(text)
        if text == before:
            break
    return text


def _clean_text(text: str) -> str:
    """Tidy, with the words whole that line breaks divide, and without markup and citation marks of its source; the id
    of a snippet is made of this, so that it stays the same."""
    return _settled(text, _cleaner_text)


def _cleaner_text(text: str) -> str:
    written = without_pictures(without_code(without_cues(without_heads(without_page(text)))))
    read = strip_org(strip_rest(strip_roles(strip_references(written))))
    read = strip_book_marks(without_attributes(strip_note_marks(strip_wiki(read))))
    visible = _visible(without_elements(strip_markup(join_lines(read))))
    shown = strip_tex(without_pointers(strip_links(typeset_quotes(visible))))
    tidied = _in_full_lines(visible) if shown == visible else tidy(shown)
    plain = strip_emphasis(tidied)  # which tells what a paragraph begins with
    return strip_closing_notes(strip_marks(tidied if plain == tidied else tidy(plain)))


def _tidied(snippet: Snippet) -> Snippet:
    """The snippet with every string tidy, and the id that belongs to it."""
    text, url = _clean_text(snippet.text), one_line(snippet.url)
    extra: Mapping[str, Scalar] = {
        name: (_shown_heading(value) if name == SECTION else one_line(value)) if isinstance(value, str) else value
        for name, value in ((one_line(name), value) for name, value in snippet.extra.items())
    }
    return replace(
        snippet,
        id=snippet_id(text, url),
        text=text,
        url=url,
        domain=one_line(snippet.domain),
        topic=one_line(snippet.topic),
        title=_shown_heading(snippet.title),
        source=_shown_line(snippet.source),
        authors=tuple(map(_shown_line, snippet.authors)),
        doi=one_line(snippet.doi),
        extra=extra,
    )


def _without_speakers(snippets: Sequence[Snippet]) -> Iterator[Snippet]:
    """The snippets, those of transcripts without the labels of who speaks. What tells of no document is of one."""
    texts = without_speakers(
        [Said("" if one.document == one.id else one.document, f"{one.title} {one.url}", one.text) for one in snippets]
    )
    for snippet, text in zip(snippets, texts, strict=True):
        yield snippet if text == snippet.text else _tidied(replace(snippet, text=text))


def _shown_line(text: str) -> str:
    return _settled(text, lambda line: one_line(strip_tex(strip_markup(line))))


def _shown_heading(text: str) -> str:
    return _settled(text, lambda line: strip_emphasis(one_line(strip_tex(strip_markup(line)))))


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    shown = unicodedata.normalize("NFC", _INVISIBLE.sub("", plain_letters(text)))
    return text if shown == text else _visible(shown)


def _pieces(snippet: Snippet, limit: int, min_words: int, count: Callable[[str], int]) -> list[Snippet]:
    """The snippet, or where it is longer than the limit the snippets that it is cut into."""
    texts = cut(snippet.text, limit, min_words, count)
    if len(texts) == 1:
        return [snippet]
    chunks = [(_clean_text(text), f"{snippet.url}@chunk{number}") for number, text in enumerate(texts, 1)]
    return [replace(snippet, id=snippet_id(text, url), text=text, url=url) for text, url in chunks]


def _fullness(snippet: Snippet) -> tuple[int, str]:
    """Of two rows with one id the better described one stays; any fixed rule does, so that the order does not
    matter."""
    told = (snippet.domain, snippet.topic, snippet.title, snippet.year, snippet.source, snippet.authors, snippet.doi)
    extra = sorted((name, repr(value)) for name, value in snippet.extra.items())
    return sum(map(bool, told)) + len(extra), repr((snippet.text, told, extra))
