"""The log of a match as JSON lines: a header, one line per event and a footer, chained by checksums (`core/hash_chain.py`).

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

from trapezi.core import hash_chain
from trapezi.core.errors import BadLog, BadText, TrapeziError
from trapezi.core.match import TAKE_BACK, Match
from trapezi.core.random import branch
from trapezi.core.safe_text import quote, require_unicode
from trapezi.core.special_seats import NATURE

if TYPE_CHECKING:
    from trapezi.core.game import Game

VERSION = 2
TAKE_BACK_TEXT = "take back"
MAX_BYTES = 50_000_000  # A larger log file is rejected; the log of the longest game has a hundredth of this size.
BYTE_ORDER_MARK = "\ufeff"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def log_lines(match: Match, **header_fields: Any) -> list[str]:
    """Return the lines of the log of a match, without line ends. Add `header_fields` to the header."""
    game = match.game
    header = {"trapezi": VERSION, "game": game.name, "options": game.options.data(), "seed": match.seed, **header_fields}
    events = [[seat, TAKE_BACK_TEXT if move == TAKE_BACK else game.text(move)] for seat, move in match.record]
    contents = [_json(content).encode() for content in (header, *events, _footer(match))]
    return [line.decode() for line in hash_chain.chained_lines(b"", contents)]


def save_log(match: Match, path: Path) -> None:
    """Write a match's log to a file."""
    path.write_text("\n".join(log_lines(match)) + "\n", encoding="utf-8")


def replay(log: Path | str | Iterable[str], find_game: Callable[[Any], type[Game[Any]]]) -> Match:
    """Return the match that a log (a file, its text or its lines) describes. Raise `BadLog` with the number of the faulty line.

    `find_game` returns the game class for a name, because `core` does not know which games are installed.
    """
    lines = _read_lines(log)
    if not lines:
        raise BadLog("common.log.no-head", line=1)
    header = read_header(lines[0])
    read_line = _read_chained_line if header["trapezi"] == VERSION else _read_version_1_line
    _, checksum = read_line(lines[0], 1, b"")
    match = _start_match(header, find_game)
    number, content = 1, None
    for number, line in enumerate(lines[1:], 2):
        content, checksum = read_line(line, number, checksum)
        if isinstance(content, dict):
            break
        _replay_event(match, content, number)
    if not isinstance(content, dict):
        raise BadLog("common.log.truncated", line=len(lines) + 1)
    if content != _footer(match):
        raise BadLog("common.log.wrong-end", line=number)
    if number < len(lines):
        raise BadLog("common.log.after-the-end", line=number + 1)
    return match


def read_header(line: str) -> dict[str, Any]:
    """Return the header of a log, given the first line of the log. Raise `BadLog` if that line is not a header."""
    data = _parse_line(line, 1)
    chained = isinstance(data, list) and len(data) == 2
    header = data[1] if chained else data
    if not isinstance(header, dict) or "trapezi" not in header:
        raise BadLog("common.log.no-head", line=1)
    version = header["trapezi"]
    if type(version) is not int or version != (VERSION if chained else 1):
        raise BadLog("common.log.version", line=1, version=quote(version), known=VERSION)
    return header


def _read_lines(log: Path | str | Iterable[str]) -> list[str]:
    if isinstance(log, Path):
        log = read_log_file(log)
    elif not isinstance(log, str):
        try:
            log = "\n".join(str(line).rstrip("\n") for line in log)
        except TypeError as error:
            raise BadLog("common.log.not-a-log", line=1, value=quote(log)) from error
    lines = log.removeprefix(BYTE_ORDER_MARK).split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def read_log_file(path: Path) -> str:
    """Return the text of a log file. Raise `BadLog` if the file cannot be read, is too large, or is not UTF-8."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadLog("common.log.unreadable", line=1, file=str(path)) from error
    if len(raw) > MAX_BYTES:
        raise BadLog("common.log.too-large", line=1, file=str(path), most=MAX_BYTES // 1_000_000)
    if raw.startswith(UTF16_MARKS):
        raise BadLog("common.log.utf16", line=1, file=str(path))
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadLog("common.log.unreadable", line=1, file=str(path)) from error


def _parse_line(line: str, number: int) -> Any:
    try:
        data = json.loads(require_unicode(line, "log"))
        if "\\u" in line:  # JSON escape sequences can produce half of a surrogate pair, which is not well-formed Unicode.
            require_unicode(_json(data), "log")
    except BadText as error:
        raise BadLog("common.log.line", line=number, why=str(error)) from error
    except (ValueError, RecursionError) as error:
        raise BadLog("common.log.not-json", line=number) from error
    return data


def _read_chained_line(line: str, number: int, previous: bytes) -> tuple[Any, bytes]:
    """Return the content of a line and its checksum. Raise `BadLog` if the checksum does not continue the chain."""
    match _parse_line(line, number):
        case [str(), dict() | [int(), str()] as content]:
            encoded = line.encode()
            if hash_chain.chained_lines(previous, [hash_chain.body_of(encoded)]) != [encoded]:
                raise BadLog("common.log.altered", line=number)
            return content, hash_chain.stored_checksum(encoded)
    raise BadLog("common.log.not-an-event", line=number)


def _read_version_1_line(line: str, number: int, previous: bytes) -> tuple[Any, bytes]:
    content: Any
    match _parse_line(line, number):
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


def _start_match(header: Mapping[str, Any], find_game: Callable[[Any], type[Game[Any]]]) -> Match:
    seed, options = header.get("seed"), header.get("options")
    if not (seed is None or type(seed) is int) or not isinstance(options, dict):
        raise BadLog("common.log.no-head", line=1)
    try:
        return Match(find_game(header.get("game")).with_options(**options), seed, by_hand=True)
    except TrapeziError as error:
        raise BadLog("common.log.line", line=1, why=str(error)) from error


def _replay_event(match: Match, event: list[Any], number: int) -> None:
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
    """Return the index of the first outcome of NATURE that does not follow from the seed of the match, or None if all do."""
    if match.seed is None:
        return None
    state = match.game.start()
    for n, (seat, move) in enumerate(match.events):
        if seat == NATURE and state.sample_chance(branch(match.seed, n)) != move:
            return n
        state.play(seat, move)
    return None


_json = json.JSONEncoder(ensure_ascii=False).encode
