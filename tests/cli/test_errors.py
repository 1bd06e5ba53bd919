"""Every error is one clear line on standard error, in the user's language, with exit code 2, and never a traceback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import Run, Terminal, environment
from tests.properties import examples

import trapezi
from trapezi.cli import main
from trapezi.cli.errors import EXIT_BUG
from trapezi.core import hash_chain
from trapezi.core.log import log_lines, save_log


def error_line(ran: Any) -> str:
    """Return the error message of a command that failed properly."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("trapezi: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    return ran.err.removeprefix("trapezi: ").strip()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules", "quixx"], "There is no game called “quixx”. Did you mean qwixx? There are: qwixx, qwixx_cards,"),
        (["rules"], "GAME is missing. See: trapezi rules --help"),
        (["nothing"], "There is no command “nothing”. See: trapezi --help"),
        (["simulat", "qwixx"], "There is no command “simulat”. Did you mean: simulate?"),
        (["games", "--yaml"], "There is no option --yaml here. See: trapezi games --help"),
        (["games", "qwixx"], "Unexpected argument: qwixx. See: trapezi games --help"),
        (["simulate", "qwixx", "--games"], "--games needs a value."),
        (["simulate", "qwixx", "--games", "many"], "--games: “many” is not a whole number."),
        (["simulate", "qwixx", "--games", "0"], "--games: 0 is not between 1 and 1000000000."),
        (["simulate", "qwixx", "--players", "6"], "Qwixx is for 1 to 5 players, not 6."),
        (
            ["simulate", "qwixx", "--bot", "oracle"],
            "There is no bot called “oracle”. There are: chance, greedy, search, expert, level-1 to level-5.",
        ),
        (["simulate", "qwixx", *["--bot", "chance"] * 3], "3 bots for 2 seats: at most one bot per seat."),
        (["simulate", "qwixx", "--option", "sheet"], "“sheet”: options are given as name=value."),
        (["simulate", "qwixx", "--option", "players=3"], "The number of players has its own option: --players N."),
        (["simulate", "qwixx", "--option", "cls=3"], "Qwixx has no option “cls”. It has: sheet, first."),
        (
            ["play", "qwixx", "--option", "sheet=square"],
            'The option sheet cannot be "square". It can be: standard, mixed-colours, mixed-numbers.',
        ),
        (["play", "qwixx", "--option", "first=2"], "The option first is a seat from 0 to 1, not 2."),
        (["play", "qwixx", "--humans", "3"], "3 people for 2 seats: at most one person per seat."),
        (["play", "qwixx", "--bot", "oracle"], "There is no bot called “oracle”. There are: chance,"),
        (["play", "qwixx", *["--bot", "level-1"] * 2], "2 bots for 1 seat: at most one bot per seat."),
        (["games", "--lang", "fr"], "There are no texts in the language “fr”. There are: en, el, de."),
        (["bench", "--seconds", "soon"], "--seconds: “soon” is not a number of seconds between 0 and 3600."),
        (["verify"], "FILES is missing. See: trapezi verify --help"),
        (["replay", "/no/such/file"], "The file /no/such/file cannot be read."),
        (["deck", "check", "/no/such/file"], "The file /no/such/file cannot be read."),
        (["simulate", "the_game", "--option", "deck=/no/such/file"], "The file /no/such/file cannot be read."),
        (["deck", "check", "/"], "The file / cannot be read."),
        (["verify", "/no/such/file"], "The file /no/such/file cannot be read."),
        (["verify", "/dev/null"], "/dev/null: Line 1: a log begins with a head"),
        (["play", "qwixx", "--seed", "abc"], "--seed: “abc” is not a whole number."),
        (["deck", "shuffle"], "There is no command “shuffle”. See: trapezi deck --help"),
    ],
)
def test_errors_are_explained(run: Run, arguments: Any, message: str) -> None:
    assert error_line(run(*arguments)).startswith(message)


def test_errors_are_in_the_requested_language(run: Run) -> None:
    assert error_line(run("rules", "quixx", lang="el")).startswith("Δεν υπάρχει παιχνίδι με το όνομα «quixx».")
    assert error_line(run("rules", "quixx", "--lang", "de")).startswith("Ein Spiel namens „quixx“ gibt es nicht.")
    assert error_line(run("rules", "--lang=de", "--nonsense")).startswith("Die Option --nonsense gibt es hier nicht.")
    assert error_line(run("play", "qwixx", "-p", "9", lang="el")).startswith("Qwixx: παίζεται με 1 έως 5 παίκτες, όχι 9.")


