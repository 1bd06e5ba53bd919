"""`trapezi replay` shows the steps of a saved game."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run, Terminal

import trapezi
from trapezi.core.log import log_lines, save_log


def saved_log(folder: Path, players: int, seed: int, *moves: str) -> str:
    """Save the log of a game of Qwixx in which seat 0 makes these moves. Return the path of the log."""
    match = trapezi.game("qwixx", players=players).match(seed=seed)
    for move in moves:
        match.play(0, move)
    save_log(match, folder / "a.jsonl")
    return str(folder / "a.jsonl")


def test_replay_shows_events_board_and_scores(run: Run, tmp_path: Path) -> None:
    match = trapezi.game("qwixx", players=2).match(seed=7)
    rng = trapezi.Stream(1)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    save_log(match, tmp_path / "a.jsonl")
    ran = run("replay", str(tmp_path / "a.jsonl"))
    assert ran.code == 0
    assert "players=2" in ran.out
    assert "seed=7" in ran.out
    assert "   1  Dice: white" in ran.out
    assert "Crosses in the red row: " in ran.out
    winners = match.state.final_result().winners
    assert ("Winner: " if len(winners) == 1 else "Shared win: ") + f"Player {winners[0] + 1}" in ran.out


def test_replay_says_which_moves_a_bot_or_the_clock_made_in_place_of_a_person(run: Run, tmp_path: Path) -> None:
    match = trapezi.game("qwixx", players=2).match(seed=7)
    for _ in range(3):
        for seat in sorted(match.state.deciders):
            match.play(seat, "pass")
    first, second, third, *_ = [n for n, (seat, _) in enumerate(match.events, 1) if seat >= 0]
    (tmp_path / "a.jsonl").write_text("\n".join(log_lines(match, played_by={first: "clock", second: "bot"})), "utf-8")
    ran = run("replay", str(tmp_path / "a.jsonl"))
    lines = ran.out.splitlines()
    for n, said in (
        (first, "Player 1, time was up: pass"),
        (second, "Player 2, played by a bot: pass"),
        (third, "Player 1: pass"),
    ):
        assert f"{n:4}  {said}" in lines


def test_replay_steps_through_every_position_without_a_terminal(run: Run, tmp_path: Path) -> None:
    log = saved_log(tmp_path, 2, 7, "pass")
    ran = run("replay", "--step", log)
    assert [line.split()[0] for line in ran.out.splitlines() if "/2" in line] == ["0/2", "1/2", "2/2"]
    assert "The log ends before the game does." in ran.out


def test_replay_shows_a_pending_decision_only_to_its_player(run: Run, tmp_path: Path) -> None:
    log = saved_log(tmp_path, 2, 7, "pass")
    assert "Player 1: pass" in run("replay", log, "--player", "1").out
    for more in (["--player", "2"], []):
        ran = run("replay", log, *more)
        assert "Player 1: has decided" in ran.out
        assert "Player 1: pass" not in ran.out


def test_a_log_can_be_stepped_through_with_keys(terminal: Terminal, tmp_path: Path) -> None:
    log = saved_log(tmp_path, 1, 3, "red 8", "pass")
    screen = terminal("replay", "--step", log)
    screen.until("0/4  The beginning")
    screen.until("quit")
    screen.type("\x1b[C")
    screen.until("1/4  Dice: white 6, 2")
    screen.until("quit")
    screen.type("\n")
    screen.until("2/4  Player 1: red 8")
    screen.until("quit")
    screen.type("\x1b[D")
    screen.until("1/4")
    screen.until("quit")
    screen.type("\x1b[F")
    screen.until("4/4  Dice")
    screen.until("The log ends before the game does.")
    screen.until("quit")
    screen.type("q")
    assert screen.ended() == 0


def test_keys_pressed_in_quick_succession_all_count(terminal: Terminal, tmp_path: Path) -> None:
    log = saved_log(tmp_path, 1, 3, "red 8", "pass")
    screen = terminal("replay", "--step", log)
    screen.until("quit")
    screen.type("\x1b[C\x1bOC\x1b[C")
    screen.until("3/4")
    screen.until("quit")
    screen.type("q")
    assert screen.ended() == 0
