"""`trapezi serve`."""

from __future__ import annotations

from pathlib import Path

from trapezi.cli.arguments import playable_games

GAMES = [kind.name for kind in playable_games()]


def test_a_missing_certificate_is_an_error(run, tmp_path: Path):
    ran = run("serve", "--tls", str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    assert ran.code == 2
    assert "cert.pem" in ran.err
