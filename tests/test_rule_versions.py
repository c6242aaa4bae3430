"""What a store keeps of its snippets is kept under the rules that it was read by: other rules read anew, and nobody can
forget to say so.

The names of the rules are digests of what they make of fixed texts, so that a change that shows in these makes a test
fail here, and the digest it prints is the new name. A new rule that none of the texts shows wants a text among
``PROBES``, a new rule of cleaning one among ``ROWS``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import lighthouses
import pytest
from castalia.agents.crew import Crew
from castalia.agents.extractive.extractor import RULES, ExtractiveExtractor, extract
from castalia.graphs import extractive_crew, generate, generate_sync, open_memory, sources
from castalia.graphs.changes.updating import update
from castalia.graphs.settings import Settings
from castalia.memory.errors import AgentError
from castalia.memory.identity import snippet_id
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet, Triplet
from castalia.memory.triplet_log import Extraction
from castalia.tools.corpus import cleaning
from castalia.tools.corpus.cleaning import clean
from castalia.tools.language import phrases, words
from castalia.tools.topic import background
from castalia.tools.topic.background import learn_background

PROBES = (
    "Glycolysis is the metabolic pathway that converts glucose into pyruvate. It does not require oxygen, and it yields two molecules of ATP.",
    "The mitochondrion is part of the eukaryotic cell. Mitochondria produce adenosine triphosphate (ATP) by oxidative phosphorylation.",
    "Smoking causes lung cancer. Lung cancer is caused by smoking, asbestos and radon, but vaccination does not cause autism.",
    "Gram staining uses crystal violet; the method was developed by Hans Christian Gram in 1884 and is still used to classify bacteria.",
    "Types of neurons include sensory neurons, motor neurons, and interneurons. Such cells, e.g. Purkinje cells, are found in the cerebellum.",
    "In contrast to mitosis, meiosis produces four haploid cells. Meiosis is preceded by DNA replication and followed by gamete formation.",
    "The Richter scale measures the magnitude of an earthquake. Earthquakes of magnitude 7.0 or more occur about 15 times a year.",
    "Convolutional neural networks (CNNs), also known as ConvNets, are a class of deep neural networks that are mostly applied to images.",
    "We propose a new attention mechanism and show that it outperforms recurrent networks on WMT 2014 by 2.0 BLEU. Our model was trained on eight GPUs.",
    "According to Keynes, aggregate demand determines output. Inflation, which erodes purchasing power, may be reduced by higher interest rates.",
    "E. coli O157:H7 is found in the intestines of cattle. H. influenzae was mistakenly held to be the cause of influenza.",
    "S. pyogenes was grown beside the bones of H. habilis, and Homo habilis made tools in the dry season.",
    "Diabetes is a disease that is caused by a lack of insulin. the figure shows where insulin is made.",
    "Vitamin A is a retinoid that the US economy uses in milk. Down syndrome is a condition; World War I is a war that ended in 1918.",
    "BACKGROUND: Asthma is a chronic disease of the airways. CONCLUSION: Minor torpor, also known as rest, is a state that a motor nerve ends.",
    "Leaves take up carbon dioxide (CO2) by day, and the NO2 (nitrogen dioxide) of the air is brown.",
    "The kidneys help regulate the pressure of the blood, and the pancreas shares a duct with the liver.",
    "Two water molecules are linked by a hydrogen bond; the bond between them is weaker than a covalent bond and stronger than a van der Waals force.",
    "Insulin is a hormone that lowers the glucose of the blood (the figurea,b). In the last case, insulin is a protein of the pancreas.",
    "The hormone is made at point A′ of the duct. List five hormones of the pancreas. A few examples of such hormones will be used here. As Glands and the Blood of Mammals explains, hormones travel far. Insulin binds to a receptor (reviewed in). Muscles (of arms and legs,) take up glucose. The gland is new in a lamb (position A). The origin of the gland is hard to find, however. The duct is open at its end, as shown. Each row is sorted from the largest gland to the smallest.",
    "The pancreas acts in two ways: (1) it lowers the glucose of the blood. The study examines the hormones of the pancreas. Adults with asthma were eligible for the study, and here, the authors treat them with insulin.",
    "A hormone of the pancreas that is made by the gland, a small organ, at rest. Sets the level of the glucose, which is a sugar. Below are two forms of insulin. Address: insulin is a hormone of the pancreas. No. Insulin is a protein of the pancreas. Insulin is a hormone that Hormones 14(9):80-91 tells of. Insulin is a hormone that section B.2 describes.",
    "Insulin is a hormone of the pancreas that is given: - in pens, - in pumps. A more detailed account of insulin, which is a hormone, can be found in the archive. Insulin is a hormone that is coded by DNA.Proteins are made by cells of the gland. In the top left illustration, glucagon is a hormone of the pancreas.",
    "Insulin is a hormone of the pancreas in mixtures 1 and 3. The minus sign shows that insulin is a hormone of the pancreas.",
    "Glands and Their Hormones explores insulin, which is a hormone of the pancreas.",
    "Starch that has been stored in the liver of an animal. The gland by which an animal makes insulin from proteins.",
    "The hormone of the gland is kept in vessel H. Glands of the pancreas make insulin from proteins.",
    "Insulin is a hormone that is given to enhance performance. Myalgic encephalomyelitis (ME) is a disease of the muscles.",
    "A problem-solving strategy is a plan of action that leads to a solution. The gland follows the problem-solving strategy of the liver.",
)


def texts() -> list[Snippet]:
    sample = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Snippet(snippet_id(one), one)
        for one in (*PROBES, *lighthouses.TEXTS, *(json.loads(row)["content"] for row in sample))
    ]


# As they come from files: rows of markup, of typesetters and of subtitles.
ROWS = (
    "Glycolysis[1] is a pathway, shown by others (Smith, 2001).2 It yields ATP.¹² See [the map](https://example.org/map) of cells³ for more of it than this row can tell.",
    "## Reefs\n\nA reef is built by corals. Three kinds are known:\n\n* fringing reefs\n* barrier reefs\n\n> Atolls came last.\n\n```python\nprint('reef')\n```\nThey grow upwards, as Darwin wrote in 1842, while islands sink.",
    "Insulin is a hor-\nmone that low-\ners the glucose of the blood. It is a state-\nof-the-art drug, and its ﬁrst ﬂask was sold for one dollar in 1923 by its ﬁnders.",
    '\\section{Stars} A star is a \\emph{luminous} ball of plasma~\\cite{one}, of which 90\\% is hydrogen, and its mass $M_\\textit{max} = 5\\%$ decides how long it lives {\\it before} it dies---or, as M\\"{o}bius had it, i.e.,~later than 3--5~Ga.\n\n* * *\n\n[![made](badge.svg)](https://example.org) Its mass × speed² is\nno [measure\nof light](https://example.org/light).',
    "1\n00:00:01,000 --> 00:00:04,000\nThe heart is a muscle that pumps blood.\n\n2\n00:00:05,000 --> 00:00:09,000\nIt beats a hundred thousand times on every day of a long life.",
    "00:00:01.000 --> 00:00:02.000\nThe<00:00:01.500><c> liver</c> makes bile, stores sugar\n\n00:00:02.000 --> 00:00:03.000\nThe liver makes bile, stores sugar\nand breaks down what is poisonous in the blood of the body, so that it can leave it.",
    '<p>The <b>moon</b> is a geologically dead world &amp; keeps one face to the Earth.</p><script>alert(1)</script><p>Its phases follow from how it is lit, said **Kepler** <sup>[<xref ref-type="bibr">2</xref>]</sup>.</p><fig><caption>The Moon.</caption></fig>',
    "'''Tides''' are the [[Sea level|rise]] of the ''sea'' by {{convert|5|m|ft}} or more.<ref>So.</ref> {{Infobox}}\n== Causes ==\nThey follow the Moon, which pulls at the water of height² and 12. of all\n14. The coasts of it.",
    "---\ntags: [sea]\n---\nTides ==turn twice== a day [@lee2001], and they do so in every sea and in every bay, says [[Lee]].\n\n> [!tip] So\n> it is.\n\n- [ ] Ask\n- [x] Read",
    "Methods\nItâ€™s shown that ＡＴＰ drives the muscles of the heart and of all the limbs, and that it is\n— 12 —\nmade from glucose3–5 in ten steps [8, p. 15], each with\nan enzyme.^7 In rats,12 of it, as [[fig:map]] shows, {{who}} knows the height<sup>2</sup> of it.",
    'Dawn (6:30)\n\n<AbstractText Label="AIMS">See :ref:`uses <u>`, [[https://example.org][the page]] and 5\\,keV\\footnote{So.} of ATG---CCA, as they don\\\'t say.</AbstractText> [0:00:01] It was found in the year\nof the great flood, that is\n\n1948, [LAUGHTER] and it has been read of (music) ever since.',
    "Q: What is influenza? A: Influenza is a contagious disease of the airways that is caused by a virus, and “there’s” a vaccine against it\u00ad that is made new each year.",
    "Lee wrote::\n\n   They hold claudin1,2 and were found, [Covid19], and\n\nlines\n- 5 -\nof it are read with all that is said of them in the rest of this row.",
    "Sea life\nThe coasts are washed by tides that turn twice on each day of\nexample.org  7  March\n\fSea life\nthe year, as is known to all who live there.\nexample.org  8  March",
    "\\documentclass{article}\n\\begin{document}\n\\begin{abstract}\nComets are balls \\citep{lee} of ice\n% and dust\nthat come from far away.\n\\end{abstract}\nThey are made of \\begin{itemize}\\item ice, and \\item dust of many kinds.\\end{itemize}",
    "<html><head><title>Sea</title></head><body><nav>Home</nav><p>Krill are small animals of the cold seas that are eaten by whales, seals, penguins and many fish, of which some live on little else.</p><script>if (a < b) f()</script></body></html>",
    "**Ice**\nComets[^1] are balls of __Old ice__ and CO~2~, as :numref:`ball` shows, and come _from _afar at 10^3^ metres^[So.] a second [#2].\n\n```{r, fig.cap='"
    + 210 * "A comet. "
    + "'}\nplot(comet)\n```\n<pre class=screen>ls</pre>\nwhere they melt.</p> They are made of ice, and of dust of many kinds that melts and glows near the Sun.",
    "[00:12:31] VANCE: Whales are mammals of the sea that breathe air, and they are as old as the ice of both poles is.\nLEE: How long do you think they live?\nVANCE: Some of them live for two hundred years.\nLEE: That is long.",
    "Seals sleep in the sea and on the ice, and they hold their breath for as long as an hour while they look for fish. © 2019 Ice Press, Ltd. All rights reserved.",
    '![Seen from above, [the reef]](reef.png \'In May\'){: #reef} <span data-type="title">Rings</span>Some **atolls**{: .term} are rings of coral around a lagoon :cite:`Lee.2012` ([\\[link\\]](#fig-2)), of which [the oldest](<a b.md>) are [as it seems][1] as old as the islands that sank.\n\n> ### Lagoons\n> They are\n> (as said) shallow.\n\n<Reef a="b"><details>Press <kbd>it</kbd>.</details></Reef>{{#include a.txt}}',
    "Krill: A small animal of the cold seas that whales eat.",
    "The moon is a geologically dead world, and keeps one face to the Earth. Its phases follow from how it is lit, said Kepler.",
)


def digest_of(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=list).encode()).hexdigest()[:8]


def test_the_rules_of_the_extractor_are_named_after_what_they_read() -> None:
    snippets = texts()
    classes = learn_background(snippets).classes
    read = [extract(one, classes) for one in snippets]
    found = digest_of(
        [
            [
                [[t.head, t.relation, t.tail, t.quote, t.parent, t.confidence, t.positive] for t in one.triplets],
                one.acronyms,
                one.questions,
                one.keywords,
            ]
            for one in read
        ]
    )
    assert found == RULES, f'the rules read otherwise now: set RULES = "{found}" in agents/extractive/extractor.py'


def test_the_rules_by_which_rows_are_cleaned_are_named_after_what_they_make_of_them() -> None:
    told = {"section": "<i>In vivo</i> &amp; *in vitro*"}
    rows = [Snippet(snippet_id(text), text, title=text[:40].upper(), extra=told) for text in ROWS]
    kept, _ = clean(rows, chunk_tokens=60)
    found = digest_of([[one.text, one.title, one.extra] for one in kept])
    assert found == cleaning.RULES, f'rows are cleaned otherwise now: set RULES = "{found}" in tools/corpus/cleaning.py'


def test_a_corpus_that_older_rules_cleaned_is_cleaned_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus, out = rows_in(tmp_path), tmp_path / "out"

    def kept() -> set[str]:
        generate_sync(TOPIC, corpus=corpus, out=out, settings=SMALL, force=True)
        return {one.name for one in (out / "state").glob("corpus-*")}

    monkeypatch.setattr(sources, "RULES", "older")
    older = kept()
    monkeypatch.undo()
    assert len(older) == len(kept()) == 1 and older != kept()


@pytest.fixture
def whole_words(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Words are their own stems, whatever release of the stemmer is installed."""

    class Whole:
        def stemWord(self, word: str) -> str:
            return word

    local = threading.local()
    local.english = Whole()
    monkeypatch.setattr(words, "_STEMMER", local)
    kept = (words.stem, words._stems_in, words.content_stems, words.stem_set, phrases._stems, phrases._terms_in)
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


