"""Every command works with a guest game (one from another installed package) as with a built-in game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.guests.conftest import Environment, write_package

RAW_KEY = re.compile(r"\b(market_day|pebbles|play|cli|table)\.[a-z-]+")


def test_it_is_listed_after_the_built_in_games(guest: Environment) -> None:
    listed = json.loads(guest.trapezi("games", "--json").out)
    assert listed[-1]["name"] == "market_day"
    assert listed[-1]["players"] == [2, 3, 4, 5]
    text = guest.trapezi("games", lang="el").out
    assert "Λαϊκή αγορά" in text
    assert "Χαλασμένα τελάρα" in text


def test_its_rules_are_shown_in_every_language(guest: Environment) -> None:
    for lang, title in (("en", "Market Day"), ("el", "Λαϊκή αγορά"), ("de", "Markttag")):
        assert title in guest.trapezi("rules", "Market-Day", lang=lang).out


def test_a_misspelled_name_is_corrected(guest: Environment) -> None:
    for lang, question in (
        ("en", "Did you mean market_day?"),
        ("el", "Μήπως εννοείς market_day;"),
        ("de", "Meinst du market_day?"),
    ):
        result = guest.trapezi("play", "marketday", lang=lang)
        assert result.code == 2
        assert question in result.err


def test_a_whole_game_is_played_in_greek_on_the_plain_board(guest: Environment) -> None:
    result = guest.trapezi("play", "market_day", "-p", "3", "--seed", "4", typed="φωνή\n6\n" + "1\n" * 9, lang="el")
    assert result.code == 0, result.err
    for text in (
        "Λαϊκή αγορά",
        "Τα νομίσματά σου",
        "Πωλείται",
        "Γύρος 7/7",
        "▶ Εσύ",
        "Τελάρα στη στοίβα",
        "«Δίνω λίγα!»",
        "Νίκη",
    ):
        assert text in result.out, text
    assert "Εσύ: προσφορά" in result.out
    assert "Δάφνη: ένα νόμισμα" in result.out, "draws of others stay hidden"
    assert not RAW_KEY.search(result.out)


def test_a_move_that_is_not_legal_is_explained(guest: Environment) -> None:
    result = guest.trapezi("play", "market_day", "--seed", "4", typed="bid 59\n")
    assert "You do not hold coin 59." in result.out


def test_it_is_simulated_and_its_logs_replay_and_verify(guest: Environment, tmp_path: Path) -> None:
    result = guest.trapezi("simulate", "market_day", "--option", "rotten=nein", "--games", "3", "--log", str(tmp_path), "--json")
    assert json.loads(result.out)["game"] == "market_day"
    logs = sorted(str(path) for path in tmp_path.iterdir())
    assert len(logs) == 3
    assert guest.trapezi("verify", *logs).code == 0
    replayed = guest.trapezi("replay", logs[0])
    assert "A crate arrives: " in replayed.out
    assert not RAW_KEY.search(replayed.out)


def test_its_bots_meet_in_the_arena(guest: Environment) -> None:
    result = guest.trapezi("arena", "market_day", "--bots", "chance,greedy,level-1", "--games", "30", "--json")
    bots: dict[str, Any] = json.loads(result.out)["bots"]
    assert bots["greedy"]["win_rate"] > bots["chance"]["win_rate"]


def test_a_deck_of_ones_own_is_checked_and_played(guest: Environment, tmp_path: Path) -> None:
    path = tmp_path / "crates.json"
    crates = [{"fruit": "figs", "value": n} for n in range(1, 8)]
    path.write_text(json.dumps({"game": "market_day", "name": "mine", "provenance": "ours", "crates": crates}), "utf-8")
    result = guest.trapezi("deck", "check", str(path))
    assert result.code == 0, result.err
    assert f"trapezi play market_day --option deck={path}" in result.out
    assert guest.trapezi("simulate", "market_day", "--option", f"deck={path}", "--games", "2").code == 0


def test_a_bad_deck_is_explained(guest: Environment, tmp_path: Path) -> None:
    path = tmp_path / "crates.json"
    for content, message in (
        ({"game": "market_day"}, "The deck lacks “name”."),
        (
            {"game": "market_day", "name": "x", "provenance": "ours", "crates": []},
            "there must be at least 7 crates that are not rotten",
        ),
        ({"game": "qwixx"}, "Qwixx has no cards that can be replaced."),
        ({"game": "chess"}, "There is no game called “chess”."),
        ([], "a deck file must be one JSON object."),
    ):
        path.write_text(json.dumps(content), "utf-8")
        result = guest.trapezi("deck", "check", str(path))
        assert result.code == 2
        assert message in result.err


def test_a_game_without_messages_shows_readable_texts(bare_guest: Environment) -> None:
    for lang in ("en", "el"):
        result = bare_guest.trapezi("play", "pebbles", "--seed", "4", typed="nod\nu\nnod\nnod\n" + "keep\ns\n" * 3, lang=lang)
        assert result.code == 0, result.err
        assert "Pebbles" in result.out
        assert "Round" in result.out
        assert "Not now" in result.out, "the reason against a second nod"
        assert "Score: cards" in result.out
        assert not RAW_KEY.search(result.out)
    assert "Pebbles" in bare_guest.trapezi("games").out
    assert bare_guest.trapezi("rules", "pebbles").err == "trapezi: There are no written rules for Pebbles.\n"


def test_a_guest_that_cannot_be_loaded_does_not_affect_the_others(tmp_path: Path) -> None:
    write_package(tmp_path, "missing", "", entry="no_such_module:PACKAGE")
    write_package(tmp_path, "failing", "from trapezi.core.game_package import GamePackage\n1 / 0\n")
    write_package(tmp_path, "empty", "PACKAGE = None\n")
    write_package(
        tmp_path,
        "wrong",
        'from trapezi.core.game_package import GamePackage\nPACKAGE = GamePackage(__name__, "wrong", game=":nothing")\n',
    )
    environment = Environment(tmp_path)
    assert environment.trapezi("games").code == 0
    for name, message in (
        ("missing", "The game missing cannot be loaded: ModuleNotFoundError"),
        ("failing", "The game failing cannot be loaded: ZeroDivisionError"),
        ("empty", "The package of the game empty does not provide a GamePackage of that name but None."),
        ("wrong", "The game wrong cannot be loaded: AttributeError"),
    ):
        result = environment.trapezi("rules", name)
        assert result.code == 2
        assert result.err.startswith(f"trapezi: {message}")
