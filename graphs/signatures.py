"""Gives a function the signature of another, so that editors show it and an unknown argument is a ``TypeError`` at
once."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Collection, Iterable
from dataclasses import fields
from functools import wraps
from typing import ParamSpec, TypeVar

from castalia.graphs.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


def parameters_of(other: Callable[P, object]) -> Callable[[Callable[..., T]], Callable[P, T]]:
    """The decorated function takes what ``other`` takes; anything else is a ``TypeError`` when it is called, in
    Python's words, with what may have been meant."""
    signature = inspect.signature(other)

    def decorate(work: Callable[..., T]) -> Callable[P, T]:
        @wraps(work)
        def called(*given: P.args, **options: P.kwargs) -> T:
            try:
                signature.bind(*given, **options)
            except TypeError as error:
                raise TypeError(f"{work.__name__}() {error}{_hint(options, signature.parameters)}") from None
            return work(*given, **options)

        own = inspect.signature(work).return_annotation
        called.__signature__ = signature.replace(return_annotation=own)  # type: ignore[attr-defined]
        return called

    return decorate


def _hint(given: Iterable[str], known: Collection[str]) -> str:
    """What may have been meant by the first of these names that is not known: a setting, or a name like it."""
    wrong = next((one for one in given if one not in known), "")
    if wrong in {one.name for one in fields(Settings)}:
        return f"; it is a setting: settings=Settings({wrong}=…)"
    near = difflib.get_close_matches(wrong, known, 1)
    return f"; did you mean {near[0]}?" if near else ""
