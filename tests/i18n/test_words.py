"""How sentences are found and filled."""

from __future__ import annotations

import pytest

import trapezi
from trapezi.cli.arguments import playable_games
from trapezi.core.errors import BadLog, IllegalMove
from trapezi.i18n import Catalogue, UnknownLanguage, catalogue, catalogue_for, explain, of_environment, plain


def test_ids_in_blanks_are_put_into_words():
    assert catalogue_for("en").translate("qwixx.skipped", row=0, number=4).startswith("The 4 in the red row")
    assert catalogue_for("el").translate("qwixx.skipped", row=0, number=4).startswith("Το 4 στην κόκκινη γραμμή")
    assert catalogue_for("de").translate("qwixx.score.row", row=3, crosses=2) == "Kreuze in der blauen Reihe: 2"


def test_seats_in_blanks_are_called_by_name_where_names_are_known():
    assert catalogue_for("en").translate("play.did", seat=1, what="pass") == "Player 2: pass"
    assert catalogue_for("en", ["Eleni", "Kostas"]).translate("play.did", seat=1, what="pass") == "Kostas: pass"
    assert catalogue_for("el").name(-1) == "Τύχη"


def test_lists_and_games_in_blanks_are_put_into_words():
    assert catalogue_for("en").translate("play.waiting", names=["Eleni", "Kostas"]) == "Waiting for: Eleni, Kostas."
    assert (
        catalogue_for("en").translate("option.players", game="qwixx", value=9, least=1, most=5)
        == "Qwixx is for 1 to 5 players, not 9."
    )


def test_a_missing_message_falls_back_to_english_then_to_a_readable_key(monkeypatch):
    words = catalogue_for("de")
    monkeypatch.setattr(words, "_sentences", {})
    assert words.translate("move.game-over") == "The game is over."
    assert words.translate("never.already-heard", of=1) == "Already heard: of 1"


def test_a_blank_that_nobody_filled_stays_visible():
    assert catalogue_for("en").translate("usage.not-a-number") == "“{value}” is not a whole number."


def test_values_with_braces_are_no_blanks():
    assert catalogue_for("en").translate("usage.not-a-number", value="{value} {why}") == "“{value} {why}” is not a whole number."


def test_the_language_is_asked_for_or_taken_from_the_environment(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "TRAPEZI_LANG"):
        monkeypatch.delenv(name, raising=False)
    assert catalogue_for().lang == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert catalogue_for().lang == "de"
    monkeypatch.setenv("TRAPEZI_LANG", "el")
    assert catalogue_for().lang == "el"
    assert catalogue_for("en").lang == "en"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "el_GR.UTF-8"}, "el"),
        ({"LC_ALL": "de", "LANG": "el_GR"}, "de"),
        ({"LC_ALL": "", "LC_MESSAGES": "de_DE@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"TRAPEZI_LANG": "fr", "LANG": "de_DE"}, "de"),
        ({}, "en"),
    ],
)
def test_the_environment_names_a_language(environment, lang):
    assert of_environment(environment) == lang


def test_an_unknown_language_is_an_error_that_names_those_there_are():
    with pytest.raises(UnknownLanguage) as error:
        catalogue_for("fr")
    assert explain(error.value, "en") == "There are no words in the language “fr”. There are: en, el, de."


def test_an_error_is_explained_with_what_caused_it():
    error = BadLog("log.line", line=7, why="something")
    error.__cause__ = IllegalMove("qwixx.row-closed", row=1, number=4)
    assert explain(error, "en") == "Line 7: The yellow row is closed."
    assert explain(error, "de") == "Zeile 7: In der gelben Reihe geht nichts mehr: Sie ist geschlossen."


def test_a_move_is_worded_by_its_parts_or_stays_as_it_is():
    words = Catalogue("el")
    assert words.move("qwixx", {"kind": "cross", "colour": "red", "number": 5}, "red 5") == "κόκκινο 5"
    assert words.move("qwixx", {"kind": "cross"}, "red 5") == "red 5"
    assert words.move("chess", {"kind": "castle"}, "o-o") == "o-o"
    assert words.move("chess", {"kind": "castle", "side": "long"}) == "castle, long"
    assert words.move("chess", {"kind": "castle", "rank": 0, "check": False, "takes": None}) == "castle, 0"
    roll = {"kind": "roll", "white": [4, 1], "red": 3, "yellow": 0, "green": 2, "blue": 5}
    assert words.move("qwixx", roll) == "Ζάρια: λευκά 4, 1, κόκκινο 3, κίτρινο –, πράσινο 2, μπλε 5"


def test_hurried_typing_is_understood():
    assert plain("  ΚΌΚΚΙΝΟ  8") == plain("κοκκινο 8")
    assert plain("Grün 5") == plain("grun 5")


def test_a_catalogue_cannot_be_changed_by_accident():
    with pytest.raises(TypeError):
        catalogue("en")["move.game-over"] = "?"  # type: ignore[index]


@pytest.mark.parametrize("kind", list(playable_games()), ids=lambda kind: kind.name)
@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_all_that_a_game_says_in_random_games_has_words(kind, lang):
    """Score lines, outcomes and reasons of random games: never a bare key, never an open blank."""
    words = catalogue_for(lang)
    said = set()
    for name, game in kind.cases():
        for seed in range(2):
            rng = trapezi.Stream(seed, len(name))
            match = game.match(seed=seed)
            while not match.state.over:
                seat = min(match.state.deciders)
                for move in (rng.below(len(game.moves)) for _ in range(3)):
                    reason = match.state.why_not(seat, game.moves[move])
                    if reason is not None:
                        said.add(words.reason(reason))
                match.play(seat, match.state.choose(seat, rng))
            state = match.state
            said |= {words.reason(line.reason) for seat in range(game.players) for line in state.score_lines(seat)}
            if state.result is not None and state.result.reason is not None:
                said.add(words.reason(state.result.reason))
    assert said
    for sentence in said:
        assert "{" not in sentence, sentence
        assert f"{kind.name}." not in sentence, sentence
        assert "=" not in sentence, sentence
