#!/bin/sh
# Every broken copy of the kernels must be caught: a mutant that passes means that the tests would miss such a defect.
# A mutant whose comment says `only NAME` is run on that variant alone.
#   mutants.sh BUILD VECTORS          all of them, one to a processor
#   mutants.sh BUILD VECTORS MUTANT   one
set -eu
if [ $# -eq 2 ]; then
  for test in "$1"/mutants/*/kernel_test; do basename "$(dirname "$test")"; done | xargs -P "$(nproc)" -n 1 "$0" "$1" "$2"
  exit
fi
name=$3
log=$1/mutants/$name.log
only=$(sed -n 's/^# only /--variant /p' "$(dirname "$0")/mutants/$name.sed")
code=0
# shellcheck disable=SC2086
"$1/mutants/$name/kernel_test" "$2" --schedules 100 --failures 1 $only > "$log" 2>&1 || code=$?
if [ "$code" -ne 1 ]; then
  echo "mutant $name: SURVIVED (exit code $code)"
  exit 1
fi
echo "mutant $name: caught ($(grep -m1 FAILED "$log" | cut -c8-140))"
