"""Hidden characters: what Unicode draws as nothing, and what no client can encode."""

from __future__ import annotations

# For a class of a pattern. Control characters other than white space, soft hyphen, fillers, zero-width, bidirectional
# and tag characters, variation selectors; lone surrogates and non-characters, which cannot be encoded.
HIDDEN = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