def test_what_is_learned_of_a_corpus_is_named_after_it(whole_words: None) -> None:
    found = digest_of(learn_background(texts()).to_json())
    assert found == background.RULES, (
        f'a corpus is learned otherwise now: set RULES = "{found}" in tools/topic/background.py'
    )


# What an old store holds.

TOPIC = lighthouses.TOPIC
SMALL = Settings(words=400, depth=1)


def rows_in(folder: Path, count: int | None = None) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(lighthouses.lighthouse_rows()[:count]) + "\n", encoding="utf-8")
    return path


def test_a_page_from_an_old_store_is_written_from_what_the_rules_read_now(tmp_path: Path) -> None:
    async def page_with(old: bool) -> Any:
        memory, _ = await open_memory(rows_in(tmp_path))
        async with memory:
            for one in await memory.store.sample(1000) if old else ():
                claim = Triplet("Unicorns", "are", "horses", one.id, one.text)
                memory.log.record(one.id, "extractive", Extraction((claim,)))
            page = await generate(TOPIC, memory=memory, settings=SMALL)
            kept = memory.log.extractions([one.id for one in await memory.store.sample(1000)], "extractive")
            return page, kept

    (fresh, _), (page, kept) = asyncio.run(page_with(False)), asyncio.run(page_with(True))
    assert page.graph == fresh.graph and page.record == fresh.record
    assert page.graph.find("Unicorns") is None and kept  # the log is append-only


