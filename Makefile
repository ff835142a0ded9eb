# Two commands matter: `make run` serves, `make test` tests. `make help` names the rest.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes

# $(call env,DIR,LOCK): make the environment unless it is whole, then install what the lock pins.
# pip comes last into a new environment, so its presence says that the making was not cut short.
define env
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.x" >&2; exit 1; }
@test -x $(1)/bin/pip || $(PYTHON) -m venv --clear $(1)
$(1)/bin/python $(PIP_INSTALL) -r $(2)
@touch $@
endef

.DEFAULT_GOAL := help
.PHONY: run test test-pages check coverage format lock pages digests bench compiled test-compiled clean soak rehearse image audit dist clients bench-http bench-growth bench-bulk help

# The stamps: a lock newer than its stamp is installed, otherwise nothing is.
$(VENV)/.run: requirements.lock
	$(call env,$(VENV),$<)

$(VENV)/.dev: requirements-dev.lock
	$(call env,$(VENV),$<)

.venv-bench/.bench: requirements-bench.lock
	$(call env,.venv-bench,$<)

.venv-dist/.dist: requirements-dist.lock
	$(call env,.venv-dist,$<)

.venv-clients/.clients: requirements-clients.lock
	$(call env,.venv-clients,$<)

run: $(VENV)/.run  ## serve; HOST=0.0.0.0 PORT=80 instead of 127.0.0.1:8000
	@exec $(BIN)/python -m gunicorn --config gunicorn.conf.py 'service.app:create_app()'

test: $(VENV)/.dev  ## run all tests; ARGS='-k ledger -x' goes to pytest
	@$(BIN)/python -m pytest $(ARGS)

test-pages: $(VENV)/.dev  ## run the tests of the pages, which want chromium and chromedriver; pictures in build/pages
	@REQUIRE_BROWSER=1 $(BIN)/python -m pytest tests/pages $(ARGS)

check: $(VENV)/.dev  ## lint, format, types, import contracts, spelling, openapi.yaml and its promises, Dockerfile, compose.yaml
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/codespell
	$(BIN)/openapi-spec-validator openapi.yaml
	$(BIN)/python -m tools.contract
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec deploy/compose.yaml

soak: $(VENV)/.dev  ## hours of fuzz, load and faults (SOAK_MINUTES=10 of load); nginx is wanted for the proxy's part
	@$(BIN)/python -m pytest -m soak -rs $(ARGS)

rehearse: $(VENV)/.dev  ## kill, drain and upgrade instances behind nginx under load, and look at every answer
	@$(BIN)/python -m pytest -m soak tests/faults/test_rehearsal.py -rs $(ARGS)

image: $(VENV)/.dev  ## build the image and try it, with docker, podman, or (as root) buildah and debootstrap
	@builder=$$(deploy/build-image) && IMAGE_BUILDER=$$builder $(BIN)/python -m pytest -m image tests/faults/test_image.py -rs $(ARGS)

coverage: $(VENV)/.dev  ## run all tests and name the branches of the rules that none took
	@$(BIN)/python -m pytest --cov $(ARGS)

format: $(VENV)/.dev  ## format the code and fix what ruff can fix
	$(BIN)/ruff check --fix --exit-zero --quiet .
	$(BIN)/ruff format .

# A throwaway uv, so that nobody needs one; --universal, so that one file serves every system.
# Existing pins stay; ARGS=--upgrade moves them. The other locks obey the first.
lock:  ## pin the dependencies anew with hashes; ARGS=--upgrade takes the newest
	@set -e; dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; \
	$(PYTHON) -m venv "$$dir"; \
	"$$dir/bin/python" -m pip install --quiet --disable-pip-version-check uv; \
	lock() { \
		UV_CUSTOM_COMPILE_COMMAND='make lock' "$$dir/bin/uv" --no-config pip compile --quiet \
			--universal --python-version 3.11 --generate-hashes $(ARGS) "$$@"; \
	}; \
	lock pyproject.toml --output-file requirements.lock; \
	lock pyproject.toml --extra bulk --extra dask --group dev --constraint requirements.lock \
		--output-file requirements-dev.lock; \
	for only in dist clients; do \
		lock --group $$only --output-file requirements-$$only.lock; \
	done; \
	lock pyproject.toml --group bench --constraint requirements.lock --output-file requirements-bench.lock

