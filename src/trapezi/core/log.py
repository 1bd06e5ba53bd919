"""The log of a match as JSON lines: a header, one line per event and a footer, chained by checksums (`core/chain.py`).

    ["0f3c9a5177ab01c2",{"trapezi": 2, "game": "…", "options": {"players": 2, …}, "seed": 7}]
    ["5d90e7b48c1d22f0",[-1, "roll 4 1 3 6 2 5"]]
    ["9c0d7be31f52a6e8",[0, "yellow 5"]]
    ["3be1d20f94a75c66",[0, "take back"]]
    ["e70a44c1b85f2d93",{"end": 3, "over": false, "scores": [0, 0]}]

Version 1 has checksums of 8 digits at the end of its lines: `[0, "yellow 5", "77ab01c2"]`, `{"end": 3, …, "check": "8c1d22f0"}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trapezi.core import chain
from trapezi.core.errors import BadLog, BadText, TrapeziError
from trapezi.core.match import TAKE_BACK, Match
from trapezi.core.random import branch
from trapezi.core.seats import NATURE
from trapezi.core.text import check_text, quote

if TYPE_CHECKING:
    from trapezi.core.game import Game

VERSION = 2
TAKE_BACK_TEXT = "take back"


def log_lines(match: Match, **more: Any) -> list[str]:
    """Return the lines of a match's log, without line ends; `more` is added to the header."""
    game = match.game
    header = {"trapezi": VERSION, "game": game.name, "options": game.options.data(), "seed": match.seed, **more}
    events = [[seat, TAKE_BACK_TEXT if move == TAKE_BACK else game.text(move)] for seat, move in match.record]
    contents = [_json(content).encode() for content in (header, *events, _footer(match))]
    return [line.decode() for line in chain.chained_lines(b"", contents)]


def save(match: Match, path: Path) -> None:
    """Write a match's log to a file."""
    path.write_text("\n".join(log_lines(match)) + "\n", encoding="utf-8")


def replay(log: Path | str | Iterable[str], find: Callable[[Any], type[Game[Any]]]) -> Match:
    """Return the match that a log (a file, its text or its lines) describes; raise `BadLog` with the number of the faulty line.

    `find` returns the game class for a name, because `core` does not know which games are installed.
    """
    lines = _read_lines(log)
    if not lines:
        raise BadLog("common.log.no-head", line=1)
    header = read_header(lines[0])
    read = _read_chained if header["trapezi"] == VERSION else _read_version_1
    _, checksum = read(lines[0], 1, b"")
    match = _start_match(header, find)
    number, content = 1, None
    for number, line in enumerate(lines[1:], 2):
        content, checksum = read(line, number, checksum)
        if isinstance(content, dict):
            break
        _play_event(match, content, number)
    if not isinstance(content, dict):
        raise BadLog("common.log.truncated", line=len(lines) + 1)
    if content != _footer(match):
        raise BadLog("common.log.wrong-end", line=number)
    if number < len(lines):
        raise BadLog("common.log.after-the-end", line=number + 1)
    return match


def read_header(line: str) -> dict[str, Any]:
    """Return the header of a log, given its first line; raise `BadLog` if that is not a header."""
    data = _parse(line, 1)
    chained = isinstance(data, list) and len(data) == 2
    header = data[1] if chained else data
    if not isinstance(header, dict) or "trapezi" not in header:
        raise BadLog("common.log.no-head", line=1)
    version = header["trapezi"]
    if type(version) is not int or version != (VERSION if chained else 1):
        raise BadLog("common.log.version", line=1, version=quote(version), known=VERSION)
    return header


# -- lines -------------------------------------------------------------------------------------------------------------


def _read_lines(log: Path | str | Iterable[str]) -> list[str]:
    if isinstance(log, Path):
        try:
            log = log.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadLog("common.log.unreadable", line=1, file=str(log)) from error
    lines = log.split("\n") if isinstance(log, str) else [str(line).rstrip("\n") for line in log]
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def _parse(line: str, number: int) -> Any:
    try:
        data = json.loads(check_text(line, "log"))
        if "\\u" in line:  # an escape may stand for half of a surrogate pair
            check_text(_json(data), "log")
    except BadText as error:
        raise BadLog("common.log.line", line=number, why=str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadLog("common.log.not-json", line=number) from error
    return data


def _read_chained(line: str, number: int, previous: bytes) -> tuple[Any, bytes]:
    """Return the content of a line and its checksum; raise `BadLog` if the checksum does not continue the chain."""
    match _parse(line, number):
        case [str(), dict() | [int(), str()] as content]:
            encoded = line.encode()
            if chain.chained_lines(previous, [chain.body_of(encoded)]) != [encoded]:
                raise BadLog("common.log.altered", line=number)
            return content, chain.checksum_of(encoded)
    raise BadLog("common.log.not-an-event", line=number)


def _read_version_1(line: str, number: int, previous: bytes) -> tuple[Any, bytes]:
    content: Any
    match _parse(line, number):
        case dict() as content:
            given = content.pop("check", None) if number > 1 else None
        case [int() as seat, str() as text, given]:
            content = [seat, text]
        case _:
            raise BadLog("common.log.not-an-event", line=number)
    expected = sha256(previous + _json(content).encode()).hexdigest()[:8]
    if number > 1 and given != expected:
        raise BadLog("common.log.altered", line=number)
    return content, expected.encode()


# -- the match ---------------------------------------------------------------------------------------------------------


def _start_match(header: Mapping[str, Any], find: Callable[[Any], type[Game[Any]]]) -> Match:
    seed, options = header.get("seed"), header.get("options")
    if not (seed is None or type(seed) is int) or not isinstance(options, dict):
        raise BadLog("common.log.no-head", line=1)
    try:
        return Match(find(header.get("game")).with_options(**options), seed, by_hand=True)
    except TrapeziError as error:
        raise BadLog("common.log.line", line=1, why=str(error)) from error


def _play_event(match: Match, event: list[Any], number: int) -> None:
    seat, text = event
    try:
        if text == TAKE_BACK_TEXT:
            match.take_back(seat)
        else:
            match.play(seat, text)
    except TrapeziError as error:
        raise BadLog("common.log.line", line=number, why=str(error)) from error


def _footer(match: Match) -> dict[str, Any]:
    return {"end": len(match.record), "over": match.state.over, "scores": match.state.scores}


def first_event_not_from_seed(match: Match) -> int | None:
    """Return the index of the first outcome of chance that does not come from the match's seed; None if all do."""
    if match.seed is None:
        return None
    state = match.game.start()
    for n, (seat, move) in enumerate(match.events):
        if seat == NATURE and state.sample_chance(branch(match.seed, n)) != move:
            return n
        state.play(seat, move)
    return None


_json = json.JSONEncoder(ensure_ascii=False).encode
