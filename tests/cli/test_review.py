"""`trapezi review` reviews the log of a game, and `trapezi judge` judges the moves of one decision."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.coach.played_games import play_game

from trapezi.core.log import save_log

SMALL = ("--budget", "60")


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    save_log(play_game("qwixx", 2, seed=4), path)
    return str(path)


def test_a_review_as_json_has_the_public_keys_and_exact_sums(run: Run, log: str) -> None:
    result = run("review", log, "--json", *SMALL)
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert {"game", "players", "unit", "seats", "decisions", "chance", "curve", "moments"} <= data.keys()
    for seat in data["seats"]:
        assert {"seat", "start", "luck", "lost", "others", "result", "mistakes"} <= seat.keys()
        assert seat["start"] + seat["luck"] - seat["lost"] + seat["others"] == seat["result"]
    assert {"n", "seat", "played", "best", "cost", "se", "moves"} <= data["decisions"][0].keys()
    assert {"text", "value", "se"} <= data["decisions"][0]["moves"][0].keys()
    assert data["chance"][0].keys() == {"n", "text", "luck"}


@pytest.mark.parametrize(("lang", "word"), [("en", "Luck"), ("el", "Τύχη"), ("de", "Glück")])
def test_a_review_is_printed_and_its_report_loads_nothing(run: Run, log: str, tmp_path: Path, lang: str, word: str) -> None:
    path = tmp_path / "report.html"
    result = run("review", log, "--report", str(path), *SMALL, lang=lang)
    assert result.code == 0
    assert word in result.out
    page = path.read_text("utf-8")
    assert f'<html lang="{lang}">' in page
    assert f"<h2>{word}</h2>" in page
    assert page.count("<polyline") == 2
    assert not re.search(r"<script|https?://|src=|href=|\{\w+\}|coach\.\w", page)


@pytest.mark.parametrize("name", ["silver_gold", "the_game"])
def test_a_report_of_a_game_with_many_kinds_of_events(run: Run, tmp_path: Path, name: str) -> None:
    save_log(play_game(name, 2, seed=4), tmp_path / "game.jsonl")
    path = tmp_path / "report.html"
    assert run("review", str(tmp_path / "game.jsonl"), "--report", str(path), "--budget", "20").code == 0
    assert path.read_text("utf-8").count("<polyline") == (1 if name == "the_game" else 2)


def test_judge_shows_the_moves_of_a_decision_in_the_log(run: Run, log: str) -> None:
    result = run("judge", log, "2", "--json", *SMALL)
    data = json.loads(result.out)
    assert data["n"] == 2
    assert data["best"] == data["moves"][0]["text"]
    assert {"text", "value", "se", "points", "win"} <= data["moves"][0].keys()
    shown = run("judge", log, "2", *SMALL, lang="de")
    assert "passen" in shown.out


def test_judge_takes_the_next_decision_of_an_unfinished_game(run: Run, tmp_path: Path) -> None:
    match = play_game("qwixx", 2, events=30)
    save_log(match, tmp_path / "open.jsonl")
    seat = min(match.state.deciders)
    data = json.loads(run("judge", str(tmp_path / "open.jsonl"), "--json", *SMALL).out)
    assert (data["seat"], data["n"]) == (seat, len(match.events) + 1)
    assert len(data["moves"]) == len(match.state.legal(seat))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["review", "/no/such/file"], "cannot be read"),
        (["judge", "LOG", "1"], "event 1 (roll"),
        (["judge", "LOG", "9999"], "there is no event 9999"),
        (["judge", "LOG", "2", "--player", "2"], "is not a decision of that player"),
        (["judge", "LOG", "2", "--budget", "soon"], "--budget"),
        (["review", "LOG", "--report", "/no/such/folder/r.html"], "No such file or directory"),
    ],
)
def test_an_error_is_one_line_and_exit_code_2(run: Run, log: str, arguments: list[str], message: str) -> None:
    result = run(*(log if argument == "LOG" else argument for argument in arguments))
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1
