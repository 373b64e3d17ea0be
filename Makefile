# The commands of the project; `make` alone lists them.
# Needs make, git and Python; everything else goes into .venv and .cache.
# The network is used by the install steps alone.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY := $(BIN)/python
INSTALLED := $(VENV)/installed
TESTED := .cache/tested
CODE := attention publish tests/attention tests/publish

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help serve site outputs evidence check lint test fuzz test-gpu install chromium lock clean
.DEFAULT_GOAL := help

help: ## list these commands
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-11s %s\n", $$1, $$2}'

serve: $(INSTALLED) ## build and serve the site, and follow what you edit
	$(PY) -m publish serve

site: $(INSTALLED) ## build the site into site/
	$(PY) -m publish site

outputs: $(INSTALLED) ## run what changed, rewrite its stored outputs, show the diff
	$(PY) -m publish outputs

evidence: $(INSTALLED) ## run every snippet and write the record of this machine
	rm -rf .cache/runs
	$(PY) -m publish evidence

check: lint $(TESTED) ## lint, types, and every guard that needs no browser
	$(PY) -m pytest docs tests/site -m "not slow"

# The package and the glue are tested again when they, or their tests, have changed.
$(TESTED): $(INSTALLED) $(shell find $(CODE) -name '*.py')
	$(PY) -m pytest tests/attention tests/publish -m "not slow"
	@mkdir -p $(@D) && touch $@

lint: $(INSTALLED)
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m pyrefly check

test: lint chromium ## everything: check, each snippet alone, the site in Chromium
	$(PY) -m pytest -n auto --ignore=tests/serve
	$(PY) -m pytest tests/serve  # measures times: not while others work

fuzz: $(INSTALLED) ## tests/fuzz with 10,000 examples a test: many minutes
	$(PY) -m pytest tests/fuzz -n auto --hypothesis-profile=long

test-gpu: $(INSTALLED) ## the published blocks on a GPU (DEVICE=mps on Apple's)
	$(PY) -m publish.gpu

install: $(INSTALLED) ## install what the others need into .venv (they do it themselves)

$(INSTALLED): requirements.txt requirements-data.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 5))' 2>/dev/null || { \
	  echo "This needs Python 3.11.5 or later, but $(PYTHON) is: $$($(PYTHON) --version 2>&1)"; \
	  echo "Name another one: make PYTHON=/path/to/python3 $(MAKECMDGOALS)"; exit 1; }
	@echo "Installing into $(VENV): about a minute, more where torch is the CUDA build (see README.md)."
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --requirement requirements.txt
	$(PY) -m pip install --quiet --no-deps --no-build-isolation --editable .
	$(PY) -m publish.tiktoken_cache
	@mkdir -p $(@D) && touch $@

chromium: $(INSTALLED)
	$(PY) -m tests.browser.chromium

# torch names its CUDA packages itself, and only its CUDA build wants them.
lock: $(INSTALLED) ## resolve requirements.txt again from pyproject.toml
	$(PY) -m pip install --quiet uv==0.13.8
	{ echo "# Resolved by \`make lock\` from pyproject.toml; not edited by hand."; \
	  $(PY) -m uv pip compile --quiet --universal --python-version 3.11.5 --no-header \
	    --no-python-downloads --all-extras --group dev \
	    --annotation-style line pyproject.toml \
	    | grep -vE '^(nvidia-|cuda-|triton=)'; } > requirements.new
	mv requirements.new requirements.txt

clean: ## remove what was built; .venv stays
	rm -rf site docs/figures docs/snippets.json .cache/screenshots
