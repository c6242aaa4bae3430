"""The command ``castalia export``: a page in, the same page or its references in another format out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from castalia.graphs.commands.cli_options import add_force
from castalia.memory.errors import InputError
from castalia.memory.paths import expand

if TYPE_CHECKING:
    from pathlib import Path

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
    from castalia.tools.pages.page_json import load_page

    if not options.page.strip():
        raise InputError("the page has no name: give its folder, or . for this folder")
    target = None if options.out in (None, "-") else _target(options.out)
    if target is None:
        check_stdout(_INSTEAD)
    text = _rendered(load_page(expand(options.page)), options.to)
    if target is None:
        print_text(text, _INSTEAD)
    else:
        _write(target, text, options.force)
        print_line(str(target))
    return 0


def _target(out: str) -> Path:
    """Where it is written; ``InputError`` where it could not be."""
    from castalia.graphs.spared import check_spared
    from castalia.tools.pages.write_whole import check_file

    if not out.strip():
        raise InputError("the file to write has no name: give one, for example --out references.bib")
    target = expand(out)
    check_spared(target)
    if target.is_dir():
        raise InputError(f"{target} is a folder: name a file in it, for example {target / 'references.bib'}")
    check_file(target)
    return target


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


def _write(target: Path, text: str, force: bool) -> None:
    """Over the same text, or with ``force``: a bibliography may hold what nobody can make again."""
    from castalia.tools.pages.own_files import check_own
    from castalia.tools.pages.write_whole import write_file

    data = text.encode("utf-8")
    check_own(target, lambda there: there.read_bytes() == data, force)
    write_file(target, data)
