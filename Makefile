# `make demo` on a fresh Debian 12 or Raspberry Pi OS installs what players need, into .venv, and plays;
# `make test` adds the tools of those who change the project, and checks and tests it. Once installed,
# nothing here needs a network.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SET_UP := $(VENV)/.set-up
INSTALLED := $(VENV)/.installed
BENCHMARKS := recognition photos unseen strangers steady stills piles hana cross watch eyes rules live resume soak web taps
CODE := $(wildcard companion vision web hardware tests benchmarks tools)

# On a Raspberry Pi the camera's library comes from apt, so the environment has to see apt's packages.
comma := ,
IS_A_PI := $(shell grep -qsa "Raspberry Pi" /proc/device-tree/model && echo yes)
VENV_OPTIONS := $(if $(IS_A_PI),--system-site-packages)
EXTRAS := mqtt$(if $(IS_A_PI),$(comma)pi)

# pip says what it fetches, and how far it is: that takes minutes.
PIP := $(BIN)/python -m pip --disable-pip-version-check
APT_LINE := apt-get install --yes --no-install-recommends libgl1 libglib2.0-0 python3-venv

# The tests run on all cores, each file's on one of them, for they share what is dear to make. A worker
# takes up to 3 GB: `make test WORKERS=1` where there is less.
WORKERS := auto
ON_ALL_CORES := $(BIN)/pytest --numprocesses=$(WORKERS) --maxprocesses=4 --dist=loadfile

.DEFAULT_GOAL := help
.PHONY: help catalogues setup install demo test test-long test-wheel bench lint format coverage page-types docs reference dist sheets clean system browser
.PHONY: test-pi test-pi-tools test-pi-camera test-pi-panel test-pi-arm64 test-pi-vision test-system test-package test-update test-pulls test-home-assistant test-training deb image checksums test-image

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 14

setup: $(SET_UP)  ## what players need, into .venv

install: $(INSTALLED)  ## the same, and the tools of those who change the project

# Ctrl-C is how it ends, and no error: the shell waits for the companion, which then exits with 130, and
# stays a second longer: a make that hears of the key after its last child is gone calls that an error.
demo: $(SET_UP)  ## a game on a simulated table, to look at in the browser; Ctrl-C ends it
	@echo "A simulated table is being laid. Ctrl-C ends the demonstration."
	@trap : INT; $(BIN)/companion demo $(DEMO) || \
	  { code=$$?; [ $$code = 130 ] || exit $$code; echo "The demonstration has ended."; sleep 1; }

test: lint browser  ## the checks of the code and the quick tests
	$(ON_ALL_CORES) -m "not long"

test-long: lint browser  ## the checks of the code and all tests, also those of an installed system
	$(ON_ALL_CORES)
	@$(MAKE) --no-print-directory test-package test-update test-pulls test-system

# Each of these needs a machine made for it: Debian roots and a guest, made once and kept in
# ~/.cache/companion-tests. Where a tool is missing the script says so and exits with 77.
test-pi: test-pi-camera test-pi-panel test-pi-arm64  ## what of a Raspberry Pi runs without one (as root)

test-pi-camera: test-pi-tools  ## our camera on the real picamera2, with libcamera's virtual camera
	tools/pi/test_camera.sh || [ $$? = 77 ]

test-pi-panel: test-pi-tools  ## our panel on the real lgpio, with the kernel's simulated pins
	tools/pi/test_panel.sh || [ $$? = 77 ]

test-pi-arm64: test-pi-tools $(INSTALLED)  ## core tests as arm64, with the wheels that a Pi gets
	tools/pi/test_arm64.sh || [ $$? = 77 ]

test-system: test-pi-tools $(INSTALLED)  ## the .deb and its service in an emulated Debian trixie (as root; long)
	tools/pi/test_system.sh || [ $$? = 77 ]

