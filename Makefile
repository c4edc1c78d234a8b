# make run    build the program and show what it does on built-in data (build/report.html)
# make test   build and run all tests
# Each does its own set-up. The other targets are for daily work.

PREFIX ?= /usr/local
CXX    ?= g++
BUILD   = build
TESTS   = build-test
CMAKE   = cmake -G Ninja -DCMAKE_CXX_COMPILER=$(CXX) -DCMAKE_INSTALL_PREFIX=$(PREFIX)
SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.h' '*.cc')

.PHONY: run test hunt build python install bench sanitize lint format clean

run: build
	@$(BUILD)/perceptron demo --report $(BUILD)/report.html > $(BUILD)/report.txt && cat $(BUILD)/report.txt
	@echo "Pictures of all this: open $(CURDIR)/$(BUILD)/report.html in a browser."

build:
	@scripts/setup build
	@$(CMAKE) -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release >/dev/null
	@cmake --build $(BUILD)

# The Python package, ready to be used from $(BUILD)/python.
python:
	@scripts/setup build python
	@$(CMAKE) -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DPERCEPTRON_PYTHON=ON >/dev/null
	@cmake --build $(BUILD)
	@echo "Try it: PYTHONPATH=$(CURDIR)/$(BUILD)/python /usr/bin/python3 -c 'import perceptron; help(perceptron)'"

test:
	@scripts/setup build python test
	@$(CMAKE) -S . -B $(TESTS) -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_PYTHON=ON >/dev/null
	@cmake --build $(TESTS)
	@ctest --test-dir $(TESTS) --output-on-failure --no-label-summary -j 2

# The properties on new random cases, many more of them.
hunt:
	@scripts/setup build test
	@$(CMAKE) -S . -B $(TESTS) -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON >/dev/null
	@cmake --build $(TESTS)
	@RC_PARAMS=max_success=20000 $(TESTS)/tests/perceptron_tests --gtest_brief=1

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

# Prints tables of speed and writes them to build-bench/bench.json;
# make bench TABLES="solvers sgd" some of the tables only.
# The peers are optional: what is missing is left out, and said so.
bench:
	@scripts/setup build
	@scripts/setup python bench || echo "bench: going on without these" >&2
	@$(CMAKE) -S . -B $(BUILD)-bench -DCMAKE_BUILD_TYPE=Release -DPERCEPTRON_BENCH=ON -DPERCEPTRON_PYTHON=ON >/dev/null
	@cmake --build $(BUILD)-bench
	@$(BUILD)-bench/bench/perceptron_bench $(TABLES)

# The tests under AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize:
	@scripts/setup build python test
	@$(CMAKE) -S . -B $(BUILD)-sanitize -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_PYTHON=ON -DPERCEPTRON_SANITIZE=ON >/dev/null
	@cmake --build $(BUILD)-sanitize
	@ctest --test-dir $(BUILD)-sanitize --output-on-failure --no-label-summary -j 2

lint:
	@scripts/setup build python test lint
	@mypy
	@clang-format --dry-run --Werror $(SOURCES)
	@$(CMAKE) -S . -B $(BUILD)-lint -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_BENCH=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	@cmake --build $(BUILD)-lint
	@printf '%s\n' $(filter %.cc,$(filter src/%,$(SOURCES))) | xargs -P 2 -n 4 clang-tidy --quiet -p $(BUILD)-lint 2>/dev/null

format:
	@scripts/setup lint
	@clang-format -i $(SOURCES)

clean:
	rm -rf $(BUILD) $(TESTS) $(BUILD)-bench $(BUILD)-sanitize $(BUILD)-lint
