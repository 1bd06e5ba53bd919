"""`trapezi verify FILE…`: replays logs move by move and says what was found true."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trapezi.cli.arguments import Lang
from trapezi.cli.errors import WRONG, complain
from trapezi.core.errors import BadLog
from trapezi.i18n import Catalogue, catalogue_for

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", show_default=False)]


def verify(files: Files, lang: Lang = None) -> None:
    words = catalogue_for(lang)
    wrong = 0
    for file in files:
        try:
            print(f"{file}: {verified(file, words)}")
        except BadLog as error:
            wrong += 1
            told = words.explain(error)
            complain(told if error.reason.key == "log.unreadable" else f"{file}: {told}", WRONG)
    if wrong:
        raise typer.Exit(WRONG)


def verified(file: Path, words: Catalogue) -> str:
    """What holds in a log, in words; `BadLog` if anything does not."""
    import trapezi
    from trapezi.core.log import unfair
    from trapezi.tables.fairness import read_proof

    match = trapezi.replay(file)
    wrong = unfair(match)
    if wrong is not None:
        raise BadLog("log.unfair", event=wrong + 1, seed=match.seed)
    with file.open(encoding="utf-8") as lines:
        promise = read_proof(lines.readline())
    if promise is not None:
        promise.check(match)
        key = "verify.promise-with-luck" if promise.luck else "verify.promise"
        chance = words.translate(key, commitment=promise.commitment, luck=" · ".join(promise.luck))
    else:
        chance = words.translate("verify.no-seed" if match.seed is None else "verify.fair", seed=match.seed)
    told = words.translate("verify.good", game=match.game.name, players=match.game.players, events=len(match.record))
    end = words.translate("verify.over" if match.state.over else "verify.open", scores=match.state.scores)
    return f"{told} {end} {chance}"
