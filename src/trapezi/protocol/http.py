"""The requests and answers over HTTP. The header `Authorization: Bearer TOKEN` says which browser sends a request."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from trapezi.protocol.types import Ending, Hints, HistoryEntry, In, Name, Out, Phase, Seat, Sentence, TableInfo


class NewTable(In, frozen=True):
    """A request for a new table. The creator becomes the host and takes one seat for each name.

    `bots` are the bots for the seats after these, with null for a seat that stays empty. `fill` is the bot for every seat
    that is then still empty. `by_lot` lists the options whose value is a seat that is drawn by lot when the first game
    starts.
    """

    game: Name
    options: dict[str, Any]
    names: Annotated[list[Name], Meta(min_length=1, max_length=8)]
    public: bool = False
    clock: Annotated[int, Meta(ge=0, le=86400)] = 0
    hints: Hints = "alone"
    bots: Annotated[list[Name | None], Meta(max_length=8)] = []
    fill: Name | None = None
    start: bool = False
    by_lot: Annotated[list[Name], Meta(max_length=4)] = []


class Join(In, frozen=True):
    """A request to sit down, by default at the first empty seat.

    With `watch`, the person becomes a spectator with a name.
    """

    name: Name
    seat: Seat | None = None
    watch: bool = False


class Joined(Out, frozen=True):
    """The answer to a browser that has joined a table: the id of its person there, and the seats of the person."""

    person: str
    seats: list[int]
    table: TableInfo


class Invitation(Out, frozen=True):
    """An address that other devices can reach, and its QR code as an SVG path of dark squares, `size` squares wide."""

    url: str
    size: int
    path: str


class Pairing(Out, frozen=True):
    """A secret with which one other device can join as the same person within `seconds`, by opening the address `at`."""

    secret: str
    seconds: int
    at: Invitation | None = None


class Pair(In, frozen=True):
    """A request of a second device to join as the person to whom the server gave this secret."""

    secret: Annotated[str, Meta(min_length=16, max_length=64)]


class TableSummary(Out, frozen=True):
    """A table in a list. `my_seats` are the seats of the browser that asks. `deciding` are the seats that have to decide.

    `scores` are the scores of the game in progress or of the last game. In a `cooperative` game all seats have the same
    score, and `won` says whether the last game was won. `updated` is the time of the last change that everyone at the
    table could notice.
    """

    code: str
    game: str
    phase: Phase
    players: int
    free: int
    names: list[str]
    deciding: list[int]
    my_seats: list[int]
    updated: float
    paused: bool
    scores: list[int]
    won: bool | None
    cooperative: bool


class PastGame(Out, frozen=True):
    """A finished game in a player's own history.

    `seats` are the seats that the player had. The history shows the result of the first of them. `names` has a name for each
    seat, which is empty for a bot. `bots` has the bot at each seat, or null. `won` is null unless the game is cooperative.
    """

    code: str
    number: int
    game: str
    at: int  # When the game ended, in seconds since 1970.
    ending: Ending
    names: list[str]
    bots: list[str | None]
    seats: list[int]
    scores: list[int]
    winners: list[int]
    won: bool | None


class PlayDeal(In, frozen=True):
    """A request to play a deal of the day: the attempt that counts, a practice game, or the world deal."""

    name: Name
    kind: Literal["counted", "practice", "world"] = "counted"


class RankingName(In, frozen=True):
    """The name of a player in the rankings of this server. An empty name removes the player from the rankings."""

    name: Annotated[str, Meta(max_length=40)]


class DailyGame(Out, frozen=True):
    """Today's deal of one game, with the attempt of the player who requests it.

    `lines` are lines about the score that the player may share.
    """

    game: str
    bots: list[str]
    code: str | None  # The code of the table at which the player's attempt is played.
    open: bool  # Whether the player's attempt is still in progress.
    score: int | None
    rank: int | None
    players: int  # The number of players who have finished this deal.
    streak: int  # On how many days in a row the player has finished an attempt.
    lines: list[str]


class DailyOverview(Out, frozen=True):
    """Today's deals, and the hashes of the keys of today and of tomorrow.

    `until` is the end of the day in seconds since 1970.
    """

    day: str
    world_day: str
    until: float
    commitment: str
    next_commitment: str
    name: str
    games: list[DailyGame]


class DailyLine(Out, frozen=True):
    """One player in a ranking. `mine` marks the player who requests the ranking."""

    rank: int
    name: str
    score: int
    mine: bool


class DailyRanking(Out, frozen=True):
    """The rankings of today and of the last day whose key is published. `best` is the code of the best table of that day."""

    day: str
    today: list[DailyLine]
    past_day: str
    past: list[DailyLine]
    best: str | None


class DailyKey(Out, frozen=True):
    """The hash of the key from which a day's deals are computed, and the key itself once the day is over."""

    day: str
    commitment: str
    key: str | None


class PushKey(Out, frozen=True):
    """The public key with which a browser subscribes to turn notifications."""

    key: str


