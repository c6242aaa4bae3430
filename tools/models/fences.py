"""Fences: the one way in which text from the corpus is shown to a model, as data between tags that it cannot forge.

What is inside is never obeyed; saying so is the prompt's business. Citation keys are made in ``memory/identity`` and
read back in ``citations``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from castalia.memory.identity import KEY
from castalia.memory.records import Snippet
from castalia.tools.language.hidden import HIDDEN
from castalia.tools.language.sentences import split_sentences

MORE = " […]"
LEAST = 300  # characters: rather than showing less of every snippet, the last ones are left out
_LEAST_ALONE = 60  # characters: the first snippet is shown even if only this much of it fits
_LONGEST_TITLE = 200  # characters
# characters looked at beyond a cut, so that the end of the slice is not taken for the end of a sentence
_OVERHANG = 400

_HIDDEN = re.compile(f"[{HIDDEN}]")
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")

# The sign that opens a tag, as it is or written round a corner.
_LESS = r"(?:[<＜﹤]|&lt;?|&#0{0,8}60;?|&#[xX]0{0,8}3[cC];?|\\u003[cC]|\\x3[cC])"
# Tags that stand in scientific text for typography ("CO<sub>2</sub>") and that no fence is named after.
_TYPOGRAPHY = r"(?:sub|sup|i|b|u|p|em|tt|br|hr|li|ul|ol|td|tr|th|small|strong|span|italic|bold)(?![\w:.-])"
# A "<" that opens or closes a fence, or a marker of a model's own conversation format: "</anything", "<snippet",
# "<name>" and "<name key=" with three letters or more, "<|im_end|>". "p<0.05", "a < b", "<x>" and "n<|z|" are none of
# these.
_TAG = re.compile(
    rf"{_LESS}(?="
    rf"\s*[/⁄∕／]\s*(?!{_TYPOGRAPHY})[^\W\d]"
    r"|\s*snippet"
    rf"|\s{{0,20}}(?!{_TYPOGRAPHY})[^\W\d][\w:.-]{{2,60}}\s{{0,20}}(?:[/⁄∕／>＞﹥]|&gt|[\w:.-]{{1,40}}\s{{0,20}}=)"
    r"|[|｜][\w▁ ]{3,60}[|｜]"
    r")",
    re.IGNORECASE,
)
_TURN = re.compile(r"\[(?=\s{0,5}/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\s{0,5}\])")
_BRACKET = re.compile(r"[\[［【〔]+([^\[\]［］【】〔〕]*)[\]］】〕]*")
_KEY = re.compile(rf"(?<!\w){KEY}(?!\w)", re.IGNORECASE)
_APART = re.compile(r"[,;\s]+")
_NAME = re.compile(r"[a-z][a-z_]{1,40}")


@dataclass(frozen=True, slots=True)
class Fenced:
    """Text for a prompt, at most ``room`` characters of it, and what of the corpus it holds.

    ``shown`` maps each citation key to its snippet id, in the order shown; ``cut`` are the snippets of which only the
    beginning is shown, ``left_out`` those that are not. For a ``fence_text``, ``cut`` or ``left_out`` hold its name.
    """

    text: str
    shown: Mapping[str, str] = field(default_factory=dict, hash=False)
    cut: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all that was given is shown."""
        return not self.cut and not self.left_out


def fence(snippets: Sequence[Snippet], keys: Mapping[str, str], room: int) -> Fenced:
    """Show snippets to a model, in this order, each under its citation key, in at most ``room`` characters in all.

    ``keys`` maps snippet ids to keys (``citation_keys``). If there is too little room, the longest texts are cut first,
    at the end of a sentence, all to one length; where that would be under ``LEAST`` characters, snippets are left out
    from the end. Repeats of a snippet are shown once. Corpus text cannot close a fence, open one, or hold a citation
    key in brackets.
    """
    once = {one.id: one for one in snippets}
    marks = frozenset(key.lower() for key in keys.values())
    texts = {id_: text for id_, one in once.items() if (text := _harmless(one.text, marks))}
    heads = {id_: _head(one, keys[id_], marks) for id_, one in once.items()}
    costs = {id_: len(f"{heads[id_]}\n\n</snippet>\n") for id_ in once}  # with the line end before the next
    chosen: list[str] = []
    needed = -1  # the last one needs no line end after it
    for id_, text in texts.items():
        needed += costs[id_] + min(len(text), LEAST)
        if needed > room and (chosen or costs[id_] - 1 + min(len(text), _LEAST_ALONE) > room):
            break
        chosen.append(id_)
    level = _level([len(texts[id_]) for id_ in chosen], room + 1 - sum(costs[id_] for id_ in chosen))
    shown = {id_: _cut(texts[id_], level, split_lines=False) for id_ in chosen}
    return Fenced(
        text="\n".join(f"{heads[id_]}\n{text}\n</snippet>" for id_, text in shown.items()),
        shown={keys[id_]: id_ for id_ in shown},
        cut=tuple(id_ for id_, text in shown.items() if text != texts[id_]),
        left_out=tuple(id_ for id_ in once if id_ not in shown),
    )


