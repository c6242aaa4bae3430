"""Attributes in Markdown, as kramdown reads them: behind words ("**Reefs**{: data-type="term"}"), before the text of an
item ("* {: #one} Reefs"), on a line of their own below what they tell of ("{:.no_toc}"), and settings
("{::options toc_levels="2" /}"). They go.

Formats of numbers ("{:.2f}", "`{:#x}`"), maps ("{:depth 3}") and sets are none.
"""

from __future__ import annotations

import re

_NAMED = r"[\w:-]{1,40}=\"[^\"{}\n]{0,300}\""
_ONE = rf"(?:[.#][A-Za-z][\w-]{{0,80}}|{_NAMED}|[\w:-]{{1,40}}=(?:'[^'{{}}\n]{{0,300}}'|[^\s{{}}\"'=]{{1,80}}))"
_LIST = rf"{_ONE}(?:[ \t]{{1,9}}{_ONE}){{0,9}}[ \t]{{0,9}}/?\}}"
_BEHIND = re.compile(
    rf"(?:(?<=[)*\]_>])|(?<=[\w)\]]`))\{{:[ \t]{{0,9}}(?:{_LIST}|\}})|(?<=\s)\{{:[ \t]{{0,9}}(?={_NAMED}){_LIST}"
)
_BEFORE = re.compile(
    rf"^([ \t]{{0,40}}(?:[*+-][ \t]{{1,9}})?)\{{:(?:[ \t]{{0,9}}|:[a-z]{{2,20}}[ \t]{{1,9}})(?:{_LIST}|[\w-]{{0,40}}\}}[ \t]*$)",
    re.MULTILINE,
)


def without_attributes(text: str) -> str:
    """The text without attributes of kramdown; linear in its length."""
    return _BEFORE.sub(r"\1", _BEHIND.sub("", text)) if "{:" in text else text
