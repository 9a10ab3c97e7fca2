# The commands of bitfront. Plain `make` lists them. Anything longer than a line lives in ci/.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build run spark run-spark test test-rest fuzz mutate check fmt layout native soak gpu-bundle dist install uninstall \
	test-dist outdated bench clean tools FORCE
# What a command left behind that failed is no target that is made.
.DELETE_ON_ERROR:

MAVEN = JAVA_HOME="$$(ci/find-java.sh)" MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED $$MAVEN_OPTS" mvn -B -ntp -q -Dstyle.color=never

# The Spark job is a jar of its own, made when it is asked for.
SPARK_SOURCES := $(shell find java/spark/pom.xml java/spark/src/main -type f 2>/dev/null)
SOURCES := $(filter-out $(SPARK_SOURCES), $(shell find pom.xml */pom.xml java/*/pom.xml */src/main java/*/src/main \
	java/cli/src/launcher ci/launcher.sh -type f 2>/dev/null))

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

tools:
	@ci/find-java.sh >/dev/null
	@command -v mvn >/dev/null || { echo "bitfront needs Maven: mvn is not on the PATH (https://maven.apache.org)" >&2; exit 1; }

build: tools build/bitfront build/bitfront.fatbin ## Build the launcher build/bitfront, the jars it runs and, with nvcc, the GPU kernels
	@ci/stamp.sh

# What is made is as old as the moment its making began: an edit meanwhile is one after it.
build/bitfront: $(SOURCES)
	@rm -rf build/lib
	@mkdir -p build && touch build/bitfront.began
	@echo "bitfront: compiling"
	@$(MAVEN) -Dmaven.test.skip=true -pl '!java/spark' package
	@JAVA_HOME="$$(ci/find-java.sh)" ci/launcher.sh
	@touch -r build/bitfront.began build/bitfront

# Without nvcc there are no kernels, and the program says so where a GPU is asked for.
# They are compiled anew for other architectures (TARGETS), too, which native/Makefile knows.
build/bitfront.fatbin: FORCE
	@mkdir -p build
	@$(MAKE) -s -j$$(nproc) -C native module >build/native.log || { cat build/native.log >&2; exit 1; }
	@if [ -f native/build/bitfront.fatbin ]; then cp -p native/build/libbitfront-cub.so native/build/kernels.id build/ && cp -p native/build/bitfront.fatbin $@; else cat build/native.log; fi

native: build/bitfront.fatbin ## Compile the GPU kernels and print the registers they take (needs nvcc)
	@cat build/native.log

run: tools build/bitfront ## Build, make a small scale-free graph and a mesh, run BFS and exact closeness on both; kernels only for the GPUs that are here
	@ci/kernels-here.sh
	@ci/stamp.sh
	@ci/run.sh

spark: build build/bitfront-spark.jar build/spark/bin/spark-submit ## Build build/bitfront-spark.jar for spark-submit, and a Spark to run it on: build/spark

build/bitfront-spark.jar: build/bitfront $(SPARK_SOURCES)
	@touch build/bitfront-spark.jar.began
	$(MAVEN) -Dmaven.test.skip=true -Dlauncher.skip=true -Pspark-jar -pl java/spark -am package
	@touch -r build/bitfront-spark.jar.began $@

build/spark/bin/spark-submit: ci/spark-home.sh ci/spark-home/pom.xml
	@JAVA_HOME="$$(ci/find-java.sh)" ci/spark-home.sh

run-spark: spark ## Run closeness on two Spark executors of this machine and compare the result with that of one host
	@JAVA_HOME="$$(ci/find-java.sh)" ci/run-spark.sh

test: tools ## Build and run the tests: of Java a share of the cases, of kernels half, on the emulator
	@JAVA_HOME="$$(ci/find-java.sh)" ci/test.sh

test-rest: tools ## Run what `make test` leaves to CI: as many other cases, sanitized kernels, broken copies
	@JAVA_HOME="$$(ci/find-java.sh)" ci/test.sh rest

mutate: tools ## 60 small edits of the Java sources, drawn by a seed over all modules: 90% must make a test fail
	@JAVA_HOME="$$(ci/find-java.sh)" ci/mutate.sh

fuzz: build ## Ten minutes of changed graphs, caches, checkpoints and command lines; prints their seeds
	$(MAVEN) -pl java/cli -am test -Dtest=FuzzTest -Dtests.without=gpu -Dsurefire.failIfNoSpecifiedTests=false -Dbitfront.fuzz.seconds=150

soak: build ## 100 kills of a closeness job, 2,000 flipped bytes of caches, seven times the tests on emulated GPUs, all broken kernels, 10,000 schedules of each; takes an hour
	$(MAVEN) -pl java/cli -am test -Dtest='SignalsTest#givesTheSameBytesAfterFiveKills' -Dtests.without=gpu -Dsurefire.failIfNoSpecifiedTests=false -Dbitfront.seeds=20
	$(MAVEN) -pl java/cli -am test -Dtest=FlippedCachesTest -Dtests.without=gpu -Dsurefire.failIfNoSpecifiedTests=false -Dbitfront.flips=2000
	$(MAVEN) test-compile
	@$(MAKE) -s -C native driver
	$(MAVEN) -pl java/cli -am test -Dtest=GpuFlippedCachesTest -Dsurefire.failIfNoSpecifiedTests=false -Dbitfront.flips=2000
	for seed in $$(seq 1 7); do BITFRONT_SEED=$$seed BITFRONT_EMULATOR_SEED=$$seed $(MAVEN) -pl java/engine,java/cli -am test -Dtest='Gpu*Test,CalibrationTest,PinnedStagingTest' -Dsurefire.failIfNoSpecifiedTests=false || exit; done
	@$(MAKE) -s -j$$(nproc) -C native vectors soak JAVA="$$(ci/find-java.sh)/bin/java"

check: tools ## Formatting, warnings as errors, static analysis; needs no GPU
	@JAVA_HOME="$$(ci/find-java.sh)" ci/check.sh

fmt: tools ## Format the sources
	$(MAVEN) -pl '!java/bom' spotless:apply

layout: tools ## Take changed argument structs over from native/include into native/abi.layout and Java's setters (needs g++)
	@$(MAKE) -s -C native layout
	@"$$(ci/find-java.sh)/bin/java" java/engine/src/test/java/io/bitfront/engine/gpu/abi/StructWriter.java native/abi.layout \
		java/engine/src/main/java/io/bitfront/engine/gpu/abi
	$(MAVEN) -pl '!java/bom' spotless:apply

gpu-bundle: build ## One folder for a GPU machine without JVM, Maven or network: program, tests, bench
	@JAVA_HOME="$$(ci/find-java.sh)" ci/gpu-bundle.sh

PREFIX ?= /usr/local

dist: build ## An archive and a Debian package with a Java runtime of their own, in build/dist
	@JAVA_HOME="$$(ci/find-java.sh)" ci/dist.sh

install: ## Install what `make dist` made below PREFIX (default /usr/local)
	@ls -d build/dist/bitfront-*/ >/dev/null 2>&1 || { echo "install: run make dist first" >&2; exit 1; }
	@ci/install.sh build/dist/bitfront-*/ "$(PREFIX)"

uninstall: ## Remove it from there
	@ci/install.sh --remove "$(PREFIX)"

test-dist: dist ## Install archive, package and PREFIX into empty folders, run jobs without JDK or compiler, remove them
	@JAVA_HOME="$$(ci/find-java.sh)" ci/test-dist.sh

outdated: tools ## Name dependencies and plugins of which there are newer versions
	@JAVA_HOME="$$(ci/find-java.sh)" ci/outdated.sh

bench: build ## Run the measuring protocol and print every figure beside its target
	@build/bitfront bench --folder build/bench --output build/bench.json

clean: ## Remove everything that was built
	@rm -rf build target */target java/*/target native/build
