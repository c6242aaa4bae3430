"""Pages for rating forms: plain ones, and one whose every text tries to be markup, script, or the end of either."""

from __future__ import annotations

from typing import Any

HOSTILE = "</script><script>window.hit=1</script><!-- <img src=x onerror=window.hit=1> \u2028\u2029 ]]> ${window.hit=1} \\u003c"


def page_record(topic: str, sentence: str = "Ferns shed spores.", **changed: Any) -> dict[str, Any]:
    """The record of a page with a lead, a section with a subsection, and one source that all of them cite."""
    sentences = [("lead", sentence), ("s1", f"{sentence} Again."), ("s2", f"{sentence} Deeper.")]
    claims = [
        {"section": section, "sentence": text, "citations": [1], "verdict": "unsupported", "quote": "shed spores"}
        for section, text in sentences
    ]
    inner = {"id": "s2", "heading": "Spores", "level": 2, "text": f"{sentences[2][1]}[1]", "sections": []}
    return {
        "schema": 1,
        "topic": topic,
        "domain": "Botany",
        "pipeline": "zzpipeline",
        "engine": "mixed",
        "engines": {"writer": "zzengine"},
        "model": "zzmodel",
        "lead": f"{sentences[0][1]}[1]",
        "sections": [{"id": "s1", "heading": "Life", "level": 1, "text": f"{sentences[1][1]}[1]", "sections": [inner]}],
        "references": [
            {
                "number": 1,
                "key": "zzkey",
                "snippet_id": "zzsnippet",
                "source_id": "zzsource",
                "url": "https://example.org/ferns",
                "title": "On ferns",
                "authors": ["A. Okoro"],
                "year": 1990,
                "doi": None,
                "text": f"It is old news that ferns shed spores. {sentence}",
            }
        ],
        "claims": claims,
        "open_issues": [{"section": "s1", "claim": "", "reason": "zzissue", "request": ""}],
        "gaps": ["zzgap"],
        "notices": ["zznotice"],
        "stats": {"model_calls": 7, "stopped_by": "zzstop"},
        **changed,
    }


def hostile_record(topic: str) -> dict[str, Any]:
    """Markup in every text that comes from elsewhere, and an address that would run."""
    record = page_record(topic, HOSTILE, domain=HOSTILE, language='en"><script>window.hit=1</script>')
    record["sections"][0]["heading"] = HOSTILE
    record["references"][0] |= {
        "title": HOSTILE,
        "authors": [HOSTILE],
        "source": HOSTILE,
        "url": "javascript:window.hit=1",
        "text": f"It is said: {HOSTILE} And so on.",
    }
    return record
