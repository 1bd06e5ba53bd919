"""Check that the rulebook tests fail if a clause is broken. Each mutant breaks one clause in the plain source.

    python tests/mutants/run.py [CLAUSE …]

The check fails if the tests of a clause pass with a mutant, or if a clause has no mutant. The results are stored in
`.work/mutants.json` until sources or tests change, so that an interrupted run continues where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / ".work" / "mutants.json"
Mutant = tuple[str, str, str, str]  # A clause, a file in src/trapezi, a text that occurs once in the file, its replacement.


def load_mutants() -> tuple[list[Mutant], dict[str, str]]:
    """Return all mutants, and by clause the reasons why some clauses have no mutant."""
    mutants: list[Mutant] = []
    unbreakable: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem in ("run", "__init__"):
            continue
        module = runpy.run_path(str(path))
        mutants += module["MUTANTS"]
        unbreakable |= module["UNBREAKABLE"]
    return mutants, unbreakable


def all_clauses() -> list[str]:
    """Return every clause of the rules, in order."""
    pages = sorted((ROOT / "docs/rules").glob("*.md"))
    return [clause for page in pages for clause in re.findall(r"\*\*([A-Z]{2}-\d+)", page.read_text("utf-8"))]


def sources_and_tests_digest() -> str:
    """Return a digest of the sources and tests that the results depend on."""
    found = hashlib.sha256()
    for folder in ("src/trapezi/core", "src/trapezi/games", "tests/rulebook"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".json"):
                found.update(path.read_bytes())
    return found.hexdigest()[:16]


def try_mutant(mutant: Mutant) -> str:
    """Run the tests of a clause with a mutant. Return `killed` if they fail, `alive` if they pass, or what is wrong with the mutant."""
    clause, file, old, new = mutant
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.egg-info"))
        path = source / "trapezi" / file
        text = path.read_text("utf-8")
        if text.count(old) != 1:
            return f"broken: its text occurs {text.count(old)} times in {file}"
        path.write_text(text.replace(old, new), "utf-8")
        command = [sys.executable, "-m", "pytest", "tests/rulebook", "--clause", clause, "-x", "-q", "-p", "no:cacheprovider"]
        run = subprocess.run(
            [*command, "-o", f"pythonpath={source}", "--no-header", "--tb=no"],
            cwd=ROOT,
            env={**os.environ, "TRAPEZI_PURE": "1", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=300,
        )
    match run.returncode:
        case 0:
            return "alive"
        case 1:
            return "killed"
        case 5:
            return "broken: no test names this clause"
        case _:
            return "broken: " + (run.stdout + run.stderr).strip()[-300:]


def main(wanted: list[str]) -> int:
    mutants, unbreakable = load_mutants()
    chosen = [m for m in mutants if not wanted or m[0] in wanted]
    state = sources_and_tests_digest()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    found: dict[str, str] = kept.get("found", {}) if kept.get("digest") == state else {}
    keys = {json.dumps(m): m for m in chosen}
    todo = [key for key in keys if found.get(key) != "killed"]
    print(f"{len(chosen)} mutants, {len(chosen) - len(todo)} known to be killed")
    RESULTS.parent.mkdir(exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(try_mutant, keys[key]): key for key in todo}
        for n, run in enumerate(as_completed(runs), 1):
            key = runs[run]
            found[key] = run.result()
            RESULTS.write_text(json.dumps({"digest": state, "found": found}))
            if found[key] != "killed":
                print(f"{found[key]}: {keys[key]}")
            elif sys.stderr.isatty():
                print(f"\r{n}/{len(todo)}", end="", file=sys.stderr)
    bad = [key for key in keys if found[key] != "killed"]
    without = [c for c in all_clauses() if not wanted and c not in unbreakable and c not in {m[0] for m in mutants}]
    for clause in without:
        print(f"no mutant breaks {clause}")
    print(f"{len(chosen) - len(bad)} passed, {len(bad) + len(without)} failed")
    return 1 if bad or without else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
