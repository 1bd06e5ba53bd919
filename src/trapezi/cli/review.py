"""`trapezi review FILE`: show what was skill and what was luck in a game, decision by decision."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, Lang, LogFile
from trapezi.cli.judge_moves import BudgetOption, translate_move_text
from trapezi.core.errors import BadLog
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.coach import Review
    from trapezi.core.game import Game

Report = Annotated[Path | None, typer.Option("--report", metavar="FILE.html", show_default=False)]
SUMS = ("start", "luck", "lost", "others", "result")


def review_log(
    file: LogFile, budget: BudgetOption = None, report: Report = None, as_json: AsJson = False, lang: Lang = None
) -> None:
    import trapezi
    from trapezi.cli.printing import progress_bar
    from trapezi.coach import review

    catalogue = catalogue_for(lang)
    match = trapezi.replay(file)
    if not match.events:
        raise BadLog("coach.no-events", line=1)
    if report is not None:
        report.open("a").close()  # Fail at once if the file cannot be written, and not after the review.
    with progress_bar(catalogue.translate("coach.progress"), 1.0) as on_progress:
        found = review(match, budget, on_progress)
    if report is not None:
        write_report(report, found, match.game, catalogue)
    if as_json:
        print(json.dumps(found.data()))
        return
    print_review(found, match.game, catalogue)
    if report is not None:
        print(catalogue.translate("coach.written", file=str(report)))


def write_report(path: Path, found: Review, game: Game[Any], catalogue: Catalogue) -> None:
    from trapezi.cli.printing import format_number
    from trapezi.coach.html_report import ReviewPage

    page = ReviewPage(
        catalogue.translate,
        lambda value, form: format_number(value, form, catalogue),
        lambda text: translate_move_text(game, text, catalogue),
        catalogue.lang,
    )
    path.write_text(page.html(found), encoding="utf-8")


def print_review(found: Review, game: Game[Any], catalogue: Catalogue) -> None:
    from trapezi.cli.printing import console, empty_table, format_value, print_text
    from trapezi.coach.skill_and_luck import skill_and_luck_sentence

    unit, screen, translate = found.unit, console(), catalogue.translate
    print_text(translate("coach.head", game=found.game, unit=translate(f"coach.unit.{unit}")), "bold")
    table = empty_table(lambda column: translate(f"coach.column.{column}"), ("player",), (*SUMS, "mistakes"))
    for seat in found.seats:
        data = seat.data()
        sums = (format_value(data[name], unit, catalogue, signed=name in ("luck", "others")) for name in SUMS)
        table.add_row(catalogue.player_name(seat.seat), *sums, str(seat.mistakes))
    screen.print(table)
    print_text(catalogue.translate_reason(skill_and_luck_sentence(found)))
    moments = found.most_instructive_decisions()
    print_text(translate("coach.moments" if moments else "coach.no-mistakes"), "bold")
    for moment in moments:
        texts = {name: translate_move_text(game, getattr(moment, name).text, catalogue) for name in ("played", "best")}
        cost = format_value(moment.data()["cost"], unit, catalogue)
        print_text(translate("coach.moment", number=moment.n, seat=moment.seat, cost=cost, **texts), soft_wrap=True)
        for reason in moment.reasons:
            print_text(f"    {catalogue.translate_reason(reason)}", "dim", soft_wrap=True)
