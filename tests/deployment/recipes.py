"""The recipes of docs/deployment.md and compose.yaml, taken verbatim from the files."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOYMENT = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")


def recipe(language: str) -> str:
    """Return the only code block of docs/deployment.md in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", DEPLOYMENT, re.MULTILINE | re.DOTALL)
    return str(found)
