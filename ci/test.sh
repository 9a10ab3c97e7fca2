#!/usr/bin/env bash
# Runs the tests of Java and, beside them, those of kernels; shows progress and ends with one line that says what ran.
#   test.sh          every test with a share of its cases, half the runs of unsanitized kernels, two of their broken copies
#   test.sh rest     as many other cases, what is tagged `rest`, the other runs, a third of sanitized kernels' and of the broken copies
# BITFRONT_SEED draws the share, the schedules of kernels and of emulated GPUs: that of the commit, unless it is set.
# JAVA_HOME must be a JDK 25. What Java's say goes to build/test-java.log, what kernels' say to build/test-native.log.
set -euo pipefail
cd "$(dirname "$0")/.."
part=${1:-drawn}
commit=$(git rev-parse HEAD 2>/dev/null || echo 0)
export BITFRONT_SEED=${BITFRONT_SEED:-$((16#${commit:0:7}))}
export BITFRONT_SHARE=$part BITFRONT_EMULATOR_SEED=$BITFRONT_SEED
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
forks=$(($(nproc) < 4 ? $(nproc) : 4))
maven=(mvn -B -ntp -q -Dstyle.color=never -Dtests.forks=$forks)
case $part in
  drawn) reports=surefire-reports native=test target='make test' selection=() ;;
  rest) reports=surefire-rest native=rest target='make test-rest'
    selection=(-Dtests.reports=surefire-rest '-Dtests.tagged=(drawn & !once) | rest' -Dtests.without=gpu,soak
      '-Dtests.gpu.tagged=gpu & ((drawn & !once) | rest)' -Dtests.gpu.without=hardware,soak) ;;
  *) echo "usage: test.sh [rest]" >&2; exit 2 ;;
esac
echo "tests: BITFRONT_SEED=$BITFRONT_SEED $target draws the same cases and schedules again"
# Older reports would be taken for this run's.
rm -rf java/*/target/"$reports" preprocess/target/"$reports" bench/target/"$reports"
mkdir -p build
java_log=build/test-java.log native_log=build/test-native.log
: >"$java_log" >"$native_log"
started=$SECONDS

elapsed() { printf '%d:%02d' $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60)); }
reports_so_far() { find java/*/target/"$reports" preprocess/target/"$reports" bench/target/"$reports" -name 'TEST-*.xml' 2>/dev/null || true; }

# Runs a command beside the others; its exit code goes to build/NAME.code. The shell's own memory of it is lost where its
# number is given to another process in the meantime.
# Each has a process group of its own, so that all it has begun can be ended.
beside() {
  rm -f "build/$1.code"
  set -m
  (
    name=$1
    shift
    trap 'echo $? >"build/$name.ended" && mv "build/$name.ended" "build/$name.code"' EXIT
    "$@"
  ) &
  set +m
}

end_all() {
  local group
  for group in $(jobs -pr); do kill -- "-$group" 2>/dev/null || true; done
}
trap 'end_all; exit 130' INT
trap 'end_all; exit 143' TERM

ended() { [ -e "build/$1.code" ]; }
wait_for() { while ! ended "$1"; do sleep 0.2; done; }

# Prints a line every ten seconds while what runs beside goes on, and ends with its exit code.
watch() {
  local said=$SECONDS
  while ! ended "$1"; do
    if ((SECONDS - said >= 10)); then
      said=$SECONDS
      local classes ran
      classes=$(reports_so_far)
      ran=$(grep -hoE '<testsuite [^>]*' $classes /dev/null | grep -oE ' tests="[0-9]+"' | grep -oE '[0-9]+' | paste -sd+ | bc)
      echo "tests: $(elapsed)  Java: $2, $(wc -w <<<"$classes") classes, ${ran:-0} tests; kernels: $(tail -n 1 "$native_log" | cut -c1-90)"
    fi
    sleep 0.5
  done
  return "$(cat "build/$1.code")"
}

