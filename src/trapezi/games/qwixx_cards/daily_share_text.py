"""The lines that players of Qwixx, the card game, may share about the deal of the day. They are the same as in Qwixx."""

from trapezi.games.qwixx.daily_share_text import share_lines

__all__ = ["share_lines"]
