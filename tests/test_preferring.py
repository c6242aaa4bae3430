"""Preferences and judgement files, from Python and from the command line: both orders, biased judges, reports that hang
together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from castalia.agents.judges import GivenPreference, PreferenceState, PreferenceUpdate
from castalia.graphs import compare, compare_judgements, prefer
from castalia.graphs.cli import main
from castalia.graphs.measures.preferring import Preferences
from castalia.memory.errors import InputError
from castalia.tools.judging.judgements import Preference, Score, read_judgements, write_judgements
from castalia.tools.judging.preferences import settle

TOPICS = ("Coral reef", "Atoll", "Lagoon", "Mangrove")


def record(topic: str, sentences: int, model: str | None = None) -> dict[str, Any]:
    rows = range(1, sentences + 1)
    told = [f"Reefs number {n} shelter species of kind {'abcdefgh'[n]}." for n in rows]
    return {
        "schema": 1, "topic": topic, "domain": "", "pipeline": "apollo", "engine": "extractive", "engines": {}, "model": model,
        "lead": f"{told[0]}[1]",
        "sections": [{"id": f"h{n}", "heading": f"Part {n}", "level": 1, "text": f"{told[n - 1]}[{n}]", "sections": []} for n in rows[1:]],
        "references": [
            {"number": n, "key": f"s{n}", "snippet_id": f"i{n}", "source_id": "", "url": f"u:{n}", "title": "", "authors": [], "year": None, "doi": None, "text": told[n - 1]}
            for n in rows
        ],
        "claims": [{"section": "lead" if n == 1 else f"h{n}", "sentence": told[n - 1], "citations": [n], "verdict": "supported", "quote": ""} for n in rows],
        "open_issues": [], "gaps": [], "stats": {},
    }  # fmt: skip


def pages(sentences: int, *topics: str, **changes: Any) -> list[dict[str, Any]]:
    return [record(topic, sentences, **changes) for topic in topics or TOPICS]


class Judge:
    """Prefers by a rule: "longer", "first", "second", "tie", or, on odd topics only, the first."""

    engine, name = "person", "somebody"

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.asked = 0

    async def __call__(self, state: PreferenceState) -> PreferenceUpdate:
        given: list[GivenPreference | None] = []
        for one in state["asked"]:
            self.asked += 1
            winner: Literal["first", "second", "tie"] = "tie"
            if self.rule == "longer":
                winner = "first" if len(one["first"]) > len(one["second"]) else "second"
            elif self.rule in ("first", "second"):
                winner = self.rule  # type: ignore[assignment]
            given.append(None if self.rule == "silent once" and self.asked == 2 else {"winner": winner, "why": ""})
        return {"preferences": given, "failures": ["lost its voice"] if None in given else []}


def preferred(rule: Any, systems: Mapping[str, Any], **options: Any) -> Preferences:
    return asyncio.run(
        prefer(systems, Judge(rule) if isinstance(rule, str) and rule != "scripted" else rule, **options)
    )


TWO = {"short": pages(2), "long": pages(5)}


def test_each_pair_is_asked_in_both_orders_and_the_better_one_wins_whatever_the_order() -> None:
    found = preferred("longer", TWO)
    assert [(one.a, one.b, one.winner) for one in found.judgements[:2]] == [
        ("short", "long", "b"),
        ("long", "short", "a"),
    ]
    assert found.report is not None
    best, worst = found.report.wins
    assert (best.system, best.wins, best.losses, best.ties, best.rate) == ("long", 4, 0, 0, 1)
    assert best.strength is not None and worst.strength == pytest.approx(-best.strength) and 0 < best.strength < 3
    (order,) = found.report.orders
    assert (order.pairs, order.disagreed, order.first / order.decided) == (4, 0, 0.5)


@pytest.mark.parametrize(("rule", "share"), [("first", 1.0), ("second", 0.0)])
def test_a_judge_who_goes_by_the_place_wins_nothing_for_anybody(rule: str, share: float) -> None:
    found = preferred(rule, TWO)
    assert found.report is not None
    assert [(one.wins, one.ties, one.rate, one.strength) for one in found.report.wins] == [
        (0, 4, 0.5, pytest.approx(0))
    ] * 2
    (order,) = found.report.orders
    assert (order.pairs, order.disagreed, order.first / order.decided) == (4, 4, share)


def test_an_answer_in_one_order_alone_is_left_out_and_told() -> None:
    found = preferred("silent once", TWO)
    assert len(found.judgements) == 6
    assert found.failures == ("pairs without an answer in both orders, which are left out: 1 (lost its voice)",)


def test_of_three_systems_every_two_are_compared_where_both_have_the_topic() -> None:
    systems = {"short": pages(2), "long": pages(5), "middle": pages(3, "Atoll", "Lagoon")}
    found = preferred("longer", systems, by=("overall", "logical_coherence"))
    assert len(found.judgements) == 2 * 2 * (4 + 2 + 2)
    assert found.report is not None
    ranks = [one.system for one in found.report.wins if one.criterion == "overall"]
    assert ranks == ["long", "middle", "short"]


def test_what_cannot_be_compared_is_refused() -> None:
    for systems, told in (
        ({"short": pages(2)}, "two systems"),
        ({"a": pages(2, "One"), "b": pages(2, "Two")}, "no topic in common"),
        ({"a": pages(2, "One", "one"), "b": pages(2, "One")}, "two pages on"),
    ):
        with pytest.raises(InputError, match=told):
            preferred("tie", systems)
    with pytest.raises(InputError, match="need a model, or people"):
        preferred("tie", TWO) and asyncio.run(prefer(TWO, "rules"))


def test_a_model_does_not_prefer_what_it_wrote_unless_asked_and_then_says_so() -> None:
    mine = {"short": pages(2), "long": pages(5, model="scripted")}
    with pytest.raises(InputError, match="scripted wrote Coral reef"):
        preferred("scripted", mine)
    found = preferred("scripted", mine, own_judge=True)
    assert "judged what it wrote itself" in found.markdown()


def test_a_model_is_refused_before_anything_is_paid() -> None:
    asked: list[str] = []

    class Counting:
        engine, name = "person", "somebody"

        async def __call__(self, state: Any) -> Any:
            asked.append("pairs")
            return {"entailments": [None for _ in state["pairs"]], "failures": []}

    with pytest.raises(InputError, match="scripted wrote"):
        asyncio.run(compare(pages(2), pages(3, model="scripted"), judge=Counting(), prefer="scripted"))
    assert not asked


def preference(winner: Any, a: str = "x", b: str = "y", topic: str = "T", judge: str = "j") -> Preference:
    return Preference(topic, a, b, judge, "overall", winner)


@pytest.mark.parametrize(
    ("forward", "back", "winner", "agree"),
    [("a", "b", "a", True), ("b", "a", "b", True), ("tie", "tie", "tie", True), ("a", "a", "tie", False), ("b", "b", "tie", False), ("a", "tie", "tie", False), ("tie", "b", "tie", False)],
)  # fmt: skip
def test_two_orders_become_one_outcome(forward: Any, back: Any, winner: str, agree: bool) -> None:
    (one,) = settle([preference(back, "y", "x"), preference(forward)])
    assert (one.a, one.b, one.winner, one.agree) == ("x", "y", winner, agree)


def test_one_order_alone_counts_as_it_is() -> None:
    (one,) = settle([preference("a", "y", "x")])  # people see a pair once
    assert (one.winner, one.agree) == ("b", None)


def score(judge: str, system: str, topic: str, value: float, criterion: str = "interest", **more: Any) -> Score:
    return Score(topic, system, judge, criterion, value, **more)


def test_a_report_puts_people_and_models_side_by_side(tmp_path: Path) -> None:
    values = {"ann": ([1, 2, 3, 4], [2, 3, 4, 5]), "gpt": ([1, 2, 3, 4], [2, 3, 4, 4])}
    scores = [
        score(judge, system, topic, value)
        for judge, both in values.items()
        for system, given in zip("xy", both, strict=True)
        for topic, value in zip(TOPICS, given, strict=True)
    ]
    write_judgements(
        tmp_path / "ann.jsonl", [*(one for one in scores if one.judge == "ann"), preference("a", judge="ann")]
    )
    write_judgements(
        tmp_path / "gpt.jsonl",
        [*(one for one in scores if one.judge == "gpt"), preference("a"), preference("b", "y", "x")],
    )
    found = compare_judgements([tmp_path / "ann.jsonl", tmp_path / "gpt.jsonl"])
    ann, gpt, both = found.scores
    assert (ann.judge, gpt.judge, both.judge) == ("ann", "gpt", "all judges")
    assert ann.means["x"].mean == 2.5 and both.means["y"].mean == pytest.approx((3.5 + 3.25) / 2)
    assert both.paired is not None and both.paired.difference == pytest.approx(0.875) and both.paired.n == 4
    (pair,) = found.score_agreement
    assert (pair.n, pair.equal) == (8, 7 / 8) and pair.kappa_quadratic is not None and 0.9 < pair.kappa_quadratic < 1
    assert found.score_alphas[0].units == 8
    assert [(one.judge, one.system, one.wins) for one in found.wins if one.system == "x"] == [
        ("ann", "x", 1),
        ("j", "x", 1),
        ("all judges", "x", 2),
    ]
    told = found.markdown()
    for part in (
        "### Scores",
        "### Preferences",
        "### Agreement on scores",
        "### Agreement on preferences",
        "Krippendorff",
    ):
        assert part in told
    assert "nan" not in told and "None" not in told
    json.loads(json.dumps(found.to_json(), allow_nan=False))


def test_the_last_word_counts_and_scales_are_made_one() -> None:
    found = compare_judgements(
        [score("ann", "x", "T", 1), score("ann", "x", "t", 5), score("bob", "x", "T", 50, low=0, high=100)]
    )
    assert [one.means["x"].mean for one in found.scores] == [5, 3, 4]
    assert any("the last counts" in one for one in found.notes) and any("another scale" in one for one in found.notes)
    assert not any("Not every judge" in one for one in found.notes)
    uneven = compare_judgements([score("ann", "x", "T", 1), score("bob", "x", "U", 5)])
    assert any("Not every judge" in one for one in uneven.notes) and uneven.score_agreement == ()
    with pytest.raises(InputError, match="no judgements"):
        compare_judgements([])
    for wrong in (None, 5):
        with pytest.raises(InputError, match=f"^the judgements are {wrong}: give a file of them, or a list"):
            compare_judgements(wrong)  # type: ignore[arg-type]


def save(folder: Path, sentences: int, **changes: Any) -> Path:
    for topic in TOPICS[:2]:
        place = folder / topic.lower().replace(" ", "-")
        place.mkdir(parents=True)
        (place / "page.json").write_text(json.dumps(record(topic, sentences, **changes)))
    return folder


def test_from_pages_to_a_report_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = save(tmp_path / "short" / "pages", 2), save(tmp_path / "long" / "pages", 5)
    kept, tape, out = tmp_path / "judged.jsonl", tmp_path / "tape", tmp_path / "out.json"
    write_judgements(kept, [score("ann", "short", "Atoll", 2, "overall"), score("ann", "long", "Atoll", 4, "overall")])
    compared = ["compare", str(a), str(b), "--rubric", "scripted", "--rubric-of", "article", "--prefer", "scripted",
                "--prefer-by", "coverage,overall", "--judgements", str(kept), "--tape", str(tape), "--json", str(out)]  # fmt: skip
    assert main(compared) == 0
    told = capsys.readouterr().out
    assert "| judged    | graded_interest [scripted] ↑" in told and "### Preferences" in told and "24 calls" not in told
    assert json.loads(out.read_text())["preferences"]["wins"][0]["system"] == "long"
    judgements = read_judgements([kept])
    assert {one.judge for one in judgements} == {"ann", "scripted"}
    assert len(judgements) == 2 + 2 * 2 * 8 + 2 * 2 * 2  # what was there; grades; two orders of two criteria
    assert all(one.comment for one in judgements if isinstance(one, Score) and one.judge == "scripted")
    assert main(compared) == 0  # again: free, and nothing is there twice
    assert "Judge scripted: 0 calls" in capsys.readouterr().out and read_judgements([kept]) == judgements
    assert (
        main(
            [
                "evaluate",
                str(b),
                "--rubric",
                "scripted",
                "--rubric-of",
                "outline",
                "--system",
                "long",
                "--judgements",
                str(kept),
            ]
        )
        == 0
    )
    assert len(read_judgements([kept])) == len(judgements) + 2 * 3
    capsys.readouterr()
    assert main(["compare", "--judgements", str(kept), "--json", str(out)]) == 0
    told = capsys.readouterr().out
    assert "### Agreement on scores" in told and "ann and scripted" in told
    assert json.loads(out.read_text())["systems"] == ["long", "short"]


def test_grades_that_could_not_be_had_are_told_and_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = save(tmp_path / "pages", 3)
    arguments = ["evaluate", str(folder), "--rubric", "scripted", "--rubric-of", "outline", "--budget", "calls=2"]
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert "grades that could not be had, which are left out: 4 (the budget of 2 calls" in told.err
    assert "judged    | graded_content_guidance [scripted] ↑" in told.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["evaluate", "{t}/pages", "--rubric", "rules"], "--rubric needs a chat model, not rules"),
        (["evaluate", "{t}/pages", "--rubric", "nonsense:x"], "nonsense"),
        (["evaluate", "{t}/pages", "--rubric-of", "outline"], "add --rubric SPEC"),
        (["evaluate", "{t}/pages", "--rubric-of", "lead"], "invalid choice"),
        (["evaluate", "{t}/pages", "--judgements", "{t}/j"], "add --rubric SPEC"),
        (["evaluate", "{t}/pages", "--rubric", "scripted", "--judgements", "{t}/junk"], "is no judgement"),
        (["evaluate", "{t}/pages", "--rubric", "scripted", "--window", "10"], "too small"),
        (["evaluate", "{t}/own", "--rubric", "scripted"], "scripted wrote Atoll, Coral reef"),
        (["compare", "{t}/pages", "{t}/own", "--prefer", "scripted"], "scripted wrote Atoll, Coral reef"),
        (["compare", "{t}/pages", "{t}/pages", "--prefer-by", "overall"], "add --prefer SPEC"),
        (["compare", "{t}/pages", "{t}/pages", "--prefer", "scripted", "--prefer-by", "x"], "no criterion 'x'"),
        (
            ["compare", "{t}/pages", "{t}/pages", "--names", "a,a"],
            "two systems are called a: give each a name of its own (--names)",
        ),
        (["compare", "--judgements", "{t}/none"], "there is no file"),
        (["compare", "--judgements", "{t}/empty"], "no judgements to compare"),
        (["compare", "--judgements", "{t}/empty", "--gold", "x"], "--gold is for pages"),
        (["compare"], "required: A, B"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save(tmp_path / "pages", 2)
    save(tmp_path / "own", 3, model="scripted")
    (tmp_path / "junk").write_text("some text\n")
    (tmp_path / "empty").write_text("")
    assert main([one.format(t=tmp_path) for one in arguments]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1
    assert (tmp_path / "junk").read_text() == "some text\n"


def test_two_pages_under_one_name_are_not_kept_as_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = save(tmp_path / "one" / "pages", 2), save(tmp_path / "two" / "pages", 3)
    kept = tmp_path / "kept"
    assert main(["evaluate", str(a), str(b), "--rubric", "scripted", "--judgements", str(kept)]) == 2
    told = capsys.readouterr()
    assert "go by one name" in told.err and not kept.exists()
    first, second = save(tmp_path / "first", 2), save(tmp_path / "second", 3)
    one_system = ["--system", "mine", "--rubric", "scripted", "--judgements", str(kept)]
    assert main(["evaluate", str(first), str(second), *one_system]) == 2
    told = capsys.readouterr()
    assert "go by one name" in told.err and not told.out  # before a judge was paid
    assert not told.out  # nothing was paid for
