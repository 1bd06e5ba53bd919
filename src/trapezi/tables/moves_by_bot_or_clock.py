"""Find the moves that bots or the clock made in place of the people at the seats. Logs of games list these moves."""

from __future__ import annotations

from trapezi.core.history import PlayedBy, without_taken_back
from trapezi.core.log import read_header
from trapezi.tables.game_session import GameSession

EventNumber = int  # Events of a match that were not taken back are numbered from 1.
LOG_FIELD = "played_by"  # This field of a log's first line lists the moves.
MAKERS: tuple[PlayedBy, ...] = ("bot", "clock")


def moves_by_bot_or_clock(session: GameSession) -> dict[EventNumber, PlayedBy]:
    """Return who made a move in place of a person, a bot or the clock, by the number of the move."""
    found: dict[EventNumber, PlayedBy] = {}
    for seat in range(session.game.players):
        entries = [entry for entry in without_taken_back(session.history.entries(seat)) if entry.seat == seat]
        numbers = [n for n, (who, _) in enumerate(session.match.events, 1) if who == seat]
        found |= {n: entry.played_by for n, entry in zip(numbers, entries, strict=True) if entry.played_by is not None}
    return found


def moves_by_bot_or_clock_in_log(log: str) -> dict[EventNumber, PlayedBy]:
    """Return the moves by bots or the clock that the first line of a log lists. Ignore entries that are not valid."""
    field = read_header(log.removeprefix("\ufeff").split("\n", 1)[0]).get(LOG_FIELD)
    if not isinstance(field, dict):
        return {}
    return {int(n): by for n, by in field.items() if n.isascii() and n.isdigit() and isinstance(by, str) and by in MAKERS}


def log_field_for_moves_by_bot_or_clock(found: dict[EventNumber, PlayedBy]) -> dict[str, dict[EventNumber, PlayedBy]]:
    """Return the field `played_by` for the first line of a log, or {} if people made all moves themselves."""
    return {LOG_FIELD: dict(sorted(found.items()))} if found else {}
