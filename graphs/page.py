"""A topic page: the record, and what one does with it (look at it, render it, save it, open it again)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from castalia.graphs.page_files import FILES, check_what_is_there, page_folder
from castalia.memory.errors import InputError, one_line
from castalia.memory.paths import expand, named_folder, refuse_pipe
from castalia.memory.triplets import TripletGraph, check_graph
from castalia.tools.language.counting import count
from castalia.tools.pages.bibtex import render_bibtex
from castalia.tools.pages.csl_json import render_csl_json
from castalia.tools.pages.html import render_html
from castalia.tools.pages.markdown import render_markdown
from castalia.tools.pages.page_check import check_page
from castalia.tools.pages.page_json import PageRecord, dump_page, load_page
from castalia.tools.pages.wikitext import render_wikitext
from castalia.tools.pages.write_whole import check_folder, write_folder


class TopicPage:
    """Wraps the page record (``record``, see page.json), the page's triplet graph and the record of its run.
    ``InputError`` for what is no record or no graph."""

    def __init__(self, record: Mapping[str, Any], graph: TripletGraph, run: Mapping[str, Any] | None = None) -> None:
        if not isinstance(record, Mapping):
            raise InputError(f"the record is a {type(record).__name__}: give the page that a run answers, a dict")
        check_graph(graph)
        self.record = cast(PageRecord, dict(record))
        self.graph = graph
        self.run = dict(run or {})

    @property
    def markdown(self) -> str:
        """The page as Markdown."""
        return render_markdown(self.record)

    @property
    def html(self) -> str:
        """The page as one self-contained HTML file."""
        return render_html(self.record)

    @property
    def wikitext(self) -> str:
        """The page as an article in MediaWiki's wikitext, with Wikipedia's templates for references."""
        return render_wikitext(self.record)

    @property
    def bibtex(self) -> str:
        """The references as BibTeX, one entry a document; "" where the page has none."""
        return render_bibtex(self.record)

    @property
    def csl_json(self) -> str:
        """The references as the text of a CSL-JSON array, for Zotero and pandoc; ids are the keys of ``bibtex``."""
        return render_csl_json(self.record)

    @property
    def problems(self) -> list[str]:
        """What is wrong with the record: unresolvable citations, sentences that are not in their source. Empty is
        right."""
        return check_page(self.record)

    def save(self, folder: str | Path, *, force: bool = False) -> Path:
        """Write page, graph and run record into a folder, all of them or none; ``InputError`` where that cannot be
        done, and, without ``force``, where the page of another topic would be lost, one that was changed, or a file
        that no run wrote."""
        target = named_folder(folder)
        check_folder(target, FILES)
        check_what_is_there(target, self.record["topic"], force=force)
        contents = (
            self.markdown,
            self.html,
            dump_page(self.record),
            self.graph.to_json(),
            self.graph.to_graphml(),
            json.dumps(self.run, ensure_ascii=False, indent=1, sort_keys=True) + "\n",
        )
        write_folder(target, dict(zip(FILES, contents, strict=True)))
        return target

    @classmethod
    def open(cls, folder: str | Path) -> TopicPage:
        """A page that was saved, by its folder or its page.json; ``InputError`` names what is missing or broken."""
        source = expand(page_folder(folder))
        record = load_page(source / "page.json")
        for name in ("graph.json", "run.json"):
            refuse_pipe(source / name)
        name = "graph.json"
        try:
            graph = TripletGraph.from_json((source / name).read_text(encoding="utf-8"))
            name = "run.json"
            run = json.loads((source / name).read_text(encoding="utf-8"))
            if not isinstance(run, dict):
                raise ValueError("it is not an object")
        except OSError as error:
            raise InputError(f"cannot read {error.filename}: {(error.strerror or str(error)).lower()}") from error
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"{source} does not hold a whole page, {name} is broken ({one_line(error)}): generate it again"
            ) from error
        return cls(record, graph, run)

    def __repr__(self) -> str:
        held = {
            "section": len(self.record["sections"]),
            "word": self.record["stats"].get("words", 0),
            "reference": len(self.record["references"]),
        }
        return f"TopicPage({self.record['topic']!r}: {', '.join(count(number, what) for what, number in held.items())})"

    def _repr_markdown_(self) -> str:
        return self.markdown
