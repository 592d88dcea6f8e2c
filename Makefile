# One command sets everything up; the rest is what you want to do with it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: help setup play terminal test check format bench clean

help:            ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/  -/'

$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Footlights needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@echo "Setting up (once) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-virtualenv -r requirements.txt -e .
	@touch $@

setup: $(STAMP)  ## set up the virtual environment

play: $(STAMP)   ## open the live table in a browser (without a terminal: play the example sessions)
	@$(BIN)/python -m footlights.cli.start

terminal: $(STAMP) ## open a table in this terminal
	@$(BIN)/footlights play

test: $(STAMP)   ## set up and pass every check: lint, types, import order, all tests, coverage
	@scripts/check

check: test      ## the same as test

format: $(STAMP) ## lay the code out
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(STAMP)  ## measure against the peers, ratios in one run
	@$(BIN)/python -m bench

clean:           ## remove what setup made
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
