#!/usr/bin/env bash
# Makes build/dist: an archive and a Debian package of the program with a Java runtime of its own, and their checksums. From
# the same commit the same bytes: times are the commit's, and nothing else that varies goes in. JAVA_HOME must be a JDK 25;
# build/bitfront must have been built. With a folder as its argument, makes them there.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=${1:-build/dist}
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml)
name=bitfront-$version-linux-x86_64
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y pom.xml)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC0
umask 022

rm -rf "$dist"
mkdir -p "$dist"
tree=$dist/$name
ci/dist-tree.sh "$tree" "$version"
ci/check-notice.sh "$tree"

echo "dist: archive"
tar -C "$dist" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$name" | xz -2 -T2 >"$dist/$name.tar.xz"
echo "dist: package"
ci/deb.sh "$tree" "$version" "$dist"
cp "$tree/sbom.json" "$dist/$name.sbom.json"
(cd "$dist" && sha256sum "$name.tar.xz" "bitfront_${version}_amd64.deb" "$name.sbom.json" >SHA256SUMS)
(cd "$dist" && ls -sh1 --block-size=MB "$name.tar.xz" "bitfront_${version}_amd64.deb" | sed 's/^/dist: /')
