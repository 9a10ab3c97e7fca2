#!/bin/sh
# Generates, prepares and measures on the GPU: kernel times of BFS over 64 sources, levels verified, as JSON.
# Usage: ./gpu-bench FOLDER [KIND:SCALE:ORDER ...]   graphs and results go to FOLDER
set -eu
home=$(cd "$(dirname "$0")" && pwd)
folder=${1:?"usage: gpu-bench FOLDER [KIND:SCALE:ORDER ...]"}
shift
[ $# -gt 0 ] || set -- kron:22:degree kron:24:degree urand:24:natural
mkdir -p "$folder"
for graph; do
    kind=${graph%%:*}
    order=${graph##*:}
    scale=${graph#*:}
    scale=${scale%:*}
    file=$folder/$kind-$scale.sg
    cache=$folder/$kind-$scale-$order.bvss
    [ -f "$cache" ] || "$home/bitfront" generate "$kind" --scale "$scale" -o "$file"
    [ -f "$cache" ] || "$home/bitfront" preprocess "$file" --order "$order" -o "$cache"
    rm -f "$file"
    for mode in ${MODES:-paper auto}; do
        echo "== $kind $scale, $order order, mode $mode"
        "$home/bitfront" bfs "$cache" --random 64 --seed 1 --runs 5 --device gpu --mode "$mode" --verify
        "$home/bitfront" bfs "$cache" --random 64 --seed 1 --runs 5 --device gpu --mode "$mode" --json \
            >"$folder/$kind-$scale-$order-$mode.json"
    done
done
