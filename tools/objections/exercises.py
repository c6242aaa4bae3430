"""Exercises: whether a snippet works an example step by step with its reader ("Step 2. What patterns do you see …?").

Their data are invented, and each step needs the others: none of its sentences can stand on a page.
"""

from __future__ import annotations

import re

_STEP = re.compile(r"(?:^|[.!?:;”)] {1,2})Step \d{1,2}[.:] ")
_ASKED = re.compile(
    r"\?|\b[Yy]our?\b"
    r"|Step \d{1,2}[.:] (?:Apply|Begin|Calculate|Check|Choose|Compare|Compute|Consider|Convert|Decide|Determine|Divide|Draw|Enter"
    r"|Examine|Find|Identify|Insert|Label|List|Look|Make|Multiply|Notice|Pick|Plot|Plug|Put|Read|Recall|Rewrite|Set|Show|Simplify|Sketch"
    r"|Solve|Start|State|Substitute|Subtract|Take|Think|Use|Verify|Write)\b"
)


def is_exercise(text: str) -> bool:
    """Whether a text has numbered steps in which its reader is asked or told to do something; steps of a process in
    nature are none.

    Time is linear in the length.
    """
    return _STEP.search(text) is not None and _ASKED.search(text) is not None
