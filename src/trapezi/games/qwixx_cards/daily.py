"""What players of Qwixx, the card game, may share about a daily deal, which is the same as in Qwixx."""

from trapezi.games.qwixx.daily import share_lines

__all__ = ["share_lines"]
