"""Φ without a model: patterns over the sentences of one snippet (thesis eq. 3.2)."""

from __future__ import annotations

from castalia.agents.extractive.extractive_agent import ExtractiveAgent
from castalia.agents.roles import ExtractState, ExtractUpdate, domain_of
from castalia.memory.records import Snippet, Triplet
from castalia.memory.triplet_log import Extraction
from castalia.memory.waits import run_in_thread
from castalia.tools.extraction.patterns import extract_triplets
from castalia.tools.language.acronyms import acronyms
from castalia.tools.language.phrases import noun_phrases
from castalia.tools.language.sentences import split_sentences
from castalia.tools.language.word_classes import WordClasses
from castalia.tools.objections.sentence_rules import objections
from castalia.tools.topic.evidence import read_anchor

KEYWORDS = 5
# Which rules these are, by what they read in the texts of tests/test_rule_versions.py, which says what to put here when
# they read otherwise.
RULES = "4ff6e9bf"


class ExtractiveExtractor(ExtractiveAgent):
    """Writes what a snippet claims into the triplet log, once a snippet and set of rules: the log is shared by runs,
    and outlives rules."""

    name = f"extractive#{RULES}"

    async def __call__(self, state: ExtractState) -> ExtractUpdate:
        log = self._memory.log
        self._memory.run(state["run_id"]).read_with(self.name)
        wanted = [state["snippet_id"]]
        if not log.has(wanted, self.name):
            _, background = await read_anchor(self._memory, state["topic"], domain_of(state))
            (snippet,) = await self._memory.snippets(wanted)
            found = await run_in_thread(extract, snippet, background.classes)
            log.record(snippet.id, self.name, found)
        return {"triplets": len(log.extractions(wanted, self.name)[state["snippet_id"]].triplets)}


def extract(snippet: Snippet, classes: WordClasses) -> Extraction:
    """The triplets, acronyms and key words of one snippet; every quote is the sentence it was read in."""
    triplets: list[Triplet] = []
    phrases: dict[str, int] = {}
    for sentence in split_sentences(snippet.text):
        for phrase in noun_phrases(sentence.text, classes):
            phrases[phrase.text] = phrases.get(phrase.text, 0) + 1
        if objections(sentence.text):
            continue
        triplets.extend(
            Triplet(
                one.head,
                one.relation,
                one.tail,
                snippet.id,
                sentence.text,
                one.parent,
                one.confidence,
                one.positive,
            )
            for one in extract_triplets(sentence.text, classes)
        )
    keywords = sorted(phrases, key=lambda text: (-phrases[text], -len(text.split()), text))[:KEYWORDS]
    return Extraction(tuple(triplets), acronyms(snippet.text), (), tuple(keywords))
