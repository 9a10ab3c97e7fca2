#!/bin/bash
# Proves and times the GPU engine on graphs of full size: generates them, prepares them, traverses each from 16 sources in
# the modes paper and auto, checks every level of every source. Exit code 1 if anything was wrong.
# Usage: ./gpu-proof FOLDER RESULT.json [NAME ...]    graphs go to FOLDER (memory: /dev/shm/...), 20 GB at most
set -uo pipefail
home=$(cd "$(dirname "$0")" && pwd)
folder=${1:?"usage: gpu-proof FOLDER RESULT.json [NAME ...]"}
result=${2:?"usage: gpu-proof FOLDER RESULT.json [NAME ...]"}
names=${*:3}
mkdir -p "$folder"
status=0
rows=()

# Runs bitfront with --json, keeps the answer as $1 in the folder and adds it to the rows.
step() {
    local name=$1 start=$EPOCHREALTIME
    shift
    if timeout 300 "$home/bitfront" "$@" --json --quiet >"$folder/$name.json"; then
        echo "$name: $(awk "BEGIN { printf \"%.1f\", $EPOCHREALTIME - $start }") s"
        rows+=("$name")
    else
        echo "WRONG: bitfront $* -> $?"
        status=1
    fi
}

# Prepares the graph of a name.
prepare() {
    local name=$1
    case $name in
        kron-22) step prepare-$name generate kron --scale 22 --order degree -o "$folder/$name.bvss" ;;
        kron-24)
            step generate-$name generate kron --scale 24 -o "$folder/$name.sg"
            step prepare-$name preprocess "$folder/$name.sg" --order degree -o "$folder/$name.bvss"
            ;;
        kron-24-natural) step prepare-$name preprocess "$folder/kron-24.sg" --order natural -o "$folder/$name.bvss" ;;
        urand-24) step prepare-$name generate urand --scale 24 --order natural -o "$folder/$name.bvss" ;;
        road) step prepare-$name generate road --width 4800 --height 5000 --keep 0.62 --order natural -o "$folder/$name.bvss" ;;
        rgg-22 | rgg-24) step prepare-$name generate rgg --scale "${name#*-}" --order natural -o "$folder/$name.bvss" ;;
        delaunay-20) step prepare-$name generate delaunay --scale 20 -o "$folder/$name.bvss" ;;
        chain-16) step prepare-$name generate chain --scale 16 -o "$folder/$name.bvss" ;;
        star)
            # 2^24 leaves.
            seq 1 16777216 | sed 's/^/0 /' >"$folder/star.el"
            step prepare-$name preprocess "$folder/star.el" --undirected --order natural -o "$folder/$name.bvss"
            ;;
        directed-kron-20)
            # Two in three of the edges, either direction of each decided apart.
            "$home/bitfront" generate kron --scale 20 --quiet -o "$folder/kron-20.el" >"$folder/kron-20.txt"
            awk '/^#/ || (7 * $1 + 13 * $2) % 3' "$folder/kron-20.el" >"$folder/directed.el"
            step prepare-$name preprocess "$folder/directed.el" --directed --order degree -o "$folder/$name.bvss"
            ;;
        *)
            echo "WRONG: no graph $name"
            status=1
            ;;
    esac
}

all="kron-24 kron-24-natural urand-24 road rgg-24 rgg-22 kron-22 delaunay-20 star chain-16 directed-kron-20"
for name in ${names:-$all}; do
    prepare "$name"
    rm -f "$folder"/*.el
    for mode in ${MODES:-paper auto}; do
        step "$name-$mode" bfs "$folder/$name.bvss" --device gpu --random 16 --runs "${RUNS:-5}" --mode "$mode" --verify
    done
    rm -f "$folder/$name.bvss"
done
rm -f "$folder"/*.sg

class_path=$(printf '%s:' "$home"/lib/*.jar "$home"/tests/*.jar)
measure() {
    "$home/runtime/bin/java" --enable-native-access=ALL-UNNAMED -Dbitfront.kernels="$home/bitfront.fatbin" \
        -Dbitfront.cub="$home/libbitfront-cub.so" -Djava.library.path="$home/jcuda/lib" -cp "$class_path" "$@"
}
measure io.bitfront.engine.gpu.HostOverhead >"$folder/overhead.txt" || status=1
measure io.bitfront.engine.device.TransferRate "$folder" >"$folder/transfers.txt" || status=1
cat "$folder/overhead.txt" "$folder/transfers.txt"

"$home/bitfront" devices --json >"$folder/devices.json" || status=1
{
    printf '{"command": "gpu-proof %s", "version": "%s", "status": %d,\n"machine": ' "${names:-$all}" \
        "$("$home/bitfront" --version)" $status
    cat "$folder/devices.json"
    printf ',\n"hostOverhead": [%s],\n"transfers": [%s],\n"steps": {\n' \
        "$(paste -sd, "$folder/overhead.txt")" "$(paste -sd, "$folder/transfers.txt")"
    separator=
    for name in "${rows[@]}"; do
        printf '%s"%s": ' "$separator" "$name"
        cat "$folder/$name.json"
        separator=,
    done
    printf '}}\n'
} >"$result"
echo "gpu-proof: status $status"
exit $status
