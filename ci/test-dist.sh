#!/usr/bin/env bash
# Tests what `make dist` made: the same bytes again; installed from the archive, the package and by `make install`; moved,
# copied, read only, two versions side by side; without JDK, Maven or compiler on the PATH; deployed to a Maven repository.
# JAVA_HOME is for making it again.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's|^  <version>\(.*\)</version>|\1|p' pom.xml)
name=bitfront-$version-linux-x86_64
dist=$PWD/build/dist
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
fail() { echo "test-dist: $*" >&2; exit 1; }
say() { printf 'test-dist: %s\n' "$*"; }

# The tools of a small system, and nothing else.
mkdir "$work/bin"
for tool in sh env cat cp mv mkdir mktemp rm touch stat sha256sum readlink locale stty grep uname dirname; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
alone() { env -i PATH="$work/bin" HOME="$work/home" "$@"; }
mkdir "$work/home"
for tool in java javac mvn make gcc nvcc; do
    ! alone sh -c "command -v $tool" >/dev/null || fail "$tool is on the PATH"
done

# A job of every kind; prints what it found. Nothing else may be said.
job() {
    local program=$1 folder
    folder=$(mktemp -d "$work/job.XXXXXX")
    (
        cd "$folder"
        alone "$program" generate kron --scale 8 --seed 1 -o kron.sg --quiet >/dev/null
        alone "$program" bfs kron.sg --source 0 --quiet --output levels.csv >/dev/null
        alone "$program" closeness kron.sg --top 5 --quiet --output top.csv >/dev/null
        cat levels.csv top.csv
    ) 2>"$folder/said" || { cat "$folder/said" >&2; fail "$program does not do its job"; }
    [ ! -s "$folder/said" ] || { cat "$folder/said" >&2; fail "$program said something"; }
}
same() {
    job "$1" >"$work/found"
    cmp -s "$work/expected" "$work/found" || fail "another result by $1"
}
# Classes come from the archive, not from the jars.
starts_at_once() {
    alone BITFRONT_JAVA_OPTS="-Xlog:class+load=info:file=$work/classes" "$1" --version >/dev/null
    grep -q 'io.bitfront.cli.Main source: shared objects file' "$work/classes" || fail "$1 loads its classes from jars"
}

say "checksums"
(cd "$dist" && sha256sum --quiet -c SHA256SUMS)

say "archive"
mkdir "$work/archive"
tar -C "$work/archive" -xJf "$dist/$name.tar.xz"
here=$work/archive/$name
job "$here/bitfront" >"$work/expected"
[ "$(wc -l <"$work/expected")" -gt 20 ] || fail "the job found too little"
build/bitfront --version | grep -q "^bitfront $version (commit .*, kernels " || fail "no version"
[ "$(alone "$here/bitfront" --version)" = "$("$dist/$name/bitfront" --version)" ] || fail "another version after unpacking"
starts_at_once "$here/bitfront"
for file in LICENSE NOTICE README.md CHANGELOG.md sbom.json runtime/legal/java.base/LICENSE share/man/man1/bitfront-bfs.1; do
    [ -s "$here/$file" ] || fail "no $file in the archive"
