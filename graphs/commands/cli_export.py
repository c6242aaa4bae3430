"""The command ``castalia export``: a page in, the same page or its references in another format out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.cli_options import add_force
from castalia.memory.errors import InputError
from castalia.memory.paths import expand

if TYPE_CHECKING:
    from castalia.tools.pages.page_json import PageRecord

FORMATS = ("markdown", "html", "wikitext", "bibtex", "csl-json")
_INSTEAD = "name a file with --out"  # of a stdout that cannot be written


def add_export(commands: Any) -> None:
    """``export``."""
    export = commands.add_parser(
        "export",
        help="a page as wikitext, Markdown or HTML, or its references as BibTeX or CSL-JSON",
        description="A page in another format: for Wikipedia and other wikis (wikitext), or its references for LaTeX (bibtex) and for Zotero and "
        "pandoc (csl-json), one entry a document. It is made from page.json.",
    )
    export.add_argument("page", metavar="PAGE", help="the folder of a page, or its page.json")
    export.add_argument("--to", metavar="FORMAT", required=True, choices=FORMATS, help=", ".join(FORMATS))
    export.add_argument(
        "--out", metavar="FILE", help="where it goes, for example: references.bib (default: stdout, which is also -)"
    )
    add_force(export)
    export.set_defaults(run=_export)


def _export(options: argparse.Namespace) -> int:
    from castalia.graphs.screens.lines import check_stdout, print_line, print_text
    from castalia.graphs.spared import file_to_write
    from castalia.tools.pages.page_json import load_page
    from castalia.tools.pages.write_whole import write_file

    if not options.page.strip():
        raise InputError("the page has no name: give its folder, or . for this folder")
    is_stdout = options.out in (None, "-")
    if is_stdout:
        check_stdout(_INSTEAD)
    text = _rendered(load_page(expand(options.page)), options.to)
    if is_stdout:
        print_text(text, _INSTEAD)
    else:  # over the same text, or with --force: a bibliography may hold what nobody can make again
        data = text.encode("utf-8")
        target = file_to_write(options.out, lambda there: there.read_bytes() == data, options.force)
        write_file(target, data)
        print_line(str(target))
    return 0


def _rendered(record: PageRecord, to: str) -> str:
    match to:
        case "markdown":
            from castalia.tools.pages.markdown import render_markdown as render
        case "html":
            from castalia.tools.pages.html import render_html as render
        case "wikitext":
            from castalia.tools.pages.wikitext import render_wikitext as render
        case "bibtex":
            from castalia.tools.pages.bibtex import render_bibtex as render
        case _:
            from castalia.tools.pages.csl_json import render_csl_json as render
    return render(record)
