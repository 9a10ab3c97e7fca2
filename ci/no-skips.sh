#!/usr/bin/env bash
# Fails unless every module's tests ran, those for GPUs among them, none failed and none was skipped. Reads Surefire's XML reports.
#   no-skips.sh FOLDER...   of reports in each module's target: surefire-reports, of which no module may lack any, surefire-rest
set -euo pipefail
cd "$(dirname "$0")/.."
modules=$(grep -oE '<module>[^<]+' pom.xml | cut -d'>' -f2)
total=0
for folder in "$@"; do
  before=$total
  for name in java/engine/target/$folder/TEST-io.bitfront.engine.gpu.GpuEngineTest.xml java/cli/target/$folder/TEST-io.bitfront.cli.GpuCommandsTest.xml; do
    [ "$folder" = surefire-rest ] || [ -n "${BITFRONT_NO_EMULATOR:-}" ] || [ -e "$name" ] || { echo "tests: no $name: the tests for GPUs did not run" >&2; exit 1; }
  done
  for module in $modules; do
    [ -d "$module/src/test" ] || continue
    reports=("$module/target/$folder"/TEST-*.xml)
    if [ ! -e "${reports[0]}" ]; then
      [ "$folder" = surefire-rest ] && continue
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
  [ "$total" -gt "$before" ] || { echo "tests: no module has reports in target/$folder: no test ran" >&2; exit 1; }
done
echo "$total passed, 0 failed"
