"""The lock files agree with the bounds of pyproject.toml, and the metadata of the package is complete."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())


def locked(file: str) -> dict[str, str]:
    """Return the locked versions by name."""
    return dict(re.findall(r"^([\w.-]+)==([^ ;]+)", (ROOT / file).read_text(), re.MULTILINE))


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    ("file", "groups"),
    [("requirements.txt", ["build"]), ("requirements-dev.txt", ["build", "dev"]), ("requirements-docs.txt", ["docs"])],
)
def test_every_locked_version_is_within_its_bounds(file: str, groups: list[str]) -> None:
    versions = {normalized(name): version for name, version in locked(file).items()}
    project = [] if groups == ["docs"] else PROJECT["project"]["dependencies"]
    for text in [*project, *(each for group in groups for each in PROJECT["dependency-groups"][group])]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(versions[normalized(requirement.name)]), text


def test_packages_whose_internals_are_used_have_an_upper_bound() -> None:
    bounds = {Requirement(text).name: str(Requirement(text).specifier) for text in PROJECT["project"]["dependencies"]}
    assert {name for name, bound in bounds.items() if "<" in bound} >= {"litestar", "uvicorn", "websockets"}
    assert all(">=" in bound for bound in bounds.values())


def test_the_metadata_names_authors_keywords_classifiers_and_licence() -> None:
    project = PROJECT["project"]
    assert project["authors"] == [{"name": "Trapezi contributors"}]
    assert project["license"] == "MIT"
    assert project["keywords"]
    assert "Typing :: Typed" in project["classifiers"]


def test_the_lowest_and_the_newest_versions_are_tried_in_public() -> None:
    assert "run: make versions" in (ROOT / ".github" / "workflows" / "test.yml").read_text()
