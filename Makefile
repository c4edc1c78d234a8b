# make run    build the program and show what it does on built-in data (build/report.html)
# make test   build and run all tests
# make checks run all checks that are too slow for every change: before a release
# Each installs what it needs. The other targets are for daily work; every change must pass .ci/run.

PREFIX ?= /usr/local
CXX    ?= g++
BUILD   = build
TESTS   = build-test
CMAKE   = cmake -G Ninja -DCMAKE_CXX_COMPILER=$(CXX) -DCMAKE_INSTALL_PREFIX=$(PREFIX)
# Builds for checks use the bundle of report pages from the test build, if there is one.
BUNDLE  = $(if $(wildcard $(TESTS)/web/page.sha256),-DPERCEPTRON_WEB_BUNDLE=$(CURDIR)/$(TESTS)/web)
CTEST   = ctest --output-on-failure --no-label-summary -j 2
# Whole builds compile the files of a folder as one, in half the time. UNITY=OFF compiles each by
# itself: quicker while you edit.
UNITY   = ON
WHOLE   = $(CMAKE) -DCMAKE_UNITY_BUILD=$(UNITY)
SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.h' '*.cc')

.PHONY: run test hunt stress fuzz fuzz-seeds fuzz-corpus faults kills fault-build formal agreement build python sdist wheel-check install bench checks sanitize sanitize-threads coverage memory odr headers tidy lint formatted format clean

run: build
	@$(BUILD)/perceptron demo --report $(BUILD)/report.html > $(BUILD)/report.txt && cat $(BUILD)/report.txt
	@echo "For plots, open $(CURDIR)/$(BUILD)/report.html in a browser."

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

# A source distribution of the Python package, with the bundle of report pages; wheel-check builds a
# wheel from it without Node.js and uses it in a new virtual environment.
sdist: build
	@scripts/setup build python
	@PERCEPTRON_WEB_BUNDLE=$(BUILD)/web /usr/bin/python3 setup.py -q sdist -d $(BUILD)/dist
	@echo "Made $$(ls $(BUILD)/dist/perceptron-*.tar.gz)"

wheel-check: sdist
	@scripts/wheel-check $(BUILD)/dist/perceptron-*.tar.gz

test:
	@scripts/setup build python test
	@$(WHOLE) -S . -B $(TESTS) -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_PYTHON=ON >/dev/null
	@cmake --build $(TESTS)
	@$(CTEST) --test-dir $(TESTS)

# Runs the property tests on many more, new random cases.
hunt:
	@scripts/setup build test
	@$(WHOLE) -S . -B $(TESTS) -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON >/dev/null
	@cmake --build $(TESTS)
	@RC_PARAMS=max_success=20000 $(TESTS)/tests/perceptron_tests --gtest_brief=1

# Every loss with every penalty on difficult data, generated and from the folder DATA: a table of
# what converged, after how many passes and seconds, with which gap.
DATA = $(wildcard ../shared/data)
stress:
	@scripts/setup build test
	@$(WHOLE) -S . -B $(TESTS) -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON >/dev/null
	@cmake --build $(TESTS) --target perceptron_stress
	@$(TESTS)/tests/perceptron_stress $(DATA)

# Feeds changed files to everything that reads files, for SECONDS each and two at a time, under
# AddressSanitizer and UndefinedBehaviorSanitizer; make fuzz TARGETS="table cache" runs some only.
SECONDS = 60
FUZZ    = $(BUILD)-memory
MEMORY_BUILD = $(WHOLE) -S . -B $(FUZZ) -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_FUZZ=ON -DPERCEPTRON_REPORTS=OFF
fuzz:
	@scripts/setup build test lint
	@$(MEMORY_BUILD) >/dev/null
	@cmake --build $(FUZZ) --target fuzz_programs
	@scripts/fuzz $(FUZZ) $(SECONDS) $(TARGETS)

# Writes inputs to start from, with the program, for the next make fuzz.
fuzz-seeds: build
	@fuzz/seeds $(BUILD)/perceptron $(FUZZ)/seeds

# Replaces the corpus of the repository by a small one that reaches everything that was reached.
fuzz-corpus:
	@scripts/fuzz-corpus $(FUZZ)

# Fails every call of memory, files and threads, one after the other, in each command.
faults: fault-build
	@tests/faults/sweep $(TESTS)/perceptron $(TESTS)/tests/perceptron_inject.so

# Ends commands at COUNT random moments; SEED chooses others.
COUNT = 1000
SEED  = 1
kills: fault-build
	@tests/faults/kills $(TESTS)/perceptron --count $(COUNT) --seed $(SEED)

fault-build:
	@scripts/setup build test
	@$(WHOLE) -S . -B $(TESTS) -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON >/dev/null
	@cmake --build $(TESTS) --target perceptron_program perceptron_inject

# Checks the proofs of formal/ with Coq and builds the checker that they are about:
# build-formal/perceptron-check CERTIFICATE DATA.
formal:
	@scripts/setup formal
	@$(MAKE) --no-print-directory -C formal OUT=$(CURDIR)/$(BUILD)-formal

# Gives CERTIFICATES certificates, honest and forged, those that the tests make and those of the
# recorded commands to the proved checker and to verify: they must agree on all of them. SEED chooses
# others.
CERTIFICATES = 100000
agreement: formal
	@scripts/setup build test
	@$(WHOLE) -S . -B $(TESTS) -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON >/dev/null
	@cmake --build $(TESTS) --target perceptron_agreement perceptron_tests perceptron_program
	@formal/agree $(TESTS)/tests/perceptron_agreement $(BUILD)-formal/perceptron-check $(CERTIFICATES) $(SEED)
	@formal/agree-tests $(TESTS)/tests/perceptron_tests $(BUILD)-formal/perceptron-check
	@formal/agree-commands $(TESTS)/perceptron $(BUILD)-formal/perceptron-check $(DATA)

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

