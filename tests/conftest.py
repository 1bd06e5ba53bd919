"""What all tests share: the clause marks."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause", help="only the tests that prove this clause, such as QX-7")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--clause")
    if wanted:
        items[:] = [item for item in items if any(wanted in mark.args for mark in item.iter_markers("clause"))]
