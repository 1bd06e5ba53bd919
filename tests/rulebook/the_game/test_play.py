"""The rules of The Game, clause by clause: the rules without commands, talk, and the minimum of cards."""

from __future__ import annotations

import pytest
from tests.rulebook.the_game.by_hand import alone, begin, do, lost, offered, rejected, seen

import trapezi
from trapezi.core.match import Match


def up(*cards: int) -> list[str]:
    return [f"{card} up 1" for card in cards]


def tops(match: Match) -> list[int]:
    return [pile["top"] for pile in seen(match)["piles"]]


# -- TG-1, TG-2: cards and hands ---------------------------------------------------------------------------------------


@pytest.mark.clause("TG-1")
def test_ninety_eight_cards_and_four_piles() -> None:
    state = trapezi.game("the_game", players=3).start()
    assert [state.game.text(outcome) for outcome in state.chance()] == [f"draw {card}" for card in range(2, 100)]
    piles = state.view(0)["board"]["piles"]
    assert [(pile["direction"], pile["top"]) for pile in piles] == [("up", 1), ("up", 1), ("down", 100), ("down", 100)]


@pytest.mark.clause("TG-1")
def test_each_card_is_there_once() -> None:
    match = do(trapezi.game("the_game", players=1).match(by_hand=True), "draw 30")
    assert rejected(match, "draw 30") == "the_game.not-in-draw-pile card=30"


@pytest.mark.clause("TG-2")
@pytest.mark.parametrize(("players", "hand", "rest"), [(1, 8, 90), (2, 7, 84), (3, 6, 80), (4, 6, 74), (5, 6, 68)])
def test_hands_and_draw_pile(players: int, hand: int, rest: int) -> None:
    table = seen(trapezi.game("the_game", players=players).match(seed=players))
    assert table["sizes"] == [hand] * players
    assert len(table["hand"]) == hand
    assert table["draw_pile"] == rest


# -- TG-3 to TG-6: a turn ----------------------------------------------------------------------------------------------


@pytest.mark.clause("TG-3")
def test_a_turn_has_at_least_two_cards() -> None:
    match = begin([3, 5, 8], [], mode="plain")
    assert "end" not in offered(match)
    do(match, "3 up 1")
    assert rejected(match, "end") == "the_game.end.minimum missing=1"
    do(match, "5 up 2")
    assert "end" in offered(match)


@pytest.mark.clause("TG-3")
def test_more_cards_at_will_each_on_any_pile() -> None:
    match = do(begin([3, 5, 8, 98, 97], []), "3 up 1", "5 up 2", "98 down 1", "97 down 2", "8 up 1", "end")
    assert tops(match) == [8, 5, 98, 97]
    assert match.state.deciders == {trapezi.NATURE}


@pytest.mark.clause("TG-3")
def test_one_card_is_enough_once_the_draw_pile_is_empty() -> None:
    match = alone(up(*range(2, 100)), stop_before=7, mode="plain")
    assert seen(match)["draw_pile"] == 0
    assert seen(match)["turn"]["laid"] == 1
    assert "end" in offered(match)


@pytest.mark.clause("TG-3")
def test_two_cards_are_needed_while_the_draw_pile_has_one() -> None:
    match = alone(up(*range(2, 100)), stop_before=9, mode="plain")
    assert (seen(match)["draw_pile"], seen(match)["turn"]["laid"]) == (2, 1)
    assert "end" not in offered(match)


@pytest.mark.clause("TG-4")
def test_ascending_piles_ascend_and_descending_piles_descend() -> None:
    match = do(begin([52, 48, 47, 53, 63], [], mode="plain"), "52 up 1", "48 down 1")
    assert rejected(match, "47 up 1") == "the_game.too-low card=47 pile=0 top=52"
    assert rejected(match, "53 down 1") == "the_game.too-high card=53 pile=2 top=48"
    assert {"53 up 1", "47 up 2", "47 down 1", "53 down 2"} <= set(offered(match))
    do(match, "63 up 1", "47 down 1")


@pytest.mark.clause("TG-5")
def test_an_ascending_pile_at_47_takes_37() -> None:
    match = do(begin([47, 37, 3], [], mode="plain"), "47 up 1")
    assert match.state.preview(0, match.game.parse("37 up 1"))["trick"]
    do(match, "37 up 1")
    assert tops(match)[0] == 37


@pytest.mark.clause("TG-5")
def test_a_descending_pile_at_47_takes_57() -> None:
    match = do(begin([47, 57], [], mode="plain"), "47 down 2", "57 down 2")
    assert tops(match)[3] == 57


