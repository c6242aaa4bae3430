"""Hallucination against coverage: a point for each page, and for each system its mean with intervals both ways."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from castalia.memory.errors import InputError
from castalia.tools.metrics.statistics_paired import LEVEL, bootstrap_interval, mean_of
from castalia.tools.plots.figures import Plot, drawing, legend, look_of, new_figure, shown_name

Place = tuple[float, float]  # coverage, hallucination


def draw_grounding(systems: Mapping[str, Sequence[Place]], by: str = "") -> Plot:
    """``systems`` maps a name to (coverage, hallucination) of its pages, both in [0, 1]; ``by`` names who judged.

    Pages in the same place are one larger point. ``InputError`` where no system has any.
    """
    known = {name: list(places) for name, places in systems.items() if places}
    if not known:
        raise InputError("no page has both hallucination and coverage to draw")
    title = f"Hallucination against coverage{f' [{by}]' if by else ''}"
    told = []
    with drawing():
        figure = new_figure(6.6, 5.2 + 0.2 * len(known))
        panel = figure.subplots()
        handles: list[Any] = []
        names: list[str] = []
        centres: list[Place] = []
        for at, (name, places) in enumerate(known.items()):
            centre = _centre(places)
            before = sum(math.dist(centre, one) < 0.01 for one in centres)  # those in one place stand inside each other
            size = 10.0 if before == 0 and not _shared(known, centre) else max(4.0, 18.0 * 0.58**before)
            centres.append(centre)
            handles.append(_draw(panel, places, at, size))
            means = f"coverage {centre[0]:.2f}, hallucination {centre[1]:.2f}"
            names.append(f"{shown_name(name, 60)}: {means}, n = {len(places)}")
            told.append(f"{name}: {means} over {len(places)} pages")
        _frame(panel, [place for places in known.values() for place in places], title)
        legend(figure, handles, names, 6.6)
    return Plot("grounding", title, f"Means: {'; '.join(told)}.", figure)


def _draw(panel: Any, places: Sequence[Place], at: int, size: float) -> Any:
    """Draw the pages of a system, and their mean as a mark of this size; what stands for it in the legend."""
    from matplotlib.lines import Line2D

    colour, marker = look_of(at)
    counts = Counter(places)
    xs, ys = [x for x, _ in counts], [y for _, y in counts]
    sizes = [22.0 * count**0.5 for count in counts.values()]
    panel.scatter(xs, ys, s=sizes, color=colour, marker=marker, alpha=0.35, linewidths=0, clip_on=False, zorder=2)
    centre, (low, high) = _centre(places), _ends(places)
    right, up = ([[max(0.0, centre[axis] - low[axis])], [max(0.0, high[axis] - centre[axis])]] for axis in (0, 1))
    look: dict[str, Any] = {"color": colour, "marker": marker, "markeredgecolor": "white"}
    bars: dict[str, Any] = {"elinewidth": 1.8, "capsize": 4, "clip_on": False, "zorder": 3}
    panel.errorbar(*centre, xerr=right, yerr=up, markersize=size, **bars, **look)
    return Line2D([], [], linestyle="", markersize=9, **look)


def _shared(systems: Mapping[str, Sequence[Place]], centre: Place) -> bool:
    """Whether more than one system has its mean here."""
    return sum(math.dist(centre, _centre(places)) < 0.01 for places in systems.values()) > 1


def _centre(places: Sequence[Place]) -> Place:
    """The means of both measures."""
    x, y = (mean_of([place[axis] for place in places]) or 0.0 for axis in (0, 1))
    return x, y


def _frame(panel: Any, places: Sequence[Place], title: str) -> None:
    """The axes around all these places, with what they measure and which way is better."""
    left = max(0.0, min(0.8, min(x for x, _ in places) - 0.05))
    top = min(1.0, max(0.2, max(y for _, y in places) + 0.05))
    panel.set_xlim(left, 1.0 + 0.03 * (1.0 - left))
    panel.set_ylim(-0.03 * top, top)
    panel.set_xlabel("coverage: share of sections with a supported claim  (better →)")
    panel.set_ylabel("hallucination: share of claims not supported  (← better)")
    panel.grid(color="#E6E6E6", linewidth=0.7, zorder=0)
    panel.set_axisbelow(True)
    panel.set_title(f"{title}\n", fontsize=11)
    panel.text(
        0.5,
        1.015,
        f"pale: pages (larger: several in one place); full: means with {LEVEL:.0%} intervals, whatever their size",
        transform=panel.transAxes,
        ha="center",
        fontsize=8,
        color="#555555",
    )


def _ends(places: Sequence[Place]) -> tuple[Place, Place]:
    """The lower and the upper ends of the intervals of both means; the means themselves where a page is alone."""
    found = [bootstrap_interval([place[axis] for place in places]) for axis in (0, 1)]
    centre = _centre(places)
    low = [mean if one is None else one.low for mean, one in zip(centre, found, strict=True)]
    high = [mean if one is None else one.high for mean, one in zip(centre, found, strict=True)]
    return (low[0], low[1]), (high[0], high[1])
