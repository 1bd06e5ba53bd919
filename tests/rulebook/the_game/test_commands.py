"""The rules of The Game, clause by clause: the commands of Extreme.

The commands of the deck extreme-1: stop 9 45 56 92, skull 14 36 65 87, three 20 34 67 81, silence 7 42 59 94,
no trick 11 39 62 90, one pile 17 31 70 84, draw one 23 29 72 78.
"""

from __future__ import annotations

import pytest
from tests.rulebook.the_game.by_hand import begin, do, last_cards, losing, lost, offered, rejected, seen

import trapezi
from trapezi.games.the_game.command_bits import NAMES as COMMANDS
from trapezi.i18n import catalogue_for


def only(*commands: str) -> dict[str, bool]:
    """Return the options for Extreme with only these commands."""
    return {name: name in commands for name in COMMANDS}


# -- TG-9: commands are obeyed -----------------------------------------------------------------------------------------


@pytest.mark.clause("TG-9")
def test_seven_commands_on_four_cards_each() -> None:
    faces = [trapezi.game("the_game", players=2).describe(card * 4) for card in range(2, 100)]
    printed = [face["command"] for face in faces if face["command"]]
    assert {name: printed.count(name) for name in COMMANDS} == dict.fromkeys(COMMANDS, 4)
    assert len(printed) == 28


@pytest.mark.clause("TG-9")
def test_command_cards_obey_direction_and_trick() -> None:
    match = do(begin([21, 14, 30, 20], []), "30 up 1")
    assert rejected(match, "14 up 1") == "the_game.too-low card=14 pile=0 top=30"
    assert {"20 up 1", "14 up 2"} <= set(offered(match))


@pytest.mark.clause("TG-9")
def test_placements_against_no_trick_or_one_pile_are_never_offered() -> None:
    match = do(begin([50, 40, 39], []), "50 up 1", "39 up 2")
    assert "40 up 1" not in offered(match)
    match = do(begin([17, 21, 22], []), "17 up 1", "21 up 2")
    assert "22 up 1" not in offered(match)


@pytest.mark.clause("TG-9")
def test_three_as_fourth_card_loses_at_once() -> None:
    match = do(begin([2, 3, 4, 20], []), "2 up 1", "3 up 1")
    assert not losing(match, "20 up 1")
    do(match, "4 up 1")
    assert losing(match, "20 up 1")
    assert lost(do(match, "20 up 1")) == "the_game.lost.three"
    assert match.state.scores == [4, 4]


@pytest.mark.clause("TG-9")
def test_stop_as_second_card_after_three_loses_at_once() -> None:
    match = do(begin([20, 45, 46], []), "20 up 1")
    assert losing(match, "45 up 1")
    assert not losing(match, "46 up 1")
    assert lost(do(match, "45 up 1")) == "the_game.lost.three"


@pytest.mark.clause("TG-9")
def test_three_after_which_nothing_fits_loses_at_once() -> None:
    """The piles are at 98, 80, 3 and 2. After 81, the hand can lay 88 and 89, or only 99, or only the stop 92."""
    hand = [88, 89, 81, 24, 25, 26, 27]
    laid = ["98 up 1", "80 up 2", "3 down 1", "2 down 2", "end", "draw 4", "draw 5", "draw 6", "draw 8"]
    match = do(begin([98, 80, 3, 2], hand), *laid)
    assert losing(match, "81 up 2") is False
    for other in (99, 92):
        match = do(begin([98, 80, 3, 2], [other, 28, *hand[2:]]), *laid)
        assert losing(match, "81 up 2") is True
        assert lost(do(match, "81 up 2")) == "the_game.lost.three"


@pytest.mark.clause("TG-9")
def test_a_skull_that_nothing_can_cover_loses_at_once() -> None:
    match = begin([87, 3, 5], [])
    assert losing(match, "87 up 1")
    assert not losing(match, "87 down 1")
    assert lost(do(match, "87 up 1")) == "the_game.lost.skull"


@pytest.mark.clause("TG-9")
def test_a_skull_may_be_covered_by_a_trick_once_no_trick_is_covered() -> None:
    """Only the trick 26 can cover the skull 36, and only after the no-trick card 11 is covered."""
    match = do(begin([2, 3, 4, 11, 5, 6, 8], [36, 26, 12, 13, 15, 16, 18]), "2 up 1", "11 up 2", "end")
    do(match, "draw 98", "draw 97")
    assert not losing(match, "36 up 1")
    do(match, "36 up 1")
    assert "26 up 1" not in offered(match)
    do(match, "12 up 2")
    assert "26 up 1" in offered(match)
    do(match, "26 up 1")
    assert "end" in offered(match)


