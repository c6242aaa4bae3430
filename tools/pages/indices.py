"""Powers, charges and indices that plain text writes with signs ("10^12", "Ca^(2+)", "x_1"), set above and below the
line. LaTeX stays as it is: half of a formula set is harder to read than none.
"""

from __future__ import annotations

import re
from functools import partial


def with_indices(html: str) -> str:
    """Escaped text of one line with its indices as ``<sup>`` and ``<sub>``; addresses and LaTeX stay as they are.

    The signs stay in the text, unseen (class ``sign``): to copy, to search or to read aloud, it is what its source
    wrote. Linear in the length.
    """
    return "".join(one if at % 2 else _set(one) for at, one in enumerate(_APART.split(html)))


_ADDRESS = r"https?://\S+|[\w.+-]{1,64}@\S+"
# A dollar that opens a formula stands before its first sign, and one that closes it behind its last: "$5 and $10" has
# none.
_MATH = r"\$\$[^$]+\$\$|\$(?![\s$])[^$]+(?<!\s)\$(?!\d)|\\\((?:(?!\\[()]).)*\\\)|\\\[(?:(?!\\[\[\]]).)*\\\]"
_GROUP = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_SCRIPTED = r"[_^](?:\{[^{}_^]*[_^][^{}]*\}|\([^()_^]*[_^][^()]*\))"  # an index that has indices: "P_{O_2}"
_COMMAND = rf"(?:\\[A-Za-z]+|{_SCRIPTED})(?:[_^]?{_GROUP}|[_^][^\W_])*"  # with what it is given: "\sum_{i=1}^n"
_APART = re.compile(f"({_ADDRESS}|{_MATH}|{_COMMAND})")


def _set(html: str) -> str:
    return _RAISED.sub(partial(_shifted, "sup"), _LOWERED.sub(partial(_shifted, "sub"), html))


def _shifted(tag: str, found: re.Match[str]) -> str:
    """The sign and a bracket around what it shifts are for those who do not see it."""
    sign, shifted = found[0][0], found[0][1:]
    if shifted[0] in "({":
        return f"<{tag}>{_unseen(sign + shifted[0])}{shifted[1:-1]}{_unseen(shifted[-1])}</{tag}>"
    return f"<{tag}>{_unseen(sign)}{shifted}</{tag}>"


def _unseen(signs: str) -> str:
    return f'<span class="sign">{signs}</span>'


_LONGEST = 16  # characters in brackets: of a longer formula the reader needs to see the brackets
_BRACKETED = rf"\([^(){{}}<>^\s]{{1,{_LONGEST}}}\)|\{{[^(){{}}<>^\s]{{1,{_LONGEST}}}\}}"
_SIGN = r"[+−–*-]"
# Behind the sign of a charge a word is over, or its state follows ("Na^+(aq)"), or its partner ("Na^+/K^+"); else it
# joins two things ("x^2+√y").
_OVER = r"(?=[\s.,;:)\]}→↔⇌<…]|\((?:aq|s|l|g)\)|/[A-Z]|$)"
_WHOLE = r"(?![,.]?\d|/\d(?!\d))"  # not the beginning of a fraction, or of a number with a comma
# "^14C" has nothing before the sign; a letter alone is a power only behind something ("e^x", no note "^A").
# In "1s^22s^2" the second 2 begins the next orbital.
# A hyphen is a charge behind what can have one ("SO_4^2-", "O^2-"), not behind the power of a number ("10^3- to 10^4-fold").
_MINUS = r"(?:(?<=(?:[^\W\d_]|[)\]}>])\^\d)|(?<=[^\W\d_]\d\^\d))-"
_RAISED = re.compile(
    rf"\^(?:{_BRACKETED}|[+−-]/[+−-]|{_SIGN}?(?:\d{{1,2}}?(?=\d[spdf]\^)|\d+(?:\.\d+)?{_WHOLE}(?:(?:[+−]|{_MINUS}){_OVER})?)"
    rf"|(?:{_SIGN}|\+\+|−−){_OVER}|(?<=[\w)\]}}>]\^)[^\W\d_](?!\w))"
)
# A single letter, or an element that formulas count ("H_2O", "Fe_2O_3"): names have such signs ("RNase_H", "RVT_1").
_COUNTED = r"(?:(?<=[O)\]])|(?<=(?<![A-Z][A-Z])[CFHN])|(?<=(?<![a-z])[A-Z][a-z])|(?<=Cl)|(?<=Br))"
_LOWERED = re.compile(
    rf"(?<=(?<![A-Za-z_])[^\W\d_])_(?:{_BRACKETED}|\d\d?(?![a-z\d]){_WHOLE}|[^\W\d_](?!\w))|{_COUNTED}_\d(?![a-z\d_])"
)
