"""Facets: the angles from which science articles look at anything (history, types, structure, uses, …).

A facet is a heading with the cue words that tell its sentences. A sentence that matches a cue still has to be about
the topic; that is for ``placement`` to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from castalia.tools.language.words import stem, tokens
from castalia.tools.language.years import years


@dataclass(frozen=True, slots=True)
class Facet:
    """``strong`` cues decide alone, two different ``weak`` ones decide together; cues are stems or two stems in a row.

    ``needs`` are cues of which a sentence has to hold one, where there are any. ``prior`` is how usual the facet is in
    an encyclopedia (0 to 1), ``search`` what to look for when the evidence lacks it, ``base`` the strength of a
    sentence without any cue; ``rank`` orders an article's sections: small numbers stand before the topical sections,
    large ones after them. ``synonyms`` are headings that editors give it as well.
    """

    name: str
    heading: str
    rank: int
    strong: frozenset[str]
    weak: frozenset[str] = frozenset()
    prior: float = 0.5
    search: str = ""
    base: float = 0.0
    needs: frozenset[str] = frozenset()
    tells_of_past: bool = False
    synonyms: tuple[str, ...] = ()

    @property
    def is_general(self) -> bool:
        """Whether a sentence without any cue may speak of it."""
        return self.base > 0


def facet(name: str) -> Facet:
    """The facet of this name; ``KeyError`` where there is none."""
    return _BY_NAME[name]


def is_general(name: str) -> bool:
    """Whether a section's facet is the one that sentences without a cue may speak of; an outliner may give names that
    are none."""
    return name in _BY_NAME and _BY_NAME[name].is_general


def facets_for(papers: bool) -> tuple[Facet, ...]:
    """The facets that suit a corpus: of papers (abstracts), the rhetorical ones too."""
    return (*RHETORIC, *FACETS) if papers else FACETS


def facet_strength(text: str, one: Facet) -> float:
    """How clearly a sentence speaks of a facet: 0 not at all, 1 clearly."""
    words, found = _cues(text)
    strong = len(found & one.strong)
    weak = len(found & one.weak)
    if one.needs and not one.needs & found:
        return 0.0
    if one.name == "history":
        dated = bool(years(text))
        return 1.0 if dated and (strong or weak or _past(words)) else (0.6 if strong else 0.0)
    return 1.0 if strong and (strong > 1 or weak) else 0.8 if strong else 0.6 if weak > 1 else one.base


@lru_cache(maxsize=2_048)  # 5 kB each
def _cues(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The words of a sentence, and its stems one by one and in pairs."""
    words = tuple(token.lower for token in tokens(_NO_CUE.sub(" ", text)))
    stems = [stem(word) for word in words]
    return words, frozenset(stems) | {f"{a} {b}" for a, b in pairwise(stems)}


# "In the form of" speaks of no kinds, and of what is a structure nothing is said about how it is built.
_NO_CUE = re.compile(
    r"\b(?:in|into|takes?|took|taking) (?:the|a|an) forms? of\b|\bstructures\b(?! of)"
    r"|\b(?:is|are|forms?|becomes?) an? (?:[\w-]+ ){0,2}structure\b"
)
_PAST = frozenset(
    """was were discovered proposed described introduced invented developed showed demonstrated suggested coined published
    began became established observed found named formulated argued recognized recognised led received built
    isolated identified synthesized devised founded launched won""".split()
)


def _past(words: tuple[str, ...]) -> bool:
    return any(word in _PAST for word in words)


def _stems(cues: str) -> frozenset[str]:
    """Cues from text: words separated by spaces, two-word cues joined by an underscore."""
    return frozenset(" ".join(stem(part) for part in cue.split("_")) for cue in cues.split())


