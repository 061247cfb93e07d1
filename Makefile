# Every target does its own set-up: a machine with Python 3.11 or newer and a network is enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
UV := uv==0.13.7

.PHONY: help play page test check rules bench map pictures lock clean

help:
	@echo "make play    open the table in the browser"
	@echo "make test    format, lint, types, layering, tests (with a browser if there is one), rules report"
	@echo "make check   the same without the tests"
	@echo "make rules   which rows of the rule ledgers have a passing test (runs the tests)"
	@echo "make bench   benchmarks"
	@echo "make page    build the page of the table"
	@echo "make map     build the maps from geography"
	@echo "make pictures  take the pictures of the README"
	@echo "make lock    renew requirements.lock from pyproject.toml"

# The stamp is newer than both files exactly when the environment holds what they say.
$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Steppe needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Built with the machine's Node.js or with that of a wheel, and only if a source is newer.
page: $(STAMP)
	$(BIN)/python tools/build_page.py

play: page
	$(BIN)/steppe play

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.make_types --check
	$(BIN)/python tools/build_page.py --check

test: check page
	$(BIN)/python -m pytest -n 2
	$(BIN)/python -m tests.rules_report

rules: $(STAMP)
	$(BIN)/python -m pytest -n 2 -q
	$(BIN)/python -m tests.rules_report

bench: $(STAMP)
	$(BIN)/steppe bench

map: $(STAMP)
	$(BIN)/python -m steppe.mapmaker

pictures: page
	$(BIN)/python tools/take_pictures.py

# The engines that the bench compares with (extra `peers`) are nobody's need and stay out of the lock.
# The lock is resolved for every platform and Python 3.11 or newer; it is tried on Python 3.11, Linux x86-64.
lock: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(UV)
	$(BIN)/uv pip compile pyproject.toml $(addprefix --extra ,map lab scale postgres env page dev) --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --no-header --upgrade --quiet -o requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .rules-report.json web/node_modules src/steppe/server/page
