"""The manifest of a game package, which says what the package provides.

`games/<game>/__init__.py` declares a `PACKAGE`; a guest package does the same.

A part is named as `module:attribute`, relative to the package, and is imported only when it is used. This keeps `import trapezi`
fast, and the server imports no terminal code.
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
FALLBACK_LANGUAGE = "en"  # the language that is used if a package lacks a page or a message in another language


@dataclass(frozen=True)
class DailyDeal:
    """How a game is played as the deal of the day. The person has seat 0, and `bots` have the other seats.

    Bots must decide in the same way every time, so a bot that takes a budget has one in simulations: `search@100`.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    chance: str | None = None  # a function of a state and a stream, if the outcomes are neither cards nor independent rolls
    share_lines: str | None = None  # a function of a state and a seat: what players may show without telling others the deal


@dataclass(frozen=True)
class GamePackage:
    """The parts of one game. Only `module`, `name` and `game` are required; a game without the other parts still works.

    >>> from trapezi.games import package
    >>> package("qwixx").load_part("game").__name__
    'Qwixx'
    """

    module: str  # the import name of the package: `__name__`
    name: str
    game: str  # where the Game class is: `game:Qwixx`
    bots: Mapping[str, str] = field(default_factory=dict)  # where the class of each bot is, by its name
    levels: str | None = None  # a tuple of five `trapezi.bots.Level`, the weakest first
    encoder: str | None = None  # a `trapezi.envs.encoder_base.Encoder` class; without this class the view is encoded
    terminal: str | None = None  # a module with `draw(view, translate)`; without this module the plain board is drawn
    coach: str | None = None  # a `trapezi.coach.game_coach.GameCoach` class; without this class only simulated games judge moves
    solver: str | None = None  # a module with `solve_and_store(players, on_progress)`, for `trapezi solve`
    gymnasium_id: str | None = None  # for example `trapezi/Qwixx-v0`; the default is `trapezi/<name>-v0`
    minutes: int | None = None  # how long a game takes, about
    secret_phases: tuple[str, ...] = EVERY_PHASE  # the phases in which a shared device hides the board while it is handed over
    daily: DailyDeal | None = None  # by default, as few players as possible play with the default options

    def load_part(self, part: str) -> Any:
        """Import and return a part of this package. Return None if the package does not provide it."""
        return self._import_part(getattr(self, part))

    def bot_class(self, name: str) -> Any:
        """Return the bot class that this package provides under that name, or None."""
        return self._import_part(self.bots.get(name))

    def daily_function(self, part: Literal["chance", "share_lines"]) -> Any:
        """Return a function that this package provides for the deal of the day, or None."""
        return self._import_part(getattr(self.daily, part)) if self.daily else None

    def _import_part(self, path: str | None) -> Any:
        if path is None:
            return None
        return resolve_name(self.module + path if path.startswith(":") else f"{self.module}.{path}")

    @property
    def locale(self) -> Traversable:
        """The folder that contains `<lang>.json` and, for each language, lessons, rules and the picture for links."""
        return files(self.module).joinpath("locale")

    @property
    def lessons(self) -> Traversable:
        """The folder that contains one file per lesson, if the game has lessons."""
        return files(self.module).joinpath("lessons")

    def messages_or_english(self, lang: str) -> dict[str, str]:
        """Return the messages of this game by key, in English where this language has none."""
        return {**_read_messages(self, FALLBACK_LANGUAGE), **_read_messages(self, lang)}

    def lesson_messages_or_english(self, lang: str) -> dict[str, str]:
        """Return the sentences of all lessons by key, in English where this language has none."""
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
