"""Every command once, as people and programs use it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import trapezi
from trapezi.cli.arguments import playable_games
from trapezi.core.log import save

GAMES = [kind.name for kind in playable_games()]


def test_the_version_says_which_form_runs(run):
    ran = run("--version")
    assert ran.code == 0
    assert ran.out == f"trapezi {trapezi.__version__} ({trapezi.form()})\n"


@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_the_help_names_all_commands_in_every_language(run, lang):
    ran = run("--help", lang=lang)
    assert ran.code == 0
    for name in ("play", "games", "rules", "simulate", "arena", "solve", "bench", "replay", "verify", "serve", "deck"):
        assert f" {name} " in ran.out


def test_the_language_of_the_help_follows_the_option(run):
    assert "Befehle" in run("--lang", "de", "--help").out
    assert "Εντολές" in run("--help", "--lang=el").out


def test_every_command_and_option_has_its_help(run):
    for command in (
        ["play"],
        ["games"],
        ["rules"],
        ["simulate"],
        ["arena"],
        ["solve"],
        ["bench"],
        ["replay"],
        ["verify"],
        ["serve"],
        ["deck"],
        ["deck", "check"],
    ):
        ran = run(*command, "--help")
        assert ran.code == 0
        assert not re.search(r"help\.\w", ran.out)
        assert "<bool>" not in ran.out


def test_games_as_json_is_a_list_with_name_players_and_options(run):
    ran = run("games", "--json")
    games = json.loads(ran.out)
    assert [game["name"] for game in games] == GAMES
    assert all(set(game) == {"name", "players", "options"} for game in games)
    qwixx = games[0]
    assert qwixx["players"] == [1, 2, 3, 4, 5]
    assert qwixx["options"][0] == {
        "name": "sheet",
        "default": "standard",
        "kind": "choice",
        "values": ["standard", "mixed-colours", "mixed-numbers"],
    }
    assert ran.err == ""


@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_games_tells_people_what_there_is(run, lang):
    ran = run("games", lang=lang)
    assert ran.code == 0
    assert "Qwixx" in ran.out
    assert "--option sheet=standard|mixed-colours|mixed-numbers" in ran.out


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_every_game_has_its_rules_in_every_language(run, game, lang):
    ran = run("rules", game, "--lang", lang)
    assert ran.code == 0
    assert len(ran.out.splitlines()) > 40


def test_the_rules_of_qwixx_know_the_worked_example(run):
    for lang in ("en", "el", "de"):
        assert "70" in run("rules", "qwixx", "--lang", lang).out


def test_verify_says_what_was_found_true(run, tmp_path: Path):
    match = trapezi.game("qwixx", players=2).match(seed=7)
    match.play(0, "pass")
    save(match, tmp_path / "a.jsonl")
    ran = run("verify", str(tmp_path / "a.jsonl"))
    assert ran.code == 0
    assert "each check right: 2" in ran.out
    assert "Dice and draws are those of the seed 7." in ran.out


def test_verify_finds_dice_that_the_seed_does_not_give(run, tmp_path: Path):
    match = trapezi.game("qwixx", players=2).match(by_hand=True)
    match.play(-1, "roll 1 1 1 1 1 1")
    match.seed = 7
    save(match, tmp_path / "a.jsonl")
    ran = run("verify", str(tmp_path / "a.jsonl"))
    assert ran.code == 2
    assert "Event 1 is not what the seed 7 gives" in ran.err


def test_verify_goes_on_after_a_bad_log(run, tmp_path: Path):
    bad, good = tmp_path / "bad.jsonl", tmp_path / "good.jsonl"
    save(trapezi.game("qwixx", players=2).match(seed=7), good)
    bad.write_text(good.read_text("utf-8").replace("roll", "rol", 1), encoding="utf-8")
    ran = run("verify", str(bad), str(good))
    assert ran.code == 2
    assert ran.out.startswith(f"{good}: good.")
    assert ran.err == f"trapezi: {bad}: Line 2: the check does not fit; this line or one before it was altered.\n"


def test_replay_shows_events_table_and_score(run, tmp_path: Path):
    match = trapezi.game("qwixx", players=2).match(seed=7)
    rng = trapezi.Stream(1)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    save(match, tmp_path / "a.jsonl")
    ran = run("replay", str(tmp_path / "a.jsonl"))
    assert ran.code == 0
    assert "players=2" in ran.out
    assert "seed=7" in ran.out
    assert "   1  Dice: white" in ran.out
    assert "Crosses in the red row: " in ran.out
    winners = match.state.result.winners
    assert ("Winner: " if len(winners) == 1 else "Shared win: ") + f"Player {winners[0] + 1}" in ran.out


def test_replay_steps_through_every_position_without_a_terminal(run, tmp_path: Path):
    match = trapezi.game("qwixx", players=2).match(seed=7)
    match.play(0, "pass")
    save(match, tmp_path / "a.jsonl")
    ran = run("replay", "--step", str(tmp_path / "a.jsonl"))
    assert [line.split()[0] for line in ran.out.splitlines() if "/2" in line] == ["0/2", "1/2", "2/2"]
    assert "The log ends before the game does." in ran.out


def test_replay_through_a_players_eyes_shows_a_pending_choice_to_that_player_alone(run, tmp_path: Path):
    match = trapezi.game("qwixx", players=2).match(seed=7)
    match.play(0, "pass")
    save(match, tmp_path / "a.jsonl")
    assert "Player 1: pass" in run("replay", str(tmp_path / "a.jsonl"), "--player", "1").out
    for more in (["--player", "2"], []):
        ran = run("replay", str(tmp_path / "a.jsonl"), *more)
        assert "Player 1: decided" in ran.out
        assert "Player 1: pass" not in ran.out


def test_bench_measures_both_forms(command):
    ran = command("bench", "--json", "--seconds", "0.01")
    assert ran.err == ""
    measured = json.loads(ran.out)
    assert list(measured) == ["games"]
    assert list(measured["games"]) == [*GAMES, "coin_race"]
    for forms in measured["games"].values():
        assert set(forms) == ({"compiled", "pure"} if trapezi.form() == "compiled" else set(forms) & {"compiled", "pure"})
        assert "pure" in forms
        for measures in forms.values():
            assert set(measures) == {"decisions_per_s", "games_per_s", "steps_from_python_per_s", "clones_per_s"}
            assert all(value > 0 for value in measures.values())


def test_a_json_answer_stands_alone_on_standard_output(command):
    for arguments in (["games", "--json"], ["simulate", "qwixx", "--games", "3", "--json"]):
        ran = command(*arguments)
        assert ran.code == 0
        assert ran.err == ""
        assert ran.out.count("\n") == 1
        json.loads(ran.out)


def test_the_bare_command_serves_the_table_and_opens_the_browser(run, monkeypatch):
    served = []
    monkeypatch.setattr(
        "trapezi.cli.serve.run", lambda *given, **more: served.append((given, more["browser"], more["catalogue"].lang))
    )
    assert run("--lang", "el").code == 0
    assert served == [((), True, "el")]


def test_a_certificate_that_is_not_there_is_named(run, tmp_path: Path):
    ran = run("serve", "--tls", str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    assert ran.code == 2
    assert "cert.pem" in ran.err


def test_solve_tells_the_value_and_where_its_table_lies(run, monkeypatch, tmp_path):
    from trapezi.games.qwixx.bots import solution

    solved = solution.Solution(tmp_path / "x.table", 1, (0.0,), None, 115.4831, 4413420, 20.5)
    monkeypatch.setattr(solution, "solve", lambda players, progress: solved)
    told = json.loads(run("solve", "qwixx", "--json").out)
    assert told == {"value": 115.4831, "states": 4413420, "seconds": 20.5, "table": str(tmp_path / "x.table")}
    assert "115,4831" in run("solve", "qwixx", lang="el").out


def test_only_qwixx_is_solved(run):
    ran = run("solve", "silver_gold")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
