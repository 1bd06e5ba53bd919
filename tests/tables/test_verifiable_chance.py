"""The chance of a table is committed to before the first roll, mixed with the players' words, and can be checked afterwards."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.time_limits import HANG

import trapezi
from trapezi.cli import main
from trapezi.core import hash_chain
from trapezi.core.errors import BadLog
from trapezi.core.match import Match
from trapezi.core.special_seats import NATURE
from trapezi.protocol import commands as c
from trapezi.protocol import http
from trapezi.store import open_store
from trapezi.tables.errors import Rejected
from trapezi.tables.game_session import GameSession
from trapezi.tables.registry import Settings, TableRegistry
from trapezi.tables.verifiable_chance import BY_EVENT, BY_OUTCOME, Proof, chance_streams, commitment, log_with_proof, read_proof

SECRET = "5e" * 32
TOKENS = ["a" * 40, "b" * 40]


class Silent:
    """A connection that ignores every message."""

    person: str | None = None
    presence = "here"
    device = ""

    def send(self, *messages: bytes) -> None:
        pass


async def evening(registry: TableRegistry, words: dict[int, str]) -> tuple[Any, Any, str]:
    """Play a game in which two people add their words. Return the table before and after the game, and the log of the game."""
    new = http.NewTable(game="qwixx", options={"players": 2}, names=["Ada"])
    code = (await registry.create(TOKENS[0], new)).table.code
    await registry.join(code, TOKENS[1], http.Join("Bo"))
    listeners = [Silent(), Silent()]
    for listener, token in zip(listeners, TOKENS, strict=True):
        await registry.hello(listener, c.Hello(code, token))  # type: ignore[arg-type]
    for who, said in words.items():
        await registry.execute(listeners[who], code, c.Luck(f"l{who}", said))  # type: ignore[arg-type]
    before = await registry.table_info(code)
    await registry.execute(listeners[0], code, c.Start("s"))  # type: ignore[arg-type]
    if words:
        with pytest.raises(Rejected, match=r"table\.in-game"):
            await registry.execute(listeners[0], code, c.Luck("late", "too late"))  # type: ignore[arg-type]
    assert (await registry.table_info(code)).secret is None
    session = (await registry.find_or_load(code)).table.session
    assert session is not None
    n = 0
    while not session.state.over:
        seat = min(session.state.deciders)
        n += 1
        move = session.state.legal(seat)[-1]
        await registry.execute(listeners[seat], code, c.Act(f"m{n}", seat, session.versions[seat], move))  # type: ignore[arg-type]
    log = gzip.decompress(await registry.compressed_game_log("", code, 1)).decode()
    return before, await registry.table_info(code), log.rstrip("\n")


def told(path: Path, words: dict[int, str]) -> tuple[Any, Any, str]:
    async def run() -> tuple[Any, Any, str]:
        registry = TableRegistry(open_store(path / "t.db"), Settings(pace=0))
        try:
            return await asyncio.wait_for(evening(registry, words), HANG)
        finally:
            await registry.close()

    return asyncio.run(run())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any, str]:
    return told(tmp_path_factory.mktemp("luck"), {1: "  three\n owls ", 0: "τύχη"})


def test_the_commitment_is_shown_before_the_first_roll_and_holds(played: tuple[Any, Any, str]) -> None:
    before, after, log = played
    assert before.secret is None
    assert before.next_commitment == after.commitment == commitment(after.secret)
    assert after.next_commitment != after.commitment, "the next game has a secret of its own"
    assert [(each.name, each.words) for each in before.next_luck] == [("Bo", "three owls"), ("Ada", "τύχη")]
    assert after.luck == before.next_luck
    assert after.next_luck == []
    found = read_proof(log.partition("\n")[0])
    assert found == Proof(after.commitment, after.secret, ("three owls", "τύχη"), BY_OUTCOME)
    found.check(trapezi.replay(log))


def test_neither_the_secret_nor_the_words_alone_decide(played: tuple[Any, Any, str]) -> None:
    found = read_proof(played[2].partition("\n")[0])
    assert found is not None
    match = trapezi.replay(played[2])
    for other in (
        Proof(found.commitment, found.secret, (), BY_OUTCOME),
        Proof(found.commitment, found.secret, found.luck[::-1], BY_OUTCOME),
        Proof(found.commitment, found.secret, (found.luck[0],), BY_OUTCOME),
        Proof(commitment(SECRET), SECRET, found.luck, BY_OUTCOME),
    ):
        with pytest.raises(BadLog, match="unfair-secret"):
            other.check(match)
    with pytest.raises(BadLog, match="broken-promise"):
        Proof(found.commitment, SECRET, found.luck).check(match)


def test_without_words_the_secret_alone_decides(tmp_path: Path) -> None:
    before, after, log = told(tmp_path, {})
    assert before.next_luck == after.luck == []
    first = chance_streams(SECRET)(3).below(1000)
    assert first == chance_streams(SECRET, [])(3).below(1000) != chance_streams(SECRET, [""])(3).below(1000)
    found = read_proof(log.partition("\n")[0])
    assert found is not None
    found.check(trapezi.replay(log))


def rolls(numbering: int, *, signals: int) -> tuple[Match, list[int]]:
    """Play some turns of The Game, with or without signals. Return the match and the outcomes of chance."""
    session = GameSession(trapezi.game("the_game", players=2, first=0), numbering=numbering)
    stream = chance_streams(SECRET)
    session.commit(session.draft(NATURE, -1, stream))
    for n in range(8):
        seat = min(session.state.deciders)
        if n < signals:
            session.commit(session.draft(0, session.state.optional(0)[0], stream))
            session.commit(session.draft(seat, session.state.legal(seat)[0], stream))
            if session.match.can_take_back(seat):
                session.take_back(seat)
                seat = min(session.state.deciders)
        session.commit(session.draft(seat, session.state.legal(seat)[0], stream))
    return session.match, [move for seat, move in session.match.events if seat == NATURE]


def test_neither_extra_steps_nor_take_backs_change_what_chance_gives() -> None:
    plain, shifted = rolls(BY_OUTCOME, signals=0)[1], rolls(BY_OUTCOME, signals=2)[1]
    common = min(len(plain), len(shifted))
    assert common > 12
    assert plain[:common] == shifted[:common]
    old_plain, old_shifted = rolls(BY_EVENT, signals=0)[1], rolls(BY_EVENT, signals=2)[1]
    assert old_plain[:common] != old_shifted[:common], "in games of earlier versions they did"


def test_games_of_earlier_versions_are_still_verified_by_their_own_numbers() -> None:
    match, _ = rolls(BY_EVENT, signals=2)
    Proof(commitment(SECRET), SECRET).check(match)
    with pytest.raises(BadLog, match="unfair-secret"):
        Proof(commitment(SECRET), SECRET, (), BY_OUTCOME).check(match)
    head = log_with_proof(match, Proof(commitment(SECRET), SECRET))[0]
    old = json.loads(head)[1]
    del old["chance"]["numbering"]
    found = read_proof(rechained([old]))
    assert found is not None
    assert found.numbering == BY_EVENT
    old["chance"]["numbering"] = 4
    with pytest.raises(BadLog, match="no-proof"):
        read_proof(rechained([old]))


def test_verify_compares_the_hash_that_somebody_was_shown(
    played: tuple[Any, Any, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, _, log = played
    file = tmp_path / "game.jsonl"
    file.write_text(log + "\n", encoding="utf-8")
    assert main(["verify", str(file), "--lang", "en"]) == 0
    assert "Compare this hash with the one that you were shown" in capsys.readouterr().out, "the log cannot know what was shown"
    assert main(["verify", str(file), "--commitment", before.next_commitment.upper(), "--lang", "en"]) == 0
    assert "the hash that you gave" in capsys.readouterr().out
    assert main(["verify", str(file), "--commitment", "0" * 64, "--lang", "en"]) != 0
    assert "does not contain the hash" in capsys.readouterr().err


def rechained(contents: list[Any]) -> str:
    """Return a forged log with correct checksums."""
    return b"\n".join(
        hash_chain.chained_lines(b"", [json.dumps(content, ensure_ascii=False).encode() for content in contents])
    ).decode()


def test_verify_recomputes_every_roll_and_finds_each_forgery(
    played: tuple[Any, Any, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def verify(text: str) -> tuple[int, str]:
        file = tmp_path / "game.jsonl"
        file.write_text(text + "\n", "utf-8")
        code = main(["verify", str(file), "--lang", "en"])
        said = capsys.readouterr()
        return code, said.out + said.err

    code, said = verify(played[2])
    assert code == 0
    assert played[0].next_commitment in said
    assert "three owls · τύχη" in said
    assert "recomputed" in said
    assert rechained([json.loads(line)[1] for line in played[2].splitlines()]) == played[2]

    def forged(change: Any) -> tuple[int, str]:
        lines = [json.loads(line)[1] for line in played[2].splitlines()]
        change(lines)
        return verify(rechained(lines))

    def another_roll(lines: list[Any]) -> None:
        roll = [line for line in lines if isinstance(line, list) and line[0] == -1][-1]
        word, die, *others = roll[1].split()
        roll[1] = " ".join([word, str(int(die) % 6 + 1), *others])

    def other_secret(lines: list[Any]) -> None:
        lines[0]["chance"]["secret"] = SECRET

    def other_promise(lines: list[Any]) -> None:
        lines[0]["chance"] = {**lines[0]["chance"], "secret": SECRET, "commitment": commitment(SECRET)}

    def other_words(lines: list[Any]) -> None:
        lines[0]["chance"]["luck"] = ["three owls"]

    def nonsense(lines: list[Any]) -> None:
        lines[0]["chance"] = {"secret": 7}

    for change, why in (
        (another_roll, ("is not what the secret gives", "Line")),  # The forged roll may also make a later move illegal.
        (other_secret, ("not the one that was announced",)),
        (other_promise, ("is not what the secret gives",)),
        (other_words, ("is not what the secret gives",)),
        (nonsense, ("invalid randomness data",)),
    ):
        code, said = forged(change)
        assert code == 2, change
        assert any(each in said for each in why), said


def test_players_may_change_their_words_until_the_game_begins(tmp_path: Path) -> None:
    async def run() -> None:
        registry = TableRegistry(open_store(tmp_path / "t.db"), Settings(pace=0))
        new = http.NewTable(game="qwixx", options={"players": 2}, names=["Ada"])
        code = (await registry.create(TOKENS[0], new)).table.code
        await registry.join(code, TOKENS[1], http.Join("Eve", watch=True))
        ada, eve = Silent(), Silent()
        await registry.hello(ada, c.Hello(code, TOKENS[0]))  # type: ignore[arg-type]
        await registry.hello(eve, c.Hello(code, TOKENS[1]))  # type: ignore[arg-type]
        with pytest.raises(Rejected, match=r"table\.not-seated"):
            await registry.execute(eve, code, c.Luck("1", "mine"))  # type: ignore[arg-type]
        for n, (words, kept) in enumerate((("one", ["one"]), ("two", ["two"]), ("", []))):
            await registry.execute(ada, code, c.Luck(f"a{n}", words))  # type: ignore[arg-type]
            assert [each.words for each in (await registry.table_info(code)).next_luck] == kept
        await registry.close()

    asyncio.run(run())
