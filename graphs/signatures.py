"""Gives a function the signature of another, so that editors show it and an unknown argument is a ``TypeError`` at
once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def parameters_of(other: Callable[P, object]) -> Callable[[Callable[..., T]], Callable[P, T]]:
    """The decorated function takes what ``other`` takes; anything else is a ``TypeError`` when it is called, in
    Python's words."""
    signature = inspect.signature(other)

    def decorate(work: Callable[..., T]) -> Callable[P, T]:
        @wraps(work)
        def called(*given: P.args, **options: P.kwargs) -> T:
            try:
                signature.bind(*given, **options)
            except TypeError as error:
                raise TypeError(f"{work.__name__}() {error}") from None
            return work(*given, **options)

        own = inspect.signature(work).return_annotation
        called.__signature__ = signature.replace(return_annotation=own)  # type: ignore[attr-defined]
        return called

    return decorate
