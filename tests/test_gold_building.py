"""Gold pages from a wiki, as a user builds them: what is kept, what is left out and why, and a build that is killed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import wiki_server as served
from castalia.graphs.batching.topic_files import read_topics
from castalia.graphs.cli import main
from castalia.memory.errors import InputError
from castalia.tools.gold.gold_building import gold_page
from castalia.tools.gold.gold_files import MANIFEST, check_gold
from castalia.tools.gold.gold_pages import read_gold, topic_key

TITLES = """topic,domain
coral reef,Earth
Coral reefs,Earth
Reef crest,Earth
Ethics of morals,Philosophy
Polygonum cuspidatum,Biology
Postmodernism,Psychology
Mercury,
List of reefs,Earth
Ships named Reef,Earth
Dune,Earth
Stub,Earth
Talk:Coral reef,Earth
Nowhere,Earth
C#,Computing
Loop,
Gone,Earth
"""
REASONS = {
    "Coral reefs": "same page as another topic",
    "Reef crest": "redirect into a section",
    "Ethics of morals": "redirect to another subject",
    "Postmodernism": "interdisciplinary",
    "Mercury": "disambiguation page",
    "List of reefs": "list",
    "Ships named Reef": "list",
    "Dune": "quality class",
    "Stub": "too short",
    "Talk:Coral reef": "not an article",
    "Nowhere": "no such page",
    "C#": "not a title",
    "Loop": "redirects in a circle",
    "Gone": "text cannot be read",
}


def world() -> dict[str, Any]:
    many = {"Philosophy": "B", "Literature": "B", "Visual arts": "B", "Sociology": "C", "Religion": "B"}
    plant = served.article("Reynoutria", classes={"Plants": "B"})
    pages = {
        "Coral reef": served.article("Coral reef", classes={"Oceans": "GA", "Geology": "GA", "Fishes": "B"}),
        "Reynoutria japonica": plant._replace(
            html=plant.html.replace("is a place", "(<i>Polygonum cuspidatum</i>) is a plant")
        ),
        "Ethics": served.article("Ethics", classes={"Philosophy": "B"}),
        "Postmodernism": served.article("Postmodernism", classes=many),
        "Mercury": served.article("Mercury", disambiguation=True),
        "List of reefs": served.article("List of reefs", classes={"Oceans": "FL"}),
        "Ships named Reef": served.article("Ships", set_index=True, classes={"Ships": "B"}),
        "Dune": served.article("Dune", classes={"Geology": "C", "Oceans": "B"}),
        "Stub": served.article("Stub", sentences=1, classes={"Geology": "GA"}),
        "Talk:Coral reef": served.article("Talk", namespace=1),
        "Gone": served.article("Gone", classes={"Geology": "FA"}, revision=-1),
    }
    redirects = {
        "Coral reefs": "Coral reef",
        "Reef crest": "Coral reef#Zones",
        "Ethics of morals": "Ethics",
        "Polygonum cuspidatum": "Fallopia japonica",
        "Fallopia japonica": "Reynoutria japonica",
        "Loop": "Loop two",
        "Loop two": "Loop",
    }
    return {"pages": pages, "redirects": redirects}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(one) for one in path.read_text(encoding="utf-8").splitlines()]


def test_sciwiki_keeps_what_passes_and_says_why_the_rest_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    titles, out = tmp_path / "titles.csv", tmp_path / "gold"
    titles.write_text(TITLES)
    with served.WikiServer(**world()) as server:
        server._revision = lambda title: (
            9000 + list(server.pages).index(title)
        )  # no page has revision -1: one is gone meanwhile
        parse = server._parse
        server._parse = lambda revision: parse(-1 if revision == server._revision("Gone") else revision)
        assert (
            main(
                ["gold", "sciwiki", str(titles), "--out", str(out), "--api", server.api, "--contact", "me@example.org"]
            )
            == 0
        )
        assert all("me@example.org" in headers["user-agent"] for _, _, headers in server.requests)
    told = capsys.readouterr()
    manifest = json.loads((out / "manifest.json").read_text())
    assert {one["topic"]: one["reason"] for one in manifest["left_out"]} == REASONS
    assert manifest["counts"]["left_out"] == Counter(REASONS.values())
    assert "2 gold pages of 16 titles" in told.out and "2 left out: list" in told.out
    assert "5/16 Polygonum cuspidatum: kept" in told.err

    reef, plant = lines(out / "gold.jsonl")
    assert (reef["topic"], reef["names"], reef["class"], reef["domain"]) == (
        "Coral reef",
        ["Coral reefs"],
        "GA",
        "Earth",
    )
    assert (plant["topic"], plant["names"]) == ("Polygonum cuspidatum", ["Reynoutria japonica", "Fallopia japonica"])
    assert [one["heading"] for one in reef["sections"]] == ["History", "Uses"]
    assert [(one["heading"], one["level"]) for one in reef["sections"][0]["sections"]] == [("Early days", 2)]
    whole = json.dumps([reef["lead"], reef["sections"]])
    for other in (
        "Boxed",
        "Nested box",
        "[1]",
        "edit",
        "alert",
        "caption",
        "Cell",
        "Cited work",
        "See also",
        "For other uses",
        "Contents",
    ):
        assert other not in whole
    assert "It is 10^3 m wide, and E=mc^{2} holds." in reef["lead"]

    gold = read_gold([out / "gold.jsonl"])
    assert gold[topic_key("Reynoutria japonica")] is gold["polygonum cuspidatum"] and "coral reefs" in gold
    assert gold["coral reef"].text == gold_page(reef).text
    assert [(one.name, one.domain) for one in read_topics(out / "topics.csv").topics] == [
        ("Coral reef", "Earth"),
        ("Polygonum cuspidatum", "Biology"),
    ]
    page = manifest["pages"][0]
    assert (
        page["revision"] == 9000 and page["timestamp"] == "2025-05-05T05:05:05Z" and page["retrieved"].startswith("20")
    )
    assert "action=history" in page["attribution"] and "CC BY-SA" in page["attribution"]
    assert manifest["redirects_to_check"] == [{"topic": "Polygonum cuspidatum", "title": "Reynoutria japonica"}]
    assert "me@example.org" not in (out / "manifest.json").read_text()


@pytest.mark.parametrize(("redirects", "kept"), [("none", []), ("all", ["Ethics of morals", "Polygonum cuspidatum"])])
def test_redirects_can_all_be_kept_or_left_out(redirects: str, kept: list[str], tmp_path: Path) -> None:
    titles = tmp_path / "titles.txt"
    titles.write_text("Ethics of morals\nPolygonum cuspidatum\n")
    with served.WikiServer(**world()) as server:
        arguments = [
            "gold",
            "sciwiki",
            str(titles),
            "--out",
            str(tmp_path),
            "--api",
            server.api,
            "--redirects",
            redirects,
        ]
        assert main([*arguments, "--quiet"]) == (0 if kept else 1)
    assert [one["topic"] for one in lines(tmp_path / "gold.jsonl")] == kept


def test_a_category_may_be_one_of_talk_pages_and_has_many_parts(tmp_path: Path) -> None:
    members = [(1, "Talk:Coral reef"), (0, "Dune"), (0, "Ethics"), (0, "Mercury"), (1, "Talk:Dune")]
    with served.WikiServer(**world(), categories={"GA-Class reefs": members}) as server:
        arguments = ["gold", "sciwiki", "--category", "GA-Class reefs", "--out", str(tmp_path), "--api", server.api]
        assert main([*arguments, "--domain", "Sea", "--limit", "1"]) == 0
        assert len([one for one in server.asked("query") if "list" in one]) == 3
    assert [(one["topic"], one["domain"]) for one in lines(tmp_path / "gold.jsonl")] == [("Coral reef", "Sea")]
    assert json.loads((tmp_path / "manifest.json").read_text())["counts"]["not_looked_at"] == 3


def test_freshwiki_takes_the_most_edited_articles_of_the_months(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flat = served.article("Flat", classes={"Oceans": "B"})
    pages = {
        **world()["pages"],
        "Flat": flat._replace(html=flat.html.replace("<h3", "<p").replace("</h3", "</p")),
        "New": served.article("New", classes={"Oceans": "B"}, created="2025-02-28T23:00:00Z"),
    }
    edited = {"2024/12": ["Coral reef", "Flat"], "2025/02": ["New", "List of reefs", "Coral reef"]}
    with served.WikiServer(pages, edited=edited) as server:
        arguments = [
            "gold",
            "freshwiki",
            "--from",
            "2024-12",
            "--to",
            "2025-02",
            "--api",
            server.api,
            "--metrics",
            server.metrics,
            "--quiet",
        ]
        assert main([*arguments, "--out", str(tmp_path / "all")]) == 0
        assert main([*arguments, "--out", str(tmp_path / "new"), "--created"]) == 0
    assert "no statistics of 2025-01" in capsys.readouterr().err
    assert [one["topic"] for one in lines(tmp_path / "all" / "gold.jsonl")] == ["Coral reef", "New"]
    reasons = {
        one["topic"]: one["reason"] for one in json.loads((tmp_path / "all" / "manifest.json").read_text())["left_out"]
    }
    assert reasons == {"Flat": "no subsections", "List of reefs": "list"}
    assert [(one["topic"], one["created"][:10]) for one in lines(tmp_path / "new" / "gold.jsonl")] == [
        ("New", "2025-02-28")
    ]


def test_a_sample_has_as_many_of_each_domain_and_is_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {f"Reef {at}": served.article(f"Reef {at}", classes={"Oceans": "B"}) for at in range(12)}
    titles = tmp_path / "titles.csv"
    titles.write_text("topic,domain\n" + "".join(f"Reef {at},{'Sea' if at % 3 else 'Land'}\n" for at in range(12)))
    with served.WikiServer(pages, part=50) as server:
        made = ["gold", "sciwiki", str(titles), "--api", server.api, "--per-domain", "2", "--quiet"]
        for out, seed in (("a", "1"), ("b", "1"), ("c", "2")):
            assert main([*made, "--out", str(tmp_path / out), "--shuffle", seed]) == 0
        assert main(["gold", "events", str(titles), "--api", server.api, "--out", str(tmp_path / "a")]) == 2
    assert "holds the gold pages of castalia gold sciwiki" in capsys.readouterr().err
    sampled = {out: [(one["topic"], one["domain"]) for one in lines(tmp_path / out / "gold.jsonl")] for out in "abc"}
    assert sampled["a"] == sampled["b"] != sampled["c"]
    assert Counter(domain for _, domain in sampled["a"]) == {"Sea": 2, "Land": 2}


def test_the_class_may_be_the_prediction_that_the_thesis_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {
        f"Reef {one}": served.article(f"Reef {one}", predicted=one, classes={"Oceans": "C"}) for one in ("GA", "C", "B")
    }
    titles = tmp_path / "titles.txt"
    titles.write_text("\n".join(pages))
    with served.WikiServer(pages) as server:
        arguments = [
            "gold",
            "sciwiki",
            str(titles),
            "--out",
            str(tmp_path / "out"),
            "--api",
            server.api,
            "--models",
            server.models,
        ]
        assert main([*arguments, "--quality", "predicted", "--quiet"]) == 0
        before = len(server.requests)
        assert main([*arguments, "--quality", "predicted", "--quiet"]) == 0
        assert len(server.requests) == before
        server.pages["Reef new"] = served.article("Reef new")
        titles.write_text("Reef new")
        assert main([*arguments, "--quality", "predicted", "--quiet", "--out", str(tmp_path / "other")]) == 1
    assert [(one["topic"], one["class"]) for one in lines(tmp_path / "out" / "gold.jsonl")] == [
        ("Reef GA", "GA"),
        ("Reef B", "B"),
    ]
    assert "says nothing on the quality of revision" in capsys.readouterr().err


@pytest.mark.parametrize("damaged", [b"", b'{"kind": ', b"\xff", b"[]", b'{"kind": 1}', b"[" * 100_000])
def test_a_folder_whose_manifest_does_not_tell_what_is_there_is_not_written_over(
    tmp_path: Path, damaged: bytes
) -> None:
    (tmp_path / MANIFEST).write_bytes(damaged)
    with pytest.raises(InputError, match=r"manifest\.json is no manifest .* choose another folder") as told:
        check_gold(tmp_path, "freshwiki")
    assert "\n" not in str(told.value)


def test_a_folder_is_written_again_by_the_same_kind_of_build_alone(tmp_path: Path) -> None:
    check_gold(tmp_path, "events")
    (tmp_path / MANIFEST).write_text('{"kind": "events"}')
    check_gold(tmp_path, "events")
    with pytest.raises(InputError, match="holds the gold pages of castalia gold events"):
        check_gold(tmp_path, "freshwiki")
