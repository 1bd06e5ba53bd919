"""Install the guest package into a folder, as `pip install` would, without a network.

python tests/guests/install.py FOLDER        then: PYTHONPATH=FOLDER trapezi play market_day
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GUEST = Path(__file__).parent / "market_day"


def install(folder: Path, package: Path = GUEST) -> Path:
    """Install a package into a folder that can be put on `PYTHONPATH`; return the folder."""
    with tempfile.TemporaryDirectory() as copy:  # Building in a copy leaves the sources clean.
        source = Path(copy, package.name)
        shutil.copytree(package, source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
        flags = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
        subprocess.run([sys.executable, "-m", "pip", "install", *flags, "--target", str(folder), str(source)], check=True)
    return folder


if __name__ == "__main__":
    install(Path(sys.argv[1]))
