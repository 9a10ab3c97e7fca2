#!/usr/bin/env bash
# Measures on this machine what is claimed of it: how fast a cache is checked at its first use, what memory graphs of 10
# vertices to 200 million with one edge, and some with more, take beside what is announced, and that 100 kills of a job
# leave its bytes as they were. Exit code 1 where one does not hold. Needs no GPU, network or JVM but the program's; below
# five minutes on 16 cores.
# Usage: host-claims PROGRAM FOLDER    graphs go to FOLDER (memory: /dev/shm/...), 15 GB
#   SCALE=26 KILLS=100 VERTICES=200000000 RATE=10 in the environment: of the urand graph checked, of kills, of vertices,
#   the least GB/s of a check
set -uo pipefail
program=$(realpath "${1:?"usage: host-claims PROGRAM FOLDER"}")
folder=${2:?"usage: host-claims PROGRAM FOLDER"}
scale=${SCALE:-26} kills=${KILLS:-100} vertices=${VERTICES:-200000000} rate=${RATE:-10}
mkdir -p "$folder"
folder=$(realpath "$folder")
export XDG_STATE_HOME=$folder/state XDG_CACHE_HOME=$folder/cache
status=0

now() { echo "$EPOCHREALTIME"; }
since() { awk "BEGIN { printf \"%.3f\", $EPOCHREALTIME - $1 }"; }
holds() { awk "BEGIN { exit !($1) }" || { echo "WRONG: $2"; status=1; }; }

check_rate() {
    local graph=$folder/check.bvss first again begun
    "$program" generate urand --scale "$scale" --order natural -o "$graph" --quiet >/dev/null || { status=1; return; }
    cat "$graph" >/dev/null
    rm -rf "$XDG_STATE_HOME"
    begun=$(now)
    "$program" bfs "$graph" --source 0 --max-level 1 --device cpu --quiet >/dev/null || status=1
    first=$(since "$begun")
    begun=$(now)
    "$program" bfs "$graph" --source 0 --max-level 1 --device cpu --quiet >/dev/null || status=1
    again=$(since "$begun")
    local bytes
    bytes=$(stat -c %s "$graph")
    local found
    found=$(awk "BEGIN { printf \"%.2f\", $bytes / 1e9 / ($first - $again) }")
    echo "check: $bytes bytes, first use $first s, second $again s: $found GB/s on $(nproc) processors"
    holds "$found >= $rate" "a cache is checked at $found GB/s, below $rate"
    rm -f "$graph"
}

# Prints what the program says it will take at most, and what was resident at most.
memory_of() {
    local said=$folder/few.said pid taken=0 peak
    "$program" preprocess "$1" -o "$folder/few.bvss" --device cpu >/dev/null 2>"$said" &
    pid=$!
    # The program takes the place of its launcher; each phase begins a new count of what is resident at most.
    while peak=$(awk '/VmHWM/ { print $2 * 1024 }' "/proc/$pid/status" 2>/dev/null) && [ -n "$peak" ]; do
        [ "$peak" -le "$taken" ] || taken=$peak
        sleep 0.01
    done
    wait "$pid" || status=1
    local announced
    announced=$(grep -oE 'up to [0-9.]+ [kMG]B of memory' "$said" | head -n 1 | awk '{ print $3 * ($4 == "GB" ? 1e9 : $4 == "MB" ? 1e6 : 1e3) }')
    echo "memory: $2: announced ${announced:-nothing}, took $taken bytes"
    holds "${announced:-0} > 0 && $taken > 0 && $taken <= $announced" "more memory is taken than announced"
    rm -f "$1" "$folder/few.bvss"
}

announced_memory() {
    local graph=$folder/few.mtx count
    for count in 10 300000 1000000 3000000 10000000 "$vertices"; do
        printf '%%%%MatrixMarket matrix coordinate pattern general\n%d %d 1\n1 2\n' "$count" "$count" >"$graph"
        memory_of "$graph" "$count vertices and one edge"
    done
    graph=$folder/few.sg
    for count in 10 16 20; do
        "$program" generate kron --scale "$count" -o "$graph" --quiet >/dev/null || { status=1; return; }
        memory_of "$graph" "kron $count"
    done
}

kill_jobs() {
    local graph=$folder/kill.bvss left=$kills tries=$((20 * kills)) done=0 wrong=0 code
    local job=("$program" closeness "$graph" --device cpu --measures closeness,harmonic --quiet)
    "$program" generate kron --scale 16 -o "$graph" --quiet >/dev/null || { status=1; return; }
    "${job[@]}" --output "$folder/whole.csv" || status=1
    # A machine on which every job ends before it is killed shows nothing.
    for ((; left > 0 && tries > 0; tries--)); do
        "${job[@]}" --checkpoint "$folder/kept" --output "$folder/rows.csv" 2>/dev/null &
        local running=$!
        sleep "0.$((RANDOM % 90 + 10))"
        if kill -9 $running 2>/dev/null; then left=$((left - 1)); fi
        code=0
        wait $running 2>/dev/null || code=$?
        if [ $code = 0 ]; then
            done=$((done + 1))
            cmp -s "$folder/rows.csv" "$folder/whole.csv" || wrong=$((wrong + 1))
            rm -rf "$folder/kept" "$folder/rows.csv"
        elif [ $code != 137 ]; then
            holds 0 "a job failed by itself, with exit code $code"
            break
        fi
    done
    holds "$left == 0" "$left of $kills kills did not come in time"
    "${job[@]}" --checkpoint "$folder/kept" --output "$folder/rows.csv" || status=1
    cmp -s "$folder/rows.csv" "$folder/whole.csv" || wrong=$((wrong + 1))
    echo "kills: $kills, jobs that ended $((done + 1)), of other bytes $wrong"
    holds "$wrong == 0" "a job that was killed has other bytes"
    rm -rf "$folder"/kill.bvss "$folder/kept" "$folder"/*.csv
}

echo "machine: $(nproc) processors, $("$program" --version)"
for part in check_rate announced_memory kill_jobs; do
    begun=$(now)
    $part
    echo "$part: $(since "$begun") s"
done
rm -rf "$XDG_STATE_HOME" "$XDG_CACHE_HOME"
echo "host-claims: status $status"
exit $status
