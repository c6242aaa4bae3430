"""Labels of the parts of a structured abstract ("METHODS: …"), and of a question and its answer ("Q: …", "A: …").
Sentences are parted from them in ``sentences``."""

from __future__ import annotations

import re


def label_end(text: str) -> int:
    """Where the label that a text begins with ends, white space behind it included; 0 where there is none."""
    found = _LABEL.match(text)
    return found.end() if found else 0


def is_label(line: str) -> bool:
    """Whether a line is no more than such a label."""
    return _ALONE.fullmatch(line) is not None


def tells_of_study(label: str) -> bool:
    """Whether a label is that of a part in which a paper reports on its own study, and not on what is known."""
    return is_label(label) and any(_STUDY.fullmatch(one.strip(" :.")) for one in _JOINTS.split(label))


_STUDY = re.compile(
    "(?:study )?design|objectives?|aims?|purpose|methods?|materials|methodology|setting|participants|patients|interventions?"
    "|measurements|main outcome measures?|results?|(?:principal )?findings|limitations",
    re.IGNORECASE,
)
_JOINTS = re.compile(r" */ *| and ", re.IGNORECASE)

_PARTS = (
    "background|introduction|context|rationale|importance|objectives?|aims?|purpose|methods?|materials and methods|methods and results"
    "|methodology|study design|design|setting|participants|patients|interventions?|measurements|main outcome measures?|results?"
    "|findings|principal findings|conclusions?|discussion|interpretation|significance|summary|limitations"
)
_LABEL = re.compile(  # "RESULTS: The …", "Results. The …" and "Results The …", but no "Results are"
    r"(?:[QA]:\s+(?=[\"“'‘]?[A-Z\d][^.:]{12})"  # but no "A: Math. Gen."
    rf"|(?i:{_PARTS})(?: */ *(?i:{_PARTS})| and (?i:{_PARTS}))?(?::|\.|\s?[–—]) ?(?=[^\W\d_a-z]|\d)"
    r"|(?:BACKGROUND|Background|OBJECTIVES?|Objectives?|AIMS?|Aims?|PURPOSE|METHODS|Methods|RESULTS|Results|FINDINGS|CONCLUSIONS?|Conclusions?) "
    r"(?=(?:A|In|To|[A-Z][a-z]+) (?!of\b|and\b)[a-z]))"
)
_ALONE = re.compile(rf"(?i:{_PARTS})(?: */ *(?i:{_PARTS})| and (?i:{_PARTS}))?(?<=[a-zA-Z])[:.]?")
