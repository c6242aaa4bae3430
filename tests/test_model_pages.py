"""Whole pages through a real HTTP server that answers, or misbehaves: what the user sees, what is kept, what is
counted."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import chat_server as served
import lighthouses
import pytest
from castalia.graphs import Settings, TopicPage, cli, generate_sync
from castalia.graphs.thinking import Thinking
from castalia.memory.errors import CastaliaError
from castalia.tools.models import gate as gates
from castalia.tools.models.chat import Call, Message
from castalia.tools.models.gate import Gate
from castalia.tools.models.prices import Price
from castalia.tools.pages.page_json import walk_sections
from castalia.tools.scripted.scripted_faults import FAULTS
from castalia.tools.scripted.scripted_model import ScriptedModel, good_answer

Body = Mapping[str, Any]
Way = Callable[[Body, str], Any]  # a request and its good answer -> an answer or a step

TOPIC: str = lighthouses.TOPIC
SURVIVAL = (
    "Engineers of one lighthouse service counted how long filament lamps last. Overall survival was 12 months, and the "
    "interval [0,1] held the share of lamps that failed early in each lighthouse."
)
ROWS = [*lighthouses.lighthouse_rows(8), json.dumps({"text": SURVIVAL, "title": "Lamps that fail", "year": 2011})]
SEED = 12
SETTINGS = Settings.for_models(depth=0, seed=SEED)
# Five sections; two subsections share a name.
OUTLINE: dict[str, Any] = {
    "sections": [
        {
            "heading": "Lamps and lenses",
            "about": ["lamp", "lens"],
            "sections": [{"heading": "Early forms", "about": ["wood", "coal"]}, {"heading": "Range", "about": []}],
        },
        {
            "heading": "Towers",
            "about": ["tower", "granite"],
            "sections": [{"heading": "Early forms", "about": ["Pharos"]}],
        },
        {"heading": "Keepers", "about": ["keeper"], "sections": []},
        {"heading": "Birds", "about": ["bird"], "sections": []},
        {"heading": "Fog signals", "about": ["fog signal"], "sections": []},
    ]
}
VICTIM = "Birds"
# Words of the snippet whose reading goes wrong where a section's calls do.
READ_WITH = {
    "Lamps and lenses": "Augustin Fresnel",
    "Towers": "Smeaton",
    "Keepers": "trimmed the wicks",
    "Birds": "Pharos",
    "Fog signals": "Bells and guns",
}
PARAPHRASE = "On foggy nights, the beam of a lighthouse draws birds that migrate, and many die at its panes"
ROLE_OF = {
    "Extracted": "extractor",
    "Verdicts": "normaliser",
    "Asked": "researcher",
    "Terms": "synthesizer",
    "Outlined": "outliner",
    "Helpful": "relevance_filter",
    "Draft": "writer",
    "Changes": "writer",
    "Review": "reviewer",
    "Edited": "editor",
}


# What the server answers


def call_of(body: Body) -> Call:
    told = (body.get("response_format") or {}).get("json_schema") or {}
    messages = tuple(Message(one["role"], one["content"]) for one in body["messages"])
    return Call("any", messages, told.get("schema"), told.get("name", ""), 0, body.get("max_tokens"))


def kind_of(body: Body) -> str:
    """The schema's name; "Draft" for the writer's text."""
    return call_of(body).schema_name or "Draft"


def asked(body: Body) -> str:
    """The first thing that the agent says to the model."""
    return str(body["messages"][1]["content"])


def is_about(body: Body, heading: str) -> bool:
    """Whether the call is about this section, or about the snippet that goes with it."""
    kind, text = kind_of(body), asked(body)
    if kind == "Extracted":
        return READ_WITH[heading] in text
    if kind == "Helpful":
        return f"\nSection: {heading}\n" in text
    return kind in ("Draft", "Changes", "Review") and f"\n# {heading}\n" in text


def is_victim(body: Body) -> bool:
    return is_about(body, VICTIM)


def keys_of(body: Body) -> list[str]:
    """The keys of the snippets that a prompt shows, in its order."""
    return re.findall(r'^<snippet key="(s[0-9a-f]+)"', asked(body), re.MULTILINE)


def key_of(body: Body, text: str) -> str:
    """The key of the snippet that holds this text."""
    found = re.search(rf'^<snippet key="(s[0-9a-f]+)"[^>]*>\n[^<]*{re.escape(text)}', asked(body), re.MULTILINE)
    assert found is not None, text
    return found[1]


def good(body: Body) -> str:
    """The scripted answer under a fixed outline; birds are told in other words than the snippet's."""
    kind = kind_of(body)
    if kind == "Outlined":
        return json.dumps(OUTLINE)
    if kind == "Draft" and is_victim(body) and "Migrating birds" in asked(body):
        key = key_of(body, "Migrating birds")
        return f"# {VICTIM}\n\n{PARAPHRASE} [{key}]. Flashing lights attract fewer birds than lights that burn without a break [{key}]."
    return good_answer(call_of(body))


def answering(
    ways: Mapping[str, Way] | None = None, victim: Way | None = None, every: Way | None = None
) -> Callable[[Body], Any]:
    """The good answer, but for the kinds of call that ``ways`` names, for the victim's calls, or for all."""

    def answer(body: Body) -> Any:
        way = (ways or {}).get(kind_of(body)) or (victim if is_victim(body) else None) or every
        return good(body) if way is None else way(body, good(body))

    return answer


def apart(ways: Mapping[str, Way], kind: str = "") -> Way:
    """For the calls (of this kind) about each of these sections its own way."""

    def way(body: Body, text: str) -> Any:
        found = [one for heading, one in ways.items() if kind in ("", kind_of(body)) and is_about(body, heading)]
        return found[0](body, text) if found else text

    return way


def always(step: Any) -> Way:
    """This step; a stall is followed by the good answer."""
    return lambda body, text: step._replace(text=text) if step.stall else step


def fault(name: str) -> Way:
    change, finish = FAULTS[name]

    def spoilt(body: Body, text: str) -> Any:
        if finish == "refused":
            return served.refused()
        return served.text(change(call_of(body), text), {"filtered": "content_filter"}.get(finish, finish))

    return spoilt


@dataclass(slots=True)
class First:
    """A way for the first time that each prompt comes, and the good answer after."""

    way: Way
    seen: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, body: Body, text: str) -> Any:
        told = kind_of(body) + asked(body)  # a repair is the same prompt and more
        with self.lock:
            is_first = told not in self.seen
            self.seen.add(told)
        return self.way(body, text) if is_first else text


# What comes out


@pytest.fixture(autouse=True)
def _no_models_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = "OPENAI_API_KEY OPENAI_BASE_URL OPENAI_API_BASE CASTALIA_MODEL CASTALIA_MODEL_KEY"
    theirs = "OPENAI_PROXY OPENAI_ORG_ID LANGSMITH_GATEWAY LANGSMITH_TRACING LANGCHAIN_TRACING_V2"
    for name in f"{ours} {theirs}".split():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    monkeypatch.setenv("no_proxy", "127.0.0.1,localhost")
    monkeypatch.setattr(gates, "_FIRST_WAIT", 0.01)  # the command line has no gate to be given


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("corpus") / "rows.jsonl"
    path.write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    return path


