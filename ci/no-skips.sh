#!/usr/bin/env bash
# Fails unless every module's tests ran, those for GPUs among them, none failed and none was skipped. Reads Surefire's XML reports.
set -euo pipefail
cd "$(dirname "$0")/.."
for name in java/engine/target/surefire-reports/TEST-io.bitfront.engine.gpu.GpuEngineTest.xml java/cli/target/surefire-reports/TEST-io.bitfront.cli.GpuCommandsTest.xml; do
  [ -e "$name" ] || { echo "tests: no $name: the tests for GPUs did not run" >&2; exit 1; }
done
total=0
for module in "$@"; do
  reports=("$module"/target/surefire-reports/TEST-*.xml)
  if [ ! -e "${reports[0]}" ]; then
    echo "tests: module $module ran no test" >&2
    exit 1
  fi
  sum() { grep -hoE "<testsuite [^>]*" "${reports[@]}" | grep -oE " $1=\"[0-9]+\"" | grep -oE '[0-9]+' | paste -sd+ | bc; }
  ran=$(sum tests) skipped=$(sum skipped) failed=$(($(sum failures) + $(sum errors)))
  echo "tests: $module: $ran run, $failed failed, $skipped skipped"
  if [ "$ran" -eq 0 ] || [ "$failed" -ne 0 ] || [ "$skipped" -ne 0 ]; then
    echo "tests: $module: every test must run and pass" >&2
    exit 1
  fi
  total=$((total + ran))
done
echo "$total passed, 0 failed"
