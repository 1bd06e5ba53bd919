"""Draw the view of any game on a terminal as a plain board: first the entries of the whole table, then a line for each seat.

The label of an entry is the message `<game>.board.<name>` if there is one, otherwise its name in readable form. A value is shown
as the message `<game>.<name>.<value>` if there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trapezi.i18n import Catalogue

# An entry of the board with a name in BY_SEAT is a list with one item per seat. An entry with a name in SEATS is the number of a
# seat. The plain board in the browser uses the same names.
BY_SEAT = {"seats", "players", "sheets", "boards", "hands", "sizes", "scores", "bids", "choices", "tricks"}
SEATS = {"active", "seat", "player", "starter", "dealer", "leader", "first", "next", "owner", "winner", "to", "from"}
NOTHING = "–"
LABEL = "cyan"
# `assemble` styles only this part. A style of the whole `Text` would also apply to texts that are appended to it.
SEPARATOR = Text.assemble(("  ·  ", "dim"))

Data = Mapping[str, Any]


def draw(view: Data, catalogue: Catalogue) -> RenderableType:
    """Return the whole board: a table of labels and values for the entries of the whole table, then a line for each seat."""
    board, players = view["board"], view["players"]
    by_seat = {name: value for name, value in board.items() if has_entry_per_seat(name, value, players)}
    common = {name: value for name, value in board.items() if name not in by_seat and name != "phase"}
    parts: list[RenderableType] = []
    if "phase" in board:
        phase = catalogue.value_text(view["game"], "phase", board["phase"])
        parts.append(Text(phase[:1].upper() + phase[1:], "bold"))
    numbers = {name: value for name, value in common.items() if not isinstance(value, list | Mapping)}
    numbers = {
        name: value for name, value in numbers.items() if value is not None and not is_limit_of_other_number(name, numbers)
    }
    if numbers:
        parts.append(SEPARATOR.join(label_value_and_limit(view, name, value, catalogue) for name, value in numbers.items()))
    entries = {name: value for name, value in common.items() if isinstance(value, list | Mapping)}
    if entries:
        parts.append(entry_table(view, entries, catalogue))
    seats = Table.grid(padding=(0, 2, 0, 0))
    for seat in seats_from_viewer(view):
        seats.add_row(*seat_row(view, seat, by_seat, catalogue))
    return Group(*parts, Text(), seats)


def is_limit_of_other_number(name: str, numbers: Data) -> bool:
    """Return whether an entry is the maximum of another entry, as `rounds` of `round`. Both are shown together: `2/4`."""
    return name.endswith("s") and type(numbers[name]) is int and type(numbers.get(name[:-1])) is int


def seats_from_viewer(view: Data) -> list[int]:
    """Return all seats clockwise, beginning with the viewer's seat."""
    return [(max(0, view["seat"]) + k) % view["players"] for k in range(view["players"])]


def has_entry_per_seat(name: str, value: Any, players: int) -> bool:
    return name in BY_SEAT and isinstance(value, list) and len(value) == players


def seat_row(view: Data, seat: int, entries_by_seat: Data, catalogue: Catalogue) -> list[Text]:
    """Return the texts in the row of a seat: the name (with a marker if the seat must decide), the points and the entries."""
    marker = "▶ " if seat in view["deciders"] else "  "
    title = Text.assemble((marker, "bold yellow"), (catalogue.player_name(seat), "bold"))
    points = Text(str(view["scores"][seat]).replace("-", "−"), justify="right")
    entries: dict[str, Any] = {}
    for name, value in entries_by_seat.items():
        entries |= value[seat] if isinstance(value[seat], Mapping) else {name: value[seat]}
    own = [
        label_value_and_limit(view, name, value, catalogue)
        for name, value in entries.items()
        if value not in (None, False, [], {})
    ]
    return [title, points, SEPARATOR.join(own)]


def label_value_and_limit(view: Data, name: str, value: Any, catalogue: Catalogue) -> Text:
    limit = view["board"].get(f"{name}s")
    of = f"/{limit}" if type(limit) is int and type(value) is int else ""
    return Text.assemble((entry_label(view, name, catalogue), LABEL), " ", value_text(view, name, value, catalogue), of)


def entry_label(view: Data, name: str, catalogue: Catalogue) -> str:
    return catalogue.translate(f"{view['game']}.board.{name}")


def entry_table(view: Data, entries: Data, catalogue: Catalogue) -> Table:
    """Return a table with a label and a value per row. A value that is itself a dict becomes a table inside its row."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=LABEL)
    grid.add_column()
    for name, value in entries.items():
        nested = isinstance(value, Mapping) and any(isinstance(item, list | Mapping) for item in value.values())
        drawn = entry_table(view, value, catalogue) if nested else Text(value_text(view, name, value, catalogue))
        grid.add_row(entry_label(view, name, catalogue), drawn)
    return grid


def value_text(view: Data, name: str, value: Any, catalogue: Catalogue) -> str:
    """Return a value as text: a player's name for a seat, a translated word for an id, and the items of a list side by side."""
    if name in SEATS and type(value) is int and 0 <= value < view["players"]:
        return catalogue.player_name(value)
    if isinstance(value, list):
        separator = ", " if any(isinstance(item, Mapping | str | list) for item in value) else " "
        return separator.join(value_text(view, name, item, catalogue) for item in value) or NOTHING
    if isinstance(value, bool):
        return catalogue.template(f"{view['game']}.{name}.{str(value).lower()}") or ("✓" if value else NOTHING)
    if value is None or value == {}:
        return NOTHING
    text = catalogue.value_text(view["game"], name, value)
    return f"−{text[1:]}" if isinstance(value, int) and text.startswith("-") else text