@dataclass(frozen=True, slots=True)
class Made:
    """A page with what the server saw of it."""

    page: TopicPage
    requests: tuple[Any, ...]

    @property
    def stats(self) -> dict[str, Any]:
        return self.page.record["stats"]

    @property
    def kinds(self) -> Counter[str]:
        return Counter(kind_of(one.body) for one in self.requests)

    @property
    def headings(self) -> list[str]:
        return [one["heading"] for one in self.page.record["sections"]]

    @property
    def issues(self) -> list[str]:
        return [one["reason"] for one in self.page.record["open_issues"]]

    def notes(self, kind: str) -> list[dict[str, Any]]:
        return [one for one in self.page.run["notes"] if one["kind"] == kind]

    def spent(self, role: str) -> dict[str, Any]:
        return dict(self.page.run["account"]["by_role"].get(role, {}))

    def sentences(self, without: Collection[str] = ()) -> list[tuple[str, str]]:
        """Heading and sentence of all sections (not of the lead), without those of some sections."""
        names = {
            inner["id"]: (top["heading"], inner["heading"])
            for top in self.page.record["sections"]
            for inner, _ in walk_sections([top])
        }
        told = [
            (names[one["section"]], one["sentence"]) for one in self.page.record["claims"] if one["section"] in names
        ]
        return [(inner, sentence) for (top, inner), sentence in told if top not in without]

    def claim(self, sentence: str) -> Any:
        return next(one for one in self.page.record["claims"] if one["sentence"].startswith(sentence))


def made(
    corpus: Path,
    answer: Callable[[Body], Any] | None = None,
    *,
    settings: Settings = SETTINGS,
    attempts: int = 3,
    roles: Any = None,
    gate: Gate | None = None,
    **thinking: Any,
) -> Made:
    with served.ChatServer(answer or answering()) as server:
        spec = f"openai:test-model@{server.url}"
        model = Thinking.of(spec if roles is None else dict.fromkeys(roles, spec), **thinking)
        page = generate_sync(
            TOPIC,
            corpus=corpus,
            model=model,
            settings=settings,
            gate=gate or Gate(longest_wait=0.02, attempts=attempts, concurrency=thinking.get("concurrency", 16)),
        )
        assert server.connections <= 16
        result = Made(page, tuple(server.chats))
    check(result)
    return result


def check(one: Made) -> None:
    """What holds for every page, whatever the model did: citations resolve, nothing of markup shows, nothing is counted
    that was not sent."""
    record = one.page.record
    assert one.page.problems == []
    text = " ".join([record["lead"], *(section["text"] for section, _ in walk_sections(record["sections"]))])
    assert not re.search(r"\[s[0-9a-f]{6,16}\]", text)
    assert "<script>alert" not in one.page.html and "<img src=x" not in one.page.html
    numbers = [int(found) for found in re.findall(r"\[(\d+)\]", text)]
    assert list(dict.fromkeys(numbers)) == [ref["number"] for ref in record["references"]]
    # one chat request an attempt
    total = one.page.run["account"]["total"]
    assert len(one.requests) == total["calls"] + total["retries"]
    assert (
        one.stats["model_calls"]
        == total["calls"]
        == sum(role["calls"] for role in one.page.run["account"]["by_role"].values())
    )
    for kind, count in one.kinds.items():
        assert count <= one.spent(ROLE_OF[kind])["calls"] + one.spent(ROLE_OF[kind])["retries"]


@pytest.fixture(scope="module")
def clean(corpus: Path) -> Made:
    return made(corpus)


