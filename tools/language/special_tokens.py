"""Special tokens of chat templates, such as ``<|im_end|>``: a server with a wrong template leaves them in an answer.

Only those that are known by name: ``<|v|>`` is physics, ``a <| b`` is code.
"""

from __future__ import annotations

import re

_NAMES = (
    "im_start im_end im_sep im_middle startoftext begin_of_text endoftext end_of_text endofprompt eot eot_id eom eom_id"
    " start_header_id end_header_id header_start header_end start end return call channel constrain message assistant user"
    " system tool observation start_of_turn end_of_turn endofturn start_of_turn_token end_of_turn_token chatbot_token"
    " start_of_role end_of_role begin_of_sentence end_of_sentence begin_of_solution end_of_solution eos bos sep pad"
).split()
_TOKEN = (
    rf"<\|(?:{'|'.join(_NAMES)})\|>|<｜[^<>｜\n]{{1,40}}｜>|</?s>|\[/?INST\]"
    r"|<(?:start_of_turn|end_of_turn|end_of_utterance|turn\||eos|bos)>"
)
_SPEAKER = (
    r"(?:(?<=im_start\|>)|(?<=header_id\|>)|(?<=header_start\|>)|(?<=<\|start\|>)|(?<=start_of_turn>)|(?<=role\|>))"
)
_SPECIAL = re.compile(rf"(?:{_TOKEN})(?:{_SPEAKER}\s{{0,3}}(?:assistant|model)\b)?", re.IGNORECASE)


def special_tokens(text: str) -> tuple[str, ...]:
    """The special tokens in a text, each once, in order of appearance."""
    return tuple(dict.fromkeys(found.group() for found in _SPECIAL.finditer(text)))


def without_special_ends(text: str) -> str:
    """The text without the special tokens that it begins and ends with; those inside it stay. Linear in the length."""
    spans = [found.span() for found in _SPECIAL.finditer(text)]
    start, end = 0, len(text)
    for first, last in spans:
        if text[start:first].strip():
            break
        start = last
    for first, last in reversed(spans):
        if first < start or text[last:end].strip():
            break
        end = first
    return text[start:end]
