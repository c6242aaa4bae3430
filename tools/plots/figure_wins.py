"""Win rates as bars: for each pair of systems and each criterion the share that either won, and the ties between."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from castalia.memory.errors import InputError
from castalia.tools.language.counting import count
from castalia.tools.plots.figures import COLOURS, GREY, Plot, drawing, new_figure, panels, shown_name
from castalia.tools.plots.win_counts import Wins, WinTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ENOUGH = 0.07  # share of a bar that holds its number


def draw_wins(table: WinTable, name: str = "wins", of: str = "preferences") -> Plot:
    """A panel for each pair, a bar for each criterion; the numbers are counts."""
    if not table:
        raise InputError(f"there are no {of} to count wins of")
    columns = 1 if len(table) == 1 else 2 if len(table) <= 4 else 3
    rows = math.ceil(len(table) / columns)
    most = max(map(len, table.values()))
    title = f"Wins and ties, by {of}"
    with drawing():
        width = 1.6 + 4.2 * columns if columns > 1 else 7.0
        figure = new_figure(width, 0.7 + rows * (1.0 + 0.32 * most))
        figure.suptitle(title, fontsize=11)
        for panel, (pair, wins) in zip(panels(figure, len(table), columns), table.items(), strict=True):
            _panel(panel, pair, wins, 38 if columns == 1 else 22)
    told = [
        f"{first} against {second}: "
        + "; ".join(f"{_words(one)} {won.first} to {won.second}, {count(won.ties, 'tie')}" for one, won in wins.items())
        for (first, second), wins in table.items()
    ]
    return Plot(name, title, ". ".join(told) + ".", figure)


def _panel(panel: Axes, pair: tuple[str, str], wins: Mapping[str, Wins], width: int) -> None:
    places = range(len(wins))
    for at, won in enumerate(wins.values()):
        left = 0.0
        for number, colour, ink in (
            (won.first, COLOURS[0], "white"),
            (won.ties, GREY, "black"),
            (won.second, COLOURS[1], "white"),
        ):
            share = number / won.n
            panel.barh(at, share, left=left, color=colour, height=0.72, edgecolor="white", linewidth=0.8)
            if share >= _ENOUGH:
                box = {"facecolor": colour, "edgecolor": "none", "pad": 1.5}  # the line at 50 % ends here
                panel.text(left + share / 2, at, str(number), ha="center", va="center", color=ink, fontsize=8, bbox=box)
            left += share
    panel.axvline(0.5, color="#444444", linewidth=0.8, linestyle=(0, (2, 2)))
    panel.set_yticks(list(places), [shown_name(_words(one), 24) for one in wins])
    panel.invert_yaxis()
    panel.set_xlim(0, 1)
    panel.set_xticks([0, 0.5, 1], ["0", "50 %", "100 %"])
    panel.tick_params(length=0)
    for side in ("left", "bottom"):
        panel.spines[side].set_visible(False)
    panel.set_title(shown_name(pair[0], width, 64), loc="left", color=COLOURS[0], fontsize=9, fontweight="bold")
    panel.set_title(shown_name(pair[1], width, 64), loc="right", color=COLOURS[1], fontsize=9, fontweight="bold")


def _words(criterion: str) -> str:
    return criterion.replace("_", " ")
