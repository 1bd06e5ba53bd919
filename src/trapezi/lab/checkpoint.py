"""Finished pieces of a run in a file: a line that says which run it is, then a line per piece.

Whoever is interrupted, by Ctrl-C or worse, goes on from there. A last line that was torn is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from trapezi import __version__
from trapezi.lab.chunks import Data, Piece
from trapezi.lab.workers import BadRun


class Kept:
    """What was done of a run, and where more is kept; without a path nowhere."""

    def __init__(self, path: Path | None, run: dict[str, Any]) -> None:
        self.path = path
        self.head = json.dumps({"trapezi": __version__, **run}, sort_keys=True) + "\n"
        self.before = list(self.read()) if path is not None and path.exists() else []
        self.file: TextIO | None = None

    def read(self) -> Iterator[tuple[Piece, Data]]:
        """What is in the file, if it is of this very run."""
        assert self.path is not None
        text = self.path.read_bytes()
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and self.head.encode().startswith(text):
            return
        head, *lines = whole.decode("utf-8", "replace").splitlines(keepends=True) or [""]
        if head != self.head:
            raise BadRun("keep.other-run" if head.startswith('{"') else "keep.not-a-run", file=str(self.path))
        for n, line in enumerate(lines, 2):
            try:
                table, first, number, data = json.loads(line)
                yield Piece(int(table), int(first), int(number)), data
            except (ValueError, TypeError) as error:
                raise BadRun("keep.broken", file=str(self.path), line=n) from error

    def add(self, piece: Piece, data: Data) -> None:
        if self.path is None:
            return
        if self.file is None:
            self.file = self.opened(self.path)
        self.file.write(json.dumps([piece.table, piece.first, piece.number, data], separators=(",", ":")) + "\n")
        self.file.flush()

    def opened(self, path: Path) -> TextIO:
        """The file, cut off after its last whole line."""
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_bytes() if path.exists() else b""
        whole = text.rfind(b"\n") + 1
        file = path.open("a", encoding="utf-8", newline="")
        file.truncate(whole)
        if not whole:
            file.write(self.head)
        return file

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