@pytest.mark.clause("TG-5")
def test_tricks_may_be_repeated_on_any_pile() -> None:
    match = begin([50, 40, 30, 49, 59, 69], [], mode="plain")
    do(match, "50 up 2", "49 down 1", "40 up 2", "59 down 1", "30 up 2", "69 down 1", "end")
    assert tops(match) == [1, 30, 69, 100]


@pytest.mark.clause("TG-5")
def test_only_exactly_ten_is_a_trick() -> None:
    match = do(begin([50, 41, 39, 30, 60], [], mode="plain"), "50 up 1", "60 down 1")
    assert rejected(match, "41 up 1") == "the_game.too-low card=41 pile=0 top=50"
    assert rejected(match, "39 up 1") == "the_game.too-low card=39 pile=0 top=50"
    assert rejected(match, "30 up 1") == "the_game.too-low card=30 pile=0 top=50"


@pytest.mark.clause("TG-5")
def test_a_waiting_player_sees_how_far_each_card_would_jump() -> None:
    match = do(begin([50, 60], [40, 70, 30, 55]), "50 up 1", "60 down 1")
    table = seen(match, 1)
    jumps = dict(zip((face["card"] for face in table["hand"]), table["jumps"], strict=True))
    assert jumps[40] == [-10, 39, 20, 60]
    assert jumps[70] == [20, 69, -10, 30]
    assert jumps[30] == [None, 29, 30, 70]
    assert match.state.view(trapezi.SPECTATOR)["board"]["jumps"] == []


@pytest.mark.clause("TG-6")
def test_after_the_turn_the_hand_is_refilled() -> None:
    match = do(begin([3, 5, 8], [], mode="plain"), "3 up 1", "5 up 1", "8 up 1", "end")
    assert seen(match)["turn"]["draws"] == 3
    do(match, "draw 90", "draw 91")
    assert match.state.deciders == {trapezi.NATURE}
    do(match, "draw 92")
    assert match.state.deciders == {1}
    assert seen(match)["sizes"] == [7, 7]


@pytest.mark.clause("TG-6")
def test_only_the_drawing_player_sees_the_card() -> None:
    match = do(begin([3, 5], [], mode="plain"), "3 up 1", "5 up 1", "end", "draw 90", "draw 91")
    assert 90 in [card["card"] for card in seen(match, 0)["hand"]]
    assert match.history(0)[-1].description == {"kind": "draw", "card": 91, "command": None, "fire": False, "to": 0}
    assert match.history(1)[-1].description == {"kind": "draw", "to": 0}


@pytest.mark.clause("TG-6")
def test_the_draw_pile_may_not_suffice() -> None:
    match = alone(up(*range(2, 100)), stop_before=9, mode="plain")
    do(match, "91 up 1", "92 up 1", "93 up 1", "end", "draw 98", "draw 99")
    assert match.state.deciders == {0}
    assert seen(match)["sizes"] == [6]


# -- TG-7: the end -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("TG-7")
def test_won_when_all_98_cards_are_laid() -> None:
    match = alone(up(*range(2, 100)), mode="plain")
    result = match.state.result
    assert result is not None
    assert result.won is True
    assert result.winners == (0,)
    assert result.facts == {"left": 0, "excellent": 1}
    assert match.state.scores == [98]


@pytest.mark.clause("TG-7")
def test_players_without_cards_are_skipped() -> None:
    """The first player lays on the first pile, the second on the second one, the third on the third."""
    match = trapezi.game("the_game", players=3, first=0, mode="plain").match(by_hand=True)
    own = [list(range(2, 36)), list(range(36, 68)), list(range(99, 67, -1))]
    piles = ["up 1", "up 2", "down 1"]
    turns: list[int] = []
    while not match.state.over:
        (seat,) = match.state.deciders
        if seat == trapezi.NATURE:
            own_cards = own[match.state.redact(trapezi.SPECTATOR, seat, match.game.parse("draw 2"))["to"]]
            match.play(seat, f"draw {own_cards.pop(0)}")
            continue
        table = seen(match, seat)
        if table["turn"]["laid"] == 0:
            turns.append(seat)
        cards = [text for text in offered(match) if text.endswith(piles[seat])]
        lay_all = seat == 0 and not table["draw_pile"]
        if "end" in offered(match) and not (lay_all and cards):
            match.play(seat, "end")
        else:
            match.play(seat, cards[-1] if seat == 2 else cards[0])
    assert match.state.result is not None
    assert match.state.result.won
    assert turns[-13:] == [1, 2, 0, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]


@pytest.mark.clause("TG-7")
def test_a_loss_counts_the_cards_in_hands_and_draw_pile() -> None:
    match = do(begin([99, 2, 98, 3], [], mode="plain"), "99 up 1", "98 up 2", "2 down 1", "3 down 2", "end")
    for card in (20, 21, 23, 24):
        do(match, f"draw {card}")
    result = match.state.result
    assert result is not None
    assert (result.won, result.winners, result.ranks) == (False, (), (1, 1))
    assert result.facts == {"left": 94, "excellent": 0}
    assert match.state.view(1)["board"]["hands"] is not None


