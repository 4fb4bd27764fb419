# One door to everything: `make` alone says what there is.
# GNU make (3.81 will do) and a POSIX shell; Python 3.11 or newer.

PORT ?= 8000
PYTHON ?= python3
PYTEST_ARGS ?= -n 2
UPGRADE ?=
export PORT

VENV = .venv
PY = $(VENV)/bin/python
INSTALL = $(PY) -m pip install --quiet --disable-pip-version-check
INSTALL_PROJECT = $(INSTALL) --no-deps --no-build-isolation -e .

# A stamp is newer than what it was made from, so nothing is installed twice.
MADE = $(VENV)/.stamp-made
RUN = $(VENV)/.stamp-run
TEST = $(VENV)/.stamp-test
BENCH = $(VENV)/.stamp-bench

.PHONY: help run export install test test-postgres check format deep coverage bench lock clean postgres-answers
.NOTPARALLEL:
.DEFAULT_GOAL := help

help:
	@echo "Targets:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile
	@echo "Variables: PORT=$(PORT)  PYTHON=$(PYTHON)  PYTEST_ARGS='-k name'  DATABASE_URL=postgres://…"

# --- run ---

define PORT_IS_FREE
import os, socket, sys
port = os.environ["PORT"]
if not port.isdigit() or not 0 < int(port) < 65536:
    sys.exit(f"PORT={port} is not a port: give a number from 1 to 65535, for example make run PORT=8001.")
with socket.socket() as probe:
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind(("127.0.0.1", int(port)))
    except OSError as error:
        sys.exit(f"Port {port} cannot be used ({error.strerror}): choose another one, for example make run PORT=8001.")
endef
export PORT_IS_FREE

run: $(RUN) ## install what is needed and serve the site on 127.0.0.1
	@$(PY) -c "$$PORT_IS_FREE"
	$(PY) manage.py migrate --noinput
	$(PY) manage.py collectstatic --noinput
	$(PY) manage.py fill_index
	@echo "Serving on http://127.0.0.1:$$PORT"
	@$(PY) manage.py db_worker -v0 & worker=$$!; trap 'kill $$worker 2>/dev/null' EXIT INT TERM; \
	  $(PY) -m gunicorn web.wsgi --bind "127.0.0.1:$$PORT" \
	  --worker-class gthread --workers 2 --threads 4 --no-control-socket

export: $(RUN) ## write the offline edition into FOLDER, dist/offline if absent
	$(PY) manage.py export $(FOLDER)

# --- test ---

install: $(TEST) ## install everything for work on the project into .venv

check: $(TEST) ## style, types, layers, settings, migrations: all that needs no test run
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo
	$(PY) manage.py check
	$(PY) manage.py makemigrations --check --dry-run

test: check ## all checks, then all tests, with a real Chromium among them
	@echo "Looking for Chromium"
	@CHROMIUM=$$($(PY) tests/browser/find_chromium.py --install) && export CHROMIUM && \
	  echo "$(PY) -m pytest $(PYTEST_ARGS)" && $(PY) -m pytest $(PYTEST_ARGS)

deep: coverage ## the slow, exhaustive tests
	$(PY) -m pytest -m deep $(PYTEST_ARGS)

coverage: $(TEST) ## the tests of the rules reach every line and every branch of them
	$(PY) -m pytest tests/games -q $(PYTEST_ARGS) --cov=games --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

# Django makes a database of its own there, named test_…, and drops it again.
POSTGRES = DATABASE_URL="$${DATABASE_URL:-postgres://root@127.0.0.1:5432/test}"

define POSTGRES_ANSWERS
import os, sys, psycopg
try:
    psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=5).close()
except psycopg.Error as error:
    why = " ".join(str(error).split())
    sys.exit(f"No PostgreSQL to test on: start one, or name one with DATABASE_URL=postgres://user:password@host:port/name ({why}).")
endef
export POSTGRES_ANSWERS

postgres-answers: $(TEST)
	@$(POSTGRES) $(PY) -c "$$POSTGRES_ANSWERS"

test-postgres: postgres-answers ## the database tests again, on PostgreSQL (DATABASE_URL)
	$(POSTGRES) $(PY) -m pytest -m database $(PYTEST_ARGS)

# --- other work ---

format: $(TEST) ## put the code into its form
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench: $(BENCH) ## measure speed, beside pokerkit
	$(PY) tests/bench/bench.py

COMPILE = $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header $(UPGRADE)

lock: $(MADE) ## write requirements*.txt anew from pyproject.toml (newest versions: UPGRADE=--upgrade)
	$(INSTALL) uv
	$(COMPILE) pyproject.toml --group build -o requirements.txt
	$(COMPILE) pyproject.toml --extra lti -c requirements.txt -o requirements-lti.txt
	$(COMPILE) pyproject.toml --group test -c requirements.txt -o requirements-test.txt
	$(COMPILE) --group bench -c requirements-test.txt -o requirements-bench.txt

clean: ## remove .venv, caches and collected files; db.sqlite3 stays
	rm -rf $(VENV) staticfiles dist build htmlcov test-results .coverage .coverage.*
	rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find games site tests -name __pycache__ -type d -prune -exec rm -rf {} +

# --- what is installed ---

$(MADE):
	@command -v $(PYTHON) >/dev/null 2>&1 || { \
	  echo "There is no $(PYTHON) here: install Python 3.11 or newer with its venv module (Debian, Ubuntu: apt-get install python3 python3-venv)." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is not Python 3.11 or newer: name one that is, for example make PYTHON=python3.12 run." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) has no venv module: install it (Debian, Ubuntu: apt-get install python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(RUN): requirements.txt pyproject.toml | $(MADE)
	$(INSTALL) --require-hashes -r requirements.txt
	$(INSTALL_PROJECT)
	@touch $@

# requirements-test.txt holds all of requirements.txt, in the same versions.
$(TEST): requirements-test.txt requirements.txt pyproject.toml | $(MADE)
	$(INSTALL) --require-hashes -r requirements-test.txt
	$(INSTALL_PROJECT)
	@touch $(RUN) $@

$(BENCH): requirements-bench.txt $(RUN)
	$(INSTALL) --require-hashes -r requirements-bench.txt
	@touch $@
