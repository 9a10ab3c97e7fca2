#!/bin/sh
# Every broken copy of the kernels must be caught: a mutant that passes means that the tests would miss such a defect.
# A mutant whose comment says `only NAME` is run on that variant alone; `with OPTIONS` are options of kernel_test.
#   mutants.sh BUILD VECTORS JOBS MUTANT...   so many at a time
set -eu
build=$1 vectors=$2 jobs=$3
shift 3
if [ $# -ne 1 ]; then
  printf '%s\n' "$@" | xargs -P "$jobs" -n 1 "$0" "$build" "$vectors" 1
  exit
fi
name=$1
log=$build/mutants/$name.log
only=$(sed -n 's/^# only /--variant /p; s/^# with //p' "$(dirname "$0")/mutants/$name.sed")
code=0
# shellcheck disable=SC2086
"$build/mutants/$name/kernel_test" "$vectors" --schedules 100 --failures 1 $only > "$log" 2>&1 || code=$?
if [ "$code" -ne 1 ]; then
  echo "mutant $name: SURVIVED (exit code $code)"
  exit 1
fi
echo "mutant $name: caught ($(grep -m1 FAILED "$log" | cut -c8-140))"
