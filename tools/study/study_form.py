"""The rating form: one HTML file that asks people about pages, keeps their answers in the browser and saves them as
judgements.

No network, nothing loaded. Every text goes into one block of JSON and from there into text nodes alone, so nothing in
it is ever markup. The script that shows it lives in ``study_script`` (how it shows a page in ``shown_page``, what keeps
the answers in ``study_answers``), the style in ``study_style``, what is blinded in ``study_pages``.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from castalia.tools.judging.rubrics import HIGH, LOW
from castalia.tools.pages.html_head import TYPE, html_head
from castalia.tools.pages.html_text import safe
from castalia.tools.pages.own_files import begins
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.page_text import printable
from castalia.tools.study.study_pages import Snippets, blinded_page, snippet_rows
from castalia.tools.study.study_questions import StudyQuestion
from castalia.tools.study.study_script import SCRIPT
from castalia.tools.study.study_style import STYLE

Asked = Literal["preferences", "scores", "both"]
SystemPage = tuple[str, PageRecord]
_DATA = '<script type="application/json" id="data">'


@dataclass(frozen=True, slots=True)
class StudyItem:
    """One screen: a page, or two pages on the same topic in the order in which they are shown; each with its system's
    name."""

    pages: tuple[SystemPage, ...]

    @property
    def topic(self) -> str:
        """The topic of its first page."""
        return self.pages[0][1]["topic"]


def render_form(
    items: Sequence[StudyItem],
    questions: Sequence[StudyQuestion],
    asked: Asked,
    title: str,
) -> str:
    """The whole form; ``asked`` says what is asked of two pages: which is better, a score of each, or both.

    The names of the systems are in it, for the file it saves has to have them: in base64, which hides them from a
    glance and from nothing more.
    """
    snippets: Snippets = {}
    shown = [
        {
            "topic": one.topic,
            "domain": printable(one.pages[0][1]["domain"]),
            "pages": [blinded_page(record, snippets) for _, record in one.pages],
        }
        for one in items
    ]
    key = json.dumps([[system for system, _ in one.pages] for one in items])
    data: dict[str, Any] = {
        "asked": asked,
        "range": [LOW, HIGH],
        "questions": [[one.criterion, one.title, one.single, one.paired, one.low, one.high] for one in questions],
        "items": shown,
        "snippets": snippet_rows(snippets),
        "key": base64.b64encode(key.encode()).decode(),
    }
    data["id"] = hashlib.sha256(json.dumps(data).encode()).hexdigest()[:16]
    lines = [
        *html_head(title, "en", STYLE, SCRIPT),
        "<body>",
        f"<noscript><p>{safe(title)}: this form needs JavaScript, which is switched off in this browser.</p></noscript>",
        f"{_DATA}{_embedded(data)}</script>",
        f"<script>{SCRIPT}</script>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def is_form(path: Path) -> bool:
    """Whether this file is a form, as ``render_form`` makes them."""
    return begins(path, TYPE) and _DATA.encode() in path.read_bytes()


def _embedded(data: Any) -> str:
    """JSON in ASCII in which no markup can begin or end: neither </script> nor <!--."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
