"""The deals of the day: for each game, one deal with the same chance for everyone on this server, and a ranking.

The key of a day is the HMAC of the date under a secret of this server. The secret of a game is the HMAC of the game's name under
the key. The hash of the key is published the day before, and the key itself after the day. So nobody knows the key in time to
cheat, and everyone can check the chance later. The key of a world deal depends only on the date. A world deal is therefore the
same on all servers. It has no ranking, because anyone can compute its chance.

Only a player's first attempt counts. It must be played to its end before the key is published, and without the help of a bot.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from typing import TYPE_CHECKING, TypeVar

import msgspec

from trapezi.core.errors import BrokenGame
from trapezi.core.game_package import DailyDeal
from trapezi.games import find, loadable_packages, package
from trapezi.protocol import http
from trapezi.store.interface import AttemptEntry, NotStored
from trapezi.tables import finished_games_of_player
from trapezi.tables.errors import Rejected
from trapezi.tables.people_and_seats import NAME, clean_text, token_hash
from trapezi.tables.verifiable_chance import commitment

if TYPE_CHECKING:
    from trapezi.tables.registry import TableRegistry

T = TypeVar("T")

FIRST_DAY = date(2026, 1, 1)  # No deal is older than this day.
WORLD = "world "  # This prefix marks the tag of a world deal.
EXTRA_SECONDS = 3600  # An attempt may be finished until this many seconds after midnight. Then the key is published.
STREAK_DAYS = 400  # A streak is counted up to this many days.
MOST_SHOWN = 100  # A ranking has at most this many lines.


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of one game on one day. `tag` is the date, with the prefix `WORLD` for a world deal."""

    tag: str
    secret: str


