# The main targets: `make site` builds this repository's site into public/, and `make test` runs
# all tests. `make test` installs missing programs if it can.

GO ?= go
BIN := bin/kawaraban
E2E := internal/e2e
BENCH_DIR := internal/bench
FUZZTIME := 10m
FUZZ := Fuzz
HUGO_VERSION := v0.165.0
ACTIONLINT_VERSION := v1.7.12
GOTESTSUM_VERSION := v1.13.0
# Debian packages that the tests need: a browser, fonts for Japanese, Chinese and emoji, Java for the
# HTML checker, npm for the checkers, editors for the tests of the preview, a C compiler for the race
# detector. The tests use Emacs and bindfs only if they are installed.
DEBIAN_PACKAGES := gcc libc6-dev chromium chromium-headless-shell fonts-noto-cjk fonts-noto-color-emoji default-jre-headless nodejs npm vim-tiny rsync

.PHONY: site serve test race check lint fuzz bench pictures release deps clean help

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

site: $(BIN) ## build this repository's site into public/
	$(BIN) build

serve: $(BIN) ## show this repository's site while it is written (ARGS="--open --follow")
	$(BIN) serve $(ARGS)

$(BIN): FORCE
	$(GO) build -trimpath -o $@ ./cmd/kawaraban

FORCE:

check: $(BIN) ## say what is wrong in the notes of content/
	$(BIN) check

# The tests also build the program in other folders. With the same flags, they share compiled
# packages. Without tables for a debugger, programs link faster.
test race lint: export GOFLAGS := -trimpath -ldflags=-w $(GOFLAGS)

# Garbage collection is less frequent. The tests need about 8 % less CPU time and more memory.
test: export GOGC := 300

# $(E2E) takes as long as all other packages together, so it starts first. gotestsum lists the
# skipped tests at the end, with the reasons. `make lint` runs vet.
test: deps bin/gotestsum ## run every test, those in a real browser included
	KAWARABAN_E2E=require bin/gotestsum --format pkgname -- -vet=off -timeout 60m ./$(E2E) ./...

race: ## run the tests under the race detector (a workflow does it every week)
	$(GO) test -race -short -timeout 60m ./...

lint: bin/actionlint ## vet, format, static checks, go.mod, workflows
	$(GO) mod tidy -diff
	$(GO) vet ./...
	@unformatted=$$(gofmt -l cmd internal templates static); \
	if [ -n "$$unformatted" ]; then echo "not formatted (run gofmt -w): $$unformatted"; exit 1; fi
	$(GO) tool staticcheck ./...
	bin/actionlint -shellcheck= -pyflakes=

# Go writes an input that fails to testdata/fuzz of the package, and every later test runs it. Other
# new inputs stay in Go's cache.
fuzz: ## look for inputs that break a parser, each target for FUZZTIME=10m (FUZZ=name picks targets)
	@failed=0; for file in $$(grep -rl '^func Fuzz' --include='*_test.go' internal | sort); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' $$file | grep -e '$(FUZZ)'); do \
			echo "$$target in $$(dirname $$file)"; \
			$(GO) test ./$$(dirname $$file) -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5s || failed=1; \
		done; \
	done; exit $$failed

bench: $(BIN) bin/hugo ## compare builds, preview and search with Hugo and Pagefind
	@npm install --ignore-scripts --no-save --no-audit --no-fund --loglevel=error --prefix $(BENCH_DIR) >/dev/null || echo "npm could not install Pagefind"
	$(GO) run ./$(BENCH_DIR) -kawaraban $(BIN) -hugo bin/hugo -pagefind "$$(ls -d $(CURDIR)/$(BENCH_DIR)/node_modules/.bin/pagefind 2>/dev/null)" $(BENCH)

pictures: deps ## draw the pictures of the guide anew, docs/pictures
	KAWARABAN_E2E=require $(GO) test ./internal/e2e -count 1 -run TestPictures -pictures.update

release: ## build the files of a release into dist/ (VERSION=v1.2.3)
	$(GO) run ./internal/release -version "$(VERSION)" -out dist $(RELEASE)

bin/hugo:
	GOBIN=$(CURDIR)/bin $(GO) install github.com/gohugoio/hugo@$(HUGO_VERSION)

bin/gotestsum:
	GOBIN=$(CURDIR)/bin $(GO) install gotest.tools/gotestsum@$(GOTESTSUM_VERSION)

bin/actionlint:
	GOBIN=$(CURDIR)/bin $(GO) install github.com/rhysd/actionlint/cmd/actionlint@$(ACTIONLINT_VERSION)

deps: bin/actionlint $(E2E)/node_modules/.installed ## install what the tests need beyond Go
	@$(E2E)/browser-deps $(DEBIAN_PACKAGES)

$(E2E)/node_modules/.installed: $(E2E)/package-lock.json
	@$(E2E)/browser-deps $(DEBIAN_PACKAGES)
	npm ci --ignore-scripts --prefix $(E2E)
	@touch $@

clean: ## remove everything that was built
	rm -rf public .kawaraban bin dist $(E2E)/node_modules $(BENCH_DIR)/node_modules
