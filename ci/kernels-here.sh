#!/usr/bin/env bash
# Compiles the kernels for the GPUs of this machine, unless they are compiled for them already. Every architecture takes a
# processor minutes, so without a GPU none is compiled: `make build` compiles for all.
set -euo pipefail
cd "$(dirname "$0")/.."
nvcc=${NVCC:-$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null || true)}
[ -n "$nvcc" ] || exec make -s build/bitfront.fatbin # which says so

# Kernels need compute capability 8.0.
cards=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sed -n 's/^ *\([0-9]*\)\.\([0-9]\) *$/\1\2/p' |
    awk '$1 >= 80' | sort -u || true)
compiled=$(cat native/build/targets 2>/dev/null || true)
if [ -z "$cards" ]; then
    echo "kernels: not compiled, as no GPU is here; make build compiles them for every architecture"
    exit
fi
targets= known=$("$nvcc" --list-gpu-code)
for card in $cards; do
    # What nvcc does not know is left to the driver, which compiles the module's PTX.
    grep -qx "sm_$card" <<<"$known" || exec make -s build/bitfront.fatbin
    targets+=" -gencode arch=compute_$card,code=sm_$card"
done
covered=true
for card in $cards; do grep -q "sm_$card\b" <<<"$compiled" || covered=false; done
[ $covered = false ] || targets=$compiled
[ $covered = true ] || echo "kernels: compiling for sm_${cards//$'\n'/, sm_}; make build compiles them for every architecture"
TARGETS=$targets exec make -s build/bitfront.fatbin
