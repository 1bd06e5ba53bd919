"""A catalogue finds messages by key and fills their placeholders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.cli.arguments import playable_games
from trapezi.core.errors import BadLog, IllegalMove
from trapezi.core.game import Game
from trapezi.i18n import (
    LANGUAGES,
    PLURAL_RULES,
    Catalogue,
    UnknownLanguage,
    catalogue_for,
    environment_language,
    fold_text,
    messages,
)

PLURALS = json.loads(
    Path(__file__).with_name("plurals.json").read_text("utf-8")
)  # The tests of the browser's translator use the same file.


def test_ids_in_placeholders_are_translated() -> None:
    assert catalogue_for("en").translate("qwixx.skipped", row=0, number=4).startswith("The 4 in the red row")
    assert catalogue_for("el").translate("qwixx.skipped", row=0, number=4).startswith("Το 4 στην κόκκινη γραμμή")
    assert catalogue_for("de").translate("qwixx.score.row", row=3, crosses=2) == "Kreuze in der blauen Reihe: 2"


def test_seats_in_placeholders_become_names_if_names_are_known() -> None:
    assert catalogue_for("en").translate("cli.play.did", seat=1, what="pass") == "Player 2: pass"
    assert catalogue_for("en", ["Eleni", "Kostas"]).translate("cli.play.did", seat=1, what="pass") == "Kostas: pass"
    assert catalogue_for("el").player_name(-1) == "Τύχη"


def test_lists_and_games_in_placeholders_are_translated() -> None:
    assert catalogue_for("en").translate("cli.play.waiting", names=["Eleni", "Kostas"]) == "Waiting for: Eleni, Kostas."
    assert (
        catalogue_for("en").translate("common.option.players", game="qwixx", value=9, least=1, most=5)
        == "Qwixx is for 1 to 5 players, not 9."
    )


def test_a_missing_message_falls_back_to_english_then_to_a_readable_key(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = catalogue_for("de")
    monkeypatch.setattr(catalogue, "_messages", {})
    assert catalogue.translate("common.move.game-over") == "The game is over."
    assert catalogue.translate("never.already-heard", of=1) == "Already heard: of 1"


def test_a_placeholder_without_a_parameter_stays_visible() -> None:
    assert catalogue_for("en").translate("cli.usage.not-a-number") == "“{value}” is not a whole number."


def test_values_with_braces_are_not_placeholders() -> None:
    assert (
        catalogue_for("en").translate("cli.usage.not-a-number", value="{value} {why}") == "“{value} {why}” is not a whole number."
    )


@pytest.mark.parametrize("case", PLURALS, ids=lambda case: f"{case['lang']}-{case['text']}")
def test_plural_forms_follow_the_number(case: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = catalogue_for(case["lang"])
    monkeypatch.setattr(catalogue, "_messages", {"test.plural": case["message"]})
    assert catalogue.translate("test.plural", **case["params"]) == case["text"]


def test_every_language_has_a_plural_rule() -> None:
    assert PLURAL_RULES.keys() == set(LANGUAGES)


def test_the_language_is_the_requested_one_or_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_the_environment_names_a_language(environment: Any, lang: str) -> None:
    assert environment_language(environment) == lang


def test_an_unknown_language_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UnknownLanguage) as error:
        catalogue_for("fr")
    assert catalogue_for("en").explain(error.value) == "There are no texts in the language “fr”. There are: en, el, de."


def test_an_error_is_explained_with_what_caused_it() -> None:
    error = BadLog("common.log.line", line=7, why="something")
    error.__cause__ = IllegalMove("qwixx.row-closed", row=1, number=4)
    assert catalogue_for("en").explain(error) == "Line 7: The yellow row is closed."
    assert catalogue_for("de").explain(error) == "Zeile 7: In der gelben Reihe geht nichts mehr: Sie ist geschlossen."


def test_a_move_is_translated_from_its_description_or_keeps_its_text() -> None:
    catalogue = Catalogue("el")
    assert catalogue.move_text("qwixx", {"kind": "cross", "colour": "red", "number": 5}, "red 5") == "κόκκινο 5"
    assert catalogue.move_text("qwixx", {"kind": "cross"}, "red 5") == "red 5"
    assert catalogue.move_text("chess", {"kind": "castle"}, "o-o") == "o-o"
    assert catalogue.move_text("chess", {"kind": "castle", "side": "long"}) == "castle, long"
    assert catalogue.move_text("chess", {"kind": "castle", "rank": 0, "check": False, "takes": None}) == "castle, 0"
    roll = {"kind": "roll", "white": [4, 1], "red": 3, "yellow": 0, "green": 2, "blue": 5}
    assert catalogue.move_text("qwixx", roll) == "Ζάρια: λευκά 4, 1, κόκκινο 3, κίτρινο –, πράσινο 2, μπλε 5"


def test_hurried_typing_is_understood() -> None:
    assert fold_text("  ΚΌΚΚΙΝΟ  8") == fold_text("κοκκινο 8")
    assert fold_text("Grün 5") == fold_text("grun 5")


def test_messages_cannot_be_changed_by_accident() -> None:
    with pytest.raises(TypeError):
        messages("en")["common.move.game-over"] = "?"  # type: ignore[index]


@pytest.mark.parametrize("kind", list(playable_games()), ids=lambda kind: kind.name)
@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_every_message_in_random_games_is_complete(kind: type[Game[Any]], lang: str) -> None:
    """Score lines, results and reasons of random games contain no key and no unfilled placeholder."""
    catalogue = catalogue_for(lang)
    sentences = set()
    for name, game in kind.configurations():
        for seed in range(2):
            rng = trapezi.Stream(seed, len(name))
            match = game.match(seed=seed)
            while not match.state.over:
                seat = min(match.state.deciders)
                for move in (rng.below(len(game.moves)) for _ in range(3)):
                    reason = match.state.why_not(seat, game.moves[move])
                    if reason is not None:
                        assert catalogue.template(reason.key), reason
                        sentences.add(catalogue.translate_reason(reason))
                match.play(seat, match.state.choose(seat, rng))
            state = match.state
            reasons = [line.reason for seat in range(game.players) for line in state.score_lines(seat)]
            if state.result is not None and state.result.reason is not None:
                reasons.append(state.result.reason)
            assert all(catalogue.template(reason.key) for reason in reasons), reasons
            sentences |= {catalogue.translate_reason(reason) for reason in reasons}
    assert sentences
    for sentence in sentences:
        assert "{" not in sentence, sentence
        assert f"{kind.name}." not in sentence, sentence
        assert "=" not in sentence, sentence
