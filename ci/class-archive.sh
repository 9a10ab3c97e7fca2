#!/usr/bin/env bash
# Makes bitfront.jsa in an installation's folder: the classes that commands load, ready to be mapped, for the runtime beside
# it. Unlike bitfront.aot it holds no profiles, which differ from run to run: the same classes give the same bytes. Which
# those are must not depend on the machine: commands run as on two processors and find a state folder that is new.
set -euo pipefail
tree=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
number=0
note() {
    number=$((number + 1))
    (cd "$work" && XDG_STATE_HOME=$work/state BITFRONT_JAVA_OPTS="-XX:ActiveProcessorCount=2 -Xshare:off -XX:DumpLoadedClassList=$work/$number.classes" "$tree/bitfront" "$@" --quiet >/dev/null)
}
tree=$(cd "$tree" && pwd)
note generate kron --scale 10 -o kron.sg
note preprocess kron.sg -o kron.bvss
sleep 3 # That a cache was checked is remembered of no younger one.
note bfs kron.bvss --random 4 --output levels.csv --json
note closeness kron.bvss --top 10
note info kron.bvss
# Numbers of classes are of one run, and classes of loaders of their own have no place in it; nor has a library whose jar
# is sealed (XzInput).
cat "$work"/*.classes | grep -vE '^#|^@cp|source:|org/tukaani/' | sed 's/ id: .*//' | LC_ALL=C sort -u >"$work/all"

# The archive remembers where the jars were: a name that is the same in every folder that this is run in.
sed 's|^class_path=|exec 9<"$home"; lib=/proc/self/fd/9/lib; &|' "$tree/bitfront" >"$tree/dump"
chmod +x "$tree/dump"
BITFRONT_JAVA_OPTS="-XX:ActiveProcessorCount=2 -Xshare:dump -XX:SharedClassListFile=$work/all -XX:SharedArchiveFile=$tree/bitfront.jsa" \
    "$tree/dump" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
rm "$tree/dump"
