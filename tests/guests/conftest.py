"""Install guest packages into separate environments, and run commands there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.guests.install import install

collect_ignore = ["market_day"]  # This is a separate package, which cannot be imported here.

ROOT = Path(__file__).parents[2]
PEBBLES = ROOT / "tests/testing/pebbles.py"
MANIFEST = (
    '\n\nfrom trapezi.core.game_package import GamePackage\n\nPACKAGE = GamePackage(__name__, "pebbles", game=":Pebbles")\n'
)


@dataclass
class Result:
    code: int
    out: str
    err: str


class Environment:
    """A folder with installed packages, in which commands run with these packages and this version of Trapezi."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *arguments: str, typed: str = "", lang: str = "en") -> Result:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "COLUMNS"))}
        paths = os.pathsep.join([str(ROOT / "src"), str(self.folder)])
        environment = {**kept, "TRAPEZI_LANG": lang, "PYTHONPATH": paths, "COLUMNS": "100"}
        done = subprocess.run(
            [sys.executable, *arguments], input=typed, capture_output=True, text=True, env=environment, check=False, timeout=300
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def trapezi(self, *arguments: str, typed: str = "", lang: str = "en") -> Result:
        """Run the command `trapezi`."""
        return self.run("-m", "trapezi.cli", *arguments, typed=typed, lang=lang)

    def python(self, code: str) -> Any:
        """Run code and return what it prints last, as JSON."""
        result = self.run("-c", code)
        assert result.code == 0, result.err[-3000:]
        return json.loads(result.out.splitlines()[-1])


@pytest.fixture(scope="session")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which Market Day is installed."""
    return Environment(install(tmp_path_factory.mktemp("guest")))


@pytest.fixture(scope="session")
def bare_guest(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with Pebbles, a package that provides nothing but the game: no messages, no bots, no rules page."""
    folder = tmp_path_factory.mktemp("bare")
    write_package(folder, "pebbles", PEBBLES.read_text("utf-8") + MANIFEST)
    return Environment(folder)


def write_package(folder: Path, name: str, source: str, entry: str | None = None) -> Path:
    """Write a package of one module with its entry point, as an installer would leave it."""
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(source, "utf-8")
    information = folder / f"{name}-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (information / "entry_points.txt").write_text(f"[trapezi.games]\n{name} = {entry or f'{name}:PACKAGE'}\n", "utf-8")
    return folder / name


WritePackage = Callable[..., Path]
