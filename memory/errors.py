"""The errors that a user can mend: each message is one line that says what is wrong and what to do."""

from __future__ import annotations

import traceback
from copy import copy
from typing import TypeVar

StoreFault = TypeVar("StoreFault", bound="StoreError")


class CastaliaError(Exception):
    """Anything that Castalia reports to its user on purpose; ``code`` is what the command line then ends with."""

    code = 1

    def _render_traceback_(self) -> list[str]:
        """What IPython shows in a notebook in place of a traceback, whose many lines through our code mend nothing;
        that of an agent of somebody's own, which came to this, is shown."""
        ours = [one for one in getattr(self, "__notes__", ()) if one.startswith("castalia ")]  # LangGraph adds others
        theirs = self.__cause__._render_traceback_() if isinstance(self.__cause__, AgentError) else []
        return [*theirs, f"{type(self).__name__}: {self}", *ours]


class InputError(CastaliaError, ValueError):
    """Wrong usage or input: the command line answers with exit code 2."""

    code = 2


class StoreError(InputError):
    """A store that cannot be opened, read or written, or not with these settings."""


class DamagedStoreError(StoreError):
    """A store whose files cannot be read any more: restore it, or make it again of what it was made of."""


class UnknownRunError(StoreError):
    """The ledgers have no entries of the run whose snippets were asked for."""


class DiskFullError(StoreError):
    """There is no room left on a disk: what was asked for is fine, and can go on once there is. Exit code 1."""

    code = 1


class LimitError(StoreError):
    """This process has come to one of its limits (open files, memory, threads): what was asked for is fine, and can go
    on once that is raised. Exit code 1."""

    code = 1


class RemovedError(StoreError):
    """A file was removed while it was in use: what was asked for is fine. Exit code 1."""

    code = 1


class InUseError(StoreError):
    """Another process holds the file at ``path``, with which nothing is wrong. Exit code 1."""

    code = 1

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.path = path


class UnknownTopicError(CastaliaError):
    """The corpus does not know the topic; ``nearest`` are topics like it that it does have, ``common`` those it has
    most of, where none is like it. Exit code 1."""

    def __init__(self, message: str, nearest: tuple[str, ...] = (), common: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest
        self.common = common


class AgentError(CastaliaError):
    """An agent of somebody's own failed; ``__cause__`` is what it raised. Exit code 1."""

    def _render_traceback_(self) -> list[str]:
        theirs = "".join(traceback.format_exception(self.__cause__)) if self.__cause__ is not None else ""
        return [*theirs.splitlines(), *super()._render_traceback_()]


class NoPageError(CastaliaError):
    """A run came to its end, and nothing can stand on the page: the corpus says too little of the topic, or no section
    could be written. Exit code 1."""


class UnwrittenError(NoPageError):
    """No section came about, for a model or an agent of somebody's own failed while they were written or reviewed: the
    run can go on once it does not. Exit code 1."""


def reworded(error: StoreFault, message: str) -> StoreFault:
    """A copy of an error with another message; its other attributes, such as ``InUseError.path``, stay."""
    told = copy(error)
    told.args = (message,)
    return told


def one_line(error: object) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split())


def what_failed(error: BaseException) -> str:
    """An error as the record of a run shows it: of our own the message, of others the kind as well."""
    return str(error) if isinstance(error, CastaliaError) else repr(error)
