"""Find the encoder of a game. If the game provides none, `ViewEncoder` encodes the view of a seat.

A view has no fixed size, so its entries are hashed into a fixed number of features (the hashing trick). An entry is a path and a
value, such as `seats/1/crates = 3`. Seats are counted clockwise from the encoded seat. Each entry adds to these features:

- A number adds its value / 100 to the feature of its path. A boolean adds 1 or 0 to it.
- A whole number or a string also sets the feature of "path = value".
- An item of a list of numbers or strings also sets the feature of "list contains value", which suits hands and sets of cards.

A view has only what its seat may know, so `ViewEncoder` cannot reveal a secret. It is slower than an encoder for a single game.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from trapezi.core.game import Game
from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder, FeatureCounter
from trapezi.games import names, package

BOARD_FEATURES = 2048
MAX_POSITIONS = 64  # The positions of items in a list are encoded only for the first items, up to this number.
LOWEST, HIGHEST = -1.0, 4.0  # The bounds of every feature.


def encoder_for(game: Game[Any]) -> Encoder:
    """Return the encoder that the game's package provides, or a `ViewEncoder` if the package provides none.

    >>> import trapezi
    >>> encoder_for(trapezi.game("qwixx", players=2)).size
    285
    """
    own = package(game.name).load_part("encoder") if game.name in names() else None
    return (own or ViewEncoder)(game.start())


class ViewEncoder(Encoder):
    """Encodes the points, the deciding seats and the board of a view. The seat of the view comes first, others clockwise."""

    def encode(self, state: State, seat: int, features: FeatureCounter) -> None:
        view = state.view(seat)
        players = view["players"]
        for k in range(players):
            features.add(clamp(view["scores"][(seat + k) % players] / 100))
        for k in range(players):
            features.add((seat + k) % players in view["deciders"])
        hashed = [0.0] * BOARD_FEATURES
        add_hashed_features(hashed, "", view["board"], seat, players)
        for number in hashed:
            features.add(clamp(number))


def add_hashed_features(hashed: list[float], path: str, value: Any, seat: int, players: int) -> None:
    """Add the features of a value of the board, and of everything inside the value, to `hashed`. `path` says where it is."""
    match value:
        case dict():
            for name, item in value.items():
                add_hashed_features(hashed, f"{path}/{name}", item, seat, players)
        case list():
            by_seat = len(value) == players and (path == "/seats" or all(isinstance(item, dict | list) for item in value))
            for n, item in enumerate(value):
                if by_seat or n < MAX_POSITIONS:
                    place = (n - seat) % players if by_seat else n
                    add_hashed_features(hashed, f"{path}/{place}", item, seat, players)
                if isinstance(item, int | str):
                    hashed[hashed_index(f"{path} contains {item}")] += 1.0
        case bool() | float():
            hashed[hashed_index(path)] += value / 100 if isinstance(value, float) else float(value)
        case int():
            hashed[hashed_index(path)] += value / 100
            hashed[hashed_index(f"{path} = {value}")] += 1.0
        case str():
            hashed[hashed_index(f"{path} = {value}")] += 1.0


def hashed_index(entry: str) -> int:
    """Return the index of the feature of an entry. Unlike Python's `hash`, the result is the same in every process."""
    return crc32(entry.encode()) % BOARD_FEATURES


def clamp(number: float) -> float:
    return max(LOWEST, min(HIGHEST, number))