def test_a_corpus_of_which_another_share_was_learned_is_learned_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sizes() -> list[int]:
        memory, _ = await open_memory(rows_in(tmp_path))  # which learns it
        async with memory:
            first = await background.background_of(memory.library)
            monkeypatch.setattr(background, "SAMPLE", 7)
            return [first.size, (await background.background_of(memory.library)).size]

    monkeypatch.setattr(background, "SAMPLE", 5)
    assert asyncio.run(sizes()) == [5, 7]


class Older(ExtractiveExtractor):
    """The rules as they were once: they found less."""

    name = "extractive"

    async def __call__(self, state: Any) -> Any:
        self._memory.run(state["run_id"]).read_with(self.name)
        self._memory.log.record(state["snippet_id"], self.name, Extraction())
        return {"triplets": 0}


def with_older(memory: Memory) -> Crew:
    return replace(extractive_crew(memory), extractor=Older(memory))


def test_a_page_that_older_rules_read_can_be_updated_and_is_read_anew(tmp_path: Path) -> None:
    """Its graph is then of one piece: what was there is in it as well as what is new."""
    sample = (files("castalia.tools") / "sample_coral_reefs.jsonl").read_text(encoding="utf-8").splitlines()
    corpus, out = tmp_path / "rows.jsonl", tmp_path / "out"
    corpus.write_text("\n".join(sample[1:60]) + "\n", encoding="utf-8")
    before = generate_sync("Coral reef", corpus=corpus, out=out, settings=SMALL, crew=with_older)
    corpus.write_text(sample[0] + "\n", encoding="utf-8")  # which says what a coral reef is
    found = asyncio.run(update(out, corpus=corpus))
    assert found.is_changed and not before.graph.nodes
    assert len({one for node in found.page.graph.nodes for one in node.snippets}) > 20


