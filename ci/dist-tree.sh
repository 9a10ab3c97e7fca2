#!/usr/bin/env bash
# Puts into a folder what an installation consists of: dist-tree.sh FOLDER VERSION. Called by ci/dist.sh, which sets
# SOURCE_DATE_EPOCH.
set -euo pipefail
tree=$1
version=$2
rm -rf "$tree"
mkdir -p "$tree"

cp -a build/lib "$tree/"
for part in build/bitfront.fatbin build/libbitfront-cub.so build/jcuda; do
    [ ! -e "$part" ] || cp -a "$part" "$tree/"
done
[ -f "$tree/bitfront.fatbin" ] || echo "dist: without kernels for GPUs, as there is no nvcc"
sed -e 's|^java=.*|java=$home/runtime/bin/java|' build/bitfront >"$tree/bitfront"
chmod 755 "$tree/bitfront"
cp LICENSE NOTICE README.md CHANGELOG.md "$tree/"
cp ci/rehearse.sh "$tree/rehearse"

echo "dist: runtime"
"$JAVA_HOME/bin/jlink" --compress zip-0 --strip-debug --no-header-files --no-man-pages --output "$tree/runtime" \
    --add-modules java.base,java.desktop,java.logging,java.management,java.naming,java.xml,jdk.management,jdk.unsupported,jdk.zipfs
! command -v strip >/dev/null || find "$tree/runtime" -name '*.so' -exec strip --strip-unneeded {} +

echo "dist: manual pages and completions"
BITFRONT_MAIN=io.bitfront.cli.shell.ShellFiles "$tree/bitfront" "$tree/share" "$version" "$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)"

echo "dist: list of parts"
mvn -B -ntp -q -pl java/cli -am org.cyclonedx:cyclonedx-maven-plugin:makeBom -DoutputFormat=json -DoutputName=sbom \
    -DincludeTestScope=false -DincludeProvidedScope=false -DprojectType=application -Dcyclonedx.verbose=false >/dev/null
cp java/cli/target/sbom.json "$tree/sbom.json"

# All is of the commit's time, but for jars, whose time is the launcher's. The archive of classes comes last: it knows the
# jars by it.
find "$tree" -not -path "$tree/lib/*.jar" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
echo "dist: archive of classes"
ci/class-archive.sh "$tree"
touch -d "@$SOURCE_DATE_EPOCH" "$tree/bitfront.jsa" "$tree"
