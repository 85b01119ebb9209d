# Everything needs only Python >= 3.11 and make. PYTHON and VENV may be set: make test PYTHON=python3.12
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test lint docs check differential coverage-study sequential-study kill-study clean

demo: $(STAMP)  ## a first tournament, from nothing to an Elo table
	$(BIN)/medina-arena run --bots mcts,greedy --games 240

test: $(STAMP)  ## the whole test suite
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: $(STAMP)  ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

check: lint test  ## exactly what CI runs

differential: $(STAMP)  ## 1000 games of every set and number of players, uniform and biased, on both engines
	$(BIN)/python tests/engine/differential.py --games 1000 --biased no --workers 2
	$(BIN)/python tests/engine/differential.py --games 200 --biased yes --workers 2

coverage-study: $(STAMP)  ## do the intervals hold the truth? hundreds of simulated tournaments
	cd tests && ../$(BIN)/python -m simulated_games.coverage_study

docs: $(STAMP)  ## the documentation as a site, in build/site
	$(BIN)/mkdocs build --strict --config-file .mkdocs.yml

sequential-study: $(STAMP)  ## does the sequential test keep its risks? 10,000 simulated runs
	cd tests && ../$(BIN)/python -m simulated_games.sequential_study

kill-study: $(STAMP)  ## do runs end with the same bytes however often their processes are killed? hundreds of kills
	$(BIN)/python tests/tournament/kill_study.py

clean:
	rm -rf $(VENV) build *.egg-info

# A virtual environment keeps its absolute path in its scripts: one that was copied along with the folder is made anew.
$(STAMP): pyproject.toml $(if $(shell test -x $(BIN)/python && $(BIN)/python -c 'import sys; print(sys.prefix)' 2>/dev/null | grep -Fx "$(abspath $(VENV))"),,FORCE)
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
.PHONY: FORCE
FORCE:
