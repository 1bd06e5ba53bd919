"""Finds `extreme-1`, our own mapping of commands to cards: `python -m trapezi.games.the_game.find_deck` prints its file.

No source tells which cards of the box carry which command. So ours is built to be fair, and built the same way every time:
each command has the cards a, b, 101 - b and 101 - a, one in each quarter, so that neither direction is favoured.
"""

from __future__ import annotations

import json
from itertools import combinations, pairwise, permutations
from typing import Any

from trapezi.games.the_game.cards import COMMANDS, FIRE_CARDS

MIRROR = 101
OUTER = range(5, 26)  # a: no command below 5, nor above 96
INNER = range(27, 50)  # b: 26 and 75, 50 and 51 stay free, so that mirrored cards lie in mirrored quarters and never side by side
ORDER = ("silence", "stop", "no_trick", "skull", "one_pile", "three", "draw_one")  # by a: lightning and infinity in turn


def evenly(numbers: range) -> tuple[int, ...]:
    """Seven of these numbers, no neighbours, no fire card or mirrored one among them, spread as evenly as can be."""
    free = [n for n in numbers if n not in FIRE_CARDS and MIRROR - n not in FIRE_CARDS]
    spread = (seven for seven in combinations(free, len(ORDER)) if all(y - x > 1 for x, y in pairwise(seven)))
    return min(spread, key=lambda seven: (sum((y - x) ** 2 for x, y in pairwise((numbers[0], *seven, numbers[-1]))), seven))


def joined(a: int, b: int) -> bool:
    """Whether a backwards trick, or several, lead from one card of the command to another."""
    four = (a, b, MIRROR - b, MIRROR - a)
    return any((y - x) % 10 == 0 for x, y in combinations(four, 2))


def pairs() -> list[tuple[int, int]]:
    """a and b for each command: never joined, and their sums as equal as can be, so that no command comes early or late."""
    outer, inner = evenly(OUTER), evenly(INNER)
    matched = (tuple(zip(outer, order, strict=True)) for order in permutations(inner))
    fair = (pairing for pairing in matched if not any(joined(a, b) for a, b in pairing))
    return list(min(fair, key=lambda pairing: (sum((a + b) ** 2 for a, b in pairing), pairing)))


def found() -> dict[str, Any]:
    """The content of the deck file."""
    commands = {name: [a, b, MIRROR - b, MIRROR - a] for name, (a, b) in zip(ORDER, pairs(), strict=True)}
    return {
        "game": "the_game",
        "name": "extreme-1",
        "provenance": {
            "known": "28 of the cards 2 to 99 carry a command, seven commands on four cards each.",
            "ours": "Which cards these are is our own choice, made by find_deck.py. It is not the printed deck.",
            "replace": "Owners of the box can put the numbers of their own cards into a copy of this file.",
        },
        "commands": {name: commands[name] for name in COMMANDS},
    }


if __name__ == "__main__":
    print(json.dumps(found(), indent=1))
