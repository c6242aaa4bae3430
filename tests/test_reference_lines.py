"""What a reader is told of a reference: where its document has headings, under which the snippet stands."""

from __future__ import annotations

import cited_pages
import pytest
from castalia.memory.identity import citation_keys
from castalia.memory.records import Citation, Claim, Snippet
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import render_markdown
from castalia.tools.pages.page_building import build_page
from castalia.tools.pages.page_drafts import snippets_of
from castalia.tools.pages.page_json import PageRecord
from castalia.tools.pages.reference_lines import reference_name, title_in


def page(**more: object) -> PageRecord:
    note = Snippet("0a1b2c", "A caldera is large.", title="Volcanoes", source="notes.md", extra=dict(more))
    cited = Claim(note.text, (Citation(citation_keys([note.id])[note.id], note.id),), note.text)
    return build_page(
        "Caldera", domain="", pipeline="apollo", engine="extractive", engines={}, model=None, lead=((cited,),),
        sections=(), drafts={}, snippets={note.id: note}, stats={},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("title", "section", "name"),
    [
        ("Volcanoes", "Calderas", "Volcanoes > Calderas"),
        ("Volcanoes", "Kinds > Calderas", "Volcanoes > Kinds > Calderas"),
        ("Volcanoes > Calderas", "Calderas", "Volcanoes > Calderas"),
        ("Volcanoes", "Volcanoes > Calderas", "Volcanoes > Calderas"),
        ("Volcanoes", " ", "Volcanoes"),
        ("", "Calderas", ""),
    ],
)
def test_headings_that_the_title_does_not_have_stand_behind_it(title: str, section: str, name: str) -> None:
    told = cited_pages.reference(1, title=title, section=section, source="notes.md")
    assert title_in(told) == name and reference_name(told) == (name or "notes.md")


def test_the_section_of_a_snippet_is_told_on_the_page_and_kept_with_it() -> None:
    record = page(section="Calderas")
    assert "*Volcanoes > Calderas*. notes.md." in render_markdown(record).replace("\\", "")
    assert render_html(record).count("Volcanoes &gt; Calderas") == 3  # the mark, its card and the list
    assert snippets_of(record)["0a1b2c"].extra == {"section": "Calderas"}
    assert "section" not in page()["references"][0] and "section" not in page(section=5)["references"][0]
