"""Live tables: people, bots and seats around a game. This package knows no web framework; `server` carries the messages.

Each command (`trapezi.protocol.commands`) is rejected or becomes an event (`commands_to_events`). The event is written to the
store, and only then applied (`table`), acknowledged and broadcast (`live`). Tables without connections are evicted. They are
loaded from their logs when they are needed again (`registry`).
"""
