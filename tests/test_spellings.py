"""A word is one in British and in American spelling, and what only looks like British spelling is left alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.memory.bm25 import encode_query
from castalia.memory.spellings import american
from castalia.tools.language.words import stem
from hypothesis import given
from hypothesis import strategies as st
from test_source_sections import towns

PAIRS = """
    fertilisation:fertilization hybridisation:hybridization ionised:ionized organisational:organizational tokeniser:tokenizer
    recognising:recognizing metabolises:metabolizes realisable:realizable crystallised:crystallized mobilises:mobilizes
    analyse:analyze catalysed:catalyzed hydrolysing:hydrolyzing
    behaviour:behavior behavioural:behavioral colours:colors colourless:colorless favourite:favorite tumours:tumors
    neighbourhood:neighborhood malodour:malodor armoured:armored unfavourable:unfavorable labourers:laborers vapour:vapor
    centre:center centres:centers centred:centered fibre:fiber kilometres:kilometers millilitre:milliliter theatre:theater
    haemoglobin:hemoglobin anaemia:anemia leukaemia:leukemia ischaemic:ischemic septicaemia:septicemia oestrogen:estrogen
    oesophagus:esophagus oedema:edema foetal:fetal faeces:feces gynaecology:gynecology paediatric:pediatric diarrhoea:diarrhea
    anaesthetised:anesthetized aetiology:etiology caesium:cesium palaeontology:paleontology homoeostasis:homeostasis
    sulphur:sulfur sulphate:sulfate aluminium:aluminum grey:gray ageing:aging moulds:molds ploughed:plowed programmes:programs
    analogues:analogs catalogue:catalog defences:defenses licence:license practised:practiced artefacts:artifacts
    sceptical:skeptical judgements:judgments neurone:neuron manoeuvre:maneuver
    modelling:modeling labelled:labeled signalling:signaling travellers:travelers tunnelling:tunneling
""".split()
KEPT = """
    promise exercise surprise advertised supervising compromised immunocompromised improvisation enterprise precise paradise
    disguise franchise revise televised otherwise clockwise tortoise malaise praise bruises crises irises metropolises analyses
    hour source course contour four resource journal court pour
    more are where acre genre hire sphere lyre restore figure require spring string
    algae archaea larvae phoenix poem shoe does amoeba aerobic coelom maestro caesar
    calling telling spelling controlled propelled enrolled installing rolling swelling collagen intelligence
    programmed programmer cataloguing promising rising noise basis oasis
""".split()


@pytest.mark.parametrize("pair", PAIRS)
def test_a_word_is_one_in_both_spellings(pair: str) -> None:
    british, own = pair.split(":")
    assert american(british) == own == american(own)
    assert stem(british.capitalize()) == stem(own)
    assert encode_query(british) == encode_query(own)


@pytest.mark.parametrize("word", KEPT)
def test_what_only_looks_british_is_left_alone(word: str) -> None:
    assert american(word) == word


@given(st.text("aeioursclmzyptdnh", max_size=14))
def test_the_american_spelling_is_found_once_and_for_all(word: str) -> None:
    once = american(word)
    assert american(once) == once
    assert abs(len(once) - len(word)) <= 4


def test_an_american_corpus_knows_a_topic_in_british_spelling_and_is_quoted_as_it_is(tmp_path: Path) -> None:
    texts = [
        "Fertilization is the union of two cells of which one comes from each parent. Fertilization begins a new life of its own.",
        "In most fishes fertilization takes place outside of the body, in the cold water right above the gravel of a river bed.",
        "After fertilization the first division of the cell follows within a day or two. Fertilization in frogs needs water around them.",
    ]
    rows = [{"content": text, "url": f"https://example.org/{at}"} for at, text in enumerate(texts)]
    corpus = tmp_path / "cells.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in (*rows, *towns(range(340)))), encoding="utf-8")
    page = generate_sync("Fertilisation", corpus=corpus)
    assert page.record["lead"].startswith("Fertilization is the union")
    assert (
        page.markdown.replace("Fertilisation", "Fertilization")
        == generate_sync("Fertilization", corpus=corpus).markdown
    )