@pytest.mark.clause("TG-9")
def test_commands_that_cannot_be_obeyed_together_lose_at_once() -> None:
    """A three and two skulls are laid. Each skull could be covered, but not both within three cards."""
    match = do(begin([20, 36, 65, 66], []), "20 up 1", "36 up 2")
    assert losing(match, "65 up 1")
    assert not losing(match, "66 up 2")
    match = do(begin([36, 65, 66, 20], []), "36 up 2", "65 up 1")
    assert losing(match, "66 up 1") is False
    assert losing(match, "20 down 1") is True
    assert lost(do(match, "20 down 1")) == "the_game.lost.together"


@pytest.mark.clause("TG-9")
def test_the_turn_does_not_end_before_skull_and_three_are_obeyed() -> None:
    match = do(begin([2, 14, 15], []), "2 up 1", "14 up 1")
    assert "end" not in offered(match)
    assert rejected(match, "end") == "the_game.end.skull"
    assert "end" in offered(do(match, "15 up 1"))
    match = do(begin([2, 20, 15], []), "2 up 1", "20 up 1")
    assert rejected(match, "end") == "the_game.end.three missing=1"


@pytest.mark.clause("TG-9")
def test_the_third_card_under_three_ends_the_turn() -> None:
    match = do(begin([2, 20, 21], []), "20 up 1", "2 up 2", "21 up 1")
    assert match.state.deciders == {trapezi.NATURE}
    assert seen(match)["turn"]["draws"] == 3


@pytest.mark.clause("TG-9")
def test_a_stop_elsewhere_does_not_save_a_skull_that_nothing_can_cover() -> None:
    match = do(begin([2, 11], [87, 45, 3, 4, 5, 6, 8]), "2 up 1", "11 up 2", "end", "draw 98", "draw 97")
    assert losing(match, "87 up 1")


@pytest.mark.clause("TG-9")
@pytest.mark.clause("TG-14")
def test_no_trick_can_cover_a_skull_while_a_no_trick_card_stays_visible() -> None:
    match = do(begin([2, 90], [36, 26, 3, 4, 5, 6, 8]), "2 up 1", "90 up 2", "end", "draw 98", "draw 97")
    assert losing(match, "36 up 1")
    assert not losing(match, "36 down 1")


# -- TG-10: lightning and infinity -------------------------------------------------------------------------------------


@pytest.mark.clause("TG-10")
def test_lightning_commands_concern_only_their_turn() -> None:
    match = do(begin([20, 2, 3], [4, 5]), "2 up 1", "3 up 1", "20 up 2", "draw 97", "draw 96", "draw 95")
    assert "end" in offered(do(match, "4 up 1", "5 up 1"))
    match = do(begin([9], [10, 12]), "9 up 1", "draw 97", "10 up 1")
    assert match.state.deciders == {1}


@pytest.mark.clause("TG-10")
def test_infinity_commands_hold_for_everybody_while_they_are_visible() -> None:
    match = do(begin([50, 39, 40], [51, 41, 60], []), "50 up 1", "39 up 2")
    assert "40 up 1" not in offered(match)  # The command also holds for the player who laid it.
    do(match, "end", "draw 97", "draw 96", "51 up 1")
    assert "41 up 1" not in offered(match)
    assert seen(match, 1)["jumps"][0][:2] == [None, 2]  # The 41 has no jump on pile 0.
    do(match, "60 up 2")  # The 60 covers the command, which then has no effect.
    assert "41 up 1" in offered(match)


@pytest.mark.clause("TG-10")
def test_several_infinity_commands_add_up() -> None:
    match = do(begin([50, 11, 90, 40, 30, 91], []), "50 up 1", "11 up 2", "90 down 1", "30 up 2")
    assert rejected(match, "40 up 1") == "the_game.no-trick card=40 pile=0 top=50"
    assert [seen(match)[name] for name in COMMANDS[3:]] == [False, True, False, False]


# -- TG-11 to TG-13: lightning -----------------------------------------------------------------------------------------


@pytest.mark.clause("TG-11")
def test_stop_as_the_first_card_ends_the_turn() -> None:
    match = do(begin([9, 12], []), "9 up 1")
    assert seen(match)["turn"]["draws"] == 1
    assert do(match, "draw 97").state.deciders == {1}
    assert seen(match)["sizes"] == [7, 7]


@pytest.mark.clause("TG-11")
def test_stop_ends_the_turn_at_once_whenever_it_comes() -> None:
    match = do(begin([2, 3, 4, 9, 12], []), "2 up 1", "3 up 1", "4 up 1", "9 up 1")
    assert match.state.deciders == {trapezi.NATURE}
    assert seen(match)["turn"]["draws"] == 4


