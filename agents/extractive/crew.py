"""The extractive crew: every role without a model; deterministic, offline, free."""

from __future__ import annotations

from castalia.agents.crew import Crew
from castalia.agents.extractive.editor import ExtractiveEditor
from castalia.agents.extractive.extractor import ExtractiveExtractor
from castalia.agents.extractive.normaliser import ExtractiveNormaliser
from castalia.agents.extractive.outliner import ExtractiveOutliner
from castalia.agents.extractive.relevance_filter import ExtractiveRelevanceFilter
from castalia.agents.extractive.researcher import ExtractiveResearcher
from castalia.agents.extractive.reviewer import ExtractiveReviewer
from castalia.agents.extractive.synthesizer import ExtractiveSynthesizer
from castalia.agents.extractive.writer import ExtractiveWriter
from castalia.memory.memory import Memory


def extractive_crew(memory: Memory) -> Crew:
    """All roles over one memory, with the defaults of the thesis (Table 4.2) where it has any. ``InputError`` for
    what is no open memory."""
    return Crew(
        extractor=ExtractiveExtractor(memory),
        normaliser=ExtractiveNormaliser(memory),
        researcher=ExtractiveResearcher(memory),
        synthesizer=ExtractiveSynthesizer(memory),
        outliner=ExtractiveOutliner(memory),
        relevance_filter=ExtractiveRelevanceFilter(memory),
        writer=ExtractiveWriter(memory),
        reviewer=ExtractiveReviewer(memory),
        editor=ExtractiveEditor(memory),
    )
