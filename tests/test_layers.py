"""Imports point downwards, the rules need only Python, and compiled modules match their sources."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import trapezi
from trapezi.coach.lessons import lesson_index

SOURCE = Path(trapezi.__file__).parent
ROOT = SOURCE.parents[1]

# Which packages each package may import, besides itself. The parts of a game package that are loaded on first use may
# import more than its rules: bots, the encoder and the terminal drawing.
BELOW = {
    "core": set(),
    "games": {"core"},
    "games bots": {"core", "games", "bots"},
    "games levels": {"bots"},
    "games coach": {"core", "games", "bots", "coach"},
    "games encoder": {"core", "games", "envs"},
    "games terminal": {"core", "games", "cli"},
    "i18n": {"core", "games"},
    "bots": {"core", "games"},
    "protocol": set(),
    "store": set(),
    "coach": {"core", "games", "bots"},
    "tables": {"core", "games", "bots", "coach", "protocol", "store"},
    "server": {"core", "games", "bots", "coach", "protocol", "store", "tables", "i18n"},
    "lab": {"core", "games", "bots"},
    "envs": {"core", "games", "bots"},
    "testing": {"core", "games", "bots", "coach", "envs", "i18n"},
    "cli": {"core", "games", "bots", "coach", "lab", "i18n", "testing", "store", "tables", "server"},
}
STANDARD_LIBRARY_ONLY = {"core", "games"}
# Constants and inline functions for compiled modules; the module itself stays plain Python.
HEADERS = [path for path in sorted(SOURCE.glob("**/*.pxd")) if path.read_text("utf-8").startswith("# header only")]
SHARES = {"qwixx_cards": {"qwixx"}}  # the games whose modules a game uses: both Qwixx games have the same sheet


def imports(path: Path) -> set[str]:
    """Return every module that a file imports, at the top or inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", sorted(SOURCE.glob("*/**/*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path: Path) -> None:
    package, *rest = path.relative_to(SOURCE).with_suffix("").parts
    part = f"{package} {rest[1]}" if package == "games" and len(rest) > 1 else package
    for name in imports(path):
        other = name.partition(".")[2].partition(".")[0]
        if not name.startswith("trapezi.") or other in (
            "_compiled_or_pure",
            "_user_data_folder",
            "__version__",
            *trapezi.__all__,
        ):
            continue
        assert other == package or other in BELOW.get(part, BELOW[package]), f"{path} imports {name}"
        if package == other == "games" and len(rest) > 1:
            allowed = {rest[0], "package", *SHARES.get(rest[0], ())}
            assert name.split(".")[2] in allowed, f"{path}: games import one another only where SHARES says so"


@pytest.mark.parametrize("package", sorted(STANDARD_LIBRARY_ONLY))
def test_core_and_games_need_only_the_standard_library(package: str) -> None:
    for path in (SOURCE / package).rglob("*.py"):
        if path.stem == "terminal":
            continue  # Terminal drawings need rich, and only the command line imports them.
        outside = {name.split(".")[0] for name in imports(path)} - set(sys.stdlib_module_names) - {"trapezi"}
        assert not outside, f"{path} imports {outside}"


def test_importing_trapezi_loads_few_modules_and_no_other_package() -> None:
    code = "import sys; before = set(sys.modules); import trapezi; print(*sorted(set(sys.modules) - before))"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    modules = subprocess.check_output([sys.executable, "-S", "-c", code], env=environment, text=True).split()
    packages = {name.split(".")[0] for name in modules if "cython" not in name}
    assert packages - set(sys.stdlib_module_names) == {"trapezi"}
    assert len(modules) < 125, "an import that takes long was added (benchmarks/import_time.py measures how long)"
    assert not {"asyncio", "concurrent", "logging", "multiprocessing"} & packages


def test_the_execution_mode_is_the_one_asked_for() -> None:
    pure = os.environ.get("TRAPEZI_PURE", "0") not in ("", "0")
    built = (SOURCE / "_built.json").exists()
    assert trapezi.execution_mode() == ("pure" if pure or not built else "compiled")
    if os.environ.get("TRAPEZI_REQUIRE_COMPILED") == "1" and not pure:
        assert trapezi.execution_mode() == "compiled"