def test_the_faulty_line_of_a_log_is_explained_in_the_language_of_the_user(run: Run, tmp_path: Path) -> None:
    match = trapezi.game("qwixx", players=1).match(by_hand=True)
    match.play(-1, "roll 4 1 3 6 2 5")
    contents = [json.loads(line)[1] for line in log_lines(match)]
    lines = hash_chain.chained_lines(b"", [json.dumps(content).encode() for content in [*contents[:-1], [0, "red 6"]]])
    (tmp_path / "a.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    message = error_line(run("replay", str(tmp_path / "a.jsonl"), lang="de"))
    expected = "Die 6 in der roten Reihe ist nicht die weiße Summe. Nur die weiße Summe kannst du jetzt ankreuzen."
    assert message == f"Zeile 3: {expected}"


def test_a_folder_that_contains_logs_is_rejected(run: Run, tmp_path: Path) -> None:
    assert run("simulate", "qwixx", "--games", "1", "--log", str(tmp_path)).code == 0
    assert error_line(run("simulate", "qwixx", "--games", "1", "--log", str(tmp_path))).startswith("There are logs in")


def test_a_log_folder_that_is_a_file_is_rejected(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    message = error_line(run("simulate", "qwixx", "--games", "1", "--log", str(tmp_path / "file")))
    assert message.startswith("That does not work: File exists")


def test_a_bug_is_reported_in_one_line_with_another_exit_code(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapezi.cli.games.game_data", lambda kind: 1 / 0)
    ran = run("games", "--json")
    assert ran.code == EXIT_BUG
    assert ran.err.count("\n") == 1
    assert "ZeroDivisionError" in ran.err


def test_a_broken_pipe_ends_the_command_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    save_log(trapezi.game("qwixx", players=2).match(seed=1), path)
    command_line = [sys.executable, "-m", "trapezi.cli", "verify", *[str(path)] * 3000]
    process = subprocess.Popen(command_line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait() == 141
    process.stderr.close()
    assert errors == ""


def test_ctrl_c_stops_a_command() -> None:
    env = {**environment("de"), "PYTHONUNBUFFERED": "1"}
    command_line = [sys.executable, "-m", "trapezi.cli", "play", "qwixx"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command_line, env=env, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == "trapezi: Abgebrochen.\n"


def test_ctrl_c_stops_a_run_of_several_processes(terminal: Terminal) -> None:
    screen = terminal("simulate", "qwixx", "--games", "1000000000", "--jobs", "2")
    screen.until("Playing")
    screen.interrupt()
    screen.until("trapezi: Stopped.")
    assert screen.ended() == 130


@pytest.mark.parametrize(("game", "file"), [("the_game", "extreme-1"), ("sideboards", "sideboards-1")])
def test_a_deck_with_a_key_that_nobody_reads_is_rejected_with_its_file(run: Run, tmp_path: Path, game: str, file: Any) -> None:
    shipped = Path(trapezi.__file__).parent / "games" / game / f"decks/{file}.json"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**json.loads(shipped.read_text("utf-8")), "colour": 1}), encoding="utf-8")
    for arguments in (["deck", "check", str(path)], ["simulate", game, "--option", f"deck={path}"]):
        message = error_line(run(*arguments))
        assert message.startswith(f"{path}: ")
        assert "“colour”" in message


# -- garbage -------------------------------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
pairs = st.builds("{}={}".format, st.sampled_from(["sheet", "first", "deck"]), texts)
known = st.sampled_from(["games", "rules", "verify", "qwixx", "--json", "--lang", "el", "--seed"])
parts = st.sampled_from(["game", "name", "provenance", "cards", "deck"])
json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 100), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=8,
)
LOG = log_lines(trapezi.game("qwixx", players=2).match(seed=7))


@examples(60)
@given(given_options=st.lists(st.one_of(texts, pairs), max_size=3))
def test_no_option_causes_a_traceback(capsys: pytest.CaptureFixture[str], given_options: Any) -> None:
    arguments = ["simulate", "qwixx", "--games", "1", "--json"]
    for text in given_options:
        arguments += ["--option", text]
    code = main(arguments)
    output = capsys.readouterr()
    assert code in (0, 2)
    assert output.err.count("\n") == (1 if code else 0)