failed() {
  echo "tests: $1; all of it is in $2:" >&2
  { grep -E '^\[ERROR\]|FAILED|SURVIVED|error:|: warning|\*\*\*' "$2" || tail -n 40 "$2"; } | head -n 80 >&2
  end_all
  summary >&2
  exit 1
}

# The sum of an attribute over the reports of test classes that there are.
sum() {
  local found
  found=$(grep -hoE '<testsuite [^>]*' $(reports_so_far) /dev/null | grep -oE " $1=\"[0-9]+\"" | grep -oE '[0-9]+' | paste -sd+ | bc || true)
  echo "${found:-0}"
}

# The last line, also of a run that failed: what ran until then.
summary() {
  local ran failures errors skipped runs broken mutants
  ran=$(sum tests) failures=$(sum failures) errors=$(sum errors) skipped=$(sum skipped)
  runs=$(grep -oE '^(kernel|prepare)_test: [0-9]+ runs' "$native_log" | grep -oE '[0-9]+' | paste -sd+ | bc || true)
  broken=$(grep -cE '^FAILED' "$native_log" || true)
  mutants=$(grep -cE '^mutant [a-z_]+: caught' "$native_log" || true)
  echo "Tests run: $ran, Failures: $failures, Errors: $errors, Skipped: $skipped"
  echo "tests: $target: $ran Java tests run, $((failures + errors)) failed, $skipped skipped; ${runs:-no} emulator runs, $broken failed;" \
    "$mutants mutants caught; $(bc <<<"scale=1; ($SECONDS - $started + 3) / 60") minutes (seed $BITFRONT_SEED)"
}

build_driver() { make -s -C native driver >>"$native_log" 2>&1; }
build_program() { make -s build/bitfront >>"$java_log" 2>&1; }
build_kernels() { make -s -C native $programs SEED="$BITFRONT_SEED" >>"$native_log" 2>&1; }
compile_tests() { "${maven[@]}" test-compile >>"$java_log" 2>&1; }
test_java() { "${maven[@]}" "${selection[@]}" test >>"$java_log" 2>&1; }
test_kernels() {
  wait_for kernels-built
  make -s -C native vectors "$native" JOBS="${JOBS:-$jobs}" SEED="$BITFRONT_SEED" JAVA="$JAVA_HOME/bin/java" >>"$native_log" 2>&1
}

# Emulated GPUs must be there before Maven starts on the tests, which looks for them. Kernels for GPUs are no test's need.
beside driver build_driver
beside program build_program
watch program "building the program" || failed "the program does not build" "$java_log"
watch driver "waiting for emulated GPUs" || failed "the emulated GPUs do not build" "$native_log"
if [ ! -e native/build/driver/libcuda.so.1 ]; then
  export BITFRONT_NO_EMULATOR=1
  echo "!!!!!!!! tests: no g++ on x86-64: NO KERNEL AND NOTHING THAT RUNS ON GPUS IS TESTED !!!!!!!!"
fi
# Beside the Java tests, which the rest has fewer of, half the processors or all.
case $part in drawn) programs=fast jobs=$((($(nproc) + 1) / 2)) ;; rest) programs='fast sanitized mutants' jobs=$(nproc) ;; esac
beside kernels-built build_kernels
beside tests-compiled compile_tests
watch tests-compiled compiling || failed "the tests do not compile" "$java_log"
beside java-tested test_java
beside kernels-tested test_kernels
java_code=0
watch java-tested running || java_code=$?
kernel_code=0
watch kernels-tested done || kernel_code=$?
[ $java_code = 0 ] || failed "Java tests failed" "$java_log"
[ $kernel_code = 0 ] || failed "tests of kernels failed" "$native_log"

ci/no-skips.sh "$reports" >>"$java_log" 2>&1 || failed "a module ran no test, or skipped one" "$java_log"
summary
