"""An extension of griffe, which `make docs` uses to read docstrings: it shows doctests as code blocks."""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>> .*(?:\n(?!\n).+)*", re.MULTILINE)  # A doctest extends from a prompt to the next empty line.


class Doctests(griffe.Extension):
    """Put a fence around each doctest, because Markdown would take its prompts for quotations."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(lambda example: f"```pycon\n{example[0]}\n```", obj.docstring.value)
