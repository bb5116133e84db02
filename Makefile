# The commands of the project. `make` alone lists them.
#
# CARGO_TARGET_DIR and the other variables of cargo are honoured.

.DEFAULT_GOAL := help
.PHONY: help run test check bench audit setup format lint deny corpus test-rust test-postgres test-bucket test-web \
	client accept-api strangers torture fuzz dist test-pgvector

# What `make run` hands to `folia serve`, such as ARGS="--listen 127.0.0.1:9000".
ARGS ?=

# Where tools/setup puts the embedding model; the tests that need it are told.
DATA_HOME := $(or $(XDG_DATA_HOME),$(HOME)/.local/share)
export TEST_MODEL_DIR ?= $(DATA_HOME)/folia/models/all-MiniLM-L6-v2

# Where cargo puts what is released and measured.
RELEASE := $(abspath $(or $(CARGO_TARGET_DIR),target)/release)

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Set up, build and serve the site in ./data (ARGS="--listen …" for more)
	@tools/setup run
	cargo run --release --locked --bin folia -- serve $(ARGS)

# One after the other, also under `make -j`: cargo uses all cores by itself. The last ones mostly wait, for browsers and
# for databases, and go together.
test: ## Set up and run everything: format, lints, dependencies, tests on both databases
	@tools/setup test
	@$(MAKE) --no-print-directory format
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory deny
	@$(MAKE) --no-print-directory corpus
	@$(MAKE) --no-print-directory test-rust
	@tools/side-by-side \
		"$(MAKE) --no-print-directory test-postgres && $(MAKE) --no-print-directory test-pgvector" \
		"$(MAKE) --no-print-directory test-web && $(MAKE) --no-print-directory test-bucket"

check: format lint ## The quick round while working: format and lints, no tests

bench: ## Measure what docs/benchmarks.md claims
	@tools/setup test
	cargo build --release --locked --workspace --bins
	tools/with-postgres $(RELEASE)/bench
	POSTGRES_OPTIONS="-c shared_buffers=6GB" tools/with-postgres --pgvector $(RELEASE)/bench vectors
	crates/pixels/bench/compare.sh $(CURDIR)/.cache/pictures
	FOLIA_BINARY=$(RELEASE)/folia npm --prefix web/e2e run --silent bench

client: ## Write docs/openapi.json and web/api/client.gen.ts again, after the API has changed
	cargo run --quiet --locked --bin folia -- openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json
	cargo run --quiet --locked --bin client-writer -- write docs/openapi.json web/api/client.gen.ts

accept-api: ## Take today's API as the one that later changes are compared with (at a release)
	cp docs/openapi.json docs/openapi.released.json

strangers: ## Let schemathesis loose on the service, on both databases (several minutes)
	@tools/setup strangers
	cargo build --locked --bin folia
	tools/strangers
	tools/with-postgres tools/strangers

# What is done to the site: killed while it writes, disks that are full or lie, clocks that jump, services that hang, crowds
# that mean no good.
TORTURE := service::torture service::disk service::clock service::frozen service::hostile
TORTURE_WISHES := TORTURE_KILLS=200 TORTURE_PROGRAM=$(RELEASE)/folia

torture: ## Kill the site 200 times while it writes, break its disks, clocks and services, on both databases, and let crowds at it (two hours; a short form is in `make test`)
	@tools/setup test
	cargo build --release --locked --workspace --bins
	env $(TORTURE_WISHES) cargo test --workspace --test suite --locked -- $(TORTURE)
	tools/with-postgres env TEST_DATABASE=postgres $(TORTURE_WISHES) cargo test --workspace --test suite --locked -- $(TORTURE)
	$(RELEASE)/bench --strict hostile
	$(RELEASE)/bench --strict mixed

fuzz: ## Let libFuzzer try a target of fuzz/, or all: TARGET=html MINUTES=30 (docs/fuzzing.md)
	$(if $(TARGET),tools/fuzz $(TARGET),tools/fuzz-all) $(or $(MINUTES),5)

dist: ## Make the folder of a release in dist/: program, model, licences, unit file, list of what is in it, checksums
	@tools/setup run
	cargo build --release --locked --bin folia
	tools/dist $(RELEASE)/folia $(TEST_MODEL_DIR)

audit: ## As `deny`, and ask for known vulnerabilities (needs the network)
	@tools/setup audit
	cargo deny --locked check -D unmatched-skip -D unnecessary-skip

setup: ## Install what building and testing need
	@tools/setup test

format: ## Is everything formatted?
	cargo fmt --all --check

lint: ## The compiler's and the project's own lints, as errors
	cargo clippy --workspace --all-targets --locked -- -D warnings

deny: ## Licences, duplicate versions and sources of all dependencies
	tools/check-dependencies

corpus: ## Does the tailoring corpus hold together?
	python3 fixtures/career/check.py

# Installed by tools/setup; without it the filters are compared with recorded answers only.
PILLOW_PYTHON := $(wildcard $(CURDIR)/.cache/pillow/bin/python)
ifneq ($(PILLOW_PYTHON),)
export PILLOW_PYTHON
endif

# Tests that fill a disk mount one of their own, which not every machine lets an ordinary user do. Where it is allowed they have to
# run; where it is not, that is said.
MAY_MOUNT = $(shell unshare --map-root-user --mount mount -t tmpfs none /tmp 2>/dev/null && echo REQUIRE_NAMESPACES=1)
SAY_MOUNT = $(if $(MAY_MOUNT),,@echo "NOT RUN: the tests that fill a disk (this machine allows no user namespaces with mounts)")

# Many tests wait for time to pass, or for a process: with as many at once as there are cores, those would idle.
export RUST_TEST_THREADS ?= $(shell expr 2 "*" $$(nproc))

# With --workspace everywhere: for a single crate cargo chooses fewer features of the libraries, and
# would build most of them a second time.
test-rust: ## All tests on SQLite; the store's also on PostgreSQL
	$(SAY_MOUNT)
	tools/with-postgres env $(MAY_MOUNT) REQUIRE_POSTGRES=1 REQUIRE_NODE=1 REQUIRE_PEBBLE=1 REQUIRE_PROMETHEUS=1 REQUIRE_PDF_TOOLS=1 cargo test --workspace --locked --no-fail-fast

test-postgres: ## The service's tests once more, on PostgreSQL
	$(SAY_MOUNT)
	tools/with-postgres env $(MAY_MOUNT) TEST_DATABASE=postgres cargo test --workspace --test suite --locked

test-pgvector: ## The tests of the memory once more, with vectors in the database (pgvector)
	tools/with-postgres --pgvector env TEST_DATABASE=postgres cargo test --workspace --test suite --locked -- memory:: service::nodes
	tools/with-postgres --pgvector env REQUIRE_POSTGRES=1 cargo test --workspace --test conformance --locked -- vectors::

test-web: ## The types and tests of the web part, and the tests in a real browser
	npm --prefix web run --silent check
	npm --prefix web run --silent test
	npm --prefix web/e2e run --silent test

test-bucket: ## The tests of media and of backups once more, with files in a bucket
	env TEST_MEDIA=s3 cargo test --workspace --test suite --locked -- media:: service::archive service::backups service::killed service::restore service::shared_media
