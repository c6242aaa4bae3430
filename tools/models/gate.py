"""The gate in front of every chat model: how many at once, how fast, how often again, and nothing twice.

What a call costs is the business of ``account``, what is kept of ``tape``; the request itself belongs to the model.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import threading
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

from castalia.memory.errors import InputError, StoreError
from castalia.tools.language.counting import count
from castalia.tools.models.account import Account
from castalia.tools.models.chat import Call, ChatModel, ModelError, Reply
from castalia.tools.models.replies import reply_of
from castalia.tools.models.reservations import Reservation
from castalia.tools.models.tape import Tape, tape_key

_MOMENT = 0.02  # seconds between two looks at whether calls under way have left something of the budget
_FIRST_WAIT = 1.0  # seconds before the second attempt; doubled before each further one


@dataclass(slots=True)
class _Pace:
    """When an endpoint may be asked next, in seconds of the monotonic clock, which all event loops share."""

    gap: float
    free_at: float = -math.inf
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, now: float) -> float:
        """Take the next turn (0), or say how many seconds it is away."""
        with self.lock:
            if now < self.free_at:
                return self.free_at - now
            self.free_at = now + self.gap
            return 0.0

    def pause(self, until: float) -> None:
        with self.lock:
            self.free_at = max(self.free_at, until)


@dataclass(frozen=True, slots=True)
class _Lane:
    """One endpoint in one event loop: its slots, and the queue for its turns."""

    pace: _Pace
    slots: asyncio.Semaphore
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def turn(self) -> None:
        """Wait until the endpoint may be asked, first come, first served."""
        async with self.queue:
            wait = self.pace.take(_now())
            while wait > 0:
                await asyncio.sleep(wait)  # a pause may have begun meanwhile
                wait = self.pace.take(_now())


@dataclass(frozen=True, slots=True)
class _Here:
    """What belongs to one event loop. A flight ends with what the same calls share (a reply, or the model's error), or
    with ``None``: nothing came of the call. ``late`` are the requests under way that nobody waits for any more."""

    lanes: dict[str, _Lane] = field(default_factory=dict)
    flights: dict[str, asyncio.Future[Reply | ModelError | None]] = field(default_factory=dict)
    late: dict[asyncio.Future[Reply], str] = field(default_factory=dict)  # with the call's key


class Gate:
    """One for all models, runs and graphs that share endpoints. May be used from one event loop after another."""

    def __init__(
        self,
        *,
        concurrency: int = 16,
        per_minute: float | None = None,
        attempts: int = 5,
        longest_wait: float = 60.0,
        tape: Tape | None = None,
    ) -> None:
        """At most ``concurrency`` requests at once in an event loop and ``per_minute`` evenly spaced, for each
        endpoint; ``attempts`` a call, with at most ``longest_wait`` seconds between two. The tape stays the caller's
        to close."""
        if (
            concurrency < 1
            or attempts < 1
            or not longest_wait >= 0
            or not (per_minute is None or 0 < per_minute < math.inf)
        ):
            raise InputError(
                f"a gate needs at least 1 request at once, 1 attempt, a wait from 0 up and more than 0 requests a minute:"
                f" it was given {concurrency}, {attempts}, {longest_wait} and {per_minute}"
            )
        self.tape = tape
        self._concurrency = concurrency
        self._gap = 0.0 if per_minute is None else 60 / per_minute
        self._attempts = attempts
        self._longest_wait = longest_wait
        self._lock = threading.Lock()
        self._paces: dict[str, _Pace] = {}
        self._by_loop: dict[asyncio.AbstractEventLoop, _Here] = {}

    async def ask(self, model: ChatModel, call: Call, account: Account) -> Reply:
        """The reply to a call: from the tape, from the same call under way, or from the model, on this account. One on
        the tape that was rejected is asked for anew where the account affords it.

        A request whose caller is cancelled is paid for all the same: it comes to its end, on the tape and on the
        account (``finish``). ``ModelError`` when no attempt helped or none can, ``BudgetError`` when the account does
        not allow the call or its time runs out meanwhile, ``InputError`` when money is limited and the model's price
        unknown.
        """
        key = tape_key(model, call)
        tape = self.tape
        if (
            tape is not None
            and (kept := tape.find(key)) is not None
            and not (tape.is_rejected(key) and account.affords(model.name, call))
        ):
            account.replay(model.name, call.role, key)
            return kept
        try:
            async with asyncio.timeout(account.left("seconds")) as limit:
                return await self._once(key, model, call, account)
        except ModelError:
            account.fail(model.name, call.role)
            raise
        except TimeoutError:
            if limit.expired():
                for request in [one for one, its in self._here().late.items() if its == key]:
                    request.cancel()  # the time is up
                    await asyncio.wait([request])
                raise account.refusal("seconds") from None
            raise

    @property
    def late(self) -> int:
        """How many requests are under way that nobody waits for any more."""
        return len(self._here().late)

    async def finish(self) -> None:
        """Wait for the requests whose callers were cancelled; before the tape is closed, or they are paid for nothing.

        Where this wait is cancelled the requests are given up, and over when it ends."""
        late = self._here().late
        try:
            while late:
                await asyncio.wait(list(late))
        except asyncio.CancelledError:
            for request in late:
                request.cancel()
            while late:
                await asyncio.wait(list(late))
            raise

    async def _once(self, key: str, model: ChatModel, call: Call, account: Account) -> Reply:
        """Make the call, or share what the same call under way comes to."""
        flights = self._here().flights
        while (flight := flights.get(key)) is not None:
            shared = await asyncio.shield(flight)  # who gives up waiting must not end it for the others
            if isinstance(shared, Reply):
                account.replay(model.name, call.role, key)
                return shared
            if shared is not None:
                raise shared
        flight = flights[key] = asyncio.get_running_loop().create_future()
        outcome: Reply | ModelError | None = None
        try:
            outcome = reply = await self._make(key, model, call, account)
            return self._kept(key, reply)
        except ModelError as error:
            outcome = error
            raise
        finally:
            if key not in self._here().late.values():  # else it lands with the request
                del flights[key]
                if not flight.done():
                    flight.set_result(outcome)

    async def _make(self, key: str, model: ChatModel, call: Call, account: Account) -> Reply:
        """Attempt after attempt. What the call may cost is held from before its first to its end; a slot only while it
        is used."""
        lane = self._lane(model.endpoint)
        while account.must_wait(model.name, call):  # noqa: ASYNC110 (loops and threads may share an account)
            await asyncio.sleep(_MOMENT)  # no slot is held meanwhile: what is under way needs them to settle
        held = account.reserve(model.name, call)
        reply, request = None, None
        try:
            while True:
                await lane.slots.acquire()
                try:
                    await lane.turn()
                    held.attempts += 1
                    request = asyncio.ensure_future(reply_of(model, call))
                    reply = await asyncio.shield(request)
                    return reply
                except ModelError as error:
                    if error.trouble == "rate limit" and 0 <= (error.retry_after or 0) <= self._longest_wait:
                        lane.pace.pause(_now() + (error.retry_after or 0))
                    wait = self._wait(error, key, held.attempts)
                finally:
                    if request is None or request.done():
                        lane.slots.release()
                await asyncio.sleep(wait)
        finally:
            if request is not None and not request.done():
                self._follow(request, lane, key, held, account)
            else:
                try:
                    if reply is None and request is not None and _is_answered(request):
                        reply = request.result()  # it came in the moment in which its caller was cancelled
                        self._here().flights[key].set_result(self._kept(key, reply))
                finally:
                    account.settle(held, reply, key)

    def _follow(
        self, request: asyncio.Future[Reply], lane: _Lane, key: str, held: Reservation, account: Account
    ) -> None:
        """See a request to its end that nobody waits for any more."""
        here = self._here()
        here.late[request] = key

        def landed(request: asyncio.Future[Reply]) -> None:
            lane.slots.release()
            del here.late[request]
            reply = request.result() if _is_answered(request) else None
            # The last one first, and each whatever comes of those before it. What cannot be kept any more, as on a full
            # disk, is nobody's to be told here: whoever writes there next is.
            with suppress(StoreError), ExitStack() as ends:
                ends.callback(here.flights.pop(key).set_result, reply)  # who asks the same takes it over
                ends.callback(account.settle, held, reply, key)
                if reply is not None:
                    self._kept(key, reply)

        request.add_done_callback(landed)

    def _kept(self, key: str, reply: Reply) -> Reply:
        """The reply, once it is on the tape, if there is one."""
        if self.tape is not None:
            self.tape.keep(key, reply)
        return reply

    def _wait(self, error: ModelError, key: str, attempt: int) -> float:
        """Seconds until the next attempt; the error itself when there is none."""
        if not error.transient:
            raise error
        if attempt == self._attempts:
            raise _given_up(error, count(attempt, "attempt"))
        after = error.retry_after
        if after is not None and after > self._longest_wait:
            raise _given_up(
                error, f"it asks for {after:g} s of patience, more than the {self._longest_wait:g} s there are"
            )
        jitter = _jitter(key, attempt)
        wait = min(_FIRST_WAIT * 2.0 ** (attempt - 1), self._longest_wait) * (1 + jitter) / 2
        asked = after * (1 + jitter / 10) if after is not None and after >= 0 else wait
        return asked if attempt == 1 else max(asked, wait)  # who asks for nothing again and again is overrun

    def _lane(self, endpoint: str) -> _Lane:
        lanes = self._here().lanes
        if endpoint not in lanes:
            with self._lock:
                pace = self._paces.setdefault(endpoint, _Pace(self._gap))
            lanes[endpoint] = _Lane(pace, asyncio.Semaphore(self._concurrency))
        return lanes[endpoint]

    def _here(self) -> _Here:
        """What belongs to the running loop. Loops that are closed are forgotten."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop not in self._by_loop:
                self._by_loop = {one: here for one, here in self._by_loop.items() if not one.is_closed()}
                self._by_loop[loop] = _Here()
            return self._by_loop[loop]


def _is_answered(request: asyncio.Future[Reply]) -> bool:
    """Whether a request that is over came to a reply."""
    return not request.cancelled() and request.exception() is None


def _now() -> float:
    return asyncio.get_running_loop().time()


def _jitter(key: str, attempt: int) -> float:
    """From 0 to 1, and for the same attempt of the same call the same."""
    return int(hashlib.sha256(f"{key} {attempt}".encode()).hexdigest()[:8], 16) / 2**32


def _given_up(error: ModelError, why: str) -> ModelError:
    given_up = ModelError(f"{error} ({why})", error.trouble, transient=error.transient, retry_after=error.retry_after)
    given_up.__cause__ = error
    return given_up
