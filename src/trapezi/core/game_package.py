"""The manifest of a game package, which says what the package provides.

`games/<game>/__init__.py` declares it under the name `PACKAGE`. So does the package of a game by another author.

The manifest names each part as `module:attribute`, relative to the package. A part is imported only when it is used. This keeps
`import trapezi` fast, and the server imports no terminal code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pkgutil import resolve_name
from typing import Any, Literal

EVERY_PHASE = ("*",)
FALLBACK_LANGUAGE = "en"  # Pages and messages that are missing in another language are shown in this language.


@dataclass(frozen=True)
class DailyDeal:
    """How a game is played as the deal of the day, which everybody plays with the same dice or cards. The person has seat 0.

    The bots must play in the same way for everybody. A bot with a budget therefore needs a number of simulations: `search@100`.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()  # The bots of seat 1, seat 2 …
    # A function (state, stream) that returns an outcome. Only games whose chance is neither cards nor independent rolls need it.
    chance: str | None = None
    # A function (state, seat) that returns lines about the seat's play. Players share these lines with people who have not yet
    # played the deal, so the lines must not reveal it.
    share_lines: str | None = None


@dataclass(frozen=True)
class GamePackage:
    """The parts of one game. Only `module`, `name` and `game` are required; a game without the other parts still works.

    >>> from trapezi.games import package
    >>> package("qwixx").load_part("game").__name__
    'Qwixx'
    """

    module: str  # The import name of the package: `__name__`.
    name: str
    game: str  # Where to find the Game class, for example `game:Qwixx`.
    bots: Mapping[str, str] = field(
        default_factory=dict
    )  # Maps the name of each bot to the place of its class, for example `bots:Expert`.
    levels: str | None = None  # A tuple of five `trapezi.bots.Level`, the weakest first.
    encoder: str | None = None  # A `trapezi.envs.encoder_base.Encoder` class; by default, the view is encoded.
    terminal: str | None = None  # A module with `draw(view, translate)`; by default, the terminal shows the plain board.
    coach: str | None = None  # A `trapezi.coach.game_coach.GameCoach` class; by default, only simulated games judge moves.
    solver: str | None = None  # A module with `solve_and_store(players, on_progress)`, for `trapezi solve`.
    gymnasium_id: str | None = None  # For example `trapezi/Qwixx-v0`; the default is `trapezi/<name>-v0`.
    minutes: int | None = None  # How long a game usually takes.
    # The phases in which players who share a device must not see the board before it is handed over to the next player.
    secret_phases: tuple[str, ...] = EVERY_PHASE
    daily: DailyDeal | None = None  # By default, the deal of the day has as few players as possible and the default options.

    def load_part(self, part: str) -> Any:
        """Import and return a part of this package. Return None if the package does not provide it."""
        return self._import_part(getattr(self, part))

    def bot_class(self, name: str) -> Any:
        """Return the bot class that this package provides under that name, or None."""
        return self._import_part(self.bots.get(name))

    def daily_function(self, part: Literal["chance", "share_lines"]) -> Any:
        """Return the function `chance` or `share_lines` of the deal of the day, or None if this package does not provide it."""
        return self._import_part(getattr(self.daily, part)) if self.daily else None

    def _import_part(self, path: str | None) -> Any:
        if path is None:
            return None
        return resolve_name(self.module + path if path.startswith(":") else f"{self.module}.{path}")

    @property
    def locale(self) -> Traversable:
        """The folder with the texts: for each language, the messages, the lessons, the rules and the picture for links."""
        return files(self.module).joinpath("locale")

    @property
    def lessons(self) -> Traversable:
        """The folder that contains one file per lesson, if the game has lessons."""
        return files(self.module).joinpath("lessons")

    def messages_or_english(self, lang: str) -> dict[str, str]:
        """Return the messages of this game by key. A message that is missing in this language is in English."""
        return {**_read_messages(self, FALLBACK_LANGUAGE), **_read_messages(self, lang)}

    def lesson_messages_or_english(self, lang: str) -> dict[str, str]:
        """Return the sentences of all lessons by key. A sentence that is missing in this language is in English."""
        return {**_read_messages(self, f"lessons.{FALLBACK_LANGUAGE}"), **_read_messages(self, f"lessons.{lang}")}

    def rules_page_or_english(self, lang: str) -> str | None:
        """Return the rules page in this language or, if there is none, in English. Return None if both are missing."""
        pages = (self.locale.joinpath(f"rules.{each}.md") for each in (lang, FALLBACK_LANGUAGE))
        return next((page.read_text("utf-8") for page in pages if page.is_file()), None)

    def link_picture_or_english(self, lang: str) -> Traversable | None:
        """Return the picture for links to this game in this language or in English. Return None if both are missing."""
        pictures = (self.locale.joinpath(f"link.{each}.jpg") for each in (lang, FALLBACK_LANGUAGE))
        return next((picture for picture in pictures if picture.is_file()), None)


def _read_messages(package: GamePackage, catalogue: str) -> dict[str, str]:
    try:
        content = json.loads(package.locale.joinpath(f"{catalogue}.json").read_text("utf-8"))
    except (OSError, ValueError):
        # A missing or broken catalogue must not break the other games. `check_package` reports it.
        return {}
    entries = content.items() if isinstance(content, dict) else ()
    return {key: text for key, text in entries if key.startswith(f"{package.name}.") and isinstance(text, str)}