def test_a_page_comes_out_and_every_request_is_counted(clean: Made) -> None:
    assert clean.headings == [one["heading"] for one in OUTLINE["sections"]]
    assert clean.page.record["engine"] == "model" and clean.page.record["lead"]
    assert clean.kinds == {
        "Extracted": SEED, "Verdicts": 1, "Outlined": 1, "Helpful": 5, "Draft": 5, "Review": 5, "Edited": 1
    }  # fmt: skip
    assert clean.stats["failed_calls"] == clean.stats["failed_sections"] == clean.stats["failed_snippets"] == 0
    assert clean.claim(PARAPHRASE)["verdict"] == "supported"  # by the review: no snippet has these words
    assert clean.stats["tokens"] > 10_000 and clean.stats["cost"] is None and not clean.stats["budget_exhausted"]
    prompts = sum((len(message["content"]) + 3) // 4 for one in clean.requests for message in one.body["messages"])
    assert abs(clean.page.run["account"]["total"]["prompt_tokens"] - prompts) <= 3 * len(clean.requests)


def test_a_run_makes_one_client_for_all_roles(corpus: Path) -> None:
    with served.ChatServer(answering()) as server:
        generate_sync(
            TOPIC,
            corpus=corpus,
            model=Thinking.of(f"openai:test-model@{server.url}", concurrency=1),
            settings=SETTINGS,
        )
        assert server.count > 20 and server.connections == server.most_at_once == 1


# The connection and the endpoint


TROUBLES = {
    "429 without Retry-After": served.rate_limited(),
    "429 with Retry-After": served.rate_limited(0.01),
    "500": served.failing(500),
    "a proxy's page": served.raw("<html>Bad gateway</html>", 502, "text/html"),
    "dropped connection": served.dropped(),
    "dropped midway": served.dropped(midway=True),
}


# That the others pass, too, is for test_chat_models.
def test_trouble_that_passes_costs_a_retry_and_nothing_of_the_page(corpus: Path, clean: Made) -> None:
    passing = {"Keepers": "429 with Retry-After", "Birds": "a proxy's page", "Fog signals": "dropped midway"}
    ways = {heading: First(always(TROUBLES[name])) for heading, name in passing.items()}
    one = made(corpus, answering(every=apart(ways)))
    assert one.sentences() == clean.sentences()
    assert one.page.record["lead"] == clean.page.record["lead"]
    assert one.page.record["references"] == clean.page.record["references"]
    assert one.issues == [] and one.stats["failed_calls"] == 0
    assert one.stats["model_calls"] == clean.stats["model_calls"]
    for role in ("extractor", "relevance_filter", "writer", "reviewer"):
        assert one.spent(role)["retries"] == len(passing), role


LASTING = {
    "on the way": {
        "Keepers": (TROUBLES["429 with Retry-After"], "too many requests", 3),
        "Birds": (TROUBLES["500"], "the server failed", 3),
        "Fog signals": (TROUBLES["dropped connection"], "the connection failed", 3),
    },
    "at the model": {
        "Towers": (served.context_too_long(), "the prompt is too long", 1),
        "Keepers": (served.prompt_filtered(), "a content filter stopped the prompt", 1),
        "Birds": (served.filtered("Migrating birds are"), "stopped by its content filter", 0),
        "Fog signals": (served.refused(), "declined to answer", 0),
    },
}


@pytest.mark.parametrize("where", LASTING)
def test_trouble_that_lasts_costs_its_own_snippet_and_section_alone(where: str, corpus: Path, clean: Made) -> None:
    """A step for each section, what the page says of it, and how often a call is sent that counts as failed."""
    victims = LASTING[where]
    one = made(corpus, answering(every=apart({heading: always(step) for heading, (step, _, _) in victims.items()})))
    # kept: every other section, to the sentence, in its place
    assert one.headings == [heading for heading in clean.headings if heading not in victims]
    assert one.sentences() == clean.sentences(without=victims)
    # counted
    assert one.stats["failed_snippets"] == one.stats["failed_sections"] == len(victims) == len(one.issues)
    for heading, (_, words, _) in victims.items():
        # seen: which section is missing, and why
        assert [words in issue for issue in one.issues if f"“{heading}” could not be written" in issue] == [True]
        assert f"## {heading}" not in one.page.markdown
        # noted with the reason
        assert [words in note["reason"] for note in one.notes("snippet_lost")].count(True) == 1
        (unjudged,) = (note for note in one.notes("not_judged") if words in note["reason"])
        assert unjudged["snippets"]
    assert len(one.notes("snippet_lost")) == len(one.notes("not_judged")) == len(victims)
    for role in ("extractor", "relevance_filter", "writer"):
        assert one.spent(role)["retries"] == sum(max(times - 1, 0) for _, _, times in victims.values()), role
    assert one.stats["failed_calls"] == 3 * sum(times > 0 for _, _, times in victims.values())


def test_a_stall_is_ended_by_the_time_limit_of_a_call(corpus: Path, clean: Made) -> None:
    stall = always(served.stalled(1.5))
    one = made(
        corpus,
        answering({"Draft": apart({VICTIM: stall, "Keepers": First(stall)})}),
        attempts=2,
        timeout=0.5,
    )
    assert one.sentences() == clean.sentences(without=[VICTIM])
    assert one.spent("writer")["retries"] == 2 and one.stats["failed_sections"] == 1
    assert [("no answer in time" in issue and VICTIM in issue) for issue in one.issues] == [True]


def test_a_reviewer_that_fails_leaves_its_sentences_unchecked(corpus: Path, clean: Made) -> None:
    steps = {"Birds": served.failing(500), "Keepers": served.refused(), "Fog signals": served.text("no JSON here")}
    told = {
        "Keepers": "Those who kept the light trimmed the wicks and wound the clockwork that turned the lens",
        "Fog signals": "Where the light cannot be seen, fog signals of lighthouses sound instead",
    }

    def draft(body: Body, text: str) -> str:
        for heading, sentence in told.items():
            if is_about(body, heading):
                text += f" {sentence} [{keys_of(body)[0]}]."
        return text

    ways = {
        "Draft": lambda body, text: draft(body, good(body)),
        "Review": apart({k: always(v) for k, v in steps.items()}),
    }
    one = made(corpus, answering(ways))
    assert [
        pair for pair in one.sentences() if pair not in {(k, f"{v}.") for k, v in told.items()}
    ] == clean.sentences()
    for sentence in (PARAPHRASE, *told.values()):
        assert one.claim(sentence)["verdict"] == "unchecked", sentence
    assert one.claim("Flashing lights")["verdict"] == "supported"  # word for word in its snippet, which needs no model
    unreviewed = sum(note["sentences"] for note in one.notes("not_reviewed"))
    assert len(one.notes("not_reviewed")) == 3
    assert f"{unreviewed} sentences could not be reviewed by the model." in one.page.record["notices"]
    assert "could not be reviewed" in one.page.markdown


@pytest.mark.parametrize(
    ("outlined", "edited"),
    [(served.failing(500), served.text("{")), (served.text('{"sections": []}'), served.refused())],
)
def test_the_extractive_engine_stands_in_for_outliner_and_editor(outlined: Any, edited: Any, corpus: Path) -> None:
    one = made(corpus, answering({"Outlined": always(outlined), "Edited": always(edited)}))
    assert one.headings and one.page.record["lead"]
    assert sorted(note["role"] for note in one.notes("stood_in")) == ["editor", "outliner"]
    assert all(note["reason"] for note in one.notes("stood_in"))
    for role in ("editor", "outliner"):
        assert any(f"stood in for the {role}" in gap for gap in one.page.record["notices"])
        assert f"stood in for the {role}" in one.page.markdown
    assert one.stats["failed_sections"] == 0


def test_an_editor_that_fails_costs_its_lead_and_no_sentence_of_the_sections(corpus: Path, clean: Made) -> None:
    one = made(corpus, answering({"Edited": always(served.failing(500))}))
    assert one.sentences() == clean.sentences()  # rules for verbatim pages would drop sections of two sentences
    assert one.page.record["lead"].startswith("A lighthouse is a tower") and one.headings == clean.headings
    assert one.stats["failed_calls"] == 1 and one.spent("editor")["retries"] == 2


def test_curation_without_answers_goes_on_with_what_the_topic_found(corpus: Path) -> None:
    silent = always(served.refused())
    one = made(
        corpus,
        answering({"Asked": silent, "Verdicts": silent}),
        settings=Settings.for_models(depth=2, seed=SEED),
    )
    assert one.stats["snippets"] == SEED and one.headings
    assert one.notes("no_questions") and "declined" in one.notes("no_questions")[0]["reason"]
    assert all(note["pairs"] for note in one.notes("pairs_not_judged"))
    assert one.kinds["Terms"] == 0
    without_terms = made(
        corpus, answering({"Terms": always(served.failing(500))}), settings=Settings.for_models(depth=1, seed=SEED)
    )
    assert without_terms.stats["snippets"] == SEED and without_terms.notes("no_search_terms")


def breaks(call: Call, good: str) -> Exception:
    return RuntimeError("tensors differ")


@pytest.mark.parametrize(
    ("roles", "kinds"),
    [
        ("normaliser researcher relevance_filter", "pairs_not_judged no_questions not_judged"),
        ("synthesizer outliner reviewer editor", "no_search_terms stood_in not_reviewed"),
    ],
)
def test_a_model_of_ones_own_that_breaks_costs_its_own_step_in_every_role(roles: str, kinds: str, corpus: Path) -> None:
    models = {"*": "scripted"} | dict.fromkeys(roles.split(), ScriptedModel({"*": breaks}, name="mine"))
    page = generate_sync(TOPIC, corpus=corpus, model=models, settings=Settings.for_models(depth=1, seed=SEED))
    assert page.record["sections"] and page.problems == []
    told = {note["kind"] for note in page.run["notes"] if "mine: the call failed with RuntimeError" in str(note)}
    assert told >= set(kinds.split()) and page.record["stats"]["failed_calls"] >= len(roles.split())


@pytest.mark.parametrize("role", ["extractor", "writer"])
def test_where_a_broken_model_leaves_no_page_one_line_names_it(role: str, corpus: Path) -> None:
    models = {"*": "scripted", role: ScriptedModel({"*": breaks}, name="mine")}
    with pytest.raises(CastaliaError, match=r"the model mine: the call failed with RuntimeError \(tensors differ\)"):
        generate_sync(TOPIC, corpus=corpus, model=models, settings=SETTINGS)


# The answers


# By section: what is wrong with all answers, and what with the text; only the lines of sections without subsections
# can change their headings.
CLOTHES = {
    "most": {
        "Lamps and lenses": ["fenced JSON"],
        "Towers": ["prose around"],
        "Keepers": ["trailing commas", "no heading"],
        "Birds": ["list for object", "other heading"],
        "Fog signals": ["object for list", "bullets"],
    },
    "rest": {
        "Lamps and lenses": ["extra fields"],
        "Towers": ["duplicate ids"],
        "Keepers": ["same heading twice"],
        "Birds": ["script tag"],
        "Fog signals": ["100 kB answer"],
    },
}


@pytest.mark.parametrize("which", CLOTHES)
def test_an_answer_in_the_wrong_clothes_is_read_as_if_it_had_none(which: str, corpus: Path, clean: Made) -> None:
    worn = CLOTHES[which]

    def wearing(names: list[str]) -> Way:
        return lambda body, text: fault(names[-1] if kind_of(body) in ("Draft", "Changes") else names[0])(body, text)

    one = made(corpus, answering(every=apart({heading: wearing(names) for heading, names in worn.items()})))
    assert one.sentences() == clean.sentences()
    assert one.page.record["lead"] == clean.page.record["lead"]
    assert one.issues == [] and one.stats["model_calls"] == clean.stats["model_calls"]
    assert one.stats["failed_calls"] == one.stats["failed_snippets"] == one.stats["failed_sections"] == 0
    noted = {
        "fenced JSON": "code fence",
        "prose around": "preamble",
        "no heading": "no heading",
        "other heading": "other heading",
        "same heading twice": "repeated heading",
        "bullets": "list",
        "script tag": "html",
        "100 kB answer": "sentences_dropped",
    }
    names = [name for those in worn.values() for name in those]
    assert [name for name in names if name in noted and not one.notes(noted[name])] == []  # what was mended is told
    if "100 kB answer" in names:
        assert one.stats["tokens"] > clean.stats["tokens"] + 50_000  # it was paid, and is counted


def test_good_rows_of_a_bad_answer_are_kept_and_one_repair_is_asked(corpus: Path, clean: Made) -> None:
    bad = {VICTIM: fault("truncated JSON"), "Fog signals": fault("wrong types")}
    one = made(corpus, answering(every=apart(bad)))
    assert one.sentences() == clean.sentences() and one.issues == []
    # rows of the extractor that were whole are kept, the others named; no call more
    assert len(one.notes("relation_dropped")) >= 2 and one.stats["failed_snippets"] == 0
    assert one.spent("extractor")["calls"] == SEED
    graph, whole = one.page.graph, clean.page.graph
    assert 0 < len(graph.edges) < len(whole.edges)
    # filter and reviewer have no row that is whole: one repair each, then the snippets stay and the sentences are
    # unchecked
    assert one.spent("relevance_filter")["calls"] == one.spent("reviewer")["calls"] == 5 + len(bad)
    assert len(one.notes("not_judged")) == len(bad) and one.claim(PARAPHRASE)["verdict"] == "unchecked"
    repairs = [request for request in one.requests if len(request.body["messages"]) > 2]
    assert len(repairs) == 2 * len(bad)
    for request in repairs:
        assert "could not be used" in request.body["messages"][-1]["content"]


def test_a_repair_that_works_leaves_nothing_to_tell(corpus: Path, clean: Made) -> None:
    typed = ("Extracted", "Helpful", "Review", "Outlined", "Edited", "Verdicts")
    first = First(always(served.text("I would rather talk about the weather.")))
    one = made(corpus, answering(dict.fromkeys(typed, first)))
    assert one.sentences() == clean.sentences()
    assert one.page.record["gaps"] == clean.page.record["gaps"] and one.issues == []
    assert one.stats["model_calls"] == 2 * clean.stats["model_calls"] - 5  # the writer's five are plain text


def test_an_empty_answer_costs_its_snippet_and_section(corpus: Path, clean: Made) -> None:
    one = made(corpus, answering(victim=always(served.empty())))
    assert one.sentences() == clean.sentences(without=[VICTIM])
    assert one.stats["failed_snippets"] == one.stats["failed_sections"] == 1
    assert "wrote no sentence that cites a snippet" in one.issues[0]
    assert one.spent("extractor")["calls"] == SEED + 1 and one.spent("relevance_filter")["calls"] == 6


@pytest.fixture(scope="module")
def mended(corpus: Path) -> Made:
    """A page one section of which was cut off, and one of which came as a table."""
    return made(corpus, answering({"Draft": apart({VICTIM: fault("cut off"), "Fog signals": fault("table")})}))


def test_an_answer_that_ran_into_its_limit_loses_its_last_words_alone(mended: Made, clean: Made) -> None:
    told, before = mended.sentences(without=["Fog signals"]), clean.sentences(without=["Fog signals"])
    assert [pair for pair in before if pair not in told] == [
        (VICTIM, "Flashing lights attract fewer birds than lights that burn without a break.")
    ]
    assert all(pair in before for pair in told)
    assert mended.notes("answer_cut_off") and mended.notes("cut off")


def test_a_table_is_read_as_sentences(mended: Made, clean: Made) -> None:
    told, before = ([one for heading, one in of.sentences() if heading == "Fog signals"] for of in (mended, clean))
    assert [one.removeprefix("Statement: ") for one in told] == before and len(told) > 1
    assert mended.notes("table")
    fog = next(section for section in mended.page.record["sections"] if section["heading"] == "Fog signals")
    assert "|" not in fog["text"]


def test_a_section_without_a_known_key_is_written_again_then_lost(corpus: Path, clean: Made) -> None:
    lost = {"Keepers": "unknown keys", "Birds": "numbers as citations", "Fog signals": "out-of-range citations"}
    one = made(corpus, answering({"Draft": apart({heading: fault(name) for heading, name in lost.items()})}))
    assert one.sentences() == clean.sentences(without=lost)
    assert one.spent("writer")["calls"] == 5 + len(lost) and len(one.notes("written_again")) == len(lost)
    assert len(one.issues) == one.stats["failed_sections"] == len(lost)
    assert all("no sentence that cites a snippet" in issue for issue in one.issues)
    assert {note["detail"] for note in one.notes("number mark")} == {"[1,2]", "[999]"} and one.notes("unknown key")


def test_a_filter_that_names_no_key_that_was_shown_keeps_its_snippets(corpus: Path, clean: Made) -> None:
    def helpful(body: Body, text: str) -> Any:
        return '{"helpful": []}' if is_victim(body) else fault("unknown keys")(body, text)

    one = made(corpus, answering({"Helpful": helpful}))
    assert one.headings == [heading for heading in clean.headings if heading != VICTIM]
    assert len(one.notes("not_judged")) == 4
    assert all("none of the keys" in note["reason"] for note in one.notes("not_judged"))
    # one that says that nothing helps is believed
    assert one.issues == [f"the section “{VICTIM}” could not be written: no snippet helps to write “{VICTIM}”"]


def test_numbers_of_sentences_and_objections_that_there_are_not_change_nothing(corpus: Path, clean: Made) -> None:
    def review(body: Body, text: str) -> str:
        at, asks = ([1], "rewrite") if is_victim(body) else ([-1, 0, 99], "remove")
        issues = [{"sentence": one, "problem": "It could be shorter.", "request": asks, "keys": []} for one in at]
        return json.dumps({"verdict": "needs revision", "issues": issues})

    def change(body: Body, text: str) -> str:
        key = keys_of(body)[0]
        rows = [
            (99, "Nobody asked."),
            (1, f"The beam of a lighthouse draws birds on foggy nights [{key}]."),
            (1, "Twice."),
        ]
        return json.dumps({"changes": [{"objection": at, "text": told} for at, told in rows]})

    one = made(corpus, answering({"Review": review, "Changes": change}))
    assert [pair for pair in one.sentences() if pair[0] != VICTIM] == clean.sentences(without=[VICTIM])
    birds = [sentence for heading, sentence in one.sentences() if heading == VICTIM]
    assert birds[0] == "The beam of a lighthouse draws birds on foggy nights." and len(birds) == 2
    assert one.notes("change_dropped")
    assert one.stats["revisions"] == 3  # the reviewer never gives in; after three revisions that stays open
    assert one.kinds["Changes"] == 3 and len(one.issues) == 1 and "It could be shorter." in one.issues[0]


def test_a_revision_that_fails_leaves_the_draft_and_the_objection(corpus: Path, clean: Made) -> None:
    def object_always(body: Body, text: str) -> str:
        issue = {"sentence": 1, "problem": "Not what the snippet says.", "request": "rewrite", "keys": []}
        return json.dumps({"verdict": "needs revision", "issues": [issue]}) if is_victim(body) else text

    one = made(corpus, answering({"Review": object_always, "Changes": always(served.context_too_long())}))
    assert one.sentences() == clean.sentences()
    assert one.notes("not_revised") and "Not what the snippet says." in one.issues
    assert one.claim(PARAPHRASE)["verdict"] == "unsupported" and one.stats["unsupported_sentences"] >= 1


# What goes wrong elsewhere


def test_a_citation_that_is_not_there_takes_no_neighbour_with_it(corpus: Path) -> None:
    def draft(body: Body, text: str) -> str:
        if not is_victim(body):
            return text
        key = keys_of(body)[0]
        return (
            f"# {VICTIM}\n\n{PARAPHRASE} [{key}][5]. Flashing lights attract fewer birds than lights that burn without a break "
            f"[{key}][s0bad0bad0bad]. Migrating birds are drawn to the beam of a lighthouse [5][{key}] on foggy nights."
        )

    one = made(corpus, answering({"Draft": draft}))
    birds = [sentence for heading, sentence in one.sentences() if heading == VICTIM]
    assert len(birds) == 3
    cited = {
        tuple(claim["citations"])
        for claim in one.page.record["claims"]
        if claim["sentence"] in birds and claim["section"] != "lead"
    }
    assert len(cited) == 1 and len(next(iter(cited))) == 1
    assert one.notes("number mark") and one.notes("unknown key") and one.issues == []


def test_sentences_that_begin_with_overall_stand_and_brackets_of_science_do_too(corpus: Path) -> None:
    said = "Overall survival was 12 months"
    interval = "The interval [0,1] held the share of lamps that failed early"

    def draft(body: Body, text: str) -> str:
        if "\n# Lamps and lenses\n" not in asked(body):
            return text
        key = key_of(body, "Engineers of one lighthouse service")
        return f"# Lamps and lenses\n\n{interval} [{key}].\n\n{said} [{key}]."

    outline = json.dumps(
        {"sections": [{**OUTLINE["sections"][0], "about": ["overall survival", "lamp"]}, *OUTLINE["sections"][1:]]}
    )
    one = made(
        corpus,
        answering(
            {
                "Draft": draft,
                "Outlined": lambda body, text: outline,
                "Helpful": lambda body, text: json.dumps({"helpful": keys_of(body)}),
            }
        ),
        settings=Settings.for_models(depth=0, seed=19, assign="everything", snippets_per_heading=24),
    )
    lamps = next(section for section in one.page.record["sections"] if section["heading"] == "Lamps and lenses")
    assert re.search(rf"{re.escape(said)}\.\[\d+\]", lamps["text"]) and "interval [0,1] held" in lamps["text"]


def early_forms(body: Body, text: str) -> str:
    """Both sections with a subsection "Early forms" write it, each with a sentence of its own."""
    if "\n## Early forms\n" not in f"{asked(body)}\n":
        return text
    key = keys_of(body)[0]
    top = "Lamps and lenses" if "\n# Lamps and lenses\n" in asked(body) else "Towers"
    return f"# {top}\n\nThe light of a coast stands here for {top.lower()} [{key}].\n\n## Early forms\n\nThe early forms of {top.lower()} were plain [{key}]."


def test_two_subsections_of_one_name_keep_their_own_text(corpus: Path) -> None:
    approves = always(served.text('{"verdict": "approved", "issues": []}'))
    one = made(corpus, answering({"Draft": early_forms, "Review": approves}))
    inner = {
        top["heading"]: [(part["heading"], re.sub(r"\[\d+\]", "", part["text"])) for part in top["sections"]]
        for top in one.page.record["sections"]
        if top["sections"]
    }
    assert inner == {
        "Lamps and lenses": [("Early forms", "The early forms of lamps and lenses were plain.")],
        "Towers": [("Early forms", "The early forms of towers were plain.")],
    }


def test_renumbering_never_swaps_references(corpus: Path, clean: Made) -> None:
    def lead(body: Body, text: str) -> str:
        """The last sentence of the article first: every number changes."""
        numbered = re.findall(r"^\(\d+\) (.+)$", asked(body), re.MULTILINE)
        return json.dumps({"lead": " ".join(reversed(numbered[-4:])), "repeats": [], "terms": []})

    one = made(corpus, answering({"Edited": lead}))
    assert one.page.record["lead"] != clean.page.record["lead"]
    assert [ref["key"] for ref in one.page.record["references"]] != [
        ref["key"] for ref in clean.page.record["references"]
    ]
    sources = {
        (claim["sentence"], claim["section"]): sorted(
            of.page.record["references"][at - 1]["snippet_id"] for at in claim["citations"]
        )
        for of in (clean,)
        for claim in of.page.record["claims"]
        if claim["section"] != "lead"
    }
    for claim in one.page.record["claims"]:
        mine = sorted(one.page.record["references"][at - 1]["snippet_id"] for at in claim["citations"])
        texts = [one.page.record["references"][at - 1]["text"] for at in claim["citations"]]
        if claim["section"] != "lead":
            assert mine == sources[claim["sentence"], claim["section"]]
        if not claim["sentence"].startswith(PARAPHRASE):
            assert any(claim["sentence"] in " ".join(text.split()) for text in texts)
    for ref in one.page.record["references"]:  # and the list under the page has the same order
        assert any(row.startswith(f"{ref['number']}. *{ref['title']}") for row in one.page.markdown.split("\n"))


def test_the_order_of_the_page_does_not_depend_on_who_is_done_first(corpus: Path, clean: Made) -> None:
    late = {"Lamps and lenses": 0.3, "Towers": 0.2, "Keepers": 0.1}

    def slow(body: Body, text: str) -> Any:
        wait = next((seconds for heading, seconds in late.items() if f"\n# {heading}\n" in asked(body)), 0.0)
        wait += 0.1 if "Pharos" in asked(body) and kind_of(body) == "Extracted" else 0.0
        return served.Step(text=text, stall=wait)

    one = made(corpus, answering(every=slow))
    ours, theirs = dict(one.page.record), dict(clean.page.record)
    ours.pop("model"), theirs.pop("model")  # the port is another
    assert ours == theirs
    assert one.page.graph.to_json() == clean.page.graph.to_json()


# The command line


@dataclass(frozen=True, slots=True)
class Told:
    code: int
    out: str
    err: str


@pytest.fixture
def castalia(capsys: pytest.CaptureFixture[str], corpus: Path) -> Callable[..., Told]:
    def run(server: Any, out: Path, *arguments: str, model: str = "") -> Told:
        capsys.readouterr()
        spec = model or f"openai:test-model@{server.url}"
        code = cli.main(
            ["generate", TOPIC, "--corpus", str(corpus), "--out", str(out), "--model", spec, "--quiet", *arguments]
        )
        return Told(code, *capsys.readouterr())

    return run


SECRET = "sk-proj-neverseen0123456789"


def test_a_refused_key_ends_the_run_after_the_first_batch_in_one_line(
    castalia: Callable[..., Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("CASTALIA_MODEL_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    step = served.failing(401, f"Incorrect API key provided: {SECRET}. Get one.", code="invalid_api_key")
    with served.ChatServer(lambda body: step) as server:
        told = castalia(server, tmp_path / "page")
        assert told.code == 1 and told.out == ""
        assert (
            told.err.count("\n") == 1
            and told.err.startswith("castalia: ")
            and "the key in CASTALIA_MODEL_KEY was refused" in told.err
        )
        assert 1 <= server.count <= 5  # the seed snippets, each once
        assert server.chats[0].headers["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in told.err and SECRET not in caplog.text
    assert not (tmp_path / "page" / "page.md").exists()


def test_a_run_that_could_read_no_snippet_goes_on_when_the_model_can_be_asked(
    corpus: Path, clean: Made, tmp_path: Path
) -> None:
    def answer(body: Body) -> Any:
        return served.failing(401, "no such key") if refuses else good(body)

    with served.ChatServer(answer) as server:
        options: Any = {"model": f"openai:test-model@{server.url}", "settings": SETTINGS, "out": tmp_path / "page"}
        refuses = True
        with pytest.raises(CastaliaError, match=r"none of the first .* no key was sent, and that was refused"):
            generate_sync(TOPIC, corpus=corpus, **options)
        refuses = False
        page = generate_sync(TOPIC, resume=True, **options)
    assert page.record["claims"] == clean.page.record["claims"]
    assert page.record["stats"]["failed_snippets"] == 0 and page.record["notices"] == clean.page.record["notices"]


def test_an_endpoint_that_is_not_there_is_told_in_one_line(castalia: Callable[..., Told], tmp_path: Path) -> None:
    with served.ChatServer() as server:
        gone = server.url
    told = castalia(None, tmp_path / "page", model=f"openai:test-model@{gone}")
    assert told.code == 1 and told.err.count("\n") == 1
    assert "the connection failed; is the server up, and its address right?" in told.err
    assert not (tmp_path / "page" / "page.md").exists()
    with served.ChatServer(lambda body: served.failing(404, "no such model")) as server:
        told = castalia(server, tmp_path / "page")
        assert told.code == 1 and "check the model's name" in told.err and server.count <= 5


def test_a_writer_that_always_fails_leaves_no_page_and_says_why(castalia: Callable[..., Told], tmp_path: Path) -> None:
    with served.ChatServer(answering({"Draft": always(served.refused())})) as server:
        told = castalia(server, tmp_path / "page")
    assert told.code == 1 and "declined to answer" in told.err and told.err.count("\n") == 1
    assert not (tmp_path / "page" / "page.md").exists()


@pytest.mark.parametrize(("calls", "where"), [(12, "curation"), (26, "writing")])
def test_a_budget_of_calls_is_never_passed_and_the_page_says_that_it_ran_out(
    calls: int, where: str, corpus: Path
) -> None:
    one = made(corpus, budget=f"calls={calls}")
    assert len(one.requests) <= calls and one.stats["budget_exhausted"] == "calls"
    assert one.headings and one.page.record["lead"]
    assert (one.stats["stopped_by"] == "budget") is (where == "curation")
    notice = "The budget of calls ran out: the page was finished with what there was."
    assert notice in one.page.record["notices"] and "budget of calls ran out" in one.page.markdown
    if where == "curation":
        assert one.kinds["Extracted"] <= 0.6 * calls and one.kinds["Outlined"] == 1  # a share is left to write with
        assert one.stats["failed_snippets"] == SEED - one.kinds["Extracted"]
    else:
        assert one.kinds["Extracted"] == SEED and one.stats["failed_snippets"] == 0 and one.kinds["Draft"] >= 4


def test_budgets_of_tokens_and_money_are_never_passed(corpus: Path, clean: Made) -> None:
    one = made(corpus, budget="tokens=15000")
    assert one.stats["budget_exhausted"] == "tokens" and one.stats["tokens"] <= 15_000 and one.headings
    dear = (Price.of("test-model=10,20"),)
    one = made(corpus, budget="money=0.15", prices=dear)
    spent = one.page.run["account"]["total"]
    assert one.stats["cost"] == pytest.approx(
        (10 * spent["prompt_tokens"] + 20 * spent["completion_tokens"]) / 1e6, abs=1e-6
    )
    assert one.stats["budget_exhausted"] == "money" and 0 < one.stats["cost"] <= 0.15 and one.headings
    assert "budget of money ran out" in one.page.markdown


def test_a_budget_of_seconds_ends_the_calls_that_are_under_way(corpus: Path) -> None:
    began = time.monotonic()
    stalled = lambda body, text: served.Step(text=text, stall=5.0)  # noqa: E731
    one = made(corpus, answering({"Draft": stalled}), budget="seconds=1.0")
    assert time.monotonic() - began < 3.0
    assert one.stats["budget_exhausted"] == "seconds" and one.headings
    assert "budget of seconds ran out" in one.page.markdown
    assert any("stood in for the writer" in gap for gap in one.page.record["notices"])


def test_a_budget_that_runs_out_ends_with_code_3(castalia: Callable[..., Told], tmp_path: Path) -> None:
    with served.ChatServer(answering()) as server:
        told = castalia(server, tmp_path / "page", "--budget", "calls=9")
        assert server.count <= 9
    assert told.code == 3 and "the budget of calls ran out" in told.err
    assert "budget of calls ran out" in (tmp_path / "page" / "page.md").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "page" / "run.json").read_text(encoding="utf-8"))["account"]["exhausted"] == "calls"
    with served.ChatServer(answering()) as server:
        told = castalia(server, tmp_path / "money", "--budget", "money=1")
        assert server.count == 0
    assert told.code == 2 and "price" in told.err  # money without a price is wrong usage, told before anything is spent


def test_a_rerun_is_free_and_gives_the_same_page(castalia: Callable[..., Told], tmp_path: Path) -> None:
    out = tmp_path / "page"
    with served.ChatServer(answering()) as server:
        assert castalia(server, out).code == 0
        first = server.count
        before = json.loads((out / "page.json").read_text(encoding="utf-8"))
        assert castalia(server, out).code == 0
        assert server.count == first
        after = json.loads((out / "page.json").read_text(encoding="utf-8"))
        assert after["stats"]["model_calls"] == 0  # what was read of the corpus is in its store, the rest on the tape
        assert 0 < after["stats"]["replayed_calls"] < first
        assert after["stats"]["tokens"] == 0
        paid = ("model_calls", "replayed_calls", "tokens", "cost")
        for one in (before, after):
            one["stats"] = {name: value for name, value in one["stats"].items() if name not in paid}
        assert before == after


def test_another_sample_asks_again_and_the_first_stays_on_the_tape(
    castalia: Callable[..., Told], tmp_path: Path
) -> None:
    with served.ChatServer(answering()) as server:
        assert castalia(server, tmp_path / "page", "--tape", str(tmp_path / "tape")).code == 0
        first = server.count
        assert castalia(server, tmp_path / "other", "--tape", str(tmp_path / "tape"), "--sample", "1").code == 0
        assert server.count == 2 * first
        # what is on the tape costs nothing: no budget, no request, a whole page
        assert castalia(server, tmp_path / "free", "--tape", str(tmp_path / "tape"), "--budget", "calls=0").code == 0
        assert server.count == 2 * first


def test_a_failed_call_is_not_kept_on_the_tape(castalia: Callable[..., Told], tmp_path: Path) -> None:
    refused = served.refused()
    with served.ChatServer(answering({"Draft": lambda body, text: refused if is_victim(body) else text})) as server:
        assert castalia(server, tmp_path / "page").code == 0
        assert VICTIM not in [one["heading"] for one in page_at(tmp_path)["sections"]]
        first = server.count
        server.answer = answering()
        assert castalia(server, tmp_path / "page").code == 0
        assert VICTIM in [one["heading"] for one in page_at(tmp_path)["sections"]]
        assert server.count - first == 3  # the section, its review, and the editor of the longer article


def page_at(folder: Path) -> Any:
    return json.loads((folder / "page" / "page.json").read_text(encoding="utf-8"))


def test_secrets_are_in_no_file_no_log_and_no_line(
    castalia: Callable[..., Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("CASTALIA_MODEL_KEY", SECRET)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-openai-othersecret987")
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "httpx", "httpx2", "httpcore", "httpcore2", "langchain"):
        logging.getLogger(name).setLevel(logging.DEBUG)
    echo = always(served.failing(400, f"bad request of Bearer {SECRET} by alice:pa55word-of-hers"))
    with served.ChatServer(answering({"Review": echo}, victim=echo)) as server:
        address = server.url.replace("http://", "http://alice:pa55word-of-hers@")
        told = castalia(server, tmp_path / "page", model=f"openai:test-model@{address}")
        sent = " ".join(one.headers["authorization"] for one in server.chats)
    assert told.code == 0
    assert "sk-openai" not in sent  # OpenAI's key is for OpenAI
    files = [path for path in (tmp_path / "page").rglob("*") if path.is_file()]
    assert {"page.md", "page.html", "page.json", "run.json", "graph.json", "calls.sqlite"} <= {
        one.name for one in files
    }
    for secret in (SECRET, "pa55word-of-hers", "othersecret987"):
        for path in files:
            assert secret.encode() not in path.read_bytes(), path.name
        assert secret not in told.out + told.err
        assert secret not in caplog.text
    assert "not_reviewed" in (tmp_path / "page" / "run.json").read_text(encoding="utf-8")


def test_a_quiet_run_tells_what_its_page_lost(castalia: Callable[..., Told], tmp_path: Path) -> None:
    with served.ChatServer(answering(victim=always(served.refused()))) as server:
        told = castalia(server, tmp_path / "page")
    assert told.code == 0
    assert told.err.splitlines() == [
        "castalia: 1 section could not be written: page.md says why",
        "castalia: 1 snippet could not be read: run.json says why",
    ]
    assert f"“{VICTIM}” could not be written" in (tmp_path / "page" / "page.md").read_text(encoding="utf-8")


# Crews and switches


def test_the_graph_may_be_read_by_rules(castalia: Callable[..., Told], tmp_path: Path) -> None:
    with served.ChatServer(answering()) as server:
        assert castalia(server, tmp_path / "page", "--engine", "graph=extractive").code == 0
        kinds = {kind_of(one.body) for one in server.chats}
    assert not kinds & {"Extracted", "Verdicts"} and {"Outlined", "Draft", "Review", "Edited"} <= kinds
    record = page_at(tmp_path)
    assert record["engine"] == "mixed"
    assert record["engines"]["extractor"] == record["engines"]["normaliser"] == "extractive"
    assert record["engines"]["writer"] == "model" and record["sections"]


def test_one_role_may_be_a_model(corpus: Path) -> None:
    writer = made(corpus, roles=["writer"], settings=Settings.for_models(depth=0, seed=SEED))
    assert set(writer.kinds) <= {"Draft", "Changes"} and writer.headings
    assert writer.page.record["engine"] == "mixed" and writer.stats["model_calls"] == len(writer.requests)

    def objects(body: Body, text: str) -> str:
        return json.dumps(
            {
                "verdict": "no",
                "issues": [{"sentence": 1, "problem": "Off the subject.", "request": "remove", "keys": []}],
            }
        )

    silent = made(corpus, roles=["reviewer"], settings=Settings(depth=0, seed=SEED))
    strict = made(corpus, answering({"Review": objects}), roles=["reviewer"], settings=Settings(depth=0, seed=SEED))
    assert set(silent.kinds) == set(strict.kinds) == {"Review"} and silent.headings
    assert silent.stats["rejected_sentences"] == 0 < strict.stats["rejected_sentences"]
    # a verbatim writer cannot put it in other words: what is objected to goes
    assert len(strict.page.record["claims"]) < len(silent.page.record["claims"])


def invents(body: Body, text: str) -> str:
    """A number that no snippet has, in the draft and in every revision."""
    key = keys_of(body)[0]
    said = f"In 1733 a beam of a lighthouse killed 4711 birds [{key}]."
    if kind_of(body) == "Changes":
        return json.dumps({"changes": [{"objection": 1, "text": said}]})
    return f"{text} {said}" if is_victim(body) else text


def test_strict_takes_out_what_stays_unsupported_and_only_that(corpus: Path, clean: Made) -> None:
    answer = answering({"Draft": invents, "Changes": invents})
    lax = made(corpus, answer)
    assert lax.claim("In 1733")["verdict"] == "unsupported" and lax.stats["unsupported_sentences"] == 1
    assert any("1733" in one["claim"] and "does not have" in one["reason"] for one in lax.page.record["open_issues"])
    assert lax.kinds["Changes"] == 3 and lax.kinds["Review"] == 5  # an invented number costs the reviewer no call
    strict = made(corpus, answer, settings=Settings.for_models(depth=0, seed=SEED, strict=True))
    assert strict.sentences() == clean.sentences() and strict.stats["unsupported_sentences"] == 0
    assert not [one for one in strict.page.record["claims"] if "1733" in one["sentence"]]
    assert any("1733" in one["claim"] for one in strict.page.record["open_issues"])  # and the user is told what went


def test_parts_can_be_left_out(castalia: Callable[..., Told], tmp_path: Path) -> None:
    with served.ChatServer(answering({"Draft": invents})) as server:
        assert castalia(server, tmp_path / "page", "--without", "reviewer", "--without", "filter").code == 0
        kinds = Counter(kind_of(one.body) for one in server.chats)
    assert kinds["Review"] == kinds["Helpful"] == kinds["Changes"] == 0 < kinds["Draft"]
    record = page_at(tmp_path)
    assert record["stats"]["revisions"] == record["stats"]["rejected_sentences"] == 0
    # verification needs no reviewer: the invented number is marked all the same
    assert [one["verdict"] for one in record["claims"] if "1733" in one["sentence"]] == ["unsupported"]


def test_the_thesis_preset_is_what_the_thesis_says(castalia: Callable[..., Told], tmp_path: Path) -> None:
    piles = {"heading": "Screw piles", "about": ["iron pile"], "sections": []}
    towers = {"heading": "Towers", "about": ["tower"], "sections": [piles]}
    outline = json.dumps({"sections": [towers, *OUTLINE["sections"][2:]]})
    with served.ChatServer(answering({"Outlined": always(served.text(outline))})) as server:
        assert castalia(server, tmp_path / "page", "--preset", "thesis").code == 0
        bodies = [one.body for one in server.chats]
    assert {one["temperature"] for one in bodies} == {1.0} and {one["top_p"] for one in bodies} == {0.9}
    kinds = Counter(map(kind_of, bodies))
    assert kinds["Asked"] == 4 and kinds["Edited"] == 0
    assert all(len(keys_of(one)) == 1 for one in bodies if kind_of(one) == "Helpful")
    drafts = [one for one in bodies if kind_of(one) == "Draft"]
    assert all(len(keys_of(one)) <= 3 and "\n## " not in asked(one) for one in drafts)
    # each heading by itself, subsections too
    told = {re.findall(r"^# (.+)$", asked(one), re.MULTILINE)[0] for one in drafts}
    assert told == {"Towers", "Screw piles", "Keepers", "Birds", "Fog signals"}
    record = page_at(tmp_path)
    assert record["lead"] == "" and record["stats"]["stopped_by"] in ("depth", "snippets")
    assert [one["heading"] for one in record["sections"][0]["sections"]] == ["Screw piles"]


def test_every_snippet_refused_is_told_and_not_paid_for_again(corpus: Path) -> None:
    with pytest.raises(CastaliaError, match=rf"none of the first {SEED} snippets could be read: .*declined"):
        made(corpus, answering({"Extracted": always(served.refused())}))


def test_an_outage_while_it_is_written_is_told_with_the_way_on(castalia: Callable[..., Told], tmp_path: Path) -> None:
    out, is_down = tmp_path / "page", True

    def answer(body: Body) -> Any:
        is_lost = is_down and kind_of(body) == "Draft"
        return served.failing(401, "Your quota is used up.", code="invalid_api_key") if is_lost else good(body)

    with served.ChatServer(answer) as server:
        told = castalia(server, out)
        assert told.code == 1 and "could not be written" in told.err and "--resume goes on from here" in told.err
        is_down, paid = False, len(server.chats)
        assert cli.main(["generate", TOPIC, "--out", str(out), "--resume", "--quiet"]) == 0
        assert {kind_of(one.body) for one in server.chats[paid:]} <= {"Draft", "Review", "Changes", "Edited"}
    assert page_at(tmp_path)["stats"]["failed_sections"] == 0


def test_snippets_with_empty_answers_are_told_without_what_the_model_is_told(corpus: Path) -> None:
    with pytest.raises(CastaliaError) as told:
        made(corpus, answering({"Extracted": always(served.empty())}))
    assert str(told.value) == f"none of the first {SEED} snippets could be read: the answer is empty"


def test_an_endpoint_without_schemas_gives_the_same_page(corpus: Path, clean: Made) -> None:
    names = {"questions": "Extracted", "verdicts": "Verdicts", "sections": "Outlined", "helpful": "Helpful"}
    names |= {"changes": "Changes", "issues": "Review", "lead": "Edited"}

    def answer(body: Body) -> str:
        """The schema's name is not sent: its fields are told in the prompt."""
        system, *rest = body["messages"]
        head, sign, schema = system["content"].rpartition("It has to follow this JSON schema:\n")
        if not sign:
            return good(body)
        fields = json.loads(schema)["properties"]
        name = next(kind for one, kind in names.items() if one in fields)
        told = {"json_schema": {"name": name, "schema": {}}}
        return good({**body, "messages": [{**system, "content": head}, *rest], "response_format": told})

    with served.ChatServer(answer, formats=("text",)) as server:
        page = generate_sync(
            TOPIC,
            corpus=corpus,
            model=Thinking.of(f"openai:test-model@{server.url}"),
            settings=SETTINGS,
            gate=Gate(longest_wait=0.02),
        )
    assert [one["sentence"] for one in page.record["claims"]] == [
        one["sentence"] for one in clean.page.record["claims"]
    ]
    assert page.record["stats"]["failed_calls"] == 0


def test_a_sentence_that_an_issue_or_a_person_speaks_of_is_not_renamed() -> None:
    rows = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()[::4]

    def review(call: Call, _: str) -> str:
        """Objects to each sentence that says "bleaching" alone."""
        told = re.findall(r"\((\d+)\) ([^.]*\.)", call.messages[-1].text)
        numbers = [int(at) for at, text in told if re.search(r"(?<!coral )\bbleaching\b", text, re.IGNORECASE)]
        issues = [{"sentence": at, "problem": "Nobody says so.", "request": "rewrite", "keys": []} for at in numbers]
        return json.dumps({"verdict": "", "issues": issues})

    def rename(_: Call, good: str) -> str:
        return json.dumps(json.loads(good) | {"terms": [{"keep": "coral bleaching", "replace": ["bleaching"]}]})

    def page(*, renames: bool, **more: Any) -> TopicPage:
        ways: dict[str, Any] = {"Review": review, "Changes": lambda call, good: json.dumps({"changes": []})}
        model = ScriptedModel(ways | ({"editor": rename} if renames else {}))
        return generate_sync("Coral bleaching", corpus=[json.loads(row) for row in rows], model=model, **more)

    def keep(question: Mapping[str, Any]) -> dict[str, Any]:
        return {"answers": [{"id": one["id"], "action": "keep"} for one in question["objections"]]}

    plain, renamed = page(renames=False).record, page(renames=True).record
    assert len(plain["open_issues"]) > 1
    assert [one["claim"] for one in renamed["open_issues"]] == [one["claim"] for one in plain["open_issues"]]
    assert renamed["stats"]["unsupported_sentences"] == plain["stats"]["unsupported_sentences"]
    kept = page(renames=True, approve={"feedback": keep}).record
    told = Counter((one["section"], one["sentence"].lower().replace("coral ", "")) for one in kept["claims"])
    assert max(told.values()) == 1
