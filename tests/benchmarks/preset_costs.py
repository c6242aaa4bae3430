"""What each preset and each ablation costs: calls and tokens by role (a scripted model in this process; tokens are
characters / 4)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from castalia.graphs import Settings, generate
from castalia.graphs.thinking import ROLES
from castalia.tools.scripted.scripted_model import ScriptedModel


async def presets(topic: str, corpus: Path) -> dict[str, dict[str, dict[str, int]]]:
    """Calls and tokens by role for each preset and ablation; one store for all of them, each with a name under which
    nothing was read."""
    base = Settings.for_models()
    chosen = {"for_models": base, "thesis": Settings.thesis()}
    chosen |= {f"without {one}": base.without(one) for one in ("reflection", "filter", "reviewer", "saturation")}
    found = {}
    for name, settings in chosen.items():
        model = ScriptedModel(name=f"scripted {name}")
        page = await generate(topic, corpus=corpus, model=model, settings=settings)
        account = page.run["account"]
        rows = {**account["by_role"], "all": account["total"]}
        kinds = ("calls", "prompt_tokens", "completion_tokens")
        found[name] = {role: {kind: rows[role][kind] for kind in kinds} for role in (*ROLES, "all") if role in rows}
        stats = page.record["stats"]
        found[name]["page"] = {kind: stats[kind] for kind in ("iterations", "snippets", "revisions", "words")}
    return found


def print_presets(table: Mapping[str, Mapping[str, Mapping[str, int]]]) -> None:
    print("\ncalls / thousand tokens in / thousand tokens out, by role")
    print(f"{'':<18}" + "".join(f"{name:>22}" for name in table))
    for role in (*ROLES, "all"):
        cells = []
        for rows in table.values():
            one = rows.get(role)
            tokens = [f"{one[kind] / 1000:.1f}" for kind in ("prompt_tokens", "completion_tokens")] if one else []
            cells.append(" / ".join([f"{one['calls']:,}", *tokens]) if one else "-")
        print(f"{role:<18}" + "".join(f"{cell:>22}" for cell in cells))
    for kind in ("iterations", "snippets", "revisions", "words"):
        print(f"{kind:<18}" + "".join(f"{rows['page'][kind]:>22,}" for rows in table.values()))
