"""The guard: what is copied from a gold page goes, what the page was made from stays."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest
from castalia.graphs.cli import main
from castalia.memory.errors import InputError
from castalia.tools.corpus.corpora import read_corpus
from castalia.tools.gold.gold_pages import GoldPage
from castalia.tools.gold.guarded_corpus import guard_corpus
from castalia.tools.gold.leakage import Guard
from castalia.tools.gold.mirror_sites import is_mirror, says_mirror

GOLD = (
    "A tidal mill is driven by the rise and fall of the sea, which fills a pond behind a dam twice a day.[1] The sluices close by "
    "themselves when the ebb begins, and the miller waits until the water outside has dropped below the wheel. Work went on for some "
    "six hours, at whatever time of day or night the sea allowed.[2] Records of the abbey name such a mill at the mouth of the river as early "
    'as 1170. The steward wrote that "the wheel turned by night and by day, and the brothers slept badly for the noise of it", and asked for thicker walls.'
)
PAGE = GoldPage("Tidal mill", GOLD, ("History",), ("Tide mill",))
SOURCE = (
    "The accounts of the abbey were edited in 1911 from a roll that had been thought lost. Most of them concern rents of meadows and the keep of "
    'horses. One entry stands out: "the wheel turned by night and by day, and the brothers slept badly for the noise of it", the steward complained, and no '
    "answer is recorded. Later hands added sums in the margin, and the roll ends with a list of debts that were never paid. The editor "
    "gives no date for these additions, although the script points to the thirteenth century, and she leaves open who kept the books then."
)
PARAPHRASE = (
    "Wheels by the sea worked as the water rose and sank. A pond was filled at high water through gates that shut on their own once the flow turned. "
    "Grinding began after the level outside had fallen far enough, lasted about six hours, and moved round the clock with the moon."
)


@pytest.fixture(scope="module")
def guard() -> Guard:
    return Guard([PAGE])


def edited(text: str, every: int) -> str:
    """The text with every so many words put in another way."""
    return " ".join(f"re{one}" if at % every == every // 2 else one for at, one in enumerate(text.split()))


def test_a_copied_paragraph_leaks_whatever_its_marks_and_case(guard: Guard) -> None:
    for text in (GOLD, GOLD.replace("[1]", "").replace("[2]", " [14]").upper(), GOLD[120:520]):
        found = guard.leak(text, "https://blog.example/mills")
        assert found is not None
        assert (found.reason, found.topic, found.share > 0.9) == ("text of a gold page", "Tidal mill", True)


def test_a_lightly_edited_mirror_leaks(guard: Guard) -> None:
    for every in (8, 10, 15):
        assert guard.leak(edited(GOLD, every)) is not None
    assert (
        guard.leak(f"Welcome to our site. {GOLD[:400]} Read more about it in our shop, and tell your friends of it.")
        is not None
    )


def test_a_source_that_the_page_quotes_in_a_sentence_or_puts_in_other_words_stays(guard: Guard) -> None:
    assert guard.leak(SOURCE, "https://archive.example/roll", "Accounts of the abbey") is None
    assert (
        guard.leak(" ".join(SOURCE.split()[26:60]), "https://archive.example/roll") is None
    )  # the quotation is most of it
    assert guard.leak(PARAPHRASE, "https://mills.example/", "Tidal mill") is None


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("https://en.wikipedia.org/wiki/Tidal_mill", True),
        ("en.m.wikipedia.org/wiki/Tidal_mill", True),
        ("HTTPS://WWW.WIKIWAND.COM/en/Tidal_mill", True),
        ("https://web.archive.org/web/2020/https://en.wikipedia.org/wiki/Tidal_mill", True),
        ("https://proxy.example/?u=https%3A%2F%2Fen.wikipedia.org%2Fwiki%2FMill", True),
        ("http://dbpedia.org/page/Mill#x", True),
        ("https://notwikipedia.organic.example/wiki/Mill", False),
        ("https://mywikipedia.example/", False),
        ("https://www.nature.com/articles/wikipedia-study", False),
        ("B9780128094358000354@ce_section_s0010_chunk2", False),
        ("http://[broken", False),
        ("", False),
    ],
)
def test_a_mirror_is_known_by_its_address(url: str, is_one: bool) -> None:
    assert is_mirror(url) is is_one


def test_titles_tell_mirrors_and_a_namesake_needs_less_text(guard: Guard) -> None:
    assert says_mirror("Tidal mill - Wikipedia") and says_mirror("Tidal mill — Wikiwand")
    assert not says_mirror("How scholars use Wikipedia") and not says_mirror("Tidal mill")
    near = edited(GOLD, 6)
    assert guard.leak(near, "", "Mills of the coast") is None
    assert guard.leak(near, "", "Tide mill") is not None
    strict = Guard([PAGE], same_titles=True)
    assert getattr(strict.leak(PARAPHRASE, "", "tide Mill"), "reason", "") == "title of a gold page"


def test_a_title_of_marks_alone_is_the_title_of_no_page() -> None:
    strict = Guard([GoldPage("!!!", GOLD, ())], same_titles=True)
    assert strict.leak(PARAPHRASE, "", "???") is strict.leak(PARAPHRASE) is None


def test_what_a_snippet_comes_to_does_not_depend_on_the_order_of_the_pages() -> None:
    other = GoldPage("Windmill", "A windmill turns its cap into the wind with a fantail. " * 3, ())
    made = [Guard(pages).leak(GOLD) for pages in ([PAGE, other], [other, PAGE], [PAGE, other, PAGE])]
    assert made[0] == made[1] == made[2]
    assert Guard([]).leak(GOLD) is None


def test_pages_that_are_made_as_they_are_read_are_all_guarded() -> None:
    texts = [" ".join(f"w{page}x{at}" for at in range(40)) + "." for page in range(300)]
    for _ in range(3):  # a page may come to stand in memory where one was that is gone
        guard = Guard(GoldPage(text[:7], text, ()) for text in texts)
        assert all(map(guard.leak, texts))


def test_a_threshold_has_to_be_a_share() -> None:
    with pytest.raises(InputError, match="threshold"):
        Guard([PAGE], 0.0)


def rows(tmp_path: Path) -> Path:
    pieces = random.Random(3).sample(
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau".split(), 19
    )
    free = " ".join(pieces) + " and nothing else of note besides"
    made = [
        {"id": "r1", "content": GOLD[:300], "url": "https://copy.example/mill#p1"},
        {"id": "r2", "content": edited(GOLD, 9), "url": "https://copy.example/mill#p2"},
        {"id": "r3", "content": f"Footer of the copy: {free}", "url": "https://copy.example/mill#p3"},
        {"id": "r4", "content": SOURCE, "url": "https://archive.example/roll", "title": "Accounts", "year": 1911, "authors": ["A. Bee"], "page": 7},
        {"id": "r5", "content": f"Elsewhere: {free}", "url": "https://en.wikipedia.org/wiki/Abbey", "domain": "History"},
        {"id": "r6", "content": PARAPHRASE, "url": "https://mills.example/", "extra field": "kept"},
    ]  # fmt: skip
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in made))
    return path


def test_a_guarded_corpus_has_the_same_snippets_but_those_that_leak(tmp_path: Path) -> None:
    corpus, out = rows(tmp_path), tmp_path / "clean.jsonl.gz"
    report = guard_corpus([corpus], out, Guard([PAGE]))
    assert (report.read, report.kept) == (6, 2)
    assert report.reasons == {"text of a gold page": 2, "document of a mirrored text": 1, "mirror site": 1}
    assert list(read_corpus(out)) == [one for at, one in enumerate(read_corpus(corpus)) if at in (3, 5)]
    before = out.read_bytes()
    guard_corpus([corpus], out, Guard([PAGE]))
    assert out.read_bytes() == before
    assert json.loads(gzip.decompress(before).splitlines()[0])["id"] == "r4"


def test_the_command_says_how_many_and_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus, gold, out = rows(tmp_path), tmp_path / "gold.jsonl", tmp_path / "new" / "clean.jsonl"
    gold.write_text(json.dumps({"topic": "Tidal mill", "names": ["Tide mill"], "text": GOLD}))
    assert main(["gold", "guard", str(corpus), "--gold", str(gold), "--out", str(out)]) == 0
    told = capsys.readouterr().out
    assert "4 of 6 snippets left out, 2 kept" in told and "2 text of a gold page" in told and "in Tidal mill)" in told
    assert len(out.read_text().splitlines()) == 2
    assert main(["gold", "guard", str(out), "--gold", str(gold), "--out", str(tmp_path / "again.jsonl")]) == 0
    assert "0 of 2 snippets left out, 2 kept" in capsys.readouterr().out
    (tmp_path / "one.jsonl").write_text(out.read_text().splitlines()[0])
    assert main(["gold", "guard", str(tmp_path / "one.jsonl"), "--gold", str(gold), "--out", str(out), "--force"]) == 0
    assert "0 of 1 snippet left out, 1 kept" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda one: [one[0], *one[1:4], str(one[0])], "part of the corpus"),
        (lambda one: [*one, "--threshold", "2"], "threshold"),
        (lambda one: ["nowhere.jsonl", *one[1:]], "nowhere.jsonl"),
        (lambda one: [one[0], "--gold", "nogold.jsonl", *one[3:]], "no gold"),
        (lambda one: [one[0], "--gold", "/dev/null", *one[3:]], "no gold page in /dev/null: give"),
        (lambda one: [*one[:4], "/dev/null/x"], "cannot write"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(change, told, tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    corpus, gold, out = rows(tmp_path), tmp_path / "gold.jsonl", tmp_path / "clean.jsonl"
    gold.write_text(json.dumps({"topic": "Tidal mill", "text": GOLD}))
    before = corpus.read_text()
    arguments = change([str(corpus), "--gold", str(gold), "--out", str(out)])
    assert main(["gold", "guard", *arguments]) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1
    assert not out.exists() and corpus.read_text() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["corpus.jsonl", "gold.jsonl"]
