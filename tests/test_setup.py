"""Set-up compiles the rules if it can, and otherwise installs them as plain Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import trapezi

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.skipif(trapezi.execution_mode() == "pure", reason="once is enough")
def test_the_build_succeeds_without_a_c_compiler_and_says_that_it_is_slower(tmp_path: Path) -> None:
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, tmp_path)
    for name in ("src", "build/cython"):  # reuse the C code that Cython generated
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so", "_built.json", "__pycache__"))
    environment = {**os.environ, "CC": "/nowhere/cc", "TRAPEZI_REQUIRE_COMPILED": "0", "PYTHONPATH": str(tmp_path / "src")}
    build = [sys.executable, "setup.py", "build_ext", "--inplace"]
    built = subprocess.run(build, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert "the rules are not compiled" in built.stderr
    assert "slower" in built.stderr
    assert not list(tmp_path.rglob("src/**/*.so"))
    mode = subprocess.check_output(
        [sys.executable, "-c", "import trapezi; print(trapezi.execution_mode())"], cwd=tmp_path, env=environment
    )
    assert mode == b"pure\n"
    environment["TRAPEZI_REQUIRE_COMPILED"] = "1"
    assert subprocess.run(build, cwd=tmp_path, env=environment, capture_output=True).returncode != 0
