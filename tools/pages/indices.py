"""Powers, charges and indices that plain text writes with signs ("10^12", "Ca^(2+)", "x_1"), set above and below the
line. LaTeX beyond such signs stays as it is.
"""

from __future__ import annotations

import re
from functools import partial


def with_indices(html: str) -> str:
    """Escaped text of one line with its indices as ``<sup>`` and ``<sub>``; addresses stay as they are.

    The signs stay in the text, unseen (class ``sign``): to copy, to search or to read aloud, it is what its source
    wrote. Linear in the length.
    """
    return "".join(one if at % 2 else _set(one) for at, one in enumerate(_ADDRESS.split(html)))


_ADDRESS = re.compile(r"(https?://\S+|[\w.+-]{1,64}@\S+)")


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
_RAISED = re.compile(
    rf"\^(?:{_BRACKETED}|[+−-]/[+−-]|{_SIGN}?(?:\d{{1,2}}?(?=\d[spdf]\^)|\d+(?:\.\d+)?{_WHOLE}(?:[+−]{_OVER})?)"
    rf"|(?:{_SIGN}|\+\+|−−){_OVER}|(?<=[\w)\]}}>]\^)[^\W\d_](?!\w))"
)
# A single letter, or an element that formulas count ("H_2O", "Fe_2O_3"): names have such signs ("RNase_H", "RVT_1").
_COUNTED = r"(?:(?<=[O)\]])|(?<=(?<![A-Z][A-Z])[CFHN])|(?<=(?<![a-z])[A-Z][a-z])|(?<=Cl)|(?<=Br))"
_LOWERED = re.compile(
    rf"(?<=(?<![A-Za-z_])[^\W\d_])_(?:{_BRACKETED}|\d\d?(?![a-z\d]){_WHOLE}|[^\W\d_](?!\w))|{_COUNTED}_\d(?![a-z\d_])"
)