def test_a_run_that_older_rules_began_goes_on_as_if_these_had(tmp_path: Path) -> None:
    def stops(memory: Memory) -> Crew:
        async def outliner(state: Any) -> Any:
            raise AgentError("it stops here")

        return replace(with_older(memory), outliner=outliner)

    corpus, out = rows_in(tmp_path), tmp_path / "out"
    with pytest.raises(AgentError):
        generate_sync(TOPIC, corpus=corpus, out=out, settings=SMALL, crew=stops)
    page = generate_sync(TOPIC, corpus=corpus, out=out, settings=SMALL, resume=True)
    whole = generate_sync(TOPIC, corpus=corpus, settings=SMALL)
    assert page.graph == whole.graph
    assert [one["text"] for one in page.record["sections"]] == [one["text"] for one in whole.record["sections"]]


def test_an_extractor_in_a_graph_of_ones_own_notes_under_what_name_it_reads(tmp_path: Path) -> None:
    async def graph() -> Any:
        memory, _ = await open_memory(rows_in(tmp_path))
        async with memory:
            ids = [one.id for one in await memory.store.sample(5)]
            extractor = extractive_crew(memory).extractor
            for one in ids:
                await extractor({"topic": TOPIC, "run_id": "mine", "snippet_id": one})
            return await memory.graph_of(ids, memory.run("mine").extractor)

    assert asyncio.run(graph()).edges
