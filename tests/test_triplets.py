"""The triplet graph: what merges, what never does, and that neither order nor repetition matters."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import networkx as nx
import pytest
from castalia.memory.identity import node_id
from castalia.memory.names import name_key
from castalia.memory.records import Triplet
from castalia.memory.triplet_log import Extraction, Resolution
from castalia.memory.triplets import TripletGraph
from hypothesis import given, settings
from hypothesis import strategies as st

Row = tuple[str, str, str, str]


def reading(*rows: Row, acronyms: tuple[tuple[str, str, str], ...] = ()) -> dict[str, Extraction]:
    """Extractions from (snippet, head, relation, tail) rows and (snippet, short, long) acronyms."""
    snippets = sorted({row[0] for row in (*rows, *acronyms)})
    return {
        snippet: Extraction(
            tuple(Triplet(h, r, t, s, f"{h} {r} {t}") for s, h, r, t in rows if s == snippet),
            tuple((short, long) for s, short, long in acronyms if s == snippet),
        )
        for snippet in snippets
    }


def graph(
    *rows: Row, resolutions: tuple[Resolution, ...] = (), acronyms: tuple[tuple[str, str, str], ...] = ()
) -> TripletGraph:
    return TripletGraph.of(reading(*rows, acronyms=acronyms), {}, resolutions)


def together(one: TripletGraph, *names: str) -> bool:
    found = {one.find(name) for name in names}
    return len(found) == 1 and None not in found


def test_spellings_become_one_node_with_its_aliases_and_its_most_used_label() -> None:
    one = graph(("s1", "LLMs", "use", "Attention"), ("s2", "LLM", "needs", "data"), ("s3", "LLM", "is", "large"))
    node = one.node(str(one.find("llm")))
    assert node.label == "LLM" and node.aliases == {"LLM": 2, "LLMs": 1}
    assert node.snippets == ("s1", "s2", "s3")
    assert node.id == node_id("llm")


def test_labels_tie_by_length_then_by_letters() -> None:
    one = graph(
        ("s1", "Neural network", "uses", "a b"),
        ("s2", "neural networks", "use", "c d"),
        ("s3", "neural network", "use", "e"),
    )
    assert one.label(str(one.find("neural network"))) == "Neural network"


def test_lookalikes_stay_apart_whatever_a_model_says() -> None:
    rows = [
        ("s1", name, "affects", "health")
        for name in ("type 1 diabetes", "type 2 diabetes", "hyperglycemia", "hypoglycemia", "C", "C++")
    ]
    pairs = (("type 1 diabetes", "type 2 diabetes"), ("hyperglycemia", "hypoglycemia"), ("C", "C++"))
    one = graph(*rows, resolutions=tuple(Resolution(a, b, "same") for a, b in pairs))
    assert len(one.nodes) == 7


def test_an_acronym_joins_its_only_long_form_even_where_no_claim_uses_it() -> None:
    rows = (("s1", "hepatitis C virus", "infects", "liver"), ("s2", "HCV", "mutates in", "hosts"))
    one = graph(*rows, acronyms=(("s1", "HCV", "hepatitis C virus"), ("s2", "PEG", "liver")))
    assert together(one, "HCV", "hepatitis C virus") and together(one, "PEG", "liver")
    assert one.node(str(one.find("liver"))).names == ("PEG",)


def test_an_acronym_with_two_long_forms_joins_neither() -> None:
    rows = (
        ("s1", "PCR", "amplifies", "DNA"),
        ("s2", "principal component regression", "fits", "data"),
        ("s1", "polymerase chain reaction", "copies", "DNA"),
    )
    acronyms = (("s1", "PCR", "polymerase chain reaction"), ("s2", "PCR", "principal component regression"))
    one = graph(*rows, acronyms=acronyms)
    assert one.homographs == (("PCR", ("polymerase chain reaction", "principal component regression")),)
    assert len({one.find(name) for name in ("PCR", "polymerase chain reaction", "principal component regression")}) == 3
    plural = (("s1", "PCR", "polymerase chain reaction"), ("s2", "PCR", "polymerase chain reactions"))
    assert together(graph(*rows, acronyms=plural), "PCR", "polymerase chain reaction")


def test_a_verdict_merges_and_a_later_one_undoes_it() -> None:
    rows = (("s1", "heart attack", "damages", "muscle"), ("s2", "myocardial infarction", "is", "acute"))
    same = Resolution("Heart attacks", "myocardial infarction", "same")
    assert together(graph(*rows, resolutions=(same,)), "heart attack", "myocardial infarction")
    for undo in (
        Resolution("myocardial infarction", "heart attack", "different"),
        Resolution("heart attack", "myocardial infarction", "unsure", "human"),
    ):
        assert graph(*rows, resolutions=(same, undo)) == graph(*rows, resolutions=(undo, same)) == graph(*rows)
    again = Resolution("heart attack", "myocardial infarction", "same", "human")
    assert together(graph(*rows, resolutions=(same, undo, again)), "heart attack", "myocardial infarction")


def test_different_outweighs_a_chain_of_same() -> None:
    rows = [("s1", name, "is", "thing") for name in ("ant", "bee", "cow")]
    verdicts = (
        Resolution("ant", "bee", "same"),
        Resolution("bee", "cow", "same"),
        Resolution("ant", "cow", "different"),
    )
    one = graph(*rows, resolutions=verdicts)
    assert not together(one, "ant", "cow") and together(one, "ant", "bee")
    assert graph(*rows, resolutions=verdicts[::-1]) == one


def test_a_veto_stops_a_chain_between_its_ends() -> None:
    rows = [("s1", name, "binds", "ligand") for name in ("receptor 1", "receptor 2", "TGFR")]
    verdicts = (
        Resolution("TGFR1", "receptor 1", "same"),
        Resolution("TGFR1", "TGF", "same"),
        Resolution("TGF", "receptor 2", "same"),
    )
    one = graph(*rows, resolutions=verdicts)
    assert not together(one, "receptor 1", "receptor 2")
    rows = [("s1", name, "is", "thing") for name in ("hyperthermia", "fever", "hypothermia")]
    chain = (Resolution("hyperthermia", "fever", "same"), Resolution("fever", "hypothermia", "same"))
    one = graph(*rows, resolutions=chain)
    assert not together(one, "hyperthermia", "hypothermia") and len(one.nodes) == 3
    assert graph(*rows, resolutions=chain[::-1]) == one


def test_a_name_that_only_verdicts_mention_is_a_bridge() -> None:
    rows = [("s1", name, "is", "thing") for name in ("heart attack", "cardiac infarction")]
    verdicts = (
        Resolution("heart attack", "myocardial infarction", "same"),
        Resolution("myocardial infarction", "cardiac infarction", "same"),
    )
    assert together(graph(*rows, resolutions=verdicts), "heart attack", "cardiac infarction", "myocardial infarction")


def test_a_verdict_can_split_names_of_one_key() -> None:
    rows = (("s1", "Go", "compiles to", "code"), ("s2", "go", "is", "game"), ("s3", "GOs", "are", "terms"))
    split = Resolution("Go", "go", "different", "human")
    one = graph(*rows, resolutions=(split,))
    assert one.find("Go") != one.find("go")
    assert len({node.id for node in one.nodes}) == len(one.nodes)
    assert one == graph(*rows[::-1], resolutions=(split,))


def test_malformed_verdicts_and_acronyms_do_no_harm() -> None:
    rows = (("s1", "ant", "bites", "bee"),)
    odd = (
        Resolution("", "ant", "same"),
        Resolution("ant", "ant", "different"),
        Resolution("unknown", "nowhere", "same"),
        Resolution("ant", "Ants", "same"),
    )
    assert (
        graph(*rows, resolutions=odd, acronyms=(("s1", "", "ant"), ("s1", "bee", "bees"))).edges == graph(*rows).edges
    )


def test_a_claim_that_became_a_loop_is_dropped_aloud() -> None:
    one = graph(
        ("s1", "CNN", "is", "convolutional network"),
        ("s1", "CNN", "uses", "filters"),
        acronyms=(("s1", "CNN", "convolutional network"),),
    )
    assert [edge.predicate for edge in one.edges] == ["use"]
    assert [drop.why for drop in one.dropped] == ["head and tail are one entity"]


def test_nameless_ends_and_empty_relations_are_dropped_aloud_and_long_names_kept() -> None:
    long = "x" * 500
    one = graph(("s1", " ", "uses", "b"), ("s1", "a", " ", "b"), ("s1", "q", "uses", long))
    assert [drop.why for drop in one.dropped] == ["an end without a name", "no relation"]
    assert one.find(long) and one.find("q") and one.find("") is None and one.find("b") is None


def test_opposites_denials_and_directions_are_all_kept_and_flagged() -> None:
    one = graph(
        ("s1", "A1", "activates", "B1"),
        ("s2", "A1", "inhibited", "B1"),
        ("s3", "B1", "activates", "A1"),
        ("s4", "C1", "binds", "D1"),
        ("s5", "C1", "does not bind", "D1"),
        ("s6", "E1", "binds", "D1"),
    )
    said = {(one.label(e.head), e.key, one.label(e.tail), e.conflict) for e in one.edges}
    assert said == {
        ("A1", "activate", "B1", True),
        ("A1", "inhibit", "B1", True),
        ("B1", "activate", "A1", False),
        ("C1", "bind", "D1", True),
        ("C1", "not_bind", "D1", True),
        ("E1", "bind", "D1", False),
    }


def test_support_counts_documents_and_every_quote_names_its_snippet() -> None:
    rows = (("s1", "ant", "eats", "leaf"), ("s2", "Ants", "eat", "leaves"), ("s3", "ant", "eats", "leaf"))
    one = TripletGraph.of(reading(*rows), {"s1": "d1", "s2": "d1", "s3": "d2"})
    (edge,) = one.edges
    assert edge.support == 2 and edge.documents == ("d1", "d2") and edge.snippets == ("s1", "s2", "s3")
    assert edge.surfaces == {"eat": 1, "eats": 2} and edge.surface == "eats"
    assert ("s2", "Ants eat leaves") in edge.quotes


def test_without_a_snippet_nothing_of_it_remains() -> None:
    extractions = reading(("s1", "ant", "eats", "leaf"), ("s2", "ant", "eats", "leaf"), ("s2", "bee", "eats", "nectar"))
    del extractions["s2"]
    one = TripletGraph.of(extractions, {})
    assert one.find("bee") is None
    assert {snippet for edge in one.edges for snippet in edge.snippets} == {"s1"}


def test_queries_answer_in_plain_values() -> None:
    triplets = [Triplet(kind, "is a", "sort", "s1", "", "is_a") for kind in ("quick sort", "merge sort")]
    triplets.append(Triplet("bubble", "is a", "sort", "s1", "", "is_a", positive=False))
    one = TripletGraph.of({"s1": Extraction((*triplets, Triplet("sort", "orders", "list", "s1", "")))}, {})
    sort = str(one.find("sorts"))
    assert [one.label(child) for child in one.children(sort)] == ["merge sort", "quick sort"]
    assert one.claims(sort)[0].predicate == "order" and len(one.claims(sort)) == 4
    assert one.neighbours(sort) == tuple(sorted(one.neighbours(sort))) and len(one.neighbours(sort)) == 4
    for ask in (one.label, one.claims, one.node, one.neighbours):
        with pytest.raises(KeyError):
            ask("nowhere")


NAMES = st.sampled_from(
    ["ant", "Ants", "bee", "Bee", "cow", "type 1", "type 2", "CNN", "conv net", "US", "us", "", "x y"]
)
ROWS = st.lists(
    st.tuples(st.sampled_from("stuvw"), NAMES, st.sampled_from(["eats", "does not eat", "is a", ""]), NAMES),
    max_size=14,
)
VERDICTS = st.lists(
    st.builds(
        Resolution,
        NAMES,
        NAMES,
        st.sampled_from(["same", "different", "unsure"]),
        st.sampled_from(["model", "human"]),
    ),
    max_size=8,
)
ACRONYMS = st.lists(st.tuples(st.sampled_from("stuvw"), NAMES, NAMES), max_size=4)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(ROWS, VERDICTS, ACRONYMS, st.randoms(use_true_random=False))
def test_order_and_repetition_never_matter(
    rows: list[Row], verdicts: list[Resolution], acronyms: list[tuple[str, str, str]], shuffle: random.Random
) -> None:
    one = graph(*rows, resolutions=tuple(verdicts), acronyms=tuple(acronyms))
    extractions = list(reading(*rows, *rows, acronyms=tuple(acronyms)).items())
    shuffle.shuffle(extractions)
    mixed = [*verdicts, *verdicts]
    shuffle.shuffle(mixed)
    other = TripletGraph.of(dict(extractions), {}, [Resolution(v.b, v.a, v.verdict, v.by, v.why) for v in mixed])
    assert other == one
    assert other.communities() == one.communities() and other.importance() == one.importance()
    assert TripletGraph.from_json(one.to_json()) == one
    assert len({node.id for node in one.nodes}) == len(one.nodes)
    assert all(edge.head != edge.tail and edge.snippets for edge in one.edges)
    final = {v for v in verdicts if v.verdict == "different" and v.by == "human" and name_key(v.a) != name_key(v.b)}
    exact = {name: node.id for node in one.nodes for name in (*node.aliases, *node.names)}
    assert not any(v.a in exact and exact[v.a] == exact.get(v.b) for v in final)


def test_hash_seeds_do_not_matter() -> None:
    code = (
        "import random, hashlib\n"
        "from castalia.memory.triplets import TripletGraph\n"
        "from castalia.memory.triplet_log import Extraction\n"
        "from castalia.memory.records import Triplet\n"
        "r = random.Random(3)\n"
        "ts = {Triplet(f'n{r.randrange(60)}', 'uses', f'n{r.randrange(60)}', 's', 'q') for _ in range(150)}\n"
        "g = TripletGraph.of({'s': Extraction(tuple(ts))}, {})\n"
        "print(hashlib.sha256((g.to_json() + repr(g.communities()) + repr(g.importance())).encode()).hexdigest())\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1


def test_an_empty_graph_answers_everything() -> None:
    empty = TripletGraph.of({}, {})
    assert empty == TripletGraph() == TripletGraph.from_json(empty.to_json())
    assert empty.communities() == empty.components() == () and empty.importance() == {} and empty.find("x") is None
    assert len(nx.parse_graphml(empty.to_graphml())) == 0 and len(empty.network) == 0


def test_a_graph_of_twenty_thousand_names_takes_seconds() -> None:
    seconds = []
    for size in (10_000, 20_000):
        rows = [
            (f"s{n // 4}", f"protein {n} family", "binds", f"gene {(n * 7919) % size} region") for n in range(size // 2)
        ]
        extractions = reading_fast(rows)
        verdicts = [Resolution(f"protein {n} family", f"enzyme {n} group", "same") for n in range(0, size, 10)]
        start = time.process_time()
        TripletGraph.of(extractions, {}, verdicts)
        seconds.append(time.process_time() - start)
    print(f"20 000 names {seconds[1]:.2f} s, ratio for twice as many {seconds[1] / seconds[0]:.2f}")
    assert seconds[1] < 20


def reading_fast(rows: list[Row]) -> dict[str, Extraction]:
    by_snippet: dict[str, list[Triplet]] = {}
    for snippet, head, relation, tail in rows:
        by_snippet.setdefault(snippet, []).append(Triplet(head, relation, tail, snippet, ""))
    return {snippet: Extraction(tuple(triplets)) for snippet, triplets in by_snippet.items()}
