"""The conformance kit, Gymnasium, PettingZoo and OpenSpiel work with a guest game (one from another installed package)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.guests.conftest import MANIFEST, PEBBLES, Environment, write_package


def test_the_kit_accepts_the_package(guest: Environment) -> None:
    code = "from trapezi.testing import check_package; print(check_package('market_day', games=3).games)"
    assert guest.python(code) == 12


def test_gymnasium_makes_it_by_the_id_that_the_package_names(guest: Environment) -> None:
    code = """
import gymnasium, json
from gymnasium.utils.env_checker import check_env
import trapezi.envs.gym
env = gymnasium.make("market/MarketDay-v0", players=3, bots=["greedy", "level-1"], reward="score", illegal="ignore")
check_env(env.unwrapped, skip_render_check=True)
observation, info = env.reset(seed=1)
size, total, over = len(observation), 0.0, False
while not over:
    observation, reward, over, _, info = env.step(env.action_space.sample())
    total += reward
assert total == env.unwrapped.learner.state.scores[0]
envs = gymnasium.make_vec("market/MarketDay-v0", num_envs=3, vectorization_mode="vector_entry_point")
batch, info = envs.reset(seed=1)
print(json.dumps([size, list(batch.shape), list(info["action_mask"].shape)]))
"""
    assert guest.python(code) == [6 + 2048, [3, 4 + 2048], [3, 60]]


def test_pettingzoo_plays_it(guest: Environment) -> None:
    code = """
import json, warnings
from pettingzoo.test import api_test, parallel_api_test
from trapezi.envs.pettingzoo import env, parallel_env
warnings.simplefilter("ignore")
api_test(env("market_day", players=3), num_cycles=30)
parallel_api_test(parallel_env("market_day", players=2), num_cycles=30)
game = env("market_day", players=3, reward="score")
game.reset(seed=7)
for agent in game.agent_iter():
    observation, _, over, _, _ = game.last()
    game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
print(json.dumps(game.unwrapped.position.over))
"""
    assert guest.python(code) is True


def test_openspiel_plays_it(guest: Environment) -> None:
    code = """
import json, pyspiel
import trapezi.envs.openspiel
game = pyspiel.load_game("trapezi_market_day(players=3,rotten=False)")
pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
state = game.new_initial_state()
print(json.dumps([game.num_distinct_actions(), len(state.chance_outcomes())]))
"""
    assert guest.python(code) == [60, 60]


def test_a_package_of_nothing_but_a_game_has_levels_and_environments(bare_guest: Environment) -> None:
    code = """
import json, gymnasium, trapezi
from trapezi import bots
import trapezi.envs.gym
env = gymnasium.make("trapezi/pebbles-v0", bots=["level-2"])
observation, info = env.reset(seed=1)
env.step(env.action_space.sample())
print(json.dumps([len(observation), type(bots.make("level-5", "pebbles")).__name__]))
"""
    assert bare_guest.python(code) == [4 + 2048, "Search"]


MESSAGES = '{"pebbles.title": "Pebbles"}'


@pytest.mark.parametrize(
    ("manifest", "files", "fault"),
    [
        ('name="pebbles", game=":Pebbles"', {}, "locale/en.json cannot be read"),
        (
            'name="pebbles", game=":Pebbles"',
            {"en.json": MESSAGES, "el.json": "{", "de.json": MESSAGES},
            "locale/el.json cannot be read",
        ),
        (
            'name="pebbles", game=":Pebbles"',
            {"en.json": MESSAGES, "el.json": MESSAGES, "de.json": "{}"},
            "do not have the same keys",
        ),
        (
            'name="pebbles", game=":Pebbles"',
            {"en.json": '{"cli.play.ask": "?"}', "el.json": MESSAGES, "de.json": MESSAGES},
            "All keys begin with pebbles.",
        ),
        (
            'name="pebbles", game=":Pebbles"',
            {"en.json": '{"pebbles.title": "{a}"}', "el.json": MESSAGES, "de.json": MESSAGES},
            "the blanks of pebbles.title differ",
        ),
        (
            'name="pebbles", game=":Pebbles"',
            {"en.json": MESSAGES, "el.json": MESSAGES, "de.json": MESSAGES},
            r"these messages are missing: pebbles\.pitch, .*pebbles\.hidden\.draw",
        ),
        ('name="pebbles", game=":Pebble"', {}, "game=':Pebble' cannot be loaded"),
        ('name="pebbles", game=":PebblesOptions"', {}, "`game` is"),
        ('name="pebbles", game=":Pebbles", encoder="encoding:Encoder"', {}, "encoder='encoding:Encoder' cannot be loaded"),
        ('name="pebbles", game=":Pebbles", gymnasium_id="Pebbles"', {}, "'Pebbles' is not a Gymnasium id"),
        ('name="pebbles", game=":Pebbles", gymnasium_id="trapezi/Qwixx-v0"', {}, "trapezi/Qwixx-v0 belongs to qwixx"),
        ('name="pebbles", game=":Pebbles", secret_phases=("choosing",)', {}, "secret_phases names"),
    ],
)
def test_the_kit_reports_what_a_package_lacks(tmp_path: Path, manifest: str, files: dict[str, str], fault: str) -> None:
    check(tmp_path, MANIFEST.replace('"pebbles", game=":Pebbles"', manifest), files, fault)


COMPLETE = {
    **{
        f"{lang}.json": '{"pebbles.title": "Pebbles", "pebbles.pitch": "Keep or throw.", "pebbles.not-now": "Not now.",'
        ' "pebbles.score": "Cards: {cards}", "pebbles.move.throw": "throw", "pebbles.move.keep": "keep",'
        ' "pebbles.move.nod": "nod", "pebbles.move.draw": "draw {card}", "pebbles.hidden.draw": "a card"}'
        for lang in ("en", "el", "de")
    },
    **{f"rules.{lang}.md": "# Pebbles\n" for lang in ("en", "el", "de")},
}
PARTS = """
from trapezi.envs.encoder_base import Encoder


