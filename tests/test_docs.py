"""The examples and links of the documentation work."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize(("page", "fewest"), [("README.md", 6), ("docs/environments.md", 16)])
def test_the_examples_run(page: str, fewest: int) -> None:
    results = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted >= fewest
    assert results.failed == 0


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)(?!`)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
