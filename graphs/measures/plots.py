"""The plots of an evaluation: what ``evaluate`` found for each system, and what judges said, as figures. How one looks
lives in ``tools.plots``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from castalia.graphs.measures.evaluation import Evaluation, evaluate
from castalia.graphs.measures.opened_pages import check_names, folder_names
from castalia.memory.errors import InputError
from castalia.tools.gold.gold_pages import topic_key
from castalia.tools.judging.judgements import Judgement, judgements_of
from castalia.tools.judging.preferences import latest
from castalia.tools.plots.figure_diversity import MOST, draw_diversity
from castalia.tools.plots.figure_grounding import draw_grounding
from castalia.tools.plots.figure_wins import draw_wins
from castalia.tools.plots.figures import Plot
from castalia.tools.plots.win_counts import wins_of_preferences, wins_of_scores

if TYPE_CHECKING:
    from castalia.memory.protocols import Embedder
    from langchain_core.embeddings import Embeddings

Systems = Mapping[str, Evaluation]


async def evaluate_systems(
    folders: Sequence[str | Path],
    names: Sequence[str] | None = None,
    *,
    embeddings: str | Embedder | Embeddings | None = None,
    store: str | Path | None = None,
) -> dict[str, Evaluation]:
    """What ``evaluate`` says of each of these folders of pages, by name (default: the folders' names)."""
    called = list(names or folder_names(folders))
    if len(called) != len(folders):
        raise InputError(f"{len(called)} names for {len(folders)} systems")
    check_names(called)
    return {
        name: await evaluate(one, embeddings=embeddings, store=store) for name, one in zip(called, folders, strict=True)
    }


def plot_diversity(systems: Systems, topics: Sequence[str] | None = None) -> Plot:
    """The snippets of each system in two principal components, a panel for each topic (at most nine; see ``left_out``).

    Those that were retrieved where every page knows them (``store=``), else those that are cited. Without ``topics``
    the first nine that most systems have, by name.
    """
    pages = {(topic_key(one.topic), name): one for name, found in systems.items() for one in found.pages}
    of = "retrieved" if pages and all("retrieved" in one.vectors for one in pages.values()) else "cited"
    shown: dict[str, str] = {key: pages[key, name].topic for key, name in sorted(pages)}
    if topics:
        unknown = [one for one in topics if topic_key(one) not in shown]
        if unknown:
            raise InputError(
                f'no system has a page on "{unknown[0]}"; there are: {", ".join(list(shown.values())[:8])}'
            )
        keys = list(dict.fromkeys(map(topic_key, topics)))
    else:
        keys = sorted(shown, key=lambda key: (-sum((key, name) in pages for name in systems), key))[:MOST]
    drawn = {
        shown[key]: {name: pages[key, name].vectors.get(of, ()) for name in systems if (key, name) in pages}
        for key in keys
    }
    return draw_diversity(drawn, of, _instrument(systems, "vectors"))


def left_out(systems: Systems) -> int:
    """How many topics ``plot_diversity`` leaves out where it is not told which to draw."""
    return max(0, len({topic_key(one.topic) for found in systems.values() for one in found.pages}) - MOST)


def plot_grounding(systems: Systems) -> Plot:
    """Hallucination against coverage: a point for each page that has both, and the systems' means with intervals."""
    places = {
        name: [
            (x, y)
            for one in found.pages
            if (x := one.values["coverage"]) is not None and (y := one.values["hallucination"]) is not None
        ]
        for name, found in systems.items()
    }
    return draw_grounding(places, _instrument(systems, "judge"))


def plot_wins(judgements: str | Path | Sequence[str | Path | Judgement]) -> list[Plot]:
    """Wins, ties and losses of each pair of systems by each criterion: of preferences, and of scores by the same judge,
    each where there are any. ``judgements`` are files, or judgements, or both; where a judge said something twice of
    the same pages the last counts."""
    known = latest(judgements_of(judgements))
    plots = []
    if preferred := wins_of_preferences(known):
        plots.append(draw_wins(preferred))
    if scored := wins_of_scores(known):
        plots.append(draw_wins(scored, "wins_by_scores", "scores"))
    if not plots:
        raise InputError("these judgements compare no two systems: there are no wins to draw")
    return plots


def _instrument(systems: Systems, kind: str) -> str:
    """The name of the instrument that all values rest on; ``InputError`` where there are two."""
    names = sorted({found.instruments[kind] for found in systems.values()})
    if len(names) > 1:
        raise InputError(f"values by {' and by '.join(names)} do not compare: measure all systems alike")
    return names[0] if names else ""
