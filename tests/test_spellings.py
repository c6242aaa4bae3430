"""British and American spelling are one word; what only looks like a British spelling is left as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from castalia.graphs import generate_sync
from castalia.graphs.settings import Settings
from castalia.memory.bm25 import encode_query, fold
from castalia.memory.names import name_key
from castalia.memory.spellings import american
from castalia.tools.language.words import stem
from hypothesis import example, given
from hypothesis import strategies as st
from lighthouses import lighthouse_rows

PAIRS = dict(
    pair.split("=")
    for pair in """
    fertilisation=fertilization hybridisation=hybridization organisational=organizational realise=realize oxidised=oxidized
    organisers=organizers criticising=criticizing polarisability=polarizability recognisable=recognizable optimises=optimizes
    relativise=relativize publicised=publicized ostracised=ostracized colourise=colorize vaporised=vaporized
    summariser=summarizer tranquilliser=tranquilizer
    analyse=analyze catalysed=catalyzed hydrolysing=hydrolyzing dialyser=dialyzer
    behaviour=behavior behavioural=behavioral behaviourism=behaviorism colourless=colorless favourite=favorite
    neighbourhood=neighborhood discolour=discolor malodour=malodor tumours=tumors vapour=vapor harbours=harbors
    endeavours=endeavors rigour=rigor
    centre=center fibre=fiber litres=liters metre=meter kilometres=kilometers theatre=theater calibre=caliber lustre=luster
    spectre=specter centred=centered centring=centering fibreglass=fiberglass epicentre=epicenter manoeuvres=maneuvers
    manoeuvring=maneuvering
    haemoglobin=hemoglobin haem=heme anaemia=anemia ischaemic=ischemic leukaemia=leukemia oestrogen=estrogen oestrus=estrus
    oesophagus=esophagus oedema=edema foetal=fetal faeces=feces gynaecology=gynecology paediatric=pediatric
    orthopaedics=orthopedics anaesthesia=anesthesia aetiology=etiology diarrhoea=diarrhea caecum=cecum caesium=cesium
    encyclopaedia=encyclopedia homoeostasis=homeostasis palaeontology=paleontology coeliac=celiac leucocytes=leukocytes
    sulphur=sulfur disulphide=disulfide aluminium=aluminum grey=gray ageing=aging moulds=molds ploughed=plowed
    programme=program analogue=analog homologues=homologs catalogued=cataloged defence=defense offence=offense
    licence=license pretence=pretense practising=practicing artefact=artifact sceptical=skeptical judgement=judgment
    neurones=neurons enrolment=enrollment
    modelling=modeling labelled=labeled travellers=travelers signalling=signaling channelled=channeled tunnelling=tunneling
    cancelled=canceled fuelled=fueled levelled=leveled counselling=counseling quarrelled=quarreled totalling=totaling
    marshalled=marshaled panelled=paneled initialled=initialed equalled=equaled unlabelled=unlabeled remodelling=remodeling
    """.split()
)
LEFT = """
    advertise advertising advise arise comprises compromised immunocompromised devise disguise enterprise exercise exercising
    expertise franchise improvise improvisation incise excised circumcised merchandise premises promise promising precise
    concise paradise raised raising praise noise poised revise rise rising uprising supervised unsupervised surmise surprising
    televised treatise wise likewise clockwise cruise bruise appraise disease tortoise turquoise guise despise chastised
    anise denise demise liaise miser adviser exorcise crises bases oases irises penises trellises metropolises analyses
    hydrolyses lyse lysed lysine
    hour hours four fourth source resource contour tour tourist detour course journal your troubadour glamour barbour gourd
    acre genre massacre mediocre ogre louvre more are here before entire secret
    archaea archaeology amoeba phoenix aesthetic unaesthetic coelom algae larvae phytoestrogen xenoestrogen gastroesophageal
    gonorrhoeae haemophilus faecalis caecilian achaemenid homoerotic michael israel aerobic poem coenzyme does
    dialysis paraphrase should moulin dialog vague league fence evidence science sentence silence greyhound
    calling called telling spelling controlled controller propelled compelled excelled cells dispelling initially equally totally
    """.split()
APART = """
    promise=promizes four=for hour=hor contour=contort source=sore coelom=celom lyse=lyze calling=caling arise=arizona
    exercise=exorcise analysis=analog behaviour=behave metre=metric labour=laboratory
    """.split()
PIECES = sorted(
    """is isation ise ised ising our re tre ae oe haem aem oestr oesoph sulph logue ence mould ll ed ing er s colo cent model
    travel raise prom an o a e y lys metre rrhoea neurone gramme dgement grey z or""".split()
)
words = (
    st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
    | st.text("aeioulrsmctdgnhpbvyz", max_size=20)
    | st.text()
)
MARKS = (
    "is", "lys", "our", "re", "ring", "rabl", "ae", "oe", "ll", "lment", "ould", "oult", "ough", "lph", "gramme", "logu",
    "ence", "practis", "artefact", "sceptic", "dgement", "neurone", "ageing", "inium", "grey", "ilful", "leuco",
)  # fmt: skip


@pytest.mark.parametrize(("british", "as_in_america"), PAIRS.items())
def test_both_spellings_of_a_word_are_one(british: str, as_in_america: str) -> None:
    assert american(british) == as_in_america != british
    assert stem(british) == stem(as_in_america) == stem(british.upper()) == stem(british.title() + "’s")
    assert encode_query(british) == encode_query(as_in_america) == encode_query(british.upper())
    assert encode_query(british).indices


@pytest.mark.parametrize("word", LEFT)
def test_a_word_that_americans_spell_so_too_is_left(word: str) -> None:
    assert american(word) == word


@pytest.mark.parametrize("pair", APART)
def test_words_that_only_look_alike_stay_apart(pair: str) -> None:
    one, other = pair.split("=")
    assert stem(one) != stem(other)
    assert encode_query(one) != encode_query(other)


@given(words)
@example("haaemia")
@example("colourisation")
def test_a_spelling_is_american_once_and_for_all(word: str) -> None:
    spelt = american(word)
    assert american(spelt) == spelt
    assert len(spelt) <= len(word) + 1
    assert spelt == word or any(mark in word for mark in MARKS)


def test_what_is_too_long_for_a_word_takes_no_time() -> None:
    long = "colour" * 200_000
    assert american(long) == long


def test_a_text_is_folded_word_by_word() -> None:
    text = "The FIBRES’ colours, grey—or well-labelled; analyses of mice in 3metres"
    assert fold(text) == "the fibers’ colors, gray—or well-labeled; analysis of mouse in 3meters"


@pytest.mark.parametrize(
    "pair", ["fibre=fiber", "muscle fibres=muscle fiber", "haemoglobin A=hemoglobin A", "tumour=Tumors"]
)
def test_an_entity_is_one_in_both_spellings(pair: str) -> None:
    one, other = pair.split("=")
    assert name_key(one) == name_key(other)


def test_the_key_of_an_acronym_or_a_name_in_capitals_keeps_its_letters() -> None:
    assert name_key("GREY") == "grey"  # as an acronym: it names something else


TEXTS = (
    "Fertilization is the fusion of an egg cell and a sperm cell, which begins the development of a new animal. Fertilization takes place in the water where corals, fish and frogs release their cells.",
    "External fertilization is the fertilization of eggs outside the body of the mother. Frogs and most fish rely on external fertilization, and they release many thousands of eggs at a time.",
    "Internal fertilization is the fertilization of an egg inside the body of the mother. It protects the embryos from predators, and it needs far fewer eggs than external fertilization does.",
    "The membrane of the egg changes within seconds of fertilization, so that no second sperm cell can enter. Fertilization by two sperm cells ends the development of an embryo early.",
    "In plants, fertilization follows pollination. A pollen tube grows toward the ovule, and fertilization joins one sperm cell with the egg cell and another with the central cell.",
    "Temperature decides how much fertilization succeeds in sea urchins. Warm water makes the sperm cells swim faster, but it lowers the success of fertilization where it rises above thirty degrees.",
    "Fertilization in the laboratory was first achieved with the eggs of rabbits in 1959. The fertilization of human eggs in a dish followed ten years later, and led to the first birth in 1978.",
)


def test_a_corpus_in_one_spelling_knows_a_topic_in_the_other(tmp_path: Path) -> None:
    corpus = tmp_path / "rows.jsonl"
    rows = [
        json.dumps({"text": text, "url": f"https://example.org/eggs/{number}", "title": f"Eggs, part {number}"})
        for number, text in enumerate(TEXTS)
    ]
    corpus.write_text("\n".join([*rows, *lighthouse_rows()]) + "\n", encoding="utf-8")
    british, here = (
        generate_sync(topic, corpus=corpus, settings=Settings(words=300, depth=1)).record
        for topic in ("Fertilisation", "Fertilization")
    )
    told = [[(one["heading"], one["text"]) for one in page["sections"]] for page in (british, here)]
    assert told[0] == told[1] and british["lead"] == here["lead"]
    sentences = [claim["sentence"] for claim in british["claims"]]
    assert len(sentences) > 5 and all(any(one in text for text in TEXTS) for one in sentences)
