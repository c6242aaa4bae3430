"""Names of files that may be gzipped."""

from __future__ import annotations

_ENDING = ".gz"


def is_gzip_name(name: str) -> bool:
    """Whether a file of this name is gzipped, as it says in small letters or capitals."""
    return name.lower().endswith(_ENDING)


def unzipped_name(name: str) -> str:
    """The name of the file that is gzipped under this name, or the name itself."""
    return name[: -len(_ENDING)] if is_gzip_name(name) else name
