"""Simulations play the same games for the same seed, and compute correct statistics."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.bots import Observation, UnknownBot
from trapezi.cli.arguments import playable_games
from trapezi.core.game import Game
from trapezi.core.log import first_event_not_from_seed
from trapezi.core.random import Stream, branch
from trapezi.lab.simulate import simulate
from trapezi.lab.totals import Totals
from trapezi.lab.workers import BadRun

GAMES = [kind.with_options(players=2) for kind in playable_games()]


def without_times(result: Any) -> dict[str, Any]:
    """Return the data of a result that does not depend on the clock."""
    return {name: value for name, value in result.data().items() if name not in ("seconds", "games_per_s", "decisions_per_s")}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_logged_games_are_the_counted_ones_and_their_chance_verifies(game: Game[Any], tmp_path: Path) -> None:
    logged = simulate(game, 10, seed=3, log=tmp_path)
    matches = [trapezi.replay(path) for path in sorted(tmp_path.iterdir())]
    ends = [match.state for match in matches]
    assert len(ends) == 10
    assert all(end.over for end in ends)
    assert sum(end.scores[0] for end in ends) == logged.totals.scores[0]
    assert len({match.seed for match in matches}) == 10
    assert all(match.seed is not None and first_event_not_from_seed(match) is None for match in matches)


def test_the_number_of_processes_does_not_change_the_games(tmp_path: Path) -> None:
    game = trapezi.game("qwixx", players=3, sheet="mixed-colours")
    assert without_times(simulate(game, 101, seed=5)) == without_times(simulate(game, 101, seed=5, jobs=2))
    alone = simulate(game, 101, seed=5, log=tmp_path / "alone")
    assert without_times(alone) == without_times(simulate(game, 101, seed=5, jobs=3, log=tmp_path / "new" / "folder"))
    assert len(list((tmp_path / "new" / "folder").iterdir())) == 101


@pytest.mark.parametrize("bots", [["chance"], ["greedy"], ["greedy", "chance"]], ids="+".join)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_seed_plays_the_same_games_with_and_without_logs(game: Game[Any], bots: list[str], tmp_path: Path) -> None:
    logged = simulate(game, 6, bots=bots, seed=7, log=tmp_path)
    unlogged = simulate(game, 6, bots=bots, seed=7)
    assert logged.totals.data() == unlogged.totals.data()


class Sampler:
    """A bot that decides by a random position which it draws from the observation."""

    def decide(self, observation: Observation, rng: Stream) -> int:
        legal = observation.resample(rng).legal(observation.seat)
        return legal[rng.below(len(legal))]


def test_bots_that_sample_play_the_same_games_with_and_without_logs(tmp_path: Path) -> None:
    game = trapezi.game("sideboards", players=2)
    bots = [f"{__name__}:Sampler", "greedy"]
    logged = simulate(game, 3, bots=bots, seed=7, log=tmp_path)
    assert without_times(logged) == without_times(simulate(game, 3, bots=bots, seed=7))


def test_game_n_has_the_seed_of_the_nth_stream(tmp_path: Path) -> None:
    simulate(trapezi.game("qwixx", players=2), 3, seed=9, log=tmp_path)
    seeds = [trapezi.replay(path).seed for path in sorted(tmp_path.iterdir())]
    assert seeds == [branch(9, n).next64() >> 1 for n in range(3)]


def test_means_rates_and_intervals_match_the_games(tmp_path: Path) -> None:
    result = simulate(trapezi.game("qwixx", players=2), 30, seed=1, log=tmp_path)
    ends = [trapezi.replay(path).state for path in sorted(tmp_path.iterdir())]
    seats = result.data()["seats"]
    for seat in range(2):
        scores = [end.scores[seat] for end in ends]
        mean = sum(scores) / 30
        deviation = math.sqrt(sum((score - mean) ** 2 for score in scores) / 29)
        assert seats[seat]["mean_score"] == pytest.approx(mean)
        half = 1.96 * deviation / math.sqrt(30)
        assert seats[seat]["ci95"] == pytest.approx([mean - half, mean + half], rel=1e-3)
        winners = [end.final_result().winners for end in ends]
        won = math.fsum(1 / len(seats_won) for seats_won in winners if seat in seats_won)
        assert seats[seat]["win_rate"] == pytest.approx(won / 30)
    assert sum(seat["win_rate"] for seat in seats) == pytest.approx(1)
    assert "team" not in result.data()


def test_winners_share_a_win() -> None:
    game = trapezi.game("qwixx", players=3)
    state = game.start()
    rng = trapezi.Stream(1)
    while not (state.over and len(state.final_result().winners) == 2):
        if state.over:
            state = game.start()
        for seat in state.deciders:
            state.play(seat, state.choose(seat, rng))
    totals = Totals(3)
    totals.add_game(state)
    totals.add_game(state)
    assert sorted(totals.win_rate(seat) for seat in range(3)) == [0, 0.5, 0.5]


def test_totals_add_up() -> None:
    game = trapezi.game("qwixx", players=2)
    whole, first, second = (simulate(game, n, seed=2).totals for n in (7, 7, 3))
    first.add(second)
    assert first.games == 10
    assert first.scores[1] == whole.scores[1] + second.scores[1]


def test_the_interval_of_a_mean_contains_it_95_times_in_100() -> None:
    """The test uses the mean of many more games as the true mean."""
    game = trapezi.game("qwixx", players=1)
    truth = simulate(game, 4000, seed=1).data()["seats"][0]["mean_score"]
    hits = 0
    for seed in range(100):
        low, high = simulate(game, 40, seed=1000 + seed).data()["seats"][0]["ci95"]
        hits += low <= truth <= high
    assert 88 <= hits <= 99


def test_bots_take_the_seats_in_order() -> None:
    result = simulate(trapezi.game("qwixx", players=3), 1, bots=["chance", "chance"])
    assert [seat["bot"] for seat in result.data()["seats"]] == ["chance"] * 3


def test_unknown_bots_and_too_many_bots_are_rejected() -> None:
    game = trapezi.game("qwixx", players=2)
    with pytest.raises(UnknownBot):
        simulate(game, 1, bots=["oracle"])
    with pytest.raises(BadRun):
        simulate(game, 1, bots=["chance"] * 3)


def test_progress_is_reported_during_the_run() -> None:
    steps: list[int] = []
    simulate(trapezi.game("qwixx", players=2), 4500, seed=1, on_progress=steps.append)
    assert sum(steps) == 4500
    assert len(steps) > 1
