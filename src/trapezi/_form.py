"""Which form of the law runs here: compiled, or the same files as plain Python. `TRAPEZI_PURE=1` forces plain Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PACKAGE = "trapezi"
SWITCH = "TRAPEZI_PURE"


class PlainFinder:
    """Finds modules of this package as source only, though extensions lie beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith(PACKAGE + "."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def install() -> None:
    """Called once, by the package, before any other of its modules is imported."""
    if os.environ.get(SWITCH, "0") not in ("", "0") and PlainFinder not in sys.meta_path:
        sys.meta_path.insert(0, PlainFinder)


def form() -> str:
    """`compiled` or `pure`, as found, not as wished for."""
    from trapezi.core import state

    return "compiled" if str(state.__file__).endswith(tuple(EXTENSION_SUFFIXES)) else "pure"
