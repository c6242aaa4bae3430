"""Budgets hold whatever the interleaving, counts add up, and a price that nobody knows is not made up."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from castalia.memory.errors import InputError, StoreError
from castalia.tools.models.account import Account
from castalia.tools.models.budgets import Budget, Usage
from castalia.tools.models.chat import BudgetError, Call, Message, Reply
from castalia.tools.models.prices import AS_OF, PRICES, Price, price_of
from castalia.tools.models.reservations import ANSWER_TOKENS, Reservation, tokens_of_call
from hypothesis import given, settings
from hypothesis import strategies as st

MODEL = "openai:gpt-4o-mini"  # 0.15 in, 0.075 cached, 0.60 out


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def a_call(prompt: int = 100, answer: int | None = 50, role: str = "writer") -> Call:
    """A call whose prompt is estimated at this many tokens, from 5 up."""
    return Call(role, (Message("user", "abcd" * (prompt - 4)),), max_tokens=answer)


def told_by(account: Account) -> str:
    return account.exhausted


def spend(account: Account, call: Call, reply: Reply | None, model: str = MODEL, attempts: int = 1) -> None:
    held = account.reserve(model, call)
    held.attempts = attempts
    account.settle(held, reply)


def paid(account: Account, key: str) -> None:
    held = account.reserve(MODEL, a_call())
    held.attempts = 1
    account.settle(held, Reply("yes", prompt_tokens=10, completion_tokens=5), key)


# Reading budgets.


def test_a_budget_is_read_from_its_parts() -> None:
    assert Budget.of("calls=200,tokens=1e6,money=2.5,seconds=600") == Budget(200, 1_000_000, 2.5, 600.0)
    assert Budget.of(" seconds = 1.5 , calls=0") == Budget(calls=0, seconds=1.5)
    assert isinstance(Budget.of("tokens=1e6").tokens, int)


@pytest.mark.parametrize(
    "junk",
    """|  |200|calls|calls=|calls=many|calls=1.5|calls=-1|calls=nan|money=inf|calls=1e999|calls=1,|calls=1;tokens=2|calls=1,calls=2
