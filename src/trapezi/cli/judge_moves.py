"""`trapezi judge FILE [N]`: show what every legal move of a position is worth."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trapezi.bots.budget import Budget
from trapezi.cli.arguments import AsJson, Lang, LogFile, errors_about, integer_parser
from trapezi.cli.errors import UsageError
from trapezi.core.errors import TrapeziError
from trapezi.core.match import Match
from trapezi.core.special_seats import NATURE
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.coach import Judgement
    from trapezi.core.game import Game

MAX_EVENTS = 10**9
Event = Annotated[int | None, typer.Argument(parser=integer_parser("N", 1, MAX_EVENTS), metavar="[N]", show_default=False)]
Player = Annotated[
    int | None, typer.Option("--player", parser=integer_parser("--player", 1, 64), metavar="P", show_default=False)
]


def parse_budget(text: str) -> Budget:
    """Return the budget that a text names. Raise an error that names the option `--budget` if there is no such budget."""
    with errors_about("--budget"):
        return Budget.parse(text)


BudgetOption = Annotated[Budget | None, typer.Option("--budget", parser=parse_budget, metavar="K|Kms", show_default=False)]


def judge_position(
    file: LogFile,
    event: Event = None,
    player: Player = None,
    budget: BudgetOption = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    import trapezi
    from trapezi.coach import judge, observe

    catalogue = catalogue_for(lang)
    match = trapezi.replay(file)
    before, seat = decision_to_judge(match, event, None if player is None else player - 1)
    judgement = judge(observe(before, seat), budget)
    if as_json:
        head = {"game": match.game.name, "players": match.game.players, "n": len(before.events) + 1}
        print(json.dumps({**head, **judgement.data()}))
    else:
        print_judgement(judgement, match.game, catalogue)


def decision_to_judge(match: Match, event: int | None, seat: int | None) -> tuple[Match, int]:
    """Return the match as it was before a decision, and the seat that decides.

    `event` is the number of the decision, by default the next decision or, if the game is over, the last decision. If several
    seats must decide, `seat` says whose decision is meant.
    """
    if event is None and not match.state.over:
        deciders = sorted(match.state.deciders - {NATURE})
        if not deciders or (seat is not None and seat not in deciders):
            raise UsageError("coach.nobody-decides")
        return match, deciders[0] if seat is None else seat
    if event is None:
        decisions = [n for n, (who, _) in enumerate(match.events, 1) if who != NATURE and seat in (None, who)]
        event = decisions[-1] if decisions else 0
    if not 1 <= event <= len(match.events):
        raise UsageError("coach.no-such-event", number=event, last=len(match.events))
    who, move = match.events[event - 1]
    if who == NATURE or move in match.game.signals or seat not in (None, who):
        raise UsageError("coach.no-decision", number=event, text=match.game.text(move))
    before = Match(match.game, by_hand=True)
    for other, earlier in match.events[: event - 1]:
        before.play(other, earlier)
    return before, who


def translate_move_text(game: Game[Any], text: str, catalogue: Catalogue) -> str:
    """Return the text of a move in the language of the catalogue."""
    try:
        return catalogue.move_text(game.name, game.describe(game.parse(text)), text)
    except TrapeziError:
        return text


def print_judgement(judgement: Judgement, game: Game[Any], catalogue: Catalogue) -> None:
    from trapezi.cli.printing import console, empty_table, format_value, print_text

    unit, screen = judgement.unit, console()
    head = catalogue.translate("coach.judge.head", seat=judgement.seat, unit=catalogue.translate(f"coach.unit.{unit}"))
    print_text(head, "bold")
    table = empty_table(lambda column: catalogue.translate(f"coach.column.{column}"), ("move",), ("value", "error", "cost", "se"))
    for move in judgement.moves:
        data = move.data()
        value, error, cost, cost_error = (
            format_value(data[name], unit, catalogue) for name in ("value", "se", "cost", "cost_se")
        )
        costs = (cost, f"± {cost_error}") if move.cost else ("", "")
        style = "" if judgement.is_worse(move) else "bold"
        table.add_row(translate_move_text(game, move.text, catalogue), value, f"± {error}", *costs, style=style)
    screen.print(table)
    equal = len(judgement.equally_good)
    if len(judgement.moves) > 1 and equal > 1:
        print_text(catalogue.translate("coach.judge.equal", count=equal))
    for reason in judgement.reasons:
        print_text(catalogue.translate_reason(reason))
