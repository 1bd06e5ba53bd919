"""The arena: every pairing on every seat with the same deals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.lab.conftest import standings

import trapezi
from trapezi.bots import UnknownBot
from trapezi.lab.arena import pairings, run_arena, seatings
from trapezi.lab.simulate import simulate
from trapezi.lab.standings import Standings
from trapezi.lab.workers import BadRun

QWIXX = trapezi.game("qwixx", players=2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_bot_has_every_seat_equally_often(seats: Any) -> None:
    ways = seatings(0, 1, seats)
    assert len(ways) == len(set(ways))
    for seat in range(seats):
        assert sum(way[seat] for way in ways) * 2 == len(ways)
    assert {abs(2 * sum(way) - seats) for way in ways} == {seats % 2}, "divided as evenly as possible"
    assert all(tuple(1 - bot for bot in way) == after for way, after in zip(ways[::2], ways[1::2], strict=True))


def test_every_two_bots_meet_and_in_a_ladder_only_neighbours() -> None:
    assert [pairing.bots for pairing in pairings(4, 2, cooperative=False, ladder=False)] == [
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 2),
        (1, 3),
        (2, 3),
    ]
    assert [pairing.bots for pairing in pairings(4, 3, cooperative=False, ladder=True)] == [(0, 1), (1, 2), (2, 3)]
    assert [pairing.seatings for pairing in pairings(2, 3, cooperative=True, ladder=False)] == [((0, 0, 0),), ((1, 1, 1),)]
    assert [pairing.seatings for pairing in pairings(2, 1, cooperative=False, ladder=False)] == [((0,),), ((1,),)]


@pytest.mark.parametrize(("name", "players"), [("qwixx", 2), ("qwixx", 3), ("sideboards", 4), ("silver_gold", 3)])
def test_identical_bots_have_identical_results(guests: None, name: str, players: int) -> None:
    """One deal in every seating is enough, because what one bot wins in a seating, the other wins in the opposite seating."""
    bots = ["guests:RandomLegal", "guests:RandomLegalToo"]
    data = Standings(result := run_arena(trapezi.game(name, players=players), bots, 6, seed=3)).data()
    one, other = data["bots"].values()
    assert one["win_rate"] == other["win_rate"] == 0.5
    assert one["mean_score"] == other["mean_score"]
    assert one["scores"] == other["scores"]
    assert data["pairs"][0]["a_wins"] == data["pairs"][0]["b_wins"]
    games = Counter(map(str, result.rows[0]))
    assert set(games.values()) == {len(seatings(0, 1, players))}, "the same deal in every seating"


def test_game_n_has_the_same_deal_as_in_a_simulation() -> None:
    result = run_arena(QWIXX, ["greedy", "chance"], 20, seed=9)
    for seating, bots in enumerate((["greedy", "chance"], ["chance", "greedy"])):
        totals = simulate(QWIXX, 10, seed=9, bots=bots).totals
        rows: Any = result.rows[0][seating::2]
        assert [sum(row[1 + seat] for row in rows) for seat in range(2)] == totals.scores[:2]


def test_teams_play_the_same_deals_and_are_compared_deal_by_deal() -> None:
    game = trapezi.game("the_game", players=2, mode="plain")
    result = run_arena(game, ["level-1", "greedy"], 60, seed=5)
    data = Standings(result).data()
    for name, bot in data["bots"].items():
        alone = simulate(game, 60, seed=5, bots=[name]).data()
        assert bot["win_rate"] == alone["team"]["win_rate"]
        assert bot["ci95"] == alone["team"]["ci95"]
        assert bot["mean_left"] == alone["team"]["mean_left"]
        assert bot["mean_score"] == pytest.approx(alone["seats"][0]["mean_score"])
    (pair,) = data["pairs"]
    teams: Any = result.rows
    beginner, greedy = ([row[0] for row in rows] for rows in teams)
    both = sum(a == b for a, b in zip(beginner, greedy, strict=True))
    assert (pair["b_wins"] - pair["a_wins"], pair["ties"]) == (sum(greedy) - sum(beginner), both)
    assert sum(greedy) > 0
    assert pair["a_wins"] + pair["b_wins"] + pair["ties"] == 60
    assert pair["score_difference_ci95"][1] < 0


def test_in_solitaire_more_points_with_the_same_dice_win() -> None:
    data = standings(trapezi.game("qwixx", players=1), ["greedy", "chance"], 12)
    assert data["bots"]["greedy"]["win_rate"] == 1
    assert data["pairs"][0]["a_wins"] == 12


def test_an_arena_needs_two_different_bots_that_exist() -> None:
    with pytest.raises(BadRun, match=r"arena\.too-few"):
        run_arena(QWIXX, ["greedy"], 1)
    with pytest.raises(BadRun, match=r"arena\.too-few"):
        run_arena(trapezi.game("the_game", players=2), [], 1)
    with pytest.raises(BadRun, match=r"arena\.twice"):
        run_arena(QWIXX, ["greedy", "greedy"], 1)
    with pytest.raises(UnknownBot):
        run_arena(QWIXX, ["greedy", "oracle"], 1)
