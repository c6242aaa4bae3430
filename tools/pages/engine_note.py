"""The note on a page that tells who wrote it."""

from __future__ import annotations

from collections.abc import Mapping

from castalia.tools.pages.page_json import NOBODY, PageRecord


def engine_note(record: PageRecord) -> str:
    """One line for the reader: who wrote this page, and what that means for trust."""
    model = _models(record)
    if record["engine"] == "extractive":
        return (
            "Written by the extractive engine, without a language model: "
            "every sentence is taken word for word from the snippet it cites."
        )
    engines = {role: one for role, one in record["engines"].items() if one != NOBODY}
    wrote = {role: engine for role, engine in engines.items() if role in ("writer", "editor")}
    kinds = set(wrote.values())
    if record["engine"] == "model" or kinds == {"model"}:
        note = f"Written by {model} from the snippets it cites; check what matters to you against them."
    elif kinds == {"extractive"}:
        note = "Written by rules: every sentence is taken word for word from the snippet it cites."
    else:
        parts = [f"by {one}" for one in _at_work(wrote, model)] or [f"by {model}"]
        note = f"Written {'partly ' * (len(parts) > 1)}{', partly '.join(parts)}, from the snippets it cites."
    rest = {role: one for role, one in engines.items() if role not in wrote and one not in (*kinds, "extractive")}
    helped = " and ".join(_at_work(rest, model))
    return f"{note} {helped[0].upper()}{helped[1:]} had a part in it." if helped else note


def _at_work(engines: Mapping[str, str], model: str) -> list[str]:
    """Who they are that play these roles, each with its roles."""
    who = {
        "extractive": "rules",
        "model": model,
        "mixed": f"{model} and rules",
        "custom": "a custom agent" if [*engines.values()].count("custom") == 1 else "custom agents",
    }
    roles = {one: [role.replace("_", " ") for role in sorted(engines) if engines[role] == one] for one in who}
    return [f"{name} ({', '.join(roles[one])})" for one, name in who.items() if roles[one]]


def _models(record: PageRecord) -> str:
    """The models by their names alone: where they were asked is nothing for a reader."""
    names = sorted({one.split("@")[0].removeprefix("openai:") for one in (record["model"] or "").split(", ") if one})
    if names == ["scripted"] or (names and all(one.startswith("scripted") for one in names)):
        return "a scripted stand-in for a language model"
    return f"the language model{'s' if len(names) > 1 else ''} {' and '.join(names)}" if names else "a language model"
