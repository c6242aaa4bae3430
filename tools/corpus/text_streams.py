"""Text of a file: its lines, or parts of them, in bounded memory; what is no text in UTF-8 is a ``NoRowsError``."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from io import BufferedReader, RawIOBase
from typing import Any

from castalia.memory.errors import InputError

ROW_LIMIT = 5 * 1024 * 1024  # bytes of one row; a longer one is passed over without being held in memory
HEAD = 4096  # bytes that tell text from binary
_PASS = 1 << 16  # bytes at a time when a long line is passed over
_UTF32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_PACKED = (b"PK\x03\x04", b"%PDF-", b"\xd0\xcf\x11\xe0")
_OLD_END = re.compile(rb"[^\r\n]*\r[^\n]")
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b"))


class NoRowsError(InputError):
    """A file that holds no rows of snippets, or no text in UTF-8: ``reason`` is the same for all of its kind, ``way``
    is how to mend this one, which the message says as well."""

    def __init__(self, reason: str, message: str, way: str) -> None:
        super().__init__(f"{message}: {way}")
        self.reason, self.way = reason, way


class _Returns(RawIOBase):
    """A stream whose lines end with a carriage return alone (old Excel for Mac), with line feeds in their place."""

    def __init__(self, stream: BufferedReader) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        data = self._stream.read1(len(target)).replace(b"\r", b"\n")
        target[: len(data)] = data
        return len(data)


def lines_of(stream: BufferedReader, name: str) -> Iterator[tuple[int, str | None]]:
    """Numbered lines as text, ``None`` for one over the limit; raises for what is not UTF-8 text."""
    number = 0
    try:
        head = stream.peek(HEAD)[:HEAD]
        _refuse_binary(head, name)
        if _OLD_END.match(head):
            stream = BufferedReader(_Returns(stream))
        while raw := stream.readline(ROW_LIMIT + 1):
            number += 1
            if len(raw) > ROW_LIMIT and not raw.endswith(b"\n"):
                while raw and not raw.endswith(b"\n"):
                    raw = stream.readline(_PASS)
                yield number, None
                continue
            yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(error, name, number) from None
    except OSError as error:
        raise InputError(f"{name} cannot be read after line {number} ({error}): copy or compress it again") from None


def parts_of(stream: BufferedReader, name: str) -> Iterator[str]:
    """The text in parts of its lines; raises for what is not UTF-8 text."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    number = 1
    try:
        _refuse_binary(stream.peek(HEAD)[:HEAD], name)
        while raw := stream.readline(_PASS):
            yield decoder.decode(raw)
            number += raw.endswith(b"\n")
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise _not_utf8(error, name, number) from None
    except OSError as error:
        raise InputError(f"{name} cannot be read after line {number} ({error}): copy or compress it again") from None


def check_text(stream: BufferedReader, name: str) -> None:
    """Read it to its end, and go back to its beginning; raises like ``parts_of``, before anything of it is used."""
    for _ in parts_of(stream, name):
        pass
    stream.seek(0)


def _not_utf8(error: UnicodeDecodeError, name: str, number: int) -> NoRowsError:
    return NoRowsError(
        "not UTF-8",
        f"{name}:{number}: not UTF-8 (byte 0x{error.object[error.start]:02x})",
        "convert the file to UTF-8, for example with iconv -f windows-1252 -t utf-8",
    )


def _refuse_binary(head: bytes, name: str) -> None:
    if head.startswith(_PACKED):
        kind = "an Office file, a PDF or an archive"
        raise NoRowsError(kind, f"{name} is {kind}, whatever its name says", "save its rows as CSV in UTF-8")
    coding = "UTF-32" if head.startswith(_UTF32) else "UTF-16" if head.startswith(_UTF16) else ""
    if not coding and len(head) > 8 and max(head[0::2].count(0), head[1::2].count(0)) > 0.4 * (len(head) // 2):
        coding = "" if head.count(0) > 0.6 * len(head) else "UTF-16"
    if coding:
        kind = f"{coding}, not UTF-8"
        way = f"convert the file to UTF-8, for example with iconv -f {coding} -t utf-8"
        raise NoRowsError(kind, f"{name}:1: {kind}", way)
    if b"\0" in head or len(head) - len(head.translate(None, _CONTROL)) > len(head) // 20:
        kind = "a binary file"
        raise NoRowsError(kind, f"{name} is {kind}", "give JSON lines, CSV or notes in UTF-8 (plain or gzip)")
