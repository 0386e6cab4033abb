# Everything there is to do here, a word each. `make` alone lists it.
#
# Steps that are more than a line live in scripts/, which need Python and nothing else.

PYTHON ?= python3
PORT ?= 8000
ROUNDS ?= 20
# One more than there are processors: many tests wait, for a browser, a server or a clock.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
PYTEST_ARGS ?= -n $(WORKERS) --dist loadgroup

BIN := .venv/bin
CODE := $(wildcard src tests benchmarks examples scripts hatch_build.py)
REFERENCE := gaple gaple.players gaple.engine gaple.analysis gaple.envs gaple.envs.gaple_v0 gaple.envs.openspiel
SETUP := pyproject.toml hatch_build.py scripts/venv.py

.DEFAULT_GOAL := help
.SILENT:
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run test cover lint format bench soak docs web venv lock clean

help: ## list these words
	awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: .venv/run.stamp web ## play: start the table on port 8000 (PORT=…)
	$(BIN)/gaple serve --port $(PORT)

test: .venv/dev.stamp web ## run every test, the browser's too (PYTEST_ARGS=…)
	$(BIN)/python -m scripts.chromium
	$(BIN)/python -m scripts.services
	$(BIN)/python -m scripts.web test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

cover: .venv/dev.stamp ## run the tests, and tell which lines they do not reach
	$(BIN)/python -m pytest $(PYTEST_ARGS) --cov --cov-report term-missing

lint: .venv/dev.stamp ## check style, types and the floors of the house
	echo "• ruff" && $(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	echo "• mypy" && $(BIN)/mypy $(CODE)
	echo "• import-linter" && $(BIN)/lint-imports --no-logo
	echo "• web" && $(BIN)/python -m scripts.web lint

format: .venv/dev.stamp ## bring the code to the common style
	$(BIN)/ruff check --fix-only $(CODE)
	$(BIN)/ruff format $(CODE)

bench: .venv/dev.stamp ## measure speed, side by side with a peer
	for name in $(basename $(notdir $(wildcard benchmarks/bench_*.py))); do \
		echo "• $$name" && $(BIN)/python -m benchmarks.$$name || exit 1; done

soak: .venv/dev.stamp ## run the tests again and again, each time with new chance (ROUNDS=…)
	for round in $$(seq $(ROUNDS)); do \
		echo "• round $$round of $(ROUNDS)" && \
		$(BIN)/python -m pytest -q $(PYTEST_ARGS) -m "not browser and not slow" || exit 1; done
	echo "• and now with very many tries (hours)"
	GAPLE_SOAK=1 $(BIN)/python -m pytest -q $(PYTEST_ARGS) -m soak

docs: .venv/dev.stamp ## write the API reference into build/docs
	$(BIN)/python -W ignore -m pdoc --docformat restructuredtext -o build/docs $(REFERENCE)
	echo "• build/docs/index.html"

web: .venv/run.stamp ## build the page, where it changed
	$(BIN)/python -m scripts.web build

venv: .venv/dev.stamp ## make .venv with everything for working here

lock: ## pin the newest fitting versions of everything
	$(PYTHON) -m scripts.lock

clean: ## remove what was made here (.venv, builds, caches)
	rm -rf .venv build dist web/dist web/node_modules htmlcov .coverage* .hypothesis __pycache__ \
		.pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find src tests benchmarks scripts -name __pycache__ -prune -exec rm -rf {} +

# The locks agree with each other, so the larger ones bring the smaller with them.
.venv/run.stamp: requirements/run.txt $(SETUP)
	$(PYTHON) -m scripts.venv run
	touch $@

.venv/dev.stamp: requirements/dev.txt requirements/run.txt $(SETUP)
	$(PYTHON) -m scripts.venv dev
	touch .venv/run.stamp $@
