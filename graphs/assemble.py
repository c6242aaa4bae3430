"""Assembly: from drafts to the page record, with the numbers of the run."""

from __future__ import annotations

from typing import Any

from castalia.agents.crew import Crew
from castalia.graphs.state import ApolloState
from castalia.memory.memory import Memory
from castalia.memory.plain import draft_of, feedback_of, outline_of
from castalia.memory.records import Feedback
from castalia.tools.drafts import claims_in
from castalia.tools.page_building import build_page
from castalia.tools.page_json import Engine
from castalia.tools.verification import verify_draft


async def assemble_page(state: ApolloState, crew: Crew, memory: Memory, stopped_by: str) -> dict[str, Any]:
    """Let the editor make one page of the drafts, number its citations, and count."""
    drafts = state.get("drafts", {})
    outline = [one for one in state["outline"] if one["id"] in drafts]
    edited = await crew.editor(
        {
            "topic": state["topic"],
            "domain": state["domain"],
            "run_id": state["run_id"],
            "iterations": state["iterations"],
            "outline": outline,
            "drafts": drafts,
        }
    )
    lead = draft_of(edited["lead"])
    final = {name: draft_of(one) for name, one in edited["drafts"].items()}
    cited = {
        citation.snippet_id
        for draft in (lead, *final.values())
        for claim in claims_in(draft)
        for citation in claim.citations
    }
    snippets = {one.id: one for one in await memory.store.get(sorted(cited))}
    lead = verify_draft(lead, snippets)
    final = {name: verify_draft(one, snippets) for name, one in final.items()}
    engines = crew.engines
    reviews = state.get("reviews", {})
    failures = state.get("failures", {})
    stats = {
        "snippets": state["curated"],
        "iterations": state["iterations"] - 1,
        "stopped_by": stopped_by,
        "yields": state["yields"],
        "novelty": state["novelty"],
        "words": sum(len(claim.sentence.split()) for draft in (lead, *final.values()) for claim in claims_in(draft)),
        "sources": len(cited),
        "model_calls": 0,
        "tokens": 0,
        "revisions": sum(one["revisions"] for one in reviews.values()),
        "rejected_sentences": sum(one["rejected"] for one in reviews.values()),
        "failed_snippets": sum(1 for one in failures.values() if one["node"] == "extract"),
        "failed_sections": sum(1 for one in failures.values() if one["node"] == "unit"),
    }
    return dict(
        build_page(
            state["topic"],
            domain=state["domain"],
            pipeline="apollo",
            engine=_engine(engines),
            engines=engines,
            model=None,
            lead=lead.paragraphs,
            sections=outline_of(edited["outline"]),
            drafts=final,
            snippets=snippets,
            open_issues=_open_issues(reviews, failures),
            gaps=edited["gaps"],
            stats=stats,
        )
    )


def _engine(engines: dict[str, str]) -> Engine:
    kinds = set(engines.values())
    return "extractive" if kinds == {"extractive"} else "model" if kinds == {"model"} else "mixed"


def _open_issues(reviews: dict[str, Any], failures: dict[str, Any]) -> list[Feedback]:
    """What the last review still objected to, and what was lost on the way."""
    items = [feedback_of(item) for name in sorted(reviews) for item in reviews[name]["open"]]
    items += [
        Feedback(name, "", f"could not be written: {one['error']}", "add")
        for name, one in sorted(failures.items())
        if one["node"] == "unit"
    ]
    return items
