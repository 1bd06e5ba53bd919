"""Decode the messages about a table as a browser does: fill in defaults, apply deltas and describe moves."""

from __future__ import annotations

from typing import Any

from trapezi.core.delta import apply_delta

Data = dict[str, Any]


class MessageReader:
    """Completes the messages of one connection, like `client/src/core/decodeSeatView.ts`."""

    def __init__(self) -> None:
        self.table: Data | None = None
        self._views: dict[int, Data] = {}  # the views of the seats in the form in which they are sent

    def complete(self, message: Data) -> Data:
        """Return a message with its defaults, the whole table info if that changed, and whole views."""
        if message["t"] not in ("welcome", "update"):
            return message
        table = message.get("table")
        if table is not None:
            self.table = table = table if message["t"] == "welcome" else apply_delta(self.table, table)
        return {
            **message,
            "table": table,
            "views": [self._complete_view(view) for view in message.get("views", ())],
            "history": [{"description": None, "take_back": None, **entry} for entry in message.get("history", ())],
            "history_from": message.get("history_from", 0),
        }

    def _complete_view(self, sent: Data) -> Data:
        seat = sent["seat"]
        self._views[seat] = sent["view"] if "view" in sent else apply_delta(self._views[seat], sent["delta"])
        known = {name: value for name, value in sent.items() if name != "delta"}
        return {"can_take_back": False, "seconds": None, **known, "view": describe_moves(self._views[seat])}


def describe_moves(view: Data) -> Data:
    """Return a view as `state.view(seat)` has it, given the form in which it is sent."""
    described, moves, preview = view["described"], [], None
    for each in view["moves"]:
        move, change = each if isinstance(each, list) else (each, {})
        preview = apply_delta(preview, change)
        moves.append({"move": move, **described[str(move)], "preview": preview})
    optional = [{"move": move, **described[str(move)]} for move in view["optional"]]
    rest = {name: value for name, value in view.items() if name != "described"}
    return {**rest, "moves": moves, "optional": optional}
