"""Bots against one another: fair, repeatable, resumable, and safe from the bots."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

import trapezi
from trapezi.bots import UnknownBot
from trapezi.lab.arena import Arena, arena, lineups, tables
from trapezi.lab.simulate import simulate
from trapezi.lab.standings import Standings
from trapezi.lab.workers import BadRun

QWIXX = trapezi.game("qwixx", players=2)


def told(*given, **options) -> dict:
    """The figures of an arena, but not how long it took."""
    data = Standings(arena(*given, **options)).data()
    del data["seconds"]
    return data


# -- fair ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_is_everybodys_as_often(seats):
    ways = lineups(0, 1, seats)
    assert len(ways) == len(set(ways))
    for seat in range(seats):
        assert sum(way[seat] for way in ways) * 2 == len(ways)
    assert {abs(2 * sum(way) - seats) for way in ways} == {seats % 2}, "as evenly as can be"
    assert all(tuple(1 - bot for bot in way) == after for way, after in zip(ways[::2], ways[1::2], strict=True))


def test_every_pairing_has_a_table_and_in_a_ladder_neighbours_only():
    assert [table.bots for table in tables(4, 2, together=False, ladder=False)] == [
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 2),
        (1, 3),
        (2, 3),
    ]
    assert [table.bots for table in tables(4, 3, together=False, ladder=True)] == [(0, 1), (1, 2), (2, 3)]
    assert [table.lineups for table in tables(2, 3, together=True, ladder=False)] == [((0, 0, 0),), ((1, 1, 1),)]
    assert [table.lineups for table in tables(2, 1, together=False, ladder=False)] == [((0,),), ((1,),)]


@pytest.mark.parametrize(("name", "players"), [("qwixx", 2), ("qwixx", 3), ("sideboards", 4), ("silver_gold", 3)])
def test_bots_that_play_the_same_do_exactly_as_well(guests, name, players):
    """With luck in common even one turn of all line-ups is enough: whatever one wins here, the other wins there."""
    data = Standings(played := arena(trapezi.game(name, players=players), ["guests:Any", "guests:AnyToo"], 6, seed=3)).data()
    one, other = data["bots"].values()
    assert one["win_rate"] == other["win_rate"] == 0.5
    assert one["mean_score"] == other["mean_score"]
    assert one["scores"] == other["scores"]
    assert data["pairs"][0]["a_wins"] == data["pairs"][0]["b_wins"]
    games = Counter(tuple(row) for row in played.rows[0])
    assert set(games.values()) == {len(lineups(0, 1, players))}, "the same deal in every line-up"


def test_game_n_is_dealt_as_in_a_simulation():
    played = arena(QWIXX, ["greedy", "chance"], 20, seed=9)
    for turn, bots in enumerate((["greedy", "chance"], ["chance", "greedy"])):
        count = simulate(QWIXX, 10, seed=9, bots=bots).count
        rows = played.rows[0][turn::2]
        assert [sum(row[1 + seat] for row in rows) for seat in range(2)] == count.score[:2]


def test_who_is_stronger_is_rated_higher_and_the_anchor_stays():
    data = Standings(arena(QWIXX, ["greedy", "chance", "level-1"], 40)).data("chance", 500.0)
    strength = {name: bot["rating"] for name, bot in data["bots"].items()}
    assert strength["chance"] == 500
    assert strength["greedy"] > strength["level-1"] > strength["chance"] + 100
    low, high = data["bots"]["level-1"]["rating_ci95"]
    assert low < strength["level-1"] < high


def test_without_the_library_there_are_no_ratings_but_all_the_rest(monkeypatch):
    monkeypatch.setitem(sys.modules, "choix", None)
    data = told(QWIXX, ["greedy", "chance"], 2)
    assert data["bots"]["greedy"]["rating"] is None
    assert data["bots"]["greedy"]["win_rate"] is not None


# -- together and alone --------------------------------------------------------------------------------------------------


def test_teams_of_one_bot_have_the_same_shuffles_and_are_compared_deal_by_deal():
    game = trapezi.game("the_game", players=2, mode="plain")
    played = arena(game, ["level-1", "greedy"], 60, seed=5)
    data = Standings(played).data()
    for name, bot in data["bots"].items():
        alone = simulate(game, 60, seed=5, bots=[name]).data()
        assert bot["win_rate"] == alone["team"]["win_rate"]
        assert bot["ci95"] == alone["team"]["ci95"]
        assert bot["mean_left"] == alone["team"]["mean_left"]
        assert bot["mean_score"] == pytest.approx(alone["seats"][0]["mean_score"])
    (pair,) = data["pairs"]
    kind, greedy = ([row[0] for row in rows] for rows in played.rows)
    both = sum(a == b for a, b in zip(kind, greedy, strict=True))
    assert (pair["b_wins"] - pair["a_wins"], pair["ties"]) == (sum(greedy) - sum(kind), both)
    assert sum(greedy) > 0
    assert pair["a_wins"] + pair["b_wins"] + pair["ties"] == 60
    assert pair["score_difference_ci95"][1] < 0


def test_alone_more_points_with_the_same_dice_win():
    data = told(trapezi.game("qwixx", players=1), ["greedy", "chance"], 12)
    assert data["bots"]["greedy"]["win_rate"] == 1
    assert data["pairs"][0]["a_wins"] == 12


# -- the same again ------------------------------------------------------------------------------------------------------


def test_the_number_of_processes_changes_nothing(guests):
    runs = [told(QWIXX, ["greedy", "level-1", "guests:Any"], 30, seed=4, jobs=jobs) for jobs in (1, 2, 3)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0]["played"] == 90


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch):
    kept = tmp_path / "new" / "kept.jsonl"
    bots, seen = ["greedy", "level-1", "chance"], []

    def stop(games: int) -> None:
        seen.append(games)
        if len(seen) == 4:
            raise KeyboardInterrupt

    first = arena(QWIXX, bots, 30, seed=4, keep=kept, done=stop)
    assert first.stopped
    assert 0 < Standings(first).data()["played"] < 90
    with kept.open("a") as file:
        file.write("[0,29,1,[[1,7")  # torn
    assert told(QWIXX, bots, 30, seed=4, keep=kept) == told(QWIXX, bots, 30, seed=4)
    monkeypatch.setattr(Arena, "do", None)
    assert told(QWIXX, bots, 30, seed=4, keep=kept)["played"] == 90, "nothing is played twice"


def test_what_was_kept_serves_for_fewer_games_and_for_more(tmp_path: Path):
    kept = tmp_path / "kept.jsonl"
    for games in (20, 7, 40):
        assert told(QWIXX, ["greedy", "chance"], games, keep=kept) == told(QWIXX, ["greedy", "chance"], games)


def test_a_simulation_goes_on_as_well_and_rotates(tmp_path: Path):
    game, bots = trapezi.game("qwixx", players=3), ["greedy", "chance"]
    whole = simulate(game, 30, seed=2, bots=bots, rotate=True)
    for games in (11, 30, 30):
        again = simulate(game, games, seed=2, bots=bots, rotate=True, keep=tmp_path / "kept")
    assert again.count.data() == whole.count.data()
    still = [simulate(game, 10, seed=2, bots=[*bots, "greedy"][-turn:] + [*bots, "greedy"][:-turn]).count for turn in range(3)]
    assert whole.count.score[1] == sum(count.score[(1 + turn) % 3] for turn, count in enumerate(still))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b'{"trapezi": "0"}\n', "keep.other-run"),
        (b"import os\n", "keep.not-a-run"),
        (b"not even a line", "keep.not-a-run"),
        (b"\xff\xfe\n", "keep.not-a-run"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text, key):
    path = tmp_path / "mine"
    path.write_bytes(text)
    with pytest.raises(BadRun, match=key):
        arena(QWIXX, ["greedy", "chance"], 2, keep=path)
    assert path.read_bytes() == text


def test_a_damaged_line_is_named(tmp_path: Path):
    kept = tmp_path / "kept"
    arena(QWIXX, ["greedy", "chance"], 2, keep=kept)
    kept.write_text(kept.read_text() + "[0,1]\n")
    with pytest.raises(BadRun, match=r"keep\.broken .*line=\d"):
        arena(QWIXX, ["greedy", "chance"], 4, keep=kept)


# -- bad bots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "reason", "why"),
    [
        ("Raises", "bot.failed", "ZeroDivisionError"),
        ("Leaves", "bot.failed", "SystemExit: enough"),
        ("Illegal", "bot.illegal", "1000000"),
        ("Unsure", "bot.illegal", ".0"),
        ("Claims", "bot.illegal", "1000000"),
        ("Scribbles", "bot.changed", ""),
        ("Broods", "bot.too-slow", "0.1"),
        ("Sleeps", "bot.lost", ""),
        ("Dies", "bot.lost", ""),
    ],
)
def test_a_bad_bot_loses_its_games_and_nobody_elses(guests, bad, reason, why):
    name = f"guests:{bad}"
    data = told(QWIXX, [name, "chance"], 2, limit=0.1 if bad in ("Broods", "Sleeps") else 60)
    (lost,) = data["forfeits"]
    assert (lost["bot"], lost["reason"], lost["games"]) == (name, reason, 2)
    assert why in str(lost["params"])
    assert data["pairs"][0]["b_wins"] == 2
    assert data["bots"][name]["forfeits"] == 2
    assert data["bots"]["chance"]["forfeits"] == 0
    assert data["played"] == 2


def test_a_team_that_fails_has_lost(guests):
    data = told(trapezi.game("the_game", players=2), ["guests:Raises", "guests:First"], 3)
    assert data["bots"]["guests:Raises"]["win_rate"] == 0
    assert data["bots"]["guests:Raises"]["mean_score"] is None
    assert data["bots"]["guests:First"]["mean_score"] > 0


def test_a_process_that_dies_costs_nothing_but_time(guests, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    unlucky = told(QWIXX, ["guests:DiesOnce", "greedy"], 6, jobs=2)
    assert (tmp_path / "died").exists()
    assert unlucky == told(QWIXX, ["guests:DiesOnce", "greedy"], 6)
    assert unlucky["forfeits"] == []


# -- what is refused -----------------------------------------------------------------------------------------------------


def test_an_arena_needs_two_that_exist_and_differ():
    with pytest.raises(BadRun, match=r"arena\.too-few"):
        arena(QWIXX, ["greedy"], 1)
    with pytest.raises(BadRun, match=r"arena\.too-few"):
        arena(trapezi.game("the_game", players=2), [], 1)
    with pytest.raises(BadRun, match=r"arena\.twice"):
        arena(QWIXX, ["greedy", "greedy"], 1)
    with pytest.raises(UnknownBot):
        arena(QWIXX, ["greedy", "oracle"], 1)