class PushSubscription(In, frozen=True):
    """The push subscription of a browser: its address, its keys (in base64 for URLs) and its language."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$")]
    lang: Annotated[str, Meta(max_length=5)]


class LessonSummary(Out, frozen=True):
    """A lesson of a game, and how many minutes it takes."""

    name: str
    minutes: int


class GameInfo(Out, frozen=True):
    """What a browser needs to know about a game in order to offer it: its options, bots and lessons."""

    name: str
    players: list[int]
    options: list[dict[str, Any]]
    variants: dict[str, dict[str, Any]]
    bots: list[str]
    secret_phases: list[str]  # The phases in which the board shows secrets, or `["*"]` for all phases.
    lessons: list[LessonSummary]  # The lessons of the game, the main lesson first.
    pauses_when_time_is_up: bool  # Whether the table pauses when time is up. Otherwise it makes the game's default move.
    minutes: int | None  # About how many minutes a game takes.


class LessonAnswer(Out, frozen=True):
    """What happens after an expected move in a lesson: the events, of which the move is the first, and the view after them."""

    move: int
    events: list[HistoryEntry]
    view: dict[str, Any]


class LessonStep(Out, frozen=True):
    """A step of a lesson: the key of its sentence, the view, the places to mark, and the answers to the expected moves.

    If there are no answers, the learner makes no move and only goes on to the next step.
    """

    key: str
    events: list[HistoryEntry]
    view: dict[str, Any]
    point: list[str]
    answers: list[LessonAnswer]
    point_after: list[str]


class Lesson(Out, frozen=True):
    """A whole lesson with its sentences in one language. `key` is the key of its title."""

    game: str
    name: str
    key: str
    messages: dict[str, str]
    steps: list[LessonStep]


class ReplayEvent(Out, frozen=True):
    """An event of a finished game: a move or an outcome of chance. `played_by` is as in a `HistoryEntry`."""

    seat: int
    text: str
    description: dict[str, Any]
    played_by: Literal["bot", "clock"] | None = None


class Step(Out, frozen=True):
    """The view after the n-th event of a finished game. Step 0 is the beginning."""

    n: int
    view: dict[str, Any]


class Replay(Out, frozen=True):
    """Some steps of a finished game, as one seat saw them. `total` is the number of all steps.

    The answer with step 0 also has all events of the game, and the numbers of the steps at which a turn begins.
    """

    game: str
    options: dict[str, Any]
    names: list[str]
    seat: int
    total: int
    steps: list[Step]
    events: list[ReplayEvent] = []
    turns: list[int] = []


class ReviewSeat(Out, frozen=True):
    """The parts of a seat's result: `start + luck - lost + others = result`, in shares of the win or in points.

    `start` is the value of the first position for the seat. `luck` is what chance added, `lost` what the seat's own decisions
    cost, and `others` the rest, such as what the decisions of the other seats added.
    """

    seat: int
    start: float
    luck: float
    lost: float
    others: float
    result: float
    mistakes: int
    decisions: int


class ReviewMove(Out, frozen=True):
    """A legal move, and how much worse it is than the best move (`cost`). `se` is the standard error of `cost`.

    `worse` says whether the move is worse beyond doubt.
    """

    move: int
    text: str
    description: dict[str, Any]
    cost: float
    se: float
    worse: bool


class ReviewDecision(Out, frozen=True):
    """The review of a decision, which is event `n` of the game. `moves` are the legal moves, the best first.

    `value` is the value of the best move. `cost` is what the played move lost, or 0 if it is not worse beyond doubt.
    `reasons` say why the best move is better than the played move.
    """

    n: int
    seat: int
    played: int
    played_by: Literal["bot", "clock"] | None
    value: float
    cost: float
    mistake: bool
    moves: list[ReviewMove]
    reasons: list[Sentence]


class ReviewChance(Out, frozen=True):
    """A roll or draw, which is event `n` of the game, and how much it changed the value of the position for each seat."""

    n: int
    luck: list[float]


class ReviewPoint(Out, frozen=True):
    """The value of the position after event `n` for each seat."""

    n: int
    values: list[float]


class Review(Out, frozen=True):
    """The review of a finished game, which separates skill from luck.

    Values are in `unit`. If `over` is false, the game was ended early, and `result` is the value of its last position. Turning
    points are the events that changed a value most. Moments are the decisions from which people can learn most, the most
    instructive first.
    """

    game: str
    players: int
    cooperative: bool
    unit: Literal["win", "points"]
    over: bool
    verdict: Sentence
    seats: list[ReviewSeat]
    decisions: list[ReviewDecision]
    chance: list[ReviewChance]
    curve: list[ReviewPoint]
    turning_points: list[int]
    moments: list[int]


class ReviewProgress(Out, frozen=True):
    """The part of a review that is done, from 0 to 1, or null if nobody has asked for the review."""

    progress: float | None


class LogToReview(In, frozen=True):
    """A request to review the game of a saved log."""

    log: Annotated[str, Meta(max_length=250_000)]


class GameOptions(In, frozen=True):
    """A request to check and describe options of a game, such as a deck that a player wants to use."""

    options: dict[str, Any]


class SavedGame(In, frozen=True):
    """A request to replay a saved log from step `since` on."""

    log: Annotated[str, Meta(max_length=250_000)]
    seat: Annotated[int, Meta(ge=-2, le=63)] = -2
    since: Annotated[int, Meta(ge=0)] = 0


class MoveInSavedGame(In, frozen=True):
    """A question why a seat could not make a move, given as text, at a step of a saved log."""

    log: Annotated[str, Meta(max_length=250_000)]
    step: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0, le=63)]
    text: Annotated[str, Meta(max_length=200)]


class Problem(Out, frozen=True):
    """The reason why a request is rejected, as a message key with parameters."""

    key: str
    params: dict[str, Any]
