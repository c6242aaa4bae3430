r"""The frame of a document in TeX: what stands around its text and sets none. The preamble, figures, tables and
comments go; what begins or ends a part ("\begin{abstract}", "\item") sets a paragraph off. Formulas stay.
"""

from __future__ import annotations

import re

_PREAMBLE = re.compile(r"\\documentclass\b(?:[^\\]|\\(?!documentclass\b|begin\{document\}))*+\\begin\{document\}")
_END = re.compile(r"\\end\{document\}[\s\S]*")
_COMMENT = re.compile(r"^[ \t]*%.*\n?", re.MULTILINE)
_FLOAT = re.compile(
    r"\\begin\{(figure|table|tabular|thebibliography|lstlisting|verbatim)(\*?)\}(?:[^\\]|\\(?!(?:begin|end)\{\1\2\}))*+\\end\{\1\2\}"
)
_PART = re.compile(
    r"\\(?:begin|end)\{(?:document|abstract|itemize|enumerate|description|quote|quotation|center|theorem|lemma|definition"
    r"|proposition|corollary|remark|example|proof)\*?\}(?:\[[^\[\]\n]{0,80}\])?"
)
_ITEM = re.compile(r"\\item\b[ \t]*(?:\[([^\[\]\n]{0,80})\])?[ \t]*")
_TITLE = re.compile(r"\\title\{([^{}]{0,300})\}")
_SETTING = re.compile(
    r"\\(?:maketitle|tableofcontents|centering|noindent|bigskip|medskip|smallskip|clearpage|newpage|appendix)(?![a-zA-Z])[ \t]*"
    r"|\\(?:author|date|affiliation|address|email|keywords|bibliography|bibliographystyle|vspace|includegraphics)\*?"
    r"(?:\[[^\[\]]{0,200}\])?\{(?:[^{}]|\{[^{}]{0,200}\}){0,1000}\}"
)


def without_frame(text: str) -> str:
    """The text without the frame of its document; linear in its length."""
    if "\\begin{" not in text and "\\item" not in text and "\\documentclass" not in text:
        return text
    if _PART.search(text) or "\\documentclass" in text:
        text = _COMMENT.sub("", _END.sub("", _PREAMBLE.sub("", text)))
        text = _SETTING.sub("", _TITLE.sub(r"\n\n\1\n\n", _FLOAT.sub("\n\n", text)))
    return _PART.sub("\n\n", _ITEM.sub(_item, text))


def _item(found: re.Match[str]) -> str:
    begins_line = not found.start() or found.string[found.start() - 1] == "\n"
    return ("" if begins_line else "\n") + (f"• {found[1]} " if found[1] else "• ")
