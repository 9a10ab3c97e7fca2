#!/usr/bin/env bash
# Makes build/gpu-bundle: a .tar.xz and ./unpack for a GPU machine without JVM, Maven or network. Unpacked it offers
# ./bitfront, ./gpu-test, ./gpu-bench, ./gpu-proof and ./host-claims. JAVA_HOME must be a JDK 25 with jmods; build/bitfront must have been built.
set -euo pipefail
cd "$(dirname "$0")/.."
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
[ -f build/bitfront.fatbin ] || { echo "gpu-bundle: no kernels; nvcc is needed to make them" >&2; exit 1; }
limit=$((55 * 1000 * 1000))
bundle=build/gpu-bundle
stage=build/gpu-stage
rm -rf "$bundle" "$stage"
mkdir -p "$bundle" "$stage/tests"

"$JAVA_HOME/bin/jlink" --compress zip-0 --strip-debug --no-header-files --no-man-pages --output "$stage/runtime" \
    --add-modules java.base,java.desktop,java.logging,java.management,java.naming,java.xml,jdk.management,jdk.unsupported,jdk.zipfs
find "$stage/runtime" -name '*.so' -exec strip --strip-unneeded {} +
cp -a build/lib build/jcuda build/bitfront.fatbin build/libbitfront-cub.so LICENSE NOTICE "$stage/"
mvn -B -ntp -q -pl java/engine -am -DskipTests test-compile
version() { sed -n "s|.*<$1>\(.*\)</$1>.*|\1|p" pom.xml; }
for artifact in org.junit.platform:junit-platform-console-standalone:"$(version junit.console.version)" \
    org.assertj:assertj-core:"$(version assertj.version)" net.bytebuddy:byte-buddy:"$(version byte-buddy.version)"; do
    mvn -B -ntp -q -N dependency:copy -Dartifact="$artifact" -DoutputDirectory="$PWD/$stage/tests"
done
"$JAVA_HOME/bin/jar" cf "$stage/tests/bitfront-testkit.jar" -C java/testkit/target/classes .
"$JAVA_HOME/bin/jar" cf "$stage/tests/bitfront-engine-tests.jar" -C java/engine/target/test-classes .

sed -e 's|^java=.*|java=$home/runtime/bin/java|' build/bitfront >"$stage/bitfront"
cp ci/gpu-test.sh "$stage/gpu-test"
cp ci/gpu-bench.sh "$stage/gpu-bench"
cp ci/gpu-proof.sh "$stage/gpu-proof"
cp ci/host-claims.sh "$stage/host-claims"
chmod +x "$stage"/bitfront "$stage"/gpu-* "$stage"/host-claims

# A module that the trimmed runtime lacks shows here, not on the other machine: java.desktop is for the triangulation's geometry.
"$stage/bitfront" generate delaunay --scale 8 -o "$stage/mesh.sg" --quiet >/dev/null || { echo "gpu-bundle: its runtime lacks a module" >&2; exit 1; }
rm "$stage/mesh.sg"

tar -C "$stage" -cf - . | xz -6 -T0 >"$bundle/bitfront.tar.xz"
cat >"$bundle/unpack" <<'UNPACK'
#!/bin/sh
# Unpacks the bundle into the folder named (default: ./bitfront-gpu).
set -e
here=$(cd "$(dirname "$0")" && pwd)
into=${1:-bitfront-gpu}
mkdir -p "$into"
tar -C "$into" -xJf "$here/bitfront.tar.xz"
# Classes and the profiles of hot loops come from a cache made by, and for, this very runtime.
rm -f "$into/bitfront.aot"
mkdir -p "$into/rehearsal"
BITFRONT_MAIN=io.bitfront.cli.Rehearsal BITFRONT_JAVA_OPTS="-XX:AOTCacheOutput=$into/bitfront.aot" \
    "$into/bitfront" "$into/rehearsal" >/dev/null 2>&1 || true
rm -rf "$into/rehearsal"
echo "$into: ./bitfront ./gpu-test ./gpu-bench ./gpu-proof ./host-claims"
UNPACK
chmod +x "$bundle/unpack"
rm -rf "$stage"
size=$(du -sb "$bundle" | cut -f1)
echo "gpu-bundle: $bundle, $((size / 1000000)) MB"
[ "$size" -lt "$limit" ] || { echo "gpu-bundle: larger than $limit bytes" >&2; exit 1; }
