"""A game of another package works like our own: play, simulate, replay, decks."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("guest_game")


def test_it_is_listed_after_our_own_games(run):
    assert json.loads(run("games", "--json").out)[-1]["name"] == "coin_race"
    assert "coin_race" in run("games").out


def test_it_is_played_with_the_texts_of_its_moves_and_a_plain_board(run):
    ran = run("play", "coin_race", "--seed", "4", typed="wave\nu\nwave\nwave\nstep\n" + "step\n" * 9)
    assert ran.code == 0
    assert "Goal 5" in ran.out
    assert "Taken back." in ran.out  # a signal, before anybody has acted
    assert "Waved" in ran.out  # a key without a message
    assert "You: step" in ran.out
    assert "Optional signals: 1, from number 3 on." in ran.out
    assert "Winner: " in ran.out


def test_a_cooperative_variant_reports_a_team(run):
    ran = run("simulate", "coin_race", "--option", "team=ja", "--games", "50", "--json")
    data = json.loads(ran.out)
    assert list(data) == ["game", "players", "games", "seed", "seconds", "games_per_s", "decisions_per_s", "seats", "team"]
    assert list(data["team"]) == ["win_rate", "ci95", "mean_left", "excellent_rate"]
    low, high = data["team"]["ci95"]
    assert 0 <= low < data["team"]["win_rate"] < high <= 1
    assert "Won together: " in run("simulate", "coin_race", "--option", "team=true", "--games", "50").out


def test_the_result_of_a_team_is_shown(run):
    ran = run("play", "coin_race", "--option", "team=on", "--seed", "4", typed="step\n" * 9)
    assert "all together" in ran.out


def test_its_deck_file_can_be_checked_and_used(run, tmp_path: Path):
    path = tmp_path / "coin.json"
    path.write_text(json.dumps({"game": "coin_race", "name": "mine", "faces": [1, 3]}), encoding="utf-8")
    ran = run("deck", "check", str(path))
    assert ran.code == 0
    assert "good, a deck for Coin race: mine" in ran.out
    assert "faces: 2" in ran.out
    assert f"trapezi play coin_race --option coin={path}" in ran.out
    assert run("simulate", "coin_race", "--option", f"coin={path}", "--games", "5").code == 0


def test_a_bad_deck_is_explained(run, tmp_path: Path):
    path = tmp_path / "coin.json"
    for content, message in (
        ({"game": "coin_race"}, "The deck lacks “faces”."),
        ({"game": "coin_race", "faces": "none"}, 'In the deck, “faces” must be a list, not "none".'),
        ({"game": "qwixx"}, "Qwixx has no cards that could be replaced."),
        ({"faces": [1, 2]}, "The deck lacks “game”."),
        ({"game": "chess"}, "There is no game called “chess”."),
        ([], f"{path}: a deck file must be one JSON object."),
    ):
        path.write_text(json.dumps(content), encoding="utf-8")
        ran = run("deck", "check", str(path))
        assert ran.code == 2
        assert ran.err.startswith((f"trapezi: {message}", f"trapezi: {path}: {message}"))


def test_its_logs_can_be_replayed_and_verified(run, tmp_path: Path):
    assert run("simulate", "coin_race", "--games", "3", "--log", str(tmp_path)).code == 0
    logs = sorted(str(path) for path in tmp_path.iterdir())
    assert [Path(log).name for log in logs] == ["game-00001.jsonl", "game-00002.jsonl", "game-00003.jsonl"]
    assert run("verify", *logs).code == 0
    assert "Coin race" in run("replay", logs[0]).out


def test_a_game_that_cannot_be_loaded_does_not_affect_the_others(run, monkeypatch):
    from trapezi import games

    entry = EntryPoint("broken", "no.such.module:PACKAGE", "trapezi.games")
    monkeypatch.setattr(games, "guests", lambda: {"broken": entry})
    assert run("games").code == 0
    ran = run("rules", "broken")
    assert ran.code == 2
    assert ran.err == "trapezi: The game broken cannot be loaded: ModuleNotFoundError: No module named 'no'.\n"
