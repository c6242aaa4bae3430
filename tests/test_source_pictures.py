"""Pictures in Markdown go with all that is told of them; what only looks like one stays."""

from __future__ import annotations

import io

import pytest
from castalia.memory.records import Snippet
from castalia.tools.corpus.cleaning import clean
from castalia.tools.corpus.notes import read_markdown
from castalia.tools.corpus.source_pictures import without_pictures
from proportion import grows_in_proportion

TOLD = "The reef is seen from above, with the lagoon at its left and the open sea at its right. " * 8
ROW = "A reef is built by colonies of stony corals that live in warm, clear and shallow water of the sea."


@pytest.mark.parametrize(
    "picture",
    [
        "![a map](img/map.png)",
        f"![{TOLD}](../img/map.png)",
        f'![A map.](../img/map.png "{TOLD}(credit: modification of work by "Ann Lee"/Reef Institute)")',
        f"![A map.](../img/map.png '{TOLD}')",
        "![The gas [NO [see 2]] over \\[the reef\\]](map.png)",
        "![](<img/the map.png>)",
        "![A map](img/the map (2).png)",
        "![A map\nof the reef](map.png\n'As seen\nin May')",
        "![A map][reef-map]",
        "![a map][]",
        "![A map](map.png){: #map .wide}",
        "![A map](map.png){width=50%}",
        "[![passing](badge.svg)](https://example.org)",
        "![](data:image/png;base64," + "iVBORw0KGgo" * 500 + ")",
    ],
)
def test_a_picture_goes_with_all_that_is_told_of_it(picture: str) -> None:
    ((one,), _) = clean([Snippet("r", f"{picture} {ROW}")])
    assert one.text == ROW


@pytest.mark.parametrize(
    "text",
    [
        "There were so many![3][4] Then they went.",
        "The product n![k][m] is large, and so is n![1](2).",
        r"Where $[\![x]\!] = 1$ holds, \![a](b.c) is no picture.",
        "The macro vec![1, 2] makes a list, and so does vec![a](b).",
        "See what comes![\n\n](a.png)",
    ],
)
def test_what_only_looks_like_a_picture_stays(text: str) -> None:
    assert without_pictures(text) == text


def test_words_before_a_picture_go_with_the_paragraph_behind_it() -> None:
    text = f"# Reefs\n\nThe three kinds of a reef:\n\nThey lie so.\n\n![{TOLD}](map.png)\n\n{ROW}\n"
    stream = io.BufferedReader(io.BytesIO(text.encode()))  # type: ignore[arg-type]
    ((_, row),) = read_markdown(stream, "reefs.md", lambda names: True)
    ((one,), _) = clean([Snippet("r", row["text"])])  # type: ignore[index]
    assert one.text == f"The three kinds of a reef:\n\nThey lie so.\n\n{ROW}"


@pytest.mark.parametrize(
    "unit",
    ["![", "![a", "![a](", "![a](b", '![a](b.c "', '![a](b.c "d" e', "![a](b.c 'd", "![a [b] ", "![[a] [", "[a] ", "(a) ", '" '],
)  # fmt: skip
def test_pictures_are_looked_for_in_linear_time(unit: str) -> None:
    for begin in ("", "![", "![a](b.c", '![a](b.c "'):
        assert grows_in_proportion(
            without_pictures, begin + unit * (10_000 // len(unit)), begin + unit * (40_000 // len(unit))
        )
