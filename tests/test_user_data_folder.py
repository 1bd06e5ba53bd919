"""The folder for the user's files is the same as in every earlier version."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.windows import Windows

from trapezi._user_data_folder import data_folder


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TRAPEZI_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_trapezi_data_names_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPEZI_DATA", "/srv/trapezi")
    assert data_folder() == Path("/srv/trapezi")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folders of other systems")
def test_on_linux_the_folder_follows_the_xdg_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert data_folder() == tmp_path / ".local/share/trapezi"
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/trapezi")


def test_on_macos_the_folder_is_application_support(tmp_path: Path) -> None:
    assert MacOS("trapezi", appauthor=False).user_data_path == tmp_path / "Library/Application Support/trapezi"


def test_on_windows_the_folder_has_no_author(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: f"/users/ada/{name}")
    assert Windows("trapezi", appauthor=False).user_data_dir.replace("\\", "/") == "/users/ada/CSIDL_LOCAL_APPDATA/trapezi"
