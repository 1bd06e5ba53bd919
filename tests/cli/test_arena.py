"""`trapezi arena` compares bots, and continues where it was interrupted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

import trapezi
from trapezi.cli import main

ROOT = Path(__file__).parents[2]
GUESTS = ROOT / "tests/lab/guests"
DUEL = ("arena", "qwixx", "--bots", "greedy,chance", "--games", "8", "--jobs", "1")


def test_the_json_has_the_documented_keys(run: Run) -> None:
    ran = run(*DUEL, "--seed", "7", "--json")
    assert ran.code == 0
    data = json.loads(ran.out)
    assert [data[name] for name in ("game", "players", "games", "seed")] == ["qwixx", 2, 8, 7]
    assert set(data["bots"]) == {"greedy", "chance"}
    for bot in data["bots"].values():
        assert {"win_rate", "ci95", "mean_score", "rating"} <= set(bot)
        low, high = bot["ci95"]
        assert 0 <= low <= bot["win_rate"] <= high <= 1
    (pair,) = data["pairs"]
    assert (pair["a"], pair["b"], pair["games"]) == ("greedy", "chance", 8)
    assert pair["a_wins"] + pair["b_wins"] + pair["ties"] == 8
    assert data["forfeits"] == []


@pytest.mark.parametrize(("lang", "word"), [("en", "Mean score"), ("el", "Μέσοι πόντοι"), ("de", "Wertung")])
def test_the_standings_are_in_the_requested_language(run: Run, lang: str, word: str) -> None:
    ran = run(*DUEL, lang=lang)
    assert ran.code == 0
    assert word in ran.out
    assert "greedy : chance" in ran.out


def test_the_anchor_has_the_requested_rating(run: Run) -> None:
    data = json.loads(run(*DUEL, "--anchor", "chance=250", "--json").out)
    assert data["bots"]["chance"]["rating"] == 250
    assert data["bots"]["greedy"]["rating"] > 400


class Page(HTMLParser):
    """The tags of a page and the addresses that it refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.tags.append(tag)
        self.addresses += [value for name, value in attributes if name in ("src", "href", "srcset", "data", "action")]
        if tag not in ("meta", "line", "circle", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: Any) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("lang", "word"), [("en", "Win rates"), ("el", "Ποσοστά νικών"), ("de", "Siegquoten")])
def test_the_report_is_one_page_that_loads_nothing(run: Run, tmp_path: Path, lang: str, word: str) -> None:
    path = tmp_path / "report.html"
    assert run(*DUEL, "--report", str(path), lang=lang).code == 0
    text = path.read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert page.addresses == []
    assert "url(" not in text
    assert "script" not in page.tags
    assert page.tags.count("circle") == 4, "two bots, win rate and rating"
    assert page.tags.count("rect") > 4
    assert f'<html lang="{lang}">' in text
    assert word in text


def test_the_report_escapes_names_and_errors_of_bots(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rude.py").write_text(
        "class Bot:\n    def decide(self, seen, rng):\n        raise ValueError('<img src=x>')\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run("arena", "qwixx", "--bots", "rude:Bot,chance", "--games", "2", "--report", str(tmp_path / "r.html")).code == 0
    text = (tmp_path / "r.html").read_text("utf-8")
    assert "&lt;img src=x&gt;" in text
    assert "img" not in Page(text).tags


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "greedy"], "An arena needs two bots or more"),
        (["--bots", ","], "An arena needs two bots or more"),
        (["--bots", "greedy,greedy"], "greedy is listed twice."),
        (["--bots", "greedy,oracle"], "There is no bot called “oracle”."),
        (["--bots", "greedy,chance@5"], "The bot chance does not take a budget."),
        (["--bots", "greedy,chance", "--anchor", "expert"], "--anchor: expert does not play here."),
        (["--bots", "greedy,chance", "--anchor", "chance=much"], "--anchor: “much” is not a rating"),
        (["--bots", "greedy,chance", "--limit", "0"], "--limit: “0” is not a number of seconds"),
        (["--bots", "greedy,chance", "--games", "0"], "--games: 0 is not between"),
        (["--bots", "greedy,chance", "--report", "/no/such/folder/r.html"], "That does not work: No such file or directory"),
        (["--bots", "greedy,chance", "--keep", str(ROOT / "Makefile")], f"{ROOT / 'Makefile'} is not a file of stored games."),
        ([], "BOTS is missing."),
    ],
)
def test_errors_are_explained_in_one_line(run: Run, arguments: Any, message: str) -> None:
    ran = run("arena", "qwixx", *arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(f"trapezi: {message}")
    assert ran.err.count("\n") == 1


def test_without_ray_a_cluster_is_rejected_with_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install 'trapezi[cluster]'" in run(*DUEL, "--cluster", "local").err
    assert "pip install 'trapezi[cluster]'" in run("simulate", "qwixx", "--cluster", "local").err


# -- stopped -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def guests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the module `guests` importable, in this process and in those that it starts."""
    monkeypatch.syspath_prepend(str(GUESTS))
    paths = [str(Path(trapezi.__file__).parents[1]), str(GUESTS), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("PLAYED", str(tmp_path / "played"))


STOPPED = ("arena", "qwixx", "--bots", "guests:Stops,greedy", "--games", "9", "--jobs", "1", "--json")


def run_stopped(by: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, and stop it in its second game."""
    command_line = [sys.executable, "-m", "trapezi.cli", *STOPPED, *arguments]
    return subprocess.run(command_line, env={**os.environ, "STOP": by}, capture_output=True, text=True, check=False)


def test_ctrl_c_reports_the_games_played_so_far(guests: None) -> None:
    ran = run_stopped("SIGINT", "--lang", "en")
    assert ran.returncode == 130
    assert ran.stderr == "trapezi: Stopped.\n"
    data = json.loads(ran.stdout)
    assert (data["stopped"], data["played"], data["games"]) == (True, 1, 9)


def test_a_killed_run_continues_from_its_checkpoint(run: Run, guests: None, tmp_path: Path) -> None:
    checkpoint = tmp_path / "checkpoint"
    assert run_stopped("SIGKILL", "--keep", str(checkpoint)).returncode == -9
    assert len(checkpoint.read_text().splitlines()) == 2, "the header and a game"
    resumed, whole = (json.loads(run(*STOPPED, *more).out) for more in (["--keep", str(checkpoint)], []))
    assert resumed["played"] == 9
    assert {**resumed, "seconds": 0} == {**whole, "seconds": 0}


def test_what_bots_print_is_not_mixed_with_the_json(guests: None, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "qwixx", "--bots", "guests:Prints,greedy", "--games", "2", "--jobs", "1", "--json"]) == 0
    output = capfd.readouterr()
    assert json.loads(output.out)["played"] == 2
    assert "a line that a bot prints" in output.err
