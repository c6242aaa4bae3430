"""Letters of a text that a typesetter, a keyboard or a wrong encoding put for others: ligatures ("ﬁ"), the wide forms
of East Asian type ("ＡＴＰ"), and UTF-8 that was read as Windows-1252 ("itâ€™s 5 Â°C").
"""

from __future__ import annotations

import re
import unicodedata

_LIGATURES = re.compile("[\ufb00-\ufb06]")  # where nobody finds the word by its letters
_FAR = "(?<![\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af])"  # from letters that such marks belong to
_NEAR = "(?![\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af])"
_WIDE = re.compile(
    f"{_FAR}(?:(?P<before>[，；：？！．）](?=[^\\W\\d_])|(?<!\\d)[，；：](?=\\d))|(?<=\\S)(?P<behind>（)|[\uff01-\uff5e]){_NEAR}"
)
_SIGNS = re.compile("[ÂÃÎÏâï\ufb00-\ufb06\uff01-\uff5e]")  # without one nothing is amiss
_TO_NARROW = 0xFEE0


def _character(byte: int) -> str:
    return bytes([byte]).decode("cp1252", errors="ignore") or chr(byte)


# Each byte as Windows-1252 and as Latin-1 shows it.
_BYTES = {form: byte for byte in range(0x80, 0x100) for form in {chr(byte), _character(byte)}}
_QUOTES = frozenset("“”‘’")  # which may stand behind a capital


def _any(first: int, last: int) -> str:
    return "".join(re.escape(form) for form, byte in _BYTES.items() if first <= byte <= last and form not in _QUOTES)


_BEHIND = _any(0x80, 0xBF)
# What no language writes: "Â" before a sign, "Ã" and "Î" before one, "â€" before anything.
_MISREAD = re.compile(
    f"Â[{_any(0xA0, 0xBF)}]|Ã[{_BEHIND}]|Î[{_any(0x91, 0xBF)}]|Ï[{_any(0x80, 0x89)}]"
    f"|â[{_any(0x80, 0x84)}{_any(0x86, 0x89)}][{_BEHIND}“”‘’]|ï[¬»¼½][{_BEHIND}]"
)


def plain_letters(text: str) -> str:
    """The text with the letters that were meant; a second pass changes nothing; linear in its length."""
    if _SIGNS.search(text) is None:
        return text
    while (read := _MISREAD.sub(_read_again, text)) != text:  # "Ã¢â‚¬â„¢" was misread twice
        text = read
    text = _LIGATURES.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    return _WIDE.sub(_narrowed, text)


def _read_again(found: re.Match[str]) -> str:
    return bytes(_BYTES[one] for one in found[0]).decode("utf-8")


def _narrowed(found: re.Match[str]) -> str:
    letter = chr(ord(found[0]) - _TO_NARROW)
    return f"{letter} " if found["before"] else f" {letter}" if found["behind"] else letter
