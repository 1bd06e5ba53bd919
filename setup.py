"""Compile the hot modules if there is a C compiler: all of them or none.

TRAPEZI_BUILD=pure skips compilation; TRAPEZI_REQUIRE_COMPILED=1 makes its failure an error.
TRAPEZI_CFLAGS and TRAPEZI_LDFLAGS replace the flags (sanitizers).
"""

import hashlib
import json
import os
import platform
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src")
POPCOUNT_FLAGS = {"x86_64": " -mpopcnt"}  # count bits in one instruction, which every x86-64 processor since 2009 has
DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,  # Types come from the .pxd only, so that `x: int` stays documentation.
    "boundscheck": True,
    "wraparound": True,
    "cdivision": False,  # // and % must be those of Python for negative numbers.
    "initializedcheck": False,
    "binding": True,
    "embedsignature": True,
    "freethreading_compatible": True,
}


def hot_modules():
    """Yield the names of the modules that have an overlay (.pxd). A header only declares what compiled modules cimport."""
    for overlay in sorted(SOURCES.glob("trapezi/**/*.pxd")):
        if overlay.stem != "__init__" and not overlay.read_text().startswith("# header only"):
            yield ".".join(overlay.relative_to(SOURCES).with_suffix("").parts)


def digest(name):
    """Return a digest of the sources of a compiled module."""
    path = SOURCES / name.replace(".", "/")
    return hashlib.sha256(path.with_suffix(".py").read_bytes() + path.with_suffix(".pxd").read_bytes()).hexdigest()[:16]


class AllOrNone(build_ext):
    """Remove all compiled modules if one fails, because compiled and plain modules cannot import each other."""

    def run(self):
        self.parallel = os.cpu_count()
        if self.editable_mode:  # Keep what is compiled, so that set-up compiles only what changed.
            self.build_lib = "build/compiled"
            self.force = self.force or bool(os.environ.keys() & {"TRAPEZI_CFLAGS", "TRAPEZI_LDFLAGS"})
        try:
            super().run()
        except Exception as error:  # There is no compiler.
            self.give_up(str(error))
            return
        missing = [e.name for e in self.extensions if not Path(self.get_ext_fullpath(e.name)).exists()]
        if missing:
            self.give_up("not built: " + ", ".join(missing))
        elif self.extensions:
            record = json.dumps({e.name: digest(e.name) for e in self.extensions}, indent=1)
            Path(self.get_ext_fullpath("trapezi._built")).with_name("_built.json").write_text(record)

    def copy_extensions_to_source(self):
        if all(self.built(e).exists() for e in self.extensions):
            for old in SOURCES.glob("trapezi/**/*.so"):  # of modules that were moved or removed
                old.unlink()
            super().copy_extensions_to_source()

    def built(self, extension):
        return Path(self.build_lib, self.get_ext_filename(self.get_ext_fullname(extension.name)))

    def give_up(self, why):
        for e in self.extensions:
            for path in (Path(self.get_ext_fullpath(e.name)), self.built(e)):
                path.unlink(missing_ok=True)
        self.extensions = []
        if os.environ.get("TRAPEZI_REQUIRE_COMPILED") == "1":
            raise SystemExit(f"trapezi: compilation failed ({why})")
        print(
            f"trapezi: the rules are not compiled ({why}). Everything works, but simulations are about 50 times slower.",
            file=sys.stderr,
        )


def extensions():
    if os.environ.get("TRAPEZI_BUILD") == "pure":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        print("trapezi: Cython is missing, so the rules run as plain Python", file=sys.stderr)
        return []
    flags = os.environ.get("TRAPEZI_CFLAGS", "-O3 -g0" + POPCOUNT_FLAGS.get(platform.machine(), "")).split()
    link = os.environ.get("TRAPEZI_LDFLAGS", "").split()
    return cythonize(
        [
            Extension(
                name,
                [f"src/{name.replace('.', '/')}.py"],
                depends=["setup.py"],
                optional=True,
                extra_compile_args=flags,
                extra_link_args=link,
            )
            for name in hot_modules()
        ],
        compiler_directives=DIRECTIVES,
        include_path=["src"],
        build_dir="build/cython",
        annotate=bool(os.environ.get("TRAPEZI_ANNOTATE")),
        nthreads=os.cpu_count() or 1,
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNone})
