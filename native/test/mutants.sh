#!/bin/sh
# Every broken copy of the kernels must be caught: a mutant that passes means that the tests would miss such a defect.
# A mutant whose comment says `only NAME` is run on that variant alone.
#   mutants.sh BUILD VECTORS
set -eu
status=0
for test in "$1"/mutants/*/kernel_test; do
  name=$(basename "$(dirname "$test")")
  only=$(sed -n 's/^# only /--variant /p' "$(dirname "$0")/mutants/$name.sed")
  code=0
  # shellcheck disable=SC2086
  "$test" "$2" --schedules 100 --failures 1 $only > "$1/mutants/$name.log" 2>&1 || code=$?
  if [ "$code" -eq 1 ]; then
    echo "mutant $name: caught ($(grep -m1 FAILED "$1/mutants/$name.log" | cut -c8-140))"
  else
    echo "mutant $name: SURVIVED (exit code $code)"
    status=1
  fi
done
exit $status