@pytest.mark.clause("TG-12")
def test_any_legal_card_on_the_same_pile_covers_a_skull() -> None:
    for cover in (15, 17, 4):  # a card without a command, a command card, a trick
        match = do(begin([14, cover, 50], []), "14 up 1", "50 up 2")
        assert rejected(match, "end") == "the_game.end.skull"
        assert "end" in offered(do(match, f"{cover} up 1"))


@pytest.mark.clause("TG-12")
def test_a_skull_on_a_skull_must_be_covered_in_turn() -> None:
    match = do(begin([14, 36, 37], []), "14 up 1", "36 up 1")
    assert rejected(match, "end") == "the_game.end.skull"
    assert "end" in offered(do(match, "37 up 1"))
    match = do(begin([14, 36, 2, 3, 4, 5, 6], []), "14 up 1")
    assert losing(match, "36 up 1")


@pytest.mark.clause("TG-12")
def test_stop_covers_the_skull_on_its_own_pile_only() -> None:
    match = do(begin([14, 45], []), "14 up 1")
    assert not losing(match, "45 up 1")
    assert losing(match, "45 up 2")
    assert lost(do(match, "45 up 2")) == "the_game.lost.skull"
    match = do(begin([14, 45], []), "14 up 1", "45 up 1")
    assert match.state.deciders == {trapezi.NATURE}


@pytest.mark.clause("TG-12")
@pytest.mark.clause("TG-7")
def test_a_skull_as_the_98th_card_loses() -> None:
    match = do(last_cards("99 up 1", "87 down 1", **only("skull")), "99 up 1", "87 down 1")
    assert lost(match) == "the_game.lost.skull"
    assert match.state.result is not None
    assert match.state.result.facts == {"left": 0, "excellent": 1}
    match = do(last_cards("86 down 1", "87 down 1", **only("skull")), "87 down 1", "86 down 1")
    assert match.state.result is not None
    assert match.state.result.won


@pytest.mark.clause("TG-13")
def test_number_three_stop_draws_three() -> None:
    match = do(begin([2, 20, 45], []), "2 up 1", "20 up 1")
    assert not losing(match, "45 up 1")
    do(match, "45 up 1")
    assert seen(match)["turn"]["draws"] == 3
    do(match, "draw 97", "draw 96", "draw 95")
    assert match.state.deciders == {1}


@pytest.mark.clause("TG-13")
def test_earlier_cards_count_and_the_three_may_be_any_of_the_three() -> None:
    for order in (["20 up 1", "21 up 1", "24 up 1"], ["2 up 1", "20 up 1", "21 up 1"], ["2 up 1", "3 up 1", "20 up 1"]):
        match = begin([2, 3, 20, 21, 24], [])
        for text in order:
            assert match.state.deciders == {0}
            do(match, text)
        assert match.state.deciders == {trapezi.NATURE}


@pytest.mark.clause("TG-13")
def test_exactly_three_also_with_an_empty_draw_pile() -> None:
    match = last_cards("98 up 1", "99 up 1", "88 up 2", "81 down 1", **only("three"))
    do(match, "81 down 1", "98 up 1")
    assert rejected(match, "end") == "the_game.end.three missing=1"
    do(match, "99 up 1")
    assert match.state.deciders == {0}
    assert seen(match)["turn"]["laid"] == 0


@pytest.mark.clause("TG-13")
def test_with_two_cards_in_hand_three_may_be_played_but_loses() -> None:
    match = last_cards("99 up 1", "81 down 1", **only("three"))
    assert losing(match, "81 down 1")
    assert lost(do(match, "81 down 1")) == "the_game.lost.three"
    match = do(last_cards("99 up 1", "81 down 1", **only("three")), "99 up 1")
    assert losing(match, "81 down 1")


@pytest.mark.clause("TG-13")
def test_two_threes_are_compatible() -> None:
    match = do(begin([20, 34, 35], []), "20 up 1", "34 up 1", "35 up 1")
    assert match.state.deciders == {trapezi.NATURE}


# -- TG-14, TG-15, TG-17: infinity ---------------------------------------------------------------------------------------


@pytest.mark.clause("TG-14")
def test_no_trick_on_any_of_the_four_piles() -> None:
    match = do(begin([50, 40, 11, 60, 70], []), "50 up 1", "60 down 1", "11 up 2")
    assert rejected(match, "40 up 1") == "the_game.no-trick card=40 pile=0 top=50"
    assert rejected(match, "70 down 1") == "the_game.no-trick card=70 pile=2 top=60"


@pytest.mark.clause("TG-14")
@pytest.mark.parametrize("language", ["el", "en", "de"])
def test_the_reason_under_no_trick_does_not_offer_a_trick(language: str) -> None:
    match = do(begin([50, 41, 11, 60, 69], []), "50 up 1", "60 down 1")
    reasons = [match.state.why_not(0, match.game.parse(text)) for text in ("41 up 1", "69 down 1")]
    assert [reason.key for reason in reasons if reason] == ["the_game.too-low", "the_game.too-high"]
    do(match, "11 up 2")
    for text, key in (("41 up 1", "the_game.too-low-no-trick"), ("69 down 1", "the_game.too-high-no-trick")):
        reason = match.state.why_not(0, match.game.parse(text))
        assert reason is not None
        assert reason.key == key
        assert "10" not in catalogue_for(language).translate_reason(reason)


