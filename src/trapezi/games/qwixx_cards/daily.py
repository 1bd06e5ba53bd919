"""What players of Qwixx, the card game, may show of a daily deal: the same as in Qwixx."""

from trapezi.games.qwixx.daily import share_lines

__all__ = ["share_lines"]