# Prints benchmark tables and writes them to build-bench/bench.json;
# make bench TABLES="solvers sgd" runs some of the tables only.
# The libraries to compare with are optional: missing ones are skipped, with a note.
bench:
	@scripts/setup build
	@scripts/setup python bench || echo "bench: continuing without these" >&2
	@$(CMAKE) -S . -B $(BUILD)-bench -DCMAKE_BUILD_TYPE=Release -DPERCEPTRON_BENCH=ON -DPERCEPTRON_PYTHON=ON >/dev/null
	@cmake --build $(BUILD)-bench
	@$(BUILD)-bench/bench/perceptron_bench $(TABLES)

# The tests under AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize:
	@scripts/setup build python test
	@$(WHOLE) -S . -B $(BUILD)-sanitize -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_PYTHON=ON -DPERCEPTRON_SANITIZE=address,undefined >/dev/null
	@cmake --build $(BUILD)-sanitize
	@$(CTEST) --test-dir $(BUILD)-sanitize

# The tests of everything that uses threads, under ThreadSanitizer.
THREADED = ^(base|data/.*|kernel|model|evaluate|multiclass|hard_margin_ascent_test|widest_margin_test|optimality_test|optimality_certificate_test|solver_test|.*bank_test|online_test|.*loop_test|margin_search_test|streams_test|command_line_test)$$
sanitize-threads:
	@scripts/setup build test lint
	@$(WHOLE) -S . -B $(BUILD)-threads -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_SANITIZE=thread -DPERCEPTRON_REPORTS=OFF >/dev/null
	@cmake --build $(BUILD)-threads --target perceptron_tests
	@$(CTEST) --test-dir $(BUILD)-threads -L '$(THREADED)'

# Runs the tests of the library and the program and prints which share of the lines of each folder
# they reach; make coverage FOLDER=src/data lists the lines of a folder that they do not.
coverage:
	@scripts/setup build test lint
	@$(CMAKE) -S . -B $(BUILD)-coverage -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_COVERAGE=ON -DPERCEPTRON_REPORTS=OFF >/dev/null
	@cmake --build $(BUILD)-coverage --target perceptron_tests
	@scripts/coverage $(BUILD)-coverage $(FOLDER)

# Compiles library, program and tests with clang, warnings as errors, AddressSanitizer and
# UndefinedBehaviorSanitizer, and runs the tests of code that manages memory itself: readers, caches,
# model and certificate files, banks. The same build serves fuzzing.
MEMORY = ^(fuzz|base|kernel|data.*|model_file_test|cache_model_test|certificate_file_test|forger_test|.*bank_test|loop_test)$$
memory:
	@scripts/setup build test lint
	@$(MEMORY_BUILD) >/dev/null
	@cmake --build $(BUILD)-memory --target perceptron_tests corpus_runner
	@$(CTEST) --test-dir $(BUILD)-memory -L '$(MEMORY)'

# Checks the one-definition rule with link-time optimisation, which sees all types, in the program
# and the benchmark.
odr:
	@scripts/setup build bench
	@$(WHOLE) -S . -B $(BUILD)-odr -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=Odr -DPERCEPTRON_REPORTS=OFF -DPERCEPTRON_BENCH=ON \
	  -DCMAKE_AR=$(shell command -v gcc-ar) -DCMAKE_RANLIB=$(shell command -v gcc-ranlib) >/dev/null
	@cmake --build $(BUILD)-odr --target perceptron_program perceptron_bench
	@echo "odr: no type is defined twice"

headers:
	@scripts/setup build lint
	@scripts/headers

# clang-tidy on the folders that changed since the last tag, for three minutes.
LINT_BUILD = $(WHOLE) -S . -B $(BUILD)-lint -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_REPORTS=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
tidy:
	@scripts/setup build test lint
	@$(LINT_BUILD) >/dev/null
	@scripts/tidy $(BUILD)-lint 3

# What is too slow for .ci/run: all faults and kills, all tests under sanitizers, those with threads
# under ThreadSanitizer, clang-tidy everywhere, and everything compiled by clang file by file,
# without precompiled headers, so that no file lacks an include.
checks: odr memory agreement faults kills sanitize sanitize-threads lint

# Everything is compiled file by file, then clang-tidy checks the folders of src/, each as one.
lint: formatted
	@scripts/setup build python test lint
	@mypy
	@$(CMAKE) -S . -B $(BUILD)-files -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Test -DPERCEPTRON_TESTS=ON -DPERCEPTRON_BENCH=ON -DPERCEPTRON_PYTHON=ON $(BUNDLE) -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	@scripts/compile $(BUILD)-files $(filter %.cc,$(SOURCES))
	@$(LINT_BUILD) >/dev/null
	@scripts/tidy $(BUILD)-lint

formatted:
	@scripts/setup lint
	@clang-format --dry-run --Werror $(SOURCES)

format:
	@scripts/setup lint
	@clang-format -i $(SOURCES)

clean:
	rm -rf $(BUILD) $(TESTS) $(BUILD)-bench $(BUILD)-sanitize $(BUILD)-threads $(BUILD)-coverage $(BUILD)-memory $(BUILD)-odr $(BUILD)-lint $(BUILD)-files $(BUILD)-formal
