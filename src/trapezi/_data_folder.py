"""Where this user's files lie: tables, solved games. `TRAPEZI_DATA` names another folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The folder, whether it is there yet or not."""
    if given := os.environ.get("TRAPEZI_DATA"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData/Local"))) / "trapezi"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/trapezi"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local/share"))) / "trapezi"
