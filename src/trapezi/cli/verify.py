"""`trapezi verify FILE…`: check every move and every outcome of chance in logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trapezi.cli.arguments import Lang
from trapezi.cli.errors import EXIT_ERROR, print_error
from trapezi.core.errors import BadLog
from trapezi.i18n import Catalogue, catalogue_for

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", show_default=False)]


def verify(files: Files, lang: Lang = None) -> None:
    catalogue = catalogue_for(lang)
    failures = 0
    for file in files:
        try:
            print(f"{file}: {verify_file(file, catalogue)}")
        except BadLog as error:
            failures += 1
            message = catalogue.explain(error)
            print_error(message if error.reason.key == "common.log.unreadable" else f"{file}: {message}", EXIT_ERROR)
    if failures:
        raise typer.Exit(EXIT_ERROR)


def verify_file(file: Path, catalogue: Catalogue) -> str:
    """Check a log and return what was verified, as sentences; raise BadLog if anything is wrong."""
    import trapezi
    from trapezi.core.log import first_event_not_from_seed
    from trapezi.tables.fairness import read_proof

    match = trapezi.replay(file)
    unfair_event = first_event_not_from_seed(match)
    if unfair_event is not None:
        raise BadLog("common.log.unfair", event=unfair_event + 1, seed=match.seed)
    with file.open(encoding="utf-8") as lines:
        promise = read_proof(lines.readline())
    if promise is not None:
        promise.check(match)
        key = "cli.verify.promise-with-luck" if promise.luck else "cli.verify.promise"
        chance = catalogue.translate(key, commitment=promise.commitment, luck=" · ".join(promise.luck))
    else:
        chance = catalogue.translate("cli.verify.no-seed" if match.seed is None else "cli.verify.fair", seed=match.seed)
    game = catalogue.translate("cli.verify.good", game=match.game.name, players=match.game.players, events=len(match.record))
    end = catalogue.translate("cli.verify.over" if match.state.over else "cli.verify.open", scores=match.state.scores)
    return f"{game} {end} {chance}"
