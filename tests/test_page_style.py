"""The style sheet of the page: what it writes can be read."""

from __future__ import annotations

import re

import pytest
from castalia.tools.pages.page_style import STYLE


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_colour_of_text_is_too_faint_to_read(scheme: str) -> None:
    light, dark = (dict(re.findall(r"--([\w-]+): (#\w+);", one)) for one in STYLE.split("* {")[0].split("@media"))
    colours = {"light": light, "dark": dark}[scheme]
    pairs = [(one, ground) for one in ("ink", "soft", "faint", "link") for ground in ("paper", "panel")]
    pairs += [("ink", "glow"), ("link", "glow"), ("warn", "paper"), ("warn", "warn-panel")]
    assert {pair: ratio for pair in pairs if (ratio := contrast(*(colours[one] for one in pair))) < 4.5} == {}


def contrast(*colours: str) -> float:
    """The ratio of two colours as the Web Content Accessibility Guidelines define it."""
    low, high = sorted(map(luminance, colours))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(share * one for share, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
