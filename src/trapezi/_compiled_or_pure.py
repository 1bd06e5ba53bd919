"""Choose between the compiled modules and their Python source. `TRAPEZI_PURE=1` selects the source."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType
from typing import Literal

PURE_VARIABLE = "TRAPEZI_PURE"


class SourceFinder:
    """An import finder that loads this package's modules from source, even if compiled modules are in the same folder."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith("trapezi."):
            return None
        specs = (FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name) for folder in path)
        return next((spec for spec in specs if spec is not None and spec.loader is not None), None)


def ignore_compiled_modules_if_asked() -> None:
    """Make imports use the Python source if `TRAPEZI_PURE` is set. The package calls this before it imports its other modules."""
    if os.environ.get(PURE_VARIABLE, "0") not in ("", "0") and SourceFinder not in sys.meta_path:
        sys.meta_path.insert(0, SourceFinder)


def execution_mode() -> Literal["compiled", "pure"]:
    """Return whether this process runs the compiled modules or plain Python."""
    from trapezi.core import state

    return "compiled" if str(state.__file__).endswith(tuple(EXTENSION_SUFFIXES)) else "pure"
