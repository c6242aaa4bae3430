"""The text that a reader of markup puts together, piece by piece. The mark of an element ("^" for ``<sup>``) is a piece
of its own, and is set when the element has ended: only then is it known what stands inside.

Every look reaches over a bounded number of pieces and characters, so that the time stays linear in the text.
"""

from __future__ import annotations

from dataclasses import dataclass

_NEAR = 80  # pieces that are looked at, and characters of each


@dataclass(slots=True)
class Span:
    """An element that is open: its mark is the piece at ``start``; ``link`` is where a link to a reference begins in
    it."""

    name: str
    start: int
    link: int | None = None
    linked: bool = False  # whether it begins such a link
    children: int = 0


class Pieces:
    """The text so far. Where a tag stood between the digits of two numbers, a space keeps them apart."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._apart = False  # whether a digit that follows belongs to another number

    def __str__(self) -> str:
        return "".join(self._pieces)

    def _push(self, text: str) -> None:
        if self._apart and text[0].isdigit() and self._before(len(self._pieces))[-1:].isdigit():
            text = f" {text}"
        self._apart = False
        self._pieces.append(text)

    def _wrap(self, span: Span, many: bool) -> None:
        """An element ends: several terms are put into parentheses, so that its mark goes for all of them."""
        if many:
            self._pieces[span.start] += "("
        self._pieces.append(")" * self._pieces[span.start].count("("))
        self._apart = True

    def _mark(self, mark: str) -> None:
        self._pieces.append(mark)
        self._apart = not mark

    def _blank(self, where: slice) -> None:
        """Pieces keep their places, for elements that are open are known by these."""
        self._pieces[where] = [""] * (where.stop - where.start)

    def _inner(self, start: int) -> list[str]:
        """What stands behind a mark; "…" where it is not seen whole, so that nothing is left out for how it begins."""
        near = self._pieces[start + 1 : start + 1 + _NEAR]
        seen = [piece if len(piece) <= _NEAR else piece[:_NEAR] + "…" for piece in near if piece]
        return seen if len(self._pieces) <= start + 1 + _NEAR else [*seen, "…"]

    def _before(self, end: int) -> str:
        return "".join(piece[-_NEAR:] for piece in self._pieces[max(0, end - _NEAR) : end])[-_NEAR:]
