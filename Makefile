# One command sets everything up; the rest is what you want to do with it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: help setup play terminal test browser check format bench clean

help:            ## this list
	@sed -nE 's/^([a-z]+):.*## *(.*)/\1 \2/p' $(MAKEFILE_LIST) | while read -r name what; do printf '%-8s %s\n' "$$name" "$$what"; done

$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Footlights needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@scripts/setup $(PYTHON)
	@touch $@

setup: $(STAMP)  ## set up the virtual environment

play: $(STAMP)   ## open the live table in a browser (without a terminal: play the example sessions)
	@$(BIN)/python -m footlights.cli.start

terminal: $(STAMP) ## open a table in this terminal
	@$(BIN)/footlights play

test: $(STAMP)   ## set up and pass every check: lint, types, import order, tests, coverage, pages
	@scripts/check

browser: export FOOTLIGHTS_CI = 1
browser: $(STAMP) ## of these only the pages, in a real Chromium, which must be there
	@scripts/browser
	@$(BIN)/python -m pytest tests/browser

check: test      ## the same as test

format: $(STAMP) ## lay the code out
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(STAMP)  ## measure against the peers, ratios in one run
	@$(BIN)/python -m bench

clean:           ## remove what setup made
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage*
