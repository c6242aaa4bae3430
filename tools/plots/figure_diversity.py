"""Information diversity: the snippets of each system in two principal components, with their convex hulls (thesis,
figure 5.1)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from castalia.memory.errors import InputError
from castalia.tools.language.counting import count
from castalia.tools.language.vectors import Vector
from castalia.tools.metrics.metric_tables import number
from castalia.tools.metrics.metric_vectors import Point, convex_hull, hull_area, shared_plane
from castalia.tools.metrics.statistics_paired import mean_of
from castalia.tools.plots.figures import LINES, Plot, drawing, legend, look_of, new_figure, panels, shown_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

MOST = 9  # panels


def draw_diversity(
    topics: Mapping[str, Mapping[str, Sequence[Vector]]], of: str = "cited", by: str = "lexical"
) -> Plot:
    """``topics`` maps a topic to each system's vectors of snippets. A panel for each topic, with a plane of its own
    that all systems share.

    ``of`` says which snippets these are, ``by`` what the vectors rest on. A system's mean is over the topics on which
    it has three snippets or more: fewer have no hull. ``InputError`` for no topic, or for more than nine.
    """
    if not topics:
        raise InputError("no page has snippets to draw")
    if len(topics) > MOST:
        raise InputError(f"{len(topics)} topics are too many for one figure: choose {MOST} at most")
    systems = list(dict.fromkeys(name for groups in topics.values() for name in groups))
    columns = min(3, math.ceil(math.sqrt(len(topics))))
    rows = math.ceil(len(topics) / columns)
    width = 6.6 if columns == 1 else 3.3 * columns
    title = f"Snippets {of}, in two principal components [{by}]"
    areas: dict[str, list[float]] = {name: [] for name in systems}
    with drawing():
        figure = new_figure(width, 0.7 + rows * (5.0 if columns == 1 else 3.1) + 0.2 * len(systems))
        figure.suptitle(title, fontsize=11)
        for panel, (topic, groups) in zip(panels(figure, len(topics), columns), topics.items(), strict=True):
            panel.set_title(shown_name(topic, 60 if columns == 1 else 34))
            for name, area in _panel(panel, groups, systems):
                areas[name] += [] if area is None else [area]
        means = {name: number(mean_of(found), is_share=True) for name, found in areas.items()}
        hull = "hull" if len(topics) == 1 else "mean hull"
        legend(
            figure, _handles(len(systems)), [f"{shown_name(name, 60)}: {hull} {means[name]}" for name in systems], width
        )
    over = {name: "" if len(topics) == 1 else f" over {count(len(found), 'topic')}" for name, found in areas.items()}
    told = "; ".join(f"{name} {means[name]}{over[name]}" for name in systems)
    return Plot("diversity", title, f"Area of the convex hull{', mean' if len(topics) > 1 else ''}: {told}.", figure)


def _panel(
    panel: Axes, groups: Mapping[str, Sequence[Vector]], systems: Sequence[str]
) -> list[tuple[str, float | None]]:
    """Draw the snippets of one topic; the area of each system's hull."""
    planes = shared_plane(list(groups.values()))
    for name, points in zip(groups, planes, strict=True):
        _draw(panel, points, systems.index(name), len(systems))
    panel.set_aspect("equal", adjustable="datalim")
    panel.tick_params(labelsize=7, colors="#666666")
    panel.margins(0.08)
    if len({point for points in planes for point in points}) < 2:  # nothing to stretch over
        panel.set_aspect("equal", adjustable="box")
        panel.set_xlim(-0.5, 0.5)
        panel.set_ylim(-0.5, 0.5)
    return list(zip(groups, map(hull_area, planes), strict=True))


def _handles(systems: int) -> list[Line2D]:
    """What stands for each system in the legend."""
    from matplotlib.lines import Line2D

    return [
        Line2D([], [], color=look_of(at)[0], marker=look_of(at)[1], linestyle=LINES[at % len(LINES)], markersize=5)
        for at in range(systems)
    ]


def _draw(panel: Axes, points: Sequence[Point], at: int, count: int) -> None:
    """Those that come first are drawn larger, so that they are seen behind the others where they lie in one place."""
    (colour, marker), behind = look_of(at), (count - 1 - at) / max(1, count - 1)
    corners = convex_hull(points)
    places = [x for x, _ in points], [y for _, y in points]
    panel.scatter(*places, s=12 + 30 * behind, color=colour, marker=marker, alpha=0.8, linewidths=0)
    if len(corners) > 2:
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        panel.fill(xs, ys, color=colour, alpha=0.06, linewidth=0)
        panel.plot(
            [*xs, xs[0]], [*ys, ys[0]], color=colour, linestyle=LINES[at % len(LINES)], linewidth=1.2 + 1.8 * behind
        )