@pytest.mark.clause("TG-7")
@pytest.mark.parametrize(("left", "excellent"), [(9, 1), (10, 0)])
def test_fewer_than_ten_left_is_excellent(left: int, excellent: int) -> None:
    rest = list(range(20, 20 + left))
    early = [card for card in range(4, 98) if card not in rest]
    result = alone([*up(*early), "2 down 1", "3 down 2", "98 up 2", "99 up 1"], rest, mode="plain").state.result
    assert result is not None
    assert result.won is False
    assert result.facts == {"left": left, "excellent": excellent}


# -- TG-8, TG-16: talk -----------------------------------------------------------------------------------------------------


def possible_signals(match: Match, seat: int) -> list[str]:
    return [match.game.text(move) for move in match.state.optional(seat)]


@pytest.mark.clause("TG-8")
def test_everybody_with_cards_may_signal_about_piles_and_commands() -> None:
    match = begin([3, 5], [], [])
    for seat in range(3):
        assert len(possible_signals(match, seat)) == 4 * 4 + 7 * 2
    match.play(1, "signal up 1 hands-off")
    match.play(2, "signal up 1 good")
    match.play(2, "signal down 2 trick")
    match.play(0, "signal down 2 free")
    match.play(0, "signal stop hold")
    match.play(1, "signal skull avoid")
    signals = seen(match, 2)["signals"]
    assert [each["piles"] for each in signals] == [
        [None, None, None, "free"],
        ["hands-off", None, None, None],
        ["good", None, None, "trick"],
    ]
    assert [each["commands"] for each in signals] == [{"stop": "hold"}, {"skull": "avoid"}, {}]
    assert signals == match.state.view(trapezi.SPECTATOR)["board"]["signals"]
    assert match.state.deciders == {0}


@pytest.mark.clause("TG-8")
def test_one_signal_per_pile_and_command_in_a_turn() -> None:
    match = begin([3, 5], [6, 8])
    match.play(1, "signal up 1 hands-off")
    match.play(1, "signal skull avoid")
    assert rejected(match, "signal up 1 good", 1) == "the_game.hush.said"
    assert rejected(match, "signal skull hold", 1) == "the_game.hush.said"
    assert len(possible_signals(match, 1)) == 3 * 4 + 6 * 2
    do(match, "3 up 2", "5 up 2", "end", "draw 70", "draw 71")
    assert "signal up 1 good" in possible_signals(match, 1)
    assert "signal up 1 hands-off" not in possible_signals(
        match, 1
    )  # The earlier signal is still valid, so it cannot be repeated.
    match.play(1, "signal up 1 good")
    assert seen(match)["signals"][1]["piles"][0] == "good"


@pytest.mark.clause("TG-8")
def test_signals_lapse_when_the_pile_is_played_on_and_after_the_own_turn() -> None:
    match = begin([3, 5], [6, 8])
    match.play(1, "signal up 1 hands-off")
    match.play(1, "signal down 1 good")
    match.play(1, "signal three hold")
    match.play(0, "signal down 1 free")
    do(match, "3 up 1")
    assert seen(match)["signals"][1] == {"piles": [None, None, "good", None], "commands": {"three": "hold"}}
    do(match, "5 up 1", "end", "draw 70", "draw 71")
    assert seen(match)["signals"][0]["piles"] == [None] * 4
    assert seen(match)["signals"][1]["piles"] == [None, None, "good", None]
    do(match, "6 up 1", "8 up 1", "end")
    assert seen(match)["signals"][1] == {"piles": [None] * 4, "commands": {}}


@pytest.mark.clause("TG-8")
def test_no_signals_alone_nor_about_commands_that_are_not_in_the_game() -> None:
    match = begin([3, 5])
    assert possible_signals(match, 0) == []
    assert rejected(match, "signal up 1 good") == "the_game.hush.solo"
    assert len(possible_signals(begin([], [], mode="plain"), 0)) == 16
    match = begin([], [], stop=False)
    assert len(possible_signals(match, 0)) == 16 + 12
    assert rejected(match, "signal stop hold") == "the_game.hush.no-such-command command=stop"


@pytest.mark.clause("TG-8")
def test_no_signals_while_cards_are_dealt_or_drawn() -> None:
    match = trapezi.game("the_game", players=2).match(by_hand=True)
    assert possible_signals(match, 0) == []
    match = do(begin([3, 5], []), "3 up 1", "5 up 1", "end")
    assert possible_signals(match, 0) == possible_signals(match, 1) == []
    assert rejected(match, "signal up 1 good", 1) == "the_game.hush.not-now"


