#!/usr/bin/env bash
# Formatting, warnings as errors, Error Prone, SpotBugs, Javadoc, and the claims of ARCHITECTURE.md. Needs no GPU.
# The borders between modules and packages (ArchUnit) are tests of java/spark. JAVA_HOME must be a JDK 25: `make check` sees to that.
set -euo pipefail
cd "$(dirname "$0")/.."
maven=(mvn -B -ntp -q -Dstyle.color=never)
export MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ${MAVEN_OPTS:-}"
# SpotBugs runs on the PATH's java, and knows of that one's classes alone.
export PATH="$JAVA_HOME/bin:$PATH"

echo "check: formatting"
"${maven[@]}" -pl '!java/bom' spotless:check || { echo "check: run 'make fmt'" >&2; exit 1; }

echo "check: warnings, Error Prone, SpotBugs, Javadoc"
# Not quiet: what a warning says is a warning to Maven, too.
mvn -B -ntp -Dstyle.color=never -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Pcheck -DskipTests test-compile javadoc:javadoc

echo "check: tests that draw their cases say so, or nothing would run the rest"
undeclared=$(grep -rlE 'Share\.of\(|Seeds\.upTo\(|FirstDevice\.graphs\(' --include='*Test.java' . | xargs grep -LE '@Tag\("drawn"\)' | grep -v '/ShareTest.java' || true)
[ -z "$undeclared" ] || { echo "check: not tagged drawn: $undeclared" >&2; exit 1; }

# What draws while it runs, `Share` refuses; where a method draws parameters is not seen from there.
parameterised=$(find . -name '*Test.java' -not -path '*/target/*' -exec awk '
  /^ *@(TestFactory|TestTemplate|RepeatedTest)/ || /^ *@[A-Za-z]*Source/ && !/@(Enum|Value|Csv)Source/ { method = 1 }
  /^ *@Tag\("once"\)/ { once = 1 }
  / (void|[A-Z][A-Za-z<>]*) [a-z][A-Za-z0-9]*\(.*\{/ { if (method && once) print FILENAME ": " $0; method = once = 0 }' {} +)
[ -z "$parameterised" ] || { echo "check: tagged once, and a method makes its parameters: $parameterised" >&2; exit 1; }

echo "check: ARCHITECTURE.md names what exists"
ci/check-architecture.sh ARCHITECTURE.md
lie=$(mktemp)
trap 'rm -f "$lie"' EXIT
for name in preprocess/NoSuchFile.java NoSuchType; do
    printf 'See `%s`.\n' "$name" >"$lie"
    ! ci/check-architecture.sh "$lie" 2>/dev/null || { echo "check: a document may name $name unnoticed" >&2; exit 1; }
done
echo "check: ok"
