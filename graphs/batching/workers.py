"""What pages on other machines need to be told: where the workers are, and the task that all of them have. Values only.

Nothing of Ray is imported here. How a worker goes about its task is ``page_worker``'s business, who gets which page
``remote_pages``'.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from castalia.graphs.checks import check_count
from castalia.graphs.settings import Settings
from castalia.graphs.thinking import Thinking, name_of
from castalia.memory.errors import InputError
from castalia.tools.models.account import Account
from castalia.tools.models.model_specs import check_spec

LOCAL, AUTO = "ray://local", "ray://auto"
_ADDRESS = re.compile(r"ray://[A-Za-z0-9._\-\[\]:]+:\d{1,5}")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Workers:
    """Where the workers are: at the Ray cluster with this ``address``, ``count`` of them (``None``: one on each
    machine).

    ``ray://HOST:10001`` is a cluster elsewhere (by Ray Client), ``ray://auto`` the one that this machine is part of,
    ``ray://local`` one that is started here and ends with the batch. ``pass_env`` names variables of this process's
    environment that the workers are given.
    """

    address: str
    count: int | None = None
    pass_env: tuple[str, ...] = ()

    @classmethod
    def of(cls, address: str, count: int | None = None, pass_env: Iterable[str] = ()) -> Self:
        """Checked; ``InputError`` in one line for what makes no sense, and where Ray is not installed."""
        text = str(address).strip().rstrip("/")
        if text not in (LOCAL, AUTO) and not _ADDRESS.fullmatch(text):
            raise InputError(
                f"there are no workers at {text[:80]!r}: write ray://HOST:10001, ray://auto or ray://local"
            )
        if count is not None:
            check_count("the number of workers", count)
        names = tuple(dict.fromkeys(pass_env))
        if wrong := [one for one in names if not _NAME.fullmatch(one)]:
            raise InputError(
                f"{wrong[0][:80].partition('=')[0]!r}: --pass-env takes the name of a variable, not its value"
            )
        if importlib.util.find_spec("ray") is None:
            raise InputError('workers on other machines need Ray: pip install "ray[client]" (the extra ray)')
        return cls(text, count, names)


@dataclass(frozen=True, slots=True)
class Task:
    """What every worker of a batch does: it writes pages from the store (a url or a folder, as it is called where the
    batch was begun; ``fingerprint`` of its snippets) ``at_once`` side by side. ``thinking`` has specs, no budget and no
    tape."""

    store: str
    fingerprint: str
    embeddings: str | None
    thinking: Thinking
    settings: Settings
    at_once: int


def check_specs(thinking: Thinking) -> None:
    """``InputError`` where a model is an object, which cannot go to another machine; for a spec that is not known; for
    a missing price.

    No key is looked for: the workers have their own.
    """
    for role, one in sorted(thinking.models.items()):
        if not isinstance(one, str):
            raise InputError(
                f"the model of {role} is an object ({type(one).__name__}), which cannot be sent to another machine: "
                "give a spec, for example openai:gpt-4o-mini"
            )
        check_spec(one)
    Account(thinking.budget, thinking.prices).check_prices(name_of(one) for one in thinking.models.values())