done
grep -q '"bomFormat" : "CycloneDX"' "$here/sbom.json" || fail "the list of parts is none"
for jar in "$here"/lib/*.jar; do
    part=$(basename "$jar" | sed -E 's/-[0-9][^/]*\.jar$//')
    grep -q "\"name\" : \"$part\"" "$here/sbom.json" || fail "sbom.json does not list $part"
done

say "moved, copied, read only"
mv "$work/archive/$name" "$work/archive/möved to"
same "$work/archive/möved to/bitfront"
cp -r "$work/archive/möved to" "$work/copy"
same "$work/copy/bitfront"
starts_at_once "$work/copy/bitfront"
mkdir "$work/a:b" && mv "$work/copy" "$work/a:b/c"
! alone "$work/a:b/c/bitfront" --version 2>"$work/said" || fail "a runtime started from a path with a colon"
[ "$(wc -l <"$work/said")" = 1 ] || fail "no single line about a path with a colon"
mv "$work/a:b/c" "$work/copy"
find "$work/copy/lib" -name '*.jar' -exec touch {} +
chmod -R a-w "$work/copy"
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    # Nobody may read it, and write to a home.
    chmod 755 "$work" && mkdir "$work/nobody" && chown 65534:65534 "$work/nobody"
    as_nobody() { (cd "$work/nobody" && alone HOME="$work/nobody" "$(command -v setpriv)" --reuid=65534 --regid=65534 --clear-groups "$@"); }
else
    mkdir "$work/nobody"
    as_nobody() { (cd "$work/nobody" && alone HOME="$work/nobody" "$@"); }
fi
as_nobody "$work/copy/bitfront" closeness generate:kron:8 --top 5 --quiet --output "$work/nobody/found.csv" >/dev/null 2>"$work/said"
[ ! -s "$work/said" ] && [ "$(wc -l <"$work/nobody/found.csv")" = 6 ] || { cat "$work/said" >&2; fail "a copy that is only read does not run"; }
as_nobody env BITFRONT_JAVA_OPTS="-Xlog:class+load=info:file=$work/nobody/classes" "$work/copy/bitfront" --version >/dev/null
grep -q 'io.bitfront.cli.Main source: shared objects file' "$work/nobody/classes" || fail "a copy that is only read loads its classes from jars"

say "rehearsal"
cp -r "$work/copy" "$work/rehearsed" && chmod -R u+w "$work/rehearsed"
alone "$work/rehearsed/rehearse" || fail "no archive of classes and profiles is made"
rm "$work/rehearsed/bitfront.jsa"
starts_at_once "$work/rehearsed/bitfront"
same "$work/rehearsed/bitfront"
rm -rf "$work/rehearsed"

say "two versions side by side"
chmod -R u+w "$work/copy"
other=$work/copy/lib/bitfront-cli-$version.jar
"$JAVA_HOME/bin/jar" uf "$other" CHANGELOG.md
(cd "$work/copy/lib" && sha256sum ./*.jar | sed 's|\./||' >jars.sha256)
key=$(sha256sum <"$work/copy/lib/jars.sha256" | cut -c 1-16)
sed -i -E "s|/jars-[0-9a-f]{16}|/jars-$key|" "$work/copy/bitfront"
find "$work/copy/lib" -name '*.jar' -exec touch {} +
chmod -R a-w "$work/copy"
for round in 1 2; do
    for program in "$work/copy/bitfront" "$work/archive/möved to/bitfront"; do
        rm -f "$work/nobody/again.csv"
        as_nobody "$program" closeness generate:kron:8 --top 5 --quiet --output "$work/nobody/again.csv" >/dev/null 2>"$work/said"
        [ ! -s "$work/said" ] && cmp -s "$work/nobody/found.csv" "$work/nobody/again.csv" ||
            { cat "$work/said" >&2; fail "two versions disturb each other in round $round: $program"; }
    done
done

say "package"
root=$work/root
mkdir -p "$root"/var/lib/dpkg/{info,updates}
touch "$root/var/lib/dpkg/status"
dpkg --root="$root" --force-depends --force-not-root -i "$dist/bitfront_${version}_amd64.deb" >/dev/null 2>&1 || fail "the package does not install"
same "$root/usr/bin/bitfront"
starts_at_once "$root/usr/bin/bitfront"
[ -s "$root/usr/share/man/man1/bitfront-closeness.1.gz" ] || fail "no manual page in the package"
[ -s "$root/usr/share/doc/bitfront/copyright" ] || fail "no copyright in the package"
dpkg --root="$root" --force-not-root -r bitfront >/dev/null 2>&1 || fail "the package cannot be removed"
[ -z "$(find "$root/usr" -type f 2>/dev/null)" ] || fail "the package leaves files behind"

say "make install"
make -s install PREFIX="$work/prefix"
same "$work/prefix/bin/bitfront"
[ -s "$work/prefix/share/bash-completion/completions/bitfront" ] || fail "no completion installed"
make -s uninstall PREFIX="$work/prefix"
[ ! -e "$work/prefix" ] || fail "make uninstall leaves files or folders behind"
make -s install PREFIX="$work/above/the/prefix"
touch "$work/above/other"
make -s uninstall PREFIX="$work/above/the/prefix"
[ "$(ls "$work/above")" = other ] || fail "make uninstall leaves folders above its prefix, or takes others' with it"
mkdir -p "$work/prefix/bin" "$work/prefix/share"
make -s install PREFIX="$work/prefix"
make -s install PREFIX="$work/prefix"
touch "$work/prefix/share/man/other"
make -s uninstall PREFIX="$work/prefix"
[ "$(cd "$work/prefix" && find . | LC_ALL=C sort | paste -sd' ')" = ". ./bin ./share ./share/man ./share/man/other" ] ||
    fail "make uninstall does not leave what was there before and what others put there"

say "repository"
mvn -B -ntp -q -Dstyle.color=never -Dmaven.test.skip=true -Dlauncher.skip=true -Dmaven.install.skip=true -pl java/bom,java/jgrapht -am \
    deploy "-DaltDeploymentRepository=here::file://$work/repository" >"$work/said" 2>&1 || { cat "$work/said" >&2; fail "mvn deploy fails"; }
for part in bom preprocess engine natives jgrapht; do
    base=$work/repository/io/bitfront/bitfront-$part/$version/bitfront-$part-$version
    [ -s "$base.pom" ] || fail "no $part in the repository"
    [ "$part" = bom ] || [ -s "$base.jar" ] || fail "no jar of $part in the repository"
    case $part in preprocess | engine | jgrapht)
        [ -s "$base-sources.jar" ] || fail "no sources of $part in the repository"
        [ -s "$base-javadoc.jar" ] || fail "no Javadoc of $part in the repository" ;;
    esac
done
ours=$(find "$work/repository" -name '*-[0-9]*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar' ! -name '*testkit*' | paste -sd:)
others=$(find "$PWD/build/lib" -name '*.jar' ! -name 'bitfront-*' | paste -sd:)
mkdir "$work/program"
cat >"$work/program/First.java" <<'JAVA'
import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;

class First {
    public static void main(String[] args) {
        try (Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}).undirected();
                Engine engine = Engine.open(graph, Device.cpu())) {
            System.out.println(engine.bfs(0).levelOf(2));
        }
    }
}
JAVA
"$JAVA_HOME/bin/javac" -cp "$ours" -d "$work/program" "$work/program/First.java"
found=$("$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -cp "$work/program:$ours:$others" First)
[ "$found" = 2 ] || fail "a program over the repository's jars finds $found hops, not 2"

say "the same bytes again"
rm -rf "$work/archive"
ci/dist.sh "$work/again.dist" >/dev/null 2>&1
cmp "$dist/SHA256SUMS" "$work/again.dist/SHA256SUMS" || {
    diff <(cd "$dist" && find . -type f -exec sha256sum {} + | sort -k2) \
        <(cd "$work/again.dist" && find . -type f -exec sha256sum {} + | sort -k2) >&2 || true
    fail "another archive or package from the same commit"
}

echo "test-dist: 8 passed, 0 failed"
