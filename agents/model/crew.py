"""The model crew: every role with a chat model, and crews of both engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from castalia.agents.crew import ROLES, Crew
from castalia.agents.extractive.crew import extractive_crew
from castalia.agents.extractive.editor import ExtractiveEditor
from castalia.agents.model.editor import ModelEditor
from castalia.agents.model.extractor import ModelExtractor
from castalia.agents.model.mind import Mind, ModelLike, mind_of
from castalia.agents.model.normaliser import ModelNormaliser
from castalia.agents.model.outliner import ModelOutliner
from castalia.agents.model.relevance_filter import ModelRelevanceFilter
from castalia.agents.model.researcher import ModelResearcher
from castalia.agents.model.reviewer import ModelReviewer
from castalia.agents.model.standby import Standby
from castalia.agents.model.synthesizer import ModelSynthesizer
from castalia.agents.model.writer import ModelWriter
from castalia.memory.errors import InputError
from castalia.memory.memory import Memory
from castalia.tools.models.account import Account
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.gate import Gate


def model_crew(memory: Memory, model: ModelLike, *, filter_batch: int = 8) -> Crew:
    """All roles on one model: a spec ("openai:gpt-4o-mini"), a LangChain chat model, or a ``Mind``.

    The roles share one gate and one account, without a limit or a tape unless a ``Mind`` brings them. To make some
    roles extractive use ``mixed_crew``, which sees to it that what a model wrote is not cut down by the rules for
    verbatim pages.
    """
    return mixed_crew(memory, dict.fromkeys(ROLES, mind_of(model)), filter_batch=filter_batch)


def mixed_crew(memory: Memory, minds: Mapping[str, ModelLike], *, filter_batch: int = 8) -> Crew:
    """The roles that ``minds`` names with their models, the others extractive.

    Models that come without a ``Mind`` share one gate and one account, those of the first ``Mind`` if there is any. An
    outline or a lead that a model cannot give comes from the extractive engine, and so does a section that can no
    longer be paid; the run's record says so. ``InputError`` for a role that there is not.
    """
    if not isinstance(minds, Mapping):
        raise InputError(f"minds is a {type(minds).__name__}: give a mapping from roles to models")
    if strange := [one for one in minds if one not in ROLES]:
        raise InputError(f"there is no role {strange[0]!r}: the roles are {', '.join(ROLES)}")
    first = next((one for one in minds.values() if isinstance(one, Mind)), None)
    gate, account = (first.gate, first.account) if first else (Gate(), Account())
    made = {
        role: one if isinstance(one, Mind) else replace(mind_of(one), gate=gate, account=account)
        for role, one in minds.items()
    }
    rules = extractive_crew(memory)
    both = (ModelError, BudgetError)
    # What a model wrote is not cut down by the rules for verbatim pages.
    second_editor = ExtractiveEditor(memory, lead_only=True) if "writer" in minds else rules.editor
    make: dict[str, Callable[[Mind], Any]] = {
        "extractor": lambda mind: ModelExtractor(mind, memory),
        "normaliser": lambda mind: ModelNormaliser(mind, memory),
        "researcher": lambda mind: ModelResearcher(mind, memory),
        "synthesizer": lambda mind: ModelSynthesizer(mind, memory),
        "outliner": lambda mind: Standby("outliner", ModelOutliner(mind, memory), rules.outliner, memory, both),
        "relevance_filter": lambda mind: ModelRelevanceFilter(mind, memory, filter_batch),
        "writer": lambda mind: Standby("writer", ModelWriter(mind, memory), rules.writer, memory, (BudgetError,)),
        "reviewer": lambda mind: ModelReviewer(mind, memory),
        "editor": lambda mind: Standby("editor", ModelEditor(mind, memory), second_editor, memory, both),
    }
    return replace(rules, **{role: make[role](mind) for role, mind in made.items()})