class LeakingEncoder(Encoder):
    def encode(self, state, seat, features):
        for card in state.cards:
            features.add(card / 9)


class UnevenEncoder(Encoder):
    def encode(self, state, seat, features):
        for _ in range(1 + state.round):
            features.add(0.0)


class LargeEncoder(Encoder):
    def encode(self, state, seat, features):
        features.add(100.0)


class NoBot:
    pass


class IllegalBot:
    def decide(self, observation, rng):
        return 77


class HashedPosition(Position):
    def sample_chance(self, rng):
        return DRAW + [len(word) for word in {"a", "bb", "ccc", "dddd", "eeeee"}][rng.below(5)] - 1


class HashedPebbles(Pebbles):
    position = HashedPosition


class terminal:
    def draw(view, translate):
        return view["board"]["table"]


from trapezi.bots.levels import Level

FEW_LEVELS = (Level("greedy"),)
NO_LEVELS = (Level("nobody"),) * 5
"""


@pytest.mark.parametrize(
    ("part", "files", "fault"),
    [
        ("", COMPLETE, None),
        ("", {**COMPLETE, "rules.de.md": ""}, "locale/rules.de.md is missing or has no title"),
        (
            "",
            {n: t.replace("Cards: {cards}", "Cards: {number}") for n, t in COMPLETE.items()},
            r"the blanks \['number'\], which the game",
        ),
        (
            "",
            {n: t.replace("hidden.draw", "hidden.drew") for n, t in COMPLETE.items()},
            r"these messages are missing: pebbles\.hidden\.draw \(allowed blanks: none\)",
        ),
        (', encoder=":LeakingEncoder"', COMPLETE, "the encoder shows seat .* something hidden"),
        (', encoder=":UnevenEncoder"', COMPLETE, "the encoder does not write 1 features in every position"),
        (', encoder=":LargeEncoder"', COMPLETE, "the encoder writes numbers outside"),
        (', encoder=":NoBot"', COMPLETE, "`encoder` is"),
        (', bots={"clever": ":NoBot"}', COMPLETE, "the bot clever cannot be made"),
        (', bots={"clever": ":IllegalBot"}', COMPLETE, "the bot decides 77, which is not legal"),
        (', levels=":FEW_LEVELS"', COMPLETE, "Give a tuple of five Level"),
        (', levels=":NO_LEVELS"', COMPLETE, "the bot level-1 cannot be made"),
        (', terminal=":terminal"', COMPLETE, "the terminal cannot draw a view of seat"),
        ("hashed", COMPLETE, "the same seed gives different games in different processes"),
    ],
)
def test_the_kit_reports_parts_that_do_not_work(tmp_path: Path, part: str, files: dict[str, str], fault: str | None) -> None:
    manifest = MANIFEST.replace(":Pebbles", ":HashedPebbles") if part == "hashed" else MANIFEST.replace('")\n', f'"{part})\n')
    check(tmp_path, PARTS + manifest, files, fault)


def check(folder: Path, source: str, files: dict[str, str], fault: str | None) -> None:
    """Check Pebbles with additional source code and files in `locale`. Expect the given fault, or none."""
    package = write_package(folder, "pebbles", PEBBLES.read_text("utf-8") + source)
    (package / "locale").mkdir()
    for name, content in files.items():
        (package / "locale" / name).write_text(content, "utf-8")
    code = f"""
import re
from trapezi.testing import Fault, check_package
try:
    check_package("pebbles", games=2)
except Fault as error:
    found = str(error)
    assert {fault!r} is not None and re.search({fault or ""!r}, found.replace(chr(10), " ")), found
else:
    assert {fault!r} is None, "no fault was found"
print("true")
"""
    assert Environment(folder).python(code) is True
