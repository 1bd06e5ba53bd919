"""`trapezi play` plays whole games in a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Run, Terminal

import trapezi
from trapezi.cli.play import names_by_seat
from trapezi.i18n import catalogue_for

PROMPT = "\n> "


def test_a_whole_game_of_qwixx_in_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    screen = terminal("play", "qwixx", "--players", "2", "--seed", "3")
    shown = screen.until(PROMPT)
    assert "white 8" in shown
    assert "You: cross off the white sum in one row, or pass." in shown
    assert "1 red 8 +1" in shown

    screen.answer("?")
    screen.until("Type the number of a move")
    screen.until("back to the table")
    screen.answer("")
    screen.until(PROMPT)

    screen.answer("? blue 2")
    assert "The 2 at the end of the blue row needs five crosses before it. Still missing: 5." in screen.until(PROMPT)
    screen.answer("red 7")
    assert "The 7 in the red row is not the white sum" in screen.until(PROMPT)
    screen.answer("? 1")
    assert "That is allowed:" in screen.until(PROMPT)
    screen.answer("u")
    assert "Nothing can be undone now" in screen.until(PROMPT)

    screen.answer("2")  # A move can be taken back until it is confirmed.
    shown = screen.until("Enter: confirm · u: undo")
    assert "( 8)" in shown
    screen.answer("u")
    assert "Undone." in screen.until(PROMPT)
    screen.answer("yellow 8")
    screen.until("Enter: confirm")
    screen.answer("")
    shown = screen.until(PROMPT)
    assert "You: yellow 8" in shown
    assert "Daphne: " in shown

    screen.answer("s")
    assert re.search(r"Crosses in the yellow row: 1 +1", screen.until("back to the table"))
    screen.answer("")
    screen.until(PROMPT)
    screen.answer("l")
    assert "Dice: white 6, 2" in screen.until("back to the table")
    screen.answer("")

    answers = 0
    while "Winner: " not in (shown := screen.until(PROMPT, "confirm", "Winner: ", "Shared win: ")) and "Shared" not in shown:
        screen.answer("pass" if shown.endswith(PROMPT) else "")
        answers += 1
    assert answers > 3
    screen.until("File for the log of this game")
    screen.answer(str(tmp_path / "game.jsonl"))
    screen.until("trapezi replay")
    assert screen.ended() == 0
    match = trapezi.replay(tmp_path / "game.jsonl")
    assert match.state.over
    assert match.events[1] == (0, match.game.parse("yellow 8"))


@pytest.mark.parametrize(
    ("lang", "ask", "move", "why"),
    [
        ("el", "σβήσε το άθροισμα των λευκών", "κοκκινο 8", "Το 7 στην κόκκινη γραμμή δεν είναι το άθροισμα των λευκών"),
        ("de", "kreuze die weiße Summe in einer Reihe an", "ROT 8", "Die 7 in der roten Reihe ist nicht die weiße Summe"),
    ],
)
def test_moves_are_understood_in_each_language_with_or_without_accents(
    run: Run, lang: str, ask: str, move: str, why: str
) -> None:
    colour = move.split()[0]
    ran = run("play", "qwixx", "--seed", "3", typed=f"{colour} 7\n{move}\nq\n", lang=lang)
    assert ran.code == 0
    assert ask in ran.out
    assert why in ran.out
    catalogue = catalogue_for(lang)
    assert f"{catalogue.translate('cli.play.you')}: {catalogue.translate('qwixx.colour.red')} 8" in ran.out


def test_commands_work_on_a_greek_keyboard(run: Run) -> None:
    ran = run("play", "qwixx", "--seed", "3", typed="σ\nλ\n;\nθ\n; κόκκινο 7\n:\n1\n", lang="el")
    assert "Σύνολο" in ran.out
    assert "Ζάρια: λευκά 6, 2" in ran.out
    assert "εξηγεί γιατί δεν επιτρέπεται" in ran.out
    assert "Τώρα δεν αναιρείται τίποτα" in ran.out
    assert "δεν είναι το άθροισμα των λευκών" in ran.out
    assert "Το παιχνίδι σταματά εδώ." in ran.out
    assert "κόκκινο 8 ·" not in ran.out


def test_part_of_a_text_lists_all_moves_that_contain_it(run: Run) -> None:
    ran = run("play", "qwixx", "--seed", "3", typed="8\n 8\npas\nq\n")
    assert "There is no move with the number 8." in ran.out
    assert "You: pass" in ran.out
    ran = run("play", "qwixx", "--seed", "3", typed="e\nq\n")
    assert "Several moves contain “e”:" in ran.out


def test_enter_plays_a_move_only_if_there_is_no_other(run: Run) -> None:
    ran = run("play", "qwixx", "--seed", "3", typed="\nq\n")
    assert "There are several moves" in ran.out


def test_two_people_at_one_keyboard_see_no_secrets_of_each_other(terminal: Terminal) -> None:
    screen = terminal("play", "qwixx", "--players", "2", "--seed", "3", "--name", "Maria", "--name", "Kostas")
    screen.until("Now at the keyboard: Maria.")
    screen.answer("")
    screen.until(PROMPT)
    screen.answer("red 8")
    screen.until("Now at the keyboard: Kostas.")
    screen.until("u: undo the last decision")
    screen.answer("u")
    assert "Undone." in screen.until(PROMPT)
    screen.answer("yellow 8")
    screen.until("Now at the keyboard: Kostas.")
    screen.answer("")
    shown = screen.until(PROMPT)
    assert "Maria: has decided" in shown
    assert "yellow 8" not in shown.split("Kostas: cross")[0]
    screen.answer("q")
    screen.decline_log()


def test_a_game_can_be_chosen_from_the_list(terminal: Terminal) -> None:
    screen = terminal("play")
    assert "Six dice for everybody" in screen.until("Number or name (q: quit):")
    screen.answer("chess")
    screen.until("There is no game called “chess”.")
    screen.answer("QWIXX")
    screen.until("How many players, 1 to 5? [2]")
    screen.answer("9")
    screen.until("How many players")
    screen.answer("3")
    assert "Qwixx · You, Daphne, Theo" in screen.until(PROMPT)
    screen.answer("q")
    screen.decline_log()


def test_the_choice_of_a_game_can_be_left(run: Run) -> None:
    assert run("play", typed="q\n").code == 0
    ran = run("play", typed="")
    assert ran.code == 0
    assert "Welcome to the table." in ran.out


def test_a_game_of_bots_can_be_watched_to_the_end(run: Run) -> None:
    ran = run("play", "qwixx", "--players", "3", "--seed", "5", "--watch")
    assert ran.code == 0
    assert "Daphne: " in ran.out
    assert re.search("Winner: |Shared win: ", ran.out)


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    first, again, other = (run("play", "qwixx", "--watch", "--seed", seed).out for seed in ("5", "5", "6"))
    assert first == again
    assert first != other


def test_the_board_fits_into_eighty_columns_in_every_language(run: Run) -> None:
    for lang, sheet in (("en", "mixed-numbers"), ("el", "mixed-colours"), ("de", "standard")):
        ran = run("play", "qwixx", "--players", "5", "--watch", "--seed", "5", "--option", f"sheet={sheet}", lang=lang)
        rows = [line for line in ran.out.splitlines() if line.startswith("●")]
        assert rows
        assert all(re.search(r"\d$", row.rstrip()) for row in rows), "a row was wrapped"
        assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_any_bots_take_the_free_seats(run: Run) -> None:
    strong = run("play", "qwixx", "--watch", "--seed", "5", "--bot", "chance", "--bot", "level-5")
    assert re.search(r"Winner: Theo, \d+ points", strong.out)
    default = run("play", "qwixx", "--watch", "--seed", "5")
    assert default.out == run("play", "qwixx", "--watch", "--seed", "5", "--bot", "level-3").out


def test_every_player_has_a_different_name() -> None:
    for lang in ("en", "el", "de"):
        catalogue = catalogue_for(lang)
        for players in range(1, 6):
            for people in range(players + 1):
                assert len(set(names_by_seat(players, people, [], catalogue))) == players
    assert names_by_seat(3, 2, ["Eleni", "Daphne"], catalogue_for("en")) == ["Eleni", "Daphne", "Theo"]


def test_a_log_never_overwrites_a_file(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious", encoding="utf-8")
    screen = terminal("play", "qwixx", "--seed", "3", width=300)
    screen.until(PROMPT)
    screen.answer("q")
    screen.until("File for the log")
    screen.answer(str(tmp_path / "mine"))
    screen.until("exists already")
    screen.answer(str(tmp_path / "no" / "where"))
    screen.until("That does not work")
    screen.answer("")
    assert screen.ended() == 0
    assert (tmp_path / "mine").read_text("utf-8") == "precious"


@pytest.mark.parametrize(("lang", "move"), [("el", "14 άνοδος 1"), ("de", "14: auf 1"), ("en", "14 up 1")])
def test_a_move_can_be_typed_without_punctuation(run: Run, lang: str, move: int) -> None:
    catalogue = catalogue_for(lang)
    text = catalogue.move_text("the_game", {"kind": "lay", "pile": 0, "card": 14})
    typed = move if lang != "de" else text.replace(" →", ":")
    ran = run("play", "the_game", "--seed", "3", "--option", "first=0", typed=f"{typed}\nq\n", lang=lang)
    assert f"{catalogue.translate('cli.play.you')}: {text}" in ran.out


def test_part_of_an_illegal_move_is_explained_and_nonsense_gets_an_example(run: Run) -> None:
    ran = run("play", "qwixx", "--seed", "3", typed="? lue 2\n? xyzzy\nq\n", lang="en")
    assert "The 2 at the end of the blue row needs five crosses before it." in ran.out
    assert "A move looks like this: red 8." in ran.out
    ran = run("play", "qwixx", "--seed", "3", typed="xyzzy\nq\n", lang="el")
    assert "κόκκινο 8" in ran.out.split("xyzzy")[-1]


@pytest.mark.parametrize("lang", ["en", "el", "de"])
@pytest.mark.parametrize("game", trapezi.names()[:5])
def test_the_board_stays_on_a_screen_of_24_rows(terminal: Terminal, game: str, lang: str) -> None:
    screen = terminal("play", game, "--seed", "3", lang=lang)
    confirm = catalogue_for(lang).translate("cli.play.confirm")
    for answer in (None, "1", "", "1", "", "1"):
        if answer is not None:
            screen.answer(answer)
        shown = screen.until(PROMPT, confirm)
        assert shown[shown.index("──") :].count("\n") < 24


def test_ctrl_c_offers_to_save_the_log_and_q_declines(terminal: Terminal) -> None:
    screen = terminal("play", "qwixx", "--seed", "3")
    screen.until(PROMPT)
    screen.wait_until_it_reads()
    screen.interrupt()
    screen.decline_log("q")


def test_the_score_of_a_team_is_shown_once(run: Run) -> None:
    ran = run("play", "the_game", "--seed", "3", typed="s\nq\n")
    assert ran.out.count("Cards laid together") == 1
    assert "Together" in ran.out
    assert "Up 1 +1" not in ran.out


@pytest.mark.parametrize(("game", "players"), [("sideboards", "6"), ("silver_gold", "4"), ("the_game", "5")])
def test_scores_and_history_stay_on_the_screen(terminal: Terminal, game: str, players: int) -> None:
    screen = terminal("play", game, "--players", players, "--seed", "3")
    screen.until(PROMPT)
    for key in ("l", "s"):
        screen.answer(key)
        shown = screen.until("Enter: back to the table")
        assert shown[shown.index("──") :].count("\n") < 24
        screen.answer("")
        screen.until(PROMPT)
