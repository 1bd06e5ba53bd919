"""What is asked and answered over HTTP. Who asks is told by the header `Authorization: Bearer TOKEN`."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from trapezi.protocol.types import In, Name, Out, Phase, Seat, TableInfo


class NewTable(In, frozen=True):
    """A table to be made. Who makes it is host and sits down once per name; `bots` are for the chairs after that, null where
    one stays free; `fill` seats a bot on every chair that is still empty."""

    game: Name
    options: dict[str, Any]
    names: Annotated[list[Name], Meta(min_length=1, max_length=8)]
    public: bool = False
    clock: Annotated[int, Meta(ge=0, le=86400)] = 0
    bots: Annotated[list[Name | None], Meta(max_length=8)] = []
    fill: Name | None = None
    start: bool = False


class Join(In, frozen=True):
    """Sit down: at the first empty seat unless one is named. `watch`: stay a spectator, with a name."""

    name: Name
    seat: Seat | None = None
    watch: bool = False


class Joined(Out, frozen=True):
    person: str
    seats: list[int]
    table: TableInfo


class Invitation(Out, frozen=True):
    """An address that other devices reach, and its QR code: the path of its dark squares, `size` of them to a side."""

    url: str
    size: int
    path: str


class Pairing(Out, frozen=True):
    """A secret that lets one other device take the same seats, for some minutes; `at` leads there."""

    secret: str
    seconds: int
    at: Invitation | None = None


class Pair(In, frozen=True):
    secret: Annotated[str, Meta(min_length=16, max_length=64)]


class TableLine(Out, frozen=True):
    """A table in a list. `yours` are the asking browser's seats, `asked` those that owe a decision."""

    code: str
    game: str
    phase: Phase
    players: int
    free: int
    names: list[str]
    asked: list[int]
    yours: list[int]
    updated: float


class GameInfo(Out, frozen=True):
    """A game and what can be chosen, as the law describes it."""

    name: str
    players: list[int]
    options: list[dict[str, Any]]
    variants: dict[str, dict[str, Any]]
    bots: list[str]
    secret_phases: list[str]  # phases of the board that hold secrets; ["*"]: every phase


class Step(Out, frozen=True):
    """One event of a finished game, and the game after it. Step 0 is the beginning and has no event."""

    n: int
    seat: int | None
    text: str
    description: dict[str, Any] | None
    view: dict[str, Any]


class Replay(Out, frozen=True):
    """Steps of a finished game as one seat saw them; `steps` is how many there are in all."""

    game: str
    options: dict[str, Any]
    names: list[str]
    seat: int
    steps: int
    shown: list[Step]


class GameOptions(In, frozen=True):
    """Options of a game to be checked and described, such as a deck that a player is about to use."""

    options: dict[str, Any]


class SavedGame(In, frozen=True):
    """The log of a game, as it was saved, to be looked at from step `since` on."""

    log: Annotated[str, Meta(max_length=900_000)]
    seat: Annotated[int, Meta(ge=-2, le=63)] = -2
    since: Annotated[int, Meta(ge=0)] = 0


class Problem(Out, frozen=True):
    """Why a request is refused."""

    key: str
    params: dict[str, Any]
