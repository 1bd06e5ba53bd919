"""Checkpoints: the finished chunks of a run in a file, so that an interrupted run continues where it stopped.

The first line identifies the run; each further line is a chunk. An incomplete last line is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from trapezi import __version__
from trapezi.lab.chunks import Chunk, Data
from trapezi.lab.workers import BadRun


class Checkpoint:
    """The finished chunks of a run. Without a path, nothing is saved."""

    def __init__(self, path: Path | None, run: dict[str, Any]) -> None:
        self.path = path
        self.header = json.dumps({"trapezi": __version__, **run}, sort_keys=True) + "\n"
        self.finished = list(self.read()) if path is not None and path.exists() else []
        self.file: TextIO | None = None

    def read(self) -> Iterator[tuple[Chunk, Data]]:
        """Yield the chunks in the file; raise BadRun if the file belongs to another run or is damaged."""
        assert self.path is not None
        content = self.path.read_bytes()
        complete = content[: content.rfind(b"\n") + 1]
        if not complete and self.header.encode().startswith(content):
            return
        header, *lines = complete.decode("utf-8", "replace").splitlines(keepends=True) or [""]
        if header != self.header:
            raise BadRun("arena.keep.other-run" if header.startswith('{"') else "arena.keep.not-a-run", file=str(self.path))
        for n, line in enumerate(lines, 2):
            try:
                pairing, first, count, data = json.loads(line)
                yield Chunk(int(pairing), int(first), int(count)), data
            except (ValueError, TypeError) as error:
                raise BadRun("arena.keep.broken", file=str(self.path), line=n) from error

    def add(self, chunk: Chunk, data: Data) -> None:
        """Save a finished chunk."""
        if self.path is None:
            return
        if self.file is None:
            self.file = self.open(self.path)
        self.file.write(json.dumps([chunk.pairing, chunk.first, chunk.count, data], separators=(",", ":")) + "\n")
        self.file.flush()

    def open(self, path: Path) -> TextIO:
        """Open the file for appending, without an incomplete last line."""
        path.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes() if path.exists() else b""
        complete = content.rfind(b"\n") + 1
        file = path.open("a", encoding="utf-8", newline="")
        file.truncate(complete)
        if not complete:
            file.write(self.header)
        return file

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
