#!/bin/bash
# Proves and times the kernels on one GPU machine: builds there, compares every variant with oracles, runs
# compute-sanitizer, times the paper's variants and a sweep of launch shapes. Writes into $OUT (default native/build/h200):
# log.txt, timings.json, sanitizer.txt, resources.txt. Exit code 1 if anything was wrong. Some seven minutes on 16 cores.
#
#   native/bench/run_h200.sh [fast|proof]      fast: no sweep of launch shapes; proof: right or wrong, nothing timed
#
# Test vectors that were exported beforehand (native/build/vectors, by `make vectors`) are run too.
set -uo pipefail
cd "$(dirname "$0")/.."
OUT=${OUT:-$PWD/build/h200}
mkdir -p "$OUT" build
if [ -z "${LOGGED:-}" ]; then
  LOGGED=1 OUT=$OUT "$PWD/bench/run_h200.sh" "$@" 2>&1 | tee "$OUT/log.txt"
  exit "${PIPESTATUS[0]}"
fi
status=0
start=$SECONDS
say() { echo "== $* (at $((SECONDS - start)) s)"; }
must() { "$@" || { echo "WRONG: $* -> $?"; status=1; }; }

say "machine"
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm --format=csv || exit 1
nvcc --version | tail -2; nproc

say "build"
flags="-std=c++20 --expt-relaxed-constexpr -Iinclude -arch=sm_90"
declare -A shapes=([e512x2]="-DBITFRONT_EAGER_SHAPE=512\\,2" [e512x1]="-DBITFRONT_EAGER_SHAPE=512\\,1"
  [e256x2]="-DBITFRONT_EAGER_SHAPE=256\\,2" [e1024x2]="-DBITFRONT_EAGER_SHAPE=1024\\,2"
  [l1024x2]="-DBITFRONT_LAZY_SHAPE=1024\\,2" [l1024x1]="-DBITFRONT_LAZY_SHAPE=1024\\,1" [l512x4]="-DBITFRONT_LAZY_SHAPE=512\\,4"
  [l256x5]="-DBITFRONT_LAZY_SHAPE=256\\,5")
nvcc $flags -Xptxas -v -cubin -o build/main.cubin kernels/bitfront.cu 2> build/ptxas90.log &
[ -n "${1:-}" ] || for shape in "${!shapes[@]}"; do nvcc $flags ${shapes[$shape]} -cubin -o build/$shape.cubin kernels/bitfront.cu & done
nvcc $flags -ptx -o build/bitfront.ptx kernels/bitfront.cu &
make -s bench NVCC=nvcc STRICT= &
(make -s build/make_vectors STRICT= && build/make_vectors build/own-vectors) &
wait
awk -f resources.awk build/ptxas90.log | tee "$OUT/resources.txt"
must ./check_instructions.sh build/bitfront.ptx build/main.cubin
[ -x build/bfs_bench ] || exit 1

say "test vectors"
must build/bfs_bench build/main.cubin vectors:build/own-vectors
if [ -d build/vectors ]; then must build/bfs_bench build/main.cubin vectors:build/vectors; fi

say "compute-sanitizer, in the background"
rm -rf build/few && mkdir -p build/few
for name in kron_8 kron_8_directed star_129 random_33_directed rgg_9 components_500; do
  cp build/own-vectors/$name.bfv build/few/
done
for tool in memcheck racecheck synccheck initcheck; do
  (timeout 150 compute-sanitizer --tool $tool --error-exitcode 9 build/bfs_bench build/main.cubin vectors:build/few \
    --max-blocks 4 --sources 2 > build/sanitizer-$tool.txt 2>&1; echo "$tool: exit $?" >> build/sanitizer-$tool.txt) &
  (timeout 240 compute-sanitizer --tool $tool --error-exitcode 9 build/multi_bench build/main.cubin vectors:build/few \
    --engines wide,near,independent,tensor --widths 1024,256 --batches 1 --checks 4 --max-blocks 4 \
    > build/sanitizer-batches-$tool.txt 2>&1; echo "$tool: exit $?" >> build/sanitizer-batches-$tool.txt) &
done
say "batches on test vectors"
must build/multi_bench build/main.cubin vectors:build/own-vectors --engines wide,near,independent,tensor --widths 1024,512,256 --batches 1

say "every variant on every kind"
must build/bfs_bench build/main.cubin kron:20 dkron:20 urand:20 rgg:20:0.0022 road:1000x1000:0.62 star:24 \
  --variants all --sources 16 --runs 1 --json build/kinds.json
must build/bfs_bench build/main.cubin chain:16 --variants all --sources 2 --runs 1 --host-checks 1
wait
cat build/sanitizer-*.txt > "$OUT/sanitizer.txt"
for tool in memcheck racecheck synccheck initcheck; do
  for part in $tool batches-$tool; do
    tail -3 build/sanitizer-$part.txt
    grep -q "$tool: exit 0" build/sanitizer-$part.txt || status=1
  done
done
if [ "${1:-}" = proof ]; then
  say "done, status $status"
  exit $status
fi

lazy=build/main.cubin
eager=build/main.cubin
if [ "${1:-}" != fast ]; then
  for shape in l1024x2 l1024x1 l512x4 l256x5; do lazy=$lazy,build/$shape.cubin; done
  for shape in e512x2 e512x1 e256x2 e1024x2; do eager=$eager,build/$shape.cubin; done
fi
say "kron and urand"
must build/bfs_bench $lazy kron:22 kron:24 urand:24 --variants bfs_lazy,bfs_lazy_pull_32 --trace --json build/lazy.json
say "kron and urand as paper mode chooses"
must build/bfs_bench build/main.cubin kron:22 --json build/choice.json
say "road and rgg"
must build/bfs_bench $eager road:4800x5000:0.62 rgg:24:0.000548 --variants bfs_eager --sources 32 --sweep-sources 8 \
  --trace --json build/eager.json
python3 - "$OUT/timings.json" build/kinds.json build/lazy.json build/choice.json build/eager.json << 'PY'
import json, os, sys
rows = [row for path in sys.argv[2:] if os.path.exists(path) for row in json.load(open(path))]
json.dump(rows, open(sys.argv[1], "w"), indent=1)
PY
say "done, status $status"
exit $status
