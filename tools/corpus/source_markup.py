"""Source markup: tags and entities of HTML and JATS in a row's text ("<jats:p>", "<i>E. coli</i>", "&amp;"), and the
quotes of TeX, read as what they show.

Only tags that set text are known; whatever else stands in angle brackets ("a<b and c>d", "A<B>C", "<script>") is text,
and is escaped where a page is rendered. What is known of tags is here, what they show is put together by
``shown_text``.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict

from castalia.tools.corpus.shown_text import MATH, ShownText
from castalia.tools.language.abstract_labels import is_label

_INLINE = (  # without "s", which begins and ends a sentence for a language model
    "i|em|b|u|kbd|strong|small|big|sub|sup|sc|italic|bold|underline|span|a|tt|code|mark|abbr|cite|q|font|ext-link|xref|inline-formula"
    "|monospace|named-content|styled-content|strike|del|ins|img|tex-math|alternatives|(?:inline-)?graphic"
)
_BLOCK = (
    r"p|abstract(?:text)?|div|br|hr|li|ul|ol|dl|dt|dd|sec|section|title|h[1-6]|blockquote|pre|table|tbody|thead|tr|td|th|list|list-item|disp-formula|label"
    r"|figure|figcaption|fig|fig-group|caption|table-wrap|table-wrap-foot|tfoot|fn-group|disp-quote|boxed-text|def-list|def-item"
)
_RUNS_ON = re.compile("br|td|th|disp-formula|label", re.IGNORECASE)  # inside a line, or a sentence
# Attributes: "a<b and c>d" has none.
_REST = r"(?:\s+[\w:-]{1,40}\s*=\s*(?:\"[^\"<>]{0,300}\"|'[^'<>]{0,300}'|[^\s<>\"']{1,300})){0,9}\s*/?"
_LABEL = r"\s{0,9}[\w&-]{1,40}(?:[ :.]{1,3}[\w&-]{1,40}){0,2}[ :.]{0,9}"  # "Background", "Materials & Methods:"
_HEADING = re.compile(rf"<(?:jats:)?(title|h[1-6]){_REST}>({_LABEL})</(?:jats:)?\1>", re.IGNORECASE)
# The title of a box that runs into its text: "<span data-type="title">Ice</span>Seals sleep on it."
_TITLED = re.compile(
    r"(<span\b[^<>]{0,200}?\b(?:data-type|class)\s*=\s*[\"']title[\"'][^<>]{0,200}>[^<>]{0,300}</span>)(?=[^\W_]|\s[^\W\d_a-z])",
    re.IGNORECASE,
)
_PART = re.compile(
    r"<AbstractText\s[^<>]{0,100}?\bLabel\s*=\s*[\"']([^\"'<>]{1,80})[\"'][^<>]{0,200}>", re.IGNORECASE
)  # PubMed's
_CODE = re.compile(
    r"<pre\b[^<>]{0,300}>\s{0,9}<code\b[^<>]{0,300}>(?:[^<]|<(?!/?(?:pre|code)\b))*+</code>\s{0,9}</pre>"
    r"|<pre\b[^<>]{0,300}?\bclass\s*=\s*[\"']?[^\"'<>]{0,100}?(?<![\w-])(?:program|code|screen|source|synopsis|listing|highlight)"
    r"[^<>]{0,300}>(?:[^<]|<(?!/?pre\b))*+</pre>",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"(?:\s|</?(?:p|div|span)\b[^<>]{0,300}>){0,20}[a-z]")
_ITEM = re.compile(r"(<li\b[^<>]{0,300}>)\s{0,99}(?=[a-z])")  # one that begins small would run on
_COMMENT = re.compile(r"<!--(?:[^<-]|<(?!!--)|-(?!->))*+-->")  # from the last that opens, so that none is read twice
_TAG = re.compile(rf"<(/?)(?:jats:|mml:)?(?:({_BLOCK})|({_INLINE}|{MATH}))({_REST})>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp;)*(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8}\d{0,2});")
_OPENS = re.compile(rf"<(?=!--)|{_TAG.pattern}", re.IGNORECASE)
_TEX_QUOTES = re.compile(r"(?<!`)``([^`']{1,200})''(?!')")
_TEX_APOSTROPHE = re.compile(r"(?<=[^\W\d_])`(?=s\b)")
_NESTED = 4  # layers of markup that are taken off; what is left inside stays, apart from its bracket


def typeset_quotes(text: str) -> str:
    """The text with TeX's ``quotes'' as “quotes”, and an accent that stands for an apostrophe as one."""
    if "`" not in text:
        return text
    return _TEX_APOSTROPHE.sub("’", _TEX_QUOTES.sub(r"“\1”", text))


def strip_markup(text: str) -> str:
    """The text as its markup shows it; a second pass changes nothing; linear in its length."""
    for _ in range(_NESTED):
        if "<" not in text and "&" not in text:
            return text
        before, text = text, _without_layer(text)
        if text == before:
            return text
    return _ENTITY.sub(lambda found: "& " + found.group()[1:], _OPENS.sub(lambda found: "< " + found.group()[1:], text))


def _heading_shown(found: re.Match[str]) -> str:
    """What is left of the heading of a part: the label of one of an abstract, by which it is known what stands
    there."""
    name = " ".join(found[2].split()).rstrip(" :.")
    return f"\n\n{name}: " if is_label(name) else "\n\n"


def _without_layer(text: str) -> str:
    """Entities are read in the text between tags, for an attribute may hold a quoted quote or bracket."""
    if "<" not in text:
        return _characters(text)
    text = _ITEM.sub(r"\1• ", _CODE.sub(_left_out, _TITLED.sub(r"\1\n\n", text)))
    text = _PART.sub(r"\n\n\1: ", _HEADING.sub(_heading_shown, _COMMENT.sub("", text)))
    shown, end = ShownText(), 0
    for tag in _tags(text):
        shown.add(_characters(text[end : tag.start()]))
        end = tag.end()
        if tag[2]:
            shown.add(" " if _RUNS_ON.fullmatch(tag[2]) else "\n\n")
        name, rest = (tag[2] or tag[3]).lower(), tag[4]
        if tag[1]:
            shown.close(name, text[end : end + 20])
        else:
            shown.open(name, rest)
            if rest.endswith("/"):
                shown.close(name, "")
    shown.add(_characters(text[end:]))
    return str(shown)


def _left_out(code: re.Match[str]) -> str:
    """What stands for code: the end of a paragraph, or a sign that something is missing in a sentence that goes on."""
    return " … " if _GOES_ON.match(code.string, code.end()) else "\n\n"


def _tags(text: str) -> list[re.Match[str]]:
    """The tags of a text; one of a single letter is text where nothing closes it: "genes (A<B>C)"."""
    tags = list(_TAG.finditer(text))
    unclosed: defaultdict[str, list[int]] = defaultdict(list)
    for number, tag in enumerate(tags):
        name = (tag[3] or "").lower()
        if len(name) != 1 or tag[4].endswith("/"):
            continue
        if not tag[1]:
            unclosed[name].append(number)
        elif unclosed[name]:
            unclosed[name].pop()
    left = {number for numbers in unclosed.values() for number in numbers if not tags[number][4].strip()}
    return [tag for number, tag in enumerate(tags) if number not in left]


def _characters(text: str) -> str:
    """The text with what its entities stand for; one that nobody knows stays."""
    return _ENTITY.sub(lambda found: html.unescape(f"&{found[1]};"), text)
