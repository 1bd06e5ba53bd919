"""Strangers can only guess a few table codes, and people who know a code can still join."""

from __future__ import annotations

from trapezi.server.code_guessing import GuessingGuard
from trapezi.server.limits import Limits

HOUR = 3600.0
CODES = 20**5


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def misses_in(hours: float, addresses: list[str], clock: Clock, guard: GuessingGuard) -> int:
    """Guess wrong codes from all addresses as often as allowed. Return how many guesses were allowed."""
    allowed = 0
    end = clock.now + hours * HOUR
    while clock.now < end:
        clock.now += 60.0
        for address in addresses:
            while guard.may_guess(address):
                guard.count_miss(address)
                allowed += 1
    return allowed


def test_a_vandal_spends_the_shared_budget_and_others_still_type_codes() -> None:
    guard = GuessingGuard(Limits(), clock := Clock())
    misses_in(1, [f"203.0.113.{n}" for n in range(200)], clock, guard)
    assert not any(guard.may_guess(f"203.0.{n}.1") for n in range(100)), "nor does the vandal's network help"
    assert guard.may_guess("198.51.100.7"), "an address without a miss"
    guard.count_miss("198.51.100.7")
    assert not guard.may_guess("198.51.100.7"), "after a mistake it must wait or use the link"
    assert guard.may_guess("198.51.100.8")
    clock.now += HOUR
    assert guard.may_guess("198.51.100.7")


def test_a_class_that_mistypes_codes_behind_one_address_is_not_locked_out() -> None:
    guard = GuessingGuard(Limits(), Clock())
    for _ in range(50):
        guard.count_miss("192.0.2.1")
    assert guard.may_guess("192.0.2.1")


def test_an_ipv6_network_counts_as_one_address_and_its_provider_as_one_network() -> None:
    guard = GuessingGuard(Limits(), clock := Clock())
    allowed = misses_in(1, [f"2001:db8:1:{n:x}::1" for n in range(150)], clock, guard)
    assert allowed <= 60 + 60, "one /48 is one address"
    guard = GuessingGuard(Limits(), clock := Clock())
    allowed = misses_in(1, [f"2001:db8:{n:x}::1" for n in range(150)], clock, guard)
    assert allowed <= 100 + 60 + 60 + 18, "one /32 is one network"


def test_guessing_a_table_takes_years_from_one_network_and_months_from_many() -> None:
    def misses_per_hour(addresses: list[str]) -> float:
        guard = GuessingGuard(Limits(), clock := Clock())
        misses_in(1, addresses, clock, guard)
        return misses_in(5, addresses, clock, guard) / 5

    one_network = misses_per_hour([f"203.0.113.{n}" for n in range(20)])
    many_networks = misses_per_hour([f"203.{n}.113.1" for n in range(100)])
    assert CODES / 2 / one_network > 2 * 365 * 24
    assert CODES / 2 / many_networks > 5 * 30 * 24
