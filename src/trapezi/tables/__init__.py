"""Live tables: people, bots and seats around a game. This package knows no web framework; `server` carries the messages.

A command arrives (`trapezi.protocol.commands`), becomes an event or is rejected (`commands`), is written to the store, and only
then applied (`table`), acknowledged and broadcast (`live`). Tables without connections are evicted, and loaded from their log
when they are needed again (`registry`).
"""
