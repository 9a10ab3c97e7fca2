#!/bin/sh
# Runs the emulator's tests from a folder of programs, one to a processor.
#   emulated.sh PROGRAMS VECTORS JOBS SEED PREPARED [OPTION OF kernel_test...]
# PREPARED: schedules under which each graph is prepared
# SHARE=N in the environment: one in N of all pairs of kernel and graph, drawn by the seed
set -eu
programs=$1 vectors=$2 jobs=$3 seed=$4 prepared=$5
shift 5
share=${SHARE:-1}
failed=0
"$programs/machine_test"
"$programs/prepare_test" "$vectors" --seed "$seed" --schedules "$prepared" & pids=$!
shard=0
while [ "$shard" -lt "$jobs" ]; do
  "$programs/kernel_test" "$vectors" --seed "$seed" --shard "$((shard * share + seed % share))/$((jobs * share))" "$@" & pids="$pids $!"
  shard=$((shard + 1))
done
for pid in $pids; do wait "$pid" || failed=1; done
exit $failed