test-package: test-pi-tools  ## the .deb and install.sh in a fresh Debian 12 and 13, without a network (as root; long)
	tools/pi/test_package.sh || [ $$? = 77 ]

test-update:  ## another version from the page and back, under Debian's systemd in a container (as root)
	tools/pi/test_update.sh || [ $$? = 77 ]

test-pulls: $(INSTALLED)  ## a full card, a wrong clock, the power cut 20 times while it writes, at this machine's pace (as root)
	tools/pi/test_pulls.sh || [ $$? = 77 ]

test-pi-vision: test-pi-tools  ## the tests of the eyes with the OpenCV of Debian trixie
	tools/pi/test_vision.sh -m "not long" || [ $$? = 77 ]

test-home-assistant: $(INSTALLED)  ## the table in a real Home Assistant, with a real broker (as root; long)
	tools/home_assistant/test.sh || [ $$? = 77 ]

test-training: $(INSTALLED)  ## a few steps of the nets' training, with torch in an environment of its own
	tools/training/test.sh

test-pi-tools:
	tools/pi/tools.sh || [ $$? = 77 ]

bench: $(INSTALLED)  ## the shorter benchmarks; docs/benchmarks.md has all, and what each takes
	for bench in $(BENCHMARKS); do $(BIN)/python -m benchmarks.$$bench || exit 1; done

lint: $(INSTALLED)  ## the checks of the code, Python and JavaScript: style, types, who imports whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(CODE)
	$(BIN)/lint-imports --no-logo
	@tools/page/check.sh

# New sentences go into every catalogue, still to be translated; the compiled ones lie beside them, so
# that an installation needs no Babel. Another language: `make catalogues LANGUAGE=de`.
CATALOGUES := companion/locale
catalogues: $(INSTALLED)  ## the catalogues of the languages, from the code
	$(BIN)/pybabel --quiet extract --mapping babel.cfg --keyword counted:1,2 --keyword phrase --keyword phrases:1,2 --add-comments=Translators: --sort-by-file --no-location \
	  --project tabletop-companion --copyright-holder "the tabletop companion authors" --output build.pot .
	$(if $(LANGUAGE),$(BIN)/pybabel --quiet init -D companion -d $(CATALOGUES) -i build.pot -l $(LANGUAGE))
	$(BIN)/pybabel --quiet update -D companion -d $(CATALOGUES) -i build.pot --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/python tools/compile_catalogues.py
	rm build.pot

format: $(INSTALLED)  ## put the code into its form
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

coverage: $(INSTALLED) browser  ## which lines the quick tests reach
	$(BIN)/coverage run -m pytest -m "not long"
	$(BIN)/coverage report

reference: $(INSTALLED)  ## all docstrings as pages, in build/reference
	$(BIN)/python -W error tools/reference.py

page-types: $(INSTALLED)  ## the types of what pages are told, for their JavaScript, made anew
	$(BIN)/python -m tools.page_types

docs: $(INSTALLED)  ## the tables and drawings in docs/, made anew
	$(BIN)/python -m tools.renew_docs

dist: $(INSTALLED)  ## a wheel, in dist/
	rm -rf build dist
	$(PIP) --quiet wheel --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build
	@ls dist

sheets: $(INSTALLED)  ## what people print, as PDF files, in dist/sheets/
	mkdir -p dist/sheets
	@set -e; for what in mat racks cards; do for paper in a4 letter a3; do \
	  $(BIN)/companion print $$what --paper $$paper --out dist/sheets/$$what-$$paper.pdf; done; done

ARCHITECTURES := arm64 amd64
deb:  ## Debian packages for the Raspberry Pi and for PCs, in dist/
	tools/debian/build.sh $(ARCHITECTURES)

image:  ## a card's image with Debian for arm64 that starts as a companion, in dist/ (as root; long)
	tools/image/build.sh

checksums:  ## SHA256SUMS of all that lies in dist/, to be given out with it
	@cd dist && find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum > SHA256SUMS
	@cat dist/SHA256SUMS

