"""First mentions: subjects that a reader would ask about, unless the page has named them before."""

from __future__ import annotations

import re

from castalia.tools.objections.rule_words import AUXILIARIES, FINITE_VERBS, PHRASE_ENDS, PREPOSITIONS


def definite_subject(sentence: str) -> str | None:
    """The noun phrase of a subject "the + noun" that nothing in its sentence explains, without "the"; else None.

    "The leading model wins" gives "leading model": unless the page has named a model before, a reader asks which one.
    Subjects explained on the spot give None: by a complement ("the structure of DNA"), a clause ("the cells that …"),
    an apposition ("the femur, or thigh bone"), or a name ("the Krebs cycle").
    """
    match = _DEFINITE.match(sentence)
    if match is None:
        return None
    run: list[str] = []
    for piece in sentence[match.end() : match.end() + _PHRASE_CHARACTERS].split()[: _LONGEST_PHRASE + 1]:
        if piece.startswith("("):
            return _without_verb(run, "")
        word = piece.strip("“”\"'‘’()").rstrip(",;:.")
        lower = word.lower()
        if lower in PHRASE_ENDS or (lower.endswith("ly") and run):
            return _without_verb(run, lower)
        if word[:1].isupper() or piece.startswith(("“", '"', "‘")):
            return None
        run.append(word)
        if piece.endswith((",", ".", ";", ":")):
            verb = next((place for place, one in enumerate(run) if place and one.lower() in FINITE_VERBS), 0)
            return " ".join(run[:verb]) or None
    return _without_verb(run[:_LONGEST_PHRASE], "")


def coined_subject(sentence: str) -> str | None:
    """The name with capitals inside it, or in capitals throughout, that a sentence opens with; None if it has none.

    "EasyJudge uses …", "CCK travels …": a reader of the page asks what that is, unless the page, or enough of the
    corpus, knows the name. A name that the sentence spells out in brackets ("BAL (…)") gives None.
    """
    match = _COINED.match(sentence)
    if match is None or sentence.startswith(" (", match.end()):
        return None
    return match[1]


_DEFINITE = re.compile(
    r"The (?=[a-z])|(?:In|At|On|During|After|Before|When|For|From|With|Under|As|Over) [^,]{1,60}, the (?=[a-z])"
)
_LONGEST_PHRASE = 5  # words
_PHRASE_CHARACTERS = 200
_COINED = re.compile(
    r"(?:[A-Z][a-z][^,]{1,80}, )?(?:[Tt]he )?((?=[\w-]{0,30}[A-Z0-9])[A-Z][\w-]{0,30}[A-Z][\w+-]{0,30})\b"
)


def _without_verb(run: list[str], stop: str) -> str | None:
    """The noun phrase of a run of words that ends before ``stop``; None where a complement or clause explains it."""
    if not run:
        return None
    last = run[-1].lower()
    verb = len(run) > 1 and (last in FINITE_VERBS or last.endswith("ed"))
    if (stop in PREPOSITIONS and not (verb and stop != "of")) or stop in ("and", "or") or last.endswith("ing"):
        return None
    return " ".join(run[:-1] if verb and (stop not in AUXILIARIES or last.endswith("ed")) else run)