@pytest.mark.skipif(trapezi.execution_mode() == "pure", reason="no compiled modules in use")
def test_compiled_modules_match_their_sources() -> None:
    built = json.loads((SOURCE / "_built.json").read_text())
    hot = {
        ".".join(("trapezi", *path.relative_to(SOURCE).with_suffix("").parts))
        for path in SOURCE.glob("**/*.pxd")
        if path.stem != "__init__" and path not in HEADERS
    }
    assert set(built) == hot, "a hot module was added or removed: make setup"
    for name, digest in built.items():
        path = SOURCE.parent / name.replace(".", "/")
        source = path.with_suffix(".py").read_bytes() + path.with_suffix(".pxd").read_bytes()
        assert hashlib.sha256(source).hexdigest()[:16] == digest, f"{name} changed since it was compiled: make setup"


@pytest.mark.parametrize("overlay", HEADERS, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_header_repeats_the_numbers_of_its_module(overlay: Path) -> None:
    enum = re.search(r"cdef enum:\n((?:    .+\n)+)", overlay.read_text("utf-8"))
    module = import_module(".".join(("trapezi", *overlay.relative_to(SOURCE).with_suffix("").parts)))
    value = -1
    for line in enum[1].splitlines() if enum else ():
        name, _, number = line.strip().partition(" = ")
        value = int(number, 0) if number else value + 1
        assert getattr(module, name) == value, f"{name} in {overlay}"


def test_every_game_has_an_overlay_for_its_rules() -> None:
    for name in trapezi.names():
        assert (SOURCE / "games" / name / "rules.pxd").exists()


def test_every_clause_is_proven_by_a_test() -> None:
    clauses = set()
    for page in (ROOT / "docs/rules").glob("*.md"):
        on_page = re.findall(r"\*\*([A-Z]{2}-\d+)", page.read_text("utf-8"))
        assert len(on_page) == len(set(on_page)) > 5, page
        clauses |= set(on_page)
    proven = set()
    for path in (ROOT / "tests/rulebook").rglob("test_*.py"):
        for marks in re.findall(r"mark\.clause\(([^)]*)\)", path.read_text("utf-8")):
            proven |= set(re.findall(r'"([A-Z]{2}-\d+)"', marks))
    assert clauses - proven == set(), "clauses without a test"
    assert proven - clauses == set(), "tests of clauses that are on no page"


def test_the_lessons_of_a_game_know_every_clause_of_its_rules() -> None:
    for page in (ROOT / "docs/rules").glob("*.md"):
        index = lesson_index(page.stem)
        if index.lessons:
            on_page = re.findall(r"\*\*([A-Z]{2}-\d+)", page.read_text("utf-8"))
            assert sorted(on_page) == sorted([*index.clauses, *index.not_taught]), page


def test_every_clause_has_a_mutant_or_a_reason_why_not() -> None:
    code = "import run, json; print(json.dumps([*run.load_mutants(), run.all_clauses()]))"
    mutants, unbreakable, clauses = json.loads(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT / "tests/mutants"))
    assert {clause for clause, *_ in mutants} | set(unbreakable) == set(clauses)
    for _, file, old, new in mutants:
        assert (SOURCE / file).read_text("utf-8").count(old) == 1, f"{old!r} is not in {file} exactly once"
        assert old != new


FRAMEWORK = ("core", "bots", "envs", "lab", "coach", "tables", "server", "protocol", "store", "i18n", "testing")
GAME_NAME = re.compile("qwixx|the_game|silver_gold|sideboards")


def lines_outside_doctests(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a file that are not part of a doctest: its code, and the output that it shows."""
    in_doctest = False
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        stripped = line.strip()
        in_doctest = stripped.startswith((">>>", "...")) or (in_doctest and stripped not in ("", '"""'))
        if not in_doctest:
            yield number, line


@pytest.mark.parametrize("package", FRAMEWORK)
def test_framework_code_knows_no_game_by_name(package: str) -> None:
    files = [path for path in (SOURCE / package).rglob("*") if path.suffix in (".py", ".pxd", ".json", ".md", ".mako")]
    assert files
    found = [
        f"{path.relative_to(SOURCE)}:{number}: {line.strip()}"
        for path in sorted(files)
        for number, line in lines_outside_doctests(path)
        if GAME_NAME.search(line)
    ]
    assert found == []
