#!/usr/bin/env bash
# Makes build/bitfront from build/lib: the launcher script and the cache of loaded classes that lets it start at once.
# JAVA_HOME must be the JDK it shall run on.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml)
cp "java/cli/target/bitfront-cli-$version.jar" build/lib/

# Who puts one of these jars into a program reads there that native code is called.
said=$(mktemp -d)
for jar in "$PWD"/build/lib/bitfront-*.jar "$PWD"/java/natives/target/bitfront-natives-"$version".jar; do
    rm -rf "$said/META-INF"
    (cd "$said" && "$JAVA_HOME/bin/jar" --extract --file "$jar" META-INF/MANIFEST.MF)
    grep -q '^Enable-Native-Access: ALL-UNNAMED' "$said/META-INF/MANIFEST.MF" ||
        { echo "launcher: the manifest of $jar lacks Enable-Native-Access" >&2; exit 1; }
done
rm -r "$said"

jars=$(cd build/lib && ls -1 ./*.jar | LC_ALL=C sort | sed 's|^\./||')
(cd build/lib && sha256sum $jars >jars.sha256)

# The cache of classes knows a jar by its size and time. A time that follows from the contents of all survives every way
# of copying, as the launcher can set it again.
key=$(sha256sum <build/lib/jars.sha256 | cut -c 1-16)
time=$((1577836800 + 16#${key:0:6}))
touch -d "@$time" build/lib/*.jar

sed -e "s|@JAVA_HOME@|$JAVA_HOME|g" -e "s|@KEY@|$key|g" -e "s|@TIME@|$time|g" \
    -e "s|@CLASS_PATH@|$(sed 's|^|$lib/|' <<<"$jars" | paste -sd:)|g" \
    java/cli/src/launcher/bitfront.sh >build/bitfront.new
chmod +x build/bitfront.new

# The rehearsal runs jobs of every kind: the classes it loads and the profiles of its loops are what the cache keeps, so
# that later runs compile their hot loops at once instead of profiling them on all cores first.
rm -f build/bitfront.aot
mv build/bitfront.new build/bitfront
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! BITFRONT_MAIN=io.bitfront.cli.Rehearsal BITFRONT_JAVA_OPTS="-XX:AOTCacheOutput=$PWD/build/bitfront.aot" \
    build/bitfront "$work" >"$work/log" 2>&1; then
    cat "$work/log" >&2
    exit 1
fi
