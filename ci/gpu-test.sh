#!/bin/sh
# The GPU tests, on the machine the bundle was unpacked on. A skipped test is a failure here: exit code 1.
# UNDER is a command that runs them, such as "compute-sanitizer --tool racecheck --error-exitcode 9 --kernel-name kns=profile".
home=$(cd "$(dirname "$0")" && pwd)
class_path=$(printf '%s:' "$home"/lib/*.jar "$home"/tests/*.jar)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
${UNDER:-} "$home/runtime/bin/java" --enable-native-access=ALL-UNNAMED -Xmx8g -XX:+UseParallelGC \
    -Dbitfront.kernels="$home/bitfront.fatbin" -Dbitfront.cub="$home/libbitfront-cub.so" -Djava.library.path="$home/jcuda/lib" \
    -cp "$class_path" org.junit.platform.console.ConsoleLauncher execute \
    --scan-class-path="$home/tests/bitfront-engine-tests.jar" --include-engine junit-jupiter --include-tag gpu --fail-if-no-tests \
    --details="${DETAILS:-summary}" --disable-banner "$@" >"$log" 2>&1
status=$?
cat "$log"
[ $status -eq 0 ] || exit 1
grep -qE '\[ +0 tests skipped +\]' "$log" || { echo "gpu-test: a test was skipped" >&2; exit 1; }
grep -qE '\[ +0 tests aborted +\]' "$log" || { echo "gpu-test: a test was aborted" >&2; exit 1; }