|call=1|calls=1\ntokens=2|=1|seconds=-0.1|of=1""".split("|"),
)
def test_junk_is_told_in_one_short_line(junk: str) -> None:
    with pytest.raises(InputError) as told:
        Budget.of(junk)
    assert "\n" not in str(told.value)
    for long in (junk + "x" * 10_000, "calls=" + "9" * 10_000):
        with pytest.raises(InputError) as told:
            Budget.of(long)
        assert len(str(told.value)) < 250


@given(st.text(max_size=40))
def test_any_text_is_a_budget_or_an_input_error(text: str) -> None:
    try:
        budget = Budget.of(text)
    except InputError:
        return
    assert budget != Budget()


@pytest.mark.parametrize("wrong", [-1, float("nan"), float("inf"), "5", True])
def test_a_budget_below_nothing_or_that_is_no_number_is_refused(wrong: Any) -> None:
    with pytest.raises(InputError, match=rf"a budget of {wrong!r} seconds makes no sense"):
        Budget(seconds=wrong)


# Budgets hold.


def test_sixteen_threads_get_the_ten_calls_that_there_are() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns wherever they can
    try:
        for _ in range(20):
            sixteen_threads()
    finally:
        sys.setswitchinterval(before)


def sixteen_threads() -> None:
    account = Account(Budget(calls=10, tokens=10**6, money=10.0))
    start = threading.Barrier(16)
    through: list[Reservation] = []
    refused: list[str] = []

    def work() -> None:
        start.wait()
        try:
            through.append(account.reserve(MODEL, a_call()))
        except BudgetError as error:
            refused.append(error.which)

    threads = [threading.Thread(target=work) for _ in range(16)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(through) == 10 and refused == ["calls"] * 6
    assert account.left("calls") == 0 and told_by(account) == "calls"


def test_what_a_call_may_come_to_is_set_aside_until_it_is_settled() -> None:
    account = Account(Budget(tokens=400, money=1.0))
    first, second = account.reserve(MODEL, a_call()), account.reserve(MODEL, a_call())
    assert account.left("tokens") == 100 and account.total == Usage()
    with pytest.raises(BudgetError, match=r"400 tokens is used up \(100 left, this call may need 150\)") as told:
        account.reserve(MODEL, a_call())
    assert told.value.which == told_by(account) == "tokens"
    account.reserve(MODEL, a_call(60, 40))  # a smaller one still fits
    first.attempts = 1
    account.settle(first, Reply("yes", prompt_tokens=90, completion_tokens=10))
    assert account.left("tokens") == 50
    account.settle(second, None)  # never sent: all of it is free again, and it was no call
    assert account.left("tokens") == 200 and account.total.calls == 1
    account.settle(first, Reply("yes", prompt_tokens=90, completion_tokens=10))
    assert account.total.calls == 1 and account.total.tokens == 100  # settling twice counts once
    assert account.left("money") == pytest.approx(1 - (90 * 0.15 + 10 * 0.6 + 60 * 0.15 + 40 * 0.6) / 1e6)
    assert account.left("seconds") is None and account.left("calls") is None


def test_a_budget_that_is_just_enough_is_not_exhausted() -> None:
    account = Account(Budget(calls=3, tokens=450, money=0.3), [Price.of("m=1000,0")])
    for _ in range(3):
        spend(account, a_call(), Reply("x", prompt_tokens=100), "m")
    assert account.left("calls") == 0 and not told_by(account)
    with pytest.raises(BudgetError) as told:
        account.reserve("m", a_call())
    assert told.value.which == told_by(account) == "calls"


def test_time_runs_from_the_making_of_the_account() -> None:
    clock = Clock()
    account = Account(Budget(seconds=5), clock=clock)
    clock.now += 4
    account.settle(account.reserve(MODEL, a_call()), None)
    assert account.left("seconds") == 1
    clock.now += 1
    assert account.left("seconds") == 0 and not told_by(account)
    with pytest.raises(BudgetError, match="5 seconds is used up") as told:
        account.reserve(MODEL, a_call())
    assert told.value.which == told_by(account) == "seconds"


def test_a_role_with_a_share_leaves_the_rest_to_others() -> None:
    account = Account(Budget(calls=10), shares={"researcher": 0.6})
    account.reserve(MODEL, a_call(role="writer"))
    for _ in range(5):
        account.reserve(MODEL, a_call(role="researcher"))
    with pytest.raises(BudgetError, match="researcher") as told:
        account.reserve(MODEL, a_call(role="researcher"))
    assert told.value.which == told_by(account) == "calls"
    assert account.left("calls", "researcher") == 0 and account.left("calls") == account.left("calls", "writer") == 4
    for _ in range(4):
        account.reserve(MODEL, a_call(role="writer"))
    with pytest.raises(BudgetError, match="10 calls"):
        account.reserve(MODEL, a_call(role="writer"))


def test_an_answer_longer_than_thought_is_counted_and_stops_the_next_call() -> None:
    account = Account(Budget(tokens=200))
    spend(account, a_call(100, 50), Reply("long", prompt_tokens=100, completion_tokens=400))
    assert account.total.tokens == 500 and account.left("tokens") == 0
    with pytest.raises(BudgetError):
        account.reserve(MODEL, a_call(5, 0))


steps = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from(["openai:gpt-4o", MODEL]), st.integers(5, 300), st.integers(0, 300)),
        st.tuples(st.just("end"), st.integers(0, 20), st.floats(0, 1), st.integers(0, 5)),
    ),
    max_size=60,
)
budgets = st.builds(
    Budget,
    st.none() | st.integers(0, 12),
    st.none() | st.integers(0, 3000),
    st.none() | st.floats(0, 0.004),
)


@settings(deadline=None, max_examples=200)
@given(budgets, steps)
def test_what_is_spent_never_passes_the_budget(budget: Budget, taken: list[tuple[str, object, object, int]]) -> None:
    """Calls begin and end in any order, with any answer that keeps within its bounds, none, or after retries."""
    account = Account(budget)
    under_way: list[Reservation] = []
    let_through = 0
    for kind, one, two, three in taken:
        if kind == "ask":
            assert isinstance(one, str) and isinstance(two, int)
            try:
                under_way.append(account.reserve(one, a_call(two, three)))
                let_through += 1
            except BudgetError as error:
                assert getattr(budget, error.which) is not None and account.exhausted
        elif under_way:
            assert isinstance(one, int) and isinstance(two, float)
            held = under_way.pop(one % len(under_way))
            held.attempts = three
            prompt, answer = int(held.prompt_tokens * two), int(held.completion_tokens * two)
            account.settle(held, Reply("x", "stop", prompt or 1, answer, prompt // 2) if three else None)
        total = account.total
        assert total.calls <= let_through and total.cost is not None
        assert budget.calls is None or total.calls + len(under_way) <= budget.calls
        assert budget.tokens is None or total.tokens <= budget.tokens
        assert budget.money is None or total.cost <= budget.money + 1e-8
        assert all(
            rest is None or rest >= 0 for rest in (account.left("calls"), account.left("tokens"), account.left("money"))
        )
        assert sum(usage.tokens for usage in account.by_role.values()) == total.tokens


# Counts.


def test_usage_is_told_by_role_by_model_and_in_all() -> None:
    account = Account(prices=[Price.of("gpt-4o=1,2,3")])
    spend(account, a_call(role="writer"), Reply("x", "stop", 100, 20, 40), attempts=3)
    spend(account, a_call(role="outliner"), Reply("x", "stop", 10, 2), "openai:gpt-4o")
    spend(account, a_call(role="writer"), None)
    account.fail(MODEL, "writer")
    account.replay(MODEL, "writer")
    writer, outliner = account.by_role["writer"], account.by_role["outliner"]
    assert list(account.by_role) == ["outliner", "writer"]
    assert account.by_model == {MODEL: writer, "openai:gpt-4o": outliner}
    assert writer.cost is not None and outliner.cost is not None
    assert writer.cost == pytest.approx((60 * 0.15 + 40 * 0.075 + 20 * 0.6) / 1e6)
    assert outliner.cost == pytest.approx((10 * 1 + 2 * 3) / 1e6)
    assert writer == Usage(2, 1, 1, 2, 100, 20, 40, writer.cost)
    assert outliner == Usage(1, 0, 0, 0, 10, 2, 0, outliner.cost)
    assert account.total == Usage(3, 1, 1, 2, 110, 22, 40, account.total.cost)
    assert account.total.cost == pytest.approx(writer.cost + outliner.cost)


def test_an_unknown_price_makes_the_cost_unknown_and_replays_do_not() -> None:
    account = Account()
    account.replay("openai:llama@http://localhost:1/v1", "writer")
    assert account.total.cost == 0
    spend(account, a_call(), Reply("x", "stop", 1, 1))
    spend(account, a_call(role="editor"), Reply("x", "stop", 1, 1), "openai:llama@http://localhost:1/v1")
    assert account.by_role["editor"].cost is None and account.total.cost is None
    assert account.by_role["writer"].cost is not None


def test_a_budget_in_money_needs_prices_before_anything_is_spent() -> None:
    account = Account(Budget(money=1.0), [Price.of("llama3:8b=0,0")])
    account.check_prices([MODEL, "openai:llama3:8b@http://localhost:11434/v1"])
    for asked in (lambda: account.check_prices([MODEL, "azure:mine"]), lambda: account.reserve("azure:mine", a_call())):
        with pytest.raises(InputError, match="azure:mine"):
            asked()
    assert account.total == Usage() and not told_by(account)
    Account(Budget(tokens=1000)).check_prices(["azure:mine"])


def test_a_server_that_counts_no_tokens_does_not_make_them_free() -> None:
    account = Account()
    spend(account, a_call(100), Reply("x" * 81))
    assert (account.total.prompt_tokens, account.total.completion_tokens) == (100, 21)


def test_costs_are_the_same_for_any_order_of_arrival() -> None:
    calls = [
        (f"role{number % 7}", MODEL if number % 2 else "openai:gpt-4.1", number * 37 % 1001) for number in range(90)
    ]
    told = []
    for order in (calls, calls[::-1], sorted(calls)):
        account = Account(clock=Clock())
        for role, model, tokens in order:
            spend(account, a_call(role=role), Reply("x", "stop", tokens, tokens // 3, tokens // 5), model)
        told.append((account.total, account.by_role, json.dumps(account.to_json())))
    assert told[0] == told[1] == told[2]


def test_the_record_is_json_and_sorted() -> None:
    clock = Clock()
    account = Account(Budget(calls=2), clock=clock)
    spend(account, a_call(role="b"), Reply("x", "stop", 1000, 100))
    spend(account, a_call(role="a"), Reply("x", "stop", 10, 10), "azure:mine")
    with pytest.raises(BudgetError):
        account.reserve(MODEL, a_call())
    clock.now += 1.23456
    record = json.loads(json.dumps(account.to_json()))
    assert record["budget"] == {"calls": 2, "tokens": None, "money": None, "seconds": None}
    assert record["exhausted"] == "calls" and record["seconds"] == 1.235
    assert list(record["by_role"]) == ["a", "b"] and list(record["by_model"]) == ["azure:mine", MODEL]
    assert record["by_role"]["b"] == {
        "calls": 1, "replayed": 0, "failed": 0, "retries": 0, "prompt_tokens": 1000, "completion_tokens": 100,
        "cached_tokens": 0, "cost": 0.00021,
    }  # fmt: skip
    assert record["by_role"]["a"]["cost"] is None and record["total"]["calls"] == 2


def test_the_estimate_counts_messages_schema_and_bytes() -> None:
    call = Call("r", (Message("system", "a" * 8), Message("user", "b" * 9)))
    assert tokens_of_call(call) == (4 + 2 + 4 + 3, ANSWER_TOKENS)
    with_schema = Call("r", call.messages, {"type": "object"}, max_tokens=7)
    assert tokens_of_call(with_schema) == (4 + 2 + 4 + 3 + 5, 7)
    assert tokens_of_call(Call("r", (Message("user", "光合作用\ud800"),)))[0] == 4 + 4


# Prices.


def test_prices_are_read_with_and_without_the_cached_one() -> None:
    assert Price.of("gpt-x=1.5,6") == Price("gpt-x", 1.5, 1.5, 6.0)
    assert Price.of(" openai:m@http://h/v1?a=b = 1, 0.5, 6") == Price("openai:m@http://h/v1?a=b", 1.0, 0.5, 6.0)
    assert Price.of("m=0,0").cost(10**9, 0, 10**9) == 0
    assert Price.of("m=1,0.5,2").cost(1_000_000, 400_000, 500_000) == pytest.approx(0.6 + 0.2 + 1.0)


@pytest.mark.parametrize(
    "junk", ["", "m", "m=", "=1,2", "m=1", "m=1,2,3,4", "m=a,b", "m=-1,2", "m=1,nan", "m=inf,1", "m=1e308,1"]
)
def test_a_price_that_is_none_is_told_in_one_line(junk: str) -> None:
    with pytest.raises(InputError) as told:
        Price.of(junk)
    assert "\n" not in str(told.value)


def test_the_users_price_comes_first_and_the_table_knows_one_service_only() -> None:
    own = (Price.of("gpt-4o=9,9"), Price.of("openai:gpt-4o@http://here/v1=1,1"))
    assert price_of("openai:gpt-4o") == price_of("openai:gpt-4o-2024-08-06") == Price("openai:gpt-4o", 2.5, 1.25, 10)
    assert price_of("openai:gpt-4o-2024-05-13") == Price("openai:gpt-4o-2024-05-13", 5, 5, 15)
    assert price_of("openai:gpt-4o", own) == own[0] == price_of("openai:gpt-4o@http://there/v1", own)
    assert price_of("openai:gpt-4o@http://here/v1", own) == own[1]
    assert price_of("langchain:ChatOpenAI:gpt-4o@https://api.openai.com/v1") == price_of("openai:gpt-4o")
    assert price_of("langchain:ChatOpenAI:gpt-4o@https://api.openai.com.evil/v1") is None
    assert price_of("langchain:ChatOpenAI:gpt-4o", own) == price_of("azure:gpt-4o@https://x", own) == own[0]
    for unknown in ("openai:gpt-4o@http://there/v1", "azure:gpt-4o", "gpt-4o", "openai:gpt-4o-audio", "scripted", ""):
        assert price_of(unknown) is None


def test_the_table_is_dated_and_plausible() -> None:
    assert len(AS_OF) == 7
    assert len({one.model for one in PRICES}) == len(PRICES)
    assert all(0 < one.cached <= one.prompt < one.completion for one in PRICES)


def test_an_account_goes_on_where_the_one_before_was_killed() -> None:
    journal: list[dict[str, Any]] = []
    clock = Clock()
    first = Account(Budget(calls=3, seconds=100), clock=clock)
    first.go_on([], journal.append)
    paid(first, "one")
    clock.now += 40
    first.replay(MODEL, "writer", "a key")
    paid(first, "two")
    first.fail(MODEL, "writer")
    second = Account(Budget(calls=3, seconds=100), clock=Clock())
    again: list[dict[str, Any]] = []
    second.go_on(json.loads(json.dumps(journal)), again.append)
    assert second.total == first.total and second.by_role == first.by_role and second.by_model == first.by_model
    assert second.left("seconds") == pytest.approx(60) and second.left("calls") == 1
    second.replay(MODEL, "writer", "a key")  # the run makes its step again: that call was counted
    second.replay(MODEL, "writer", "one")
    assert second.total == first.total and again == []
    second.replay(MODEL, "writer", "another key")
    assert second.total.replayed == first.total.replayed + 1 and len(again) == 1


def test_what_ran_out_stays_known() -> None:
    journal: list[dict[str, Any]] = []
    first, second = Account(Budget(calls=0)), Account(Budget(calls=0))
    first.go_on([], journal.append)
    with pytest.raises(BudgetError):
        first.reserve(MODEL, a_call())
    second.go_on(journal, journal.append)
    assert second.exhausted == "calls"


# An account over several


def test_what_a_page_spends_is_its_own_and_its_parent_s() -> None:
    above = Account(Budget(calls=3))
    one, other = Account(parent=above), Account(parent=above)
    spend(one, a_call(), Reply("yes", "stop", 10, 5))
    other.replay(MODEL, "writer")
    other.fail(MODEL, "writer")
    held = other.reserve(MODEL, a_call())
    held.attempts = 2
    assert above.left("calls") == one.left("calls") == other.left("calls") == 1
    other.settle(held, None)
    other.settle(held, None)  # counts once
    assert (one.total.calls, other.total.calls, above.total.calls) == (1, 1, 2)
    assert (one.total.tokens, other.total.tokens, above.total.tokens) == (15, 0, 15)
    assert (above.total.replayed, above.total.failed, above.total.retries) == (1, 1, 1)
    assert one.to_json()["budget"] == {"calls": None, "tokens": None, "money": None, "seconds": None}


def test_a_page_whose_journal_cannot_be_written_leaves_nothing_held_above() -> None:
    def broken(entry: object) -> None:
        raise StoreError("the disk is full")

    above = Account(Budget(calls=3))
    page = Account(parent=above)
    page.go_on((), broken)
    held = page.reserve(MODEL, a_call())
    held.attempts = 1
    with pytest.raises(StoreError):
        page.settle(held, Reply("yes", "stop", 10, 5))
    assert above.total.calls == 1 and above.total.tokens == 15 and above.left("calls") == 2


def test_a_parent_s_budget_holds_for_all_its_pages_and_each_knows_what_stopped_it() -> None:
    above = Account(Budget(calls=2))
    pages = [Account(parent=above) for _ in range(3)]
    pages[0].reserve(MODEL, a_call())
    pages[1].reserve(MODEL, a_call())
    assert pages[2].must_wait(MODEL, a_call())  # what is under way may not be sent after all
    assert not pages[2].affords(MODEL, a_call())
    with pytest.raises(BudgetError, match="the budget of 2 calls is used up"):
        pages[2].reserve(MODEL, a_call())
    assert [one.exhausted for one in (*pages, above)] == ["", "", "calls", "calls"]
    assert pages[2].total.calls == 0 and above.left("calls") == 0


def test_a_page_s_own_budget_holds_within_its_parent_s() -> None:
    above = Account(Budget(calls=9))
    page = Account(Budget(calls=1), parent=above)
    page.reserve(MODEL, a_call())
    with pytest.raises(BudgetError, match="the budget of 1 call is"):
        page.reserve(MODEL, a_call())
    assert page.exhausted == "calls" and above.exhausted == "" and above.left("calls") == 8


def test_time_that_is_up_for_the_parent_is_up_for_its_pages() -> None:
    now = [0.0]
    above = Account(Budget(seconds=10), clock=lambda: now[0])
    page = Account(parent=above)
    now[0] = 4.0
    assert page.left("seconds") == 6
    told = page.refusal("seconds")
    assert told.which == "seconds" and page.exhausted == above.exhausted == "seconds"


def test_a_page_that_goes_on_asks_for_what_is_left_now() -> None:
    entry = {"role": "writer", "model": MODEL, "key": "k", "seconds": 1.0, "usage": {"calls": 4}, "exhausted": "calls"}
    above = Account(Budget(calls=6))
    page = Account(parent=above)
    page.go_on([entry], lambda entry: None)
    assert page.exhausted == "" and page.total.calls == 4 and above.left("calls") == 6
    page.replay(MODEL, "writer", "k")
    assert above.total.replayed == 0  # the very call was counted


def test_sixteen_pages_get_the_ten_calls_that_there_are() -> None:
    above = Account(Budget(calls=10))
    start = threading.Barrier(16)
    through: list[Reservation] = []

    def work() -> None:
        page = Account(parent=above)
        start.wait()
        try:
            held = page.reserve(MODEL, a_call())
        except BudgetError:
            return
        held.attempts = 1
        page.settle(held, Reply("yes"))
        through.append(held)

    threads = [threading.Thread(target=work) for _ in range(16)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(through) == above.total.calls == 10
