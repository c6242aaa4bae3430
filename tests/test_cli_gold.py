"""``castalia gold`` on bad days: a build that is killed, wrong input, a server that fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import wiki_server as served
from castalia.graphs.cli import main

REEF = served.article("Coral reef", classes={"Oceans": "GA"})


def test_a_killed_build_goes_on_without_asking_again(tmp_path: Path) -> None:
    pages = {f"Reef {at}": served.article(f"Reef {at}", classes={"Oceans": "B"}, sentences=6) for at in range(8)}
    titles = tmp_path / "titles.txt"
    titles.write_text("\n".join(pages))
    out = tmp_path / "gold"
    with served.WikiServer(pages, part=50) as server:
        arguments = ["gold", "sciwiki", str(titles), "--out", str(out), "--api", server.api, "--min-words", "100"]
        code = "import sys; from castalia.graphs.cli import main; sys.exit(main(sys.argv[1:]))"
        build = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        server.on_request = lambda count: build.kill() if count == 5 else None
        build.communicate(timeout=60)
        assert build.returncode == -9
        assert [one.name for one in out.iterdir() if one.name.endswith((".jsonl", ".json", ".csv"))] == []
        server.on_request = None
        before = len(server.requests)
        assert main([*arguments, "--quiet"]) == 0
        assert len((out / "gold.jsonl").read_text().splitlines()) == 8
        twice = [
            one for one, count in Counter(json.dumps(query) for _, query, _ in server.requests).items() if count > 1
        ]
        assert before == 5 and len(server.requests) <= 10 and len(twice) <= 1  # what was under way when it was killed
        whole = {
            one.name: one.read_bytes() for one in out.iterdir() if one.suffix != ".sqlite" and "sqlite-" not in one.name
        }
        assert main([*arguments, "--quiet"]) == 0
        assert len(server.requests) <= 10
    assert all((out / name).read_bytes() == content for name, content in whole.items())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["sciwiki", "nowhere.txt"], "nowhere.txt"),
        (["sciwiki"], "needs a file of titles, or --category"),
        (["sciwiki", "T", "--api", "ftp://x/api.php", "--contact", "a@b.c"], "--api ftp://x/api.php"),
        (["sciwiki", "T", "--api", "https://en.wikipedia.org/w/api.php"], "--contact"),
        (["sciwiki", "T", "--limit", "-1"], "--limit -1"),
        (["sciwiki", "T", "--min-words", "10", "--max-words", "5"], "--max-words 5"),
        (["sciwiki", "T", "--contact", "a\nb"], "--contact"),
        (["freshwiki", "--from", "2025-13"], "no month"),
        (["freshwiki", "--from", "2025-03", "--to", "2025-01"], "before"),
        (["events", "T", "--from", "yesterday"], "no day"),
        (["events", "T", "--sources", "0"], "--sources"),
        (["sciwiki", "T", "--out", "/dev/null/x"], "cannot write"),
    ],
)
def test_wrong_input_is_one_line_and_nothing_is_asked(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "T").write_text("Coral reef\n")
    with served.WikiServer({"Coral reef": REEF}) as server:
        given = ["gold", arguments[0], "--api", server.api, "--out", "out", *arguments[1:]]
        assert main(given) == 2
        assert server.requests == []
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["T"]


def test_a_server_that_fails_is_exit_code_1_and_leaves_no_gold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "T").write_text("Coral reef\n")
    arguments = ["gold", "sciwiki", str(tmp_path / "T"), "--out", str(tmp_path / "out"), "--quiet", "--api"]
    with served.WikiServer({"Coral reef": REEF}, no_classes=True) as server:
        assert main([*arguments, f"{server.root}/nothing"]) == 1
        assert main([*arguments, server.api]) == 1
        assert main([*arguments, server.api, "--classes", "any", "--most-fields", "0"]) == 0
    said = capsys.readouterr().err
    assert "it says 404" in said and "--classes any --most-fields 0" in said and said.count("\n") == 2