test-image: test-pi-tools $(INSTALLED)  ## that image in an emulated machine, its plug pulled 20 times (as root; long)
	tools/pi/test_image.sh || [ $$? = 77 ]

test-wheel: dist  ## the wheel in a fresh Debian 12 that has nothing else (as root)
	tools/try_wheel.sh || [ $$? = 77 ]

clean:  ## remove .venv and everything that the tools leave behind
	rm -rf $(VENV) build dist htmlcov .coverage .coverage.* *.egg-info
	rm -rf tools/page/node_modules
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# -------------------------------------------------------------------------------------- set-up

# setuptools first and no isolated build: then the pinned one builds, and no second is fetched.
$(SET_UP): pyproject.toml constraints.txt $(BIN)/python
	@echo "Setting the companion up in $(VENV): OpenCV and a dozen smaller libraries are fetched, some 120 MB."
	$(PIP) install -c constraints.txt setuptools
	$(PIP) install -c constraints.txt --no-build-isolation --editable '.[$(EXTRAS)]'
	@touch $@
	@echo "The companion is set up: $(BIN)/companion --help"

$(INSTALLED): $(SET_UP)
	@echo "Adding the tools for checks and tests, some 110 MB."
	$(PIP) install -c constraints.txt --no-build-isolation --editable '.[$(EXTRAS)$(comma)dev]'
	@touch $@

$(BIN)/python:
	@$(MAKE) --no-print-directory system
	$(PYTHON) -m venv $(VENV_OPTIONS) $(VENV) || { rm -rf $(VENV); exit 1; }

# Chromium, for the tests of the pages, espeak-ng, for those of speech, systemd's tools, for that of the
# unit, mosquitto and openssl, for those of the broker: they start one of their own. (Debian starts one,
# too, which serves this machine alone.) Without them they are skipped, and say so.
browser:
	@missing=""; \
	command -v chromium >/dev/null || missing="chromium"; \
	command -v espeak-ng >/dev/null || missing="$$missing espeak-ng"; \
	command -v systemd-analyze >/dev/null || missing="$$missing systemd"; \
	PATH="$$PATH:/usr/sbin" command -v mosquitto >/dev/null || missing="$$missing mosquitto"; \
	command -v openssl >/dev/null || missing="$$missing openssl"; \
	if [ -z "$$missing" ] || ! command -v apt-get >/dev/null; then exit 0; \
	elif [ "$$(id -u)" = 0 ]; then as=""; \
	elif sudo -n true 2>/dev/null; then as="sudo"; \
	else echo "Some tests are skipped without: sudo apt-get install $$missing"; exit 0; \
	fi; \
	echo "Installing what the tests need: $$missing"; \
	$$as apt-get update -q && \
	$$as env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $$missing

# Python is new enough, and Debian's packages are there, or get installed where we may.
system:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "The companion needs Python 3.11 or newer, and '$(PYTHON)' is not: try 'make PYTHON=python3.11'." >&2; \
	  exit 1; }
	@if $(PYTHON) -c 'import ctypes, ensurepip, venv; ctypes.CDLL("libGL.so.1"); ctypes.CDLL("libglib-2.0.so.0")' 2>/dev/null; then \
	  exit 0; \
	elif ! command -v apt-get >/dev/null; then \
	  echo "Please install libGL.so.1, libglib-2.0.so.0 (for OpenCV) and Python's venv module." >&2; \
	  exit 1; \
	elif [ "$$(id -u)" = 0 ]; then as=""; \
	elif sudo -n true 2>/dev/null; then as="sudo"; \
	else \
	  echo "Some packages are missing. Please run:  sudo $(APT_LINE)" >&2; \
	  exit 1; \
	fi; \
	echo "Installing what is missing: $(APT_LINE)"; \
	$$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive $(APT_LINE)
