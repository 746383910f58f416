# make try    see it work            make test   run the tests
# make lint   style and types        make bench  speed, as ratios
# make fuzz   look for bad input that is not refused in one line, for SECONDS=600
# make web    build the pages of 'motjuste serve' (needs node; the package brings them built)
# A fresh machine needs Python 3.10 or later, make and a package index, nothing else.

PYTHON ?= python3
VENV ?= .venv
# Light extras by default; EXTRAS=all adds the heavy ones.
EXTRAS ?= light
PYTEST ?=
# A file of versions to install no others than; .ci/run gives the one that it tests with.
CONSTRAINTS ?=
# How long `make fuzz` explores.
SECONDS ?= 60

BIN := $(VENV)/bin
light := test,collect,llm,lsp,parquet,plots,serve,spaces,stats
all := $(light),clients,onnx,postgres,ray,train
# Before anything that depends on it: asked for any other way, torch brings gigabytes of CUDA.
first-all := torch==2.13.0

.PHONY: try test fuzz lint bench web web-check clean

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip

$(VENV)/.try: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test-$(EXTRAS): $(BIN)/python pyproject.toml
	$(if $(first-$(EXTRAS)),$(BIN)/python -m pip install --quiet --disable-pip-version-check $(first-$(EXTRAS)))
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$($(EXTRAS))]' \
	  $(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))
	@touch $@

$(VENV)/.lint: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lint,collect,llm,lsp,serve,test]'
	@touch $@

try: $(VENV)/.try
	@$(BIN)/motjuste suggest "I read an *amazing* paper today." --top 5
	@echo
	@cat examples/postcard.txt
	@echo
	@echo "and the same after 'motjuste check - --apply':"
	@echo
	@$(BIN)/motjuste check - --apply < examples/postcard.txt
	@echo
	@echo "The editor in your browser: $(BIN)/pip install '.[serve]' && $(BIN)/motjuste serve --open"
	@echo "There is more: $(BIN)/motjuste --help"

# One thread for each process, since tests run in several. They start hundreds of programs, which
# would all be compiled anew if Python were told to keep no bytecode.
test: $(VENV)/.test-$(EXTRAS)
	OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST)

fuzz: $(VENV)/.test-$(EXTRAS)
	$(BIN)/python scripts/fuzz.py --seconds $(SECONDS)

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.try
	$(BIN)/python bench/evaluation.py
	$(BIN)/python bench/suggest.py
	$(BIN)/python bench/check.py
	$(BIN)/python bench/hostile.py

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci
	@touch $@

web: web/node_modules/.package-lock.json
	cd web && npm run --silent check && npm run --silent build

web-check: web/node_modules/.package-lock.json
	cd web && npm run --silent check && npm run --silent build -- --check

clean:
	rm -rf $(VENV) web/node_modules build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
