"""The gate: limits hold for all who share an endpoint, retries help where they can, and nothing is paid for twice.

The loop of these tests has a clock of its own that jumps to the next timer, so minutes of waiting take no time and
waits are exact.
"""

from __future__ import annotations

import asyncio
import gc
import math
import selectors
import sqlite3
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest
from castalia.memory.errors import InputError
from castalia.tools.models.account import Account
from castalia.tools.models.budgets import Budget, Usage
from castalia.tools.models.chat import BudgetError, Call, ChatModel, Message, ModelError, Reply
from castalia.tools.models.gate import Gate
from castalia.tools.models.tape import Tape, tape_key
from hypothesis import given, settings
from hypothesis import strategies as st

T = TypeVar("T")


class Jumping(selectors.SelectSelector):
    """Waits by moving the clock on; to wait for nothing at all is a hang."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everybody waits for somebody else"
            self.now += max(timeout, 0)
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    def __init__(self, start: float = 0.0) -> None:
        self.clock = Jumping()
        self.clock.now = start
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.now


def run(work: Coroutine[Any, Any, T], start: float = 0.0) -> T:
    with asyncio.Runner(loop_factory=lambda: JumpingLoop(start)) as runner:
        return runner.run(work)


def now() -> float:
    return asyncio.get_running_loop().time()


Answer = Callable[[Call, int], Awaitable[Reply]]


async def in_a_second(call: Call, _: int) -> Reply:
    await asyncio.sleep(1)
    return Reply(f"answer to {call.messages[-1].text}", prompt_tokens=10, completion_tokens=5)


@dataclass
class Fake:
    """A model whose answer is a function of the call and of how often that call was made; notes when, and how many at
    once."""

    answer: Answer = in_a_second
    name: str = "openai:gpt-4o-mini"
    endpoint: str = "https://one.example"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    sent: list[tuple[float, str]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0

    async def complete(self, call: Call) -> Reply:
        self.sent.append((now(), call.messages[-1].text))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return await self.answer(call, sum(text == call.messages[-1].text for _, text in self.sent))
        finally:
            self.at_once -= 1


def call(text: object, role: str = "writer", answer: int | None = 100) -> Call:
    return Call(role, (Message("system", "Be brief."), Message("user", str(text))), max_tokens=answer)


def failing(times: int, error: ModelError, only: str | None = None) -> Answer:
    """Fails this often for each call (or for one of them only), then answers."""

    async def answer(one: Call, made: int) -> Reply:
        if made <= times and only in (None, one.messages[-1].text):
            raise error
        return await in_a_second(one, made)

    return answer


async def ask_all(gate: Gate, model: ChatModel, account: Account, texts: range) -> list[Reply | BaseException]:
    return await asyncio.gather(*(gate.ask(model, call(text), account) for text in texts), return_exceptions=True)


async def ask_one(gate: Gate, model: ChatModel, account: Account | None = None) -> Reply:
    return await gate.ask(model, call("q"), account or Account())


def busy(after: float | None = None) -> ModelError:
    return ModelError("too many requests", "rate limit", transient=True, retry_after=after)


BROKEN = ModelError("the server is broken", "server", transient=True)


# Limits.


def test_sixteen_at_once_and_the_slots_are_the_endpoints() -> None:
    gate, account = Gate(), Account()
    one, two, far = Fake(), Fake(name="openai:gpt-4o"), Fake(name="openai:far", endpoint="https://far.example")
    together: list[int] = []

    async def watched(asked: Call, made: int) -> Reply:
        together.append(one.at_once + two.at_once)
        return await in_a_second(asked, made)

    one.answer = two.answer = watched

    async def work() -> float:
        await asyncio.gather(*(ask_all(gate, model, account, range(40)) for model in (one, two, far)))
        return now()

    assert run(work()) == pytest.approx(5)  # 80 calls in slots of 16; the other endpoint's 40 beside them
    assert max(together) == 16 == far.most_at_once
    assert account.total.calls == 120


def test_turns_are_evenly_spaced_for_all_who_share_the_endpoint() -> None:
    gate = Gate(per_minute=30)
    one, two = Fake(), Fake(name="openai:gpt-4o")

    async def work() -> None:
        await asyncio.gather(*(ask_all(gate, model, Account(), range(10)) for model in (one, two)))

    run(work())
    times = sorted(time for time, _ in one.sent + two.sent)
    assert times == pytest.approx([2.0 * turn for turn in range(20)])
    late = Fake()
    run(ask_one(gate, late), start=38.5)  # the next loop goes on where this one ended
    assert late.sent[0][0] == pytest.approx(40)


def test_one_event_loop_after_another() -> None:
    gate, model = Gate(concurrency=2), Fake()
    for start in (0.0, 100.0, 200.0):
        replies = run(ask_all(gate, model, Account(), range(7)), start)
        assert all(isinstance(one, Reply) for one in replies)
    assert model.most_at_once == 2 and len(model.sent) == 21


def test_a_loop_that_ended_in_the_middle_leaves_nothing_behind() -> None:
    gate, model = Gate(concurrency=2), Fake()
    loops: list[weakref.ref[asyncio.AbstractEventLoop]] = []

    async def cut() -> None:
        loops.append(weakref.ref(asyncio.get_running_loop()))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ask_all(gate, model, Account(), range(7)), 0.5)

    for _ in range(3):
        run(cut())
    assert all(isinstance(one, Reply) for one in run(ask_all(gate, model, Account(), range(7))))
    gc.collect()
    assert [loop() for loop in loops] == [None] * 3


def test_two_real_event_loops_one_after_another() -> None:
    async def at_once(one: Call, _: int) -> Reply:
        await asyncio.sleep(0)
        return Reply(one.messages[-1].text)

    gate, model = Gate(concurrency=2), Fake(at_once)
    for _ in range(2):
        assert [isinstance(one, Reply) for one in asyncio.run(ask_all(gate, model, Account(), range(6)))] == [True] * 6


# Retries.


@pytest.mark.parametrize("trouble", ["rate limit", "server", "timeout", "connection"])
def test_what_passes_is_tried_again_and_waits_grow(trouble: Any) -> None:
    model, account = Fake(failing(3, ModelError("later", trouble, transient=True))), Account()
    assert run(ask_one(Gate(), model, account)).text == "answer to q"
    times = [time for time, _ in model.sent]
    waits = [after - before for before, after in pairwise(times)]
    assert [base / 2 <= wait <= base for base, wait in zip((1, 2, 4), waits, strict=True)] == [True] * 3
    assert account.total == Usage(1, 0, 0, 3, 10, 5, 0, account.total.cost)


@pytest.mark.parametrize("trouble", ["key", "not found", "request", "context", "filtered", "answer"])
def test_what_does_not_pass_is_not_tried_again(trouble: Any) -> None:
    error = ModelError("no", trouble)
    model, account = Fake(failing(9, error)), Account()
    with pytest.raises(ModelError) as told:
        run(ask_one(Gate(), model, account))
    assert told.value is error and len(model.sent) == 1
    assert account.total == Usage(calls=1, failed=1)


def test_attempts_end_and_the_error_says_how_many() -> None:
    model, account = Fake(failing(9, BROKEN)), Account()
    with pytest.raises(ModelError, match=r"the server is broken \(5 attempts\)") as told:
        run(ask_one(Gate(), model, account))
    assert told.value.trouble == "server" and told.value.transient and told.value.__cause__ is BROKEN
    assert len(model.sent) == 5 and account.total == Usage(calls=1, failed=1, retries=4)


def test_jitter_is_the_same_each_time_and_spreads_calls() -> None:
    def times(texts: range) -> list[tuple[float, str]]:
        model = Fake(failing(2, BROKEN))
        run(ask_all(Gate(), model, Account(), texts))
        return sorted(model.sent)

    assert times(range(8)) == times(range(8))
    assert len({time for time, _ in times(range(8))}) > 15  # 8 at once, then no two together


def test_a_call_that_waits_for_its_retry_gives_its_slot_to_others() -> None:
    gate, model = Gate(concurrency=1), Fake(failing(1, replace_wait(BROKEN, 50), only="0"))

    async def work() -> None:
        await ask_all(gate, model, Account(), range(4))

    run(work())
    assert [text for _, text in model.sent] == ["0", "1", "2", "3", "0"]
    assert model.sent[3][0] == pytest.approx(2) and 50 <= model.sent[4][0] <= 55
    assert model.most_at_once == 1


def replace_wait(error: ModelError, after: float) -> ModelError:
    return ModelError(str(error), error.trouble, transient=error.transient, retry_after=after)


def test_retry_after_pauses_the_endpoint_for_everybody_and_no_other() -> None:
    gate, account = Gate(concurrency=2), Account()
    limited, same = Fake(failing(1, busy(20.0), only="0")), Fake(name="openai:gpt-4o")
    far = Fake(name="openai:far", endpoint="https://far.example")

    async def work() -> list[Any]:
        return await asyncio.gather(*(ask_all(gate, model, account, range(4)) for model in (limited, same, far)))

    told = run(work())
    assert all(isinstance(one, Reply) for replies in told for one in replies)
    refused = limited.sent[0][0]
    again = sorted(time for time, _ in limited.sent + same.sent if time > refused)
    assert all(time >= refused + 20 for time in again) and len(again) >= 6
    assert max(time for time, _ in far.sent) < 3


def test_a_pause_holds_in_the_next_event_loop() -> None:
    gate, first, second = Gate(attempts=1), Fake(failing(1, busy(30.0))), Fake()
    with pytest.raises(ModelError, match=r"\(1 attempt\)"):
        run(ask_one(gate, first))
    run(ask_one(gate, second), start=10.0)
    assert second.sent[0][0] == pytest.approx(30)


def test_a_wait_that_is_too_long_fails_at_once_and_says_so() -> None:
    gate, model, account = Gate(longest_wait=60), Fake(failing(9, busy(3600.0), only="q")), Account()

    async def work() -> float:
        with pytest.raises(ModelError, match=r"asks for 3600 s .* 60 s") as told:
            await ask_one(gate, model, account)
        assert told.value.trouble == "rate limit" and told.value.retry_after == 3600
        await gate.ask(model, call("another"), account)  # nobody else is made to wait an hour
        return now()

    assert run(work()) == pytest.approx(1)
    assert len(model.sent) == 2 and account.total.failed == 1


@pytest.mark.parametrize("after", [math.nan, -5.0, 0.0])
def test_a_senseless_retry_after_does_no_harm(after: float) -> None:
    model = Fake(failing(2, busy(after)))
    assert run(ask_one(Gate(), model)).text == "answer to q"
    assert 0.25 < model.sent[-1][0] < 10  # also who says "at once" is not asked again and again at once


# Budgets.


def test_sixteen_at_once_against_a_budget_of_ten_calls() -> None:
    gate, model, account = Gate(), Fake(), Account(Budget(calls=10))
    told = run(ask_all(gate, model, account, range(16)))
    assert len(model.sent) == 10 == sum(isinstance(one, Reply) for one in told)
    assert [one.which for one in told if isinstance(one, BudgetError)] == ["calls"] * 6
    assert account.total.calls == 10 and account.exhausted == "calls"


def test_those_refused_wait_for_no_turn() -> None:
    gate, model, account = Gate(per_minute=1), Fake(), Account(Budget(calls=2))

    async def work() -> float:
        await ask_all(gate, model, account, range(20))
        return now()

    assert run(work()) == pytest.approx(61, abs=0.1)
    assert len(model.sent) == 2


def test_calls_that_queue_reserve_nothing() -> None:
    # 40 calls of about 110 tokens at most, and 15 in truth: the budget allows for four at once, and for all one after
    # another.
    gate, model, account = Gate(concurrency=4), Fake(), Account(Budget(tokens=1100))
    told = run(ask_all(gate, model, account, range(40)))
    assert all(isinstance(one, Reply) for one in told) and account.total.tokens == 600


def test_a_retried_call_is_one_call() -> None:
    gate, model, account = Gate(), Fake(failing(3, BROKEN)), Account(Budget(calls=3))
    told = run(ask_all(gate, model, account, range(3)))
    assert all(isinstance(one, Reply) for one in told)
    assert account.total.calls == 3 and account.total.retries == 9


@pytest.mark.parametrize("model", [Fake(failing(9, busy(50.0))), Fake(lambda *_: asyncio.sleep(1000, Reply("late")))])
def test_time_that_runs_out_ends_calls_and_waits_under_way(model: Fake) -> None:
    gate = Gate(attempts=99)

    async def work() -> float:
        account = Account(Budget(seconds=12), clock=asyncio.get_running_loop().time)
        with pytest.raises(BudgetError, match="12 seconds") as told:
            await ask_one(gate, model, account)
        assert told.value.which == account.exhausted == "seconds"
        assert account.total.calls == 1 and account.left("calls") is None
        return now()

    assert run(work()) == pytest.approx(12)


def test_a_models_own_timeout_is_not_taken_for_the_budgets() -> None:
    async def late(_: Call, __: int) -> Reply:
        raise TimeoutError("of the model")

    account = Account(Budget(seconds=100, calls=1))
    with pytest.raises(ModelError, match=r"no answer in time \(of the model\)") as told:
        run(ask_one(Gate(attempts=1), Fake(late), account))
    assert told.value.trouble == "timeout"
    assert account.exhausted == "" and account.left("calls") == 0  # it was sent


def test_whatever_a_model_raises_is_the_failure_of_its_call() -> None:
    async def broken(_: Call, __: int) -> Reply:
        raise RuntimeError("tensors differ\nkey sk-abcdefgh")

    account = Account()
    with pytest.raises(ModelError) as told:
        run(ask_one(Gate(), Fake(broken), account))
    assert str(told.value) == "the model openai:gpt-4o-mini: the call failed with RuntimeError (tensors differ key ***)"
    assert told.value.__cause__ is None and account.total.failed == 1 and account.total.retries == 0


def test_a_connection_that_a_model_loses_is_tried_again_whoever_wrote_the_model() -> None:
    async def shaky(one: Call, made: int) -> Reply:
        if made == 1:
            raise ConnectionResetError("reset by peer")
        return await in_a_second(one, made)

    account = Account()
    assert run(ask_one(Gate(), Fake(shaky), account)).text == "answer to q"
    assert account.total.retries == 1 and account.total.failed == 0


def test_errors_of_ours_pass_through_a_model_as_they_are() -> None:
    async def refused(_: Call, __: int) -> Reply:
        raise InputError("this prompt names nobody: give a name")

    with pytest.raises(InputError, match=r"^this prompt names nobody: give a name$"):
        run(ask_one(Gate(), Fake(refused)))


@pytest.mark.parametrize(
    ("given", "what"),
    [("an answer", "str"), (None, "NoneType"), (Reply(None), "a Reply of NoneType")],  # type: ignore[arg-type]
)
def test_a_model_that_gives_no_reply_is_told_what_to_give(given: Any, what: str) -> None:
    async def plain(_: Call, __: int) -> Any:
        return given

    with pytest.raises(
        ModelError, match=f"the model openai:gpt-4o-mini: complete gave {what}, and has to give a Reply"
    ):
        run(ask_one(Gate(), Fake(plain)))


@pytest.mark.parametrize("told", [(-5000, -100), (10**30, 1), ("twelve", 5), (math.nan, 5), ([3], 5), (0, 0)])
def test_tokens_that_are_no_count_are_estimated(told: tuple[Any, Any]) -> None:
    async def answer(one: Call, made: int) -> Reply:
        return Reply("a reply of some words", "stop", *told, cached_tokens=told[0])

    account = Account(Budget(tokens=1000, money=1.0))
    run(ask_one(Gate(), Fake(answer), account))
    assert 0 < account.total.completion_tokens < 10 < account.total.tokens < 200 and account.total.cost
    assert account.total.cached_tokens == 0


def test_money_without_a_price_asks_nobody() -> None:
    model = Fake(name="azure:mine")
    with pytest.raises(InputError, match="azure:mine"):
        run(ask_one(Gate(), model, Account(Budget(money=1.0))))
    assert not model.sent


# The tape.


def test_a_rerun_is_free_and_says_the_same() -> None:
    tape = Tape()
    first, again = Fake(), Fake()
    paid, free = Account(), Account(Budget(calls=0, seconds=0))
    made = run(ask_all(Gate(tape=tape), first, paid, range(5)))
    replayed = run(ask_all(Gate(tape=tape), again, free, range(5)))
    assert not again.sent and len(first.sent) == 5
    assert made == replayed
    assert free.total == Usage(replayed=5) and free.exhausted == "" and paid.total.calls == 5


def test_a_reply_that_was_of_no_use_is_asked_for_anew_by_whoever_can_pay() -> None:
    tape = Tape()
    gate, bad, good = Gate(tape=tape), Fake(), Fake()
    first = run(ask_one(gate, bad))
    tape.reject(tape_key(bad, call("q")))

    async def better(one: Call, made: int) -> Reply:
        return Reply(f"better {made}", "stop", 100, 50)

    good.answer = better
    poor = Account(Budget(calls=0))
    assert run(ask_one(gate, good, poor)) == first and not good.sent and not poor.exhausted
    for _ in range(2):  # the better one stays
        assert run(ask_one(gate, good)).text == "better 1"
    assert len(good.sent) == 1


def test_failures_are_not_on_the_tape() -> None:
    tape, model = Tape(), Fake(failing(1, ModelError("no", "request")))
    with pytest.raises(ModelError):
        run(ask_one(Gate(tape=tape), model))
    run(ask_one(Gate(tape=tape), model))
    assert len(model.sent) == 2


def test_samples_are_asked_for_one_by_one() -> None:
    model, gate = Fake(), Gate(tape=Tape())

    async def work() -> None:
        await asyncio.gather(*(gate.ask(model, replace(call("q"), sample=sample), Account()) for sample in range(5)))

    run(work())
    assert len(model.sent) == 5


def test_secrets_never_reach_the_tape(tmp_path: Path) -> None:
    secret = "sk-very-secret"
    model = Fake(parameters={"api_key": secret}, endpoint=f"https://user:{secret}@one.example")
    with Tape(tmp_path / "tape") as tape:
        run(ask_one(Gate(tape=tape), model))
    with sqlite3.connect(tmp_path / "tape") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    seen = (tmp_path / "tape").read_bytes()
    assert b"answer to q" in seen and secret.encode() not in seen and b"one.example" not in seen


def test_a_tape_that_cannot_be_written_fails_the_call_and_not_its_twins() -> None:
    tape = Tape()
    model, gate = Fake(), Gate(tape=tape)

    async def work() -> list[Any]:
        asked = asyncio.gather(*(ask_one(gate, model) for _ in range(3)), return_exceptions=True)
        await asyncio.sleep(0.5)
        tape.close()
        return await asked

    told = run(work())
    assert [isinstance(one, Reply) for one in told] == [False, True, True]
    assert isinstance(told[0], InputError) and len(model.sent) == 1  # what was paid for once is not paid for again


# Single flight.


@pytest.mark.parametrize("tape", [True, False])
def test_the_same_call_at_the_same_time_is_made_once(tape: bool) -> None:
    gate, model = Gate(tape=Tape() if tape else None), Fake()
    first, second = Account(), Account(Budget(calls=0))

    async def work() -> list[Reply]:
        asked = [gate.ask(model, call("q", role), who) for role, who in (("a", first), ("b", first), ("c", second))]
        return await asyncio.gather(*asked)

    told = run(work())
    assert len(model.sent) == 1
    assert {one.text for one in told} == {"answer to q"}
    assert first.by_role["a"].calls == 1 and first.by_role["b"] == Usage(replayed=1) == second.total


def test_without_a_tape_a_later_call_is_made_again() -> None:
    gate, model = Gate(), Fake()

    async def work() -> None:
        await ask_one(gate, model)
        await ask_one(gate, model)

    run(work())
    assert len(model.sent) == 2


def test_a_failure_is_shared_too() -> None:
    async def no(_: Call, __: int) -> Reply:
        await asyncio.sleep(1)
        raise ModelError("no", "request")

    gate, model, account = Gate(), Fake(no), Account()

    async def work() -> list[Any]:
        return await asyncio.gather(*(ask_one(gate, model, account) for _ in range(3)), return_exceptions=True)

    assert [str(one) for one in run(work())] == ["no"] * 3
    assert len(model.sent) == 1 and account.total == Usage(calls=1, failed=3)


def test_whoever_runs_out_of_budget_does_not_take_others_along() -> None:
    gate, model = Gate(), Fake()
    poor, rich = Account(Budget(calls=0)), Account()

    async def hurried() -> Reply:
        return await ask_one(gate, model, Account(Budget(seconds=0.5), clock=asyncio.get_running_loop().time))

    async def work() -> list[Any]:
        asked = (ask_one(gate, model, poor), hurried(), ask_one(gate, model, rich), ask_one(gate, model, rich))
        return list(await asyncio.gather(*asked, return_exceptions=True))

    told = run(work())
    assert [getattr(one, "which", "") for one in told] == ["calls", "seconds", "", ""]
    assert told[2] == told[3] and rich.total.calls == 1


def test_cancelling_one_of_twins_spares_the_other() -> None:
    for cancelled in (0, 1):
        gate, model, account = Gate(), Fake(), Account()

        async def work(which: int, gate: Gate, model: Fake, account: Account) -> Reply:
            twins = [asyncio.ensure_future(ask_one(gate, model, account)) for _ in range(2)]
            await asyncio.sleep(0.5)
            twins[which].cancel()
            return await twins[1 - which]

        assert run(work(cancelled, gate, model, account)).text == "answer to q"
        assert account.left("calls") is None and account.total.failed == 0


@pytest.mark.parametrize("moment", [0.5, 1.0])
def test_a_twin_takes_over_the_call_of_one_who_was_cancelled(moment: float) -> None:
    """While the request is under way, or in the moment in which its reply comes; without a tape, which would hide
    it."""

    async def work() -> None:
        first, second = Account(Budget(calls=5)), Account(Budget(calls=5))
        twins = [asyncio.ensure_future(ask_one(gate, model, one)) for one in (first, second)]
        asyncio.get_running_loop().call_later(moment, twins[0].cancel)
        later = await twins[1]
        assert twins[0].cancelled() and later.text == "answer to q"
        assert len(model.sent) == 1 == first.total.calls and second.total.calls == 0
        await ask_one(gate, model)
        assert len(model.sent) == 2  # nothing stays under way

    gate, model = Gate(), Fake(in_a_second)
    run(work())


def test_a_call_that_is_asked_again_while_its_cancelled_request_is_under_way_waits_for_it() -> None:
    async def work() -> None:
        task = asyncio.ensure_future(ask_one(gate, model))
        await asyncio.sleep(0.5)
        task.cancel()
        await asyncio.wait([task])
        await ask_one(gate, model)
        assert len(model.sent) == 1

    gate, model = Gate(), Fake(in_a_second)
    run(work())


# Cancellation.


def test_a_cancelled_call_leaves_no_slot_and_no_reservation_behind() -> None:
    """Cancelled while it queues, waits for its turn, is under way, and waits for its retry."""
    model = Fake(failing(1, busy(20.0), only="0"))
    gate = Gate(concurrency=2, per_minute=60)

    async def work() -> None:
        account = Account(Budget(calls=100, tokens=100_000))
        for moment in (0.0, 0.5, 1.5, 2.5, 10.0):
            asked = [asyncio.ensure_future(gate.ask(model, call(text), account)) for text in range(6)]
            await asyncio.sleep(moment)
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            assert model.at_once == 0
            assert account.left("calls") == 100 - account.total.calls
            assert account.left("tokens") == 100_000 - account.total.tokens
            model.sent.clear()
        await asyncio.sleep(100)
        started = now()
        model.answer, model.most_at_once = failing(0, BROKEN), 0
        await asyncio.gather(*(gate.ask(model, call(f"after {text}"), account) for text in range(4)))
        assert now() - started == pytest.approx(4)  # a turn a second, a second each

    run(work())


def test_a_reply_that_comes_in_the_moment_of_the_cancellation_is_kept(tmp_path: Path) -> None:
    """The request is done, and its caller has not been told yet when it is cancelled."""

    async def work() -> None:
        asked: list[asyncio.Task[Reply]] = []

        async def answer(one: Call, _: int) -> Reply:
            asyncio.get_running_loop().call_soon(asked[0].cancel)
            return Reply("just in time", prompt_tokens=3, completion_tokens=2)

        account, model = Account(Budget(calls=10)), Fake(answer)
        with closing(Tape(tmp_path / "tape.sqlite")) as tape:
            gate = Gate(tape=tape)
            asked.append(asyncio.ensure_future(gate.ask(model, call("q"), account)))
            with pytest.raises(asyncio.CancelledError):
                await asked[0]
            await gate.finish()
            kept = tape.find(tape_key(model, call("q")))
            assert kept is not None and kept.text == "just in time"
        assert account.total.calls == 1 and account.total.tokens == 5 and account.left("calls") == 9

    run(work())


plans = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c", "d"]),  # the text: some calls are the same
        st.sampled_from([0.0, 0.3, 2.0]),  # when it is asked
        st.sampled_from(["ok", "retry", "limit", "fail", "bug"]),
        st.none() | st.sampled_from([0.1, 0.7, 1.9, 5.0]),  # when it is cancelled
    ),
    max_size=24,
)


@settings(deadline=None, max_examples=80)
@given(plans, st.integers(1, 4), st.none() | st.integers(0, 8), st.booleans())
def test_whatever_happens_limits_hold_and_nothing_stays_taken(
    plan: list[tuple[str, float, str, float | None]], slots: int, calls: int | None, taped: bool
) -> None:
    fates: dict[str, str] = {}

    async def answer(one: Call, made: int) -> Reply:
        await asyncio.sleep(0.4)
        fate = fates[one.messages[-1].text]
        if fate == "bug":
            raise RuntimeError("a defect")
        if fate == "fail" or (fate != "ok" and made == 1):
            raise {"retry": BROKEN, "limit": busy(1.5), "fail": ModelError("no", "request")}[fate]
        return Reply("yes", prompt_tokens=3, completion_tokens=2)

    model, account = Fake(answer), Account(Budget(calls=calls, tokens=None if calls is None else 110 * calls))
    gate = Gate(concurrency=slots, tape=Tape() if taped else None)

    async def one_of(text: str, begin: float, fate: str, end: float | None) -> Reply:
        fates.setdefault(text + fate, fate)
        await asyncio.sleep(begin)
        async with asyncio.timeout(end):
            return await gate.ask(model, call(text + fate), account)

    async def work() -> None:
        told = await asyncio.gather(*(one_of(*one) for one in plan), return_exceptions=True)
        assert all(isinstance(one, Reply | ModelError | BudgetError | TimeoutError) for one in told)
        await gate.finish()
        assert model.most_at_once <= slots and model.at_once == 0
        total = account.total
        assert calls is None or (total.calls <= calls and total.tokens <= 110 * calls)
        assert len(model.sent) == total.calls + total.retries
        assert account.left("calls") == (None if calls is None else calls - total.calls)
        await asyncio.sleep(10)
        model.answer, model.most_at_once, started = in_a_second, 0, now()
        await asyncio.gather(*(gate.ask(model, call(number), Account()) for number in range(slots)))
        assert model.most_at_once == slots and now() - started == pytest.approx(1)  # every slot is free again

    run(work())


@pytest.mark.parametrize(
    "wrong",
    [{"concurrency": 0}, {"attempts": 0}, {"per_minute": 0.0}, {"per_minute": math.inf}, {"longest_wait": -1.0}],
)
def test_a_gate_that_lets_nothing_through_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError) as told:
        Gate(**wrong)
    assert "\n" not in str(told.value)


def test_a_request_whose_caller_gave_up_is_paid_once_and_kept() -> None:
    gate, model, account = Gate(tape=Tape()), Fake(), Account()

    async def work() -> None:
        asked = [asyncio.ensure_future(gate.ask(model, call(number), account)) for number in range(20)]
        await asyncio.sleep(0.5)  # 16 are under way, 4 wait for a slot
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert gate.late == 16 and account.total.calls == 0
        await gate.finish()
        assert gate.late == 0 and account.total.calls == 16 == len(model.sent) and now() == pytest.approx(1)
        told = await ask_all(gate, model, account, range(20))
        assert all(isinstance(one, Reply) for one in told)

    run(work())
    assert account.total.calls == 20 == len(model.sent)
    assert account.total.replayed == 0  # the very calls that this account had paid for


@pytest.mark.parametrize("moment", [0.5, 1.0])
def test_a_reply_that_cannot_be_kept_when_nobody_waits_is_counted_all_the_same(moment: float) -> None:
    async def work() -> None:
        faults: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
        tape = Tape()
        gate, account = Gate(tape=tape), Account(Budget(calls=10, tokens=10_000))
        asked: list[asyncio.Task[Reply]] = []

        async def answer(one: Call, made: int) -> Reply:
            reply = await in_a_second(one, made)
            tape.close()
            if moment == 1.0:  # in the moment in which the reply is there
                asyncio.get_running_loop().call_soon(asked[0].cancel)
            return reply

        asked.append(asyncio.ensure_future(gate.ask(Fake(answer), call("q"), account)))
        await asyncio.sleep(0.5)
        if moment == 0.5:
            asked[0].cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await gate.finish()
        assert account.total.calls == 1 and account.total.tokens == 15
        assert account.left("calls") == 9 and account.left("tokens") == 10_000 - 15
        assert not faults  # asyncio would print each, with its traceback

    run(work())


def test_a_request_that_nobody_waits_for_may_fail() -> None:
    async def no(_: Call, __: int) -> Reply:
        await asyncio.sleep(1)
        raise RuntimeError("a defect")

    gate, model, account = Gate(tape=Tape()), Fake(no), Account()

    async def work() -> None:
        asked = asyncio.ensure_future(ask_one(gate, model, account))
        await asyncio.sleep(0.5)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        await gate.finish()

    run(work())
    assert account.total.calls == 1 and account.total.tokens == 0
