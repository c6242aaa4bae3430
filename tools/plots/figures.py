"""What all figures share: colours that colour-blind readers tell apart, names that fit, and files that are the same
every time.

matplotlib is imported when something is drawn: it is an extra. No window, no pyplot, no state: a figure belongs to
whoever asked for it.
"""

from __future__ import annotations

import math
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from castalia.memory.errors import InputError
from castalia.memory.paths import named_folder
from castalia.tools.pages.page_text import printable
from castalia.tools.pages.write_whole import write_folder

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito (2008); the light yellow is left out, for it does not show on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#333333")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES: tuple[Any, ...] = ("-", "--", "-.", ":")
GREY = "#B8B8B8"
DPI = 160

_SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],  # comes with matplotlib: the same on every machine
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#777777",
    "svg.fonttype": "path",
    "svg.hashsalt": "castalia",
    "text.parse_math": False,  # a system may be called $\alpha
    "text.usetex": False,
    "path.simplify": True,
}


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure with its name (that of its files), its title, and what it shows in words, for those who cannot see
    it."""

    name: str
    title: str
    alt: str
    figure: Figure = field(hash=False, repr=False, compare=False)

    def svg(self) -> str:
        """The figure as SVG, with title and description; the same input gives the same bytes."""
        raw = self._drawn("svg", {"Date": None, "Creator": "Castalia", "Title": self.title}).decode("utf-8")
        told = f"<title>{_xml(self.title)}</title>\n <desc>{_xml(self.alt)}</desc>\n"
        return re.sub(r"<svg ([^>]*)>", lambda found: f'<svg role="img" {found[1]}>\n {told}', raw, count=1)

    def png(self) -> bytes:
        """The figure as PNG."""
        return self._drawn("png", {"Software": "Castalia", "Title": self.title, "Description": self.alt})

    def save(self, folder: str | Path) -> list[Path]:
        """Both files, into this folder."""
        target = named_folder(folder)
        files: dict[str, str | bytes] = {f"{self.name}.svg": self.svg(), f"{self.name}.png": self.png()}
        write_folder(target, files)
        return [target / one for one in files]

    def _repr_png_(self) -> bytes:
        return self.png()

    def _drawn(self, kind: str, metadata: dict[str, Any]) -> bytes:
        out = BytesIO()
        with drawing():
            self.figure.savefig(out, format=kind, dpi=DPI, metadata=metadata, facecolor="white")
        return out.getvalue()


@contextmanager
def drawing() -> Iterator[None]:
    """In here matplotlib draws as all figures are drawn, whatever the user's own settings. ``InputError`` where it is
    not installed."""
    try:
        import matplotlib
    except ImportError:
        raise InputError("plots need matplotlib: pip install matplotlib (the extra plots)") from None
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        settings: Any = matplotlib.rcParams
        settings.update(_SETTINGS)
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of this size in inches, whose parts make room for each other."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def panels(figure: Figure, wanted: int, columns: int) -> list[Axes]:
    """As many panels as are wanted, in rows of so many; what is left of the last row is hidden."""
    every = list(figure.subplots(math.ceil(wanted / columns), columns, squeeze=False).flat)
    for one in every[wanted:]:
        one.set_visible(False)
    return every[:wanted]


def legend(figure: Figure, handles: list[Any], names: list[str], width: float) -> None:
    """A legend below all panels, as wide as the figure at most."""
    longest = max(len(line) for name in names for line in name.split("\n"))
    columns = max(1, min(len(names), int((width * 12.5) // (longest + 6))))
    made = figure.legend(
        handles, [str(at) for at in range(len(names))], loc="outside lower center", ncols=columns, frameon=False
    )
    for text, name in zip(made.get_texts(), names, strict=True):
        text.set_text(name)  # here, for a label that begins with _ would be left out


def shown_name(name: str, width: int, longest: int = 90) -> str:
    """A name of any length on lines of this width, its middle left out where it is very long."""
    text = printable(name)
    if len(text) > longest:
        text = f"{text[: longest // 2]}…{text[-(longest // 2) :]}"
    return "\n".join(textwrap.wrap(text, width)) or "?"


def _xml(text: str) -> str:
    return escape(printable(text), quote=False)


def look_of(at: int) -> tuple[str, str]:
    """Colour and marker of the system at this place: 49 pairs before one comes again, so that the eighth does not look
    like the first."""
    return COLOURS[at % len(COLOURS)], MARKERS[(at + at // len(COLOURS)) % len(MARKERS)]
