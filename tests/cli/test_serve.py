"""`trapezi serve`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

from trapezi.cli.arguments import playable_games

GAMES = [kind.name for kind in playable_games()]


def test_a_missing_certificate_is_an_error(run: Run, tmp_path: Path) -> None:
    ran = run("serve", "--tls", str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    assert ran.code == 2
    assert "cert.pem" in ran.err
