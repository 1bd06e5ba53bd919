"""Run the property tests with fresh seeds and many more examples than `make test`, round after round.

    python tests/explore.py [ROUNDS] [FILE...]

Each round runs every file with property tests once, with a seed of its own. Finished rounds are recorded in .work/explore/, so
an interrupted run continues where it stopped. A round that failed is repeated with its seed until it passes; its output, which
contains the failing example, is kept beside the record. Turn every failure into an `@example` of its test. The environment
variable TRAPEZI_EXPLORE says how many times as many examples are tried.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".work/explore"
RECORD = FOLDER / "rounds.json"
FACTOR = os.environ.get("TRAPEZI_EXPLORE", "50")


def property_tests() -> list[str]:
    """Return the test files that contain property tests."""
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in files if re.search(r"^@given\(", path.read_text("utf-8"), re.MULTILINE)]


def explore(file: str, seed: int, output: Path) -> bool:
    """Run the property tests of a file with a seed; write what pytest prints to a file, and return whether all passed."""
    command = [sys.executable, "-m", "pytest", "-m", "hypothesis", f"--hypothesis-seed={seed}", "-p", "no:cacheprovider", file]
    with output.open("w", encoding="utf-8") as stream:
        environment = {**os.environ, "TRAPEZI_EXPLORE": FACTOR}
        return subprocess.run(command, cwd=ROOT, env=environment, stdout=stream, stderr=stream, check=False).returncode == 0


def main(rounds: int = 10, *files: str) -> int:
    """Run what is not recorded yet; return 1 if any round failed."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    record: dict[str, dict[str, object]] = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    failures = 0
    for number in range(1, rounds + 1):
        for file in files or property_tests():
            name = f"{number} {file}"
            if record.get(name, {}).get("passed"):
                continue
            seed = int(str(record.get(name, {}).get("seed", secrets.randbits(32))))
            record[name] = {"seed": seed, "passed": False}
            RECORD.write_text(json.dumps(record, indent=1), encoding="utf-8")
            output = FOLDER / f"{number}-{file.replace('/', '-')}.txt"
            print(f"round {number} of {rounds}: {file} with seed {seed} ... ", end="", flush=True)
            if explore(file, seed, output):
                print("passed")
                record[name]["passed"] = True
                RECORD.write_text(json.dumps(record, indent=1), encoding="utf-8")
                output.unlink()
                continue
            failures += 1
            command = f"TRAPEZI_EXPLORE={FACTOR} {sys.executable} -m pytest -m hypothesis --hypothesis-seed={seed} {file}"
            print(f"FAILED\n  reproduce: {command}\n  example and @reproduce_failure: {output.relative_to(ROOT)}")
    print(f"{rounds} rounds done, {failures} failed. Remove {FOLDER.relative_to(ROOT)} to start again with new seeds.")
    return 1 if failures else 0


if __name__ == "__main__":
    rounds, *files = sys.argv[1:]
    sys.exit(main(int(rounds), *files))
