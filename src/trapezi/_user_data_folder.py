"""The folder for this user's files: tables and solved games."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder that `TRAPEZI_DATA` names, or else the system's usual folder. The folder may not exist yet."""
    if folder := os.environ.get("TRAPEZI_DATA"):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("trapezi", appauthor=False)