FACETS: tuple[Facet, ...] = (
    Facet(
        "etymology",
        "Etymology",
        1,
        _stems("coined etymology the_latin the_greek latin_word greek_word word_for named_after named_for term_was"),
        _stems("term word name latin greek derives meaning originally called"),
        0.9,
        "term coined named Latin Greek word",
        tells_of_past=True,
    ),
    Facet(
        "history",
        "History",
        2,
        _stems("historically century discovery discovered invented ancient pioneer pioneered first_described decades"),
        _stems("first early modern origin introduced proposed developed published"),
        1.0,
        "history first discovered century scientist",
        tells_of_past=True,
    ),
    Facet(
        "characteristics",
        "Characteristics",
        9,
        _stems("characterized characteristic property feature distinguished attribute"),
        frozenset(),
        0.75,
        "characteristics properties features",
        0.58,
        synonyms=("Properties",),
    ),
    Facet(
        "types",
        "Types",
        10,
        _stems("types_of kinds_of forms_of classified categories classification categorized divided_into subtypes"),
        _stems("type kind class form group two three four main major several"),
        0.7,
        "types kinds classified categories",
        needs=_stems(
            "type kind class form group variety category sort classified classification categorized subtypes divided"
        ),
    ),
    Facet(
        "structure",
        "Structure",
        12,
        _stems("composed consists made_up structure structures comprises comprised structurally"),
        _stems("layer contains surface core outer inner subunit surrounded covered shape parts"),
        0.8,
        "structure composed consists layers parts",
    ),
    Facet(
        "formation",
        "Formation and development",
        14,
        _stems("formation forms_when formed_by formed_when originates arises develops_from forms_from are_formed"),
        _stems("grow growth develop begin early mature stage evolve evolution"),
        0.6,
        "formation formed develops origin",
    ),
    Facet(
        "mechanism",
        "Mechanism",
        16,
        _stems("mechanism mechanisms works_by process_by occurs_when steps pathway"),
        _stems("process step bind causes triggers activates converts releases produces"),
        0.6,
        "mechanism process steps",
    ),
    Facet(
        "function",
        "Functions",
        18,
        _stems("function functions functioning role roles serves responsible_for"),
        _stems("important enable protect support allow maintain provide essential"),
        0.6,
        "function role importance",
    ),
    Facet(
        "measurement",
        "Measurement",
        60,
        _stems("measured measurement measuring measure measurements detector estimated_by assessed assessment"),
        _stems("scale instrument test unit value estimate technique method score observed"),
        0.5,
        "measurement measured method scale",
    ),
    Facet(
        "theory",
        "Theories",
        62,
        _stems("theory theories theorist theorists perspective hypothesis hypotheses"),
        _stems("argued proposed suggests explains model view according_to"),
        0.5,
        "theory explains perspective",
    ),
    Facet(
        "clinical",
        "Clinical significance",
        70,
        _stems("patients disease disorder symptoms diagnosis clinical therapy treatment infection"),
        _stems("cause risk damage treat drug medical health injury syndrome pain"),
        0.5,
        "disease treatment patients",
    ),
    Facet(
        "applications",
        "Applications",
        72,
        _stems("applications application applied_to used_in industry industrial technology technologies exploited"),
        _stems("used uses useful use produce production devices engineering commercial"),
        0.5,
        "applications used industry technology",
    ),
    Facet(
        "society",
        "Society and culture",
        80,
        _stems("culture cultural societies society societal"),
        _stems("people public social country countries community law religion policy"),
        0.3,
        "society culture social",
    ),
    Facet(
        "limits",
        "Challenges and limitations",
        90,
        _stems("challenge challenging limitation drawback controversy controversial debate"),
        _stems("problem difficult lack fail limited criticism disagree unclear remain"),
        0.4,
        "problems limitations debate",
    ),
)

RHETORIC: tuple[Facet, ...] = (
    Facet(
        "methods",
        "Methods",
        20,
        _stems("approaches approach methods method technique techniques algorithm algorithms framework"),
        _stems("based learn train training fine-tuning supervised representation model"),
        0.7,
        "methods approaches",
    ),
    Facet(
        "datasets",
        "Datasets and benchmarks",
        50,
        _stems("dataset datasets benchmark benchmarks corpora corpus annotated annotation annotations"),
        _stems("collected contains examples resource resources instances"),
        0.8,
        "dataset benchmark corpus",
    ),
    Facet(
        "evaluation",
        "Evaluation",
        55,
        _stems("evaluation evaluate evaluating metric metrics evaluated"),
        _stems("human quality measure performance judgments scores correlation"),
        0.8,
        "evaluation metrics human",
    ),
    Facet(
        "languages",
        "Languages",
        58,
        _stems("language_pair multilingual cross-lingual low-resource"),
        _stems("english chinese german french arabic hindi resource cross transfer"),
        0.5,
        "languages multilingual low-resource",
    ),
    Facet("research", "Research", 85, frozenset(), frozenset(), 0.3, "study results", 0.8),
)

_BY_NAME = {one.name: one for one in FACETS + RHETORIC}
