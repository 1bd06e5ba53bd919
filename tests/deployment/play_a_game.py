"""Start a server with the packages of this environment and play a game on it over WebSockets (`make versions`)."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.client import Clients, play_all
from tests.server.server_process import ServerProcess

from trapezi.cli import main


def play() -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder, "tables.db")
        server = ServerProcess(database)
        try:
            clients = Clients(lambda: server.url)

            async def scenario() -> None:
                people = await clients.at_table("qwixx")
                await play_all(people)
                assert people[0].table["phase"] == "finished"

            clients.run(scenario())
        finally:
            server.stop()
        assert main(["tables", "--check", "--database", str(database)]) == 0
        assert main(["backup", str(Path(folder, "backup")), "--database", str(database)]) == 0


def dependencies() -> list[str]:
    """Return the names of the packages that pyproject.toml requires."""
    project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
    return [re.split(r"[^\w-]", requirement)[0] for requirement in project["dependencies"]]


if __name__ == "__main__":
    play()
    print("played a game with", ", ".join(f"{name} {version(name)}" for name in dependencies()))
