"""η with a model: rules have merged what rules can; the model judges the pairs that are left (thesis eq. 3.4).

It never rewrites the graph: it answers by pair number, the verdicts go to the log, and a veto by rule still holds
against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from castalia.agents.model.mind import ModelAgent
from castalia.agents.model.prompts import prompt
from castalia.agents.roles import NormaliseState, NormaliseUpdate
from castalia.memory.candidates import Candidate, find_candidates
from castalia.memory.graph_records import Node
from castalia.memory.triplet_log import Resolution
from castalia.memory.triplets import TripletGraph
from castalia.memory.waits import run_in_thread, together
from castalia.tools.models.chat import BudgetError, ModelError
from castalia.tools.models.fences import fence_text
from castalia.tools.topic.growth import measure_growth
from pydantic import BaseModel

LIMIT = 40  # pairs of a step, at most
BATCH = 20  # pairs of a call
DESCRIPTION = 160  # characters


class VerdictRow(BaseModel):
    pair: int
    verdict: Literal["same", "different", "unsure"]
    why: str = ""


class Verdicts(BaseModel):
    """What the model answers on numbered pairs."""

    verdicts: list[VerdictRow]


class ModelNormaliser(ModelAgent):
    """Asks about the ``LIMIT`` most alike pairs of a step, twenty a call; a pair that got a verdict, be it "unsure", is
    not asked again in the life of a library."""

    async def __call__(self, state: NormaliseState) -> NormaliseUpdate:
        run, step = self._memory.run(state["run_id"]), state["iterations"]
        recorder = run.step(f"normalise:{step}")
        graph = await self._memory.graph(state["run_id"], step + 1)
        before = {hit.snippet_id for hit in run.curated(step)}
        new = [hit.snippet_id for hit in run.curated(step + 1) if hit.snippet_id not in before]
        known = self._memory.log.resolutions()
        pairs = await run_in_thread(find_candidates, graph, known, limit=LIMIT, new=new)
        said = self._descriptions(new + sorted(before), run.extractor)
        batches = [pairs[start : start + BATCH] for start in range(0, len(pairs), BATCH)]
        judged = await together(self._judge(one, state["topic"], graph, said) for one in batches)
        for batch, (found, reason) in zip(batches, judged, strict=True):
            if len(found) < len(batch):
                recorder.event("pairs_not_judged", pairs=len(batch) - len(found), reason=reason)
        # All at once: what a killed step had put into the log would change what the step asks when it is done again.
        self._memory.log.resolve(*(one for found, _ in judged for one in found))
        growth = await measure_growth(self._memory, state["run_id"], step)
        return {"nodes": growth.nodes, "edges": growth.edges, "novelty": growth.novelty}

    async def _judge(
        self, pairs: Sequence[Candidate], topic: str, graph: TripletGraph, said: dict[str, str]
    ) -> tuple[list[Resolution], str]:
        """The verdicts on these pairs, and why some have none: no pair is in two batches, so their order does not
        matter."""
        template = prompt("normaliser")
        lines = [
            f"{number}. {_tell(pair.a, graph, said)}\n   {_tell(pair.b, graph, said)}"
            for number, pair in enumerate(pairs, start=1)
        ]
        room = self._mind.room(template.system, template.user, topic)
        fenced = fence_text("pairs", "\n".join(lines), room)
        messages = template.render(topic=topic, pairs=fenced.text)
        try:
            read = await self._mind.think("normaliser", messages, Verdicts)
        except (ModelError, BudgetError) as error:
            return [], str(error)
        whole = fenced.text.count("\n   ")  # the second names that were shown
        known = dict(enumerate(pairs[:whole], start=1))
        verdicts = []
        for row in read.value.verdicts:
            pair = known.pop(row.pair, None)  # a number that is none, or comes twice, decides nothing
            if pair is not None:
                why = " ".join(row.why.split())[:120]
                verdicts.append(Resolution(pair.a.label, pair.b.label, row.verdict, "model", why))
        missing = "the answer has no verdict on them" if fenced.is_whole else "they did not fit the prompt"
        return verdicts, missing

    def _descriptions(self, snippet_ids: Sequence[str], extractor: str) -> dict[str, str]:
        """Name to what a snippet said of it, the longest of several."""
        found: dict[str, str] = {}
        extractions = self._memory.log.extractions(snippet_ids, extractor)
        for snippet in sorted(extractions):
            for name, text in extractions[snippet].descriptions:
                found[name] = max(found.get(name, ""), text, key=lambda one: (len(one), one))
        return found


def _tell(node: Node, graph: TripletGraph, said: dict[str, str]) -> str:
    """ "name: description; one claim"."""
    texts = [said[name] for name in sorted(node.aliases) if name in said]
    claims = [f"{graph.label(one.head)} {one.phrase} {graph.label(one.tail)}" for one in graph.claims(node.id)[:1]]
    told = "; ".join([*texts[:1], *claims])[: 2 * DESCRIPTION]
    return f"{node.label}: {told}" if told else node.label
