"""Print the deck file `extreme-1`, our own mapping of commands to cards: `python tools/find_the_game_deck.py`.

No source tells which cards of the box carry which command. Our mapping is fair and reproducible: each command has the cards a, b,
101 - b and 101 - a, one in each quarter, so that neither direction is favoured.
"""

from __future__ import annotations

import json
from itertools import combinations, pairwise, permutations
from typing import Any

from trapezi.games.the_game.command_bits import FIRE_CARDS
from trapezi.games.the_game.command_bits import NAMES as COMMANDS

MIRROR = 101
OUTER = range(5, 26)  # The candidates for a. No card below 5 or above 96 carries a command.
# The candidates for b. Without 26 and 50, mirrored cards are in mirrored quarters and are never neighbours.
INNER = range(27, 50)
ORDER = ("silence", "stop", "no_trick", "skull", "one_pile", "three", "draw_one")  # Lightning and infinity alternate.


def spread_evenly(numbers: range) -> tuple[int, ...]:
    """Return seven of these numbers, spread as evenly as possible: no neighbours, no fire cards and no mirrored fire cards."""
    free = [n for n in numbers if n not in FIRE_CARDS and MIRROR - n not in FIRE_CARDS]
    spread = (seven for seven in combinations(free, len(ORDER)) if all(y - x > 1 for x, y in pairwise(seven)))
    return min(spread, key=lambda seven: (sum((y - x) ** 2 for x, y in pairwise((numbers[0], *seven, numbers[-1]))), seven))


def are_joined(a: int, b: int) -> bool:
    """Return whether backwards tricks lead from one card of the command to another."""
    four = (a, b, MIRROR - b, MIRROR - a)
    return any((y - x) % 10 == 0 for x, y in combinations(four, 2))


def best_pairs() -> list[tuple[int, int]]:
    """Return a and b for each command.

    They are not joined, and all sums are as equal as possible, so that no command tends to come earlier.
    """
    outer, inner = spread_evenly(OUTER), spread_evenly(INNER)
    matched = (tuple(zip(outer, order, strict=True)) for order in permutations(inner))
    fair = (pairing for pairing in matched if not any(are_joined(a, b) for a, b in pairing))
    return list(min(fair, key=lambda pairing: (sum((a + b) ** 2 for a, b in pairing), pairing)))


def deck_content() -> dict[str, Any]:
    """Return the content of the deck file."""
    commands = {name: [a, b, MIRROR - b, MIRROR - a] for name, (a, b) in zip(ORDER, best_pairs(), strict=True)}
    return {
        "game": "the_game",
        "name": "extreme-1",
        "provenance": {
            "known": "28 of the cards 2 to 99 carry a command, seven commands on four cards each.",
            "ours": "Which cards these are is our own choice, made by tools/find_the_game_deck.py. It is not the printed deck.",
            "replace": "Owners of the box can put the numbers of their own cards into a copy of this file.",
        },
        "commands": {name: commands[name] for name in COMMANDS},
    }


if __name__ == "__main__":
    print(json.dumps(deck_content(), indent=1))
