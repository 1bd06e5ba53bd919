# make play   sets up everything on a fresh machine and opens a game
# make test   sets up everything and runs all tests, in plain Python and compiled
# All targets work in .venv/, which set-up makes and renews when lock files or overlays change.

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
OVERLAYS := $(shell find src -name '*.pxd' -o -name '*.py' -path '*/law/*' -o -name 'rules.py' -o -name 'playouts.py')
export PYTHONDONTWRITEBYTECODE ?= 1

.PHONY: play test setup check lint types law pure compiled check-law sanitized mutants golden bench lock wheel clean

play: .venv/.run
	@$(BIN)/trapezi

setup: .venv/.dev

# -- set-up ----------------------------------------------------------------------------------------------------------

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.parts: requirements.txt | .venv/bin/python
	$(PY) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes --requirement requirements.txt
	@touch $@

.venv/.tools: requirements-dev.txt .venv/.parts
	$(PY) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes --requirement requirements-dev.txt
	@touch $@

# The package itself, in place; compiled where a C compiler is found.
.venv/.run: .venv/.parts pyproject.toml setup.py $(OVERLAYS)
	$(PY) -m pip install --quiet --no-compile --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/trapezi --version
	@touch $@

.venv/.dev: .venv/.tools .venv/.run
	@touch $@

# -- tests -----------------------------------------------------------------------------------------------------------

test: setup lint types compiled pure

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

compiled: setup
	TRAPEZI_PURE=0 $(PY) -m pytest -n 2 tests src

pure: setup
	TRAPEZI_PURE=1 $(PY) -m pytest -n 2 tests src

# The long proofs: 1,000 games of every case in both forms, both forms alike over thousands of games, no undefined behaviour of C.
# What is done is kept in .work/ until the law changes.
check-law: LONG = TRAPEZI_CHECK_GAMES=1000 TRAPEZI_CHECK_LOOKS=0.3 TRAPEZI_CHECK_KEPT=.work/check-law TRAPEZI_SAME_GAMES=5000
check-law: setup
	TRAPEZI_PURE=0 $(LONG) $(PY) -m pytest -n 2 tests/games/test_forms.py tests/games/test_conformance.py
	TRAPEZI_PURE=1 $(LONG) $(PY) -m pytest -n 2 tests/games/test_conformance.py
	$(MAKE) sanitized

# The whole suite once more, with undefined behaviour of C made an error; in a tree of its own.
sanitized: setup
	rm -rf .work/sanitized && mkdir -p .work/sanitized
	cp -r src tests docs client pyproject.toml setup.py README.md CONTRIBUTING.md LICENSE .work/sanitized/
	find .work/sanitized -name '*.so' -delete
	cd .work/sanitized && TRAPEZI_REQUIRE_COMPILED=1 \
	  TRAPEZI_CFLAGS="-O1 -fno-wrapv -fsanitize=undefined -fno-sanitize-recover=undefined" \
	  TRAPEZI_LDFLAGS="-fsanitize=undefined" ../../$(PY) setup.py -q build_ext --inplace
	cd .work/sanitized && PYTHONPATH=src ../../$(PY) -m pytest -n 2 tests

mutants: setup
	$(PY) tests/mutants/run.py

golden: setup
	$(PY) tests/golden/test_golden.py

bench: setup
	$(PY) benchmarks/law_vs_openspiel.py

# -- upkeep ----------------------------------------------------------------------------------------------------------

# Hashed lock files that name no host.
lock: .venv/bin/python
	$(PY) -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group build -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group build --group dev -o requirements-dev.txt

wheel: setup
	$(PY) -m build --wheel --no-isolation

clean:
	rm -rf .venv build dist .work src/*.egg-info src/trapezi/_built.json
	find src -name '*.so' -delete