@pytest.mark.clause("TG-14")
def test_a_trick_does_not_cover_the_no_trick_card_itself() -> None:
    match = do(begin([39, 29, 40], []), "39 up 1")
    assert rejected(match, "29 up 1") == "the_game.no-trick card=29 pile=0 top=39"


@pytest.mark.clause("TG-14")
def test_no_trick_may_itself_be_laid_by_a_trick_if_no_other_is_visible() -> None:
    match = do(begin([49, 39, 11], []), "49 up 1", "39 up 1")
    assert seen(match)["piles"][0]["top"] == 39
    match = do(begin([49, 39, 11], []), "49 up 1", "11 up 2")
    assert "39 up 1" not in offered(match)


@pytest.mark.clause("TG-15")
def test_the_first_card_of_a_turn_binds_the_others_to_its_pile() -> None:
    match = do(begin([17, 2], [21, 24, 25], []), "2 up 2", "17 up 1", "end", "draw 97", "draw 96")
    assert {"21 up 1", "21 up 2", "21 down 1"} <= set(offered(match))
    do(match, "21 up 2")
    assert rejected(match, "24 up 1") == "the_game.one-pile pile=1"
    assert all(text.endswith("up 2") for text in offered(match))
    do(match, "24 up 2", "end")
    assert [pile["open"] for pile in seen(match)["piles"]] == [False, True, False, False]


@pytest.mark.clause("TG-15")
def test_covering_it_cancels_its_binding() -> None:
    match = do(begin([17, 2], [21, 24, 25], []), "2 up 2", "17 up 1", "end", "draw 97", "draw 96", "21 up 1")
    assert {"24 up 1", "24 up 2", "24 down 1", "24 down 2"} <= set(offered(match))


@pytest.mark.clause("TG-15")
def test_the_card_laid_after_it_binds_and_cards_before_it_do_not_count() -> None:
    match = do(begin([2, 17, 21, 24, 25], []), "2 up 2", "17 up 1")
    assert {"21 up 1", "21 up 2", "21 down 1", "21 down 2"} <= set(offered(match))
    do(match, "25 down 1")
    assert {text[3:] for text in offered(match) if text != "end"} == {"down 1"}


@pytest.mark.clause("TG-15")
def test_each_visible_one_pile_card_has_its_own_binding() -> None:
    match = do(begin([17, 84], [21, 24, 80], []), "17 up 1", "84 down 1", "end", "draw 97", "draw 96")
    do(match, "21 up 1")  # This covers the first one-pile card and binds the second one to pile 0.
    assert rejected(match, "80 down 1") == "the_game.one-pile pile=0"
    do(match, "24 up 1")


@pytest.mark.clause("TG-15")
def test_bindings_are_empty_at_the_start_of_a_turn() -> None:
    match = do(begin([17, 2], [21, 24], [25, 26]), "2 up 2", "17 up 1", "end", "draw 97", "draw 96")
    do(match, "21 up 2", "24 up 2", "end", "draw 95", "draw 93")
    assert {"25 up 1", "25 up 2", "25 down 1", "25 down 2"} <= set(offered(match))


@pytest.mark.clause("TG-17")
def test_a_turn_that_ends_with_draw_one_visible_draws_one_card() -> None:
    match = do(begin([2, 3, 23, 78], [24]), "2 up 1", "3 up 1", "23 up 1", "78 down 1", "end")
    assert seen(match)["turn"]["draws"] == 1
    do(match, "draw 97")
    assert match.state.deciders == {1}
    assert seen(match)["sizes"] == [4, 7]


@pytest.mark.clause("TG-17")
def test_when_none_is_visible_the_hand_is_refilled() -> None:
    match = do(begin([2, 3, 23, 26, 27], [24, 25]), "2 up 1", "3 up 1", "23 up 1", "end", "draw 97")
    do(match, "24 up 1", "25 up 1", "end", "draw 96", "draw 95")
    assert seen(match)["sizes"] == [5, 7]
    do(match, "26 up 1", "27 up 1", "end")
    assert seen(match)["turn"]["draws"] == 4


@pytest.mark.clause("TG-17")
def test_none_is_drawn_from_an_empty_pile() -> None:
    match = do(last_cards("99 up 1", "78 down 1", "77 down 1", **only("draw_one")), "78 down 1", "end")
    assert match.state.deciders == {0}
    assert seen(match)["sizes"] == [2]