dist: .venv-dist/.dist  ## wheel, sdist and bill of materials in dist/, the wheel tried in a fresh environment
	@.venv-dist/bin/python -m tools.release

clients: .venv-clients/.clients $(VENV)/.run  ## generate clients from openapi.yaml in build/clients, and call the service with them
	@.venv-clients/bin/python -m tools.clients $(BIN)/python

# Says so, and does not fail, where the data cannot be reached; strict, or else that would pass for sound.
audit:  ## look for known vulnerabilities in what the locks pin
	@dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; \
	$(PYTHON) -m venv "$$dir" && "$$dir/bin/python" -m pip install --quiet --disable-pip-version-check pip-audit \
		&& "$$dir/bin/pip-audit" --strict --disable-pip --require-hashes --progress-spinner off \
			-r requirements.lock -r requirements-dev.lock > "$$dir/found" 2> "$$dir/said" \
		&& { echo "audit: nothing is known against what is pinned"; exit 0; }; \
	cat "$$dir/found" "$$dir/said" 2> /dev/null; \
	if grep -q '^Found ' "$$dir/said" 2> /dev/null; then exit 1; fi; \
	echo "audit: NOTHING WAS AUDITED: pip-audit or its data could not be reached (see above)" >&2

pages: $(VENV)/.run  ## write the tables of the rulesets' README and the examples of the pages from their data
	$(BIN)/python -m tools.ruleset_pages
	$(BIN)/python -m tools.ruleset_examples

digests: $(VENV)/.run  ## lock what each ruleset says under its version; refuses where a version was not raised
	$(BIN)/python -m tools.ruleset_digests

bench: .venv-bench/.bench  ## measure the engine; ARGS goes to the benchmark
	@.venv-bench/bin/python -m benchmarks.engine $(ARGS)

# Everything that reads a hand; the loading and checking of rulesets stays as it is.
COMPILED := $(addprefix service/scoring/,tiles.py hand.py context.py decompose.py suits.py features.py instances.py \
	layout.py reading.py facts.py waits.py scored.py fans.py payments.py score.py compiled.py options.py patterns)

compiled: $(VENV)/.dev  ## the service with its rules compiled (mypyc, a C compiler), in build/compiled
	rm -rf build/compiled && mkdir -p build/compiled
	cp -r service schemas openapi.yaml gunicorn.conf.py build/compiled
	cd build/compiled && printf '[mypy]\n' > mypy.ini && PATH="$(CURDIR)/$(BIN):$$PATH" mypyc $(COMPILED)

# The rest of the tree comes after the compiling, which pyproject.toml would mislead.
test-compiled: compiled  ## run all tests on it
	tar -cf - --exclude='./build' --exclude='./dist' --exclude='./.venv*' --exclude='./.git' --exclude='./.[hmpr]*' \
		--exclude='./service' --exclude='./schemas' . | tar -xf - -C build/compiled
	cd build/compiled && ../../$(BIN)/python -m pytest $(ARGS)

bench-http: .venv-bench/.bench  ## measure the service over HTTP beside a minimal app; ARGS=seconds of each round
	@.venv-bench/bin/python -m benchmarks.http $(ARGS)

bench-growth: .venv-bench/.bench  ## measure how the cost over HTTP grows: rulesets, details, batches, workers
	@.venv-bench/bin/python -m benchmarks.growth $(ARGS)

bench-bulk: .venv-bench/.bench  ## measure bulk runs; ARGS='HANDS WORKERS...'
	@.venv-bench/bin/python -m benchmarks.bulk $(ARGS)

bench-scale: .venv-bench/.bench  ## measure 1, 2 and 3 instances behind nginx, and size replicas; ARGS=seconds of each round
	@.venv-bench/bin/python -m benchmarks.scale $(ARGS)

clean:  ## remove environments, caches and build results
	rm -rf $(VENV) .venv-bench .venv-dist .venv-clients build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache \
		.hypothesis .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
