"""A checkpoint is a file with the results of finished chunks of games, so that an interrupted run can continue.

The first line identifies the run. Each further line has the result of a chunk. An incomplete last line is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from trapezi import __version__
from trapezi.lab.chunks import Chunk, ChunkData
from trapezi.lab.workers import BadRun


class Checkpoint:
    """The finished chunks of a run and their results. If `path` is None, nothing is saved."""

    def __init__(self, path: Path | None, run: dict[str, Any]) -> None:
        self.path = path
        self.header = json.dumps({"trapezi": __version__, **run}, sort_keys=True) + "\n"
        content = path.read_bytes() if path is not None and path.exists() else b""
        self.complete_lines = content[: content.rfind(b"\n") + 1]
        self.finished = [] if self.header.encode().startswith(content) else list(self.read_chunks())
        self.file: TextIO | None = None

    def read_chunks(self) -> Iterator[tuple[Chunk, ChunkData]]:
        """Yield the chunks in the file with their results. Raise `BadRun` if it belongs to another run or is damaged."""
        header, *lines = self.complete_lines.decode("utf-8", "replace").splitlines(keepends=True) or [""]
        if header != self.header:
            raise BadRun("arena.keep.other-run" if header.startswith('{"') else "arena.keep.not-a-run", file=str(self.path))
        for n, line in enumerate(lines, 2):
            try:
                pairing, first, count, data = json.loads(line)
                yield Chunk(int(pairing), int(first), int(count)), data
            except (ValueError, TypeError) as error:
                raise BadRun("arena.keep.broken", file=str(self.path), line=n) from error

    def save_chunk(self, chunk: Chunk, data: ChunkData) -> None:
        """Save a finished chunk in the file, if there is one."""
        if self.path is None:
            return
        if self.file is None:
            self.file = self.open_for_append(self.path)
        self.file.write(json.dumps([chunk.pairing, chunk.first, chunk.count, data], separators=(",", ":")) + "\n")
        self.file.flush()

    def open_for_append(self, path: Path) -> TextIO:
        """Open the file, remove an incomplete last line, and write the header if the file has none."""
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a", encoding="utf-8", newline="")
        file.truncate(len(self.complete_lines))
        if not self.complete_lines:
            file.write(self.header)
        return file

    def close(self) -> None:
        if self.file is not None:
            self.file.close()
