"""Presumed subjects: what a sentence calls "the …" in its subject as if it had been named before."""

from __future__ import annotations

from castalia.tools.language.phrases import Phrase
from castalia.tools.language.words import content_stems
from castalia.tools.objections.first_mentions import definite_subject
from castalia.tools.topic.definitions import FAIR, defines, definition_subject


def presumed_subject(sentence: str, head: Phrase | None) -> str:
    """The definite subject that a sentence does not explain, as it is written, without "the"; empty if it has none.

    ``head`` is the subject of its main clause, which tells a verb that looks like a noun ("the kidneys carry"). A name
    of several words that the sentence defines needs no other explanation; "the toxin is a protein" says what a toxin is
    that was named before.
    """
    name = definite_subject(sentence) or ""
    if head and name.startswith(f"{head.text} "):
        name = head.text
    return "" if content_stems(name) == content_stems(defined_name(sentence)) else name


def defined_name(sentence: str) -> str:
    """The name of several words that a sentence defines fairly; empty if there is none."""
    name = definition_subject(sentence)
    return name if len(content_stems(name)) > 1 and defines(sentence, name) >= FAIR else ""
