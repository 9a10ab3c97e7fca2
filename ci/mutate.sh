#!/usr/bin/env bash
# 60 small edits of the Java sources, drawn by a seed over all modules: 90% must make a test fail. Prints each and writes
# build/mutate/report.md.
#   mutate.sh [--count N] [--only PATTERN] [--jobs N] [--skip DRAWN] [--list true] [--budget SECONDS] [--old true]
# SEED in the environment repeats a run; JAVA_HOME must be a JDK 25. Records of what tests reach are kept between runs.
set -euo pipefail
cd "$(dirname "$0")/.."
seed=${SEED:-$((16#$(git rev-parse HEAD 2>/dev/null | cut -c1-7 || echo 0)))}
# The same cases of tests whatever the seed: records of what they reach hold on.
export BITFRONT_SHARE=drawn BITFRONT_SEED=0
maven=(mvn -B -ntp -q -Dstyle.color=never)
echo "mutate: SEED=$seed make mutate draws the same edits again"
# Tests on emulated GPUs and of the program as built are among those that should notice.
make -s build/bitfront
make -s -C native driver
[ -e native/build/driver/libcuda.so.1 ] || echo "mutate: no g++ on x86-64: WHAT RUNS ON GPUS IS EDITED, AND NO TEST OF IT RUNS"
"${maven[@]}" test-compile dependency:build-classpath -Dmdep.outputFile=target/test.classpath -Dmdep.includeScope=test
"${maven[@]}" -f ci/mutate/pom.xml dependency:copy-dependencies -DincludeScope=compile -DoutputDirectory="$PWD/build/mutate/lib"
"$JAVA_HOME/bin/java" -cp "$(ls -d "$PWD"/build/mutate/lib/*.jar | paste -sd:)" ci/mutate/Mutate.java --seed "$seed" --least 90 --jobs "$(nproc)" "$@"
