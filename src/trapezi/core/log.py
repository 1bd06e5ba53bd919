"""The log of a match as JSON lines: a head, a line per event, an end. Each line carries a check of all before it.

{"trapezi": 1, "game": "…", "options": {"players": 2, …}, "seed": 7}
[-1, "roll 4 1 3 6 2 5", "0f3c9a51"]
[0, "yellow 5", "77ab01c2"]
[0, "take back", "5d90e7b4"]
{"end": 3, "over": false, "scores": [0, 0], "check": "8c1d22f0"}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trapezi.core.errors import BadLog, BadText, TrapeziError
from trapezi.core.match import TAKE_BACK, Match
from trapezi.core.random import branch
from trapezi.core.seats import NATURE
from trapezi.core.text import check_text, quote

if TYPE_CHECKING:
    from trapezi.core.game import Game

VERSION = 1
UNDONE = "take back"


def written(match: Match) -> list[str]:
    """The lines of a match's log, without line ends."""
    game = match.game
    head = {"trapezi": VERSION, "game": game.name, "options": game.options.data(), "seed": match.seed}
    lines = [_json(head)]
    check = _check("", head)
    for seat, move in match.record:
        text = UNDONE if move == TAKE_BACK else game.text(move)
        check = _check(check, [seat, text])
        lines.append(_json([seat, text, check]))
    end = {"end": len(match.record), "over": match.state.over, "scores": match.state.scores}
    lines.append(_json({**end, "check": _check(check, end)}))
    return lines


def save(match: Match, path: Path) -> None:
    """Writes a match's log to a file."""
    path.write_text("\n".join(written(match)) + "\n", encoding="utf-8")


def replay(log: Path | str | Iterable[str], find: Callable[[Any], type[Game[Any]]]) -> Match:
    """The match that a log (a file, its text or its lines) tells of; `BadLog` names the line at fault.

    `find` gives the game of a name: the law knows what games are, not which ones there are.
    """
    lines = _lines(log)
    if not lines:
        raise BadLog("log.no-head", line=1)
    head = _line(lines, 1)
    if not isinstance(head, dict) or "trapezi" not in head:
        raise BadLog("log.no-head", line=1)
    if head["trapezi"] != VERSION or type(head["trapezi"]) is not int:
        raise BadLog("log.version", line=1, version=quote(head["trapezi"]), known=VERSION)
    match = _begun(head, find)
    check = _check("", head)
    number, line = 1, None
    for number in range(2, len(lines) + 1):
        line = _line(lines, number)
        if isinstance(line, dict):
            break
        check = _event(match, line, number, check)
    if not isinstance(line, dict):
        raise BadLog("log.truncated", line=len(lines) + 1)
    _ended(match, line, number, check)
    if number < len(lines):
        raise BadLog("log.after-the-end", line=number + 1)
    return match


def _lines(log: Path | str | Iterable[str]) -> list[str]:
    if isinstance(log, Path):
        try:
            log = log.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            raise BadLog("log.unreadable", line=1, file=str(log)) from error
    lines = log.split("\n") if isinstance(log, str) else [str(line).rstrip("\n") for line in log]
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def _line(lines: list[str], number: int) -> Any:
    try:
        text = check_text(lines[number - 1], "log")
        line = json.loads(text)
        if "\\u" in text:  # an escape may stand for half of a surrogate pair
            check_text(_json(line), "log")
    except BadText as error:
        raise BadLog("log.line", line=number, why=str(error)) from error
    except (IndexError, ValueError, RecursionError) as error:
        raise BadLog("log.not-json", line=number) from error
    return line


def _begun(head: dict[str, Any], find: Callable[[Any], type[Game[Any]]]) -> Match:
    seed, options = head.get("seed"), head.get("options")
    if not (seed is None or type(seed) is int) or not isinstance(options, dict):
        raise BadLog("log.no-head", line=1)
    try:
        match = Match(find(head.get("game")).of(**options), seed, by_hand=True)
    except TrapeziError as error:
        raise BadLog("log.line", line=1, why=str(error)) from error
    return match


def _event(match: Match, line: Any, number: int, check: str) -> str:
    """Plays one line; the check after it."""
    if not isinstance(line, list) or len(line) != 3 or type(line[0]) is not int or not isinstance(line[1], str):
        raise BadLog("log.not-an-event", line=number)
    seat, text, given = line
    expected = _check(check, [seat, text])
    if given != expected:
        raise BadLog("log.altered", line=number)
    try:
        if text == UNDONE:
            match.take_back(seat)
        else:
            match.play(seat, text)
    except TrapeziError as error:
        raise BadLog("log.line", line=number, why=str(error)) from error
    return expected


def _ended(match: Match, end: dict[str, Any], number: int, check: str) -> None:
    state = match.state
    told = {name: value for name, value in end.items() if name != "check"}
    if end.get("check") != _check(check, told):
        raise BadLog("log.altered", line=number)
    if told != {"end": len(match.record), "over": state.over, "scores": state.scores}:
        raise BadLog("log.wrong-end", line=number)


def unfair(match: Match) -> int | None:
    """The number of the first event whose outcome the seed does not give, or None. A match without seed has none."""
    if match.seed is None:
        return None
    state = match.game.start()
    for n, (seat, move) in enumerate(match.events):
        if seat == NATURE and state.sample_chance(branch(match.seed, n)) != move:
            return n
        state.play(seat, move)
    return None


def _check(before: str, line: Any) -> str:
    return sha256(f"{before}{_json(line)}".encode()).hexdigest()[:8]


_json = json.JSONEncoder(ensure_ascii=False).encode
