"""Elements that set no text but hold it, or show what is none, in notes and on pages: frames of films and of what folds
("<iframe …>", "<details>"), elements that somebody made ("<cnx-pi data-type="x">", "<Listing number="1">") and what a
program fills in ("{{#include a.txt}}", "{% note %}", "{{< figure >}}"). Their marks go, and what stands in them is read.

Whatever else stands in angle brackets is text: types ("Vec<String>"), tokens ("<eos>"), what one has to fill in
("<file-name>"), and comparisons ("p < 0.05 and x > 3").
"""

from __future__ import annotations

import re

_VALUE = r"\s{0,3}=\s{0,3}(?:\"[^\"]{0,900}\"|'[^']{0,900}'|[^\s<>\"'=]{1,300})"
_NAMED = rf"\s{{1,9}}[\w:@.-]{{1,40}}{_VALUE}"
_SET = r"\s{1,9}(?:allowfullscreen|async|autoplay|controls|hidden|loop|muted|open|playsinline)\b"
_MADE = r"(?:[A-Z][a-z]\w{1,30}|[a-z]\w{0,20}(?:-\w{1,20}){1,4})"  # by somebody
_ELEMENT = re.compile(
    r"<(?P<told>[a-z]{1,10}-pi)\b[^<>]{0,200}>[^<>]{0,300}</(?P=told)>"  # what is told to a program
    rf"|</?(?i:iframe|video|audio|details|summary|center|picture)(?:{_NAMED}|{_SET}){{0,15}}\s{{0,9}}/?>"
    rf"|<(?i:source|track|embed)(?:{_NAMED}){{1,15}}\s{{0,9}}/?>"
    rf"|<{_MADE}(?:{_NAMED}){{1,15}}\s{{0,9}}/?>|</{_MADE}\s{{0,9}}>"
)
_IN_LINE = re.compile(r"</?\w{1,30}-")
_FILLED = re.compile(
    r"\{\{#[a-z_]{2,30}[ \t][^{}\n]{1,300}\}\}|\{%-?[ \t]{0,9}[a-z][^{}%\n]{0,300}%\}|\{\{[<%][ \t/][^{}\n]{1,300}[%>]\}\}"
)


def without_elements(text: str) -> str:
    """The text without the marks of such elements, which divide paragraphs, but for those with a hyphen in their name,
    which may stand in a line; linear in its length."""
    if "{{" in text or "{%" in text:
        text = _FILLED.sub("", text)
    return _ELEMENT.sub(lambda one: "" if _IN_LINE.match(one[0]) else "\n\n", text) if "<" in text else text
