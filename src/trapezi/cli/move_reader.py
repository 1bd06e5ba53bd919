"""Find the moves that a player means by a typed text.

The text may be the number of a move in the list, the text of a move in the player's language or in the language of logs, or a
part of such a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from trapezi.cli.terminal_texts import move_texts, normalize_move_text
from trapezi.core.errors import BadText
from trapezi.core.game import Game
from trapezi.i18n import Catalogue

MAX_INDEXED_MOVES = 20_000  # In a game with more moves than this, translated texts find only legal moves.
MAX_REJECTED_MOVES = 500  # If a text is a part of more moves than this, explain only this many of them.


class MoveReader:
    """Finds the moves of a game that typed texts name."""

    def __init__(self, game: Game[Any], catalogue: Catalogue) -> None:
        self.game = game
        self.catalogue = catalogue
        self._moves_by_text: dict[str, int] | None = None

    def indexes_in_view(self, view: Mapping[str, Any], text: str) -> list[int]:
        """Return the indices of the moves and signals of a view that an input names: by number, text or part of the text."""
        moves = [*view["moves"], *view["optional"]]
        if text.isdecimal() and len(text) < 5:
            return [int(text) - 1] if 1 <= int(text) <= len(moves) else []
        wanted = normalize_move_text(text)
        if not wanted:
            return []
        pairs = zip(move_texts(view, self.catalogue), moves, strict=True)
        texts = [(normalize_move_text(translated), normalize_move_text(move["text"])) for translated, move in pairs]
        full = [n for n, forms in enumerate(texts) if wanted in forms]
        return full or [n for n, forms in enumerate(texts) if any(wanted in form for form in forms)]

    def moves_of_game(self, text: str) -> list[int]:
        """Return all moves of the game, also illegal ones, whose text is this text or contains it."""
        game, wanted = self.game, normalize_move_text(text)
        if text.isdecimal() or not wanted:
            return []
        if self._moves_by_text is None:
            moves = game.moves if len(game.moves) <= MAX_INDEXED_MOVES else range(0)
            texts = {move: game.text(move) for move in reversed(moves)}
            translated = {move: self.catalogue.move_text(game.name, game.describe(move), text) for move, text in texts.items()}
            self._moves_by_text = {normalize_move_text(text): move for move, text in texts.items()}
            self._moves_by_text |= {normalize_move_text(text): move for move, text in translated.items()}
        if wanted in self._moves_by_text:
            return [self._moves_by_text[wanted]]
        try:
            return [game.parse(text)]
        except BadText:
            partial = (move for known, move in self._moves_by_text.items() if wanted in known)
            return sorted(set(islice(partial, MAX_REJECTED_MOVES)))
