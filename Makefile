# make test   everything needed is set up here (.venv), then the tests run
# make demo   sets up what running needs and shows the main job
# make pictures  the pictures of README and docs
# make check  what CI runs: format, lint, types, import contracts, tests
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# What running needs; an environment made for the tests has it, too.
RUNS   := $(if $(wildcard $(READY)),$(READY),$(VENV)/.ready-app)

.PHONY: test demo pictures check lint format setup clean

setup: $(READY)

$(READY): pyproject.toml .ci/setup
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh .ci/setup
	@touch $(READY)

$(VENV)/.ready-app: pyproject.toml .ci/setup
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh .ci/setup app
	@touch $@

demo: $(RUNS)
	@$(BIN)/kiebitz demo

test: $(READY)
	$(BIN)/python -m pytest

pictures: $(READY)
	$(BIN)/python -m tests.pictures

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

check: lint test

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
