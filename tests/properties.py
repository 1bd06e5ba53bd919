"""Set how many examples a property test tries. Every other setting comes from the hypothesis profile (tests/conftest.py)."""

from __future__ import annotations

from hypothesis import settings

BASE = 100  # the default number of examples in `make test`


def examples(number: int) -> settings:
    """Return the settings of a property test that tries this many examples in `make test`, and many more in `make explore`."""
    return settings(max_examples=number * settings().max_examples // BASE)