@pytest.mark.clause("TG-16")
def test_no_signals_while_silence_is_visible() -> None:
    match = begin([7, 8, 2], [])
    match.play(1, "signal up 2 hands-off")
    match.play(0, "signal silence hold")
    do(match, "7 up 1")
    assert seen(match)["silence"]
    assert [each["piles"] for each in seen(match)["signals"]] == [[None] * 4, [None] * 4]
    assert match.state.optional(0) == match.state.optional(1) == []
    assert rejected(match, "signal down 1 good", 1) == "the_game.hush.silence"
    do(match, "8 up 1")
    assert not seen(match)["silence"]
    match.play(1, "signal down 1 good")


# -- TG-18, TG-19: the minimum -----------------------------------------------------------------------------------------

# The piles are at 98, 99, 3 and 2, so only the cards 89, 88, 12 and 13 still fit.
CLOSED = ["98 up 1", "99 up 2", "3 down 1", "2 down 2"]


@pytest.mark.clause("TG-18")
def test_other_commands_do_not_shorten_a_turn() -> None:
    for card in (7, 11, 17, 23):  # the commands silence, no trick, one pile and draw one
        match = do(begin([card, 30], [], [40]), f"{card} up 1")
        assert rejected(match, "end") == "the_game.end.minimum missing=1"


@pytest.mark.clause("TG-19")
def test_lost_before_the_first_card_even_if_one_would_fit() -> None:
    match = do(begin([98, 99, 3, 2], [89, 20, 21, 24, 25, 26, 27], mode="plain"), *CLOSED, "end")
    do(match, "draw 4", "draw 5", "draw 6", "draw 7")
    assert lost(match) == "the_game.lost.minimum"
    assert match.state.scores == [4, 4]


@pytest.mark.clause("TG-19")
def test_two_cards_that_fit_one_after_the_other_reach_the_minimum() -> None:
    match = do(begin([98, 99, 3, 2], [88, 92, 21, 24, 25, 26, 27], mode="plain"), *CLOSED, "end")
    do(match, "draw 4", "draw 5", "draw 6", "draw 7")
    assert offered(match) == ["88 up 1"]
    do(match, "88 up 1", "92 up 1")
    assert offered(match) == ["end"]


@pytest.mark.clause("TG-19")
def test_a_stop_reaches_the_minimum_alone() -> None:
    laid = ["98 up 1", "91 up 2", "3 down 1", "2 down 2", "end", "draw 4", "draw 5", "draw 6", "draw 8"]
    match = do(begin([98, 91, 3, 2], [92, 21, 24, 25, 26, 27, 28]), *laid)
    assert offered(match) == ["92 up 2"]
    do(match, "92 up 2")
    assert match.state.deciders == {trapezi.NATURE}
    assert do(begin([98, 91, 3, 2], [93, 21, 24, 25, 26, 27, 28]), *laid).state.over


@pytest.mark.clause("TG-19")
def test_lost_in_mid_turn_and_the_laid_cards_stay() -> None:
    match = begin([98, 87, 3, 2], [97, 20, 23, 24, 25, 26, 77], mode="plain")
    do(match, "98 up 1", "87 up 2", "3 down 1", "2 down 2", "end", "draw 4", "draw 5", "draw 6", "draw 7")
    assert offered(match) == ["77 up 2", "97 up 2"]
    assert not match.state.preview(1, match.game.parse("77 up 2"))["short"]
    assert match.state.preview(1, match.game.parse("97 up 2"))["short"]
    do(match, "97 up 2")
    assert lost(match) == "the_game.lost.stuck"
    assert match.state.scores == [5, 5]
    assert tops(match) == [98, 97, 3, 2]


@pytest.mark.clause("TG-19")
def test_a_hand_shortened_by_draw_one_does_not_lower_the_minimum() -> None:
    """After seven cards are laid and one is drawn, the player has a single card. The next turn is lost unless it is a stop."""
    laid = ["2 up 1", "3 up 1", "4 up 1", "5 up 1", "6 up 1", "8 up 1", "23 up 1", "end"]
    others = ["97 down 1", "96 down 1", "end", "draw 40"]
    match = do(begin([2, 3, 4, 5, 6, 8, 23], [97, 96]), *laid, "draw 30", *others)
    assert lost(match) == "the_game.lost.minimum"
    assert seen(match)["sizes"] == [1, 6]
    match = do(begin([2, 3, 4, 5, 6, 8, 23], [97, 96]), *laid, "draw 45", *others)
    assert offered(match) == ["45 up 1", "45 up 2", "45 down 1", "45 down 2"]