@examples(60)
@given(arguments=st.lists(st.one_of(known, texts), max_size=4))
def test_no_command_line_causes_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: Any
) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: "q")
    monkeypatch.setattr("trapezi.cli.serve.run_server", lambda *_, **__: None)
    assert main(arguments) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err


@examples(60)
@given(content=st.dictionaries(parts, json_values), named=st.sampled_from(trapezi.names()))
def test_no_deck_file_causes_a_traceback(capsys: pytest.CaptureFixture[str], tmp_path: Path, content: Any, named: Any) -> None:
    path = tmp_path / "deck.json"
    for deck in (content, {**content, "game": named}):
        path.write_text(json.dumps(deck), encoding="utf-8")
        assert main(["deck", "check", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@examples(60)
@given(st.data())
def test_no_damaged_log_causes_a_traceback(capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Any) -> None:
    raw = bytearray("\n".join(LOG).encode() + b"\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 2))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    path = tmp_path / "a.jsonl"
    path.write_bytes(raw)
    same = bytes(raw).decode(errors="replace").rstrip() == "\n".join(LOG)
    for command in ("verify", "replay"):
        code = main([command, str(path)])
        output = capsys.readouterr()
        assert "Traceback" not in output.err
        assert code in ((0,) if same else (0, 2))
        assert output.err.count("\n") == (1 if code else 0)


# -- Unicode -------------------------------------------------------------------------------------------------------------

NOT_UTF8 = b"\xff\xfe"
NOT_UNICODE = "trapezi: Argument: this is not well-formed Unicode text.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [NOT_UTF8],
        ["rules", NOT_UTF8],
        ["games", "--lang", NOT_UTF8],
        ["simulate", "qwixx", "--bot", NOT_UTF8],
        ["simulate", "qwixx", "--games", NOT_UTF8],
        ["simulate", "qwixx", "--option", b"sheet=" + NOT_UTF8],
        ["simulate", "qwixx", "--log", b"/tmp/" + NOT_UTF8],
        ["simulate", "qwixx", "--keep", b"/tmp/" + NOT_UTF8],
        ["arena", "qwixx", "--bots", b"chance," + NOT_UTF8],
        ["arena", "qwixx", "--bots", "chance,greedy", "--report", NOT_UTF8],
        ["play", "qwixx", "--name", NOT_UTF8],
        ["replay", NOT_UTF8],
        ["verify", NOT_UTF8],
        ["deck", "check", NOT_UTF8],
        ["serve", "--database", b"sqlite:///" + NOT_UTF8],
        ["backup", NOT_UTF8],
    ],
)
def test_an_argument_that_is_not_utf8_is_rejected(command: Run, arguments: Any) -> None:
    ran = command(*arguments)
    assert (ran.code, ran.out, ran.err) == (2, "", NOT_UNICODE)


def test_a_lone_surrogate_in_an_argument_is_rejected(run: Run) -> None:
    for arguments in (["play", "qwixx", "--name", "\ud800"], ["--lang=\udcff"], ["rules", "qwixx\udfff"]):
        ran = run(*arguments)
        assert (ran.code, ran.out, ran.err) == (2, "", NOT_UNICODE)


def test_bytes_that_are_not_utf8_at_the_prompt_are_not_understood(terminal: Terminal) -> None:
    screen = terminal("play", "qwixx", "--seed", "3")
    screen.until("\n> ")
    screen.type(b"\xff\xfe\n")
    screen.until("is not a move of this game")
    screen.until("\n> ")
    screen.answer("q")
    screen.decline_log("q")


@pytest.mark.parametrize("place", ["qwixx", "roll"])
@pytest.mark.parametrize("text", ["\\ud800", "\ud800"], ids=["escaped", "raw"])
def test_a_log_with_a_lone_surrogate_is_rejected(run: Run, tmp_path: Path, place: Any, text: str) -> None:
    path = tmp_path / "a.jsonl"
    content = "\n".join(LOG)
    assert place in content
    path.write_bytes(content.replace(place, text).encode("utf-8", "surrogatepass"))
    assert error_line(run("replay", str(path)))
    assert error_line(run("verify", str(path)))
