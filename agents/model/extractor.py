"""Φ with a model: one snippet to entities and relations, each relation with the words that state it (thesis eq. 3.2,
prompt 1).

The prompt does not name the topic: what a snippet states is read once, whatever the pages it is used for.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from castalia.agents.model.mind import Mind, ModelAgent, ModelLike, note_cuts
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import ExtractState, ExtractUpdate
from castalia.memory.identity import citation_keys, digest
from castalia.memory.memory import Memory
from castalia.memory.records import Snippet, Triplet
from castalia.memory.triplet_log import Extraction
from castalia.tools.claims.quotes import find_quote
from castalia.tools.language.acronyms import acronyms
from castalia.tools.models.chat import ModelError
from castalia.tools.models.fences import fence
from pydantic import BaseModel, BeforeValidator

MOST_ENTITIES, MOST_RELATIONS, MOST_QUESTIONS, MOST_WORDS = 15, 20, 2, 5
LONGEST = 120  # characters of a name
CONFIDENCE = 0.9

Kind = Literal[
    "is_a", "part_of", "causes", "uses", "measures", "located_in", "precedes", "contrasts", "same_as", "other"
]


class EntityRow(BaseModel):
    name: str
    description: str = ""


class RelationRow(BaseModel):
    head: str
    relation: str
    tail: str
    kind: Annotated[Kind, BeforeValidator(lambda kind: kind if kind in get_args(Kind) else "other")] = "other"
    denied: bool = False
    quote: str


class Extracted(BaseModel):
    """What the model answers on a snippet."""

    questions: list[str] = []
    entities: list[EntityRow] = []
    relations: list[RelationRow] = []
    key_words: list[str] = []


class ModelExtractor(ModelAgent):
    """Writes what a snippet states into the triplet log, once a snippet and model: the log is shared by runs.

    Raises ``ModelError`` where the model gives no answer that can be used; nothing is logged then.
    """

    def __init__(self, model: ModelLike, memory: Memory) -> None:
        super().__init__(model, memory)
        self.name = _extractor_name(self._mind)

    async def __call__(self, state: ExtractState) -> ExtractUpdate:
        log = self._memory.log
        self._memory.run(state["run_id"]).read_with(self.name)
        wanted = [state["snippet_id"]]
        extraction = log.extractions(wanted, self.name).get(state["snippet_id"])
        if extraction is None:
            (snippet,) = await self._memory.snippets(wanted)
            template = prompt("extractor")
            room = self._mind.room(template.system, template.user)
            fenced = fence([snippet], citation_keys(wanted), room)
            if not fenced.shown:
                raise ModelError("the snippet has no text that can be shown", "answer")
            messages = template.render(snippet=fenced.text)
            read = await self._mind.think("extractor", messages, Extracted)
            extraction, unfounded = check_extraction(read.value, snippet)
            recorder = self._memory.run(state["run_id"]).step(f"extract:{snippet.id}")
            note_cuts(recorder, fenced)
            for reason in (*read.dropped, *unfounded):
                recorder.event("relation_dropped", snippet=snippet.id, reason=reason)
            for what, count in surplus(read.value).items():
                recorder.event("surplus_dropped", snippet=snippet.id, what=what, count=count)
            log.record(snippet.id, self.name, extraction)
        return {"triplets": len(extraction.triplets)}


def _extractor_name(mind: Mind) -> str:
    """Under what the log keeps this model's extractions: another model, prompt or parameter reads anew."""
    template = prompt("extractor")
    parts = (template.system, template.user, repr(sorted(mind.model.parameters.items())), str(mind.sample))
    return f"{mind.model.name}#{digest(*parts)[:8]}"


def surplus(answer: Extracted) -> dict[str, int]:
    """How many of each are beyond what is taken of one snippet; those within it have no entry."""
    most = {
        "relations": MOST_RELATIONS,
        "entities": MOST_ENTITIES,
        "questions": MOST_QUESTIONS,
        "key_words": MOST_WORDS,
    }
    return {name: count for name, limit in most.items() if (count := len(getattr(answer, name)) - limit) > 0}


def check_extraction(answer: Extracted, snippet: Snippet) -> tuple[Extraction, tuple[str, ...]]:
    """The answer as an extraction, and why each relation was left out whose quote is not in the snippet or whose ends
    have no name."""
    triplets: list[Triplet] = []
    unfounded: list[str] = []
    for row in answer.relations[:MOST_RELATIONS]:
        head, relation, tail = _name(row.head), _name(row.relation.replace("_", " ")), _name(row.tail)
        quote = find_quote(row.quote, snippet.text)
        said = f"{head} {relation} {tail}"
        if not (head and relation and tail):
            unfounded.append(f"{said.strip()}: a name is missing or has over {LONGEST} characters")
        elif not quote:
            unfounded.append(f"{said}: its quote is not in the snippet")
        else:
            triplets.append(Triplet(head, relation, tail, snippet.id, quote, row.kind, CONFIDENCE, not row.denied))
    used = {name for one in triplets for name in (one.head, one.tail)}
    descriptions = [
        (name, " ".join(row.description.split())[:200])
        for row in answer.entities[:MOST_ENTITIES]
        if (name := _name(row.name)) in used and row.description.strip()
    ]
    return (
        Extraction(
            tuple(triplets),
            acronyms(snippet.text),
            tuple(" ".join(one.split())[:200] for one in answer.questions[:MOST_QUESTIONS] if one.strip()),
            tuple(name for one in answer.key_words[:MOST_WORDS] if (name := _name(one))),
            tuple(dict(descriptions).items()),
        ),
        tuple(unfounded),
    )


def _name(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= LONGEST else ""
