"""What a run thinks with: which model plays which role, what it may spend, and how fast it may ask.

Everything here is a value; clients, gate and account are made when a run begins, in ``means``.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self, TypeVar

from castalia.agents.crew import ROLES
from castalia.graphs.checks import check_count
from castalia.memory.errors import InputError
from castalia.tools.models.budgets import Budget
from castalia.tools.models.chat import ANSWER, AUDIENCE, WINDOW, check_window
from castalia.tools.models.model_specs import check_spec
from castalia.tools.models.prices import Price

GROUPS: Mapping[str, tuple[str, ...]] = {
    "graph": ("extractor", "normaliser"),
    "curation": ("extractor", "normaliser", "researcher", "synthesizer"),
    "filter": ("relevance_filter",),
    "writing": ("outliner", "relevance_filter", "writer", "reviewer", "editor"),
}
ASKED = ("window", "answer", "audience", "temperature", "top_p", "sample")  # a page depends on these and the models
PACE = ("concurrency", "per_minute", "timeout", "curation")
_NUMBER = (int | float | None, "a number, or None")
_KINDS: Mapping[str, tuple[Any, str]] = {
    "models": (Mapping, "a mapping from roles to models, or anything to Thinking.of"),
    "budget": (Budget, 'a Budget, or to Thinking.of a text such as "calls=200,money=0.5"'),
    "prices": (tuple, 'a tuple of Price.of("NAME=IN,OUT")'),
    "window": (int, "a whole number of tokens"),
    "answer": (int, "a whole number of tokens"),
    "audience": (str, "a str"),
    "temperature": _NUMBER,
    "top_p": _NUMBER,
    "per_minute": _NUMBER,
    "timeout": (int | float, "a number of seconds"),
    "curation": (int | float, "a share, above 0 and up to 1"),
    "tape": (str | Path | None, "a path, or None"),
    "sample": (int, "a whole number"),
}
T = TypeVar("T")
MODEL_VARIABLE = "CASTALIA_MODEL"
CONCURRENCY = 16  # calls at once to one endpoint, where nobody says how many
LONGEST_AUDIENCE = 300  # characters: it stands in most prompts


@dataclass(frozen=True, slots=True)
class Thinking:
    """Roles with their models (specs, LangChain chat models or ``ChatModel`` objects); a role without one is
    extractive.

    ``Thinking.of`` makes one from less: a single model, groups of roles, a budget as text. ``models`` here has single
    roles only. ``prices`` are those of models that the table lacks (``Price.of("NAME=IN,OUT")``). ``window`` is the
    context in tokens that every prompt has to fit, with ``answer`` tokens for what comes back. ``temperature`` and
    ``top_p`` are the provider's own where they are ``None``; ``timeout`` is in seconds a request, and how long a run
    that is cancelled waits for those under way. ``ChatModel`` objects keep their own of all three. ``concurrency`` and
    ``per_minute`` (calls) hold for each endpoint. ``tape`` is the file that keeps every answer that can be used again,
    made if it is not there; ``None``: nothing is kept. ``sample`` makes runs differ that would ask the same.
    ``is_rehearsal`` keeps what is read out of the library. ``curation`` is the share of a budget that gathering
    evidence may use up, so that something is left to write with.
    """

    models: Mapping[str, Any] = field(default_factory=dict, hash=False)
    budget: Budget = field(default_factory=Budget)
    prices: tuple[Price, ...] = ()
    window: int = WINDOW
    answer: int = ANSWER
    audience: str = AUDIENCE
    temperature: float | None = None
    top_p: float | None = None
    concurrency: int = CONCURRENCY
    per_minute: float | None = None
    timeout: float = 120.0
    tape: str | Path | None = None
    sample: int = 0
    curation: float = 0.6
    is_rehearsal: bool = False

    def __post_init__(self) -> None:
        for name, (kind, wanted) in _KINDS.items():
            if not isinstance(getattr(self, name), kind):
                raise InputError(f"{name} is {getattr(self, name)!r}: give {wanted}")
        if not all(isinstance(one, Price) for one in self.prices):
            raise InputError(f'prices is {self.prices!r}: give a tuple of Price.of("NAME=IN,OUT")')
        unknown = sorted(set(self.models) - set(ROLES))
        if unknown:
            raise InputError(f"there is no role {unknown[0]!r}: the roles are {', '.join(ROLES)}")
        check_window(self.window, self.answer)
        check_count("concurrency", self.concurrency)
        if self.per_minute is not None and not 0 < self.per_minute < math.inf:
            raise InputError(f"per_minute is {self.per_minute}: give a number of calls above 0")
        if not 0 < self.curation <= 1:
            raise InputError(f"the share of curation is {self.curation}: give a number above 0, up to 1")
        if not 0 < len(self.audience.strip()) <= LONGEST_AUDIENCE:
            raise InputError(
                f"the audience has {len(self.audience):,} characters: say in 1 to {LONGEST_AUDIENCE} whom the page is for"
            )

    @classmethod
    def of(cls, model: Any, **options: Any) -> Self:
        """One model for all roles, or a mapping from roles and groups of roles (``"*"`` is all) to models, of which the
        narrower counts; ``None`` and "extractive" are no model. ``options`` are the other fields. A ``Thinking``
        without options comes back as it is.

        ``budget`` may be a string ("calls=200,money=0.5"). ``CASTALIA_MODEL`` is not read here: it is the command
        line's.
        """
        if isinstance(model, cls) and not options:
            return model
        if isinstance(options.get("budget"), str):
            options["budget"] = Budget.of(options["budget"])
        models = _by_role(model if isinstance(model, Mapping) else {"*": model})
        return cls({role: one for role, one in models.items() if one not in (None, "extractive")}, **options)

    def asked(self) -> dict[str, Any]:
        """What a page depends on, of all this: not how fast or at what price it may be made."""
        return {name: value for name, value in self.to_json().items() if name not in PACE}

    def means(self) -> dict[str, Any]:
        """At what pace and price a page may be made, as plain values, for a run that goes on."""
        pace = {name: getattr(self, name) for name in PACE}
        return {"budget": asdict(self.budget), "prices": [asdict(one) for one in self.prices], **pace}

    def to_json(self) -> dict[str, Any]:
        """As plain values without secrets, for the run record."""
        models = {role: name_of(one) for role, one in sorted(self.models.items())}
        return {"models": models} | {name: getattr(self, name) for name in (*ASKED, *PACE)}


def read_models(models: Iterable[str], engines: Iterable[str] = ()) -> dict[str, str]:
    """Role to spec from ``SPEC`` and ``ROLE=SPEC`` options and ``ENGINE`` and ``ROLE=ENGINE`` options, as the command
    line has them.

    ``CASTALIA_MODEL`` is the ``SPEC`` where none without a role is given. The engine ``extractive`` takes a role's
    model away; ``model`` gives none, and is an ``InputError`` where the role has none.
    """
    given: dict[str, str] = {}
    if default := os.environ.get(MODEL_VARIABLE, "").strip():
        given["*"] = default
    for option in models:
        role, spec = _split(option)
        given[role] = spec
    found = _by_role(given)
    for option in engines:
        name, engine = _split(option)
        if engine not in ("extractive", "model"):
            raise InputError(
                f"there is no engine {engine!r}: write extractive or model, as in --engine graph=extractive"
            )
        for role in _roles(name):
            if engine == "extractive":
                found.pop(role, None)
            elif role not in found:
                raise InputError(f"the engine of {role} is to be a model, and it has none: add --model {role}=SPEC")
    return {role: spec for role, spec in found.items() if spec != "extractive"}


def rehearsal(thinking: Thinking) -> Thinking:
    """What a rehearsal thinks with: scripted models under the names of the real ones. Nothing is spent, no key is
    needed, and prompts are what they would be. ``InputError`` for a spec that is not known, or a price that a budget in
    money needs."""
    from castalia.tools.models.account import Account
    from castalia.tools.scripted.scripted_model import ScriptedModel

    for one in thinking.models.values():
        if isinstance(one, str):
            check_spec(one)

    models: dict[str, Any] = {role: ScriptedModel(name=name_of(one)) for role, one in thinking.models.items()}
    Account(thinking.budget, thinking.prices).check_prices(one.name for one in models.values())
    return replace(thinking, models=models, budget=Budget(), tape=None, per_minute=None, is_rehearsal=True)


def _by_role(given: Mapping[str, T]) -> dict[str, T]:
    """What each role is given, by its own name, that of a group or "*": the narrower word counts."""
    found: dict[str, T] = {}
    for name in sorted(given, key=lambda one: (-len(_roles(str(one))), one not in GROUPS)):
        found |= dict.fromkeys(_roles(str(name)), given[name])
    return found


def _roles(name: str) -> tuple[str, ...]:
    if name not in ("*", *GROUPS, *ROLES):
        raise InputError(f"there is no role {name!r}: the roles are {', '.join(ROLES)}; groups: {', '.join(GROUPS)}")
    return ROLES if name == "*" else GROUPS.get(name, (name,))


def _split(option: str) -> tuple[str, str]:
    """ "writer=SPEC" or "SPEC"; a spec may hold "=" behind its colon."""
    if not option.strip():
        raise InputError("an empty option names no model: write SPEC or ROLE=SPEC, for example openai:gpt-4.1")
    name, sign, rest = option.partition("=")
    if not sign or ":" in name:
        return "*", option.strip()
    if not rest.strip():
        raise InputError(f"{option!r} names no model: write ROLE=SPEC, for example writer=openai:gpt-4.1")
    return name.strip(), rest.strip()


def name_of(model: Any) -> str:
    """The name of a model, without making a client."""
    if isinstance(model, str):
        return _without_secrets(model)
    kind = type(getattr(model, "bound", model))  # of a model with a config of LangChain's, that of the model
    return str(getattr(model, "name", None) or getattr(model, "model_name", None) or kind.__name__)


def _without_secrets(spec: str) -> str:
    """A spec whose address may hold a user and a password."""
    head, at, host = spec.rpartition("@")
    return f"{head.split('://')[0]}://{host}" if at and "://" in head else spec
