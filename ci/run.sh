#!/usr/bin/env bash
# What `make run` shows: a small scale-free graph and a small mesh, preprocessed, traversed and ranked.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=build/run
mkdir -p "$folder"

step() {
    printf '\n$ %s\n' "bitfront $*"
    build/bitfront "$@"
}

step devices
step generate kron --scale 16 --seed 1 -o "$folder/kron16.sg"
step generate delaunay --scale 14 --seed 1 -o "$folder/mesh14.mtx"
for graph in kron16.sg mesh14.mtx; do
    step preprocess "$folder/$graph" -o "$folder/${graph%.*}.bvss"
    step bfs "$folder/${graph%.*}.bvss" --random 1 --verify
    step bfs "$folder/${graph%.*}.bvss" --random 64 --runs 3
    step closeness "$folder/${graph%.*}.bvss" --top 10 --measures wf,harmonic,eccentricity
done
