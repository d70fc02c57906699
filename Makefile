# SPDX-License-Identifier: GPL-2.0-or-later
# Everything runs in .venv, made by the first target that needs it.  PYTHON chooses the interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE ?= site
SHARED ?=
# the versions of everything that is installed; `make LOCK= test` takes the newest instead
LOCK ?= requirements.lock
PIP := $(BIN)/pip install -q --disable-pip-version-check $(if $(LOCK),-c $(LOCK))
# e.g. TORTURE='kills --kills 10000'
TORTURE ?=

.PHONY: demo test lint gate bench torture fuzz audit lock pictures wheel wheel-test install-test clean

# the time stamp file says: the environment holds what pyproject.toml asks for
$(VENV)/.core: pyproject.toml $(LOCK)
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e '.[zstd,lore]'
	touch $@

$(VENV)/.test: $(VENV)/.core
	$(BIN)/pip install -q --disable-pip-version-check 'pip>=25.1'
	$(PIP) --group test
	touch $@

$(VENV)/.speed: $(VENV)/.test
	$(BIN)/pip install -q --disable-pip-version-check --group speed
	touch $@

$(VENV)/.lint: $(VENV)/.test
	$(PIP) --group lint
	touch $@

demo: $(VENV)/.core
	$(BIN)/netdev-digest build demo/netdev.mbox demo/pages -o $(SITE) --now 2026-11-24 --maintainers demo/MAINTAINERS \
	  --title 'netdev digest (demo)'
	@echo "The site is in $(SITE)/: open file://$(abspath $(SITE))/index.html or run '$(BIN)/netdev-digest serve $(SITE)'"

test: $(VENV)/.test
	$(BIN)/python -m pytest -q -n auto

lint: $(VENV)/.lint
	$(BIN)/ruff format --check digest tests docs
	$(BIN)/ruff check digest tests docs
	$(BIN)/mypy
	$(BIN)/lint-imports

gate: $(VENV)/.test
	$(BIN)/python -m tests.gate $(if $(SHARED),--shared $(SHARED))

bench: $(VENV)/.speed
	$(BIN)/python -m tests.speed $(if $(SHARED),--mails 10000 --shared $(SHARED)) --write
	$(BIN)/python -m pytest -q -n 0 tests/speed/hot.py

# guided by coverage where atheris can be installed; without it the inputs are random, and that is said
$(VENV)/.fuzz: $(VENV)/.test
	-$(PIP) --group fuzz
	touch $@

torture: $(VENV)/.fuzz
	$(BIN)/python -m tests.torture $(TORTURE)

# an hour for each target; what it took is added to tests/data/fuzz/spent.json
fuzz: $(VENV)/.fuzz
	$(BIN)/python -m tests.torture fuzz --fuzz 3600 --keep-count

audit: $(VENV)/.lint
	$(BIN)/python -m tests.audit

# the newest versions that go together, in a fresh environment
lock:
	rm -rf build/lock && $(PYTHON) -m venv build/lock
	build/lock/bin/pip install -q --disable-pip-version-check 'pip>=25.1'
	build/lock/bin/pip install -q --disable-pip-version-check -e '.[zstd,lore]' --group test --group lint --group fuzz
	(sed -n 1p requirements.lock; build/lock/bin/pip freeze --exclude-editable) > build/lock.txt && mv build/lock.txt requirements.lock

pictures: $(VENV)/.test demo
	$(BIN)/python docs/make_pictures.py

# the date of the commit, so that one commit makes the same bytes anywhere
wheel: $(VENV)/.test
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || echo 1796083200)} $(BIN)/python -m build

# the commands and the whole way once more, from a folder without the package: what runs is the built wheel
wheel-test: wheel
	rm -rf build/wheel-test && mkdir -p build/wheel-test
	cp -r tests demo docs README.md CHANGELOG.md pyproject.toml build/wheel-test/
	$(BIN)/pip install -q --disable-pip-version-check --force-reinstall --no-deps dist/*.whl
	cd build/wheel-test && ../../$(BIN)/python -m pytest -q -n auto tests/test_cli.py tests/test_pipeline.py tests/publish/test_site_pages.py
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .

install-test: $(VENV)/.test
	NETDEV_DIGEST_INSTALL=1 $(BIN)/python -m pytest -q tests/test_install.py

clean:
	rm -rf $(VENV) site site.store* dist build
