"""`trapezi verify FILE…`: check every move and every outcome of chance in logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trapezi.cli.arguments import Lang
from trapezi.cli.errors import EXIT_ERROR, print_error
from trapezi.core.errors import BadLog, TrapeziError
from trapezi.i18n import Catalogue, catalogue_for

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", show_default=False)]
Commitment = Annotated[str | None, typer.Option("--commitment", metavar="HASH")]


def verify(files: Files, commitment: Commitment = None, lang: Lang = None) -> None:
    catalogue = catalogue_for(lang)
    failures = 0
    for file in files:
        try:
            print(f"{file}: {verify_file(file, catalogue, commitment)}")
        except TrapeziError as error:
            failures += 1
            message = catalogue.explain(error)
            print_error(message if "file" in error.reason.params else f"{file}: {message}", EXIT_ERROR)
        except (ValueError, ArithmeticError, LookupError, TypeError, RecursionError) as error:
            failures += 1  # Go on after an unexpected error, so that the other files are checked too.
            print_error(f"{file}: {catalogue.translate('cli.verify.unexpected', why=str(error)[:200])}", EXIT_ERROR)
    if failures:
        raise typer.Exit(EXIT_ERROR)


def verify_file(file: Path, catalogue: Catalogue, commitment: str | None = None) -> str:
    """Check a log and return sentences that say what was verified. Raise `BadLog` if anything is wrong.

    `commitment` is the hash that players were shown before the game. It must match the secret in the log.
    """
    import trapezi
    from trapezi.core.log import first_event_not_from_seed, read_log_file
    from trapezi.tables.verifiable_chance import BY_EVENT, read_proof

    text = read_log_file(file)
    match = trapezi.replay(text)
    unfair_event = first_event_not_from_seed(match)
    if unfair_event is not None:
        raise BadLog("common.log.unfair", event=unfair_event + 1, seed=match.seed)
    promise = read_proof(text.partition("\n")[0])
    if commitment is not None and (promise is None or promise.commitment != commitment.strip().lower()):
        raise BadLog("common.log.other-commitment", commitment=commitment.strip()[:64])
    if promise is not None:
        promise.check(match)
        keys = ["cli.verify.promise-with-luck" if promise.luck else "cli.verify.promise"]
        keys.append("cli.verify.compare" if commitment is None else "cli.verify.same-commitment")
        if promise.numbering == BY_EVENT:
            keys.append("cli.verify.by-event")
        luck = " · ".join(promise.luck)
        chance = " ".join(catalogue.translate(key, commitment=promise.commitment, luck=luck) for key in keys)
    else:
        chance = catalogue.translate("cli.verify.no-seed" if match.seed is None else "cli.verify.fair", seed=match.seed)
    game = catalogue.translate("cli.verify.good", game=match.game.name, players=match.game.players, events=len(match.record))
    end = catalogue.translate("cli.verify.over" if match.state.over else "cli.verify.open", scores=match.state.scores)
    return f"{game} {end} {chance}"