class DailyDeals:
    """The deals of the day of one server. A day begins at midnight in `zone`, by default the time zone of the machine."""

    def __init__(self, registry: TableRegistry, clock: Callable[[], float] = time.time, zone: tzinfo | None = None) -> None:
        self.registry = registry
        self.clock = clock
        self.zone = zone

    # -- days ----------------------------------------------------------------------------------------------------------

    def today(self) -> date:
        return datetime.fromtimestamp(self.clock(), self.zone).date()

    def world_day(self) -> date:
        """Return the date in UTC, so that all servers have the same world deal at the same time."""
        return datetime.fromtimestamp(self.clock(), UTC).date()

    def end_of(self, day: date) -> float:
        """Return when a day ends, in seconds since 1970. A day on which the clocks change has 23 or 25 hours."""
        return datetime.combine(day + timedelta(days=1), time_of_day.min, self.zone).timestamp()

    def is_key_public(self, tag: str) -> bool:
        """Return whether the key of a deal is public. The key of a world deal always is, any other key an hour after its day."""
        return tag.startswith(WORLD) or self.clock() >= self.end_of(date.fromisoformat(tag)) + EXTRA_SECONDS

    # -- keys ----------------------------------------------------------------------------------------------------------

    async def key_of(self, day: date) -> str:
        return keyed_hash(await self._reject_if_not_stored(self.registry.store.daily.find_or_make_secret()), day.isoformat())

    async def key_commitment(self, day: str) -> http.DailyKey:
        """Return the hash of a day's key, and the key itself if it is public. Raise `Rejected` for days after tomorrow."""
        try:
            wanted = date.fromisoformat(day)
        except ValueError as error:
            raise Rejected("table.no-such-day", day=day[:20]) from error
        if not FIRST_DAY <= wanted <= self.today() + timedelta(days=1):
            raise Rejected("table.no-such-day", day=day[:20])
        key = await self.key_of(wanted)
        return http.DailyKey(wanted.isoformat(), commitment(key), key if self.is_key_public(wanted.isoformat()) else None)

    # -- playing -------------------------------------------------------------------------------------------------------

    async def open_or_resume_table(self, token: str, game: str, wanted: http.PlayDeal, address: str = "") -> http.Joined:
        """Return a table for today's deal of a game: the attempt that counts, a practice game, or the world deal.

        A practice game would reveal the chance of the day. A player who asks for practice while the attempt that counts is in
        progress therefore gets the table of that attempt.
        """
        kind = find(game)
        setup = daily_setup(kind.name)
        world = wanted.kind == "world"
        day = self.world_day() if world else self.today()
        tag = f"{WORLD * world}{day}"
        deal = Deal(tag, keyed_hash(world_key(day) if world else await self.key_of(day), kind.name))
        earlier = None if world else await self._find_attempt(token, day, kind.name)
        if earlier is not None and (wanted.kind == "counted" or await self._is_in_progress(earlier)):
            return await self._resume(token, earlier)
        new = http.NewTable(
            game=kind.name, options=dict(setup.options), names=[wanted.name], bots=list(setup.bots), start=True, fill=None
        )
        joined = await self.registry.create(token, new, address, deal)
        if not world and earlier is None:
            attempt = AttemptEntry(tag, kind.name, token_hash(token), joined.table.code, int(self.clock()))
            stored = await self._reject_if_not_stored(self.registry.store.daily.find_or_add_attempt(attempt))
            if stored.code != attempt.code:  # The player has just started an attempt on another device.
                return await self._resume(token, stored)
        return joined

    async def _find_attempt(self, token: str, day: date, game: str) -> AttemptEntry | None:
        attempts = await self._reject_if_not_stored(
            self.registry.store.daily.attempts_of(token_hash(token), 2 * len(games_with_deals()))
        )
        return next((each for each in attempts if (each.day, each.game) == (day.isoformat(), game)), None)

    async def _is_in_progress(self, attempt: AttemptEntry) -> bool:
        """Return whether the table of an attempt still exists, and its game is not over."""
        with contextlib.suppress(Rejected):
            return (await self.registry.find_up_to_date(attempt.code)).table.phase == "playing"
        return False

    async def _resume(self, token: str, attempt: AttemptEntry) -> http.Joined:
        """Return the table of an attempt. Raise `Rejected` if the attempt is over or this browser has no seat at its table."""
        live = await self.registry.find_up_to_date(attempt.code)
        person = live.table.tokens.get(token_hash(token))
        if attempt.score is not None or person is None or live.table.phase != "playing":
            raise Rejected("table.deal-was-played")
        return http.Joined(person, live.table.seats_of(person), live.table_info())

    # -- looking up ----------------------------------------------------------------------------------------------------

    async def overview(self, token: str) -> http.DailyOverview:
        """Return today's deals with the player's attempts."""
        key, today = token_hash(token), self.today()
        store = self.registry.store.daily
        await self._add_missing_scores(token, today)
        own = await self._reject_if_not_stored(store.attempts_of(key, STREAK_DAYS * len(games_with_deals())))
        others = await self._reject_if_not_stored(store.attempts_on(today.isoformat()))
        games = []
        for game in games_with_deals():
            attempt = next((each for each in own if (each.day, each.game) == (today.isoformat(), game)), None)
            ranked = [each for each in others if each[0].game == game and (each[1] or each[0] == attempt)]
            ranking = self.rank_finished_attempts(ranked)
            rank = next((line.rank for line in ranking if attempt is not None and line.code == attempt.code), None)
            lines = [] if attempt is None or attempt.lines is None else decode_lines(attempt.lines)
            games.append(
                http.DailyGame(
                    game=game,
                    bots=list(daily_setup(game).bots),
                    code=None if attempt is None else attempt.code,
                    open=attempt is not None and attempt.score is None and await self._is_in_progress(attempt),
                    score=None if attempt is None else attempt.score,
                    rank=rank,
                    players=len(ranking),
                    streak=streak({date.fromisoformat(a.day) for a in own if a.game == game and a.score is not None}, today),
                    lines=lines,
                )
            )
        return http.DailyOverview(
            day=today.isoformat(),
            world_day=self.world_day().isoformat(),
            until=self.end_of(today),
            commitment=commitment(await self.key_of(today)),
            next_commitment=commitment(await self.key_of(today + timedelta(days=1))),
            name=await self._reject_if_not_stored(store.name_of(key)),
            games=games,
        )

    async def ranking(self, token: str, game: str) -> http.DailyRanking:
        """Return the ranking of today, and that of the last day whose key is public with the table of its best attempt."""
        kind, today = find(game), self.today()
        own = {
            each.code for each in await self._reject_if_not_stored(self.registry.store.daily.attempts_of(token_hash(token), 1000))
        }
        past = today - timedelta(days=1)
        if not self.is_key_public(past.isoformat()):
            past -= timedelta(days=1)
        lists = []
        for day in (today, past):
            attempts = await self._reject_if_not_stored(self.registry.store.daily.attempts_on(day.isoformat()))
            lists.append(self.rank_finished_attempts([each for each in attempts if each[0].game == kind.name and each[1]]))
        best = lists[1][0].code if lists[1] else None
        shown = [[http.DailyLine(line.rank, line.name, line.score, line.code in own) for line in each] for each in lists]
        return http.DailyRanking(today.isoformat(), shown[0][:MOST_SHOWN], past.isoformat(), shown[1][:MOST_SHOWN], best)

    def rank_finished_attempts(self, attempts: Iterable[tuple[AttemptEntry, str]]) -> list[RankedAttempt]:
        """Return the finished attempts with their ranks, the best first. Equal scores share a rank, as in 1, 1, 3."""
        finished = [
            (attempt.score, name, attempt.code)
            for attempt, name in attempts
            if attempt.score is not None
            and attempt.finished is not None
            and attempt.finished < self.end_of(date.fromisoformat(attempt.day)) + EXTRA_SECONDS
        ]
        finished.sort(key=lambda each: (-each[0], each[1].casefold(), each[2]))
        scores = [score for score, _, _ in finished]
        return [RankedAttempt(scores.index(score) + 1, name, score, code) for score, name, code in finished]

    async def set_name(self, token: str, name: str) -> None:
        await self._reject_if_not_stored(self.registry.store.daily.set_name(token_hash(token), clean_text(name, NAME)))

    async def _add_missing_scores(self, token: str, today: date) -> None:
        """Store the scores of a player's finished attempts that a server could not store before it was killed."""
        attempts = await self._reject_if_not_stored(
            self.registry.store.daily.attempts_of(token_hash(token), 2 * len(games_with_deals()))
        )
        for attempt in attempts:
            if attempt.score is None and attempt.day >= (today - timedelta(days=1)).isoformat():
                with contextlib.suppress(Rejected, NotStored):
                    entry = await self.registry.store.entry(attempt.code)
                    if entry is not None:
                        await finished_games_of_player.add_missing_games(self.registry, attempt.token_hash, entry)

    async def _reject_if_not_stored(self, work: Awaitable[T]) -> T:
        try:
            return await work
        except NotStored as error:
            raise Rejected("table.not-stored") from error


