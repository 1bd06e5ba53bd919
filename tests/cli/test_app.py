"""The command without a subcommand, its version and its help."""

from __future__ import annotations

import json
import re

import pytest
from tests.cli.conftest import Run

import trapezi

COMMANDS = ("play", "games", "rules", "simulate", "arena", "solve", "bench", "replay", "verify", "serve", "deck")


def test_the_version_includes_the_execution_mode(run: Run) -> None:
    ran = run("--version")
    assert ran.code == 0
    assert ran.out == f"trapezi {trapezi.__version__} ({trapezi.execution_mode()})\n"


@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_the_help_lists_all_commands_in_every_language(run: Run, lang: str) -> None:
    ran = run("--help", lang=lang)
    assert ran.code == 0
    for name in COMMANDS:
        assert f" {name} " in ran.out


def test_the_language_of_the_help_follows_the_option(run: Run) -> None:
    assert "Befehle" in run("--lang", "de", "--help").out
    assert "Εντολές" in run("--help", "--lang=el").out


def test_every_command_and_option_has_a_help_text(run: Run) -> None:
    for command in (*COMMANDS, "deck check"):
        ran = run(*command.split(), "--help")
        assert ran.code == 0
        assert not re.search(r"help\.\w", ran.out)
        assert "<bool>" not in ran.out


def test_with_json_standard_output_contains_nothing_else(command: Run) -> None:
    for arguments in (["games", "--json"], ["simulate", "qwixx", "--games", "3", "--json"]):
        ran = command(*arguments)
        assert ran.code == 0
        assert ran.err == ""
        assert ran.out.count("\n") == 1
        json.loads(ran.out)


def test_the_bare_command_starts_the_server_and_opens_the_browser(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    monkeypatch.setattr(
        "trapezi.cli.serve.run_server", lambda *given, **more: served.append((given, more["browser"], more["catalogue"].lang))
    )
    assert run("--lang", "el").code == 0
    assert served == [((), True, "el")]