def fence_text(name: str, text: str, room: int) -> Fenced:
    """Show a text of our own making that quotes the corpus (a graph view, headings, a draft) as ``<name>`` …
    ``</name>``.

    At most ``room`` characters in all, cut at the end of a line if one is near, else of a sentence. Citation keys stay,
    for a draft has them by right. ``ValueError`` for a name that is not lower-case letters and underscores.
    """
    if not _NAME.fullmatch(name):
        raise ValueError(f"not a name for a fence: {name!r}")
    whole = _harmless(text, None)
    space = room - len(f"<{name}>\n\n</{name}>")
    if space < min(len(whole), len(MORE) + 1):
        return Fenced("", left_out=(name,))
    shown = _cut(whole, space, split_lines=True)
    return Fenced(f"<{name}>\n{shown}\n</{name}>", cut=(name,) if shown != whole else ())


def _harmless(text: str, keys: Collection[str] | None) -> str:
    """The text without what hides, without tags of ours or of a model's, and unless ``keys`` is None without keys in
    brackets."""
    text = _LINE_ENDS.sub("\n", _HIDDEN.sub("", text)).strip()
    text = _BLANK_LINES.sub("\n\n", text)
    text = _TURN.sub("(", _TAG.sub("‹", text))
    return text if keys is None else _BRACKET.sub(lambda match: _without_key(match[0], match[1], keys), text)


def _without_key(bracket: str, inner: str, keys: Collection[str]) -> str:
    """A bracket that holds no citation key stays; one that does becomes a round one."""
    if not _KEY.search(inner) and not any(word.lower() in keys for word in _APART.split(inner)):
        return bracket
    return f"({inner})" if bracket[-1] in "]］】〕" else f"({inner}"


def _head(snippet: Snippet, key: str, keys: Collection[str]) -> str:
    title = " ".join(_harmless(snippet.title, keys).split())
    if len(title) > _LONGEST_TITLE:
        title = title[: _LONGEST_TITLE - 1].rstrip() + "…"
    title = title.replace('"', "'").replace("<", "‹").replace(">", "›")
    year = "" if snippet.year is None else f' year="{snippet.year}"'
    return f'<snippet key="{key}"' + (f' title="{title}"' if title else "") + year + ">"


def _level(lengths: Sequence[int], room: int) -> int:
    """The largest length w with sum(min(length, w)) <= room: what each text may take if all are treated alike."""
    for place, length in enumerate(ordered := sorted(lengths)):
        share = room // (len(ordered) - place)
        if length > share:
            return share
        room -= length
    return max(lengths, default=0)


def _cut(text: str, length: int, *, split_lines: bool) -> str:
    """The text if it fits, else its beginning and the mark of omission: whole lines or sentences if that keeps half of
    it."""
    if len(text) <= length:
        return text
    space = max(0, length - len(MORE))
    ends = [sentence.end for sentence in split_sentences(text[: space + _OVERHANG]) if sentence.end <= space]
    if split_lines and (line := text.rfind("\n", 0, space + 1)) > space // 2:
        ends = [line]
    end = ends[-1] if ends else 0
    if end <= space // 2:
        words = max(text.rfind(" ", 0, space + 1), text.rfind("\n", 0, space + 1))
        end = words if words > space // 2 else space
    return (text[:end].rstrip() + MORE)[:length].strip()
