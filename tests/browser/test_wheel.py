"""The wheel contains the built client."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from tests.browser.devices import Devices
from tests.browser.robot import Robot
from tests.browser.user_actions import play_now

ROOT = Path(__file__).parents[2]


def test_a_wheel_in_an_empty_environment_serves_a_game(tmp_path: Path, browser: Any) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in ("src", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        subprocess.run(["cp", "-r", ROOT / name, source / name], check=True)
    for built in source.rglob("*.so"):
        built.unlink()
    (source / "src/trapezi/_built.json").unlink(missing_ok=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    pure = {**os.environ, "TRAPEZI_BUILD": "pure"}
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", tmp_path, source], check=True, env=pure)
    (wheel,) = tmp_path.glob("*.whl")
    assert any(name.endswith("server/static/index.html") for name in zipfile.ZipFile(wheel).namelist())

    subprocess.run([sys.executable, "-m", "venv", tmp_path / "empty"], check=True)
    python = tmp_path / "empty/bin/python"
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "TRAPEZI_PURE")}
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-compile", wheel], check=True, env=clean)
    command = [
        str(tmp_path / "empty/bin/trapezi"),
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--database",
        str(tmp_path / "tables.db"),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=clean, cwd=tmp_path) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            device = Devices(browser, url)
            page = device()
            play_now(page, "qwixx")
            Robot(page).tap(6)
            expect(page.locator("[data-status]")).to_be_visible()
            device.close()
            assert device.errors == []
        finally:
            process.terminate()