@dataclass(frozen=True, slots=True)
class RankedAttempt:
    """A finished attempt with its rank, counted from 1."""

    rank: int
    name: str
    score: int
    code: str


def daily_setup(game: str) -> DailyDeal:
    """Return the options and bots of a game's deal of the day. By default, one person plays against as few bots as possible."""
    declared = package(game).daily
    if declared is not None:
        return declared
    players = find(game).player_counts[0]
    return DailyDeal({"players": players}, bots=("greedy",) * (players - 1))


def games_with_deals() -> list[str]:
    """Return the names of all installed games except those of broken guest packages. Each has a deal of the day."""
    games = []
    for each in loadable_packages():
        with contextlib.suppress(BrokenGame):
            games.append(find(each.name).name)
    return games


def keyed_hash(key: str, text: str) -> str:
    """Return the HMAC-SHA256 of a text under a key, both as hexadecimal digits.

    >>> keyed_hash("00" * 32, "2026-11-19")[:8]
    '3a4080d3'
    """
    return hmac.digest(bytes.fromhex(key), text.encode(), "sha256").hex()


def world_key(day: date) -> str:
    """Return the key of the world deals of a day, which anyone can compute."""
    return hashlib.sha256(f"trapezi world deal {day}".encode()).hexdigest()


def streak(days: set[date], today: date) -> int:
    """Return the number of consecutive days with an attempt, up to today or yesterday.

    >>> streak({date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)}, date(2026, 3, 2))
    3
    """
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day - timedelta(days=count) in days:
        count += 1
    return count


def decode_lines(data: bytes) -> list[str]:
    return msgspec.json.decode(data, type=list[str])
