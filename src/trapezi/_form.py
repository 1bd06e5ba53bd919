"""Choose between the compiled modules and their plain Python source. `TRAPEZI_PURE=1` forces plain Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PACKAGE = "trapezi"
SWITCH = "TRAPEZI_PURE"


class PlainFinder:
    """An import finder that loads the source of this package's modules and ignores compiled extensions beside it."""

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
    """Install the finder if plain Python is asked for. The package calls this before it imports its other modules."""
    if os.environ.get(SWITCH, "0") not in ("", "0") and PlainFinder not in sys.meta_path:
        sys.meta_path.insert(0, PlainFinder)


def form() -> str:
    """Return which form is really in use: `compiled` or `pure`."""
    from trapezi.core import state

    return "compiled" if str(state.__file__).endswith(tuple(EXTENSION_SUFFIXES)) else "pure"
