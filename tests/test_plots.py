"""Plots: what is counted and where it stands, files that are the same every time, names that nothing can be made of but
names."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from castalia.graphs.cli import main
from castalia.graphs.measures.judging import system_of
from castalia.graphs.measures.opened_pages import folder_names, open_pages
from castalia.graphs.measures.plots import plot_wins
from castalia.graphs.measures.rating_forms import rating_form
from castalia.memory.errors import InputError
from castalia.tools.judging.judgements import Judgement, Preference, Score, write_judgements
from castalia.tools.metrics.metric_vectors import convex_hull, hull_area, hull_areas, shared_plane
from castalia.tools.plots.figure_diversity import draw_diversity
from castalia.tools.plots.figure_grounding import draw_grounding
from castalia.tools.plots.figure_wins import draw_wins
from castalia.tools.plots.figures import Plot, look_of
from castalia.tools.plots.win_counts import Wins, wins_of_preferences, wins_of_scores
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg

NAMES = ("_hidden $\\frac{x", "a & <b>", "a name that goes on and on and on " * 5)
points = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=12)


def page(topic: str, sentence: str) -> dict[str, Any]:
    """A page of one sentence from one snippet, which says something else where the sentence is invented."""
    text = "Ferns shed spores in late summer."
    return {
        "schema": 1, "topic": topic, "domain": "", "pipeline": "", "engine": "extractive", "engines": {}, "model": None, "lead": "",
        "sections": [{"id": "s", "heading": "Life", "level": 1, "text": f"{sentence}[1]", "sections": []}],
        "references": [{"number": 1, "key": "k", "snippet_id": "k", "source_id": "k", "url": "", "title": "", "authors": [], "year": None, "doi": None, "text": text}],
        "claims": [{"section": "s", "sentence": sentence, "citations": [1], "verdict": "unchecked", "quote": ""}],
        "open_issues": [], "gaps": [], "stats": {},
    }  # fmt: skip


def folder(path: Path, *records: dict[str, Any]) -> Path:
    for number, record in enumerate(records):
        (path / str(number)).mkdir(parents=True)
        (path / str(number) / "page.json").write_text(json.dumps(record), encoding="utf-8")
    return path


def preference(a: str, b: str, winner: Any, criterion: str = "depth") -> Preference:
    return Preference("Ferns", a, b, "Ada", criterion, winner)


def laid_out(plot: Plot) -> Any:
    """What measures the parts of a figure where they come to stand."""
    canvas = FigureCanvasAgg(plot.figure)
    canvas.draw()
    return canvas.get_renderer()


def test_a_win_is_a_win_on_whichever_side_it_was_shown() -> None:
    def by(judge: str, a: str, b: str, winner: Any) -> Preference:
        return Preference("Ferns", a, b, judge, "depth", winner)

    judgements = [
        by("Ada", "x", "y", "a"),
        by("Ben", "y", "x", "b"),
        by("Cleo", "y", "x", "a"),
        by("Dan", "x", "y", "tie"),
        preference("y", "x", "tie", "zeal"),
        preference("x", "y", "b", "interest"),
        preference("x", "x", "a"),
    ]
    (pair, wins), *more = wins_of_preferences(judgements).items()
    assert (pair, more) == (("x", "y"), [])
    assert list(wins.items()) == [("interest", Wins(0, 0, 1)), ("depth", Wins(2, 1, 1)), ("zeal", Wins(0, 1, 0))]


def test_a_pair_asked_in_both_orders_is_one_and_wins_only_where_they_agree() -> None:
    judgements = [
        *(preference("x", "y", "a"), preference("y", "x", "b")),  # x in both
        *(preference("x", "y", "a", "zeal"), preference("y", "x", "a", "zeal")),  # whichever came first
    ]
    assert wins_of_preferences(judgements) == {("x", "y"): {"depth": Wins(1, 0, 0), "zeal": Wins(0, 1, 0)}}


def test_scores_win_only_against_those_of_the_same_judge_on_the_same_topic() -> None:
    def score(topic: str, system: str, judge: str, given: float, high: float = 5) -> Score:
        return Score(topic, system, judge, "depth", given, 1, high)

    judgements: list[Judgement] = [
        score("Ferns", "x", "Ada", 4),
        score("ferns", "y", "Ada", 2),
        score("Ferns", "x", "Ben", 1),
        score("Mosses", "y", "Ben", 5),
        score("Algae", "x", "Cy", 3),
        score("Algae", "y", "Cy", 5, 9),  # half of its scale, as 3 is of 1 to 5
        score("Reeds", "x", "Cy", 1),
        score("Reeds", "x", "Cy", 5),
        score("Reeds", "y", "Cy", 4),
    ]
    assert wins_of_scores(judgements) == {("x", "y"): {"depth": Wins(1, 1, 1)}}


def test_files_and_judgements_are_drawn_together_and_what_is_said_again_counts_last(tmp_path: Path) -> None:
    first = [Score("Ferns", "x", "Ada", "depth", 1), Score("Ferns", "y", "Ada", "depth", 3)]
    files = [tmp_path / "ada.jsonl", tmp_path / "ben.jsonl"]
    write_judgements(files[0], [preference("x", "y", "a"), *first])
    write_judgements(files[1], [preference("x", "y", "tie", "zeal")])
    preferred, scored = plot_wins([*map(str, files), Score("Ferns", "x", "Ada", "depth", 4)])
    assert preferred.alt == "x against y: depth 1 to 0, 0 ties; zeal 0 to 0, 1 tie."
    assert scored.alt == "x against y: depth 1 to 0, 0 ties."


def test_topics_of_signs_alone_are_not_one_topic() -> None:
    judgements = [
        Score(topic, system, "ann", "depth", score)
        for topic, mine, theirs in (("+", 5, 1), ("−", 1, 4))
        for system, score in (("x", mine), ("y", theirs))
    ]
    assert wins_of_scores(judgements) == {("x", "y"): {"depth": Wins(1, 0, 1)}}


@given(st.lists(points, max_size=3))
def test_the_drawn_plane_is_the_measured_one(groups: list[list[tuple[int, int]]]) -> None:
    vectors = [[{str(axis): float(value) for axis, value in enumerate(one)} for one in group] for group in groups]
    drawn = shared_plane(vectors)
    assert [len(one) for one in drawn] == [len(one) for one in groups]
    assert [hull_area(one) for one in drawn] == hull_areas(vectors)
    for one in drawn:
        assert set(convex_hull(one)) <= set(one)


def test_the_same_figure_is_the_same_file_whatever_the_users_settings() -> None:
    import matplotlib

    def both() -> tuple[str, bytes]:
        plot = draw_grounding({"x": [(1.0, 0.0), (0.5, 0.2)], "y": [(1.0, 0.0)]}, "rules")
        return plot.svg(), plot.png()

    first = both()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": None}):
        assert both() == first
    assert "<dc:date>" not in first[0]


def test_any_name_is_only_a_name_and_fits() -> None:
    vectors = [{"0": 1.0}, {"1": 1.0}, {"2": 1.0}, {"0": 0.5, "1": 0.5}]
    plots = [
        draw_grounding({name: [(0.9, 0.1)] for name in NAMES}),
        draw_diversity({"A $topic": dict.fromkeys(NAMES, vectors)}),
        draw_wins(wins_of_preferences([preference(a, b, "a") for a in NAMES for b in NAMES])),
    ]
    for plot in plots:
        root = ElementTree.fromstring(plot.svg())
        assert root.get("role") == "img"
        assert (root[0].text, " ".join((root[1].text or "").split())) == (plot.title, " ".join(plot.alt.split()))
        assert all(name.split()[0] in plot.alt for name in NAMES)
        drawn = laid_out(plot)
        for legend in plot.figure.legends:
            assert len(legend.get_texts()) == len(NAMES)
            box, whole = legend.get_window_extent(drawn), plot.figure.bbox
            assert box.x0 >= 0
            assert box.x1 <= whole.x1
            assert box.y0 >= 0
            assert all(box.y1 <= panel.get_tightbbox(drawn).y0 + 1 for panel in plot.figure.axes if panel.get_visible())


def test_two_names_over_one_panel_do_not_meet() -> None:
    long = "a system with a rather long name"
    plot = draw_wins(
        wins_of_preferences([preference(f"{long} {a}", f"{long} {b}", "a") for a in "1234" for b in "1234"])
    )
    plot.png()
    drawn = laid_out(plot)
    for panel in plot.figure.axes:
        left, right = panel._left_title, panel._right_title  # type: ignore[attr-defined]
        assert left.get_window_extent(drawn).x1 < right.get_window_extent(drawn).x0 or not panel.get_visible()


def test_the_command_draws_what_it_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    true, invented = "Ferns shed spores in late summer.", "Zeppelins cost 4711 dollars."
    systems = [
        folder(tmp_path / "x", page("Ferns", true), page("Mosses", true)),
        folder(tmp_path / "y", page("Ferns", invented), page("Mosses", true)),
    ]
    judged = tmp_path / "judged.jsonl"
    write_judgements(judged, [preference("x", "y", "a")])
    out = tmp_path / "figures"
    assert main(["plot", *map(str, systems), "--judgements", str(judged), "--out", str(out)]) == 0
    assert sorted(one.name for one in out.iterdir()) == [
        f"{name}.{kind}" for name in ("diversity", "grounding", "wins") for kind in ("png", "svg")
    ]
    assert capsys.readouterr().out.splitlines()[0] == str(out / "wins.svg")
    told = ElementTree.fromstring((out / "grounding.svg").read_text(encoding="utf-8"))[1].text or ""
    assert "x: coverage 1.00, hallucination 0.00 over 2 pages; y: coverage 0.50, hallucination 0.50" in told


def test_pages_are_drawn_where_the_judgements_compare_no_systems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = folder(tmp_path / "x", page("Ferns", "Ferns shed spores in late summer."))
    write_judgements(tmp_path / "grades.jsonl", [])
    out = tmp_path / "figures"
    assert main(["plot", str(pages), "--judgements", str(tmp_path / "grades.jsonl"), "--out", str(out)]) == 0
    assert {one.stem for one in out.iterdir()} == {"diversity", "grounding"}
    assert "no wins to draw" in capsys.readouterr().err


def test_topics_that_are_not_drawn_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = folder(tmp_path / "x", *(page(f"Ferns {letter}", "Ferns shed spores.") for letter in "abcdefghij"))
    assert main(["plot", str(pages), "--out", str(tmp_path / "figures")]) == 0
    assert "the snippets of 1 more topic are not drawn" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "nothing to plot"),
        (["nowhere"], "no page at nowhere"),
        (["--judgements", "nowhere"], "no file nowhere"),
        (["--judgements", "{judged}", "--topic", "Ferns"], "--topic is for pages"),
        (["--judgements", "{empty}"], "compare no two systems"),
        (["{x}", "--topic", "Reeds"], 'no system has a page on "Reeds"'),
        (["{x}", "{x}"], "two systems are called x"),
    ],
)
def test_bad_input_is_one_line(
    arguments: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder(tmp_path / "x", page("Ferns", "Ferns shed spores."))
    write_judgements(tmp_path / "judged", [preference("x", "y", "a")])
    write_judgements(tmp_path / "empty", [])
    given = [one.format(x=tmp_path / "x", judged=tmp_path / "judged", empty=tmp_path / "empty") for one in arguments]
    assert main(["plot", *given, "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


def test_without_matplotlib_the_extra_is_named_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["plot", "nowhere", "--out", str(tmp_path)]) == 2
    assert "pip install matplotlib" in capsys.readouterr().err


def test_nothing_to_draw_is_said() -> None:
    for draw in (lambda: draw_grounding({"x": []}), lambda: draw_diversity({}), lambda: draw_wins({})):
        with pytest.raises(InputError):
            draw()
    with pytest.raises(InputError, match="too many"):
        draw_diversity({str(at): {"x": []} for at in range(10)})


def test_a_topic_with_too_few_snippets_for_a_hull_lowers_no_mean() -> None:
    four = [{"0": 1.0}, {"1": 1.0}, {"2": 1.0}, {"0": 0.5, "1": 0.5}]
    alone = draw_diversity({"A": {"x": four}}).alt.rpartition(" ")[2].rstrip(".")
    plot = draw_diversity({"A": {"x": four, "y": []}, "B": {"x": four[:2], "y": four[:1]}})
    assert plot.alt == f"Area of the convex hull, mean: x {alone} over 1 topic; y – over 0 topics."
    assert plot.figure.legends[0].get_texts()[0].get_text() == f"x: mean hull {alone}"


def test_the_line_at_half_does_not_run_through_a_number() -> None:
    (panel,) = draw_wins(wins_of_preferences([preference("x", "y", "tie")])).figure.axes
    (count,) = [one for one in panel.texts if one.get_text() == "1"]
    box = count.get_bbox_patch()
    assert box is not None and box.get_facecolor()[3] == 1 and count.get_zorder() > panel.lines[-1].get_zorder()


def test_folders_of_a_bench_are_called_after_their_systems(tmp_path: Path) -> None:
    folders = [tmp_path / name / "1" for name in ("apollo", "thesis")]
    assert folder_names(folders) == ("apollo", "thesis")
    assert folder_names([one.parent for one in folders]) == ("apollo", "thesis")
    assert folder_names([folders[0], folders[0]]) == ("1", "1")  # the same: who asks has to say
    for one in folders:
        folder(one, page("Ferns", "Ferns shed spores."))
    assert rating_form(folders[0], folders[1]).systems == ("apollo", "thesis")
    assert [system_of(one) for one in open_pages(folders[0])[0]] == ["apollo/1"]


def test_no_two_of_many_systems_look_alike() -> None:
    assert len({look_of(at) for at in range(49)}) == 49
